"""A whole match by keyboard alone, on a phone and at a desk: from the first page to the rematch, nothing touched."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import DOUBLINGS, STRAINS, Phone
from tests.builders import a_deal

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {},
    "desk": {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False},
}
DEALS = ("Ana 3NT=", "pass", "Bo 4HX-1", "Ana 0NT+3", "Bo 7NTXX-2", "Ana 1C=", "Bo 2S+1")
"""Six deals, one of them played again."""
MOST_STOPS = 40


def go_to(phone: Phone, selector: str) -> None:
    """Go by Tab, and within a group of keys by an arrow, to the first place with *selector* that can be reached."""
    met = f"document.activeElement?.matches({selector!r})"
    for _ in range(MOST_STOPS):
        phone.page.keyboard.press("Tab")
        for _ in range(14):
            if phone.page.evaluate(met):
                assert phone.page.evaluate("document.activeElement.matches(':focus-visible')")
                return
            if not phone.page.evaluate("Boolean(document.activeElement?.closest('[role=toolbar]'))"):
                break
            phone.page.keyboard.press("ArrowRight")
    raise AssertionError(f"neither Tab nor an arrow leads to {selector}")


def press(phone: Phone, selector: str) -> None:
    phone.wait_for_touches()
    go_to(phone, selector)
    phone.page.keyboard.press("Enter")


def enter(phone: Phone, text: str) -> None:
    deal = a_deal(text)
    if deal.contract is None:
        press(phone, '[name="passed_out"]')
    else:
        press(phone, f'[name="level"][value="{deal.contract.level}"]')
        strain = STRAINS[deal.contract.strain]
        expect(phone.page.locator(".strains button:enabled").first).to_be_visible()
        press(phone, f'[aria-label="{strain}, {phone.names[deal.declarer or 0]}"]')
        expect(phone.page.locator(".tile").first).to_be_visible()
        if deal.contract.doubling:
            key = phone.key(DOUBLINGS[deal.contract.doubling])
            press(phone, f'[name="doubling"][value="{key.get_attribute("value")}"]')
            expect(key).to_have_attribute("aria-pressed", "true")
        press(phone, f'.tile[value="{deal.tricks}"]')
    expect(phone.save).to_be_enabled()
    press(phone, "[data-save] button")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_match_is_played_from_the_first_page_to_the_rematch_by_keyboard_alone(
    a_phone: MakePhone, screen: str
) -> None:
    phone = a_phone(**SCREENS[screen])
    phone.open("/")
    press(phone, 'a[href$="/new"]')
    expect(phone.name_field("Left")).to_be_visible()
    go_to(phone, '[name="left"]')
    phone.page.keyboard.type("Ana")
    go_to(phone, '[name="right"]')
    phone.page.keyboard.type("Bo")
    go_to(phone, '[name="first"]')
    phone.page.keyboard.press("Space")
    press(phone, ".start button")
    for number, deal in enumerate(DEALS, start=1):
        expect(phone.heading(f"Deal {number}: what level?")).to_be_visible()
        enter(phone, deal)
        last = phone.row(number)
        expect(phone.page.locator(".winner h2") if number == len(DEALS) else last).to_be_focused()
    kept = phone.kept()
    assert kept.match.is_over
    assert len(kept.match.lines) == len(DEALS)
    expect(phone.page.locator(".winner h2")).to_have_text(f"{phone.names[0]} wins")
    press(phone, ".acts form .button-main")
    expect(phone.heading("Deal 1: what level?")).to_be_visible()
    assert len(phone.matches()) == 2
