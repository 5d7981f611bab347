"""Tapped twice, done once: while an answer is on its way, and just after a face has changed under the finger."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import a_table, draw_bridge

pytestmark = pytest.mark.alone  # all about moments: what is between two touches is a part of a second


def test_save_is_off_while_it_is_under_way_and_says_so_when_that_takes_long(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions))
    phone.choose("Ana 3NT=")
    label, place = phone.save.inner_text(), phone.save.bounding_box()
    phone.server.faults.delay = 1.2
    phone.wait_for_touches()
    phone.save.tap()
    expect(phone.save).to_be_disabled()
    assert phone.save.inner_text() == label, "what is over in a moment needs no word"
    expect(phone.save).to_have_text("Saving…")
    assert phone.save.bounding_box() == place
    assert phone.said() == "Saving…"
    expect(phone.row(1)).to_be_visible()


def test_an_act_of_the_menu_that_takes_long_says_so_and_nothing_moves(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Bo 2H="), "more")
    swap, other = (phone.page.locator(f"[action$='/{act}'] button") for act in ("swap", "first-dealer"))
    places = [button.bounding_box() for button in (swap, other)]
    phone.server.faults.delay = 1.2
    phone.tap(swap)
    expect(swap).to_have_text("Saving…")
    assert [button.bounding_box() for button in (swap, other)] == places
    other.tap()  # dropped: one act at a time
    expect(phone.page.locator(".note")).to_have_text("Seats swapped.")
    assert phone.kept().version == 2


def test_two_taps_on_save_at_once_record_one_deal(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions))
    phone.choose("Ana 3NT=")
    phone.server.faults.delay = 0.3
    phone.requests.clear()
    phone.save.evaluate("button => { button.click(); button.click(); }")
    expect(phone.row(1)).to_be_visible()
    assert sum(request.startswith("POST") for request in phone.requests) == 1
    assert len(phone.kept().match.lines) == 1


def test_without_javascript_two_taps_on_save_at_once_record_one_deal(a_phone: MakePhone) -> None:
    phone = a_phone(java_script_enabled=False)
    phone.sit_at(draw_bridge(phone.server.sessions))
    phone.choose("Ana 3NT=")
    phone.server.faults.delay = 0.3
    phone.save.evaluate("button => { button.click(); button.click(); }")
    expect(phone.row(1)).to_be_visible()
    assert len(phone.kept().match.lines) == 1


def test_five_taps_on_start_at_once_start_one_match(phone: Phone) -> None:
    phone.open("/new")
    phone.name_field("Left").fill("Ana")
    phone.name_field("Right").fill("Bo")
    phone.tap(phone.option("Who deals first?", "Bo"))
    phone.server.faults.delay = 0.3
    phone.key("Start: Bo deals").evaluate(
        "button => { for (let tap = 0; tap < 5; tap++) setTimeout(() => button.click(), tap * 60); }"
    )
    expect(phone.heading("Deal 1: what level?")).to_be_visible()
    phone.open("/")
    expect(phone.page.get_by_role("link", name="Continue match")).to_have_count(1)
    assert len(phone.matches()) == 1


def test_a_double_touch_on_a_level_chooses_nothing_else(a_phone: MakePhone) -> None:
    phone = a_phone(in_haste=False)
    phone.sit_at(a_table(phone.server.sessions))
    for level in ("0", "3", "5", "7"):
        touch_twice(phone, level)
        expect(phone.heading(f"Deal 1. Level {level}. Who plays it, and in what?")).to_be_attached()
        phone.page.wait_for_timeout(150)
        assert "level=" in phone.page.url
        assert "play=" not in phone.page.url
        assert "passed_out" not in phone.page.url
        phone.follow("Close")
        expect(phone.heading("Deal 1: what level?")).to_be_visible()


def test_a_double_touch_on_save_at_the_end_starts_no_rematch(a_phone: MakePhone) -> None:
    phone = a_phone(in_haste=False)
    phone.sit_at(draw_bridge(phone.server.sessions, target=100))
    phone.choose("Ana 3NT=")
    touch_twice(phone, "Save 100 to Ana")
    expect(phone.heading("Ana wins")).to_be_visible()
    phone.page.wait_for_timeout(200)
    assert len(phone.matches()) == 1


def test_a_double_touch_on_undo_takes_one_change_back(a_phone: MakePhone) -> None:
    phone = a_phone(in_haste=False)
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H=", "Bo 2H=", "Bo 2H="))
    touch_twice(phone, "Undo: deal 3, 2 hearts by Bo, made exactly")
    expect(phone.row(3)).to_have_count(0)
    phone.page.wait_for_timeout(200)
    assert len(phone.kept().match.lines) == 2


def touch_twice(phone: Phone, name: str) -> None:
    """Touch the button with *name*, and the same place again 150 ms later, as a wet finger does."""
    phone.wait_for_touches()
    box = phone.key(name).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_timeout(150)
    phone.page.touchscreen.tap(x, y)
