"""The record of changes of a match, and which of them undo and redo would take.

Undo does not delete: it adds a change that takes another one back, and redo one that takes an
undo back. What can be undone follows from the list alone, so every device sees the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

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


class Step(NamedTuple):
    """A change without its content. undoes: the *seq* of the one it takes back."""

    seq: int
    undoes: int | None


class Stacks(NamedTuple):
    """What undo and redo would take, the next one last; the *seq* of changes."""

    undo: tuple[int, ...]
    redo: tuple[int, ...]


def stacks(steps: Iterable[Step]) -> Stacks:
    """What can be undone and redone after *steps*, oldest first."""
    undo: list[int] = []
    redo: list[int] = []
    for step in steps:
        if step.undoes is None:
            undo.append(step.seq)
            redo.clear()
        elif redo and redo[-1] == step.undoes:
            redo.pop()
            undo.append(step.seq)
        else:
            undo.pop()
            redo.append(step.seq)
    return Stacks(tuple(undo), tuple(redo))


@dataclass(frozen=True, slots=True)
class ChangeLine:
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


@dataclass(frozen=True, slots=True)
class KeptChange:
    """A change with its content, as the record holds it."""

    seq: int
    verb: Verb
    patch: Patch
    at: datetime

    def line(self, *, turned: bool = False) -> ChangeLine:
        """What people are told about it; *turned* if it took back the change meant."""
        patch = self.patch.turned() if turned else self.patch
        is_about_deal = bool(patch.cut or patch.put)
        return ChangeLine(
            seq=self.seq,
            verb=self.verb,
            number=patch.at if is_about_deal else None,
            before=patch.cut[0].deal if patch.cut else None,
            after=patch.put[0].deal if patch.put else None,
            columns=tuple(patch.after),
            at=self.at,
        )


_STEPS: Final = (
    select(CHANGE.c.seq, CHANGE.c.undoes).where(CHANGE.c.match_id == bindparam("match")).order_by(CHANGE.c.seq)
)
_CHANGES: Final = select(CHANGE.c.seq, CHANGE.c.verb, CHANGE.c.before_json, CHANGE.c.after_json, CHANGE.c.at).where(
    CHANGE.c.match_id == bindparam("match"), CHANGE.c.seq.in_(bindparam("seqs", expanding=True))
)


def stacks_of(session: Session, match_id: int) -> Stacks:
    """What can be undone and redone in a match."""
    return stacks(Step(*row) for row in session.execute(_STEPS, {"match": match_id}))


def changes_of(session: Session, match_id: int, seqs: Iterable[int]) -> dict[int, KeptChange]:
    """The changes of a match with these *seqs*, by them."""
    wanted = list(seqs)
    if not wanted:
        return {}
    rows = session.execute(_CHANGES, {"match": match_id, "seqs": wanted})
    return {seq: KeptChange(seq, Verb(verb), read_patch(before, after), at) for seq, verb, before, after, at in rows}


def last_and_next(session: Session, match_id: int) -> tuple[ChangeLine | None, ChangeLine | None]:
    """What undo would take back, and what redo would make again."""
    undo, redo = stacks_of(session, match_id)
    kept = changes_of(session, match_id, {*undo[-1:], *redo[-1:]})
    return (
        kept[undo[-1]].line() if undo else None,
        kept[redo[-1]].line(turned=True) if redo else None,
    )
