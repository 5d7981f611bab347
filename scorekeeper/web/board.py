"""What stands beside the keys: the pad with the deals played and still to come, and the chart below it."""

from typing import Any

from scorekeeper.book.reading import KeptMatch
from scorekeeper.web import pad
from scorekeeper.web.chart import running_totals


def board(kept: KeptMatch, fresh: int | None = None) -> dict[str, Any]:
    """What ``_board.html`` and ``_pad.html`` draw; *fresh* is the number of the deal just saved."""
    return {
        "rows": pad.rows(kept, fresh),
        "are_totals_wide": max(kept.match.totals) >= pad.WIDE,
        "next": pad.next_deal(kept),
        "ahead": pad.ahead(kept),
        "chart": running_totals(kept),
    }
