"""What a scorer can get wrong: each is refused, names the field, and says in a sentence what is possible."""

import ast
import inspect
import pickle
import re
from pathlib import Path

import pytest

from scorekeeper import rules as package
from scorekeeper.rules import errors
from scorekeeper.rules.bridgette import BRIDGETTE, BridgetteRules
from scorekeeper.rules.deal import (
    PASSED_OUT,
    Contract,
    Deal,
    Result,
    Strain,
    parse_contract,
    parse_deal,
    parse_strain,
)
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE, DrawBridgeRules
from scorekeeper.rules.errors import (
    InvalidContract,
    InvalidDeal,
    InvalidFile,
    InvalidResult,
    InvalidRules,
    MatchOver,
    RulesError,
)
from scorekeeper.rules.games import game_named
from scorekeeper.rules.houserules import read_rules
from scorekeeper.rules.match import new_match, replay
from tests.rules.builders import CONTRACTS, a_deal, draw_bridge

FOUR_HEARTS = Contract(4, Strain.HEARTS)


def assert_refused(kind, field, sentence, function, *arguments, **keywords):
    with pytest.raises(RulesError) as refusal:
        function(*arguments, **keywords)
    assert (type(refusal.value), refusal.value.field, str(refusal.value)) == (kind, field, sentence)


@pytest.mark.parametrize("suit", ["C", "D", "H", "S"])
def test_level_0_in_a_suit(suit):
    assert_refused(InvalidContract, "level", "0 is only for no-trump.", parse_contract, f"0{suit}")
    assert_refused(InvalidContract, "level", "0 is only for no-trump.", Contract, 0, parse_strain(suit))


def test_level_0_in_draw_bridge():
    sentence = "In Draw Bridge the level is 1 to 7."
    assert_refused(InvalidDeal, "level", sentence, DRAW_BRIDGE.check, a_deal("0NT="))
    assert_refused(InvalidDeal, "level", sentence, new_match(DRAW_BRIDGE).record, a_deal("0NT="))
    assert_refused(InvalidDeal, "level", sentence, draw_bridge, "Ana 0NT=")


def test_level_0_is_known_in_bridgette():
    assert new_match(BRIDGETTE).record(a_deal("0NT=")).totals == (400, 0)


@pytest.mark.parametrize("level", [-1, 8, 9, 100, True, 1.0, "1", None])
def test_a_level_that_is_not_0_to_7(level):
    assert_refused(InvalidContract, "level", "Level is 0 to 7.", Contract, level, Strain.NT)


@pytest.mark.parametrize("text", ["8NT", "10NT", "9C", "00NT", "999999999999NT"])
def test_a_written_level_that_is_not_0_to_7(text):
    assert_refused(InvalidContract, "level", "Level is 0 to 7.", parse_contract, text)


@pytest.mark.parametrize("strain", [None, "H", 2, 5, True])
def test_a_strain_that_is_none(strain):
    assert_refused(InvalidContract, "strain", "Strain is C, D, H, S or NT.", Contract, 1, strain)


@pytest.mark.parametrize("text", ["", "Z", "HH", "1", "T"])
def test_a_written_strain_that_is_none(text):
    assert_refused(InvalidContract, "strain", "Strain is C, D, H, S or NT.", parse_strain, text)


@pytest.mark.parametrize("doubling", [None, "X", 1, 3, True])
def test_a_doubling_that_is_none(doubling):
    sentence = "A contract is undoubled, doubled (X) or redoubled (XX)."
    assert_refused(InvalidContract, "doubling", sentence, Contract, 1, Strain.NT, doubling)


@pytest.mark.parametrize("text", ["X", "XX", "X=", "XX+1"])
def test_doubling_without_a_contract(text):
    parse = parse_deal if text[-1] in "=1" else parse_contract
    assert_refused(InvalidContract, "contract", "A contract looks like 3NT, 4HX or 2SXX.", parse, text)


@pytest.mark.parametrize("tricks", [-1, 14, 99, True, 9.0, "9", None])
def test_tricks_outside_0_to_13(tricks):
    assert_refused(InvalidResult, "tricks", "Tricks are 0 to 13.", Deal, 0, FOUR_HEARTS, tricks)


