"""Where the focus goes when a screen changes under it: never to nothing."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import Table, a_table, draw_bridge, rename


def press_enter(phone: Phone, name: str | re.Pattern[str], role: str = "button") -> None:
    """Press the key or link with *name* from the keyboard."""
    place = phone.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    phone.wait_for_touches()
    place.focus()
    place.press("Enter")


def test_undo_keeps_the_focus_for_as_long_as_there_is_something_to_undo(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H=", "Bo 2C="))
    press_enter(phone, re.compile("^Undo: deal 2"))
    expect(phone.row(2)).to_have_count(0)
    expect(phone.page.locator("#undo")).to_be_focused()
    press_enter(phone, re.compile("^Undo: deal 1"))
    expect(phone.page.locator(".note")).to_be_focused()


def test_closing_an_entry_leads_back_to_the_line_it_was_opened_for(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H=", "Bo 2C="))
    press_enter(phone, "4")
    expect(phone.page.locator(".entry")).to_be_visible()
    press_enter(phone, "Close", "link")
    expect(phone.page.locator(".next")).to_be_focused()
    press_enter(phone, re.compile("^Edit deal 1"), "link")
    expect(phone.page.locator(".entry [data-focus]")).to_be_focused()
    press_enter(phone, "Close", "link")
    expect(phone.row(1)).to_be_focused()


def test_after_a_deal_is_deleted_the_note_that_says_so_has_the_focus(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H=", "Bo 2C="))
    press_enter(phone, re.compile("^Edit deal 1"), "link")
    phone.page.locator(".delete summary").press("Enter")
    press_enter(phone, "Delete deal 1")
    expect(phone.page.locator(".note")).to_be_focused()


def test_what_was_refused_has_the_focus_and_not_the_question(phone: Phone) -> None:
    table = draw_bridge(phone.server.sessions, "Ana 2H=")
    phone.may_fail = True
    phone.sit_at(table)
    table.record("Bo 2C=")
    press_enter(phone, re.compile("^Undo: deal 1"))
    expect(phone.page.locator("#problems")).to_be_focused()
    expect(phone.page.locator("#problems")).to_contain_text("Another phone has changed this match in the meantime")


# A phone that was laid aside


def come_back(phone: Phone) -> None:
    """Look at the page again, as after another app."""
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def long_match(phone: Phone) -> Table:
    return draw_bridge(phone.server.sessions, *["Ana 1C=", "Bo 1C="] * 6, target=1000)


def test_a_match_that_is_looked_at_again_shows_what_another_phone_recorded(phone: Phone) -> None:
    table = long_match(phone)
    phone.sit_at(table)
    phone.row(2).focus()
    phone.page.evaluate("document.querySelector('#pad').scrollTop = 30")
    table.record("Bo 3NT=")
    come_back(phone)
    expect(phone.row(13)).to_have_count(1)
    expect(phone.row(2)).to_be_focused()
    assert phone.page.evaluate("document.querySelector('#pad').scrollTop") == 30
    assert phone.is_whole()


def test_a_match_that_is_looked_at_again_shows_a_player_renamed_in_another_match(phone: Phone) -> None:
    table = long_match(phone)
    phone.sit_at(table)
    other = a_table(phone.server.sessions, book=table.book)
    rename(other, {other.look().players[0].id: "Zora"})
    come_back(phone)
    expect(phone.page.locator(".heads .name")).to_have_text(["Zora", "Bo"])


def test_news_that_come_late_take_nobody_out_of_an_entry(phone: Phone) -> None:
    table = long_match(phone)
    phone.sit_at(table)
    held: list[Route] = []
    match = re.compile(f"/m/{table.ref.key}/$")
    phone.page.route(match, lambda route: held.append(route))
    with phone.page.expect_request(match):
        come_back(phone)
    phone.press("4")
    expect(phone.page.locator(".entry")).to_be_visible()
    table.record("Bo 3NT=")
    with phone.page.expect_response(match):
        held[0].continue_()
    phone.page.wait_for_timeout(200)
    expect(phone.page.locator(".entry")).to_be_visible()


def test_a_match_that_has_not_changed_is_left_as_it_is(phone: Phone) -> None:
    table = long_match(phone)
    phone.sit_at(table)
    press_enter(phone, re.compile("^Undo: deal 12"))
    expect(phone.page.locator(".note")).to_be_visible()
    with phone.page.expect_response(re.compile(f"/m/{table.ref.key}/$")):
        come_back(phone)
    phone.page.wait_for_timeout(100)
    expect(phone.page.locator(".note")).to_be_visible()
    expect(phone.page.locator("#undo")).to_be_focused()


def matches_asked_for(phone: Phone) -> int:
    return sum("/m/" in request for request in phone.requests)


def test_an_entry_that_is_looked_at_again_stays_as_it_was_chosen(phone: Phone) -> None:
    table = draw_bridge(phone.server.sessions, "Ana 2H=")
    phone.sit_at(table)
    phone.press("4")
    expect(phone.page.locator(".entry")).to_be_visible()
    asked = matches_asked_for(phone)
    come_back(phone)
    phone.page.wait_for_timeout(200)
    assert matches_asked_for(phone) == asked


def test_without_a_network_a_match_that_is_looked_at_again_says_nothing(a_phone: MakePhone) -> None:
    phone = a_phone()
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H="))
    phone.may_fail = True
    phone.context.set_offline(True)
    come_back(phone)
    phone.page.wait_for_timeout(200)
    expect(phone.page.locator("#problems")).to_have_text("")
    phone.context.set_offline(False)


# A change that takes its time


@pytest.mark.alone
def test_a_slow_undo_and_a_slow_deletion_say_so_and_cannot_be_pressed_again(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H=", "Bo 2C="))
    phone.server.faults.delay = 1.2
    phone.tap(phone.page.locator("#undo"))
    expect(phone.page.locator("#undo")).to_be_disabled()
    expect(phone.page.locator("#undo")).to_have_text("Saving…")
    expect(phone.row(2)).to_have_count(0)
    expect(phone.page.locator("#undo")).to_have_text("Undo")
    phone.tap(phone.row(1))
    phone.delete_deal(1)
    expect(phone.page.locator(".delete button")).to_have_text("Saving…")
    expect(phone.page.locator(".delete button")).to_be_disabled()
    expect(phone.row(1)).to_have_count(0)


@pytest.mark.alone
def test_a_slow_save_of_a_conflict_says_so(phone: Phone) -> None:
    phone.may_fail = True
    table = draw_bridge(phone.server.sessions)
    phone.sit_at(table)
    phone.choose("Ana 2H=")
    table.record("Bo 2C=")
    phone.tap(phone.save)
    expect(phone.heading("Another phone was quicker")).to_be_visible()
    phone.server.faults.delay = 1.2
    button = phone.page.locator(".save-bar form button")
    phone.tap(button)
    expect(button).to_have_text("Saving…")
    expect(button).to_be_disabled()
    expect(phone.row(2)).to_be_visible()
