"""Reading matches: one as it stands, and lists of them. The state is folded from the deals every time."""

import json
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, Select, and_, bindparam, exists, func, or_, select

from scorekeeper.book.access import Book, MatchRef, is_key
from scorekeeper.book.corrections import ARE_ANY, corrections_of
from scorekeeper.book.database import Session, utc_now
from scorekeeper.book.deals import DEAL_COLUMNS, deal_of, deals_of
from scorekeeper.book.errors import MatchDeleted, MatchNotFound
from scorekeeper.book.history import ChangeLine, last_and_next
from scorekeeper.book.players import PlayerRef
from scorekeeper.book.recent import Recent
from scorekeeper.book.status import Status, status_of, winner_of
from scorekeeper.book.tables import DEAL, MATCH, PLAYER, REQUEST
from scorekeeper.rules.deal import Deal, Player
from scorekeeper.rules.filed import Correction
from scorekeeper.rules.games import game_named
from scorekeeper.rules.houserules import read_rules
from scorekeeper.rules.match import Game, Match, Points, replay

KEPT_DAYS: Final = 30
"""Days for which a deleted match can be restored."""


class Details(NamedTuple):
    """What is written about a match beside its score."""

    title: str | None
    played_on: date
    place: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class KeptMatch:
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


class MatchSummary(NamedTuple):
    """A match in a list."""

    key: str
    version: int
    players: tuple[PlayerRef, PlayerRef]
    match: Match
    title: str | None
    played_on: date
    abandoned_at: datetime | None
    deleted_at: datetime | None
    changed_at: datetime

    @property
    def game(self) -> Game:
        """The game played."""
        return self.match.game

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two players, by seat."""
        return self.players[0].name, self.players[1].name

    @property
    def totals(self) -> Points:
        """Points of both players."""
        return self.match.totals

    @property
    def status(self) -> Status:
        """Whether it is in play, and if not, how it ended."""
        return status_of(self.match, self.abandoned_at)

    @property
    def winner(self) -> Player | None:
        """The seat of the winner; None while in play, if drawn or ended early."""
        return winner_of(self.match, self.abandoned_at)

    @property
    def deals(self) -> int:
        """How many deals stand on the sheet."""
        return len(self.match.lines)

    @property
    def next_number(self) -> int:
        """The number of the next deal on the sheet."""
        return self.deals + 1

    @property
    def next_used(self) -> int:
        """Which deal of the match comes next, counted without replayed passed-out deals."""
        return self.match.next_used

    @property
    def next_dealer(self) -> Player | None:
        """The seat of who deals next; None unless in play."""
        return self.match.next_dealer if self.status == "in play" else None

    @property
    def regular_deals(self) -> int | None:
        """How many deals the match has before any tie-break; None where a target ends it."""
        return self.match.regular_deals

    @property
    def target(self) -> int | None:
        """The points that end the match; None where a number of deals does."""
        target: int | None = getattr(self.match.rules, "target", None)
        return target


def load_match(session: Session, ref: MatchRef) -> KeptMatch:
    """The match as it stands in *session*; raises MatchDeleted if it was deleted since *ref* was found, or
    MatchNotFound if it is gone for good."""
    return _kept(session, ref, _row(session, ref))


def look_at(session: Session, ref: MatchRef) -> KeptMatch:
    """The same, in a session that only reads: what has not changed since it was last looked at is not folded again.

    Its row is read every time, and every change of a match raises the version in it; in a writing session
    it is raised before anything else is, so there its row does not tell yet how the match stands.
    """
    row = _row(session, ref)
    stamp = tuple(row)
    return _LOOKED_AT.get(stamp, lambda: replace(_kept(session, ref, row), stamp=stamp))


def _row(session: Session, ref: MatchRef) -> Row[Any]:
    row = session.execute(_MATCH, {"match": ref.id}).first()
    if row is None:
        raise MatchNotFound
    if row.deleted_at is not None and not ref.deleted:
        raise MatchDeleted
    return row


def _kept(session: Session, ref: MatchRef, row: Row[Any]) -> KeptMatch:
    last_change, redoable = last_and_next(session, ref.id) if row.version else (None, None)
    match = _fold(row, deals_of(session, ref.id))
    return KeptMatch(
        key=ref.key,
        version=row.version,
        players=seated(row),
        match=match,
        details=Details(row.title, row.played_on, row.place, row.note),
        created_at=row.created_at,
        abandoned_at=row.abandoned_at,
        deleted_at=row.deleted_at,
        last_change=last_change,
        redoable=redoable,
        corrections=corrections_of(session, ref.id, match) if row.are_corrected else {},
    )


def list_matches(session: Session, book: Book, limit: int, before: str | None = None) -> list[MatchSummary]:
    """Matches of the book, the last changed first; those after the one with key *before* in that order."""
    query = _listed(book, MATCH.c.deleted_at.is_(None))
    if before is not None:
        if not is_key(before):
            return []
        last = session.execute(
            select(MATCH.c.changed_at, MATCH.c.id).where(MATCH.c.key == before, MATCH.c.scorebook_id == book.id)
        ).first()
        if last is None:
            return []
        changed_at, number = last
        query = query.where(
            or_(MATCH.c.changed_at < changed_at, and_(MATCH.c.changed_at == changed_at, MATCH.c.id < number))
        )
    return _summaries(session, query.limit(limit))


def open_matches(session: Session, book: Book, limit: int) -> list[MatchSummary]:
    """Matches in play, the last changed first."""
    return _summaries(session, _listed(book, MATCH.c.deleted_at.is_(None), MATCH.c.status == _IN_PLAY).limit(limit))


def ended_matches(session: Session, book: Book, limit: int) -> list[MatchSummary]:
    """Matches that are finished, drawn or abandoned, the last changed first."""
    return _summaries(session, _listed(book, MATCH.c.deleted_at.is_(None), MATCH.c.status != _IN_PLAY).limit(limit))


def count_finished(session: Session, book: Book) -> int:
    """How many matches of the book were played to their end, won or drawn."""
    played_out = MATCH.c.scorebook_id == book.id, MATCH.c.deleted_at.is_(None), MATCH.c.status.in_(PLAYED_OUT)
    return session.execute(select(func.count()).select_from(MATCH).where(*played_out)).scalar_one()


def deleted_matches(session: Session, book: Book, now: datetime | None = None) -> list[MatchSummary]:
    """Matches that can still be restored, the last deleted first."""
    query = _listed(book, MATCH.c.deleted_at > (now or utc_now()) - timedelta(days=KEPT_DAYS))
    return _summaries(session, query)


def matches_of_request(session: Session, book: Book, request: str, limit: int) -> list[MatchSummary]:
    """Matches of the book that the *request* with this key brought in or changed, the last changed first."""
    touched = REQUEST.c.match_id == MATCH.c.id, REQUEST.c.key == request, REQUEST.c.scope.startswith("match:")
    query = _listed(book, MATCH.c.deleted_at.is_(None), exists().where(*touched))
    return _summaries(session, query.limit(limit))


_LOOKED_AT: Final = Recent[KeptMatch](most=128)
_IN_PLAY: Final[Status] = "in play"
PLAYED_OUT: Final[tuple[Status, ...]] = ("finished", "drawn")
_LEFT, _RIGHT = PLAYER.alias("left_player"), PLAYER.alias("right_player")
_WHO: Final = (
    _LEFT.c.id.label("left_id"),
    _LEFT.c.name.label("left_name"),
    _RIGHT.c.id.label("right_id"),
    _RIGHT.c.name.label("right_name"),
)
SEATED: Final = MATCH.join(_LEFT, _LEFT.c.id == MATCH.c.player0_id).join(_RIGHT, _RIGHT.c.id == MATCH.c.player1_id)
SEATED_COLUMNS: Final = (MATCH, *_WHO)
_MATCH: Final = (
    select(*SEATED_COLUMNS, ARE_ANY.label("are_corrected")).select_from(SEATED).where(MATCH.c.id == bindparam("match"))
)


def _listed(book: Book, *conditions: Any) -> Select[Any]:
    return (
        select(*SEATED_COLUMNS)
        .select_from(SEATED)
        .where(MATCH.c.scorebook_id == book.id, *conditions)
        .order_by(MATCH.c.changed_at.desc(), MATCH.c.id.desc())
    )


def _summaries(session: Session, query: Select[Any]) -> list[MatchSummary]:
    """Two queries, however many matches there are."""
    rows = session.execute(query).all()
    deals: defaultdict[int, list[Deal]] = defaultdict(list)
    found = session.execute(
        select(DEAL.c.match_id, *DEAL_COLUMNS)
        .where(DEAL.c.match_id.in_([row.id for row in rows]))
        .order_by(DEAL.c.match_id, DEAL.c.position)
    )
    for match_id, *parts in found:
        deals[match_id].append(deal_of(*parts))
    return [
        MatchSummary(
            key=row.key,
            version=row.version,
            players=seated(row),
            match=_fold(row, deals[row.id]),
            title=row.title,
            played_on=row.played_on,
            abandoned_at=row.abandoned_at,
            deleted_at=row.deleted_at,
            changed_at=row.changed_at,
        )
        for row in rows
    ]


def seated(row: Row[Any]) -> tuple[PlayerRef, PlayerRef]:
    """The two players of a row of `SEATED`."""
    return PlayerRef(row.left_id, row.left_name), PlayerRef(row.right_id, row.right_name)


def _fold(row: Row[Any], deals: Iterable[Deal]) -> Match:
    return replay(game_named(row.game), rules_of(row.game, row.rules_json), deals, first_dealer=row.first_dealer)


@lru_cache(maxsize=256)
def rules_of(game: str, rules_json: str) -> Any:
    """The house rules kept with a match."""
    return read_rules(game_named(game).rules, json.loads(rules_json))
