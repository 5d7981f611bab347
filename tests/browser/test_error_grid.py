"""Every form, and everything that can go wrong with it: said beside it, nothing lost, and the next try does it once."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.book.lifecycle import delete_match, end_early
from scorekeeper.book.outages import BookAway, BookBusy, BookReadOnly
from tests.browser.conftest import MakePhone
from tests.browser.phone import PATIENCE, Phone
from tests.builders import Table, a_table, draw_bridge

NOT_SAVED = "Not saved. Nothing is lost, please try again."
NO_ANSWER = "No answer. Nothing is lost, please try again."
SOMEONE_ELSES_PAGE = "<!doctype html><title>Log in</title><h1 data-focus role=alert>Welcome to our hotel</h1>"
STATUSES = ("200", "400", "403", "404", "409", "413", "422", "429", "500", "502", "503", "504")

STATE = """button => {
    const form = button.closest('form');
    const fields = [...new FormData(form)].filter(([name]) => !['csrf_token', 'timezone'].includes(name));
    const all = [...document.querySelectorAll('#problems, [data-complaint]')];
    const places = all.filter(place => place.innerText.trim());
    const [place] = places, box = place?.getBoundingClientRect(), pressed = button.getBoundingClientRect();
    return {
        isSending: document.querySelector('.htmx-request') !== null,
        sentences: places.map(place => place.innerText.trim()),
        isInSight: place !== undefined && box.top >= 0 && box.bottom <= innerHeight && box.height > 0,
        isBeside: place !== undefined && Math.max(pressed.top - box.bottom, box.top - pressed.bottom) < 80,
        role: place?.getAttribute('role'),
        live: document.querySelector('#live').innerText,
        fields: JSON.stringify(fields),
        label: button.innerText,
        isUsable: !button.disabled,
    };
}"""
"""What there is to see and to hear after a press of a button."""


@dataclass(frozen=True)
class Form:
    """A form of the app.

    fill: comes there and fills it. button: what to press. stored: what the act adds to, where the act leads.
    is_near: whether the place for sentences is beside the button, or at the same place for all of the screen.
    """

    fill: Callable[[Phone], object]
    button: str
    stored: Callable[[Phone], int]
    is_near: bool = True


def seated(path: str = "", *deals: str, **acts: Any) -> Callable[[Phone], Table]:
    def sit(phone: Phone) -> Table:
        table = draw_bridge(phone.server.sessions, *deals)
        for verb in acts.values():
            table.do(verb)
        phone.sit_at(table, path)
        return table

    return sit


def changes(phone: Phone) -> int:
    """How often the match that is shown was changed."""
    return phone.kept().version


def choose(phone: Phone) -> None:
    seated("", "Bo 2H=")(phone)
    phone.choose("Ana 3NT=")


def set_up(phone: Phone) -> None:
    phone.open("/new")
    phone.name_field("Left").fill("Ana")
    phone.name_field("Right").fill("Margaret")
    phone.tap(phone.option("Game", "Draw Bridge"))
    phone.tap(phone.option("Target", "500"))
    phone.tap(phone.option("Who deals first?", "Margaret"))


def describe(phone: Phone) -> None:
    seated("details", "Bo 2H=")(phone)
    phone.page.get_by_label("Title").fill("Final & last <b>")
    phone.page.get_by_label("Note").fill('one\n"two"')


def agree(phone: Phone) -> None:
    seated("rules", "Bo 2H=")(phone)
    phone.page.locator('[name="target"]').fill("777")


def look_at_deal(phone: Phone) -> None:
    seated("deals/1", "Bo 2H=")(phone)
    phone.tap(phone.page.locator("summary", has_text="Delete"))


def find_another_book(phone: Phone) -> None:
    other = a_table(phone.server.sessions)
    seated("", "Bo 2H=")(phone)
    phone.open(f"/open/{other.book.key}")


def find_deleted(phone: Phone) -> None:
    table = seated("", "Bo 2H=")(phone)
    table.do(delete_match)
    phone.open("/deleted")


def in_book(phone: Phone) -> int:
    """How many matches there are in the book that is open now."""
    return len(phone.matches())


def in_list_of_deleted(phone: Phone) -> int:
    return phone.page.locator("[action$='/restore']").count()


def on_device(phone: Phone) -> int:
    return sum(cookie["name"] == "look" for cookie in phone.context.cookies())


FORMS = {
    "save": Form(choose, "[data-save] button", changes),
    "undo": Form(seated("", "Bo 2H="), "[action$='/undo'] button", changes, is_near=False),
    "delete a deal": Form(look_at_deal, "[action$='/remove'] button", changes),
    "start": Form(set_up, "#new .start button", lambda phone: len(phone.matches())),
    "details": Form(describe, "[action$='/details'] .start button", changes),
    "house rules": Form(agree, "[action$='/rules'] .start button", changes),
    "swap seats": Form(seated("more", "Bo 2H="), "[action$='/swap'] button", changes),
    "end early": Form(seated("more", "Bo 2H="), "[action$='/end'] button", changes),
    "play on": Form(seated("", "Bo 2H=", end=end_early), "[action$='/play-on'] button", changes),
    "rematch": Form(seated("", "Bo 2H=", end=end_early), "[action$='/rematch'] button", in_book),
    "delete the match": Form(seated("delete", "Bo 2H="), "[action$='/delete'] button", in_list_of_deleted),
    "restore": Form(find_deleted, "[action$='/restore'] button", changes),
    "settings": Form(lambda phone: phone.open("/settings"), "[data-look] .start button", on_device),
    "another scorebook": Form(find_another_book, "[action*='/open/'] button", in_book),
}


STORED = {"start": 1, "play on": 3, "delete the match": 1, "restore": 3, "settings": 1, "another scorebook": 1}
"""What is stored once the act is done once, where it is not two: the first deal of the match, and the act."""


def fail(phone: Phone, failure: str) -> str:
    """Let *failure* befall the next write; returns what is to be said."""
    faults = phone.server.faults
    if failure in STATUSES:
        faults.answers = [(f"{failure} Whatever", SOMEONE_ELSES_PAGE)]
        return NOT_SAVED
    if failure == "a bug":
        faults.errors = [RuntimeError("a bug for this test")]
        return NOT_SAVED
    for error, beginning in (
        (BookBusy, "The scorebook is busy"),
        (BookReadOnly, "Not saved: the disk of the scorebook is full"),
        (BookAway, "Not saved: the scorebook cannot be reached"),
    ):
        if failure == error.__name__:
            faults.errors = [error("for this test")]
            return beginning
    if failure == "offline":
        phone.context.set_offline(True)
    if failure == "never sent":
        phone.page.route("**/*", lambda route: route.abort("connectionreset"), times=1)
    if failure == "hangs":
        faults.silence = 0.4
        phone.page.evaluate("htmx.config.timeout = 120")
    if failure == "answer lost":
        faults.lost = 1
    return NO_ANSWER


FAILURES = (
    *STATUSES,
    "a bug",
    BookBusy.__name__,
    BookReadOnly.__name__,
    BookAway.__name__,
    "offline",
    "never sent",
    "hangs",
    "answer lost",
)
"""The last one has the act done."""


@pytest.mark.parametrize("name", FORMS)
def test_whatever_goes_wrong_with_a_form_is_said_beside_it_and_the_next_try_does_it_once(
    a_phone: MakePhone, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    phone, form = a_phone(), FORMS[name]
    phone.may_fail = True
    caplog.set_level(logging.CRITICAL)
    form.fill(phone)
    button = phone.page.locator(form.button)
    phone.wait_for_touches()
    before = button.evaluate(STATE)
    for failure in FAILURES:
        sentence = fail(phone, failure)
        button.tap()
        state = after_press(phone, button)
        assert len(state["sentences"]) == 1, (failure, state)
        assert state["sentences"][0].startswith(sentence), (failure, state)
        assert state["live"] == state["sentences"][0], failure
        assert (state["isInSight"], state["role"]) == (True, "alert"), (failure, state)
        assert state["isBeside"] or not form.is_near, (failure, state)
        assert [state[part] for part in ("fields", "label", "isUsable")] == [
            before[part] for part in ("fields", "label", "isUsable")
        ], failure
        phone.context.set_offline(False)
        phone.server.faults.clear()
        phone.page.evaluate("htmx.config.timeout = 15000")
    assert phone.is_whole()
    shown = phone.page.url
    button.tap()
    phone.page.wait_for_url(lambda url: url != shown or name in ("undo", "play on"))
    expect(button).to_have_count(0)
    assert phone.is_whole()
    assert form.stored(phone) == STORED.get(name, 2)


def after_press(phone: Phone, button: Locator) -> dict[str, Any]:
    """What there is to see once the request has come to its end."""
    for _ in range(PATIENCE):
        state: dict[str, Any] = button.evaluate(STATE)
        if state["sentences"] and not state["isSending"]:
            return state
        phone.page.wait_for_timeout(20)
    raise AssertionError(f"nothing was said: {state}")


@pytest.mark.parametrize("name", ["swap seats", "details", "delete the match", "undo"])
def test_a_form_that_lost_its_token_stays_and_one_more_tap_does_it(a_phone: MakePhone, name: str) -> None:
    phone, form = a_phone(), FORMS[name]
    phone.may_fail = True
    form.fill(phone)
    button = phone.page.locator(form.button)
    phone.wait_for_touches()
    before = button.evaluate(STATE)
    phone.context.clear_cookies(name="scorekeeper")
    button.tap()
    state = after_press(phone, button)
    assert state["sentences"][0].endswith("Nothing is lost: one more tap does it.")
    assert (state["fields"], state["label"]) == (before["fields"], before["label"])
    button.tap()
    expect(button).to_have_count(0)
    assert form.stored(phone) == STORED.get(name, 2)
