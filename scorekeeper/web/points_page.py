"""The whole table of points of the game in force, told by the scoring itself."""

from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Blueprint, Response, url_for
from markupsafe import Markup, escape

from scorekeeper.book.access import Right
from scorekeeper.rules.deal import Strain
from scorekeeper.rules.match import Game
from scorekeeper.rules.table import By, DownRow, MadeTable, PointsTable, Row, Span, points_table
from scorekeeper.web import guard
from scorekeeper.web.house_rules import rules_in_words
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import strain_mark, strain_word
from scorekeeper.web.numbers import points
from scorekeeper.web.respond import screen

bp = Blueprint("points_page", __name__, url_prefix="/m/<key>/points")


class Shown(NamedTuple):
    """A table ready to be drawn: its caption, what its columns are called, and its rows."""

    caption: str
    columns: tuple[str | Markup, ...]
    rows: tuple[tuple[Markup, tuple[str, ...]], ...]


@bp.get("/")
def table(key: str) -> Response:
    """Every result and its points, under the house rules of this match."""
    _, kept = guard.match(key, Right.WATCH)
    made, down = shown_tables(kept.match.game, kept.match.rules, _span)
    return screen(
        "points.html",
        game=kept.match.game.name,
        back=url_for("options.more", key=key),
        made=made,
        down=down,
        rules=rules_in_words(kept.match.game, kept.match.rules),
        said="",
    )


def shown_tables(game: Game, rules: Any, span: Callable[[Span], Markup]) -> tuple[list[Shown], Shown | None]:
    """What made contracts are worth, and what the defender gets; *span* draws the contracts of a row."""
    whole = points_table(game, rules)
    return [_made(whole, part, span) for part in whole.made], _down(whole)


def _made(whole: PointsTable, part: MadeTable, span: Callable[[Span], Markup]) -> Shown:
    caption = (gettext("Made, undoubled"), gettext("Made, doubled"), gettext("Made, redoubled"))[part.doubling]
    columns = tuple(_column(whole.by, column, last=column is part.columns[-1]) for column in part.columns)
    return Shown(caption, columns, tuple((_contracts(row, span), _cells(row)) for row in part.rows))


def _column(by: By, numbers: tuple[int, ...], *, last: bool) -> Markup:
    if by is By.TRICKS:
        return escape(_tricks(numbers))
    if len(numbers) > 2 and last and numbers[0] > 0:
        return escape(gettext("other"))
    signs = ", ".join("=" if number == 0 else f"+{number}" for number in numbers)
    return Markup('<bdi dir="ltr">{}</bdi>').format(signs)


def _tricks(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 1:
        return gettext("%(first)s–%(last)s tricks", first=numbers[0], last=numbers[-1])
    return gettext("%(tricks)s tricks", tricks=numbers[0])


def _cells(row: Row) -> tuple[str, ...]:
    return tuple("" if number is None else points(number) for number in row.points)


def _contracts(row: Row, draw: Callable[[Span], Markup]) -> Markup:
    return Markup(" ").join(draw(span) for span in row.spans)


def levels_of(span: Span) -> str:
    """``2``, ``2–3``."""
    return str(span.low) if span.low == span.high else f"{span.low}–{span.high}"


def _span(span: Span) -> Markup:
    """``2–3♣♦♥♠``, with the names of the strains for those who listen."""
    levels = levels_of(span)
    strains = Markup("").join(strain_mark(strain) for strain in span.strains)
    words = ", ".join(strain_word(Strain(strain)) for strain in span.strains)
    return Markup(
        '<bdi dir="ltr" class="contract" aria-hidden="true">{0}{1}</bdi><span class="said">{0} {2}</span>'
    ).format(levels, strains, words)


def _down(whole: PointsTable) -> Shown | None:
    if not whole.down:
        return None
    columns = (gettext("undoubled"), "X", "XX")
    return Shown(
        gettext("Down: points to the defender"),
        columns,
        tuple((_undertricks(row), tuple(points(number) for number in row.points)) for row in whole.down),
    )


def _undertricks(row: DownRow) -> Markup:
    if row.is_open and row.fewest < row.most:
        return Markup.escape(gettext("%(fewest)s or more down", fewest=row.fewest))
    if row.fewest == row.most:
        return Markup.escape(gettext("%(fewest)s down", fewest=row.fewest))
    return Markup.escape(gettext("%(fewest)s to %(most)s down", fewest=row.fewest, most=row.most))
