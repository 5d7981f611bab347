"""Every cell of the table of Bridgette."""

import pytest

from scorekeeper.rules.bridgette import BRIDGETTE, DEALER_DRAWS, NON_DEALER_DRAWS, BridgetteRules
from scorekeeper.rules.deal import PASSED_OUT, Deal
from scorekeeper.rules.match import Reason, points_of
from tests.rules.builders import ANA, BO, a_deal, combinations, points, results_of
from tests.rules.reference import bridgette_points

COMBINATIONS = combinations(BRIDGETTE, game_value=(0, 1, 500, 600, 10_000), deals=(6,))

# Contracts; then undoubled, doubled, redoubled: made exactly, with one overtrick, with three (- where impossible).
MADE = """
0NT 1C 1D 1H 1S                   | 400 150 500    | 1600 1100 1800 | 5600 4600 6000
1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S   | 500 250 600    | 1800 1300 2000 | 6000 5000 6400
4C 4D                             | 500 250 600    | 1800 1300 2000 | 6000 5000 6400
3NT 4H 4S 4NT                     | 750 500 850    | 2300 1800 2500 | 7000 6000 7400
5C 5D 5H 5S                       | 750 500 -      | 2300 1800 -    | 7000 6000 -
5NT                               | 1000 750 -     | 2800 2300 -    | 8000 7000 -
6C 6D 6H 6S                       | 850 750 -      | 2500 2300 -    | 7400 7000 -
6NT                               | 2300 2200 -    | 5400 5200 -    | 13200 12800 -
7C 7D 7H 7S                       | 2200 - -       | 5200 - -       | 12800 - -
7NT                               | 2500 - -       | 5800 - -       | 14000 - -
"""

# Results; then what the defender gets undoubled, doubled, redoubled.
DOWN = """
-1                          |  100 |  200 |  300
-2                          |  200 |  500 |  700
-3                          |  300 |  800 | 1100
-4                          |  400 | 1100 | 1500
-5                          |  700 | 2000 | 2700
-6 -7 -8 -9 -10 -11 -12 -13 | 1000 | 3000 | 4000
"""


def made_cells():
    for row in MADE.strip().splitlines():
        contracts, *parts = row.split("|")
        for contract in contracts.split():
            for mark, part in zip(("", "X", "XX"), parts, strict=True):
                for result, figure in zip(("=", "+1", "+3"), part.split(), strict=True):
                    if figure != "-":
                        yield contract + mark + result, int(figure)


def down_cells():
    for row in DOWN.strip().splitlines():
        results, *figures = row.split("|")
        for result in results.split():
            for mark, figure in zip(("", "X", "XX"), figures, strict=True):
                yield mark + result, int(figure)


@pytest.mark.parametrize(("deal", "declarer"), list(made_cells()))
def test_a_made_contract_gives_declarer_what_the_table_says(deal, declarer):
    assert points(BRIDGETTE, deal) == (declarer, 0)


def test_the_typed_cells_name_every_contract():
    assert len({deal.rstrip("X=+123") for deal, _ in made_cells()}) == 36


@pytest.mark.parametrize(("ending", "defender"), list(down_cells()))
def test_undertricks_give_the_defender_what_the_table_says_in_every_contract(ending, defender):
    undertricks = int(ending.lstrip("X-"))
    contracts = [deal[:-1] for deal, _ in made_cells() if deal[-1] == "=" and "X" not in deal]
    possible = [contract for contract in contracts if undertricks <= int(contract[0]) + 6]

    assert possible
    assert {points(BRIDGETTE, contract + ending) for contract in possible} == {(0, defender)}


@pytest.mark.parametrize("overtricks", [2, 4, 5, 6, 7])
def test_any_number_of_overtricks_but_three_brings_no_bonus(overtricks):
    assert points(BRIDGETTE, f"0NT+{overtricks}") == (150, 0)


def test_there_are_1512_results():
    assert len(set(results_of(BRIDGETTE))) == 1512


@pytest.mark.parametrize("rules", COMBINATIONS, ids=lambda rules: ", ".join(map(str, rules.values())))
def test_every_result_is_worth_what_a_second_reckoning_gives_under_every_combination_of_house_rules(rules):
    agreed = BridgetteRules(**rules)
    for deal in results_of(BRIDGETTE):
        contract = deal.contract
        word = f"{contract.level}{contract.strain.letters}"
        expected = bridgette_points(word, contract.doubling.suffix, deal.tricks, **rules)
        assert points_of(BRIDGETTE.score(agreed, deal)) == expected, deal
        by_the_other = Deal(1 - deal.declarer, contract, deal.tricks)
        assert points_of(BRIDGETTE.score(agreed, by_the_other)) == expected[::-1], deal


@pytest.mark.parametrize("rules", COMBINATIONS, ids=lambda rules: ", ".join(map(str, rules.values())))
def test_every_entry_gives_points_to_the_one_player_who_scores_and_no_reason_stands_twice(rules):
    agreed = BridgetteRules(**rules)
    for deal in results_of(BRIDGETTE):
        entries = BRIDGETTE.score(agreed, deal)
        scorer = deal.declarer if deal.tricks >= deal.contract.tricks_needed else 1 - deal.declarer
        assert {entry.player for entry in entries} == {scorer}, deal
        assert len({entry.reason for entry in entries}) == len(entries), deal
        worth_nothing = [entry.reason for entry in entries if entry.points <= 0]
        assert worth_nothing == [] or (rules["game_value"] == 0 and worth_nothing == [Reason.CONTRACT]), deal


@pytest.mark.parametrize(
    ("deal", "entries"),
    [
        ("1C+1", [(150, Reason.CONTRACT)]),
        ("3NT=", [(500, Reason.CONTRACT), (250, Reason.EXACT)]),
        ("6NT=", [(2200, Reason.CONTRACT), (100, Reason.EXACT)]),
        ("7C=", [(2200, Reason.CONTRACT)]),
        ("4D+3", [(250, Reason.CONTRACT), (350, Reason.THREE_OVERTRICKS)]),
        (
            "4HX=",
            [
                (500, Reason.CONTRACT),
                (250, Reason.EXACT),
                (400, Reason.DOUBLED_MADE),
                (1150, Reason.MULTIPLICATION),
            ],
        ),
        ("1CXX+1", [(150, Reason.CONTRACT), (1000, Reason.REDOUBLED_MADE), (3450, Reason.MULTIPLICATION)]),
    ],
)
def test_the_entries_of_a_made_contract_explain_its_points(deal, entries):
    assert BRIDGETTE.score(BridgetteRules(), a_deal(deal)) == [(ANA, *entry) for entry in entries]


def test_undertricks_are_one_entry_for_the_defender_and_nothing_multiplies_it():
    assert BRIDGETTE.score(BridgetteRules(), a_deal("4HXX-2", by=BO)) == [(ANA, 700, Reason.PENALTY)]


def test_a_passed_out_deal_has_no_entries():
    assert BRIDGETTE.score(BridgetteRules(), PASSED_OUT) == []


def test_what_each_player_draws_in_the_exchange():
    assert NON_DEALER_DRAWS == 2
    assert DEALER_DRAWS == (("2–10", 4), ("J Q K", 8), ("A", 12))


def test_the_house_rules_are_these_unless_agreed_otherwise():
    assert BridgetteRules() == BridgetteRules(
        deals=6,
        game_value=500,
        doubling="everything",
        odd_trick_points="off",
        passed_out="replay",
        tie_break="until decided",
    )
