"""What stands beside the keys: the pad with the deals played and still to come, and the chart below it."""

from typing import Any, Final
from zlib import crc32

from flask import request

from scorekeeper.book.reading import KeptMatch
from scorekeeper.web import pad
from scorekeeper.web.chart import running_totals
from scorekeeper.web.partials import reader
from scorekeeper.web.respond import is_fragment_wanted

SHOWN: Final = "X-Board"
"""The header by which a page that asks for a fragment tells the stamp of the board that it shows."""


def board(kept: KeptMatch, fresh: int | None = None) -> dict[str, Any]:
    """What ``_board.html`` and ``_pad.html`` draw; *fresh* is the number of the deal just saved."""
    return {
        "stamp": _stamp(kept),
        "rows": pad.rows(kept, fresh),
        "are_totals_wide": max(kept.match.totals) >= pad.WIDE,
        "next": pad.next_deal(kept),
        "ahead": pad.ahead(kept),
        "chart": running_totals(kept),
    }


def is_board_shown(kept: KeptMatch) -> bool:
    """True if whoever asks for a fragment shows the very board of *kept* already, so that it may stay."""
    return is_fragment_wanted() and request.headers.get(SHOWN) == _stamp(kept)


def _stamp(kept: KeptMatch) -> str:
    # A player who is renamed in another match, and another way to draw results, leave the version as it is.
    return f"{kept.version}-{crc32(repr((kept.key, kept.names, reader())).encode()):x}"
