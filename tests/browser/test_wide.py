"""A wide screen: the pad at the left, both faces beside each other at the right, from one and the same page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakePhone
from tests.browser.geometry import scrolls, wrongs
from tests.browser.phone import Phone
from tests.browser.test_layout import LONGEST, OTHERS, PAGES, tables
from tests.builders import a_table, draw_bridge, rename

DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False, "device_scale_factor": 1}
SIZES = ((900, 640), (1280, 800), (1600, 1000))

MakeDesk = Callable[..., Phone]


@pytest.fixture
def a_desk(a_phone: MakePhone) -> MakeDesk:
    """Makes browsers on a desk, with a mouse."""

    def make(**options: object) -> Phone:
        desk = a_phone(**{**DESK, **options})
        desk.has_mouse = True
        return desk

    return make


@pytest.fixture
def desk(a_desk: MakeDesk) -> Phone:
    """A browser on a desk."""
    return a_desk()


def faces(desk: Phone) -> tuple[Locator, Locator]:
    return desk.page.locator(".contract-face"), desk.page.locator(".result-face")


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_deal_is_played_by_mouse_with_pad_and_both_faces_in_sight(a_desk: MakeDesk, script: bool) -> None:
    desk = a_desk(java_script_enabled=script)
    desk.sit_at(a_table(desk.server.sessions, "Ana 3NT=", "Bo 2C="))
    contract, result = faces(desk)

    def all_is_in_sight() -> None:
        expect(contract).to_be_in_viewport(ratio=1)
        expect(result).to_be_in_viewport(ratio=1)
        expect(desk.row(2)).to_be_in_viewport(ratio=1)

    all_is_in_sight()
    expect(result).to_contain_text("Pick the contract")
    expect(desk.key("Spades, Ana")).to_be_disabled()
    place = desk.key("4").bounding_box()
    desk.press("4")
    expect(desk.key("Level 4")).to_have_attribute("aria-pressed", "true")
    assert desk.key("Level 4").bounding_box() == place, "nothing moves under the finger"
    all_is_in_sight()
    desk.press("Spades, Ana")
    expect(result).to_contain_text("Result: 4")
    expect(desk.key("Pick the result")).to_be_disabled()
    desk.press("Doubled X")
    expect(desk.key("Doubled X")).to_have_attribute("aria-pressed", "true")
    desk.press("Down 1, 9 tricks, 200 to Bo")
    expect(desk.page.locator('[data-preview="1"]')).to_have_text("+200")
    all_is_in_sight()
    desk.press("Save 200 to Bo")
    expect(desk.row(3)).to_be_visible()
    all_is_in_sight()
    assert desk.kept().match.totals == (750, 700)
    assert desk.taps == 5


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_another_level_or_strain_keeps_the_doubling_and_clears_the_result(a_desk: MakeDesk, script: bool) -> None:
    desk = a_desk(java_script_enabled=script)
    desk.sit_at(draw_bridge(desk.server.sessions))
    desk.choose("Ana 4SX=")
    expect(desk.save).to_be_enabled()
    desk.press("Level 5")
    expect(desk.page.locator(".result-face h2")).to_contain_text("5")
    expect(desk.key("Spades, Ana")).to_have_attribute("aria-pressed", "true")
    expect(desk.key("Doubled X")).to_have_attribute("aria-pressed", "true")
    expect(desk.key("Pick the result")).to_be_disabled()
    desk.tap(desk.page.locator('.tile[value="11"]'))
    expect(desk.save).to_be_enabled()
    desk.press("Hearts, Bo")
    expect(desk.key("Doubled X")).to_have_attribute("aria-pressed", "true")
    expect(desk.key("Pick the result")).to_be_disabled()
    desk.press("Passed out")
    expect(desk.save).to_have_text("Save: no points")
    expect(desk.key("Passed out")).to_have_attribute("aria-pressed", "true")
    desk.follow("Clear")
    expect(desk.page.locator(".result-face")).to_contain_text("Pick the contract")
    assert desk.kept().match.lines == ()


def test_the_pad_stays_with_its_chart_and_marks_the_deal_that_is_corrected(desk: Phone) -> None:
    desk.sit_at(draw_bridge(desk.server.sessions, "Ana 2H=", "Bo 2C="))
    desk.page.evaluate("document.querySelector('#board').isOld = true")
    desk.tap(desk.row(1))
    expect(desk.heading("Edit deal 1")).to_be_visible()
    expect(desk.row(1)).to_have_attribute("aria-current", "true")
    desk.press("Level 3")
    expect(desk.key("Level 3")).to_have_attribute("aria-pressed", "true")
    expect(desk.page.locator(".chart")).to_be_visible()
    desk.tap(desk.row(2))
    expect(desk.heading("Edit deal 2")).to_be_visible()
    expect(desk.row(1)).not_to_have_attribute("aria-current", "true")
    expect(desk.row(2)).to_have_attribute("aria-current", "true")
    desk.delete_deal(2)
    expect(desk.row(2)).to_have_count(0)


def test_the_pad_is_drawn_anew_when_a_player_was_renamed_in_another_match_or_results_are_drawn_otherwise(
    desk: Phone,
) -> None:
    sessions = desk.server.sessions
    table = a_table(sessions, "Ana 3NT=", "Bo 2C=")
    desk.sit_at(table)
    other = a_table(sessions, book=table.book)
    rename(other, {other.look().players[0].id: "Zora"})
    desk.press("4")
    expect(desk.key("Spades, Zora")).to_be_visible()
    expect(desk.page.locator(".heads .name")).to_have_text(["Zora", "Bo"])
    expect(desk.row(1)).to_have_attribute("aria-label", re.compile("by Zora"))
    expect(desk.page.locator(".chart")).to_contain_text("Zora")
    desk.context.add_cookies([{"name": "look", "value": "light.two.tricks", "url": desk.server.base}])
    desk.press("Level 3")
    expect(desk.page.locator(".line .mark").first).to_contain_text("3NT · 9")


def test_the_focus_stays_on_a_level_and_goes_on_to_the_result_with_the_contract(desk: Phone) -> None:
    desk.sit_at(a_table(desk.server.sessions))
    desk.wait_for_touches()
    desk.key("4").press("Enter")
    expect(desk.key("Level 4")).to_be_focused()
    expect(desk.page.locator("#live")).to_have_text("Deal 1. Level 4. Who plays it, and in what?")
    desk.page.keyboard.press("Tab")
    expect(desk.key("Clubs, Ana")).to_be_focused()
    desk.page.keyboard.press("ArrowRight")
    desk.page.keyboard.press("Enter")
    expect(desk.heading("4 diamonds by Ana, needs 10 tricks. Result?")).to_be_focused()
    desk.page.keyboard.press("Tab")
    expect(desk.key("Undoubled")).to_be_focused()


def test_what_does_not_belong_to_a_phone_is_not_there_for_anyone(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, "Ana 3NT="), "deals/2?level=4&play=0S")
    for hidden in (".pad", ".contract-face", ".bar-acts", ".chart"):
        expect(phone.page.locator(hidden)).to_be_hidden()
    assert phone.page.get_by_role("button", name="Level 4").count() == 0
    phone.press("Change")
    expect(phone.key("Level 4")).to_be_visible()
    expect(phone.page.locator(".result-face")).to_be_hidden()
    phone.follow("Close")
    expect(phone.row(1)).to_be_visible()
    expect(phone.page.locator(".strains").first).to_be_hidden()


def test_everything_is_large_enough_apart_and_whole_with_the_longest_names(desk: Phone) -> None:
    found = tables(desk, LONGEST)
    wrong: dict[str, list[str]] = {}
    for name, page in {**PAGES, "edit": OTHERS["edit"], "insert": OTHERS["insert"]}.items():
        desk.sit_at(*page(found))
        for width, height in SIZES:
            desk.page.set_viewport_size({"width": width, "height": height})
            trouble = wrongs(desk.page) + (["the page scrolls"] if scrolls(desk.page) else [])
            if trouble:
                wrong[f"{name} at {width}x{height}"] = trouble
    assert wrong == {}


def test_the_points_to_come_stand_beside_the_total_they_are_added_to(phone: Phone) -> None:
    found = tables(phone, ("Ana", "Margaret"))
    for table, player in ((found.bridgette, 0), (found.bridgette, 1), (found.large, 0), (found.large, 1)):
        number = len(table.look().match.lines) + 1
        phone.sit_at(table, f"deals/{number}?level=7&play={player}NT&doubling=XX&tricks=13")
        total = phone.page.locator(".total").nth(player).bounding_box()
        pill = phone.page.locator(f'[data-preview="{player}"]').bounding_box()
        assert total is not None
        assert pill is not None
        assert 0 <= pill["x"] - (total["x"] + total["width"]) <= 12
        assert abs((pill["y"] + pill["height"] / 2) - (total["y"] + total["height"] / 2)) < 8
