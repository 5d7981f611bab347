"""What a sheet leaves room for: the deal that comes next, and those still to come."""

from dataclasses import dataclass

from scorekeeper.rules.deal import Player
from scorekeeper.rules.match import Match


@dataclass(frozen=True, slots=True)
class Coming:
    """A deal that is not played yet.

    number: its place on the sheet if nothing is passed out, from 1.
    used: which deal of the match it will be. only_if_level: True for a tie-break deal
    that is played only if the totals are level after the deals of the match.
    """

    number: int
    used: int
    dealer: Player
    only_if_level: bool


def coming_deals(match: Match) -> list[Coming]:
    """The deals that follow the lines of *match*, the next one first; none once it is over.

    A match to a target has only a next deal: nobody knows how many will follow.
    """
    if match.is_over:
        return []
    first, used, regular = len(match.lines) + 1, match.next_used, match.regular_deals
    last = used if regular is None or used > regular else regular + may_need_tie_break(match)
    return [
        Coming(first + i, used + i, match.dealer_of(first + i), regular is not None and used + i > regular)
        for i in range(last - used + 1)
    ]


def may_need_tie_break(match: Match) -> bool:
    """True if a level score after the deals of the match makes the players play on."""
    return getattr(match.rules, "tie_break", "none") != "none"
