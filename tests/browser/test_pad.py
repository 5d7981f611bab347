"""The pad on a phone: six deals without scrolling, long names on one line, the line just saved."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import a_new_match, a_table

LONG = ("W" * 40, "Wilhelmina-Margareta van der Kellen-Ruys."[:40])
INNER = "pad => [pad.scrollHeight, pad.clientHeight]"


@pytest.mark.parametrize("played", range(6))
def test_a_match_of_six_deals_shows_whole_without_scrolling(phone: Phone, played: int) -> None:
    deals = ("Bo 2H+1", "Ana 3NT=", "Bo 4SX-1", "Ana 4S=", "Bo 6D=")[:played]
    phone.sit_at(a_table(phone.server.sessions, *deals, new=a_new_match(names=("Ana", "Margaret"))))
    phone.page.evaluate("document.fonts.ready")
    whole, seen = phone.page.locator("#pad").evaluate(INNER)
    if played < 5:
        assert whole <= seen + 1
    else:
        # The possible seventh is one line more.
        expect(phone.page.locator(".line-ahead .what")).to_have_text("Deal 7, only if level")
        assert whole <= seen + 50


def test_a_long_name_takes_one_line_and_says_all_of_itself_when_asked(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, "Bo 2H+1", new=a_new_match(names=LONG)))
    for seat, name in enumerate(LONG):
        place = phone.page.locator(f".band .seat-{seat} .name")
        assert place.get_attribute("title") == name
        assert place.evaluate("one => one.scrollWidth > one.clientWidth && one.clientHeight < 30")
    heading = phone.page.locator(".next strong")
    assert heading.locator("bdi").get_attribute("title") == LONG[1]
    assert heading.evaluate("one => one.clientHeight") < 30


@pytest.mark.alone
def test_the_line_just_saved_fades_once_unless_motion_is_unwanted(a_phone: MakePhone) -> None:
    for motion, animations in (("no-preference", ["fresh"]), ("reduce", [])):
        phone = a_phone(reduced_motion=motion)
        phone.start("bridgette")
        phone.record("Ana 3NT=")
        line = phone.page.locator(".line").first
        expect(line).to_have_class("line line-fresh")
        assert line.evaluate("one => one.getAnimations().map(each => each.animationName)") == animations
        phone.page.reload()
        expect(phone.page.locator(".line-fresh")).to_have_count(0)
