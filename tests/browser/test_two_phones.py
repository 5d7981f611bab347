"""Two phones on one match: whoever comes second sees both deals and decides; nothing is lost or doubled."""

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.match import Points
from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import draw_bridge

Both = tuple[Phone, Phone]


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without JavaScript"])
def both(request: pytest.FixtureRequest, a_phone: MakePhone) -> Both:
    """Two phones at the same match of Draw Bridge, after Ana's 60 points."""
    mine, theirs = a_phone(java_script_enabled=request.param), a_phone()
    mine.may_fail = True  # a conflict is answered 409
    table = draw_bridge(mine.server.sessions, "Ana 2H=")
    mine.sit_at(table)
    theirs.sit_at(table)
    return mine, theirs


def stored(phone: Phone) -> Points:
    return phone.kept().match.totals


def conflicting(both: Both) -> Phone:
    """The phone that was slower with deal 2: the other one has saved 120 points to Bo."""
    mine, theirs = both
    mine.choose("Ana 3NT=")
    theirs.record("Bo 4S=")
    mine.tap(mine.save)
    expect(mine.heading("Another phone was quicker")).to_be_visible()
    assert mine.is_whole()
    assert stored(mine) == (60, 120)
    expect(mine.page.get_by_role("alert")).to_have_text("Deal 2 has been saved in the meantime. Yours is kept here.")
    assert mine.heard("main section:nth-of-type(1)") == "Stored4 spades, made exactly by Bo: 120 to Bo"
    assert mine.heard("main section:nth-of-type(2)") == "Chosen here3 no-trump, made exactly by Ana: 100 to Ana"
    return mine


def test_the_slower_phone_may_keep_theirs(both: Both) -> None:
    mine = conflicting(both)
    mine.follow("Keep theirs")
    expect(mine.row(2)).to_be_visible()
    assert mine.totals() == stored(mine) == (60, 120)


def test_the_slower_phone_may_save_its_own_as_the_next_deal(both: Both) -> None:
    mine = conflicting(both)
    mine.press("Save mine as deal 3")
    expect(mine.row(3)).to_be_visible()
    assert mine.totals() == stored(mine) == (160, 120)


def test_the_same_deal_from_both_is_stored_once(both: Both) -> None:
    mine, theirs = both
    mine.choose("Bo 4S=")
    theirs.record("Bo 4S=")
    mine.tap(mine.save)
    expect(mine.page.get_by_role("alert")).to_contain_text("There is nothing to do.")
    mine.follow("Go on")
    expect(mine.row(2)).to_be_visible()
    assert stored(mine) == (60, 120)


def test_an_older_edit_is_shown_beside_the_newer_one_and_replaces_it_only_on_purpose(both: Both) -> None:
    mine, theirs = both
    for phone in both:
        phone.tap(phone.row(1))
    theirs.tap(theirs.page.get_by_role("button", name="Made with 1 over, 9 tricks, 90 to Ana"))
    theirs.press("Save change")
    expect(theirs.page.locator(".table .total").first).to_have_text("90")
    mine.tap(mine.page.get_by_role("button", name="Made with 2 over, 10 tricks, 120 to Ana"))
    mine.press("Save change")
    expect(mine.page.get_by_role("alert")).to_have_text("Deal 1 was changed in the meantime. Which one is right?")
    assert stored(mine) == (90, 0)
    mine.press("Replace with mine")
    expect(mine.row(1)).to_be_visible()
    assert mine.totals() == stored(mine) == (120, 0)


def test_undo_on_an_old_page_does_nothing_and_shows_the_match_as_it_is(both: Both) -> None:
    mine, theirs = both
    theirs.record("Bo 4S=")
    mine.tap(mine.page.get_by_role("button", name="Undo"))
    expect(mine.page.get_by_role("alert")).to_contain_text("so nothing was done")
    expect(mine.row(2)).to_be_visible()
    assert mine.totals() == stored(mine) == (60, 120)


def test_a_phone_that_is_looked_at_again_shows_what_the_other_one_saved_after_a_reload(both: Both) -> None:
    mine, theirs = both
    theirs.record("Bo 4S=")
    mine.page.reload()
    expect(mine.heading("Deal 3: what level?")).to_be_visible()
    assert mine.totals() == (60, 120)
