"""Worked cases: single deals, and whole matches with everything that follows from them."""

import json
from pathlib import Path

import pytest

from scorekeeper.rules.games import GAMES
from scorekeeper.rules.matchfile import fold_dict, read_match, read_match_text, write_match
from tests.rules.builders import points

CASES = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))
DEALS = [(game, deal, *figures) for game, deals in CASES["deals"].items() for deal, figures in deals.items()]


@pytest.mark.parametrize(("game", "deal", "declarer", "defender"), DEALS)
def test_a_worked_deal_is_worth_what_it_should_be(game, deal, declarer, defender):
    assert points(GAMES[game], deal) == (declarer, defender)


@pytest.mark.parametrize("case", CASES["matches"], ids=lambda case: case["title"])
def test_a_worked_match_folds_to_what_it_should_be(case):
    assert fold_dict(read_match(case["match"]).match) == case["expect"]


@pytest.mark.parametrize("case", CASES["matches"], ids=lambda case: case["title"])
def test_a_worked_match_survives_being_written_as_text_and_read(case):
    file = read_match(case["match"])

    assert read_match_text(json.dumps(write_match(file))) == file


def test_there_are_worked_cases():
    assert (len(DEALS), len(CASES["matches"])) == (52, 17)
