"""Scoring is quick enough that nothing needs to be remembered."""

import pytest

from scorekeeper.rules.games import GAMES
from tests.rules.speed import deals_a_second, scoring

DEALS_A_SECOND = 150_000


@pytest.mark.alone
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_150_000_deals_a_second_are_scored_with_their_entries(game):
    """Several short runs, for a busy machine slows down some of them, but never speeds one up."""
    rates = []
    while len(rates) < 20 and max(rates, default=0) < DEALS_A_SECOND:
        rates.append(deals_a_second(scoring(game), 0.1))

    assert max(rates) >= DEALS_A_SECOND
