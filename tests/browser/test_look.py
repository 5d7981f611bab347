"""Settings in a browser: what is chosen is seen at once, in the colours of the table of colours, and it lasts."""

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.web.look import Suits, Theme
from tests.browser.conftest import MakePhone
from tests.browser.geometry import scrolls, wrongs
from tests.browser.phone import Phone
from tests.browser.test_axe import EVERYTHING, findings
from tests.builders import a_table
from tests.test_contrast import colours, ratio

SIZES = ((360, 640), (360, 560), (320, 568), (640, 360), (1280, 800))
SEEN = """() => {
    const style = getComputedStyle(document.documentElement);
    const [paper, ink] = [style.backgroundColor, style.color];
    const table = getComputedStyle(document.querySelector('.table')).backgroundColor;
    return [table, paper, ink].map(colour => '#' + colour.match(/\\d+/g)
        .map(part => (+part).toString(16).padStart(2, '0')).join('')).concat(style.colorScheme);
}"""
FILL = "selector => getComputedStyle(document.querySelector(selector)).fill"


def long(colour: str) -> str:
    """``#0d4334`` for itself, ``#000000`` for ``#000``."""
    return colour if len(colour) == 7 else "#" + "".join(digit * 2 for digit in colour[1:])


def of_theme(theme: str) -> list[str]:
    """Table, paper, ink and scheme as a page in *theme* must have them."""
    seen = colours(theme, "two")
    return [*(long(seen[name]) for name in ("table", "paper", "ink")), "dark" if theme == "dark" else "light"]


def key(phone: Phone, name: str, value: str) -> Locator:
    """The key of one choice."""
    return phone.page.locator(f'label:has([name="{name}"][value="{value}"])')


def look_of(phone: Phone) -> str | None:
    return next((cookie["value"] for cookie in phone.context.cookies() if cookie["name"] == "look"), None)


def is_kept(page: Page) -> None:
    expect(page.locator("#live")).to_have_text("Saved on this device.")


def test_a_choice_is_seen_at_once_and_lasts_after_reopening(phone: Phone) -> None:
    phone.open("/")
    phone.follow("Settings")
    page = phone.page
    expect(phone.heading("Settings")).to_be_visible()
    assert page.evaluate(SEEN) == of_theme("light")
    loaded = len(phone.requests)
    for theme in ("dark", "sun", "light", "dark"):
        phone.tap(key(phone, "theme", theme))
        assert page.evaluate(SEEN) == of_theme(theme)
        assert page.locator('meta[name="theme-color"]').first.get_attribute("content") == colours(theme, "two")["table"]
        is_kept(page)
    phone.tap(key(phone, "suits", "four"))
    is_kept(page)
    assert all(request.startswith("POST ") for request in phone.requests[loaded:]), "no page was loaded for it"
    assert look_of(phone) == "dark.four.signs"
    page.close()
    phone.page = phone.context.new_page()
    phone.open("/new")
    assert phone.page.evaluate(SEEN) == of_theme("dark")


def test_save_goes_back_to_the_menu_of_the_match_with_the_whole_page_in_the_new_look(phone: Phone) -> None:
    table = a_table(phone.server.sessions, "Ana 4SX-1")
    phone.sit_at(table, "more")
    phone.tap(phone.page.get_by_role("link", name="Settings"))
    phone.tap(key(phone, "theme", "dark"))
    phone.tap(key(phone, "results", "tricks"))
    phone.press("Save and go back")
    expect(phone.page.get_by_role("link", name="Settings Dark, two colours, tricks")).to_be_visible()
    assert phone.is_whole()
    assert phone.page.evaluate(SEEN) == of_theme("dark")
    phone.follow("Back")
    expect(phone.row(1)).to_contain_text("X · 9")


def test_without_script_it_takes_a_choice_and_save(a_phone: MakePhone) -> None:
    phone = a_phone(java_script_enabled=False, in_haste=False)
    phone.open("/settings")
    key(phone, "theme", "sun").tap()
    phone.page.get_by_role("button", name="Save and go back").tap()
    phone.page.wait_for_url(f"{phone.server.base}/")
    assert look_of(phone) == "sun.two.signs"
    assert phone.page.locator("html").get_attribute("data-theme") == "sun"


def test_the_keys_are_radios_for_the_keyboard(a_phone: MakePhone) -> None:
    phone = a_phone(is_mobile=False, has_touch=False, viewport={"width": 1280, "height": 800})
    phone.open("/settings")
    phone.page.get_by_role("radio", name="Auto").focus()
    phone.page.keyboard.press("ArrowRight")
    phone.page.keyboard.press("ArrowRight")
    assert phone.page.evaluate(SEEN) == of_theme("dark")
    expect(phone.page.get_by_role("radio", name="Dark")).to_be_focused()
    is_kept(phone.page)


