"""Every sentence can be translated, and pages read as well from right to left."""

import re
from collections.abc import Callable, Iterator

import flask_babel
import pytest
from babel.support import NullTranslations
from flask import Flask

from scorekeeper.book.database import Sessions
from scorekeeper.book.files import file_book
from scorekeeper.book.matches import correct_deal
from scorekeeper.rules.csvfile import write_csv
from tests.builders import a_deal, a_table
from tests.web.document import every, parse
from tests.web.phone import Phone
from tests.web.test_imports import HOSTILE, WHOLE, upload
from tests.web.world import World, a_world, writing_rules

NAMES = {"Scorekeeper", "Ana", "Bo", "Cy", "Final", "Bridgette", "Draw", "Bridge", "NT", "NTX", "NTXX", "XX"}
"""Words that are the same in every language."""
READ = ("aria-label", "title", "alt", "placeholder", "data-said", "data-not-saved", "data-no-answer", "data-saving",
        "data-start")  # fmt: skip


class Bracketed(NullTranslations):
    """A language in which every sentence stands in brackets."""

    def ugettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ungettext(self, singular: str, plural: str, number: int) -> str:
        return f"⟦{singular if number == 1 else plural}⟧"


@pytest.fixture
def bracketed(make_app: Callable[[], Flask], monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An app that speaks it, under the name of a language that nobody else here speaks."""
    monkeypatch.setattr(flask_babel.Domain, "get_translations", lambda self: Bracketed())
    app = make_app()
    app.testing = True
    app.extensions["babel"].default_locale = "lv"
    return app


def left_out(text: str) -> set[str]:
    """The words of *text* that stand outside all brackets and are no names."""
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = shorter
    return set(re.findall(r"[^\W\d_]{2,}", text)) - NAMES


def read_on(html: str) -> Iterator[str]:
    """Everything that is read by anybody: the text of the page as one, and what attributes say."""
    document = parse(html)
    for element in every(document):
        if element.tag in ("script", "option", "textarea"):
            element.text = ""
    for when in every(document, class_="paper-when"):
        for day in every(when, "bdi"):
            day.text = ""  # written by Babel, in the language itself
    yield " ".join(document.itertext())
    for element in every(document):
        yield from (value for name, value in element.attrib.items() if name in READ)


def test_every_sentence_on_every_page_is_translated(bracketed: Flask, sessions: Sessions) -> None:
    world = a_world(sessions)
    phone = Phone(bracketed, world.book)
    for address in world.pages(bracketed):
        for text in read_on(phone.open(address).html):
            assert left_out(text) == set(), address


def test_every_refusal_is_translated(bracketed: Flask, world: World) -> None:
    phone = Phone(bracketed, world.book).open("/new")
    refused = 0
    for rule in writing_rules(bracketed):
        whole = world.request_for(rule, phone)
        for changes in (
            {"csrf_token": None},
            {"seen": None},
            {"seen": "0"},
            {"tricks": "14"},
            {"level": "0", "play": "0S"},
            {"left": "", "first": "7", "deals": "99", "target": "1"},
            {"played_on": "never", "title": "x" * 101},
            {"dealer": "7", "game": "whist"},
        ):
            answer = phone.ask(whole.with_fields(**changes))
            if answer.status_code >= 400:
                refused += 1
                for text in read_on(answer.text):
                    assert left_out(text) == set(), (rule, changes)
    assert refused > 60


@pytest.fixture
def world(sessions: Sessions) -> World:
    return a_world(sessions)


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl"), ("he", "rtl"), ("hu", "ltr")])
def test_a_page_says_in_which_language_and_direction_it_is(
    make_app: Callable[[], Flask], language: str, direction: str
) -> None:
    app = make_app()
    app.extensions["babel"].default_locale = language
    phone = Phone(app).open("/")
    assert phone.has(tag="html", lang=language, dir=direction)


def test_a_contract_with_its_result_is_read_from_left_to_right_in_every_language(app: Flask, world: World) -> None:
    phone = Phone(app, world.book)
    contracts = 0
    for address in world.pages(app):
        for element in every(phone.open(address).document, class_="contract"):
            assert (element.tag, element.get("dir")) == ("bdi", "ltr"), address
            contracts += 1
    assert contracts > 100


@pytest.mark.parametrize("state", ["finished", "drawn", "ended"])
def test_how_a_match_ended_is_one_sentence_that_a_translator_sees_whole(
    bracketed: Flask, sessions: Sessions, world: World, state: str
) -> None:
    table = world.tables[state]
    phone = Phone(bracketed, table.book).open(f"/m/{table.ref.key}/")
    (winner,) = every(phone.document, class_="winner")
    line = next(every(winner, "p")).text or ""
    outermost = re.sub(r"⟦[^⟦⟧]*⟧", "…", line.removeprefix("⟦").removesuffix("⟧"))
    assert "after … deal" in outermost, line


def test_every_word_about_a_file_is_translated(bracketed: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1")
    with sessions.reading() as session:
        different = write_csv(file_book(session, table.book))
    table.do(correct_deal, 2, a_deal("Bo 4H="))
    phone = Phone(bracketed, table.book)
    for data in (different, *HOSTILE.values(), WHOLE):
        for text in read_on(upload(phone, data).html):
            assert left_out(text) == set(), data[:60]
    phone.send(phone.form_to("/import"))
    for text in read_on(phone.html):
        assert left_out(text) == set()
