"""How every change of a match is made: claim, look, decide, write, in one transaction.

The claim is the first statement: it raises the version if nobody has since the caller looked,
and holds the match until the transaction ends. Whoever comes second is told, not overwritten.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, insert, update

from scorekeeper.book.access import MatchRef
from scorekeeper.book.database import Session, Sessions
from scorekeeper.book.deals import KeptDeal, deals_of, kept_deals_of
from scorekeeper.book.errors import StaleMatch
from scorekeeper.book.history import Act, KeptChange, Verb
from scorekeeper.book.patches import Patch, apply_patch, write_patch
from scorekeeper.book.reading import Known, load_match, rules_of
from scorekeeper.book.requests import Answer, Asked, find_answer, keep_answer
from scorekeeper.book.status import status_of
from scorekeeper.book.tables import CHANGE, HIGHEST_NUMBER, MATCH
from scorekeeper.rules.games import game_named
from scorekeeper.rules.houserules import HouseRules, write_rules
from scorekeeper.rules.match import Game, Match, replay


class Done(NamedTuple):
    """What a verb answers.

    version: what the match became. changed: False if there was nothing to change, which is no error.
    replayed: True if the same request had been answered before; nothing was done again.
    known: what a look at the match need not work out again, if the verb has done so.
    """

    match_key: str
    version: int
    changed: bool = True
    replayed: bool = False
    known: Known | None = None


class Before(NamedTuple):
    """A claimed match as it was, for the verb to decide upon."""

    session: Session
    match_id: int
    now: datetime
    timezone: str
    game: Game
    rules: Any
    first_dealer: int
    columns: dict[str, Any]

    def deals(self) -> tuple[KeptDeal, ...]:
        """The deals, oldest first."""
        return kept_deals_of(self.session, self.match_id)

    def match(self) -> Match:
        """Where the match stands."""
        deals = deals_of(self.session, self.match_id)
        return replay(self.game, self.rules, deals, first_dealer=self.first_dealer)

    def set(self, **after: Any) -> Patch:
        """A patch that puts *after* into the columns of the match, as far as they differ."""
        new = {name: value for name, value in after.items() if value != self.columns[name]}
        return Patch(before={name: self.columns[name] for name in new}, after=new)


class Change(NamedTuple):
    """What a verb decided.

    undoes: the *seq* of the change that it takes back, unless it is done anew.
    beside: the verb has written something that is no part of the match, which stays though the match may not change.
    after: where the match stands with the change, if the verb has folded that anyway.
    """

    verb: Verb
    patch: Patch
    act: Act = Act.DO
    undoes: int | None = None
    beside: bool = False
    after: Match | None = None


Decide = Callable[[Before], Change]


class _Over(Exception):
    """The transaction is to leave no trace; *done* is the answer."""

    def __init__(self, done: Done) -> None:
        self.done = done


def change_match(
    sessions: Sessions,
    ref: MatchRef,
    decide: Decide,
    *,
    what: str,
    content: object = (),
    seen: int,
    request: str,
    deleted: bool = False,
) -> Done:
    """Make the change that *decide* decides upon, once for every *request* key.

    what, content: what is asked, to tell the same request from another under the same key.
    deleted: this change may be made to a deleted match, if *ref* was found as one.
    Raises StaleMatch if anyone changed the match after version *seen*, RequestReused, MatchDeleted, MatchNotFound,
    and whatever *decide* raises; then nothing is stored.
    """
    asked = Asked.of(what, f"match:{ref.id}", request, content)
    now = sessions.clock()
    ref = ref._replace(deleted=ref.deleted and deleted)
    try:
        with sessions.writing() as session:
            before = _claim(session, ref, seen, now)
            known = find_answer(session, asked)
            if known is not None:
                raise _Over(Done(ref.key, known.version, replayed=True))
            if before is not None:
                return _make(session, ref, decide(before), before, asked, seen)
    except _Over as over:
        return over.done
    with sessions.reading() as session:
        raise StaleMatch(load_match(session, ref))


def change_within(
    session: Session, ref: MatchRef, decide: Decide, *, asked: Asked, seen: int, now: datetime
) -> Done | None:
    """Make the change that *decide* decides upon in a transaction that does more; None if *seen* is not its version.

    What *decide* decides upon must change something.
    """
    before = _claim(session, ref._replace(deleted=False), seen, now)
    return None if before is None else _make(session, ref, decide(before)._replace(beside=True), before, asked, seen)


_KEPT: Final = (
    MATCH.c.game,
    MATCH.c.rules_json,
    MATCH.c.rules_hash,
    MATCH.c.first_dealer,
    MATCH.c.title,
    MATCH.c.played_on,
    MATCH.c.place,
    MATCH.c.note,
    MATCH.c.status,
    MATCH.c.abandoned_at,
    MATCH.c.deleted_at,
)


_CLAIM_DELETED_TOO: Final = (
    update(MATCH)
    .where(MATCH.c.id == bindparam("match"), MATCH.c.version == bindparam("seen"))
    .values(version=MATCH.c.version + 1, changed_at=bindparam("now"))
    .returning(*_KEPT)
)
_CLAIM: Final = _CLAIM_DELETED_TOO.where(MATCH.c.deleted_at.is_(None))
_GIVE_BACK: Final = update(MATCH).where(MATCH.c.id == bindparam("match")).values(version=bindparam("seen"))
_RECORD: Final = insert(CHANGE)
_RENEW: Final = update(MATCH).where(MATCH.c.id == bindparam("match")).values(status=bindparam("stands"))


def _claim(session: Session, ref: MatchRef, seen: int, now: datetime) -> Before | None:
    """Raise the version from *seen* by one and hold the match; None if that is not its version."""
    # A number that no column holds would be refused by the driver; it is no version either.
    version = seen if 0 <= seen < HIGHEST_NUMBER else -1
    claim = _CLAIM_DELETED_TOO if ref.deleted else _CLAIM
    row = session.execute(claim, {"match": ref.id, "seen": version, "now": now}).first()
    if row is None:
        return None
    return Before(
        session=session,
        match_id=ref.id,
        now=now,
        timezone=ref.timezone,
        game=game_named(row.game),
        rules=rules_of(row.game, row.rules_json),
        first_dealer=row.first_dealer,
        columns=dict(row._mapping),
    )


def _make(session: Session, ref: MatchRef, change: Change, before: Before, asked: Asked, seen: int) -> Done:
    if change.patch.is_empty:
        done = Done(ref.key, seen, changed=False)
        if not change.beside:
            raise _Over(done)
        session.execute(_GIVE_BACK, {"match": ref.id, "seen": seen})
        keep_answer(session, asked, Answer(ref.id, seen), before.now)
        return done
    version = seen + 1
    apply_patch(session, ref.id, change.patch)
    _renew_status(before, change)
    old, new = write_patch(change.patch)
    row = {
        "match_id": ref.id,
        "seq": version,
        "verb": change.verb,
        "act": change.act,
        "before_json": old,
        "after_json": new,
        "undoes": change.undoes,
        "at": before.now,
    }
    session.execute(_RECORD, row)
    keep_answer(session, asked, Answer(ref.id, version), before.now)
    return Done(ref.key, version, known=_known(change, version, before.now))


def _known(change: Change, version: int, now: datetime) -> Known | None:
    if change.after is None or change.act is not Act.DO:
        return None
    return Known(version, change.after, KeptChange(version, change.verb, change.patch, now).line())


def _renew_status(before: Before, change: Change) -> None:
    """Let the status say again what follows from the deals, as they are after *change*."""
    columns = {**before.columns, **change.patch.after}
    match = change.after or replay(
        game_named(columns["game"]),
        rules_of(columns["game"], columns["rules_json"]),
        deals_of(before.session, before.match_id),
        first_dealer=columns["first_dealer"],  # of either seat: who deals first does not change how a match stands
    )
    status = status_of(match, columns["abandoned_at"])
    if status != before.columns["status"]:
        before.session.execute(_RENEW, {"match": before.match_id, "stands": status})


def rules_columns(game: Game, rules: HouseRules) -> dict[str, str]:
    """The columns for *rules*: all values, and a short name for matches played by the same ones."""
    values = json.dumps(write_rules(rules), sort_keys=True)
    name = hashlib.sha256(f"{game.key} {values}".encode()).hexdigest()[:16]
    return {"rules_json": values, "rules_hash": name}