@pytest.mark.parametrize("margin", [-14, 8, 100, True, 1.0, "=", None])
def test_a_result_no_contract_can_have(margin):
    assert_refused(InvalidResult, "result", "A result is =, +1 to +7 or -1 to -13.", Result, margin)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("7NT+1", "7NT needs all 13 tricks; there is nothing above =."),
        ("7CXX+7", "7C needs all 13 tricks; there is nothing above =."),
        ("4H+4", "4H can make +3 at most."),
        ("6SX+2", "6S can make +1 at most."),
        ("1NT+7", "1NT can make +6 at most."),
    ],
)
def test_overtricks_that_would_need_a_fourteenth_trick(text, sentence):
    assert_refused(InvalidResult, "result", sentence, parse_deal, text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0NT-7", "0NT can go down 6 at most."),
        ("4H-11", "4H can go down 10 at most."),
        ("6SXX-13", "6S can go down 12 at most."),
    ],
)
def test_more_undertricks_than_level_and_6(text, sentence):
    assert_refused(InvalidResult, "result", sentence, parse_deal, text)


def test_of_all_results_exactly_those_are_refused_that_need_tricks_outside_0_to_13():
    for contract in CONTRACTS:
        for margin in range(-13, 8):
            tricks = 6 + contract.level + margin
            if 0 <= tricks <= 13:
                assert Result(margin).tricks_in(contract) == tricks
            else:
                with pytest.raises(InvalidResult):
                    Result(margin).tricks_in(contract)


def test_a_result_without_a_contract():
    assert_refused(InvalidDeal, "tricks", "There is no result without a contract.", Deal, tricks=9)
    assert_refused(InvalidDeal, "tricks", "There is no result without a contract.", Deal, 0, None, 9)
    for text in ("=", "+1", "-1"):
        assert_refused(InvalidContract, "contract", "A contract looks like 3NT, 4HX or 2SXX.", parse_deal, text)


def test_a_contract_without_a_result():
    assert_refused(InvalidResult, "tricks", "Tricks are 0 to 13.", Deal, 0, FOUR_HEARTS)
    assert_refused(InvalidDeal, "result", "A deal looks like 3NT=, 4HX-1, 2S+2 or pass.", parse_deal, "4H")


def test_a_declarer_without_a_contract():
    assert_refused(InvalidDeal, "declarer", "There is no declarer without a contract.", Deal, 0)


@pytest.mark.parametrize("contract", ["4H", 4, True])
def test_a_contract_that_is_none(contract):
    assert_refused(InvalidDeal, "contract", "A contract looks like 3NT, 4HX or 2SXX.", Deal, 0, contract, 9)


@pytest.mark.parametrize("declarer", [-1, 2, True, "0", 0.0, None])
def test_a_declarer_who_does_not_play(declarer):
    assert_refused(InvalidDeal, "declarer", "Declarer is one of the two players.", Deal, declarer, FOUR_HEARTS, 9)
    sentence = "Declarer is one of the two players."
    assert_refused(InvalidDeal, "declarer", sentence, parse_deal, "4H=", declarer)


@pytest.mark.parametrize("dealer", [-1, 2, True, "0", None])
def test_a_first_dealer_who_does_not_play(dealer):
    sentence = "The first dealer is one of the two players."
    assert_refused(InvalidDeal, "first_dealer", sentence, new_match, BRIDGETTE, first_dealer=dealer)
    assert_refused(InvalidDeal, "first_dealer", sentence, replay, BRIDGETTE, None, [], first_dealer=dealer)


@pytest.mark.parametrize("deal", [PASSED_OUT, a_deal("1C="), a_deal("7NTXX-13", by=1)], ids=str)
def test_a_deal_recorded_in_a_finished_match(deal):
    over = draw_bridge("Ana 7NT=", target=100)
    assert_refused(MatchOver, "deal", "The match is over; no further deal can be recorded.", over.record, deal)


