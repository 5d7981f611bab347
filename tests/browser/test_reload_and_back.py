"""Reload, rotation, Back and Forward: always a whole page, never an old total, nothing recorded twice."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import Table, a_table, draw_bridge

PORTRAIT, LANDSCAPE = {"width": 360, "height": 640}, {"width": 640, "height": 360}


@dataclass(frozen=True)
class State:
    """What a page shows, as far as a reload must bring it back."""

    address: str
    title: str
    heading: str
    pressed: tuple[str, ...]
    save: tuple[str, ...]
    outcome: str
    totals: tuple[int, ...]


def state(phone: Phone) -> State:
    page = phone.page
    return State(
        page.url,
        page.title(),
        page.get_by_role("heading").first.inner_text(),
        tuple(
            key.get_attribute("aria-label") or key.inner_text() for key in page.locator('[aria-pressed="true"]').all()
        ),
        tuple(page.locator("[data-save] button").all_inner_texts()),
        " ".join(page.locator("#outcome").all_inner_texts()),
        phone.totals(),
    )


def table(phone: Phone) -> Table:
    """Two deals of Bridgette played, and one match of Draw Bridge beside it."""
    return a_table(phone.server.sessions, "Ana 2H=", "Bo 3NT-1")


STEPS = ("3", "Hearts, Bo", "Doubled X", "Made exactly, 9 tricks, 1,800 to Bo", "Why?")
"""The keys of an entry, tapped one after the other; every one leads to a state."""


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_every_state_of_an_entry_survives_reload_and_rotation(a_phone: MakePhone, scripts: bool) -> None:
    phone = a_phone(java_script_enabled=scripts)
    phone.sit_at(table(phone))
    for step in STEPS[:4]:
        phone.press(step)
        expect(
            phone.page.locator(f'[aria-pressed="true"]:is([aria-label$="{step}"], :text-is("{step}"))')
            .or_(phone.page.locator(".entry-result .slip"))
            .first
        ).to_be_visible()
        phone.page.wait_for_timeout(100)
        before = state(phone)
        phone.page.set_viewport_size(LANDSCAPE)
        assert state(phone) == before
        phone.page.reload()
        assert state(phone) == before
        assert phone.is_whole()
        phone.page.set_viewport_size(PORTRAIT)
    expect(phone.save).to_have_text("Save 1,800 to Bo")
    phone.tap(phone.save)
    expect(phone.row(3)).to_be_visible()
    assert phone.totals() == phone.kept().match.totals == (600, 1800)


@pytest.mark.parametrize(
    "path",
    [
        "", "deals/3?level=0", "deals/3?level=4&play=1S&doubling=XX&tricks=3", "deals/3?passed_out=1",
        "deals/3?level=4&play=1S&face=contract", "deals/2", "deals/2?level=7&play=0NT&tricks=13", "deals/1/insert",
        "more", "details", "rules", "points/", "insert", "delete",
    ],
)  # fmt: skip
def test_every_page_is_whole_after_reload_rotation_and_coming_back(phone: Phone, path: str) -> None:
    phone.sit_at(table(phone), path)
    shown = phone.page.locator("#screen").inner_text()
    phone.page.reload()
    assert phone.is_whole()
    assert phone.page.locator("#screen").inner_text() == shown
    phone.page.goto("about:blank")
    phone.back()
    assert phone.is_whole()
    assert phone.page.locator("#screen").inner_text() == shown
    phone.page.set_viewport_size(LANDSCAPE)
    assert phone.page.locator("#screen").inner_text() == shown


def test_back_from_the_result_leads_to_the_contract_and_then_to_the_match(phone: Phone) -> None:
    phone.sit_at(table(phone))
    match = phone.page.url
    phone.choose("Ana 4H-1")
    chosen = phone.page.url
    phone.back()
    expect(phone.heading("Deal 3. Level 4. Who plays it, and in what?")).to_be_attached()
    assert phone.is_whole()
    phone.back()
    expect(phone.heading("Deal 3: what level?")).to_be_visible()
    assert phone.page.url == match
    assert phone.is_whole()
    phone.forward()
    phone.forward()
    expect(phone.save).to_have_text("Save 100 to Bo")
    assert phone.page.url == chosen
    assert phone.is_whole()
    phone.tap(phone.save)
    expect(phone.row(3)).to_be_visible()
    assert len(phone.kept().match.lines) == 3


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_back_after_a_save_never_records_again_and_never_shows_an_old_total(a_phone: MakePhone, scripts: bool) -> None:
    phone = a_phone(java_script_enabled=scripts)
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H="))
    phone.record("Bo 3NT=")
    phone.record("Bo 2S=")
    match = phone.kept().match
    assert match.totals == (60, 160)
    for move in (phone.back,) * 4 + (phone.forward,) * 4:
        move()
        expect(phone.page.locator(".table .total").last).to_have_text("160")
        assert phone.totals() == (60, 160)
        assert phone.is_whole()
        assert phone.kept().match == match
    phone.back()
    phone.may_fail = True  # the answer is 409
    expect(phone.page.locator(".note")).to_have_text("Deal 3 has been saved in the meantime; this is deal 4.")
    phone.tap(phone.save)
    expect(phone.page.get_by_role("alert")).to_contain_text("There is nothing to do.")
    phone.follow("Go on")
    expect(phone.row(3)).to_be_visible()
    assert phone.kept().match == match


def test_an_edit_survives_another_site_back_forward_and_reload(phone: Phone) -> None:
    phone.sit_at(table(phone))
    phone.tap(phone.row(2))
    phone.tap(phone.page.get_by_role("button", name="Made exactly, 9 tricks, 750 to Bo"))
    edited = state(phone)
    phone.page.goto("data:text/html,another site")
    phone.back()
    assert state(phone) == edited
    assert phone.is_whole()
    phone.back()
    expect(phone.row(2)).to_be_visible()
    assert phone.is_whole()
    phone.forward()
    expect(phone.heading("Edit deal 2")).to_be_visible()
    phone.page.reload()
    assert state(phone) == edited
    phone.press("Save change")
    expect(phone.page.locator(".table .total").last).to_have_text("750")
    phone.page.reload()
    assert phone.totals() == (500, 750)


def test_the_lists_are_fresh_after_back(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 3NT="))
    phone.open("/")
    expect(phone.page.locator(".card .total").first).to_have_text("100")
    phone.follow("Continue match")
    phone.tap(phone.row(1))
    phone.press("Change")
    expect(phone.page.locator(".entry-contract")).to_be_visible()
    phone.choose("Ana 4S=")
    phone.press("Save change")
    expect(phone.page.locator(".table .total").first).to_have_text("120")
    while phone.page.url != phone.server.base + "/":
        phone.back()
    expect(phone.page.locator(".card .total").first).to_have_text("120")
    phone.follow("All matches")
    expect(phone.page.locator("main")).to_contain_text("120–0")


def test_turned_on_its_side_a_phone_still_reaches_every_key(phone: Phone) -> None:
    phone.page.set_viewport_size(LANDSCAPE)
    phone.sit_at(table(phone))
    phone.record("Bo 7NTXX-13")
    phone.tap(phone.row(1))
    phone.press("Change")
    expect(phone.page.locator(".entry-contract")).to_be_visible()
    phone.press("Passed out")
    phone.press("Save change")
    expect(phone.row(3)).to_be_visible()
    assert phone.kept().match.totals[0] == 4000 + 100
