"""One screen, keys large enough and apart, nothing cut: on every page, with the longest names and totals."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.rules.bridgette import BRIDGETTE
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from tests.browser.conftest import MakePhone
from tests.browser.geometry import scrolls, wrongs
from tests.browser.phone import Phone
from tests.builders import Table, a_book, a_file_beside, a_new_match, a_table

LONGEST = ("W" * 40, "Wilhelmina-Margareta van der Kellen-Ruys."[:40])
NAMES = {"short names": ("Ana", "Margaret"), "names of 40 letters": LONGEST}
SIZES = {
    "360x640": (360, 640),
    "412x915": (412, 915),
    "320x568": (320, 568),
    "360x560": (360, 560),
    "640x360": (640, 360),
}


@dataclass
class Tables:
    """A book of matches in all the states that are laid out differently."""

    bridgette: Table
    level: Table
    large: Table
    over: Table
    draw_bridge: Table
    new: Table


def tables(phone: Phone, names: tuple[str, str]) -> Tables:
    sessions = phone.server.sessions
    book = a_book(sessions)

    def bridgette(*deals: str, **rules: object) -> Table:
        return a_table(sessions, *deals, book=book, new=a_new_match(BRIDGETTE, names, **rules))

    def draw_bridge(*deals: str, **rules: object) -> Table:
        return a_table(sessions, *deals, book=book, new=a_new_match(DRAW_BRIDGE, names, **rules))

    return Tables(
        bridgette=bridgette("Bo 2H+1", "Ana 3NT=", "Bo 4SX-1"),
        level=bridgette("Ana 3NT=", "Bo 3NT=", "pass", "Ana 4H=", "Bo 4H=", "Ana 2C=", "Bo 2C="),
        large=bridgette("Ana 7NTXX=", "Bo 7NTXX=", "Bo 7NTXX=", "Ana 4SXX="),
        over=bridgette("Bo 7NTXX=", "Ana 3NT=", "Bo 4SX-1", "Ana 4S=", "Bo 6D=", "Ana 1C+1"),
        draw_bridge=draw_bridge("Ana 4S=", "Bo 3NT="),
        new=bridgette(),
    )


PAGES: dict[str, Callable[[Tables], tuple[Table, str]]] = {
    "match": lambda all_: (all_.bridgette, ""),
    "new": lambda all_: (all_.new, ""),
    "level": lambda all_: (all_.level, ""),
    "large totals": lambda all_: (all_.large, ""),
    "draw bridge": lambda all_: (all_.draw_bridge, ""),
    "level chosen": lambda all_: (all_.bridgette, "deals/4?level=4"),
    "level 0": lambda all_: (all_.bridgette, "deals/4?level=0"),
    "contract of draw bridge": lambda all_: (all_.draw_bridge, "deals/3?level=5"),
    "result": lambda all_: (all_.bridgette, "deals/4?level=4&play=0S&tricks=10"),
    "large result": lambda all_: (all_.large, "deals/5?level=7&play=0NT&doubling=XX&tricks=13"),
    "large result of the other": lambda all_: (all_.large, "deals/5?level=7&play=1NT&doubling=XX&tricks=13"),
    "four rows of results": lambda all_: (all_.bridgette, "deals/4?level=7&play=1NT&doubling=XX&tricks=2"),
    "passed out": lambda all_: (all_.bridgette, "deals/4?passed_out=1"),
}
OTHERS: dict[str, Callable[[Tables], tuple[Table, str]]] = {
    "edit": lambda all_: (all_.bridgette, "deals/2?level=3&play=0NT&tricks=8"),
    "insert": lambda all_: (all_.bridgette, "deals/2/insert?level=3&play=1NT&tricks=8"),
    "over": lambda all_: (all_.over, ""),
    "more": lambda all_: (all_.bridgette, "more"),
    "more before the first deal": lambda all_: (all_.new, "more"),
    "details": lambda all_: (all_.bridgette, "details"),
    "rules": lambda all_: (all_.bridgette, "rules"),
    "rules of draw bridge": lambda all_: (all_.draw_bridge, "rules"),
    "points": lambda all_: (all_.bridgette, "points/"),
    "points of draw bridge": lambda all_: (all_.draw_bridge, "points/"),
    "insert where": lambda all_: (all_.level, "insert"),
    "delete": lambda all_: (all_.bridgette, "delete"),
    "files": lambda all_: (all_.bridgette, "files/"),
    "text": lambda all_: (all_.over, "files/text"),
}
PLAIN = ("/", "/history", "/deleted", "/new", "/files/", "/blank/", "/nowhere")


def is_one_screen(phone: Phone) -> list[str]:
    """What speaks against this match or entry page being one screen with Save in sight."""
    wrong = ["the page scrolls"] if scrolls(phone.page) else []
    height = phone.page.evaluate("document.documentElement.clientHeight")
    # On its side, a phone scrolls the keys of the contract.
    passed_out = ", .pass .key:visible" if height > 480 else ""
    for place in phone.page.locator(".dock .key:visible, [data-save] button:visible" + passed_out).all():
        box = place.bounding_box()
        if box is None or box["y"] < 0 or box["y"] + box["height"] > height + 0.5:
            wrong.append(f"{place.inner_text()} is out of sight")
    return wrong


def measure(phone: Phone, wrong: dict[str, list[str]], page: str, sizes: tuple[str, ...], *, one_screen: bool) -> None:
    """Note under its size and name what is wrong with the page that is shown."""
    for size in sizes:
        width, height = SIZES[size]
        phone.page.set_viewport_size({"width": width, "height": height})
        # Where the screen is low, keys may move a little closer.
        found = wrongs(phone.page, gap=6 if height > 600 else 5)
        if one_screen:
            found += is_one_screen(phone)
        if found:
            wrong[f"{page} at {size}"] = found


@pytest.mark.parametrize(
    ("names", "sizes"), [("short names", ("360x640",)), ("names of 40 letters", tuple(SIZES))], ids=NAMES
)
def test_every_page_fits_its_screen(phone: Phone, names: str, sizes: tuple[str, ...]) -> None:
    phone.may_fail = True  # one page is none
    found = tables(phone, NAMES[names])
    wrong: dict[str, list[str]] = {}
    for name, page in {**PAGES, **OTHERS}.items():
        phone.sit_at(*page(found))
        measure(phone, wrong, name, sizes, one_screen=name in PAGES)
        if name in ("edit", "insert"):
            expect(phone.save).to_be_in_viewport(ratio=1)
    for path in PLAIN:
        phone.open(path)
        measure(phone, wrong, path, sizes, one_screen=False)
    phone.look_into(a_file_beside(found.bridgette))
    measure(phone, wrong, "what is in a file", sizes, one_screen=False)
    phone.page.locator("[name=update]").check()
    phone.press("Import 1 match and what is chosen")
    phone.page.get_by_role("heading", name="Imported", exact=True).wait_for()
    measure(phone, wrong, "imported", sizes, one_screen=False)
    phone.look_into(a_file_beside(found.over).replace(b'"tricks": 13', b'"tricks": 99'))
    measure(phone, wrong, "what is refused", sizes, one_screen=False)
    phone.sit_at(found.bridgette, "files/")
    phone.page.locator("summary:visible").tap()
    measure(phone, wrong, "files, all open", sizes, one_screen=False)
    phone.open("/new")
    phone.tap(phone.option("Game", "Draw Bridge"))
    phone.tap(phone.option("Target", "Other"))
    phone.press("Draw for it")
    phone.page.locator("summary:visible").tap()
    measure(phone, wrong, "new match, all open", sizes, one_screen=False)
    assert wrong == {}


def test_with_letters_twice_as_large_everything_is_there_and_nothing_scrolls_sideways(a_phone: MakePhone) -> None:
    phone = a_phone(viewport={"width": 320, "height": 568})
    found = tables(phone, LONGEST)
    wrong: dict[str, list[str]] = {}
    ways = {name: page(found) for name, page in {**PAGES, **OTHERS}.items()}
    for name, way in {**ways, **dict.fromkeys(("/", "/history", "/new"))}.items():
        if way is None:
            phone.open(name)
        else:
            phone.sit_at(*way)
        for width in (320, 375):
            phone.page.set_viewport_size({"width": width, "height": 568})
            phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
            if trouble := wrongs(phone.page):
                wrong[f"{name} at {width}"] = trouble
        for place in (".table .total", "[data-save] button", ".dock .key", ".pass .key", ".tile", ".cell b"):
            for one in phone.page.locator(f"{place}:visible").all():
                one.evaluate("element => element.scrollIntoView({ block: 'center' })")
                if not is_seen(one):
                    wrong.setdefault(name, []).append(f"{one.inner_text()} cannot be seen")
    assert wrong == {}


def is_seen(place: Locator) -> bool:
    """True if the middle of *place* is on the screen with nothing over it."""
    return bool(
        place.evaluate(
            """element => {
                const box = element.getBoundingClientRect();
                const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return met !== null && (element.contains(met) || met.contains(element));
            }"""
        )
    )
