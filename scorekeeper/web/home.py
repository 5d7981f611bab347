"""The start page: the match to go on with, a new one, the last ones; all of them; the deleted ones."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.book import lifecycle
from scorekeeper.book.access import Book, Right, open_book
from scorekeeper.book.lists import MatchSummary, deleted_matches, ended_matches, list_matches, open_matches
from scorekeeper.book.reading import KEPT_DAYS
from scorekeeper.book.timezones import UTC_NAME, day_in
from scorekeeper.web import guard
from scorekeeper.web.forms import new_act, read_act
from scorekeeper.web.language import gettext
from scorekeeper.web.qr import qr_code
from scorekeeper.web.respond import go, note, screen
from scorekeeper.web.summaries import Card, Listed, card_of, listed

bp = Blueprint("home", __name__)

OPEN_SHOWN, LAST_SHOWN = 3, 5
ON_A_PAGE = 50


@bp.get("/")
def home() -> Response:
    """The start page of the visitor's scorebook; for a visitor without one, how to begin."""
    was_opened = "opened" in request.args
    if was_opened and guard.book() is not None:
        return go(url_for("home.home"))
    cards, last = _cards_and_last()
    return screen("home.html", address=url_for("home.home"), cards=cards, last=last, has_no_cookies=was_opened, said="")


def _cards_and_last() -> tuple[list[Card], list[Listed]]:
    book = guard.book()
    if book is None:
        return [], []
    with guard.sessions().reading() as reading:
        playing = open_matches(reading, book, OPEN_SHOWN)
        over = ended_matches(reading, book, LAST_SHOWN)
    return [card_of(match) for match in playing], _listed(over, book)


def _listed(matches: list[MatchSummary], book: Book | None) -> list[Listed]:
    today = day_in(book.timezone if book else UTC_NAME, guard.sessions().clock())
    return [listed(match, today) for match in matches]


@bp.get("/history")
def history() -> Response:
    """Every match, newest first, a page at a time."""
    found: list[MatchSummary] = []
    if (book := guard.book()) is not None:
        with guard.sessions().reading() as reading:
            found = list_matches(reading, book, ON_A_PAGE + 1, before=request.args.get("before"))
    more = found[ON_A_PAGE - 1].key if len(found) > ON_A_PAGE else None
    return screen("history.html", matches=_listed(found[:ON_A_PAGE], book), more=more, said="")


@bp.get("/deleted")
def deleted() -> Response:
    """The matches that can still be restored."""
    found: list[MatchSummary] = []
    if (book := guard.book()) is not None:
        with guard.sessions().reading() as reading:
            found = deleted_matches(reading, book, guard.sessions().clock())
    return screen(
        "deleted.html",
        address=url_for("home.deleted"),
        matches=list(zip(_listed(found, book), (new_act(match.version) for match in found), strict=True)),
        days=KEPT_DAYS,
        said="",
    )


@bp.post("/deleted/<key>/restore")
def restore(key: str) -> Response:
    """Bring a deleted match back."""
    ref, act = guard.match_ref(key, Right.OWN, deleted=True), read_act()
    lifecycle.restore_match(guard.sessions(), ref, seen=act.seen, request=act.request)
    note(gettext("The match is back."))
    return go(url_for("match.look", key=key))


@bp.get("/book")
def way_back() -> Response:
    """The link that leads back into this scorebook, to be kept."""
    book = guard.book()
    link = None if book is None else url_for("home.open_link", key=book.key, _external=True)
    return screen("book.html", link=link, qr=None if link is None else qr_code(link), said="")


@bp.get("/open/<key>")
def open_link(key: str) -> Response:
    """The way back into a scorebook: whoever follows its link gets it.

    A browser that has another scorebook is asked first, for it would forget the key of that one.
    """
    with guard.sessions().reading() as reading:
        opened = open_book(reading, key)
    if opened is None:
        return screen(
            "error.html",
            status=404,
            heading=gettext("Nothing is here"),
            sentence=gettext("This link opens no scorebook. It may be mistyped."),
            again="",
            home=url_for("home.home"),
            said="",
        )
    mine = guard.book()
    if mine is not None and mine.key != opened.key:
        return screen("open.html", key=key, mine=url_for("home.open_link", key=mine.key, _external=True), said="")
    guard.remember(opened)
    # A browser that keeps no cookies comes there without the book, and is told so.
    return go(url_for("home.home", opened=1))


@bp.post("/open/<key>")
def open_other(key: str) -> Response:
    """Leave the scorebook of this browser for the one with *key*."""
    with guard.sessions().reading() as reading:
        opened = open_book(reading, key)
    if opened is not None:
        guard.remember(opened)
    return go(url_for("home.home", opened=1))