def test_a_choice_that_cannot_be_kept_says_so_and_save_keeps_it_later(phone: Phone) -> None:
    phone.may_fail = True
    phone.open("/settings")
    phone.context.set_offline(True)
    phone.tap(key(phone, "theme", "dark"))
    expect(phone.page.locator("[role=alert]")).to_have_text("Not saved. Nothing is lost, please try again.")
    assert look_of(phone) is None
    phone.context.set_offline(False)
    phone.press("Save and go back")
    phone.page.wait_for_url(f"{phone.server.base}/")
    assert look_of(phone) == "dark.two.signs"
    assert phone.page.evaluate(SEEN) == of_theme("dark")


ASKED: tuple[tuple[dict[str, str], str], ...] = (
    ({"color_scheme": "light"}, "light"),
    ({"color_scheme": "dark"}, "dark"),
    ({"color_scheme": "light", "contrast": "more"}, "sun"),
    ({"color_scheme": "dark", "contrast": "more"}, "sun"),
)
"""What a device may ask for, and the theme that Auto then is."""


def test_auto_follows_the_device_and_every_other_theme_stays_what_it_is(phone: Phone) -> None:
    phone.open("/settings")
    page = phone.page
    for (asked, auto), theme in product(ASKED, Theme):
        options: Any = asked
        page.emulate_media(
            media="screen", contrast=asked.get("contrast", "no-preference"), color_scheme=options["color_scheme"]
        )  # type: ignore[arg-type]
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme.value)
        assert page.evaluate(SEEN) == of_theme(auto if theme is Theme.AUTO else theme), (asked, theme)
        page.emulate_media(media="print")
        assert page.evaluate(SEEN)[2:] == of_theme("sun")[2:], f"{theme} on paper"


def test_every_sample_has_the_colours_of_its_own_choice_whatever_is_set(phone: Phone) -> None:
    phone.open("/settings")
    for theme, suits in product((Theme.LIGHT, Theme.DARK, Theme.SUN), Suits):
        phone.page.evaluate(
            "([theme, suits]) => Object.assign(document.documentElement.dataset, { theme, suits })",
            [theme.value, suits.value],
        )
        for sample in Suits:
            for name, pip in (("diamond", "D"), ("club", "C")):
                found = phone.page.evaluate(FILL, f'.sample-suits[data-suits="{sample}"] .pip-{pip}')
                wanted = long(colours(theme, sample)[name])
                assert found == f"rgb({', '.join(str(int(wanted[at : at + 2], 16)) for at in (1, 3, 5))})"
    grounds = phone.page.locator(".sample-theme > *").evaluate_all(
        "samples => samples.map(sample => getComputedStyle(sample).backgroundColor)"
    )
    assert len(set(grounds)) == 3


@pytest.mark.parametrize("theme", Theme)
def test_the_page_fits_and_axe_finds_nothing_in_any_theme(a_phone: MakePhone, theme: Theme) -> None:
    phone = a_phone(bypass_csp=True)
    phone.context.add_cookies([{"name": "look", "value": f"{theme}.four.tricks", "url": phone.server.base}])
    wrong: dict[str, list[str]] = {}
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.open("/settings")
        wrong[f"{width}x{height}"] = wrongs(phone.page)
        if height >= 640:
            assert not scrolls(phone.page), (width, height)
    wrong["axe"] = findings(phone, EVERYTHING)
    phone.open("/")
    wrong["home"] = wrongs(phone.page)
    assert {place: sentences for place, sentences in wrong.items() if sentences} == {}


def test_where_the_device_forces_its_colours_the_choice_is_still_marked(a_phone: MakePhone) -> None:
    phone = a_phone(forced_colors="active")
    phone.open("/settings")
    colour = "label => getComputedStyle(label).backgroundColor"
    chosen = phone.page.locator(".choice:has(:checked)").first.evaluate(colour)
    other = phone.page.locator(".choice:not(:has(:checked))").first.evaluate(colour)
    assert chosen != other


def test_the_computed_ratio_is_that_of_the_page(phone: Phone) -> None:
    phone.open("/settings")
    table, paper, ink, _ = phone.page.evaluate(SEEN)
    assert ratio(paper, ink) == pytest.approx(15.4, abs=0.1)
    assert ratio(table, paper) > 10
