"""A change of a match as data: which deals and which columns it replaced, and by what.

A patch can be applied, turned round and kept as JSON; undo and redo are patches turned round.
In JSON a patch is two sides, before and after, of one shape (every part may be missing)::

    {"at": 3, "deals": [{"deal": "3NT+1", "by": 0, …}], "set": {"title": "Final"}, "swapped": true}

*at* is the position of the first deal, from 1. Sides hold seats, never names.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, update

from scorekeeper.book.database import Session
from scorekeeper.book.deals import KeptDeal, deal_row, read_deal, write_deal
from scorekeeper.book.tables import DEAL, MATCH

# Positions are unique at every moment, so deals that move go past all others first.
_ASIDE: Final = 1_000_000
_READ_COLUMN: Final = {
    "played_on": date.fromisoformat,
    "abandoned_at": datetime.fromisoformat,
    "deleted_at": datetime.fromisoformat,
}


@dataclass(frozen=True, slots=True)
class Patch:
    """What a change replaces: the deals *cut* by those *put* from position *at*, columns *before* by *after*.

    swapped: the two players change seats; the deals they declared and the first deal go with them.
    at_end: nothing stands on the sheet after those deals.
    """

    at: int = 1
    cut: tuple[KeptDeal, ...] = ()
    put: tuple[KeptDeal, ...] = ()
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    swapped: bool = False
    at_end: bool = False

    @property
    def is_empty(self) -> bool:
        """True if it changes nothing."""
        return self.cut == self.put and self.before == self.after and not self.swapped

    def turned(self) -> "Patch":
        """The patch that takes this one back."""
        return replace(self, cut=self.put, put=self.cut, before=self.after, after=self.before)


def apply_patch(session: Session, match_id: int, patch: Patch) -> None:
    """Change the match and its deals as *patch* says."""
    if patch.cut or patch.put:
        _splice(session, match_id, patch)
    if patch.after:
        session.execute(update(MATCH).where(MATCH.c.id == match_id).values(dict(patch.after)))
    if patch.swapped:
        seats = {
            "player0_id": MATCH.c.player1_id,
            "player1_id": MATCH.c.player0_id,
            "first_dealer": 1 - MATCH.c.first_dealer,
        }
        session.execute(update(MATCH).where(MATCH.c.id == match_id).values(seats))
        session.execute(update(DEAL).where(DEAL.c.match_id == match_id).values(declarer=1 - DEAL.c.declarer))


def _splice(session: Session, match_id: int, patch: Patch) -> None:
    after = patch.at + len(patch.cut)
    moved = len(patch.put) - len(patch.cut)
    if patch.cut:
        session.execute(_CUT, {"match": match_id, "first": patch.at, "after": after})
    if moved and not patch.at_end:
        session.execute(_MOVE_ASIDE, {"match": match_id, "after": after})
        session.execute(_MOVE_BACK, {"match": match_id, "moved": moved})
    for number, kept in enumerate(patch.put, start=patch.at):
        session.execute(_PUT, deal_row(match_id, number, kept))


# Put together once; recording a deal is what this program does all evening.
_OF_MATCH: Final = DEAL.c.match_id == bindparam("match")
_CUT: Final = delete(DEAL).where(_OF_MATCH, DEAL.c.position >= bindparam("first"), DEAL.c.position < bindparam("after"))
_MOVE_ASIDE: Final = (
    update(DEAL).where(_OF_MATCH, DEAL.c.position >= bindparam("after")).values(position=DEAL.c.position + _ASIDE)
)
_MOVE_BACK: Final = (
    update(DEAL)
    .where(_OF_MATCH, DEAL.c.position > _ASIDE)
    .values(position=DEAL.c.position - _ASIDE + bindparam("moved"))
)
_PUT: Final = insert(DEAL)


def write_patch(patch: Patch) -> tuple[str, str]:
    """Both sides of *patch* as JSON, before and after."""
    return (
        _write_side(patch, patch.cut, patch.before),
        _write_side(patch, patch.put, patch.after),
    )


def read_patch(before: str, after: str) -> Patch:
    """The patch whose sides `write_patch` wrote."""
    old, new = json.loads(before), json.loads(after)
    return Patch(
        at=old.get("at", 1),
        cut=tuple(map(read_deal, old.get("deals", ()))),
        put=tuple(map(read_deal, new.get("deals", ()))),
        before=_read_columns(old),
        after=_read_columns(new),
        swapped=old.get("swapped", False),
    )


def _write_side(patch: Patch, deals: tuple[KeptDeal, ...], columns: Mapping[str, Any]) -> str:
    side: dict[str, Any] = {}
    if patch.cut or patch.put:
        side |= {"at": patch.at, "deals": [write_deal(kept) for kept in deals]}
    if columns:
        side["set"] = {name: v.isoformat() if isinstance(v, date) else v for name, v in columns.items()}
    if patch.swapped:
        side["swapped"] = True
    return json.dumps(side, ensure_ascii=False)


def _read_columns(side: Mapping[str, Any]) -> dict[str, Any]:
    columns: Mapping[str, Any] = side.get("set", {})
    return {
        name: value if value is None or name not in _READ_COLUMN else _READ_COLUMN[name](value)
        for name, value in columns.items()
    }
