"""Values for tests: a builder takes only what matters to the test."""

from itertools import product

from hypothesis import strategies as st

from scorekeeper.rules.bridgette import BRIDGETTE, BridgetteRules
from scorekeeper.rules.deal import PASSED_OUT, Contract, Deal, Doubling, Result, Strain, parse_deal
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE, DrawBridgeRules
from scorekeeper.rules.houserules import Amount, Choice, rules_of
from scorekeeper.rules.match import Game, Match, points_of, replay

ANA, BO = 0, 1

CONTRACTS = [
    Contract(level, strain, doubling)
    for level, strain, doubling in product(range(8), Strain, Doubling)
    if level or strain is Strain.NT
]
"""Every contract that some game knows: 36 times undoubled, doubled and redoubled."""


def contracts_of(game: Game) -> list[Contract]:
    return [contract for contract in CONTRACTS if contract.level or game is BRIDGETTE]


def results_of(game: Game) -> list[Deal]:
    """Every contract of *game* with every number of tricks, declared by Ana."""
    return [Deal(ANA, contract, tricks) for contract in contracts_of(game) for tricks in range(14)]


def a_deal(text: str, by: int = ANA) -> Deal:
    return parse_deal(text, by)


def a_match(game: Game, *deals: str, first_dealer: int = ANA, **rules: object) -> Match:
    """A match of deals like ``"Ana 3NT="``, ``"Bo 4HX-1"`` or ``"pass"``."""
    return replay(game, game.rules(**rules), [_named(deal) for deal in deals], first_dealer=first_dealer)


def bridgette(*deals: str, **rules: object) -> Match:
    return a_match(BRIDGETTE, *deals, **rules)


def draw_bridge(*deals: str, **rules: object) -> Match:
    return a_match(DRAW_BRIDGE, *deals, **rules)


def _named(text: str) -> Deal:
    if text == "pass":
        return PASSED_OUT
    name, notation = text.split()
    return a_deal(notation, {"Ana": ANA, "Bo": BO}[name])


def points(game: Game, deal: str, **rules: object) -> tuple[int, int]:
    """What declarer and defender get for *deal*."""
    return points_of(game.score(game.rules(**rules), a_deal(deal)))


def combinations(game: Game, **amounts: tuple[int, ...]) -> list[dict[str, object]]:
    """Every combination of the named values of *game*'s house rules with the *amounts* given."""
    options = {
        key: amounts.get(key, (rule.default,)) if isinstance(rule, Amount) else rule.values
        for key, rule in rules_of(game.rules).items()
    }
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


def short(value: object) -> str:
    """A value in the name of a test."""
    return repr(value)[:40]


# What hypothesis draws from.

contracts = st.sampled_from(CONTRACTS)
results = st.builds(Result, st.integers(-13, 7))
games = st.sampled_from([BRIDGETTE, DRAW_BRIDGE])


@st.composite
def rules_for(draw: st.DrawFn, game: Game) -> BridgetteRules | DrawBridgeRules:
    """Any house rules of *game*; amounts lie often at their ends, where matches are short or worth nothing."""
    values = {}
    for key, rule in rules_of(game.rules).items():
        if isinstance(rule, Choice):
            values[key] = draw(st.sampled_from(rule.values))
        else:
            near = st.integers(rule.low, min(rule.high, rule.low + 10))
            values[key] = draw(near | st.integers(rule.low, rule.high) | st.just(rule.default))
    return game.rules(**values)


@st.composite
def deals_for(draw: st.DrawFn, game: Game) -> Deal:
    """Any deal of *game*, one in about six passed out; some deals come often, so that totals tie."""
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return PASSED_OUT
    declarer = draw(st.sampled_from([ANA, BO]))
    if kind < 4:
        return a_deal(draw(st.sampled_from(["1C=", "1C+1", "3NT+1", "4H-1"])), declarer)
    return Deal(declarer, draw(st.sampled_from(contracts_of(game))), draw(st.integers(0, 13)))


@st.composite
def matches(draw: st.DrawFn, most_deals: int = 20) -> Match:
    """A match of either game under any house rules, perhaps with deals after its end."""
    game = draw(games)
    deals = draw(st.lists(deals_for(game), max_size=most_deals))
    return replay(game, draw(rules_for(game)), deals, first_dealer=draw(st.sampled_from([ANA, BO])))
