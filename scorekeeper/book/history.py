"""The record of changes of a match, and which of them undo and redo would take.

Undo does not delete: it adds a change that takes another one back, and redo one that takes an
undo back. What can be undone follows from the list alone, so every device sees the same.
"""

import sys
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.book.database import Session
from scorekeeper.book.patches import Patch, read_patch
from scorekeeper.book.tables import CHANGE
from scorekeeper.rules.deal import Deal


class Verb(StrEnum):
    """What a change did."""

    RECORD = "record"
    INSERT = "insert"
    CORRECT = "correct"
    REMOVE = "remove"
    RULES = "rules"
    FIRST_DEALER = "first dealer"
    SWAP_SEATS = "swap seats"
    GAME = "game"
    DETAILS = "details"
    END_EARLY = "end early"
    PLAY_ON = "play on"
    DELETE = "delete"
    IMPORT = "import"


class Act(StrEnum):
    """How a change came about: done anew, or by taking another one back."""

    DO = "do"
    UNDO = "undo"
    REDO = "redo"


class Step(NamedTuple):
    """A change without its content. undoes: the *seq* of the one that it takes back, None if it was done anew."""

    seq: int
    act: Act
    undoes: int | None = None


class Tops(NamedTuple):
    """The *seq* of the changes that undo and redo would take back; None where there is none."""

    undo: int | None
    redo: int | None


def tops(steps: Iterable[Step]) -> Tops:
    """What can be undone and redone after *steps*, the newest first; reads no more of them than it needs.

    Whatever lies between a change and the one that takes it back cancels out, so looking for the top
    of a stack is walking backwards and jumping over what is taken back.
    """
    undo: int | None = None
    redo: int | None = None
    undo_from = redo_from = sys.maxsize
    for seq, act, undoes in steps:
        before = 0 if undoes is None else undoes - 1
        if seq <= undo_from:
            if act is Act.UNDO:
                undo_from = before
            else:
                undo, undo_from = seq, 0
        if seq <= redo_from:
            if act is Act.REDO:
                redo_from = before
            else:  # a change that is done anew ends what could be redone
                redo, redo_from = seq if act is Act.UNDO else None, 0
        if undo_from == redo_from == 0:
            break
    return Tops(undo, redo)


class ChangeLine(NamedTuple):
    """A change as it was made, whichever way the match stands now.

    number: of the deal it was about, None if about none. before, after: that deal; None where there was none.
    columns: what else it changed, by names such as ``title`` or ``rules_json``.
    """

    seq: int
    verb: Verb
    number: int | None
    before: Deal | None
    after: Deal | None
    columns: tuple[str, ...]
    at: datetime


class KeptChange(NamedTuple):
    """A change with its content, as the record holds it."""

    seq: int
    verb: Verb
    patch: Patch
    at: datetime

    def line(self, *, turned: bool = False) -> ChangeLine:
        """What people are told about it; *turned* if it took back the change meant."""
        patch = self.patch.turned() if turned else self.patch
        is_about_deal = bool(patch.cut or patch.put) and self.verb is not Verb.IMPORT
        return ChangeLine(
            seq=self.seq,
            verb=self.verb,
            number=patch.at if is_about_deal else None,
            before=patch.cut[0].deal if is_about_deal and patch.cut else None,
            after=patch.put[0].deal if is_about_deal and patch.put else None,
            columns=tuple(patch.after),
            at=self.at,
        )


_STEPS: Final = (
    select(CHANGE.c.seq, CHANGE.c.act, CHANGE.c.undoes)
    .where(CHANGE.c.match_id == bindparam("match"))
    .order_by(CHANGE.c.seq.desc())
)
_CONTENT: Final = CHANGE.c.seq, CHANGE.c.act, CHANGE.c.verb, CHANGE.c.before_json, CHANGE.c.after_json, CHANGE.c.at
_CHANGES: Final = select(*_CONTENT).where(
    CHANGE.c.match_id == bindparam("match"), CHANGE.c.seq.in_(bindparam("seqs", expanding=True))
)
_NEWEST: Final = select(*_CONTENT).where(CHANGE.c.match_id == bindparam("match")).order_by(CHANGE.c.seq.desc()).limit(1)


def tops_of(session: Session, match_id: int) -> Tops:
    """What can be undone and redone in a match."""
    rows = session.execute(_STEPS, {"match": match_id})
    found = tops(Step(seq, Act(act), undoes) for seq, act, undoes in rows)
    rows.close()
    return found


def changes_of(session: Session, match_id: int, seqs: Iterable[int]) -> dict[int, KeptChange]:
    """The changes of a match with these *seqs*, by them."""
    wanted = list(seqs)
    if not wanted:
        return {}
    rows = session.execute(_CHANGES, {"match": match_id, "seqs": wanted})
    return {row.seq: _kept(row) for row in rows}


def _kept(row: Any) -> KeptChange:
    return KeptChange(row.seq, Verb(row.verb), read_patch(row.before_json, row.after_json), row.at)


def last_and_next(session: Session, match_id: int) -> tuple[ChangeLine | None, ChangeLine | None]:
    """What undo would take back, and what redo would make again."""
    newest = session.execute(_NEWEST, {"match": match_id}).first()
    if newest is not None and newest.act == Act.DO:
        return _kept(newest).line(), None  # mostly so; it could only be what undo takes back, and nothing is redone
    undo, redo = tops_of(session, match_id)
    kept = changes_of(session, match_id, [seq for seq in (undo, redo) if seq is not None])
    return (
        None if undo is None else kept[undo].line(),
        None if redo is None else kept[redo].line(turned=True),
    )
