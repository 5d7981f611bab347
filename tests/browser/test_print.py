"""What comes out of a printer: black on white whatever the theme, no keys, a heading on every page."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import Table, a_table, draw_bridge

SIX = ("Bo 2H+1", "Ana 3NT=", "Bo 4SX-1", "Ana 4S=", "Bo 6D=", "Bo 1C+1")
KEYS = "button, .button, .bar-key, summary.bar-key, .key, .next, .line-ahead, .link"
PAINT = """() => [...document.querySelectorAll('body *')]
    .filter(one => one.getBoundingClientRect().width && !one.closest('.qr, .pip, .said, symbol'))
    .flatMap(one => {
        const { color, backgroundColor } = getComputedStyle(one);
        return [...([...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()) ? [color] : []),
            ...(/, 0\\)$/.test(backgroundColor) ? [] : [`on ${backgroundColor}`])];
    })"""
"""The colours of all words, and what they stand on."""
BLACK = {"rgb(0, 0, 0)", "rgb(28, 28, 28)"}
WHITE = {"on rgb(255, 255, 255)"}


def printed(phone: Phone) -> Page:
    phone.page.emulate_media(media="print")
    return phone.page


def pages_of(phone: Phone) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", phone.page.pdf(prefer_css_page_size=True)))


def a_match(phone: Phone) -> Table:
    return a_table(phone.server.sessions, *SIX[:3])


def test_every_page_is_black_on_white_without_keys(a_phone: MakePhone) -> None:
    phone = a_phone(color_scheme="dark", viewport={"width": 1280, "height": 800}, is_mobile=False)
    table = a_match(phone)
    wrong: dict[str, set[str]] = {}
    for path in (
        "", "deals/4?level=4", "deals/2?level=3&play=0NT&tricks=8", "deals/4?passed_out=1",
        "more", "details", "rules", "points/", "insert", "delete",
    ):  # fmt: skip
        phone.sit_at(table, path)
        seen = set(printed(phone).evaluate(PAINT)) - BLACK - WHITE
        seen |= {f"{key} is seen" for key in phone.page.locator(KEYS).all_inner_texts() if key.strip()}
        seen -= {f"{key.inner_text()} is seen" for key in phone.page.locator(KEYS).all() if not key.is_visible()}
        if seen:
            wrong[path] = seen
    for path in ("/", "/history", "/deleted", "/book", "/new"):
        phone.open(path)
        if seen := set(printed(phone).evaluate(PAINT)) - BLACK - WHITE:
            wrong[path] = seen
    assert wrong == {}


def test_a_match_prints_its_totals_then_its_deals_under_the_names_then_its_chart(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, *SIX[:3]))
    page = printed(phone)
    heads = page.locator(".heads")
    expect(heads).to_be_visible()
    assert heads.inner_text().split() == ["Ana", "Bo"]
    places = [page.locator(place).bounding_box() for place in (".band", ".heads", "#deal-1", "#deal-3", ".chart svg")]
    tops = [place["y"] for place in places if place]
    assert len(tops) == 5
    assert tops == sorted(tops)


def test_a_finished_match_prints_who_won_and_every_deal(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, *SIX))
    page = printed(phone)
    expect(phone.heading("Ana wins")).to_be_visible()
    expect(page.locator(".line > a:visible")).to_have_count(6)
    expect(page.locator(".acts")).to_be_hidden()


def test_no_deal_is_split_and_the_names_come_again_on_every_page(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, *["Ana 1C=", "Bo 1D="] * 40, target=5000))
    page = printed(phone)
    how = "element => { const { display, breakInside } = getComputedStyle(element); return [display, breakInside]; }"
    # A heading that must not break is what browsers repeat.
    assert page.locator(".heads").evaluate(how) == ["table-header-group", "avoid"]
    assert page.locator(".line").first.evaluate(how) == ["table-row", "avoid"]
    assert page.locator(".lines").evaluate("element => getComputedStyle(element).display") == "table"
    assert pages_of(phone) >= 3
    phone.sit_at(a_table(phone.server.sessions, *SIX))
    assert pages_of(phone) == 1
