"""A match on paper: its filled sheet as a PDF or for the browser to print, and sheets of the same two to write on."""

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup

from scorekeeper.book.access import Right
from scorekeeper.book.reading import KeptMatch
from scorekeeper.book.timezones import UTC_NAME
from scorekeeper.paper.blank import Blank, Paper
from scorekeeper.paper.pdf import LONGEST_SHEET
from scorekeeper.paper.sheet import Filled
from scorekeeper.web import guard, papers
from scorekeeper.web.blank_words import blank_print, read_layout
from scorekeeper.web.chart import running_totals
from scorekeeper.web.filenames import match_file_name
from scorekeeper.web.language import gettext
from scorekeeper.web.numbers import points
from scorekeeper.web.papers import Printed
from scorekeeper.web.partials import drawn
from scorekeeper.web.respond import go, note
from scorekeeper.web.sheet_words import filled_of, paper_chart, sheet_of

bp = Blueprint("sheets", __name__, url_prefix="/m/<key>")


def on_paper(kept: KeptMatch) -> Markup:
    """The sheet of *kept*, for its page to show only when that is printed."""
    stamp = None if kept.stamp is None else (kept.stamp, _timezone())
    # The chart that the page shows anyway is sent a second time for next to nothing.
    return drawn(
        "_sheet.html",
        stamp,
        lambda: {"sheet": sheet_of(filled_now(kept)), "chart": running_totals(kept), "paper_chart": None},
    )


def filled_now(kept: KeptMatch) -> Filled:
    """What a sheet tells about *kept*, with the days of the scorebook of whoever is asking."""
    return filled_of(kept, _timezone())


def _timezone() -> str:
    book = guard.book()
    return book.timezone if book else UTC_NAME


def filled_print(filled: Filled, paper: Paper) -> Printed:
    """The sheet of a match, ready for the printer."""
    name = match_file_name(filled.names, filled.played_on, "pdf")
    return Printed((_drawn(filled),), sheet_title(filled), paper, name)


def _drawn(filled: Filled) -> Markup:
    return drawn(
        "_sheet.html", None, lambda: {"sheet": sheet_of(filled), "chart": None, "paper_chart": paper_chart(filled)}
    )


def sheet_title(filled: Filled) -> str:
    """What the document of a sheet is called."""
    left, right = filled.names
    return gettext("%(left)s and %(right)s, %(game)s", left=left, right=right, game=filled.match.game.name)


@bp.get("/sheet")
def view(key: str) -> Response:
    """The filled sheet as a page that the browser prints."""
    _, kept = guard.match(key, Right.WATCH)
    return papers.view(filled_print(filled_now(kept), papers.chosen_paper()), back=url_for("match.look", key=key))


@bp.get("/sheet.pdf")
def pdf(key: str) -> Response:
    """The filled sheet as a PDF."""
    _, kept = guard.match(key, Right.WATCH)
    paper = papers.chosen_paper()
    there = url_for("sheets.view", key=key, paper=paper)
    if len(kept.match.lines) > LONGEST_SHEET:
        papers.remember_paper()
        note(
            gettext(
                "A PDF holds %(most)s deals at most, and this match has more; the browser can print this page instead.",
                most=points(LONGEST_SHEET),
            )
        )
        return go(there)
    return papers.pdf_or_view(filled_print(filled_now(kept), paper), there)


@bp.get("/blank")
def blank_view(key: str) -> Response:
    """A sheet to write on, with the names, the dealers and the target of a match, for the browser to print."""
    _, kept = guard.match(key, Right.WATCH)
    return papers.view(_blank_print(kept), back=url_for("match.look", key=key))


@bp.get("/blank.pdf")
def blank_pdf(key: str) -> Response:
    """The same as a PDF."""
    _, kept = guard.match(key, Right.WATCH)
    there = url_for("sheets.blank_view", key=key, **papers.asked_again())
    return papers.pdf_or_view(_blank_print(kept), there)


def _blank_print(kept: KeptMatch) -> Printed:
    """With the address of the match where that is asked; it opens on the phones that have its scorebook."""
    asks_for_link = bool(request.args.get("link"))
    return blank_print(_blank(kept), url_for("match.look", key=kept.key, _external=True) if asks_for_link else "")


def _blank(kept: KeptMatch) -> Blank:
    per_page, is_large = read_layout(request.args)
    return Blank(
        game=kept.match.game,
        rules=kept.match.rules,
        paper=papers.chosen_paper(),
        per_page=per_page,
        is_large=is_large,
        names=kept.names,
        first_dealer=kept.match.first_dealer,
        has_target=True,
    )
