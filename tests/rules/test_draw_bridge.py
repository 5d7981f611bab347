"""Every cell of the table of Draw Bridge."""

import pytest

from scorekeeper.rules.deal import PASSED_OUT, Deal
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE, OFFERED_TARGETS, DrawBridgeRules
from scorekeeper.rules.match import Reason, points_of
from tests.rules.builders import ANA, BO, a_deal, combinations, points, results_of
from tests.rules.reference import draw_bridge_points

COMBINATIONS = combinations(DRAW_BRIDGE, target=(10, 300, 100_000))

# Strains; then what 1 to 7 odd tricks are worth undoubled, doubled, redoubled.
ODD_TRICKS = """
C D | 20 40  60  80 100 120 140 |  40  80 120 160 200 240 280 |  80 160 240 320 400 480 560
H S | 30 60  90 120 150 180 210 |  60 120 180 240 300 360 420 | 120 240 360 480 600 720 840
NT  | 40 70 100 130 160 190 220 |  80 140 200 260 320 380 440 | 160 280 400 520 640 760 880
"""

# Undertricks; then what the defender gets undoubled, doubled, redoubled: flat, and on the scale of contract bridge.
DOWN = """
 1 |  50  100  200 |  50  100  200
 2 | 100  200  400 | 100  300  600
 3 | 150  300  600 | 150  500 1000
 4 | 200  400  800 | 200  800 1600
 5 | 250  500 1000 | 250 1100 2200
 6 | 300  600 1200 | 300 1400 2800
 7 | 350  700 1400 | 350 1700 3400
 8 | 400  800 1600 | 400 2000 4000
 9 | 450  900 1800 | 450 2300 4600
10 | 500 1000 2000 | 500 2600 5200
11 | 550 1100 2200 | 550 2900 5800
12 | 600 1200 2400 | 600 3200 6400
13 | 650 1300 2600 | 650 3500 7000
"""


def odd_trick_cells():
    for row in ODD_TRICKS.strip().splitlines():
        strains, *parts = row.split("|")
        for strain in strains.split():
            for mark, part in zip(("", "X", "XX"), parts, strict=True):
                for odd_tricks, figure in enumerate(part.split(), start=1):
                    yield strain + mark, odd_tricks, int(figure)


def down_cells():
    for row in DOWN.strip().splitlines():
        undertricks, *parts = row.split("|")
        for scale, part in zip(("flat", "bridge"), parts, strict=True):
            for mark, figure in zip(("", "X", "XX"), part.split(), strict=True):
                yield scale, int(undertricks), mark, int(figure)


@pytest.mark.parametrize(("strain", "odd_tricks", "declarer"), list(odd_trick_cells()))
def test_odd_tricks_are_worth_the_same_whether_they_were_bid_or_not(strain, odd_tricks, declarer):
    for level in range(1, odd_tricks + 1):
        result = f"+{odd_tricks - level}" if odd_tricks > level else "="
        assert points(DRAW_BRIDGE, f"{level}{strain}{result}") == (declarer, 0)


@pytest.mark.parametrize(("strain", "level", "declarer"), list(odd_trick_cells()))
def test_overtricks_are_worth_nothing_where_the_players_ignore_them(strain, level, declarer):
    for result in ["=", *(f"+{overtricks}" for overtricks in range(1, 8 - level))]:
        assert points(DRAW_BRIDGE, f"{level}{strain}{result}", overtricks="ignored") == (declarer, 0)


@pytest.mark.parametrize(("scale", "undertricks", "mark", "defender"), list(down_cells()))
def test_undertricks_give_the_defender_what_the_players_agreed_in_every_contract(scale, undertricks, mark, defender):
    for level in range(max(undertricks - 6, 1), 8):
        for strain in ("C", "D", "H", "S", "NT"):
            deal = f"{level}{strain}{mark}-{undertricks}"
            assert points(DRAW_BRIDGE, deal, undertricks=scale) == (0, defender)
            assert points(DRAW_BRIDGE, deal) == (0, 0)


def test_there_are_1470_results():
    assert len(set(results_of(DRAW_BRIDGE))) == 1470


@pytest.mark.parametrize("rules", COMBINATIONS, ids=lambda rules: ", ".join(map(str, rules.values())))
def test_every_result_is_worth_what_a_second_reckoning_gives_under_every_combination_of_house_rules(rules):
    agreed = DrawBridgeRules(**rules)
    for deal in results_of(DRAW_BRIDGE):
        contract = deal.contract
        word = f"{contract.level}{contract.strain.letters}"
        expected = draw_bridge_points(word, contract.doubling.suffix, deal.tricks, **rules)
        assert points_of(DRAW_BRIDGE.score(agreed, deal)) == expected, deal
        by_the_other = Deal(1 - deal.declarer, contract, deal.tricks)
        assert points_of(DRAW_BRIDGE.score(agreed, by_the_other)) == expected[::-1], deal


@pytest.mark.parametrize("rules", COMBINATIONS, ids=lambda rules: ", ".join(map(str, rules.values())))
def test_every_entry_gives_points_to_the_one_player_who_scores_and_no_reason_stands_twice(rules):
    agreed = DrawBridgeRules(**rules)
    for deal in results_of(DRAW_BRIDGE):
        entries = DRAW_BRIDGE.score(agreed, deal)
        made = deal.tricks >= deal.contract.tricks_needed
        assert bool(entries) == (made or rules["undertricks"] != "none"), deal
        assert {entry.player for entry in entries} <= {deal.declarer if made else 1 - deal.declarer}, deal
        assert len({entry.reason for entry in entries}) == len(entries), deal
        assert all(entry.points > 0 for entry in entries), deal


@pytest.mark.parametrize(
    ("deal", "rules", "entries"),
    [
        ("2H+1", {}, [(ANA, 90, Reason.ODD_TRICKS)]),
        ("2HX+1", {}, [(ANA, 90, Reason.ODD_TRICKS), (ANA, 90, Reason.MULTIPLICATION)]),
        ("1NTXX=", {}, [(ANA, 40, Reason.ODD_TRICKS), (ANA, 120, Reason.MULTIPLICATION)]),
        ("2HX-2", {}, []),
        ("2HX-2", {"undertricks": "flat"}, [(BO, 100, Reason.PENALTY), (BO, 100, Reason.MULTIPLICATION)]),
        ("2HX-2", {"undertricks": "bridge"}, [(BO, 300, Reason.PENALTY)]),
    ],
)
def test_the_entries_of_a_deal_explain_its_points(deal, rules, entries):
    assert DRAW_BRIDGE.score(DrawBridgeRules(**rules), a_deal(deal)) == entries


def test_a_passed_out_deal_has_no_entries():
    assert DRAW_BRIDGE.score(DrawBridgeRules(undertricks="bridge"), PASSED_OUT) == []


def test_the_house_rules_are_these_unless_agreed_otherwise():
    assert DrawBridgeRules() == DrawBridgeRules(target=300, undertricks="none", overtricks="full")


def test_the_offered_targets_are_possible_and_hold_the_default():
    assert OFFERED_TARGETS == (100, 200, 300, 500, 1000)
    assert DrawBridgeRules().target in OFFERED_TARGETS
