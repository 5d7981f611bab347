"""Reading a match as it stands, which is folded from its deals."""

import json
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, bindparam, select

from scorekeeper.book.access import BY_KEY, Book, MatchRef, Right, find_match
from scorekeeper.book.corrections import ARE_ANY, corrections_of
from scorekeeper.book.database import Session
from scorekeeper.book.deals import deals_of
from scorekeeper.book.errors import MatchDeleted, MatchNotFound
from scorekeeper.book.history import ChangeLine, last_and_next
from scorekeeper.book.players import PlayerRef
from scorekeeper.book.recent import Recent
from scorekeeper.book.status import Status, status_of, winner_of
from scorekeeper.book.tables import MATCH, PLAYER
from scorekeeper.rules.deal import Deal, Player
from scorekeeper.rules.filed import Correction
from scorekeeper.rules.games import game_named
from scorekeeper.rules.houserules import read_rules
from scorekeeper.rules.match import Game, Match, replay

KEPT_DAYS: Final = 30
"""Days for which a deleted match can be restored."""


class Details(NamedTuple):
    """What is written about a match beside its score."""

    title: str | None
    played_on: date
    place: str | None
    note: str | None


class ReadMatch:
    """What follows from any match that was read: who plays what in it, and how it stands."""

    __slots__ = ()

    players: tuple[PlayerRef, PlayerRef]
    match: Match
    abandoned_at: datetime | None

    @property
    def game(self) -> Game:
        """The game played."""
        return self.match.game

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two players, by seat."""
        return self.players[0].name, self.players[1].name

    @property
    def status(self) -> Status:
        """Whether it is in play, and if not, how it ended."""
        return status_of(self.match, self.abandoned_at)

    @property
    def winner(self) -> Player | None:
        """The seat of the winner; None while in play, if drawn or ended early."""
        return winner_of(self.match, self.abandoned_at)


@dataclass(frozen=True, slots=True)
class KeptMatch(ReadMatch):
    """A match as it stands.

    version: how often it was changed; a change names the one it has seen. players: by seat.
    match: the fold of its deals. last_change: what undo would take back. redoable: what redo would make again.
    corrections: those that a sheet tells about, by the number of the deal. stamp: stands for all of it and for no
    other state of any match, None if nobody may rely on that.
    """

    key: str
    version: int
    players: tuple[PlayerRef, PlayerRef]
    match: Match
    details: Details
    created_at: datetime
    abandoned_at: datetime | None
    deleted_at: datetime | None
    last_change: ChangeLine | None
    redoable: ChangeLine | None
    corrections: Mapping[int, Correction]
    stamp: Hashable = field(default=None, compare=False, repr=False)


class Known(NamedTuple):
    """What follows from the deals and the record of a match with this *version*.

    match: the fold of its deals. last_change: what undo would take back. redoable: what redo would make again.
    """

    version: int
    match: Match
    last_change: ChangeLine | None
    redoable: ChangeLine | None = None


def load_match(session: Session, ref: MatchRef) -> KeptMatch:
    """The match as it stands in *session*; raises MatchDeleted if it was deleted since *ref* was found, or
    MatchNotFound if it is gone for good."""
    return _kept(session, ref, _row(session, ref))


def look_at(session: Session, ref: MatchRef, known: Known | None = None) -> KeptMatch:
    """The same, in a session that only reads: what has not changed since it was last looked at is not folded again.

    Its row is read every time, and every change of a match raises the version in it; in a writing session
    it is raised before anything else is, so there its row does not tell yet how the match stands.
    known: what whoever changed the match has worked out anyway; it serves while the match has that version.
    """
    return _look(session, ref, _row(session, ref), known)


def open_match(
    session: Session, book: Book | None, match_key: str, *, at_least: Right, deleted: bool
) -> tuple[MatchRef, KeptMatch]:
    """`match_for` and `look_at` in one statement."""
    ref, row = find_match(session, _MATCH_BY_KEY, book, match_key, at_least=at_least, deleted=deleted)
    return ref, _look(session, ref, row)


def _look(session: Session, ref: MatchRef, row: Row[Any], known: Known | None = None) -> KeptMatch:
    stamp = tuple(row)
    return _LOOKED_AT.get(stamp, lambda: replace(_kept(session, ref, row, known), stamp=stamp))


def _row(session: Session, ref: MatchRef) -> Row[Any]:
    row = session.execute(_MATCH, {"match": ref.id}).first()
    if row is None:
        raise MatchNotFound
    if row.deleted_at is not None and not ref.deleted:
        raise MatchDeleted
    return row


def _kept(session: Session, ref: MatchRef, row: Row[Any], known: Known | None = None) -> KeptMatch:
    if known is None or known.version != row.version:
        known = _worked_out(session, ref, row)
    return KeptMatch(
        key=ref.key,
        version=row.version,
        players=seated(row),
        match=known.match,
        details=Details(row.title, row.played_on, row.place, row.note),
        created_at=row.created_at,
        abandoned_at=row.abandoned_at,
        deleted_at=row.deleted_at,
        last_change=known.last_change,
        redoable=known.redoable,
        corrections=corrections_of(session, ref.id, known.match) if row.are_corrected else {},
    )


def _worked_out(session: Session, ref: MatchRef, row: Row[Any]) -> Known:
    match = fold(row, deals_of(session, ref.id))
    return Known(row.version, match, *(last_and_next(session, ref.id) if row.version else (None, None)))


_LOOKED_AT: Final = Recent[KeptMatch](most=128)
_LEFT, _RIGHT = PLAYER.alias("left_player"), PLAYER.alias("right_player")
_WHO: Final = (
    _LEFT.c.id.label("left_id"),
    _LEFT.c.name.label("left_name"),
    _RIGHT.c.id.label("right_id"),
    _RIGHT.c.name.label("right_name"),
)
SEATED: Final = MATCH.join(_LEFT, _LEFT.c.id == MATCH.c.player0_id).join(_RIGHT, _RIGHT.c.id == MATCH.c.player1_id)
SEATED_COLUMNS: Final = (MATCH, *_WHO)
_ROW: Final = select(*SEATED_COLUMNS, ARE_ANY.label("are_corrected")).select_from(SEATED)
_MATCH: Final = _ROW.where(MATCH.c.id == bindparam("match"))
_MATCH_BY_KEY: Final = _ROW.where(BY_KEY)


def seated(row: Row[Any]) -> tuple[PlayerRef, PlayerRef]:
    """The two players of a row of `SEATED`."""
    return PlayerRef(row.left_id, row.left_name), PlayerRef(row.right_id, row.right_name)


def fold(row: Row[Any], deals: Iterable[Deal]) -> Match:
    """Where the match of *row* stands after *deals*."""
    return replay(game_named(row.game), rules_of(row.game, row.rules_json), deals, first_dealer=row.first_dealer)


@lru_cache(maxsize=256)
def rules_of(game: str, rules_json: str) -> Any:
    """The house rules kept with a match."""
    return read_rules(game_named(game).rules, json.loads(rules_json))
