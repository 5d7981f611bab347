"""Books and matches in a database, and what is in it, for tests."""

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from sqlalchemy import select
from sqlmodel import SQLModel

from scorekeeper.book.access import Book, MatchRef, create_book, match_for, new_key, open_book
from scorekeeper.book.changes import undo
from scorekeeper.book.database import Sessions
from scorekeeper.book.files import file_match
from scorekeeper.book.lifecycle import NewMatch, start_match
from scorekeeper.book.matches import record_deal
from scorekeeper.book.reading import KeptMatch, Known, load_match, look_at
from scorekeeper.book.settings import change_details
from scorekeeper.book.tables import MATCH
from scorekeeper.book.writing import Done
from scorekeeper.rules.bridgette import BRIDGETTE
from scorekeeper.rules.deal import PASSED_OUT, Deal, parse_deal
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from scorekeeper.rules.filed import write_filed
from scorekeeper.rules.match import Game

ANA, BO = 0, 1

_numbers = itertools.count()


def a_request() -> str:
    """A request key that no other request has."""
    return f"request-{next(_numbers)}"


def a_deal(text: str, by: int = ANA) -> Deal:
    """The deal written as ``Ana 3NT=``, ``Bo 4HX-1``, ``4HX-1`` (by Ana unless *by* says) or ``pass``."""
    if text == "pass":
        return PASSED_OUT
    name, _, notation = text.rpartition(" ")
    return parse_deal(notation, {"": by, "Ana": ANA, "Bo": BO}[name])


def a_book(sessions: Sessions, timezone: str = "Europe/Ljubljana") -> Book:
    """A new book."""
    with sessions.writing() as session:
        return create_book(session, timezone, now=sessions.clock())


def a_new_match(
    game: Game = BRIDGETTE, names: tuple[str, str] = ("Ana", "Bo"), first_dealer: int = ANA, **rules: object
) -> NewMatch:
    """What is asked for when a match is started."""
    return NewMatch(game, game.rules(**rules), names, first_dealer, "Europe/Ljubljana")


@dataclass
class Table:
    """A match in the database, and its verbs without the plumbing."""

    sessions: Sessions
    book: Book
    ref: MatchRef
    last: Done | None = field(default=None)

    def look(self) -> KeptMatch:
        """The match as it stands, also if it is deleted; what is kept of an earlier look says the same."""
        ref = self.ref._replace(deleted=True)
        with self.sessions.reading() as session:
            kept = load_match(session, ref)
            assert look_at(session, ref) == look_at(session, ref) == kept
        return kept

    def do(self, verb: Callable[..., Done], *arguments: Any, seen: int | None = None, request: str = "") -> Done:
        """Call *verb* as someone who has seen the latest version."""
        seen = self.version if seen is None else seen
        return verb(self.sessions, self.ref, *arguments, seen=seen, request=request or a_request())

    def _expect_known(self, known: Known | None) -> None:
        """What a verb says that it knows is what would be read, unless someone has changed the match since."""
        with self.sessions.reading() as session:
            kept = load_match(session, self.ref)
            if known is not None and known.version == kept.version:
                assert look_at(session, self.ref, known) == kept

    def record(self, *deals: str) -> None:
        """Record *deals*."""
        for deal in deals:
            self._expect_known(self.do(record_deal, a_deal(deal)).known)

    @property
    def version(self) -> int:
        """How often the match was changed."""
        with self.sessions.reading() as session:
            return session.execute(select(MATCH.c.version).where(MATCH.c.id == self.ref.id)).scalar() or 0

    def undo(self) -> Done:
        """Take the last change back."""
        return self.do(undo)

    @property
    def deals(self) -> list[str]:
        """The deals on the sheet, as `a_deal` reads them."""
        return [written(deal) for deal in self.look().match.deals]

    def deleted(self) -> "Table":
        """The same, for verbs on a deleted match."""
        return replace(self, ref=self.ref._replace(deleted=True))


def written(deal: Deal) -> str:
    """*deal* as `a_deal` reads it."""
    return "pass" if deal.declarer is None else f"{('Ana', 'Bo')[deal.declarer]} {deal}"


def a_table(sessions: Sessions, *deals: str, book: Book | None = None, new: NewMatch | None = None) -> Table:
    """A match with *deals* in *book*, or in a book of its own."""
    owner = book or a_book(sessions)
    started = start_match(sessions, owner, new or a_new_match(), request=a_request())
    table = Table(sessions, owner, a_ref(sessions, owner, started.match_key))
    table.record(*deals)
    return table


def draw_bridge(sessions: Sessions, *deals: str, **rules: object) -> Table:
    """A match of Draw Bridge with *deals*."""
    return a_table(sessions, *deals, new=a_new_match(DRAW_BRIDGE, **rules))


def rename(table: Table, names: dict[int, str], *, request: str = "", **details: Any) -> Done:
    """Call people by other *names*, as someone who has seen the latest version, and write *details*."""
    kept = table.look().details._replace(**details)
    return table.do(partial(change_details, names=names), kept, request=request)


def a_ref(sessions: Sessions, book: Book, match_key: str, *, deleted: bool = False) -> MatchRef:
    """The match, as whoever owns *book* finds it."""
    with sessions.reading() as session:
        return match_for(session, open_book(session, book.key), match_key, deleted=deleted)


def everything(sessions: Sessions) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table: what "nothing is stored" is measured by."""
    with sessions.reading() as session:
        return {
            table.name: [tuple(row) for row in session.execute(select(table).order_by(table.c.id))]
            for table in SQLModel.metadata.sorted_tables
        }


def count(sessions: Sessions, table: str) -> int:
    """How many rows *table* has."""
    return len(everything(sessions)[table])


def a_visitor() -> str:
    """The key of someone who has no book."""
    return new_key()


def a_file_beside(table: Table) -> bytes:
    """A book file in which the match of *table* is played elsewhere and longer, and stands a second time as new."""
    with table.sessions.reading() as session:
        here = write_filed(file_match(session, table.ref))
    other = here | {"place": "Bled", "title": "Friday", "deals": [*here["deals"], {"passed_out": True}]}
    matches = [other, here | {"id": "new"}]
    return json.dumps({"format": "scorekeeper-book", "version": 1, "matches": matches}).encode()
