"""Choosing a result asks nobody; the keyboard alone records a deal; those who listen hear what happens."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.builders import a_table, draw_bridge

TIMED = """async () => {
    const tiles = [...document.querySelectorAll('.tile')], times = [];
    for (const tile of tiles) {
        const before = performance.now();
        tile.click();
        document.querySelector('[data-save] button').getBoundingClientRect();
        times.push(performance.now() - before);
    }
    return times.sort((one, other) => one - other);
}"""
INSTANT = 50
"""Milliseconds within which nobody sees a delay."""


def test_choosing_a_result_updates_save_band_and_sentences_without_a_request(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, "Ana 3NT=", "Bo 3NT=", "Ana 4H=", "Bo 4H=", "Ana 2C="))
    phone.press("2")
    phone.press("Clubs, Bo")
    expect(phone.key("Pick the result")).to_be_disabled()
    phone.requests.clear()

    phone.press("Made exactly, 8 tricks, 500 to Bo")
    expect(phone.save).to_have_text("Save 500 to Bo")
    expect(phone.page.locator('[data-preview="1"]')).to_have_text("+500")
    expect(phone.page.locator("#outcome")).to_contain_text("Level at 2,000. A seventh deal decides.")
    expect(phone.page.locator("#live")).to_have_text("Bo would have 2,000. Level at 2,000. A seventh deal decides.")

    phone.press("Down 2, 6 tricks, 200 to Ana")
    expect(phone.save).to_have_text("Save 200 to Ana")
    expect(phone.page.locator('[data-preview="0"]')).to_have_text("+200")
    expect(phone.page.locator('[data-preview="1"]')).to_have_text("")
    expect(phone.page.locator("#outcome")).to_contain_text("This ends the match at deal 6: Ana wins.")
    expect(phone.page.locator('.tile[aria-pressed="true"]')).to_have_count(1)
    phone.tap(phone.page.locator("summary"))
    expect(phone.page.locator("#why")).to_have_text("Why 200? 200 for 2 down.")
    assert [request for request in phone.requests if "/assets/" not in request] == []
    assert phone.kept().match.totals == (2000, 1500)


@pytest.mark.alone
def test_choosing_a_result_takes_no_time_anyone_could_see_on_a_phone_four_times_slower(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, *["Ana 3NT="] * 3), "deals/4?level=1&play=0S")
    chrome = phone.context.new_cdp_session(phone.page)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    phone.requests.clear()
    times = phone.page.evaluate(TIMED)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    assert len(times) == 14
    assert times[len(times) // 2] < INSTANT
    assert [request for request in phone.requests if "/assets/" not in request] == []


def test_a_result_tapped_while_the_points_of_a_double_are_on_their_way_is_not_lost(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions), "deals/1?level=4&play=0S")
    phone.page.route("**/deals/1?*", lambda route: (phone.page.wait_for_timeout(400), route.continue_()), times=1)
    phone.press("Doubled X")
    phone.page.locator('.tile[value="10"]').tap()
    expect(phone.save).to_have_text("Save 240 to Ana")
    phone.tap(phone.save)
    expect(phone.row(1)).to_be_visible()
    assert phone.kept().match.totals == (240, 0)


def test_doubling_keeps_the_result_and_recalculates_change_keeps_everything(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions))
    phone.choose("Ana 4S=")
    expect(phone.save).to_have_text("Save 120 to Ana")
    phone.press("Redoubled XX")
    expect(phone.save).to_have_text("Save 480 to Ana")
    phone.press("Change")
    expect(phone.key("Level 4")).to_have_attribute("aria-pressed", "true")
    expect(phone.key("Spades, Ana")).to_have_attribute("aria-pressed", "true")
    phone.press("Level 5")
    phone.press("Spades, Ana")
    expect(phone.key("Redoubled XX")).to_have_attribute("aria-pressed", "true")
    expect(phone.key("Pick the result")).to_be_disabled()


def test_close_leads_back_to_the_match_with_nothing_stored(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions))
    phone.choose("Ana 4S=")
    phone.follow("Close")
    expect(phone.heading("Deal 1: what level?")).to_be_visible()
    assert phone.kept().match.lines == ()


# By keyboard, and for those who listen


def press_by_keyboard(phone: Phone, name: str) -> None:
    """Go to the control with *name* by Tab, and within a group of keys by an arrow; then press Enter."""
    for _ in range(60):
        phone.page.keyboard.press("Tab")
        for _ in range(10):
            focused = phone.page.locator(":focus")
            if not focused.count():
                break
            if (focused.get_attribute("aria-label") or " ".join(focused.inner_text().split())) == name:
                assert focused.evaluate("element => element.matches(':focus-visible')")
                phone.page.keyboard.press("Enter")
                return
            if not focused.evaluate("element => element.closest('[role=toolbar]')?.textContent.length > 0"):
                break
            phone.page.keyboard.press("ArrowRight")
    raise AssertionError(f"neither Tab nor an arrow leads to {name}")


def expect_focus(phone: Phone, heading: str) -> None:
    expect(phone.page.locator(":focus")).to_have_text(heading)


def test_a_deal_is_recorded_by_keyboard_alone_and_heard(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, "Ana 2H=", "Bo 3NT-1", "Ana 1C="))
    page = phone.page
    page.evaluate("window.firstLive = document.querySelector('#live')")
    assert page.title() == "Ana 1,000, Bo 0. Deal 4 of 6"

    press_by_keyboard(phone, "4")
    expect(phone.heading("Deal 4. Level 4. Who plays it, and in what?")).to_be_focused()
    press_by_keyboard(phone, "Spades, Bo")
    expect(phone.heading("4 spades by Bo, needs 10 tricks. Result?")).to_be_focused()
    assert page.title() == "Deal 4 of 6. Ana 1,000, Bo 0. Deal 4 of 6"
    press_by_keyboard(phone, "Doubled X")
    expect(phone.key("Doubled X")).to_be_focused()
    expect(page.locator("#live")).to_have_text("Doubled. Points updated.")
    assert page.title() == "Deal 4 of 6. Ana 1,000, Bo 0. Deal 4 of 6"
    press_by_keyboard(phone, "Made exactly, 10 tricks, 2,300 to Bo")
    assert phone.said() == "Bo would have 2,300."
    press_by_keyboard(phone, "Save 2,300 to Bo")

    expect(page.locator("#live")).to_have_text("Deal 4 saved. 2,300 to Bo. Ana 1,000, Bo 2,300. Deal 5: Ana deals.")
    expect(phone.row(4)).to_be_focused()
    assert page.title() == "Ana 1,000, Bo 2,300. Deal 5 of 6"
    assert page.evaluate("window.firstLive === document.querySelector('#live') && window.firstLive.isConnected")


def test_arrows_lead_from_key_to_key_and_choose_nothing(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions))
    page = phone.page
    focused = page.locator(":focus")
    page.locator('[name="level"][value="0"]').focus()
    for arrow, level in (("ArrowRight", "1"), ("ArrowDown", "5"), ("ArrowLeft", "4"), ("ArrowUp", "0"), ("End", "7")):
        page.keyboard.press(arrow)
        expect(focused).to_have_text(level)
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_text("7")
    assert page.url.endswith(f"/m/{phone.kept().key}/")
    expect(page.locator('.levels [tabindex="0"]')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(phone.heading("Deal 1. Level 7. Who plays it, and in what?")).to_be_focused()

    page.keyboard.press("Tab")
    expect(phone.key("Level 7")).to_be_focused()
    page.keyboard.press("Tab")
    expect(phone.key("Clubs, Ana")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(phone.key("Clubs, Ana")).to_be_focused()
    page.keyboard.press("Tab")
    expect(phone.key("Clubs, Bo")).to_be_focused()
    page.keyboard.press("Tab")
    expect(phone.key("Passed out")).to_be_focused()


def test_a_key_that_stays_where_it_is_keeps_the_focus_and_the_question_is_heard(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions), "deals/1?level=3")
    phone.wait_for_touches()
    phone.key("Level 5").press("Enter")
    expect(phone.key("Level 5")).to_have_attribute("aria-pressed", "true")
    expect(phone.key("Level 5")).to_be_focused()
    expect(phone.page.locator("#live")).to_have_text("Deal 1. Level 5. Who plays it, and in what?")


def test_undo_by_keyboard_says_what_it_did(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, "Ana 2H=", "Bo 3NT-1"))
    press_by_keyboard(phone, "Undo: deal 2, 3 no-trump by Bo, down 1")
    expect(phone.page.locator("#live")).to_have_text("Deal 2 removed. Ana 500, Bo 0.")
    assert phone.page.title() == "Ana 500, Bo 0. Deal 2 of 6"


def test_the_end_of_a_match_takes_the_focus(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, target=100))
    phone.record("Ana 3NT=")
    expect_focus(phone, "Ana wins")
    assert phone.said() == "Deal 1 saved. 100 to Ana. Ana 100, Bo 0. Ana wins."
    assert phone.page.title() == "Ana 100, Bo 0. Draw Bridge · finished"


def test_what_has_the_focus_is_never_hidden(phone: Phone) -> None:
    phone.sit_at(a_table(phone.server.sessions, *["Ana 2H="] * 5))
    phone.wait_for_touches()
    for _ in range(30):
        phone.page.keyboard.press("Tab")
        focused = phone.page.locator(":focus")
        if not focused.count() or focused.get_attribute("id") == "pad":
            continue
        assert focused.evaluate(
            """element => {
                const box = element.getBoundingClientRect();
                return [.2, .8].every(part => {
                    const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height * part);
                    return element.contains(met);
                });
            }"""
        ), focused.get_attribute("aria-label")


@pytest.mark.parametrize("path", ["/", "/new", "/history"])
def test_pinch_zoom_is_not_disabled(phone: Phone, path: str) -> None:
    phone.open(path)
    viewport = phone.page.locator('meta[name="viewport"]').get_attribute("content") or ""
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport
