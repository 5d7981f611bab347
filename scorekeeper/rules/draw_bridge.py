"""Draw Bridge: points for every odd trick, first to the target.

Source: rules of the game, "Draw Bridge". Every number of the game stands here and nowhere else.
"""

from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.deal import Deal, Doubling, Player
from scorekeeper.rules.houserules import amount, check_rules, choice
from scorekeeper.rules.match import Entry, Game, OutcomeReason, Reason, Tally
from scorekeeper.rules.odd_tricks import odd_trick_points

LOWEST_LEVEL: Final = 1
FLAT_PENALTY: Final = 50
"""Points an undertrick, undoubled, where the house rule *undertricks* is ``flat``."""
BRIDGE_UNDOUBLED: Final = 50
BRIDGE_DOUBLED: Final = (100, 200, 300)
"""Points an undertrick where it is ``bridge``: for the first, for the second and third, for each later.

Redoubled is twice the doubled figure.
"""
OFFERED_TARGETS: Final = (100, 200, 300, 500, 1000)
"""Targets offered when a match is set up; any whole number in the range will do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawBridgeRules:
    """The house rules of Draw Bridge; raises InvalidRules, naming the key."""

    target: int = amount(300, 10, 100_000)
    undertricks: str = choice("none", "flat", "bridge")
    overtricks: str = choice("full", "ignored")

    def __post_init__(self) -> None:
        check_rules(self)


def score(rules: DrawBridgeRules, deal: Deal) -> list[Entry]:
    """Why *deal* is worth what it is worth: a list of entries, empty if nobody scores.

    A made contract scores for declarer; one that is down only by house rule, for the defender.
    """
    declarer, contract, tricks = deal.declarer, deal.contract, deal.tricks
    if contract is None or declarer is None or tricks is None:
        return []
    margin = tricks - contract.tricks_needed
    factor = contract.doubling.factor
    if margin >= 0:
        odd_tricks = contract.level + (margin if rules.overtricks == "full" else 0)
        player, points, reason = declarer, odd_trick_points(contract.strain, odd_tricks), Reason.ODD_TRICKS
    elif rules.undertricks == "flat":
        player, points, reason = 1 - declarer, FLAT_PENALTY * -margin, Reason.PENALTY
    elif rules.undertricks == "bridge":
        # The scale already holds the doubling, so nothing multiplies it.
        return [Entry(1 - declarer, bridge_penalty(-margin, contract.doubling), Reason.PENALTY)]
    else:
        return []
    entries = [Entry(player, points, reason)]
    if factor > 1:
        entries.append(Entry(player, points * (factor - 1), Reason.MULTIPLICATION))
    return entries


def bridge_penalty(undertricks: int, doubling: Doubling) -> int:
    """Points for *undertricks* (1 to 13) on the non-vulnerable scale of contract bridge."""
    if doubling is Doubling.UNDOUBLED:
        return BRIDGE_UNDOUBLED * undertricks
    first, second_and_third, later = BRIDGE_DOUBLED
    doubled = first + second_and_third * min(undertricks - 1, 2) + later * max(undertricks - 3, 0)
    return doubled if doubling is Doubling.DOUBLED else 2 * doubled


def uses_up(rules: DrawBridgeRules, deal: Deal) -> bool:
    """Every deal counts as one; no number of deals ends the match."""
    return True


def judge(rules: DrawBridgeRules, tally: Tally) -> tuple[OutcomeReason, Player | None] | None:
    """Why the match is over and who won, or None while it goes on. Source: "End"."""
    if max(tally.totals) < rules.target:
        return None
    # Only one player scores in a deal, so only one can have reached the target just now.
    return OutcomeReason.TARGET, tally.leader


def deals_of(rules: DrawBridgeRules) -> None:
    """No number of deals: the target ends the match."""


DRAW_BRIDGE: Final = Game(
    key="draw-bridge",
    name="Draw Bridge",
    lowest_level=LOWEST_LEVEL,
    rules=DrawBridgeRules,
    score=score,
    uses_up=uses_up,
    judge=judge,
    deals_of=deals_of,
)
"""The game to a target."""
