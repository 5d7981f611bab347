"""What comes out of a printer: black on white whatever the theme; of a match its sheet and nothing else."""

import re

from playwright.sync_api import Page, expect

from scorekeeper.book.matches import correct_deal
from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import Table, a_deal, a_table, draw_bridge

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


def rows_of(page: Page, table: str) -> list[list[str]]:
    """What stands in the rows of a table, as it is seen."""
    return page.locator(table).evaluate(
        "table => [...table.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    )


def test_a_match_prints_as_its_sheet_and_as_nothing_else(phone: Phone) -> None:
    table = a_table(phone.server.sessions, *SIX)
    table.do(correct_deal, 1, a_deal("Bo 2H="))
    phone.sit_at(table)
    expect(phone.page.locator(".on-paper")).to_be_hidden()
    page = printed(phone)
    for screen in (".table", ".pad", ".result"):
        expect(page.locator(screen)).to_be_hidden()
    rows = rows_of(page, ".on-paper table")
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6", "Final score"]
    assert rows[2][1:6] == ["Ana", "4♠X", "Bo", "9", "−1"]
    assert re.fullmatch(r"2♥\s+corrected .*, was 250", rows[0][2])
    places = [page.locator(f".on-paper {place}").first.bounding_box() for place in ("h2", "table", "svg", ".paper-end")]
    tops = [place["y"] for place in places if place]
    assert len(tops) == 4
    assert tops == sorted(tops)
    assert pages_of(phone) == 1


def test_the_print_view_has_the_same_rows(phone: Phone) -> None:
    table = a_table(phone.server.sessions, *SIX)
    phone.sit_at(table)
    on_the_page = rows_of(printed(phone), ".on-paper table")
    phone.sit_at(table, "sheet")
    assert rows_of(phone.page, "table") == on_the_page
    expect(phone.page.get_by_text("Print this page")).to_be_hidden()
    phone.page.emulate_media(media="screen")
    expect(phone.page.get_by_text("Print this page")).to_be_visible()


def test_no_deal_is_split_and_the_headings_come_again_on_every_page(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, *["Ana 1C=", "Bo 1D="] * 40, target=5000))
    page = printed(phone)
    how = "element => { const { display, breakInside } = getComputedStyle(element); return [display, breakInside]; }"
    assert page.locator(".on-paper thead").evaluate(how)[0] == "table-header-group"
    assert page.locator(".on-paper tbody tr").first.evaluate(how) == ["table-row", "avoid"]
    # The end is never alone: the last deal stands in the same part, which does not break.
    assert page.locator(".paper-last").evaluate(how)[1] == "avoid"
    assert page.locator(".paper-last tr").count() == 2
    assert pages_of(phone) >= 3


def test_a_match_that_was_just_played_on_prints_its_sheet_too(phone: Phone) -> None:
    table = a_table(phone.server.sessions, *SIX[:3])
    phone.sit_at(table)
    phone.record("Ana 4S=")
    expect(phone.page.locator(".on-paper table")).to_have_count(0)
    phone.may_fail = True  # printing waits for its answer, of which Chromium warns
    page = printed(phone)
    phone.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".pad")).to_be_visible()  # without a network, what there is
    phone.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".pad")).to_be_hidden()
    rows = rows_of(page, ".on-paper table")
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "Final score"]
    phone.sit_at(table)
    assert rows_of(page, ".on-paper table") == rows
