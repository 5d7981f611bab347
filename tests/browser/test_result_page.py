"""The end of a match on a phone, and the chart of the running totals wherever it stands."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import Table, a_book, a_new_match, a_table

SIX = ("Bo 2H+1", "Ana 3NT=", "Bo 4SX-1", "Ana 4S=", "Bo 6D=", "Bo 1C+1")
LONG = ("W" * 40, "Wilhelmina-Margareta van der Kellen-Ruys."[:40])


def over(phone: Phone, names: tuple[str, str] = ("Ana", "Margaret")) -> Table:
    return a_table(phone.server.sessions, *SIX, new=a_new_match(names=names))


def not_the_first(phone: Phone) -> Table:
    """A finished match in a book that has seen the end of others."""
    book = a_book(phone.server.sessions)
    a_table(phone.server.sessions, *SIX, book=book)
    return a_table(phone.server.sessions, *SIX, book=book, new=a_new_match(names=("Ana", "Margaret")))


def test_winner_totals_chart_biggest_deal_and_buttons_stand_in_one_view(phone: Phone) -> None:
    phone.sit_at(not_the_first(phone))
    for place in (".winner", "main .lines-of-totals", ".biggest", ".acts .button-main", '.acts [href="#pad"]'):
        expect(phone.page.locator(place)).to_be_in_viewport(ratio=1)
    assert not phone.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_the_deals_of_a_finished_match_are_a_tap_away(phone: Phone) -> None:
    phone.sit_at(over(phone))
    phone.follow("Deals")
    expect(phone.row(6)).to_be_in_viewport(ratio=1)
    phone.tap(phone.row(6))
    expect(phone.save).to_be_visible()


def test_the_total_of_the_winner_is_the_larger_one(phone: Phone) -> None:
    phone.sit_at(over(phone))
    won, lost = (
        phone.page.locator(f".winner-totals > div{which} .total").evaluate(
            "one => parseFloat(getComputedStyle(one).fontSize)"
        )
        for which in (".won", ":not(.won)")
    )
    assert won > 1.2 * lost


@pytest.mark.parametrize("names", [("Ana", "Margaret"), LONG], ids=["short", "long"])
def test_the_names_in_the_chart_stand_apart_and_inside_the_picture(phone: Phone, names: tuple[str, str]) -> None:
    sessions = phone.server.sessions
    for deals in (SIX, ("pass",) * 3, ("Ana 1C=",), ("Ana 3NT=", "Bo 3NT=")):
        phone.sit_at(a_table(sessions, *deals, new=a_new_match(names=names)))
        phone.page.set_viewport_size({"width": 1280, "height": 800})
        chart = phone.page.locator(".lines-of-totals:visible")
        expect(chart).to_be_visible()
        first, second = (box(name) for name in chart.locator(".chart-names text").all())
        around = box(chart)
        size = 15 / 336 * around["width"]
        assert abs(first["y"] + first["height"] / 2 - second["y"] - second["height"] / 2) >= size
        for name in (first, second):
            assert name["x"] + name["width"] <= around["x"] + around["width"] + 1


def box(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found is not None
    return dict(found)


def test_a_match_in_play_shows_its_chart_only_where_there_is_room(a_phone: MakePhone) -> None:
    phone = a_phone()
    table = a_table(phone.server.sessions, *SIX[:2])
    phone.sit_at(table)
    expect(phone.page.locator(".chart")).to_be_hidden()
    wide = a_phone(viewport={"width": 1280, "height": 800}, is_mobile=False)
    wide.sit_at(table)
    expect(wide.page.get_by_role("img", name="Running totals: Ana 750, Bo 250 after two deals.")).to_be_in_viewport()
    expect(wide.heading("Running totals")).to_be_visible()


def test_the_chart_can_be_seen_with_colours_forced(a_phone: MakePhone) -> None:
    phone = a_phone(forced_colors="active", color_scheme="dark")
    phone.sit_at(over(phone))
    colour, ground = (
        phone.page.locator(place).evaluate(f"one => getComputedStyle(one).{what}")
        for place, what in (("main .lines-of-totals", "color"), ("body", "backgroundColor"))
    )
    assert colour == "rgb(255, 255, 255)"
    assert ground in ("rgb(0, 0, 0)", "rgba(0, 0, 0, 0)")
