"""Bridgette: fixed contract values, bonuses, penalties, six deals.

Source: rules of the game, "Bridgette". Every number of the game stands here and nowhere else.
"""

from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.deal import HIGHEST_LEVEL, Deal, Doubling, Player, Strain
from scorekeeper.rules.houserules import amount, check_rules, choice
from scorekeeper.rules.match import Entry, Game, OutcomeReason, Reason, Tally
from scorekeeper.rules.odd_tricks import odd_trick_points

LOWEST_LEVEL: Final = 0

C, D, H, S, NT = Strain
GAME_VALUE: Final = None
"""Stands in the table of values where the house rule *game value* decides."""

VALUES: Final[dict[tuple[int, Strain], int | None]] = {
    (0, NT): 150,
    **{(1, suit): 150 for suit in (C, D, H, S)},
    **{(level, NT): 250 for level in (1, 2)},
    **{(level, suit): 250 for level in (2, 3) for suit in (C, D, H, S)},
    **{(4, minor): 250 for minor in (C, D)},
    **{(level, NT): GAME_VALUE for level in (3, 4)},
    **{(4, major): GAME_VALUE for major in (H, S)},
    **{(5, suit): GAME_VALUE for suit in (C, D, H, S)},
    (5, NT): 750,
    **{(6, suit): 750 for suit in (C, D, H, S)},
    (6, NT): 2200,
    **{(7, suit): 2200 for suit in (C, D, H, S)},
    (7, NT): 2500,
}
"""Points for a made contract, by level and strain. Source: rules of the game, "Made contract"."""

EXACT_BONUS: Final = (250, 250, 250, 250, 250, 250, 100, 0)
"""Points for exactly the tricks bid, by level 0 to 7."""
THREE_OVERTRICKS_BONUS: Final = 350
DOUBLED_BONUS: Final = (0, 400, 1000)
"""Points for a made contract: undoubled, doubled, redoubled."""

PENALTIES: Final = (
    (100, 200, 300),
    (200, 500, 700),
    (300, 800, 1100),
    (400, 1100, 1500),
    (700, 2000, 2700),
    (1000, 3000, 4000),
)
"""Points to the defender for 1, 2, … 6 or more undertricks: undoubled, doubled, redoubled. Source: "Down"."""

NON_DEALER_DRAWS: Final = 2
DEALER_DRAWS: Final = (("2–10", 4), ("J Q K", 8), ("A", 12))
"""Cards the dealer draws by the upcard; the Little, Royal and Grand Colon go with these three.

Source: rules of the game, "Exchange".
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgetteRules:
    """The house rules of Bridgette; raises InvalidRules, naming the key."""

    deals: int = amount(6, 2, 24)
    game_value: int = amount(500, 0, 10_000)
    doubling: str = choice("everything", "value only", "bonus only")
    odd_trick_points: str = choice("off", "on")
    passed_out: str = choice("replay", "count")
    tie_break: str = choice("until decided", "one deal", "none")

    def __post_init__(self) -> None:
        check_rules(self)


def score(rules: BridgetteRules, deal: Deal) -> list[Entry]:
    """Why *deal* is worth what it is worth: a list of entries, empty if passed out.

    A made contract scores for declarer, one that is down for the defender.
    """
    declarer, contract, tricks = deal.declarer, deal.contract, deal.tricks
    if contract is None or declarer is None or tricks is None:
        return []
    level, doubling = contract.level, contract.doubling
    margin = tricks - contract.tricks_needed
    if margin < 0:
        return [Entry(1 - declarer, PENALTIES[min(-margin, len(PENALTIES)) - 1][doubling], Reason.PENALTY)]

    value = VALUES[level, contract.strain]
    base = rules.game_value if value is None else value
    entries = [Entry(declarer, base, Reason.CONTRACT)]
    if rules.odd_trick_points == "on" and (odd := odd_trick_points(contract.strain, level + margin)):
        entries.append(Entry(declarer, odd, Reason.ODD_TRICKS))
        base += odd
    bonuses = 0
    if margin == 0 and EXACT_BONUS[level]:
        bonuses = EXACT_BONUS[level]
        entries.append(Entry(declarer, bonuses, Reason.EXACT))
    elif margin == 3:
        bonuses = THREE_OVERTRICKS_BONUS
        entries.append(Entry(declarer, bonuses, Reason.THREE_OVERTRICKS))
    if doubling:
        doubled = DOUBLED_BONUS[doubling]
        reason = Reason.DOUBLED_MADE if doubling is Doubling.DOUBLED else Reason.REDOUBLED_MADE
        entries.append(Entry(declarer, doubled, reason))
        if rules.doubling != "bonus only":
            multiplied = base if rules.doubling == "value only" else base + bonuses + doubled
            if multiplied:
                entries.append(Entry(declarer, multiplied * (doubling.factor - 1), Reason.MULTIPLICATION))
    return entries


def uses_up(rules: BridgetteRules, deal: Deal) -> bool:
    """Whether *deal* is one of the deals of the match: a replayed passed-out deal is not."""
    return deal.contract is not None or rules.passed_out == "count"


def judge(rules: BridgetteRules, tally: Tally) -> tuple[OutcomeReason, Player | None] | None:
    """Why the match is over and who won, or None while it goes on. Source: "End"."""
    if tally.used < rules.deals:
        return None
    if tally.leader is not None:
        reason = OutcomeReason.ALL_DEALS if tally.used == rules.deals else OutcomeReason.TIE_BREAK
        return reason, tally.leader
    if rules.tie_break == "none" or (rules.tie_break == "one deal" and tally.used > rules.deals):
        return OutcomeReason.STILL_LEVEL, None
    return None


def deals_of(rules: BridgetteRules) -> int:
    """Deals of the match before any tie-break."""
    return rules.deals


BRIDGETTE: Final = Game(
    key="bridgette",
    name="Bridgette",
    lowest_level=LOWEST_LEVEL,
    rules=BridgetteRules,
    score=score,
    uses_up=uses_up,
    judge=judge,
    deals_of=deals_of,
)
"""The game of six deals."""

assert len(VALUES) == 1 + HIGHEST_LEVEL * len(Strain)  # noqa: S101 - a table with a hole must not start
