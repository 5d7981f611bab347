"""Odd names: shown as they are, kept as they are, refused in words."""

import html

import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from tests.builders import a_book, a_new_match, a_table
from tests.web.document import every, text_of
from tests.web.phone import Phone, address_of
from tests.web.stored import nothing_stored
from tests.web.world import a_world

SCRIPT = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(1)>'
KISS = "👩‍❤️‍💋‍👨"
ODD = [
    (SCRIPT, IMAGE),
    ("%(name)s", "100% %s {0}"),
    ("{{ 7 * 7 }}", "{% raw %}"),
    ("'; DROP TABLE player; --", "&lt;b&gt; &amp;"),
    (KISS, "🃏 Ana"),
    ("W" * 40, "x" * 40),
    ("محمد", "שרה"),
    ("=1+1", "@SUM(A1)"),
    ("..", "/"),
]


def test_markup_in_names_is_text_on_every_page(app: Flask, sessions: Sessions) -> None:
    world = a_world(sessions, (SCRIPT, IMAGE))
    phone = Phone(app, world.book)
    for address in world.pages(app):
        phone.open(address)
        assert not phone.has(tag="img"), address
        assert all(script.get("src") for script in every(phone.document, "script")), address
        if SCRIPT in phone.text:
            assert SCRIPT not in phone.html, address
            assert html.escape(SCRIPT) in phone.html, address


@pytest.mark.parametrize(
    "names", ODD, ids=["markup", "percent", "template", "sql", "emoji", "long", "rtl", "sheet", "path"]
)
def test_odd_names_are_shown_as_they_are(app: Flask, sessions: Sessions, names: tuple[str, str]) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1", new=a_new_match(names=names))
    phone = Phone(app, table.book).look_at(table)
    assert phone.title == f"{names[0]} 850, {names[1]} 0. Deal 3 of 6"
    assert [text_of(name) for name in every(phone.document, class_="name")][:2] == list(names)
    assert [name.get("title") for name in every(phone.document, class_="name")][:2] == list(names)
    assert phone.deals[1] == (
        f"Edit deal 2. 4 hearts by {names[1]}, down 1. 100 to {names[0]}. {names[0]} 850, {names[1]} 0. "
        f"{names[1]} dealt."
    )
    phone.open(address_of(table, "details"))
    assert (phone.field("left"), phone.field("right")) == names
    assert f"The match of {names[0]} and {names[1]} with its 2 deals" in phone.open(address_of(table, "delete")).text
    assert phone.open("/").text.count(names[0]) == phone.text.count(names[1]) + 1  # who deals is named too


@pytest.mark.parametrize("names", ODD[:5], ids=["markup", "percent", "template", "sql", "emoji"])
def test_a_match_between_odd_names_is_played_like_any_other(
    phone: Phone, sessions: Sessions, names: tuple[str, str]
) -> None:
    phone.open("/new").fill(left=names[0], right=names[1], first="1")
    phone.send(phone.form_to("/new"))
    assert phone.title == f"{names[0]} 0, {names[1]} 0. Deal 1 of 6"
    phone.tap("3").tap(f"No-trump, {names[0]}").choose_tricks(9).tap(f"Save 750 to {names[0]}")
    phone.undo()
    assert phone.notes == [f"Deal 1 removed. {names[0]} 0, {names[1]} 0."]
    match = phone.address
    phone.open(f"{match}delete")
    assert f"The match of {names[0]} and {names[1]} with its 0 deals leaves the list." in phone.text
    phone.tap("Delete match")
    assert phone.notes == [f"The match of {names[0]} and {names[1]} is deleted. It can be restored here."]


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u200b", "\u200b\u200d\ufeff", "\u2800", "\u00ad", "\u3164"])
def test_a_name_nobody_can_see_is_refused(phone: Phone, name: str) -> None:
    phone.open("/new").fill(left=name, right="Bo", first="0")
    phone.send(phone.form_to("/new"))
    assert phone.status == 422
    assert phone.wrong("left") == "Type a name for the left player."


@pytest.mark.parametrize(("left", "right"), [("Zoë", "zoe\u0308"), ("Straße", "STRASSE"), ("Ana", " A\u200dna ")])
def test_one_name_for_both_is_refused_at_its_field_however_it_is_written(phone: Phone, left: str, right: str) -> None:
    phone.open("/new").fill(left=left, right=right, first="0")
    phone.send(phone.form_to("/new"))
    assert phone.status == 422
    assert phone.wrong("right").startswith("Both are called ")
    assert phone.field("right") == right


@pytest.mark.parametrize("length", [41, 201, 500])
def test_the_limit_of_a_name_is_said_in_characters(phone: Phone, length: int) -> None:
    for sign in ("x", "é", "🂡"):
        phone.open("/new").fill(left="Ana", right=sign * length, first="0")
        phone.send(phone.form_to("/new"))
        assert phone.status == 422
        assert phone.wrong("right") == "A name has at most 40 characters."
        assert phone.field("right") == sign * length


@pytest.mark.parametrize("sign", ["x", "é", "🂡", "ჵ"])
def test_a_name_of_exactly_forty_characters_is_kept(phone: Phone, sign: str) -> None:
    phone.open("/new").fill(left=sign * 40, right="Bo", first="0")
    phone.send(phone.form_to("/new"))
    assert phone.title == f"{sign * 40} 0, Bo 0. Deal 1 of 6"


@pytest.mark.parametrize("name", ["a\0b", "a\x1bb", "a\x7fb"])
def test_control_characters_are_no_part_of_a_name(phone: Phone, sessions: Sessions, name: str) -> None:
    phone.open("/new").fill(left="Ana", right="Bo", first="0")
    with nothing_stored(sessions):
        phone.send(phone.form_to("/new").with_fields(left=name))
    assert phone.status == 422
    assert phone.wrong("left") == "A name cannot hold control characters."


def test_names_that_differ_in_marks_nobody_sees_are_one_person(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    a_table(sessions, book=book, new=a_new_match(names=("Zoë", "Bo")))
    phone = Phone(app, book).open("/new")
    phone.fill(left="zoe\u0308\u200b", right="Bo", first="0")
    phone.send(phone.form_to("/new"))
    assert phone.title == "Zoë 0, Bo 0. Deal 1 of 6"
    assert sorted(option.attrib["value"] for option in every(phone.open("/new").document, "option")) == ["Bo", "Zoë"]
