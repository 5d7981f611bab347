"""Bringing matches of a file into a book: all of them or none, and twice is once.

New matches are added as they stand in the file; one that is different here is changed only where that was
chosen, and Undo takes it back. Nothing is ever deleted.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import insert, select
from sqlalchemy import update as update_rows

from scorekeeper.book.access import Book, MatchRef, Right, book_of, create_book, is_key, new_key, settle_timezone
from scorekeeper.book.database import Session, Sessions
from scorekeeper.book.deals import KeptDeal, deal_row
from scorekeeper.book.errors import BookError, InvalidRequest
from scorekeeper.book.files import Compared, Standing, compare, tidied
from scorekeeper.book.history import Act, Verb
from scorekeeper.book.patches import Patch, write_patch
from scorekeeper.book.players import player_for
from scorekeeper.book.requests import Answer, Asked, answer_row, claim
from scorekeeper.book.status import status_of
from scorekeeper.book.tables import CHANGE, DEAL, MATCH, REQUEST, SCOREBOOK
from scorekeeper.book.timezones import day_in, server_timezone
from scorekeeper.book.writing import Before, Change, change_within, rules_columns
from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.filed import FiledMatch, write_filed
from scorekeeper.rules.names import name_key

_INSERT_MATCHES: Final = insert(MATCH).returning(MATCH.c.id, sort_by_parameter_order=True)


class ImportOutdated(BookError):
    """A match that was to be updated was changed after the file was compared with it."""

    def __init__(self) -> None:
        super().__init__("update", "A match was changed in the meantime, so nothing was imported. Look again.")


class Imported(NamedTuple):
    """What an import did: how many matches were *added*, how many *updated*. book: where they are now."""

    book: Book
    added: int
    updated: int


def import_matches(
    sessions: Sessions,
    book: Book | None,
    matches: Sequence[FiledMatch],
    *,
    update: Mapping[str, int] | None = None,
    request: str,
    visitor: str | None = None,
    timezone: str | None = None,
) -> Imported:
    """Add those of *matches* that are new, and a book for them if *book* is None; all or none.

    update: the uids of matches that are different here and are to become what the file says, each with the version
    of the match that was compared. The same *request* again does nothing.
    Raises InvalidFile, ImportOutdated, InvalidRequest, RequestReused.
    """
    now, chosen = sessions.clock(), dict(update or {})
    if book is None and not is_key(visitor):
        raise InvalidRequest("visitor", "A visitor without a book needs a key of their own.")
    if not matches:
        raise InvalidFile("matches", "There is no match in the file.")
    zone = server_timezone() if book is None else book.timezone
    tidy = [tidied(filed, zone, now) for filed in matches]
    scope = f"visitor:{visitor}" if book is None else f"book:{book.id}"
    asked = Asked.of("import", scope, request, [_digest(tidy), sorted(chosen.items())])
    with sessions.writing() as session:
        if (known := claim(session, asked, now)) is not None:
            return Imported(book or book_of(session, known.match_id or 0), 0, 0)
        owner = create_book(session, timezone, now=now) if book is None else settle_timezone(session, book, timezone)
        # Two who bring in the same at once come one after the other.
        session.execute(select(SCOREBOOK.c.id).where(SCOREBOOK.c.id == owner.id).with_for_update(key_share=True))
        compared = compare(session, owner, tidy)
        new = [one.filed for one in compared if one.standing is Standing.NEW]
        added = _add(session, owner, new, asked, now)
        updated = [one for one in compared if one.standing is Standing.DIFFERENT and one.filed.uid in chosen]
        for one in sorted(updated, key=lambda one: one.match_id or 0):  # in one order everywhere, as they are held
            _update(session, owner, one, chosen[one.filed.uid], asked, now)
        if book is None:
            # A tap that comes later may know the new book already; one that does not finds it by its first match.
            claim(session, asked._replace(scope=f"book:{owner.id}"), now)
            mine = REQUEST.c.scope == scope, REQUEST.c.key == request
            session.execute(update_rows(REQUEST).where(*mine).values(match_id=added[0]))
    return Imported(owner, len(added), len(updated))


def _digest(matches: Iterable[FiledMatch]) -> str:
    whole = json.dumps([write_filed(filed) for filed in matches])
    return hashlib.sha256(whole.encode()).hexdigest()


def _add(session: Session, book: Book, matches: Sequence[FiledMatch], asked: Asked, now: datetime) -> list[int]:
    """Insert *matches* and their people; returns their ids."""
    # In one order everywhere: two who bring in the same people must not wait for each other.
    names = {name_key(name): name for filed in matches for name in filed.names}
    people = {key: player_for(session, book.id, names[key]).id for key in sorted(names)}
    rows = [
        _match_row(book, filed, (people[name_key(filed.names[0])], people[name_key(filed.names[1])]), now)
        for filed in matches
    ]
    added = list(session.execute(_INSERT_MATCHES, rows).scalars()) if rows else []
    deals: list[dict[str, Any]] = []
    changes: list[dict[str, Any]] = []
    answers: list[dict[str, Any]] = []
    for match_id, row, filed in zip(added, rows, matches, strict=True):
        kept = _deals(filed, now)
        deals += [deal_row(match_id, position, deal) for position, deal in enumerate(kept, start=1)]
        changes += _correction_rows(match_id, filed, kept)
        answers.append(answer_row(_asked_of(asked, match_id), Answer(match_id, row["version"]), now))
    for table, found in ((DEAL, deals), (CHANGE, changes), (REQUEST, answers)):
        if found:
            session.execute(insert(table), found)
    return added


def _match_row(book: Book, filed: FiledMatch, players: tuple[int, int], now: datetime) -> dict[str, Any]:
    abandoned_at = (filed.ended_early_at or now) if filed.ended_early else None
    return {
        "scorebook_id": book.id,
        "key": new_key(),
        "uid": filed.uid,
        "game": filed.file.game.key,
        **rules_columns(filed.file.game, filed.file.rules),
        "player0_id": players[0],
        "player1_id": players[1],
        "first_dealer": filed.file.first_dealer,
        "title": filed.title,
        "played_on": filed.played_on or day_in(book.timezone, now),
        "place": filed.place,
        "note": filed.note,
        "version": len(filed.corrections),
        "status": status_of(filed.file.match, abandoned_at),
        "created_at": min(filed.created_at or now, now),
        "changed_at": min(filed.changed_at or now, now),
        "abandoned_at": abandoned_at,
    }


def _deals(filed: FiledMatch, now: datetime) -> tuple[KeptDeal, ...]:
    return tuple(KeptDeal(deal, at or now) for deal, at in zip(filed.file.deals, filed.recorded_at, strict=True))


def _correction_rows(match_id: int, filed: FiledMatch, deals: Sequence[KeptDeal]) -> Iterable[dict[str, Any]]:
    """The corrections that the file tells of as changes of the match, so that sheets tell of them too."""
    in_order = sorted(filed.corrections.items(), key=lambda one: (one[1].at, one[0]))
    for seq, (number, correction) in enumerate(in_order, start=1):
        now = deals[number - 1]
        before, after = write_patch(Patch(at=number, cut=(now._replace(deal=correction.was),), put=(now,)))
        yield {
            "match_id": match_id,
            "seq": seq,
            "verb": Verb.CORRECT,
            "act": Act.DO,
            "before_json": before,
            "after_json": after,
            "undoes": None,
            "at": correction.at,
        }


def _update(session: Session, book: Book, one: Compared, seen: int, asked: Asked, now: datetime) -> None:
    assert one.match_id is not None and one.key is not None  # noqa: S101, PT018 - it is here, else it would be new
    ref = MatchRef(one.match_id, one.key, book.id, book.timezone, Right.OWN)
    decide = partial(_as_in_file, one.filed)
    if change_within(session, ref, decide, asked=_asked_of(asked, ref.id), seen=seen, now=now) is None:
        raise ImportOutdated


def _as_in_file(filed: FiledMatch, before: Before) -> Change:
    """The change after which the match is what *filed* says; the deals that are the same stay."""
    old, new = before.deals(), _deals(filed, before.now)
    same = _same(old, new)
    same_at_end = _same(old[same:][::-1], new[same:][::-1])
    abandoned_at = before.columns["abandoned_at"]
    if filed.ended_early != (abandoned_at is not None):
        abandoned_at = (filed.ended_early_at or before.now) if filed.ended_early else None
    columns = before.set(
        game=filed.file.game.key,
        **rules_columns(filed.file.game, filed.file.rules),
        first_dealer=filed.file.first_dealer,
        title=filed.title,
        played_on=filed.played_on or before.columns["played_on"],
        place=filed.place,
        note=filed.note,
        abandoned_at=abandoned_at,
    )
    cut, put = old[same : len(old) - same_at_end], new[same : len(new) - same_at_end]
    return Change(Verb.IMPORT, replace(columns, at=same + 1, cut=cut, put=put))


def _same(old: Sequence[KeptDeal], new: Sequence[KeptDeal]) -> int:
    """How many deals at the beginning are the same."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((i for i, (one, other) in pairs if one.deal != other.deal), min(len(old), len(new)))


def _asked_of(asked: Asked, match_id: int) -> Asked:
    """By this the matches that came in with a request are found again."""
    return asked._replace(scope=f"match:{match_id}")
