"""Sheets to write on without a match: for people who begin with a pencil."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.paper.blank import Blank, Paper
from scorekeeper.rules.bridgette import BRIDGETTE
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from scorekeeper.rules.errors import RulesError
from scorekeeper.rules.games import game_named
from scorekeeper.web import papers
from scorekeeper.web.blank_words import blank_print, read_layout
from scorekeeper.web.respond import screen
from scorekeeper.web.sentences import sentence_of

bp = Blueprint("blanks", __name__, url_prefix="/blank")


@bp.get("/")
def ways() -> Response:
    """What can be chosen about an empty sheet."""
    return _ways()


@bp.get("/sheet.pdf")
def pdf() -> Response:
    """An empty sheet of the game asked for, as a PDF."""
    try:
        blank = _blank()
    except RulesError as error:
        return _ways(error)
    return papers.pdf_or_view(blank_print(blank), url_for("blanks.view", **papers.asked_again()))


@bp.get("/sheet")
def view() -> Response:
    """The same for the browser to print."""
    try:
        blank = _blank()
    except RulesError as error:
        return _ways(error)
    return papers.view(blank_print(blank), back=url_for("blanks.ways"))


def _ways(error: RulesError | None = None) -> Response:
    return screen(
        "blanks.html",
        status=200 if error is None else 422,
        games=[(game.key, game.name) for game in (BRIDGETTE, DRAW_BRIDGE)],
        game=request.args.get("game", BRIDGETTE.key),
        wrong=(sentence_of(error),) if error else (),
        said="",
        **papers.paper_ways(),
    )


def _blank() -> Blank:
    """Raises RulesError where there is no such sheet."""
    game = game_named(request.args.get("game", BRIDGETTE.key))
    per_page, is_large = read_layout(request.args)
    return Blank(
        game=game, rules=game.rules(), paper=Paper(papers.chosen_paper()), per_page=per_page, is_large=is_large
    )
