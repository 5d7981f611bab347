"""What is written about a match, and the house rules by which it is played."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.houserules import Amount, rules_of, write_rules
from tests.builders import a_book, a_new_match, a_table, draw_bridge
from tests.web.menu import choose, more
from tests.web.phone import Phone, address_of
from tests.web.stored import nothing_stored

MakePhone = Callable[[Book], Phone]


# Details


def test_what_is_written_about_a_match_is_kept(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = choose(more(a_phone(table.book).look_at(table)), "Details")
    phone.fill(title="Final", played_on="2026-03-02", place="Bled", note="one\ntwo")
    phone.send(phone.form_to("/details"))
    assert phone.redirects == [(303, address_of(table))]
    details = table.look().details
    assert (details.title, details.played_on.isoformat(), details.place, details.note) == (
        "Final", "2026-03-02", "Bled", "one\ntwo",
    )  # fmt: skip
    assert phone.tap("Undo: the change of details").notes == ["Undone: the change of details."]
    assert table.look().details.title is None


def test_details_saved_as_they_were_change_nothing(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    before = table.version
    assert phone.send(phone.form_to("/details")).status == 200
    assert table.version == before


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("title", "x" * 101, "At most 100 characters can be kept here."),
        ("title", "x" * 5000, "At most 100 characters can be kept here."),
        ("title", "a\0b", "Control characters cannot be kept."),
        ("place", "x" * 101, "At most 100 characters can be kept here."),
        ("note", "x" * 2001, "At most 2000 characters can be kept here."),
        ("note", "x" * 20000, "At most 2000 characters can be kept here."),
        ("note", "a\0b", "Control characters cannot be kept."),
        ("played_on", "2026-02-31", "A date looks like 2026-11-29."),
        ("played_on", "yesterday", "A date looks like 2026-11-29."),
        ("played_on", "", "A date looks like 2026-11-29."),
        ("played_on", "1" * 5000, "A date looks like 2026-11-29."),
        ("played_on", "2999-01-01", "The day is one from 1900 to tomorrow."),
        ("played_on", "1899-12-31", "The day is one from 1900 to tomorrow."),
        ("left", "", "Type a name."),
        ("left", " \u200b ", "Type a name."),
        ("left", "x" * 41, "A name has at most 40 characters."),
        ("right", "x" * 500, "A name has at most 40 characters."),
        ("right", "a\0b", "A name cannot hold control characters."),
        ("left", "bo", "Someone else in this book is called bo."),
    ],
)
def test_what_cannot_be_kept_comes_back_beside_its_field_with_all_the_rest(
    app: Flask, sessions: Sessions, field: str, value: str, sentence: str
) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(**{"left": "Anamaria", "title": "Final", "note": "about it", field: value})
    with nothing_stored(sessions):
        phone.send(phone.form_to("/details"))
    assert phone.status == 422
    assert phone.wrong(field) == sentence
    expected = {"left": "Anamaria", "right": "Bo", "title": "Final", "note": "about it", field: value}
    assert {name: phone.field(name) for name in expected} == expected


@pytest.mark.parametrize("sign", ["x", "é", "🂡"])
def test_as_much_as_can_be_kept_is_kept_counted_in_characters(app: Flask, sessions: Sessions, sign: str) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(left=sign * 40, title=sign * 100, place=sign * 100, note=sign * 2000)
    assert phone.send(phone.form_to("/details")).status == 200
    kept = table.look()
    assert (kept.names[0], kept.details.title, kept.details.place, kept.details.note) == (
        sign * 40, sign * 100, sign * 100, sign * 2000,
    )  # fmt: skip


def test_a_new_name_is_the_name_of_that_person_in_every_match(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    first, second = a_table(sessions, book=book), a_table(sessions, book=book)
    phone = Phone(app, book).open(address_of(first, "details"))
    phone.fill(left=" Anamaria ")
    phone.send(phone.form_to("/details"))
    assert phone.title == "Anamaria 0, Bo 0. Deal 1 of 6"
    assert phone.look_at(second).title == "Anamaria 0, Bo 0. Deal 1 of 6"


def test_a_name_may_change_its_case(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(left="ANA")
    assert phone.send(phone.form_to("/details")).title == "ANA 0, Bo 0. Deal 1 of 6"


def test_a_new_name_on_one_phone_outlives_other_details_saved_from_another(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    other = Phone(app, table.book).open(address_of(table, "details"))
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(left="Anamaria")
    phone.send(phone.form_to("/details"))
    other.fill(title="Final")
    other.send(other.form_to("/details"))
    assert table.look().names == ("Anamaria", "Bo")


def test_a_name_and_details_are_kept_together_or_not_at_all(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(left="Anamaria", title="Final")
    request = phone.form_to("/details")
    table.record("Ana 3NT=")
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 409


# House rules


@pytest.mark.parametrize(
    ("key", "rule", "value"),
    [
        (key, rule, str(value))
        for key, game in GAMES.items()
        for rule, kind in rules_of(game.rules).items()
        for value in ((kind.low, kind.high) if isinstance(kind, Amount) else kind.values[1:])
    ],
)
def test_every_house_rule_can_be_changed_and_changed_back(
    app: Flask, sessions: Sessions, key: str, rule: str, value: str
) -> None:
    table = a_table(sessions, "Ana 3NT=", new=a_new_match(GAMES[key]))
    phone = Phone(app, table.book).open(address_of(table, "rules"))
    phone.fill(**{rule: value})
    phone.send(phone.form_to("/rules"))
    assert phone.redirects == [(303, address_of(table))]
    assert phone.notes
    assert phone.notes[0].startswith("House rules changed. Every deal is scored by them.")
    standard = write_rules(GAMES[key].rules())
    assert {name: str(one) for name, one in write_rules(table.look().match.rules).items()} == {
        name: str(one) for name, one in {**standard, rule: value}.items()
    }
    phone.tap("Undo: the change of house rules")
    assert write_rules(table.look().match.rules) == standard


def test_a_higher_target_is_how_a_finished_match_is_played_on(sessions: Sessions, a_phone: MakePhone) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", target=100)
    phone = choose(more(a_phone(table.book).look_at(table)), "House rules and target")
    phone.fill(target="200")
    phone.send(phone.form_to("/rules"))
    assert phone.heading == "To 200"
    assert phone.record("Ana 3NT=").heading == "Draw Bridge · finished"


@pytest.mark.parametrize(
    ("rule", "value", "sentence"),
    [
        ("target", "9", "Target is a whole number from 10 to 100,000."),
        ("target", "100001", "Target is a whole number from 10 to 100,000."),
        ("target", "-300", "Target is a whole number from 10 to 100,000."),
        ("target", "", "Target is a whole number from 10 to 100,000."),
        ("target", "1" * 5000, "Target is a whole number from 10 to 100,000."),
        ("undertricks", "free", "Undertricks: choose one of those offered."),
    ],
)
def test_a_house_rule_that_cannot_be_comes_back_beside_its_field(
    app: Flask, sessions: Sessions, rule: str, value: str, sentence: str
) -> None:
    table = draw_bridge(sessions, overtricks="ignored")
    phone = Phone(app, table.book).open(address_of(table, "rules"))
    with nothing_stored(sessions):
        phone.send(phone.form_to("/rules").with_fields(**{rule: value}))
    assert phone.status == 422
    assert phone.part(id=f"wrong-{rule}") == sentence
    assert phone.field("overtricks") == "ignored"


def test_a_form_of_house_rules_that_is_not_whole_resets_none(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, new=a_new_match(doubling="bonus only", deals=8))
    phone = Phone(app, table.book).open(address_of(table, "rules"))
    phone.send(phone.form_to("/rules").with_fields(doubling=None, deals="10"))
    rules = table.look().match.rules
    assert (rules.doubling, rules.deals) == ("bonus only", 10)
