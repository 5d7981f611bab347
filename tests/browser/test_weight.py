"""What a visit weighs on the wire, with the fonts really there, and that a page does without them."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page

from scorekeeper.fonts import make_fonts
from scorekeeper.web.guard import COOKIE
from tests.browser.phone import Phone
from tests.browser.serving import Served, serving
from tests.builders import Table, a_new_match, a_table

KIB = 1024
MOST_REQUESTS = 8
LARGEST_FIRST, LARGEST_WITHOUT_FONTS, LARGEST_AGAIN = 90 * KIB, 45 * KIB, 6 * KIB
TEN_DEALS = (
    "Ana 3NT=", "Bo 4HX-1", "Ana 1C+3", "Bo 2S=", "Ana 5D-2", "Bo 3NT+1", "Ana 4S=", "Bo 1NT-1", "Ana 2H+1", "Bo 6C=",
)  # fmt: skip
LOADED = """() => document.fonts.ready.then(fonts => [...fonts].filter(font => font.status === "loaded")
    .map(font => font.family.replaceAll('"', '')).filter(family => !family.endsWith("Until Then")))"""
"""The typefaces that came; what the device has itself weighs nothing."""
SHIFTED = """() => new Promise(tell => {
    let sum = 0;
    new PerformanceObserver(list => list.getEntries().forEach(shift => { sum += shift.value; }))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => tell(sum), 200);
})"""


@dataclass
class Visit:
    """What went over the wire: the addresses asked for, and how many bytes came for each, headers and all."""

    asked: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, float] = field(default_factory=dict)

    @property
    def weight(self) -> float:
        return sum(self.sizes.values())

    @property
    def of_fonts(self) -> float:
        return sum(size for key, size in self.sizes.items() if self.asked[key].endswith(".woff2"))


def visit(context: BrowserContext, address: str) -> tuple[Page, Visit]:
    """Open *address* in a tab of its own and count."""
    page, seen = context.new_page(), Visit()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    cached: set[str] = set()

    def note(event: dict[str, Any]) -> None:
        seen.asked[event["requestId"]] = event["request"]["url"]

    def weigh(event: dict[str, Any]) -> None:
        if event["requestId"] not in cached:
            seen.sizes[event["requestId"]] = event["encodedDataLength"]

    network.on("Network.requestWillBeSent", note)
    network.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    network.on("Network.loadingFinished", weigh)
    page.goto(address, wait_until="networkidle")
    page.evaluate("document.fonts.ready.then(() => true)")
    return page, seen


@pytest.fixture(scope="module")
def with_fonts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    make_fonts()  # set-up has done it, unless the tests are run without
    with serving(tmp_path_factory.mktemp("with fonts")) as served:
        yield served


@pytest.fixture
def without_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))  # an environment in which they were never made
    with serving(tmp_path) as served:
        yield served


def sit_down(phone: Phone, served: Served) -> str:
    """The address of a match of ten deals that is not over, in the book of this phone."""
    table: Table = a_table(served.sessions, *TEN_DEALS, new=a_new_match(deals=12))
    phone.context.add_cookies([{"name": COOKIE, "value": table.book.key, "url": served.base}])
    return f"{served.base}/m/{table.ref.key}/"


def test_a_first_and_a_second_visit_are_light(phone: Phone, with_fonts: Served) -> None:
    match = sit_down(phone, with_fonts)
    page, first = visit(phone.context, match)
    assert page.evaluate(LOADED) == ["Source Serif 4", "Source Sans 3"]
    assert {urlsplit(address).netloc for address in first.asked.values()} == {urlsplit(with_fonts.base).netloc}
    assert len(first.asked) <= MOST_REQUESTS, first.asked
    assert first.weight <= LARGEST_FIRST, first
    assert 30 * KIB < first.of_fonts < 42 * KIB
    assert first.weight - first.of_fonts <= LARGEST_WITHOUT_FONTS
    _, again = visit(phone.context, match)
    assert again.of_fonts == 0
    assert 0 < again.weight <= LARGEST_AGAIN, again


def test_the_fonts_do_not_push_the_page_about(phone: Phone, with_fonts: Served) -> None:
    page, _ = visit(phone.context, sit_down(phone, with_fonts))
    assert page.evaluate(SHIFTED) < 0.02


def test_a_name_from_further_east_brings_its_own_letters(phone: Phone, with_fonts: Served) -> None:
    table = a_table(with_fonts.sessions, "Ana 3NT=", new=a_new_match(names=("Žiga", "Győző")))
    phone.context.add_cookies([{"name": COOKIE, "value": table.book.key, "url": with_fonts.base}])
    page, seen = visit(phone.context, f"{with_fonts.base}/m/{table.ref.key}/")
    assert page.evaluate(LOADED).count("Source Sans 3") == 2
    assert len(seen.asked) <= MOST_REQUESTS
    assert seen.weight <= LARGEST_FIRST


def test_without_fonts_a_page_works_and_is_lighter(phone: Phone, without_fonts: Served) -> None:
    page, seen = visit(phone.context, sit_down(phone, without_fonts))
    assert page.evaluate(LOADED) == []
    assert seen.weight <= LARGEST_WITHOUT_FONTS
    page.get_by_role("button", name="4", exact=True).tap()
    page.get_by_role("button", name="Spades, Ana").wait_for()
