"""A deal as a row, and as JSON in the record of changes."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.book.database import Session
from scorekeeper.book.tables import DEAL
from scorekeeper.rules.deal import PASSED_OUT, Contract, Deal, Doubling, format_deal, parse_deal, parse_strain

DEAL_COLUMNS: Final = (DEAL.c.declarer, DEAL.c.level, DEAL.c.strain, DEAL.c.doubling, DEAL.c.tricks)
_DEALS: Final = select(*DEAL_COLUMNS).where(DEAL.c.match_id == bindparam("match")).order_by(DEAL.c.position)
_KEPT: Final = _DEALS.add_columns(DEAL.c.recorded_at)


class KeptDeal(NamedTuple):
    """A deal and when it was recorded."""

    deal: Deal
    recorded_at: datetime


@lru_cache(maxsize=4096)  # all there are
def deal_of(
    declarer: int | None, level: int | None, strain: str | None, doubling: int | None, tricks: int | None
) -> Deal:
    """The deal of a row."""
    if level is None or strain is None or doubling is None:
        return PASSED_OUT
    return Deal(declarer, Contract(level, parse_strain(strain), Doubling(doubling)), tricks)


def deals_of(session: Session, match_id: int) -> list[Deal]:
    """The deals of a match, oldest first."""
    return [deal_of(*parts) for parts in session.execute(_DEALS, {"match": match_id})]


def kept_deals_of(session: Session, match_id: int) -> tuple[KeptDeal, ...]:
    """The deals of a match and when they were recorded, oldest first."""
    return tuple(KeptDeal(deal_of(*parts), at) for *parts, at in session.execute(_KEPT, {"match": match_id}))


def deal_row(match_id: int, position: int, kept: KeptDeal) -> dict[str, Any]:
    """The row of a deal; its *position* counts from 1."""
    contract = kept.deal.contract
    return {
        "match_id": match_id,
        "position": position,
        "declarer": kept.deal.declarer,
        "level": None if contract is None else contract.level,
        "strain": None if contract is None else contract.strain.letters,
        "doubling": None if contract is None else int(contract.doubling),
        "tricks": kept.deal.tricks,
        "recorded_at": kept.recorded_at,
    }


def write_deal(kept: KeptDeal) -> dict[str, Any]:
    """A deal for JSON: ``{"deal": "4HX-1", "by": 0, "recorded_at": "…"}``; *by* is declarer's seat."""
    by = {} if kept.deal.declarer is None else {"by": kept.deal.declarer}
    return {"deal": format_deal(kept.deal), **by, "recorded_at": kept.recorded_at.isoformat()}


def read_deal(values: Mapping[str, Any]) -> KeptDeal:
    """The deal that `write_deal` wrote."""
    return KeptDeal(parse_deal(values["deal"], values.get("by", 0)), datetime.fromisoformat(values["recorded_at"]))
