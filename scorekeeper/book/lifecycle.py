"""How matches come and go: start, rematch, end early, play on, delete, restore, purge."""

import uuid
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update

from scorekeeper.book.access import Book, MatchRef, book_of, create_book, is_key, new_key, settle_timezone
from scorekeeper.book.changes import take_back
from scorekeeper.book.database import Session, Sessions
from scorekeeper.book.errors import InvalidRequest
from scorekeeper.book.history import Verb
from scorekeeper.book.patches import Patch
from scorekeeper.book.players import clean_name, player_for, refused_names
from scorekeeper.book.reading import KEPT_DAYS, load_match
from scorekeeper.book.requests import Answer, Asked, claim
from scorekeeper.book.settings import check_rules_of
from scorekeeper.book.status import status_of
from scorekeeper.book.tables import MATCH, REQUEST
from scorekeeper.book.timezones import day_in
from scorekeeper.book.writing import Before, Change, Done, change_match, rules_columns
from scorekeeper.rules.deal import Player
from scorekeeper.rules.errors import MatchOver
from scorekeeper.rules.houserules import write_rules
from scorekeeper.rules.match import Game, new_match
from scorekeeper.rules.names import name_key


class NewMatch(NamedTuple):
    """What is needed for a match.

    names: left seat, right seat. timezone: what the browser says; a book takes that of the first one.
    """

    game: Game
    rules: Any
    names: tuple[str, str]
    first_dealer: Player
    timezone: str | None = None


class Started(NamedTuple):
    """A match that was started, and the book it is in."""

    book: Book
    match_key: str


def start_match(
    sessions: Sessions,
    book: Book | None,
    new: NewMatch,
    *,
    request: str,
    visitor: str | None = None,
    now: datetime | None = None,
) -> Started:
    """Start a match, and a book for it if *book* is None; the same *request* again leads to the same match.

    visitor: a key of whoever has no book yet, which makes their request keys their own.
    Raises InvalidName (field ``left`` or ``right``), InvalidRules, InvalidDeal, InvalidRequest, RequestReused.
    """
    now = now or sessions.clock()
    if refused := refused_names(*new.names):
        raise next(iter(refused.values()))
    names = clean_name(new.names[0]), clean_name(new.names[1])
    check_rules_of(new.game, new.rules)
    new_match(new.game, new.rules, first_dealer=new.first_dealer)  # refuses who is no player
    if book is None and not is_key(visitor):
        raise InvalidRequest("visitor", "A visitor without a book needs a key of their own.")
    content = [new.game.key, write_rules(new.rules), names, new.first_dealer]
    scope = f"visitor:{visitor}" if book is None else f"book:{book.id}"
    asked = Asked.of("start", scope, request, content)
    with sessions.writing() as session:
        known = claim(session, asked, now)
        if known is not None:
            return _started(session, known)
        if book is None:
            owner = create_book(session, new.timezone, now=now)
        else:
            owner = settle_timezone(session, book, new.timezone)
        # In one order everywhere: two who start at once must not wait for each other.
        people = {name: player_for(session, owner.id, name).id for name in sorted(names, key=name_key)}
        columns = _columns(new.game, new.rules, (people[names[0]], people[names[1]]), new.first_dealer)
        started = _insert(session, owner, columns, asked, now)
        if book is None:
            # A tap that comes later may know the new book already.
            claim(session, Asked(f"book:{owner.id}", asked.key, asked.digest), now)
            _answer(session, f"book:{owner.id}", asked.key, started)
    return Started(owner, started[1])


def rematch(sessions: Sessions, ref: MatchRef, *, request: str) -> str:
    """A new match of the same players in the same seats by the same house rules; returns its key.

    Who did not deal first in this one deals first in that.
    Raises MatchDeleted, MatchNotFound, InvalidRequest, RequestReused.
    """
    asked = Asked.of("rematch", f"book:{ref.book_id}", request, ref.id)
    now = sessions.clock()
    with sessions.writing() as session:
        known = claim(session, asked, now)
        if known is not None:
            return _started(session, known).match_key
        last = load_match(session, ref._replace(deleted=False))
        left, right = last.players
        columns = _columns(last.match.game, last.match.rules, (left.id, right.id), 1 - last.match.first_dealer)
        return _insert(session, Book(ref.book_id, "", ref.timezone), columns, asked, now)[1]