@pytest.mark.parametrize("target", [9, 0, -300, 100_001, True, 300.0, "300", None])
def test_a_target_outside_10_to_100_000(target):
    sentence = "target is a whole number from 10 to 100000."
    assert_refused(InvalidRules, "target", sentence, DrawBridgeRules, target=target)
    assert_refused(InvalidRules, "target", sentence, read_rules, DrawBridgeRules, {"target": target})


@pytest.mark.parametrize("target", [10, 11, 300, 99_999, 100_000])
def test_a_target_from_10_to_100_000_is_known(target):
    assert DrawBridgeRules(target=target).target == target


@pytest.mark.parametrize(
    ("kind", "key", "values", "sentence"),
    [
        (BridgetteRules, "deals", [1, 25, True, "6"], "deals is a whole number from 2 to 24."),
        (BridgetteRules, "game_value", [-1, 10_001, 500.0], "game_value is a whole number from 0 to 10000."),
        (
            BridgetteRules,
            "doubling",
            ["all", "Everything", "", None, 1, ["everything"], {}],
            "doubling is everything, value only or bonus only.",
        ),
        (BridgetteRules, "odd_trick_points", ["yes", True, None], "odd_trick_points is off or on."),
        (BridgetteRules, "passed_out", ["replayed", 0], "passed_out is replay or count."),
        (BridgetteRules, "tie_break", ["two deals", None], "tie_break is until decided, one deal or none."),
        (DrawBridgeRules, "undertricks", ["some", 50], "undertricks is none, flat or bridge."),
        (DrawBridgeRules, "overtricks", ["half", False], "overtricks is full or ignored."),
    ],
)
def test_a_value_no_house_rule_knows(kind, key, values, sentence):
    for value in values:
        assert_refused(InvalidRules, key, sentence, kind, **{key: value})
        assert_refused(InvalidRules, key, sentence, read_rules, kind, {key: value})


def test_a_house_rule_no_game_knows():
    sentence = "No house rule is called 'vulnerable'; there are target, undertricks or overtricks."
    assert_refused(InvalidRules, "rules", sentence, read_rules, DrawBridgeRules, {"vulnerable": "on"})


@pytest.mark.parametrize("key", ["", "Bridgette", "whist", None, 1, [], {}])
def test_a_game_nobody_knows(key):
    assert_refused(InvalidRules, "game", "The game is bridgette or draw-bridge.", game_named, key)


@pytest.mark.parametrize(
    "refusal",
    [InvalidRules("target", "%(low)s to %(high)s.", low=10, high=20), InvalidFile("tricks", "Not %(n)s.", deal=3, n=1)],
    ids=["rules", "file"],
)
def test_a_refusal_can_be_handed_from_process_to_process(refusal):
    arrived = pickle.loads(pickle.dumps(refusal))  # noqa: S301 - our own value

    assert type(arrived) is type(refusal)
    assert (str(arrived), arrived.field, arrived.values) == (str(refusal), refusal.field, refusal.values)


def raised_sentences():
    """Every refusal in the source of the rules: where, the sentence, the names of its values."""
    kinds = {name for name, kind in vars(errors).items() if inspect.isclass(kind) and issubclass(kind, RulesError)}
    for path in sorted(Path(package.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in kinds:
                sentence = node.args[1]
                if isinstance(sentence, ast.Constant):
                    names = {keyword.arg for keyword in node.keywords} - {"deal"}
                    yield f"{path.stem}:{node.lineno}", sentence.value, names


SENTENCES = list(raised_sentences())


def test_the_source_was_searched_for_sentences():
    assert len(SENTENCES) > 40


@pytest.mark.parametrize(
    ("sentence", "names"), [found[1:] for found in SENTENCES], ids=[found[0] for found in SENTENCES]
)
def test_a_refusal_is_one_sentence_with_a_place_for_each_of_its_values(sentence, names):
    assert set(re.findall(r"%\((\w+)\)s", sentence)) == names
    assert re.sub(r"%\(\w+\)s", "", sentence).count("%") == 0
    assert sentence.endswith(".")
    assert sentence[0] == sentence[0].upper()
