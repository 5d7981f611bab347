"""Contracts, names and numbers in sentences."""

import pytest
from flask import Flask

from scorekeeper.rules.deal import Contract, Doubling, Strain
from scorekeeper.web.marks import contract_words


@pytest.mark.parametrize(
    ("level", "strain", "doubling", "words"),
    [
        (1, Strain.CLUBS, Doubling.UNDOUBLED, "1 club"),
        (1, Strain.DIAMONDS, Doubling.DOUBLED, "1 diamond doubled"),
        (1, Strain.HEARTS, Doubling.REDOUBLED, "1 heart redoubled"),
        (1, Strain.SPADES, Doubling.UNDOUBLED, "1 spade"),
        (2, Strain.CLUBS, Doubling.UNDOUBLED, "2 clubs"),
        (4, Strain.SPADES, Doubling.DOUBLED, "4 spades doubled"),
        (0, Strain.NT, Doubling.UNDOUBLED, "0 no-trump"),
        (1, Strain.NT, Doubling.UNDOUBLED, "1 no-trump"),
    ],
)
def test_a_contract_is_spoken_as_people_say_it(
    app: Flask, level: int, strain: Strain, doubling: Doubling, words: str
) -> None:
    with app.test_request_context("/"):
        assert contract_words(Contract(level, strain, doubling)) == words
