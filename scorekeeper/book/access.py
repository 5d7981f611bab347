"""Who may see and change what: books and matches are opened by random keys.

A key that opens nothing, a match of another book and a match that never was get the same
answer. Links that open one match for watching or keeping come in through `find_match`.
"""

import re
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, Select, and_, bindparam, insert, select, update

from scorekeeper.book.database import Session, Sessions
from scorekeeper.book.errors import MatchDeleted, MatchNotFound
from scorekeeper.book.insertion import insert_if_new
from scorekeeper.book.tables import MATCH, SCOREBOOK
from scorekeeper.book.timezones import is_timezone, server_timezone

KEY_BYTES: Final = 16
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


class Right(IntEnum):
    """What someone may do with a match; each right holds the ones before it."""

    WATCH = 0
    KEEP = 1
    OWN = 2


@dataclass(frozen=True, slots=True)
class Book:
    """A scorebook that was opened.

    key: whoever has it owns the book. timezone: an IANA name; the server's until a browser has said its own.
    """

    id: int
    key: str = field(repr=False)
    timezone: str
    home: bool = False


class MatchRef(NamedTuple):
    """A match that someone has the *right* to, found by `find_match` and handed to the verbs."""

    id: int
    key: str
    book_id: int
    timezone: str
    right: Right
    deleted: bool = False


def new_key() -> str:
    """A key nobody can guess: 128 random bits in 22 characters that are safe in an address."""
    return secrets.token_urlsafe(KEY_BYTES)


def is_key(text: object) -> bool:
    """Whether *text* has the shape of a key; anything else need not be looked up."""
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def open_book(session: Session, key: str) -> Book | None:
    """The book that *key* opens, or None."""
    if not is_key(key):
        return None
    row = session.execute(_OPEN, {"key": key}).first()
    return None if row is None else _book(row)


def create_book(session: Session, timezone: str | None, *, now: datetime | None = None) -> Book:
    """A new, empty book, in the transaction of *session*. timezone: what a browser says, which may be anything."""
    row = _new_book(now) | {"timezone": _said(timezone)}
    return _book(session.execute(insert(SCOREBOOK).values(row).returning(*_BOOK.selected_columns)).one())


def settle_timezone(session: Session, book: Book, timezone: str | None) -> Book:
    """*book* in the zone that a browser says, if it is the first one to say any; it keeps that one from then on."""
    if (said := _said(timezone)) is not None:
        unsettled = SCOREBOOK.c.id == book.id, SCOREBOOK.c.timezone.is_(None)
        session.execute(update(SCOREBOOK).where(*unsettled).values(timezone=said))
    return _book(session.execute(_BOOK.where(SCOREBOOK.c.id == book.id)).one())


def home_book(sessions: Sessions) -> Book:
    """The home book of this server, created by the first one who asks."""
    home = _BOOK.where(SCOREBOOK.c.home)
    with sessions.reading() as session:
        row = session.execute(home).first()
    if row is None:
        with sessions.writing() as session:
            # Another process may be doing the same; one of the two rows stays.
            insert_if_new(session, SCOREBOOK, _new_book(sessions.clock()) | {"home": True})
            row = session.execute(home).one()
    return _book(row)


def book_of(session: Session, match_id: int) -> Book:
    """The book that a match is in."""
    return _book(session.execute(_BOOK.join(MATCH).where(MATCH.c.id == match_id)).one())


def match_for(
    session: Session, book: Book | None, match_key: str, *, at_least: Right = Right.WATCH, deleted: bool = False
) -> MatchRef:
    """The match that *match_key* names, if whoever opened *book* has the right to it.

    deleted: find it also while it is deleted; to restore it, or to repeat its deletion.
    Raises MatchDeleted if it is deleted and not asked for as such, and MatchNotFound for everyone else,
    whatever the reason.
    """
    return find_match(session, _MATCH, book, match_key, at_least=at_least, deleted=deleted)[0]


def find_match(
    session: Session, query: Select[Any], book: Book | None, match_key: str, *, at_least: Right, deleted: bool
) -> tuple[MatchRef, Row[Any]]:
    """The same, with the row that *query* finds for `BY_KEY`: its id, when it was deleted, and what else is wanted."""
    if book is None or not is_key(match_key):
        raise MatchNotFound
    found = session.execute(query, {"key": match_key, "book": book.id}).first()
    right = Right.OWN  # whoever opened the book owns what is in it
    if found is None or right < at_least:
        raise MatchNotFound
    if found.deleted_at is not None and not deleted:
        raise MatchDeleted
    return MatchRef(found.id, match_key, book.id, book.timezone, right, found.deleted_at is not None), found


_BOOK: Final = select(SCOREBOOK.c.id, SCOREBOOK.c.key, SCOREBOOK.c.timezone, SCOREBOOK.c.home)
# Asked by every page, so they are put together once.
_OPEN: Final = _BOOK.where(SCOREBOOK.c.key == bindparam("key"))
BY_KEY: Final = and_(MATCH.c.key == bindparam("key"), MATCH.c.scorebook_id == bindparam("book"))
"""Finds a match by its *key* in the *book* with this id."""
_MATCH: Final = select(MATCH.c.id, MATCH.c.deleted_at).where(BY_KEY)


def _new_book(now: datetime | None) -> dict[str, Any]:
    return {"key": new_key(), "home": None, "created_at": now or datetime.now(UTC)}


def _said(timezone: str | None) -> str | None:
    return timezone if timezone and is_timezone(timezone) else None


def _book(row: Any) -> Book:
    return Book(row.id, row.key, row.timezone or server_timezone(), bool(row.home))
