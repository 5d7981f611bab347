"""Contracts, names and numbers in sentences."""

from xml.etree.ElementTree import Element

import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from scorekeeper.rules.deal import Contract, Doubling, Strain
from scorekeeper.web.marks import contract_words
from tests.builders import a_new_match, a_table
from tests.web.document import every, text_of
from tests.web.phone import Phone, address_of


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


def test_names_in_sentences_are_isolated_so_that_they_turn_no_number_around(app: Flask, sessions: Sessions) -> None:
    new = a_new_match(names=("عمر", "Bo"))
    table = a_table(sessions, "Ana 3NT=", "Bo 1C=", new=new)
    phone = Phone(app, table.book).look_at(table)
    assert is_apart(phone, "next", "عمر")
    phone.undo()
    (note,) = every(phone.document, class_="note")
    assert "عمر" in [name.text for name in every(note, "bdi")]
    phone.tap("4")
    assert [name.text for name in every(phone.document, "bdi") if name.text == "عمر"] != []
    phone.tap("Spades, عمر")
    assert is_apart(phone, "slip-lines", "عمر")
    assert is_apart(phone, "results-head", "عمر")
    phone.open(address_of(table, "more"))
    assert is_apart(phone, "menu", "عمر")
    phone.open("/")
    assert is_apart(phone, "second", "Bo")


def test_the_line_of_a_match_that_is_over_isolates_both_names(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "pass", new=a_new_match(deals=2, passed_out="count"))
    phone = Phone(app, table.book).look_at(table)
    assert is_apart(phone, "winner", "Ana")
    phone.open("/history")
    assert is_apart(phone, "matches", "Ana")
    assert is_apart(phone, "matches", "Bo")


def is_apart(phone: Phone, class_: str, name: str) -> bool:
    """True if *name* stands isolated in places of *class_*, and in no other way."""
    places = list(every(phone.document, class_=class_))
    isolated = [one.text for place in places for one in every(place, "bdi")]
    loose = [text for place in places for text in loose_texts(place)]
    return name in isolated and not any(name in text for text in loose)


def loose_texts(place: Element) -> list[str]:
    """What is written in *place* beside the isolated parts, and the names that stand in places of their own."""
    texts = []
    for one in place.iter():
        if one.tag != "bdi" and not {"name", "said"} & set(one.get("class", "").split()):
            texts.append(one.text or "")
        texts.append(one.tail or "")
    return texts


def test_a_plus_beside_a_total_stays_before_its_number_in_every_language(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 3NT=")
    (pill,) = (one for one in every(phone.document, class_="preview") if one.text)
    assert (pill.tag, pill.get("dir")) == ("bdi", "ltr")


def test_only_signs_are_written_from_left_to_right_in_the_table_of_points(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "points/"))
    heads = list(every(phone.document, "th", scope="col"))
    forced = {text_of(one) for head in heads for one in every(head, dir="ltr")}
    assert forced
    assert not any(letter.isalpha() for text in forced for letter in text)
