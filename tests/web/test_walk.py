"""Every address there is, also those that come later: what reading, writing and prying may do."""

import re
from xml.etree.ElementTree import Element

import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from tests.builders import a_book, everything
from tests.web.document import every
from tests.web.phone import Phone
from tests.web.screen import Request
from tests.web.stored import nothing_stored
from tests.web.world import World, a_world, reading_rules, writing_rules


@pytest.fixture
def world(sessions: Sessions) -> World:
    return a_world(sessions)


@pytest.fixture
def phone(app: Flask, world: World) -> Phone:
    """A phone that holds the book of the world, and shows a page with a token."""
    return Phone(app, world.book).open("/new")


def test_reading_every_page_in_every_state_writes_nothing(app: Flask, world: World, phone: Phone) -> None:
    with nothing_stored(world.sessions):
        for address in world.pages(app):
            for request in (Request("GET", address), Request("GET", address, htmx=True), Request("HEAD", address)):
                answer = phone.ask(request)
                assert answer.status_code in (200, 303, 404, 422), address
                assert not answer.get_data() or request.method != "HEAD", address


def test_every_page_is_found_by_whoever_holds_the_book(app: Flask, world: World, phone: Phone) -> None:
    for rule in reading_rules(app):
        assert phone.open(world.address_for(rule)).status == 200, rule.endpoint


def test_every_page_is_whole_or_a_fragment_as_it_was_asked_for(app: Flask, world: World, phone: Phone) -> None:
    for address in world.pages(app):
        whole = phone.open(address)
        assert whole.html.startswith("<!doctype html>"), address
        seen = whole.part(id="screen")
        part = Phone(app, world.book).open(address, htmx=True)
        if "draw=1" not in address:
            assert part.part(id="screen") == seen, address
        assert part.status == whole.status, address
        assert "HX-Request" in part.answer.headers["Vary"], address


def test_no_address_that_writes_answers_to_get_or_head(app: Flask, world: World, phone: Phone) -> None:
    asking = {rule.rule for rule in reading_rules(app)}
    for rule in writing_rules(app):
        request = world.request_for(rule, phone)
        with nothing_stored(world.sessions):
            for method in ("GET", "HEAD"):
                answer = phone.ask(Request(method, request.address, request.fields))
                # Where a question is asked at the same address, the question is all that it gets.
                assert answer.status_code in ((200, 303, 422) if rule.rule in asking else (405,)), rule
            for method in ("PUT", "PATCH", "DELETE", "TRACE"):
                assert phone.ask(Request(method, request.address, request.fields)).status_code == 405, rule


def test_without_a_token_nothing_is_written_anywhere(app: Flask, world: World, phone: Phone) -> None:
    stranger = Phone(app, world.book).open("/new")
    for rule in writing_rules(app):
        whole = world.request_for(rule, phone)
        with nothing_stored(world.sessions):
            for token in (None, "", "nonsense", stranger.field("csrf_token")):
                for htmx in (False, True):
                    request = whole.with_fields(csrf_token=token)
                    request.htmx = htmx
                    assert phone.ask(request).status_code in (400, 409), (rule, token)


def test_with_a_token_every_one_of_these_requests_does_something(app: Flask, world: World, phone: Phone) -> None:
    for rule in writing_rules(app):
        if rule.endpoint in ("home.open_other", "look.keep", "imports.check"):
            continue  # they change a cookie alone, or only show what would be done
        before = everything(world.sessions)
        phone.send(world.request_for(rule, phone))
        assert phone.status == 200, (rule, phone.alerts)
        assert everything(world.sessions) != before, rule
        phone.open("/new")


def test_a_token_may_come_as_a_header(app: Flask, world: World, phone: Phone) -> None:
    (rule,) = (rule for rule in writing_rules(app) if rule.endpoint == "options.swap")
    request = world.request_for(rule, phone)
    phone.headers["X-CSRFToken"] = phone.field("csrf_token") or ""
    assert phone.send(request.with_fields(csrf_token=None)).title.startswith("Bo 0, Ana ")


# Other people's


def without_secrets(html: str, key: str) -> str:
    """What a page says, whatever key it was asked with and whichever token it was given."""
    return re.sub(r"[\w-]{50,}\.[\w-]{6}\.[\w-]{27}", "TOKEN", html).replace(key, "KEY")


