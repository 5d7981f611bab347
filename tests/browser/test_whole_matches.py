"""Whole matches, entered by tapping only, on a phone with and without JavaScript."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.match import Match
from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.rules.builders import bridgette, draw_bridge

BRIDGETTE = (
    "Ana 3NT=", "Bo 3NT=", "pass", "Ana 4HX-1", "Bo 4HX-1", "Ana 0NT+3", "Bo 0NT+3", "Bo 2SXX=",
)  # fmt: skip
"""Level after six deals; the seventh is Bo's. The passed-out one is played again."""
DRAW_BRIDGE = ("Ana 3NT=", "pass", "Bo 4S=", "Ana 7NTX-1", "Bo 2CX+1", "Ana 4SXX=")
"""To 300: Ana has 100, Bo 240, then Ana 580."""


def taps_for(deal: str) -> int:
    """What a deal may cost: level, strain in the player's row, result, Save; one more if it is doubled."""
    return 2 if deal == "pass" else 4 + ("X" in deal)


def play(phone: Phone, deals: tuple[str, ...], fold: object) -> Iterator[Match]:
    """Record *deals* one by one, counting taps and comparing totals; gives the match after each."""
    for number in range(1, len(deals) + 1):
        before = phone.taps
        phone.record(deals[number - 1])
        assert phone.taps - before == taps_for(deals[number - 1])
        match: Match = fold(*deals[:number])  # type: ignore[operator]
        expect(phone.page.locator(".table .total").first).to_have_text(f"{match.totals[0]:,}")
        assert phone.totals() == match.totals == phone.kept().match.totals
        yield match


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without JavaScript"])
def player(request: pytest.FixtureRequest, a_phone: MakePhone) -> Phone:
    """A phone with JavaScript, and one without."""
    return a_phone(java_script_enabled=request.param)


def test_a_match_of_bridgette_that_goes_to_a_seventh_deal_is_entered_by_tapping_only(player: Phone) -> None:
    player.start("bridgette")
    for number, match in enumerate(play(player, BRIDGETTE, bridgette), start=1):
        if number == 4:
            before = player.taps
            player.press("Undo: deal 4, 4 hearts doubled by Ana, down 1")
            expect(player.row(4)).to_have_count(0)
            assert player.taps - before == 1
            assert player.totals() == bridgette(*BRIDGETTE[:3]).totals
            player.record(BRIDGETTE[3])
        if match.is_tie_break_next:
            expect(player.page.locator(".next")).to_contain_text("Level at 1,450. Deal 8 decides.")
    assert number == len(BRIDGETTE)
    expect(player.heading("Bo wins")).to_be_visible()
    expect(player.page.locator(".winner")).to_contain_text("by 6,000 points after seven deals")
    player.press("Rematch: Bo deals")
    expect(player.page.locator(".next")).to_contain_text("Deal 1: Bo deals")
    assert len(player.matches()) == 2


def test_a_match_of_draw_bridge_is_entered_to_its_target_by_tapping_only(player: Phone) -> None:
    player.start("draw-bridge")
    for _ in play(player, DRAW_BRIDGE, draw_bridge):
        pass
    expect(player.heading("Ana wins")).to_be_visible()
    expect(player.page.locator(".winner")).to_contain_text("by 340 points after six deals")
    before = player.taps
    player.press("Undo: deal 6, 4 spades redoubled by Ana, made exactly")
    expect(player.heading("Deal 6: what level?")).to_be_visible()
    assert player.taps - before == 1
    assert player.totals() == (100, 240)
    player.record(DRAW_BRIDGE[5])
    player.press("Rematch: Bo deals")
    expect(player.page.locator(".next")).to_contain_text("Deal 1: Bo deals")
