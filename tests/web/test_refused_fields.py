"""A form that was refused: what is wrong with it is told to everybody, and the page begins where it is."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from scorekeeper.book.tables import LONGEST_NAME, LONGEST_NOTE, LONGEST_PLACE, LONGEST_TITLE
from tests.builders import a_table
from tests.web.document import every
from tests.web.phone import Phone, address_of
from tests.web.setting_up import filled, start


def begins_at(phone: Phone) -> list[str]:
    """What has the focus when the page opens: the names of fields, or the id of another place."""
    return [one.get("name") or one.get("id", "") for one in phone.document.iter() if "autofocus" in one.attrib]


def fieldsets(phone: Phone, legend: str) -> Iterator[Element]:
    for one in every(phone.document, "fieldset"):
        if next(every(one, "legend")).text == legend:
            yield one


@pytest.mark.parametrize(
    ("fields", "first"),
    [
        ({"left": ""}, "left"),
        ({"right": ""}, "right"),
        ({"left": "", "right": ""}, "left"),
        ({"deals": "99"}, "deals"),
        ({"right": "", "deals": "99"}, "right"),
        ({"game": "draw-bridge", "target": "other", "target_other": "1"}, "target_other"),
    ],
)
def test_a_new_match_that_is_refused_begins_at_the_first_field_to_mend(
    phone: Phone, fields: dict[str, str], first: str
) -> None:
    start(filled(phone, **fields))
    assert phone.status == 422
    assert begins_at(phone) == [first]


def test_a_page_that_was_not_refused_begins_nowhere(phone: Phone) -> None:
    assert begins_at(phone.open("/new")) == []


def test_who_deals_first_is_marked_if_nobody_was_chosen(phone: Phone) -> None:
    phone.open("/new")
    phone.fill(left="Ana", right="Bo")
    start(phone)
    (first,) = fieldsets(phone, "Who deals first?")
    assert first.get("aria-invalid") == "true"
    assert phone.part(id=first.get("aria-describedby", "")) == "Choose who deals first, or draw for it."
    assert begins_at(phone) == ["first"]


def test_another_target_that_is_refused_says_so_at_its_field(phone: Phone) -> None:
    start(filled(phone, game="draw-bridge", target="other", target_other="1"))
    assert phone.wrong("target_other").startswith("Target is")


def test_details_and_house_rules_begin_at_what_is_refused(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(right="", title="x" * 101)
    phone.tap("Save details")
    assert begins_at(phone) == ["right"]
    phone.open(address_of(table, "rules"))
    phone.fill(game_value="x")
    phone.tap("Save house rules")
    assert begins_at(phone) == ["game_value"]


def test_a_form_that_another_phone_overtook_begins_at_the_sentence_that_says_so(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "rules"))
    table.record("Ana 3NT=")
    phone.tap("Save house rules")
    assert phone.status == 409
    assert begins_at(phone) == ["problems"]


def test_a_field_takes_as_many_characters_as_the_book_keeps_though_browsers_count_some_twice(
    app: Flask, sessions: Sessions
) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    longest = {"title": LONGEST_TITLE, "place": LONGEST_PLACE, "note": LONGEST_NOTE}
    for name, most in {"left": LONGEST_NAME, "right": LONGEST_NAME, **longest}.items():
        (field,) = every(phone.document, name=name)
        assert field.get("maxlength") == str(2 * most), name
    phone.fill(left="🂡" * LONGEST_NAME, note="🂡" * LONGEST_NOTE)
    assert phone.tap("Save details").status == 200
    phone.open("/new")
    for name in ("left", "right"):
        (field,) = every(phone.document, name=name)
        assert field.get("maxlength") == str(2 * LONGEST_NAME), name


@pytest.mark.parametrize(
    ("deals", "length", "hint"),
    [
        ("6", "six deals", "If the score is level after six deals, you play a seventh."),
        ("8", "eight deals", "If the score is level after eight deals, you play one more."),
        ("2", "two deals", "If the score is level after two deals, you play one more."),
        ("nonsense", "six deals", "If the score is level after six deals, you play a seventh."),
    ],
)
def test_a_form_that_comes_back_says_how_long_the_match_will_be(
    phone: Phone, deals: str, length: str, hint: str
) -> None:
    start(filled(phone, left="", deals=deals))
    assert length in phone.part(class_="game-bridgette")
    assert hint in phone.parts(class_="for-bridgette")
