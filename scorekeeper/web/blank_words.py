"""Sheets to write on, in words, with the table of points in force on their backs."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from markupsafe import Markup

from scorekeeper.paper.blank import PER_PAGE, Blank, UnfitSheet
from scorekeeper.rules.match import Game
from scorekeeper.rules.table import Span
from scorekeeper.web.filenames import file_name
from scorekeeper.web.language import gettext
from scorekeeper.web.numbers import points
from scorekeeper.web.papers import Printed
from scorekeeper.web.partials import drawn
from scorekeeper.web.points_page import Shown, levels_of, shown_tables
from scorekeeper.web.qr import qr_code
from scorekeeper.web.sheet_words import sheet_line, strain_text, unusual_rules

_PAGE: Final = {1: "", 2: "-two", 4: "-four"}
_LONG_TABLE: Final = 12
"""Tables of points with more rows need small letters."""
_WIDE_TABLE: Final = 4
"""Tables of points with more columns need the width of the sheet."""


class BlankSheet(NamedTuple):
    """One sheet to write on, ready to be drawn. target: "" in a game without, a blank where it is written by hand."""

    title: str
    line: str
    target: str
    names: tuple[str, str]
    lines: tuple[tuple[int, str, bool], ...]
    house_rules: tuple[tuple[str, str], ...]
    note_lines: int
    classes: str
    qr: Markup


class Back(NamedTuple):
    """The back of a sheet: the points of every result. is_whole: it takes the page, whatever shares its front."""

    title: str
    made: tuple[Shown, ...]
    down: Shown | None
    house_rules: tuple[tuple[str, str], ...]
    classes: str
    is_whole: bool


def read_layout(fields: Mapping[str, str]) -> tuple[int, bool]:
    """How many sheets to a page and whether in large print, as a form asks; raises UnfitSheet."""
    per_page = {str(number): number for number in PER_PAGE}.get(fields.get("per_page", "1"))
    if per_page is None:
        raise UnfitSheet("per_page", "There are one, two or four sheets to a page.")
    return per_page, bool(fields.get("large"))


def blank_print(blank: Blank, link: str = "") -> Printed:
    """The fronts and the backs of *blank*, ready for the printer; with *link* to be scanned if there is one."""
    front = drawn("_blank.html", None, lambda: {"blank": blank_sheet(blank, link)})
    back = _back(blank)
    sides = tuple(
        Markup('<section class="paper-page">{}</section>').format(Markup("").join([side] * times))
        for side, times in (
            (front, blank.per_page),
            (drawn("_back.html", None, lambda: {"back": back}), 1 if back.is_whole else blank.per_page),
        )
    )
    who = blank.names or (gettext("blank"),)
    return Printed(
        sides,
        title=gettext("%(game)s, a sheet to write on", game=blank.game.name),
        page=f"{blank.paper}{_PAGE[blank.per_page]}",
        name=file_name(blank.game.name, *who, ending="pdf"),
        styles=("sheet", "blank"),
    )


def blank_sheet(blank: Blank, link: str = "") -> BlankSheet:
    """The front of *blank* in the language of the reader."""
    return BlankSheet(
        title=blank.game.name,
        line=_line(blank.game, blank),
        target=_target(blank),
        names=blank.names or ("", ""),
        lines=tuple(
            (
                line.number,
                "" if line.dealer is None or blank.names is None else blank.names[line.dealer],
                line.only_if_level,
            )
            for line in blank.lines
        ),
        house_rules=unusual_rules(blank.game, blank.rules),
        note_lines=blank.note_lines,
        classes=_classes(blank),
        qr=qr_code(link) if link else Markup(),
    )


def _line(game: Game, blank: Blank) -> str:
    if not hasattr(blank.rules, "target") or blank.has_target:
        return sheet_line(game, blank.rules, with_game=False)
    return gettext("The first to reach the target wins.")


def _target(blank: Blank) -> str:
    if not hasattr(blank.rules, "target"):
        return ""
    return points(blank.rules.target) if blank.has_target else " "


def _classes(blank: Blank) -> str:
    classes = ["paper", f"blank-{blank.size}"]
    classes += ["blank-dense"] if blank.is_dense else []
    classes += ["blank-large"] if blank.is_large else []
    return " ".join(classes)


def _back(blank: Blank) -> Back:
    made, down = shown_tables(blank.game, blank.rules, _span)
    is_long = max(len(table.rows) for table in made) > _LONG_TABLE
    is_whole = is_long and blank.size == "quarter"  # nobody could read it there
    classes = "paper blank-half back-whole" if is_whole else _classes(blank)
    classes += " back-long" if is_long else ""
    classes += " back-wide" if max(len(table.columns) for table in made) > _WIDE_TABLE else ""
    return Back(
        title=gettext("Points in %(game)s", game=blank.game.name),
        made=tuple(made),
        down=down,
        house_rules=unusual_rules(blank.game, blank.rules),
        classes=classes,
        is_whole=is_whole,
    )


def _span(span: Span) -> Markup:
    """``2–3♣♦♥♠`` in letters."""
    strains = "".join(strain_text(strain) for strain in span.strains)
    return Markup('<bdi dir="ltr">{}{}</bdi>').format(levels_of(span), strains)
