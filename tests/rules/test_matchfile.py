"""A match as a file: what is read, and what is written."""

import json

import pytest
from hypothesis import given

from scorekeeper.rules.bridgette import BRIDGETTE, BridgetteRules
from scorekeeper.rules.deal import PASSED_OUT, Deal
from scorekeeper.rules.draw_bridge import DrawBridgeRules
from scorekeeper.rules.matchfile import MatchFile, fold_dict, read_match, read_match_text, write_match
from tests.rules.builders import a_deal, matches
from tests.rules.files import PASSED, a_deal_entry, a_file

# What is read.


def test_a_file_is_read_into_its_values():
    deals = [a_deal_entry(contract="3NTX"), {"declarer": 1, "contract": "2H", "tricks": 7}, PASSED]
    file = read_match(a_file(players=["Ana", "Bor"], first_dealer=1, rules={"doubling": "value only"}, deals=deals))

    assert file == MatchFile(
        game=BRIDGETTE,
        rules=BridgetteRules(doubling="value only"),
        players=("Ana", "Bor"),
        first_dealer=1,
        deals=(a_deal("3NTX+1"), a_deal("2H-1", by=1), PASSED_OUT),
    )


def test_first_dealer_and_house_rules_may_be_left_out():
    file = read_match(a_file("draw-bridge", first_dealer=..., rules=...))

    assert (file.first_dealer, file.rules) == (0, DrawBridgeRules())


@pytest.mark.parametrize("tricks", range(14))
def test_a_deal_has_tricks_or_result_or_both(tricks):
    result = f"{tricks - 10:+d}" if tricks != 10 else "="
    both = a_deal_entry(result=result, tricks=tricks)
    expected = (Deal(0, a_deal("4H=").contract, tricks),)

    for left_out in ({}, {"tricks": ...}, {"result": ...}):
        entry = {key: value for key, value in {**both, **left_out}.items() if value is not ...}
        assert read_match(a_file(deals=[entry])).deals == expected


def test_a_deal_may_say_that_it_was_not_passed_out():
    assert read_match(a_file(deals=[a_deal_entry(passed_out=False)])).deals == (a_deal("4H+1"),)


def test_keys_of_later_versions_are_ignored_in_the_match_and_in_a_deal():
    later = {"title": "Sunday", "place": None, "x": [float("inf")]}
    deals = [a_deal_entry(note="lucky", auction=["1H", "4H"]), {**PASSED, "note": "again"}]

    assert read_match(a_file(deals=deals, **later)) == read_match(a_file(deals=[a_deal_entry(), PASSED]))


def test_deals_after_the_end_are_folded_and_not_counted():
    file = read_match(a_file("draw-bridge", rules={"target": 100}, deals=[a_deal_entry()] * 3))

    assert [deal["counted"] for deal in fold_dict(file.match)["deals"]] == [True, False, False]


def test_a_text_may_be_bytes_with_or_without_a_byte_order_mark():
    text = json.dumps(a_file(players=["Zoë", "👩‍❤️‍💋‍👨"]), ensure_ascii=False)
    expected = read_match_text(text)

    assert expected.players == ("Zoë", "👩‍❤️‍💋‍👨")
    assert read_match_text("\ufeff" + text) == expected
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert read_match_text(text.encode(encoding)) == expected


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "=1+1", "Łukasz", "🃏 Ana", "W" * 500, "名前", "0"])
def test_any_line_of_text_is_a_name(name):
    assert read_match(a_file(players=[name, "Bo"])).players == (name, "Bo")


# What is written.


def test_a_written_file_names_every_house_rule_and_both_result_and_tricks():
    file = MatchFile(game=BRIDGETTE, rules=BridgetteRules(), players=("Ana", "Bo"), deals=(a_deal("4HX-1"), PASSED_OUT))

    assert write_match(file) == {
        "format": "scorekeeper-match",
        "version": 1,
        "game": "bridgette",
        "players": ["Ana", "Bo"],
        "first_dealer": 0,
        "rules": {
            "deals": 6,
            "game_value": 500,
            "doubling": "everything",
            "odd_trick_points": "off",
            "passed_out": "replay",
            "tie_break": "until decided",
        },
        "deals": [{"declarer": 0, "contract": "4HX", "result": "-1", "tricks": 9}, {"passed_out": True}],
    }


@given(matches())
def test_every_match_reads_back_as_it_was_written(match):
    file = MatchFile(
        game=match.game, rules=match.rules, players=("Ana", "Bo"), first_dealer=match.first_dealer, deals=match.deals
    )

    assert read_match(write_match(file)) == file
    assert read_match_text(json.dumps(write_match(file))) == file
    assert file.match == match


@given(matches())
def test_the_fold_as_json_says_what_the_match_says(match):
    fold = fold_dict(match)

    assert json.loads(json.dumps(fold)) == fold
    assert [tuple(deal["totals"]) for deal in fold["deals"]] == [line.totals for line in match.lines]
    assert fold["status"] == ("finished" if fold["winner"] in (0, 1) else "drawn" if match.is_over else "in play")
    assert (fold["next_dealer"] is None) == match.is_over
    assert set(fold) == {"deals", "totals", "status", "winner", "next_dealer"}
