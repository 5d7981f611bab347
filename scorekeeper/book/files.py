"""Matches of a book as files hold them, and files beside what the book has: new, the same, or different."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, select

from scorekeeper.book.access import Book, MatchRef
from scorekeeper.book.corrections import ARE_ANY, corrections_of
from scorekeeper.book.database import Session
from scorekeeper.book.deals import DEAL_COLUMNS, KeptDeal, deal_of
from scorekeeper.book.errors import InvalidDetails, InvalidName
from scorekeeper.book.players import clean_name
from scorekeeper.book.reading import SEATED, SEATED_COLUMNS, rules_of, seated
from scorekeeper.book.settings import check_day, tidy_words
from scorekeeper.book.tables import DEAL, MATCH
from scorekeeper.book.timezones import day_in
from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.filed import FiledMatch, turn_seats
from scorekeeper.rules.games import game_named
from scorekeeper.rules.houserules import write_rules
from scorekeeper.rules.matchfile import MatchFile
from scorekeeper.rules.names import name_key

_AT_ONCE: Final = 500
"""Matches asked for in one question: a database takes no list of any length."""


class Standing(StrEnum):
    """How a match of a file stands to the book."""

    NEW = "new"
    HERE = "here"
    DIFFERENT = "different"
    OTHER_PEOPLE = "other people"
    DELETED = "deleted"


class Difference(NamedTuple):
    """What is not the same *here* and in the *file*.

    field: ``game``, ``first dealer``, ``title``, ``played_on``, ``place``, ``note``, ``ended early``, the key of a
    house rule, or ``deal``, of which *number* tells which one; None stands for a deal that is missing.
    """

    field: str
    here: object
    file: object
    number: int | None = None


class Compared(NamedTuple):
    """A match of a file, and how it stands to the one with its id in the book.

    filed: as the book would keep it, in the seats in which the players sit there. key, version, names_here: of the
    match in the book; None if it is new.
    """

    filed: FiledMatch
    standing: Standing
    differences: tuple[Difference, ...] = ()
    match_id: int | None = None
    key: str | None = None
    version: int | None = None
    names_here: tuple[str, str] | None = None


class _Kept(NamedTuple):
    """A match of the book, as a file would hold it."""

    row: Row[Any]
    filed: FiledMatch


def file_match(session: Session, ref: MatchRef) -> FiledMatch:
    """The match as a file holds it."""
    (kept,) = _kept(session, MATCH.c.id == ref.id)
    return kept.filed


def file_book(session: Session, book: Book) -> list[FiledMatch]:
    """Every match of the book but the deleted ones, the first started first."""
    return [kept.filed for kept in _kept(session, MATCH.c.scorebook_id == book.id, MATCH.c.deleted_at.is_(None))]


def tidied(filed: FiledMatch, timezone: str, now: datetime) -> FiledMatch:
    """*filed* as a book would keep it; raises InvalidFile, naming the field."""
    try:
        title, place, note = tidy_words(filed.title, filed.place, filed.note)
        players = clean_name(filed.names[0], "players"), clean_name(filed.names[1], "players")
        if filed.played_on is not None:
            check_day(filed.played_on, day_in(timezone, now))
    except (InvalidDetails, InvalidName) as error:
        refused = InvalidFile(error.field, error.template)
        refused.values = error.values
        raise refused from error
    file = replace(filed.file, players=players)
    return replace(filed, file=file, title=title, place=place, note=note)


def compare(session: Session, book: Book | None, matches: Sequence[FiledMatch]) -> list[Compared]:
    """How each of *matches*, tidied, stands to *book*."""
    here = {} if book is None else _by_uid(session, book, [filed.uid for filed in matches])
    return [_compared(filed, here.get(filed.uid)) for filed in matches]


def _compared(filed: FiledMatch, kept: _Kept | None) -> Compared:
    if kept is None:
        return Compared(filed, Standing.NEW)
    if _keys(filed) == _keys(kept.filed)[::-1]:
        filed = turn_seats(filed)  # how they sit is no part of what was played
    differences = tuple(_differences(kept.filed, filed))
    standing = Standing.DIFFERENT if differences else Standing.HERE
    if kept.row.deleted_at is not None:
        standing = Standing.DELETED
    elif _keys(filed) != _keys(kept.filed):
        standing = Standing.OTHER_PEOPLE
    return Compared(filed, standing, differences, kept.row.id, kept.row.key, kept.row.version, kept.filed.names)


def _keys(filed: FiledMatch) -> tuple[str, ...]:
    return tuple(map(name_key, filed.names))


def _differences(here: FiledMatch, file: FiledMatch) -> Iterator[Difference]:
    def unless_same(field: str, ours: object, theirs: object, number: int | None = None) -> Iterator[Difference]:
        if ours != theirs:
            yield Difference(field, ours, theirs, number)

    yield from unless_same("game", here.file.game.name, file.file.game.name)
    if here.file.game is file.file.game:
        ours, theirs = write_rules(here.file.rules), write_rules(file.file.rules)
        for key in ours:
            yield from unless_same(key, ours[key], theirs[key])
    yield from unless_same("first dealer", here.names[here.file.first_dealer], here.names[file.file.first_dealer])
    for number, (one, other) in enumerate(zip_longest(here.file.deals, file.file.deals), start=1):
        yield from unless_same("deal", one, other, number)
    yield from unless_same("title", here.title, file.title)
    if file.played_on is not None:
        yield from unless_same("played_on", here.played_on, file.played_on)
    yield from unless_same("place", here.place, file.place)
    yield from unless_same("note", here.note, file.note)
    yield from unless_same("ended early", here.ended_early, file.ended_early)


def _by_uid(session: Session, book: Book, uids: Sequence[str]) -> dict[str, _Kept]:
    found: dict[str, _Kept] = {}
    for first in range(0, len(uids), _AT_ONCE):
        some = uids[first : first + _AT_ONCE]
        of_book = MATCH.c.scorebook_id == book.id, MATCH.c.uid.in_(some)
        found |= {kept.filed.uid: kept for kept in _kept(session, *of_book)}
    return found


def _kept(session: Session, *conditions: Any) -> list[_Kept]:
    """The matches of which these *conditions* are true, the first started first."""
    rows = session.execute(
        select(*SEATED_COLUMNS, ARE_ANY.label("are_corrected"))
        .select_from(SEATED)
        .where(*conditions)
        .order_by(MATCH.c.created_at, MATCH.c.id)
    ).all()
    deals: defaultdict[int, list[KeptDeal]] = defaultdict(list)
    found = session.execute(
        select(DEAL.c.match_id, DEAL.c.recorded_at, *DEAL_COLUMNS)
        .join(MATCH, MATCH.c.id == DEAL.c.match_id)
        .where(*conditions)
        .order_by(DEAL.c.match_id, DEAL.c.position)
    )
    for match_id, recorded_at, *parts in found:
        deals[match_id].append(KeptDeal(deal_of(*parts), recorded_at))
    return [_Kept(row, _filed(session, row, deals[row.id])) for row in rows]


def _filed(session: Session, row: Row[Any], deals: Iterable[KeptDeal]) -> FiledMatch:
    deals = tuple(deals)
    left, right = seated(row)
    file = MatchFile(
        game=game_named(row.game),
        rules=rules_of(row.game, row.rules_json),
        players=(left.name, right.name),
        first_dealer=row.first_dealer,
        deals=tuple(kept.deal for kept in deals),
    )
    return FiledMatch(
        file=file,
        uid=row.uid,
        title=row.title,
        played_on=row.played_on,
        place=row.place,
        note=row.note,
        created_at=row.created_at,
        changed_at=row.changed_at,
        ended_early=row.abandoned_at is not None,
        ended_early_at=row.abandoned_at,
        recorded_at=tuple(kept.recorded_at for kept in deals),
        corrections=corrections_of(session, row.id, file.match) if row.are_corrected else {},
    )
