"""Small things that an eye meets and a measure of boxes does not: rows cut at an edge, letters one below the other."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakePhone
from tests.browser.geometry import wrongs
from tests.browser.phone import Phone
from tests.browser.serving import serving
from tests.browser.test_layout import LONGEST, OTHERS, PAGES, tables
from tests.builders import a_new_match, a_table, draw_bridge

DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False, "device_scale_factor": 1}
INK = "element => { const ink = document.createRange(); ink.selectNodeContents(element%s); return ink.%s; }"
FOUR_ROWS = ("1NT", "2D", "3H", "6S", "7NT")
"""Contracts with results in four rows of five."""


def box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found is not None
    return dict(found)


@pytest.mark.parametrize("size", [(360, 560), (320, 568), (360, 640)], ids=str)
def test_four_rows_of_results_are_whole_on_a_low_screen(phone: Phone, size: tuple[int, int]) -> None:
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    table = a_table(phone.server.sessions, "Ana 3NT=", new=a_new_match(names=LONGEST))
    for contract in FOUR_ROWS:
        phone.sit_at(table, f"deals/2?level={contract[0]}&play=1{contract[1:]}&doubling=XX&tricks=0")
        results = box(phone.page.locator(".results"))
        for tile in phone.page.locator(".tile").all():
            assert box(tile)["y"] + box(tile)["height"] <= results["y"] + results["height"], contract


def test_a_phone_on_its_side_has_levels_as_large_as_it_has_room_for(a_phone: MakePhone) -> None:
    phone = a_phone(viewport={"width": 640, "height": 360})
    phone.sit_at(a_table(phone.server.sessions, "Ana 3NT="))
    assert box(phone.key("4"))["height"] > 80


def test_with_letters_twice_as_large_the_slip_reads_in_words(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions), "deals/1?level=7&play=0NT&doubling=XX&tricks=9")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    lines = phone.page.locator(".slip-lines > *")
    assert lines.all_inner_texts() == ["by Ana", "needs 13 tricks"]
    assert [box(line)["height"] < 45 for line in lines.all()] == [True, True]


def test_what_a_menu_says_beside_an_entry_is_not_broken_within_a_word(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, "Ana 3NT="), "more")
    for width in (320, 360):
        phone.page.set_viewport_size({"width": width, "height": 640})
        standard = phone.page.get_by_text("standard", exact=True)
        assert standard.evaluate(INK % ("", "getClientRects().length")) == 1


def test_a_long_name_leaves_room_for_what_is_said_about_it(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, new=a_new_match(names=LONGEST)), "deals/1?level=4")
    for heading in phone.page.locator(".contract-face h3").all():
        words = heading.inner_text()
        assert words.endswith("plays it in")
        assert heading.evaluate(INK % (".lastChild", "getBoundingClientRect().right")) <= 348.5
        assert box(heading)["height"] < 25


def test_with_colours_forced_nothing_lies_over_the_names(a_phone: MakePhone) -> None:
    phone = a_phone(forced_colors="active")
    phone.sit_at(a_table(phone.server.sessions, "Ana 3NT="))
    name = phone.page.locator(".seat-0 .name")
    seen = name.screenshot()
    phone.page.evaluate("document.querySelector('.seat-0 .total').style.visibility = 'hidden'")
    assert name.screenshot() == seen


def test_on_a_phone_the_tab_key_goes_from_passed_out_to_the_levels_below_it(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, "Ana 3NT="))
    keys = [phone.key("Passed out"), phone.key("0")]
    if not phone.page.evaluate("CSS.supports('reading-flow: grid-rows')"):
        keys.reverse()  # such a browser goes by the order of the page alone
    phone.page.locator(".pad").focus()
    for expected in (phone.row(1), *keys):
        phone.page.keyboard.press("Tab")
        expect(expected).to_be_focused()


SPACED = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-block-end: 2em !important; }"""
"""How far apart a reader may set everything, by WCAG 1.4.12."""


def test_everything_is_whole_however_a_reader_spaces_letters_words_and_lines(a_phone: MakePhone) -> None:
    phone = a_phone(bypass_csp=True)
    found = tables(phone, ("Ana", "Margaret"))
    wrong: dict[str, list[str]] = {}
    for name, page in {**PAGES, **OTHERS}.items():
        phone.sit_at(*page(found))
        phone.page.evaluate("document.fonts.ready")
        totals = phone.page.locator(".table .total")
        assert all(total.evaluate(INK % ("", "getBoundingClientRect().height")) < 80 for total in totals.all()), name
        phone.page.add_style_tag(content=SPACED)
        for width, height in ((360, 640), (320, 568)):
            phone.page.set_viewport_size({"width": width, "height": height})
            if trouble := wrongs(phone.page, gap=5):
                wrong[f"{name} at {width}"] = trouble
    assert wrong == {}


# Without our own typefaces, as before they have come


def test_totals_keep_to_their_half_before_the_fonts_have_come(
    a_phone: MakePhone, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("never made")
    monkeypatch.setattr("sys.prefix", str(folder))
    wrong: dict[str, list[str]] = {}
    with serving(folder) as served:
        phone = a_phone()
        phone.server = served
        found = tables(phone, ("Ana", "Margaret"))
        for table in (found.level, found.large, found.over):
            for path in ("", "deals/1?level=7&play=0NT&doubling=XX&tricks=13"):
                phone.sit_at(table, path)
                for width, height in ((360, 640), (320, 568), (1280, 800)):
                    phone.page.set_viewport_size({"width": width, "height": height})
                    if trouble := [each for each in wrongs(phone.page) if " takes " in each or "lie over" in each]:
                        wrong[f"{phone.page.url} at {width}"] = trouble
        phone.context.close()
    assert wrong == {}


# A wide screen


@pytest.fixture
def desk(a_phone: MakePhone) -> Phone:
    return a_phone(**DESK)


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_line_that_is_corrected_is_marked_clear_of_its_numbers(a_phone: MakePhone, script: bool) -> None:
    desk = a_phone(**DESK, java_script_enabled=script)
    desk.sit_at(draw_bridge(desk.server.sessions, "Ana 2H=", "Bo 2C="), "deals/1")
    expect(desk.row(1)).to_have_attribute("aria-current", "true")
    assert desk.page.locator("[aria-current]").count() == 1
    line, other = (desk.row(number).locator(".cell").first for number in (1, 2))
    assert box(line)["x"] == box(other)["x"], "the columns stay"
    assert box(line)["x"] - box(desk.row(1))["x"] >= 8


def test_an_inserted_deal_marks_no_line(desk: Phone) -> None:
    desk.sit_at(draw_bridge(desk.server.sessions, "Ana 2H=", "Bo 2C="), "deals/1/insert")
    expect(desk.page.locator("[aria-current]")).to_have_count(0)


@pytest.mark.parametrize(("height", "least"), [(640, 60), (800, 64), (1000, 76)])
def test_keys_are_as_high_as_a_wide_screen_has_room_for(desk: Phone, height: int, least: int) -> None:
    desk.page.set_viewport_size({"width": 1600, "height": height})
    desk.sit_at(a_table(desk.server.sessions, "Ana 3NT="), "deals/2?level=7&play=0NT&doubling=XX")
    for key in ("Level 4", "Spades, Ana", "Passed out", re.compile("^Made exactly")):
        assert box(desk.key(key))["height"] >= least
    expect(desk.save).to_be_in_viewport(ratio=1)
    expect(desk.key("Passed out")).to_be_in_viewport(ratio=1)


def test_what_deletes_a_deal_stands_away_from_what_undoes_a_change(desk: Phone) -> None:
    desk.sit_at(draw_bridge(desk.server.sessions, "Ana 2H=", "Bo 2C="), "deals/1")
    title, delete, undo = (
        box(desk.page.locator("h1")),
        box(desk.page.locator(".delete")),
        box(desk.page.locator("#undo")),
    )
    assert undo["x"] - (delete["x"] + delete["width"]) > 48
    assert delete["x"] - (title["x"] + title["width"]) < 24


def test_start_is_as_wide_as_what_it_starts(desk: Phone) -> None:
    for path in ("/new", "/settings"):
        desk.open(path)
        start, form = box(desk.page.locator(".start .button")), box(desk.page.locator(".start"))
        assert start["width"] == form["width"]
