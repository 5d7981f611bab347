"""Lists of matches, the last changed first. How each stands is folded from its deals, all of them read at once."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Select, and_, exists, func, or_, select

from scorekeeper.book.access import Book, is_key
from scorekeeper.book.database import Session, utc_now
from scorekeeper.book.deals import DEAL_COLUMNS, deal_of
from scorekeeper.book.players import PlayerRef
from scorekeeper.book.reading import KEPT_DAYS, SEATED, SEATED_COLUMNS, ReadMatch, fold, seated
from scorekeeper.book.status import Status
from scorekeeper.book.tables import DEAL, MATCH, REQUEST
from scorekeeper.rules.deal import Deal, Player
from scorekeeper.rules.match import Match, Points

_IN_PLAY: Final[Status] = "in play"
PLAYED_OUT: Final[tuple[Status, ...]] = ("finished", "drawn")


@dataclass(frozen=True, slots=True)
class MatchSummary(ReadMatch):
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
    def totals(self) -> Points:
        """Points of both players."""
        return self.match.totals

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
            match=fold(row, deals[row.id]),
            title=row.title,
            played_on=row.played_on,
            abandoned_at=row.abandoned_at,
            deleted_at=row.deleted_at,
            changed_at=row.changed_at,
        )
        for row in rows
    ]