def test_the_address_of_a_foreign_match_says_no_more_than_one_of_none(
    app: Flask, world: World, sessions: Sessions
) -> None:
    stranger = Phone(app, a_book(sessions)).open("/new")
    foreign, none = world.playing.ref.key, "x" * 22
    with nothing_stored(sessions):
        for rule in reading_rules(app):
            if "/m/" not in rule.rule:
                continue
            texts = []
            for key in (foreign, none, "short", "x" * 500):
                stranger.open(world.address_for(rule, key=key))
                assert stranger.status == 404, rule
                texts.append(without_secrets(stranger.html, key))
            assert len(set(texts)) == 1, rule
            assert stranger.alerts == ["To see it here, ask whoever keeps it for the link of their scorebook."]


def test_nothing_can_be_done_to_a_foreign_match_and_the_answer_is_that_of_none(
    app: Flask, world: World, sessions: Sessions
) -> None:
    for stranger in (Phone(app, a_book(sessions)), Phone(app)):
        stranger.open("/new")
        with nothing_stored(sessions):
            for rule in writing_rules(app):
                if "key" not in rule.arguments or rule.endpoint == "home.open_other":
                    continue
                texts = []
                for key in (world.table_for(rule.endpoint).ref.key, "x" * 22):
                    answer = stranger.ask(world.request_for(rule, stranger, key=key))
                    assert answer.status_code == 404, rule
                    texts.append(without_secrets(answer.text, key))
                assert texts[0] == texts[1], rule


def test_the_key_of_a_match_opens_no_book(app: Flask, world: World) -> None:
    phone = Phone(app).open(f"/open/{world.playing.ref.key}")
    assert phone.status == 404
    assert phone.cookie("scorebook") is None
    phone.keep_cookie("scorebook", world.playing.ref.key)
    assert phone.look_at(world.playing).status == 404


def test_no_number_that_can_be_counted_stands_in_any_address(app: Flask, world: World) -> None:
    ids = {str(row[0]) for rows in everything(world.sessions).values() for row in rows}
    assert ids
    for rule in app.url_map.iter_rules():
        assert rule.arguments <= {"key", "number", "filename", "place"}, (
            rule
        )  # a number is the place of a deal on its sheet


# What every page is made of


def elements_of_every_page(app: Flask, world: World) -> list[tuple[str, Element]]:
    phone = Phone(app, world.book)
    return [(address, element) for address in world.pages(app) for element in every(phone.open(address).document)]


def test_no_page_holds_script_or_style_of_its_own(app: Flask, world: World) -> None:
    elements = elements_of_every_page(app, world)
    assert len(elements) > 5000
    for address, element in elements:
        assert element.tag not in ("style", "iframe", "object", "embed", "base"), address
        assert not {name for name in element.attrib if name.startswith("on") or name in ("style", "srcdoc")}, address
        if element.tag == "script":
            assert element.get("src"), address
            assert not (element.text or "").strip(), address
        for name, value in element.attrib.items():
            assert not value.strip().lower().startswith(("javascript:", "data:", "vbscript:")), (address, name)
        assert not {name for name in element.attrib if re.match(r"hx-(on|vals|vars|trigger)", name)}, address


def test_every_control_has_a_name_and_no_identifier_is_given_twice(app: Flask, world: World) -> None:
    phone = Phone(app, world.book)
    for address in world.pages(app):
        phone.open(address)
        ids = [element.attrib["id"] for element in every(phone.document) if element.get("id")]
        assert len(ids) == len(set(ids)), (address, sorted(ids))
        assert "" not in phone.pressable, address
        labelled = {control for label in every(phone.document, "label") for control in label.iter()}
        for element in every(phone.document):
            if element.tag in ("input", "textarea", "select") and element.get("type") != "hidden":
                assert element in labelled, (address, element.attrib)
            for attribute in ("aria-describedby", "aria-labelledby"):
                for wanted in element.get(attribute, "").split():
                    assert wanted in ids, (address, attribute, wanted)


def test_every_page_has_a_title_a_heading_and_a_live_region(app: Flask, world: World) -> None:
    phone = Phone(app, world.book)
    for address in world.pages(app):
        phone.open(address)
        assert phone.title.strip(), address
        assert len(phone.parts(tag="h1")) == 1, address
        assert phone.has(id="live", role="status", aria_live="polite"), address