def end_early(sessions: Sessions, ref: MatchRef, *, seen: int, request: str) -> Done:
    """End the match without a winner; raises MatchOver if it has ended already."""

    def decide(before: Before) -> Change:
        if before.columns["abandoned_at"] is not None:
            return Change(Verb.END_EARLY, Patch())
        if before.match().is_over:
            raise MatchOver("match", "The match is over already.")
        return Change(Verb.END_EARLY, before.set(abandoned_at=before.now))

    return change_match(sessions, ref, decide, what="end early", seen=seen, request=request)


def play_on(sessions: Sessions, ref: MatchRef, *, seen: int, request: str) -> Done:
    """Go on with a match that was ended early."""

    def decide(before: Before) -> Change:
        return Change(Verb.PLAY_ON, before.set(abandoned_at=None))

    return change_match(sessions, ref, decide, what="play on", seen=seen, request=request)


def delete_match(sessions: Sessions, ref: MatchRef, *, seen: int, request: str) -> Done:
    """Delete the match; it can be restored for 30 days.

    To answer a request that comes twice, find the match with ``match_for(…, deleted=True)``.
    """

    def decide(before: Before) -> Change:
        deleted_at = before.columns["deleted_at"] or before.now
        return Change(Verb.DELETE, before.set(deleted_at=deleted_at))

    return change_match(sessions, ref, decide, what="delete", seen=seen, request=request, deleted=True)


def restore_match(sessions: Sessions, ref: MatchRef, *, seen: int, request: str) -> Done:
    """Bring a deleted match back; nothing changes if it is not deleted. Raises MatchNotFound after 30 days."""

    def decide(before: Before) -> Change:
        # A deleted match can only be restored, so its deletion is the last thing done to it.
        is_deleted = before.columns["deleted_at"] is not None
        return take_back(before) if is_deleted else Change(Verb.DELETE, Patch())

    return change_match(sessions, ref, decide, what="restore", seen=seen, request=request, deleted=True)


def purge(sessions: Sessions, now: datetime | None = None) -> int:
    """Remove matches for good that were deleted more than 30 days ago; says how many."""
    oldest = (now or sessions.clock()) - timedelta(days=KEPT_DAYS)
    with sessions.writing() as session:
        gone = session.execute(delete(MATCH).where(MATCH.c.deleted_at <= oldest).returning(MATCH.c.id))
        return len(gone.all())


def _columns(game: Game, rules: Any, players: tuple[int, int], first_dealer: Player) -> dict[str, Any]:
    """The columns that say what is played by whom, and how it stands before the first deal."""
    return {
        "game": game.key,
        **rules_columns(game, rules),
        "player0_id": players[0],
        "player1_id": players[1],
        "first_dealer": first_dealer,
        "status": status_of(new_match(game, rules, first_dealer=first_dealer), None),
    }


def _insert(session: Session, book: Book, columns: dict[str, Any], asked: Asked, now: datetime) -> tuple[int, str]:
    """Insert the row of a new match and answer *asked* with it; returns its id and its key."""
    row = {
        **columns,
        "scorebook_id": book.id,
        "key": new_key(),
        "uid": uuid.uuid4().hex,
        "played_on": day_in(book.timezone, now),
        "version": 0,
        "created_at": now,
        "changed_at": now,
    }
    started = session.execute(insert(MATCH).values(row).returning(MATCH.c.id)).scalar_one(), str(row["key"])
    _answer(session, asked.scope, asked.key, started)
    return started


def _answer(session: Session, scope: str, key: str, started: tuple[int, str]) -> None:
    this = REQUEST.c.scope == scope, REQUEST.c.key == key
    session.execute(update(REQUEST).where(*this).values(match_id=started[0]))


def _started(session: Session, known: Answer) -> Started:
    """The match that was started for the same request before."""
    match_id, key = session.execute(select(MATCH.c.id, MATCH.c.key).where(MATCH.c.id == known.match_id)).one()
    return Started(book_of(session, match_id), key)
