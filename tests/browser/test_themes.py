"""Every page in every theme, with the longest names: large enough, apart, whole, and not too faint."""

import pytest

from scorekeeper.web.look import COOKIE as LOOK
from scorekeeper.web.look import Look, Results, Suits, Theme
from tests.browser.conftest import MakePhone
from tests.browser.contrast import faint
from tests.browser.geometry import wrongs
from tests.browser.phone import Phone
from tests.browser.test_layout import LONGEST, OTHERS, PAGES, PLAIN, SIZES, tables

MEASURED = ("320x568", "360x560", "360x640")
"""The last is the size in which contrast is measured."""
LOOKS = {
    "auto, a dark phone": (Look(), "dark"),
    "light": (Look(Theme.LIGHT, Suits.FOUR, Results.TRICKS), "dark"),
    "dark": (Look(Theme.DARK, Suits.FOUR), "light"),
    "sun": (Look(Theme.SUN, Suits.FOUR), "dark"),
    "sun, two colours": (Look(Theme.SUN), "dark"),
}


def wear(phone: Phone, look: Look) -> None:
    """Set *look* on this phone."""
    phone.context.add_cookies([{"name": LOOK, "value": str(look), "url": phone.server.base}])


@pytest.mark.parametrize("name", LOOKS)
def test_every_page_is_whole_and_clear_in_every_theme(a_phone: MakePhone, name: str) -> None:
    look, scheme = LOOKS[name]
    phone = a_phone(color_scheme=scheme)
    phone.may_fail = True  # one page is none
    wear(phone, look)
    found = tables(phone, LONGEST)
    ways = {page: way(found) for page, way in {**PAGES, **OTHERS}.items()}
    wrong: dict[str, list[str]] = {}
    for page, way in {**ways, **dict.fromkeys((*PLAIN, "/settings", "/book"))}.items():
        if way is None:
            phone.open(page)
        else:
            phone.sit_at(*way)
        for size in MEASURED:
            width, height = SIZES[size]
            phone.page.set_viewport_size({"width": width, "height": height})
            if trouble := wrongs(phone.page, gap=6 if height > 600 else 5):
                wrong[f"{page} at {size}"] = trouble
        if trouble := faint(phone.page):
            wrong[f"{page}, contrast"] = trouble
    assert wrong == {}


def test_a_faint_text_is_found(phone: Phone) -> None:
    phone.open("/")
    assert faint(phone.page) == []
    phone.page.evaluate("document.querySelector('main .button').style.setProperty('color', '#3a6b5c')")
    (found,) = faint(phone.page)
    assert "New match" in found
