"""Corrections: every knock-on said before it is saved, undone and done again; nothing dropped in silence."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import a_table, draw_bridge
from tests.rules.builders import bridgette

LEVEL = ("Ana 3NT=", "Bo 3NT=", "Ana 4H=", "Bo 4H=", "Ana 2C=", "Bo 2C=")
"""Six deals of Bridgette after which both have 2,000."""


def outcome(phone: Phone) -> str:
    """What stands beside Save."""
    return phone.heard("#outcome")


def change_to(phone: Phone, number: int, text: str) -> None:
    """Choose another contract for deal *number*, all but Save."""
    phone.tap(phone.row(number))
    phone.press("Change")
    expect(phone.page.locator(".entry-contract")).to_be_visible()
    phone.choose(text)


def save_change(phone: Phone) -> None:
    phone.press("Save change")
    expect(phone.heading(re.compile("^Edit deal"))).to_have_count(0)


def undo(phone: Phone) -> None:
    before = phone.taps
    phone.tap(phone.page.get_by_role("button", name="Undo"))
    expect(phone.page.locator(".note")).to_be_visible()
    assert phone.taps - before == 1


def redo(phone: Phone) -> None:
    phone.follow("More about this match")
    phone.tap(phone.page.get_by_role("button", name="Redo"))
    expect(phone.page.locator("#pad")).to_be_visible()


def not_counted(phone: Phone) -> list[int]:
    """The numbers of the deals that the pad marks as not counted."""
    marked = [row for row in phone.rows() if "Not counted, after the end of the match" in row]
    assert len(marked) == phone.page.locator(".line-after .not-counted").count()
    return [int(row.removeprefix("Edit deal ").partition(".")[0]) for row in marked]


def test_a_correction_that_reaches_the_target_earlier_says_so_and_keeps_the_later_deals_in_sight(phone: Phone) -> None:
    deals = ("Ana 2S=", "Ana 3NT=", "Ana 3NT=", "Bo 3NT=", "Ana 2C=")
    phone.sit_at(draw_bridge(phone.server.sessions, *deals))
    expect(phone.heading("Ana wins")).to_be_visible()
    change_to(phone, 1, "Ana 3NT=")
    assert outcome(phone) == (
        "Was 2 spades, made exactly by Ana, 60 to Ana. Totals become Ana 300, Bo 0. "
        "This ends the match at deal 3: Ana wins. 2 deals after the end are not counted."
    )
    assert "Totals become Ana 300, Bo 0. This ends the match at deal 3: Ana wins." in phone.said()
    assert phone.kept().match.totals == (300, 100), "nothing is stored before Save"

    save_change(phone)
    expect(phone.page.locator(".winner")).to_contain_text("by 300 points after three deals")
    assert not_counted(phone) == [4, 5]
    undo(phone)
    expect(phone.page.locator(".note")).to_have_text("Deal 1 is 2 spades by Ana, made exactly again. Ana 300, Bo 100.")
    expect(phone.page.locator(".winner")).to_contain_text("by 200 points after five deals")
    assert not_counted(phone) == []
    redo(phone)
    expect(phone.page.locator(".winner")).to_contain_text("after three deals")
    assert not_counted(phone) == [4, 5]
    assert phone.kept().match.totals == (300, 0)


def test_a_correction_that_takes_the_win_away_says_that_the_match_goes_on(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 3NT=", "Bo 2H=", "Ana 3NT=", "Ana 3NT="))
    change_to(phone, 3, "Bo 3NT=")
    assert "Totals become Ana 200, Bo 160. The match is not over then: it goes on." in outcome(phone)
    save_change(phone)
    expect(phone.heading("Deal 5: what level?")).to_be_visible()
    undo(phone)
    expect(phone.heading("Ana wins")).to_be_visible()
    redo(phone)
    expect(phone.heading("Deal 5: what level?")).to_be_visible()


def test_a_correction_that_makes_a_seventh_deal_needless_says_so(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, *LEVEL))
    expect(phone.page.locator(".next")).to_contain_text("Level at 2,000. A seventh deal decides.")
    change_to(phone, 6, "Bo 2C+1")
    assert "Totals become Ana 2,000, Bo 1,750. This ends the match at deal 6: Ana wins." in outcome(phone)
    assert "No further deal is needed." in outcome(phone)
    save_change(phone)
    expect(phone.heading("Ana wins")).to_be_visible()
    undo(phone)
    expect(phone.page.locator(".next")).to_contain_text("A seventh deal decides.")
    redo(phone)
    expect(phone.heading("Ana wins")).to_be_visible()
    assert phone.kept().match.totals == bridgette(*LEVEL[:5], "Bo 2C+1").totals


def test_a_correction_that_calls_for_a_seventh_deal_says_so(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, *LEVEL[:5], "Bo 2C+1"))
    expect(phone.heading("Ana wins")).to_be_visible()
    phone.tap(phone.row(6))
    phone.tap(phone.page.get_by_role("button", name=re.compile("^Made exactly, 8 tricks")))
    assert "The match is not over then: it goes on. Level at 2,000. A seventh deal decides." in outcome(phone)
    save_change(phone)
    expect(phone.heading("Deal 7: what level?")).to_be_visible()
    undo(phone)
    expect(phone.heading("Ana wins")).to_be_visible()
    redo(phone)
    expect(phone.heading("Deal 7: what level?")).to_be_visible()


def test_a_seventh_deal_that_was_played_stays_in_sight_when_a_correction_makes_it_needless(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, *LEVEL, "Bo 1C="))
    expect(phone.heading("Bo wins")).to_be_visible()
    change_to(phone, 2, "Bo 3NT-1")
    assert "This ends the match at deal 6: Ana wins. 1 deal after the end is not counted." in outcome(phone)
    save_change(phone)
    expect(phone.heading("Ana wins")).to_be_visible()
    assert not_counted(phone) == [7]
    undo(phone)
    assert not_counted(phone) == []
    expect(phone.heading("Bo wins")).to_be_visible()


def test_a_forgotten_deal_is_inserted_with_its_knock_ons_said_first(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H=", "Bo 3NT="))
    phone.follow("More about this match")
    phone.follow("Insert a forgotten deal")
    phone.follow(re.compile("^Before deal 2"))
    phone.choose("Bo 2C=")
    assert outcome(phone) == (
        "Totals become Ana 60, Bo 140. The deal after it becomes deal 3: Ana dealt it. Bo deals next."
    )
    phone.press("Save 40 to Bo")
    expect(phone.row(3)).to_be_visible()
    assert [row.partition(". ")[2].partition(".")[0] for row in phone.rows()] == [
        "2 hearts by Ana, made exactly",
        "2 clubs by Bo, made exactly",
        "3 no-trump by Bo, made exactly",
    ]
    undo(phone)
    expect(phone.row(3)).to_have_count(0)
    assert phone.totals() == (60, 100)


def test_a_deleted_deal_is_named_and_undo_stays_until_the_next_change(a_phone: MakePhone) -> None:
    phone = a_phone(viewport={"width": 320, "height": 568})
    phone.page.clock.install()
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H=", "Bo 2S=", "Ana 3NT=", "Bo 2C=", "Ana 1C="))
    phone.tap(phone.row(3))
    delete = phone.page.locator(".delete summary")
    far = delete.bounding_box()
    phone.tap(delete)
    expect(phone.page.locator("#removal")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("#removal")).to_have_text(
        "If this deal is deleted: Totals become Ana 80, Bo 100. "
        "The 2 deals after it change dealer; the first of them becomes deal 3: Ana dealt it. Ana deals next."
    )
    near, save = phone.key("Delete deal 3").bounding_box(), phone.save.bounding_box()
    assert far is not None
    assert near is not None
    assert save is not None
    assert near["y"] >= far["y"] + far["height"], "a second touch of the same place deletes nothing"
    assert save["y"] - (near["y"] + near["height"]) > 150, "far from Save"
    phone.press("Delete deal 3")
    sentence = "Deal 3 is deleted: 3 no-trump by Ana, made exactly, 100 to Ana. Undo brings it back."
    expect(phone.page.locator(".note")).to_have_text(sentence)
    assert phone.said() == sentence
    phone.page.clock.run_for(30_000)
    button = phone.page.get_by_role("button", name="Undo: the removal of deal 3, 3 no-trump by Ana, made exactly")
    expect(button).to_be_in_viewport(ratio=1)
    phone.wait_for_touches()
    assert is_on_top(button), "nothing lies over Undo"
    button.focus()
    expect(button).to_be_focused()
    phone.tap(button)
    expect(phone.row(5)).to_be_visible()
    expect(phone.page.locator(".note")).to_contain_text("Deal 3 is back: 3 no-trump by Ana, made exactly.")
    assert phone.totals() == (180, 100)
    assert phone.rows()[2].startswith("Edit deal 3. 3 no-trump by Ana, made exactly. 100 to Ana.")


def test_after_a_deletion_the_next_deal_can_be_entered_and_undo_then_means_that_one(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Ana 2H=", "Bo 2S="))
    phone.tap(phone.row(2))
    phone.delete_deal(2)
    expect(phone.page.locator(".note")).to_be_visible()
    phone.record("Bo 3NT=")
    undo(phone)
    expect(phone.page.locator(".note")).to_have_text("Deal 2 removed. Ana 60, Bo 0.")
    undo(phone)
    expect(phone.row(2)).to_be_visible()
    assert phone.totals() == (60, 60)


def test_a_deleted_match_is_restored_whole(phone: Phone) -> None:
    other = draw_bridge(phone.server.sessions, "Bo 2H=")
    table = a_table(phone.server.sessions, *LEVEL, book=other.book)
    phone.sit_at(table)
    phone.follow("More about this match")
    phone.follow("Delete this match")
    expect(phone.page.locator("main")).to_contain_text("The match of Ana and Bo with its 6 deals leaves the list.")
    expect(phone.page.locator("main")).to_contain_text("It can be restored for 30 days.")
    phone.press("Delete match")
    expect(phone.page.locator(".note")).to_contain_text("The match of Ana and Bo is deleted.")
    assert [match.key for match in phone.matches()] == [other.ref.key]
    phone.page.reload()
    phone.press("Restore")
    expect(phone.page.locator(".next")).to_contain_text("Level at 2,000. A seventh deal decides.")
    assert phone.totals() == (2000, 2000)
    assert len(phone.matches()) == 2


def is_on_top(place: object) -> bool:
    """True if a touch in the middle of *place* meets it and nothing else."""
    return bool(
        place.evaluate(  # type: ignore[attr-defined]
            """element => {
                const box = element.getBoundingClientRect();
                const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return element === met || element.contains(met);
            }"""
        )
    )
