"""A match as a file: what is refused, and that the refusal names deal and field."""

import json

import pytest

from scorekeeper.rules.bridgette import BridgetteRules
from scorekeeper.rules.deal import PASSED_OUT
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE, DrawBridgeRules
from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.match import MOST_DEALS
from scorekeeper.rules.matchfile import MatchFile, read_match, read_match_text
from tests.rules.builders import a_deal, short
from tests.rules.files import PASSED, a_deal_entry, a_file


def refusal_of(data):
    with pytest.raises(InvalidFile) as refusal:
        read_match(data)
    return refusal.value


def refused_deal(deal, game="bridgette"):
    """The refusal of *deal*, which stands third in its file; that it is named as the third is checked."""
    refusal = refusal_of(a_file(game, deals=[PASSED, a_deal_entry(), deal, PASSED]))
    assert refusal.deal == 3
    assert str(refusal).startswith(f"Deal 3, {refusal.field}: ")
    return refusal


# What is refused: the whole.


@pytest.mark.parametrize("data", [None, [], "", 0, True, 1.5, [{}], "scorekeeper-match"])
def test_what_is_no_object_is_no_match_file(data):
    assert refusal_of(data).field == "file"


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "[", '{"a"}', "{'a': 1}", "\x00", "PNG", json.dumps(a_file())[:100], json.dumps(a_file()) + "}"],
)
def test_a_text_that_is_no_json_is_refused(text):
    with pytest.raises(InvalidFile) as refusal:
        read_match_text(text)
    assert refusal.value.field == "file"
    assert "is not JSON" in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[" * 100_000, "file: The file is nested too deeply for a match."),
        ('{"a":' * 100_000, "file: The file is nested too deeply for a match."),
        ("[" * 100_000 + "]" * 100_000, "file: The file is nested too deeply for a match."),
        ('{"version": ' + "9" * 5000 + "}", "file: A number in the file is too long."),
        ('{"version": NaN}', "file: NaN is no number that JSON knows."),
        ("-Infinity", "file: -Infinity is no number that JSON knows."),
        ('{"deals": [], "deals": []}', "file: The key 'deals' stands twice in one object."),
        ('{"x": [{"result": "=", "result": "+1"}]}', "file: The key 'result' stands twice in one object."),
        ('{"a": 1, "b": 2, "b": 3, "a": 4}', "file: The key 'b' stands twice in one object."),
        (b"\x89PNG\r\n\x1a\n", "file: The file is not text in UTF-8."),
        (b"\xff\xfe\x00", "file: The file is not text in UTF-8."),
    ],
    ids=range(11),
)
def test_an_odd_text_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(InvalidFile) as refusal:
        read_match_text(text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("value", [..., None, 1, "scorekeeper-book", "SCOREKEEPER-MATCH", ["scorekeeper-match"]])
def test_another_format_is_refused(value):
    assert refusal_of(a_file(format=value)).field == "format"


@pytest.mark.parametrize("value", [..., None, 0, -1, True, 1.0, "1", [1]])
def test_a_version_that_is_none_is_refused(value):
    assert refusal_of(a_file(version=value)).field == "version"


@pytest.mark.parametrize("value", [2, 3, 10**30], ids=short)
def test_a_later_version_is_refused_with_a_sentence_that_says_so(value):
    refusal = refusal_of(a_file(version=value, game="canasta"))

    assert refusal.field == "version"
    assert "later version" in str(refusal)


@pytest.mark.parametrize("value", [..., None, "", "whist", "Bridgette", "draw bridge", 1, ["bridgette"], {}])
def test_a_game_nobody_knows_is_refused(value):
    refusal = refusal_of(a_file(game=value))

    assert (refusal.field, str(refusal)) == ("game", "game: The game is bridgette or draw-bridge.")


@pytest.mark.parametrize(
    "value",
    [
        ...,
        None,
        "Ana",
        {"0": "Ana", "1": "Bo"},
        [],
        ["Ana"],
        ["Ana", "Bo", "Cy"],
        ["Ana", None],
        ["Ana", 1],
        [["Ana"], "Bo"],
    ],
)
def test_players_that_are_not_two_names_are_refused(value):
    refusal = refusal_of(a_file(players=value))

    assert str(refusal) == "players: The players are a list of two names."


@pytest.mark.parametrize(
    "names",
    [
        ("Ana", "Ana"),
        ("Ana", "ANA"),
        ("Ana", " ana "),
        ("Straße", "STRASSE"),
        ("Zoë", "Zoe\u0308"),
        ("Ana", "\u00a0Ana"),
        ("Ana", "A\u200dna"),
        ("Ana Marija", "Ana  Marija"),
        ("Ana", "\uff21na"),
    ],
)
def test_a_player_against_themself_is_refused(names):
    refusal = refusal_of(a_file(players=list(names)))

    assert str(refusal) == "players: A player cannot play against themself; the two names differ."


@pytest.mark.parametrize("name", ["", " ", "\u00a0", "\u200b\u200d", " \u2060 ", "\ufe0f"])
def test_a_blank_name_is_refused(name):
    assert str(refusal_of(a_file(players=["Ana", name]))) == "players: A player's name is not blank."


@pytest.mark.parametrize(
    "name", ["A\nB", "A\x00", "\t=1+1", "A\r\nSet-Cookie: x=1", "\ud800", "A\u2028B", "\x7f", "\x85"]
)
def test_a_name_that_is_not_one_line_of_text_is_refused(name):
    assert str(refusal_of(a_file(players=[name, "Bo"]))) == "players: A player's name is one line of text."


@pytest.mark.parametrize("value", [None, 2, -1, True, False, 0.0, "0", [0]])
def test_a_first_dealer_who_does_not_play_is_refused(value):
    assert refusal_of(a_file(first_dealer=value)).field == "first_dealer"


@pytest.mark.parametrize("value", [None, [], "everything", 1, {1: "everything"}, {None: 1}])
def test_house_rules_that_are_no_object_are_refused(value):
    assert refusal_of(a_file(rules=value)).field == "rules"


@pytest.mark.parametrize("key", ["vulnerable", "", "Doubling", "target", "x" * 100_000], ids=short)
def test_an_unknown_house_rule_is_refused(key):
    refusal = refusal_of(a_file(rules={key: 300}))

    assert refusal.field == "rules"
    assert len(str(refusal)) < 300


@pytest.mark.parametrize(
    ("game", "key", "values"),
    [
        ("bridgette", "deals", [1, 25, True, 6.0, "6", None]),
        ("bridgette", "game_value", [-1, 10_001, 10**400]),
        ("bridgette", "doubling", ["EVERYTHING", None, 1, ["everything"], {}]),
        ("bridgette", "odd_trick_points", [True, False, "ON"]),
        ("bridgette", "passed_out", [True, "drop"]),
        ("bridgette", "tie_break", ["", 0]),
        ("draw-bridge", "target", [9, 100_001, True, "300", 300.0, None]),
        ("draw-bridge", "undertricks", ["some", 50]),
        ("draw-bridge", "overtricks", ["half", None]),
    ],
)
def test_a_value_no_house_rule_knows_is_refused(game, key, values):
    for value in values:
        refusal = refusal_of(a_file(game, rules={key: value}))
        assert (refusal.field, refusal.deal) == (key, None)


@pytest.mark.parametrize("value", [..., None, {}, "4H=", 6, True])
def test_deals_that_are_no_list_are_refused(value):
    assert refusal_of(a_file(deals=value)).field == "deals"


def test_more_deals_than_an_evening_holds_are_refused():
    assert len(read_match(a_file(deals=[PASSED] * MOST_DEALS)).deals) == 1000
    assert str(refusal_of(a_file(deals=[PASSED] * 1001))) == "deals: A match has 1000 deals at most."
    assert str(refusal_of(a_file(deals=[PASSED] * 1000 + [None] * 10**6))) == "deals: A match has 1000 deals at most."


# What is refused: a deal.


@pytest.mark.parametrize("deal", [None, [], "4H=", 9, True, [0, "4H", "="]])
def test_a_deal_that_is_no_object_is_refused(deal):
    assert refused_deal(deal).field == "deals"


@pytest.mark.parametrize("key", ["declarer", "contract", "result"])
def test_a_deal_that_lacks_a_part_is_refused(key):
    refusal = refused_deal(a_deal_entry(**{key: ...}))

    assert refusal.field == key


@pytest.mark.parametrize("deal", [{}, {"note": "?"}, {"passed_out": False}])
def test_a_deal_with_nothing_in_it_is_refused(deal):
    assert refused_deal(deal).field == "declarer"


@pytest.mark.parametrize("declarer", [2, -1, True, False, 0.0, "0", None, [0]])
def test_a_declarer_who_does_not_play_is_refused(declarer):
    assert refused_deal(a_deal_entry(declarer=declarer)).field == "declarer"


@pytest.mark.parametrize(
    "contract",
    ["", "pass", "8NT", "0H", "4Z", "4HXXX", "4H+1", 4, None, True, ["4H"], {"level": 4}, "4" * 10**6],
    ids=short,
)
def test_a_contract_no_game_knows_is_refused(contract):
    refusal = refused_deal(a_deal_entry(contract=contract))

    assert refusal.field == "contract"
    assert len(str(refusal)) < 200


def test_a_contract_of_the_other_game_is_refused():
    refusal = refused_deal(a_deal_entry(contract="0NT"), game="draw-bridge")

    assert str(refusal) == "Deal 3, contract: In Draw Bridge the level is 1 to 7."


@pytest.mark.parametrize(
    ("contract", "result"),
    [
        ("7NT", "+1"),
        ("4H", "+4"),
        ("4H", "-11"),
        ("0NT", "-7"),
        *(("4H", bad) for bad in ["", "+0", "made", "1", "+8", "-14", 1, 0, None, True, ["="], 1.0]),
    ],
    ids=short,
)
def test_a_result_the_contract_cannot_have_is_refused(contract, result):
    assert refused_deal(a_deal_entry(contract=contract, result=result)).field == "result"
    assert refused_deal(a_deal_entry(contract=contract, result=result, tricks=10)).field == "result"


@pytest.mark.parametrize("tricks", [-1, 14, 99, True, 9.0, "9", None, [9], 10**100], ids=short)
def test_tricks_outside_0_to_13_are_refused(tricks):
    assert refused_deal(a_deal_entry(tricks=tricks, result=...)).field == "tricks"
    assert refused_deal(a_deal_entry(tricks=tricks)).field == "tricks"


def test_result_and_tricks_that_do_not_agree_are_refused():
    refusal = refused_deal(a_deal_entry(result="+1", tricks=10))

    assert str(refusal) == "Deal 3, tricks: 4H+1 is 11 tricks, not 10."


@pytest.mark.parametrize("key", ["declarer", "contract", "result", "tricks"])
@pytest.mark.parametrize("value", [0, None, "="])
def test_a_passed_out_deal_has_nothing_else(key, value):
    assert refused_deal({**PASSED, key: value}).field == key


@pytest.mark.parametrize("value", [1, 0, "true", None, [], "yes"])
def test_whether_a_deal_was_passed_out_is_true_or_false(value):
    assert refused_deal({"passed_out": value}).field == "passed_out"
    assert refused_deal(a_deal_entry(passed_out=value)).field == "passed_out"


# A match file made by a program checks itself as well.


def made(**parts):
    return MatchFile(**{"game": DRAW_BRIDGE, "rules": DrawBridgeRules(), "players": ("Ana", "Bo"), **parts})


@pytest.mark.parametrize(
    ("parts", "field", "deal"),
    [
        ({"rules": BridgetteRules()}, "rules", None),
        ({"rules": None}, "rules", None),
        ({"players": ("Ana", "ana")}, "players", None),
        ({"players": ("Ana",)}, "players", None),
        ({"first_dealer": 2}, "first_dealer", None),
        ({"deals": (PASSED_OUT, a_deal("0NT="))}, "contract", 2),
        ({"deals": (PASSED_OUT,) * 1001}, "deals", None),
    ],
)
def test_a_match_file_that_cannot_be_is_never_made(parts, field, deal):
    with pytest.raises(InvalidFile) as refusal:
        made(**parts)
    assert (refusal.value.field, refusal.value.deal) == (field, deal)
