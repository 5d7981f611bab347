"""Who is asking, and what may they see? Every view asks here first.

A scorebook is opened by its key, which the visitor's cookie holds. Whatever lies in
another book answers 404: nobody learns that it exists.
"""

from flask import Response, current_app, g, request, session

from scorekeeper.book.access import Book, MatchRef, Right, match_for, new_key, open_book
from scorekeeper.book.database import Session, Sessions
from scorekeeper.book.reading import KeptMatch, open_match

COOKIE = "scorebook"
COOKIE_SECONDS = 400 * 24 * 60 * 60
"""Browsers forget a cookie after 400 days at the latest; every visit renews it."""


def sessions() -> Sessions:
    """The database of this app."""
    found: Sessions = current_app.extensions["scorekeeper"]
    return found


def book() -> Book | None:
    """The scorebook of whoever is asking, None for a visitor without any."""
    if "book" in g or not request.cookies.get(COOKIE):
        found: Book | None = g.get("book")
        return found
    with sessions().reading() as reading:
        return _book_in(reading)


def _book_in(reading: Session) -> Book | None:
    """The same, in a session that is open already."""
    if "book" not in g:
        g.book = open_book(reading, request.cookies.get(COOKIE, ""))
    found: Book | None = g.book
    return found


def match_ref(key: str, right: Right = Right.KEEP, *, deleted: bool = False) -> MatchRef:
    """The match with *key*, if whoever is asking has *right* to it; raises MatchNotFound.

    deleted: find it also while it is deleted.
    """
    with sessions().reading() as reading:
        return match_for(reading, _book_in(reading), key, at_least=right, deleted=deleted)


def match(key: str, right: Right = Right.KEEP, *, deleted: bool = False) -> tuple[MatchRef, KeptMatch]:
    """Like `match_ref`, and how the match stands at the same moment."""
    with sessions().reading() as reading:
        return open_match(reading, _book_in(reading), key, at_least=right, deleted=deleted)


def visitor() -> str:
    """A name for a browser without a scorebook, so that pressing Start twice makes one match."""
    if "visitor" not in session:
        session["visitor"] = new_key()
    return str(session["visitor"])


def remember(opened: Book) -> None:
    """Make *opened* the scorebook of this browser, from this answer on."""
    g.book = opened


def renew_cookie(answer: Response) -> Response:
    """Hand the key of the visitor's scorebook back for another 400 days."""
    # A visitor whose key opens nothing keeps it: the database may be another one only for now.
    if g.get("book") is not None:
        hand_out(answer, COOKIE, g.book.key)
    return answer


def hand_out(answer: Response, name: str, value: str) -> None:
    """Let the browser keep *value* under *name*, for this site alone and for no script, as long as browsers do."""
    answer.set_cookie(
        name,
        value,
        max_age=COOKIE_SECONDS,
        path=request.script_root or "/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
