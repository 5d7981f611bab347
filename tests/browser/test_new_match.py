"""Setting up a match: keys that know the names, the Go key, the draw, the rules of the game chosen."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.builders import draw_bridge


def fill(phone: Phone, left: str = "Ana", right: str = "Margaret") -> None:
    phone.name_field("Left").fill(left)
    phone.name_field("Right").fill(right)


def start_label(phone: Phone) -> str:
    return phone.page.locator(".start button").inner_text()


def test_the_keys_and_start_know_the_names_while_they_are_typed(phone: Phone) -> None:
    phone.open("/new")
    assert start_label(phone) == "Start"
    phone.tap(phone.option("Who deals first?", "Left player"))
    phone.name_field("Left").press_sequentially("An")
    expect(phone.option("Who deals first?", "An")).to_be_visible()
    assert start_label(phone) == "Start: An deals"
    phone.name_field("Left").press_sequentially("a")
    assert start_label(phone) == "Start: Ana deals"
    phone.tap(phone.option("Who deals first?", "Right player"))
    phone.name_field("Right").press_sequentially("Margaret")
    assert start_label(phone) == "Start: Margaret deals"
    phone.name_field("Left").fill("")
    expect(phone.option("Who deals first?", "Left player")).to_be_visible()


def test_the_go_key_starts_the_match_and_does_not_draw(phone: Phone) -> None:
    phone.open("/new")
    fill(phone)
    phone.tap(phone.option("Who deals first?", "Ana"))
    phone.name_field("Right").press("Enter")
    expect(phone.page.locator(".next")).to_contain_text("Deal 1: Ana deals")
    assert len(phone.matches()) == 1


def test_the_go_key_with_something_missing_says_what_and_draws_nothing(phone: Phone) -> None:
    phone.may_fail = True
    phone.open("/new")
    fill(phone)
    phone.name_field("Right").press("Enter")
    expect(phone.page.get_by_role("alert").filter(has_text="Choose who deals first, or draw for it.")).to_be_visible()
    expect(phone.page.locator(".drawn")).to_have_count(0)
    expect(phone.name_field("Right")).to_have_value("Margaret")


def test_draw_for_it_keeps_what_was_typed_and_draws_only_once(phone: Phone) -> None:
    phone.open("/new")
    phone.tap(phone.option("Game", "Draw Bridge"))
    fill(phone)
    phone.tap(phone.option("Target", "1,000"))
    phone.press("Draw for it")
    drawn = phone.page.locator(".drawn")
    expect(drawn).to_be_visible()
    told = phone.heard(".drawn")
    dealer = told.rpartition(" deals first.")[0].rpartition(" ")[2]
    assert dealer in ("Ana", "Margaret")
    assert start_label(phone) == f"Start: {dealer} deals"
    expect(phone.page.get_by_role("radio", name="1,000")).to_be_checked()
    phone.page.reload()
    assert phone.heard(".drawn") == told, "reloading does not draw again"
    phone.press(f"Start: {dealer} deals")
    expect(phone.heading("To 1,000")).to_be_visible()
    expect(phone.page.locator(".next")).to_contain_text(f"Deal 1: {dealer} deals")


def test_a_name_that_is_mended_after_the_draw_stands_on_start_too(phone: Phone) -> None:
    phone.open("/new")
    fill(phone, "Anna", "Margrit")
    phone.press("Draw for it")
    expect(phone.page.locator(".drawn")).to_be_visible()
    dealer = 0 if start_label(phone) == "Start: Anna deals" else 1
    fill(phone, "Ana", "Margaret")
    assert start_label(phone) == f"Start: {('Ana', 'Margaret')[dealer]} deals"


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_choosing_a_game_shows_the_house_rules_and_the_target_of_that_game(a_phone: MakePhone, scripts: bool) -> None:
    phone = a_phone(java_script_enabled=scripts)
    phone.open("/new")
    target, fold = phone.page.get_by_role("group", name="Target"), phone.page.locator("summary:visible")
    expect(target).to_have_count(0)
    phone.tap(fold)
    expect(phone.page.get_by_role("group", name="Doubling")).to_contain_text("is 5,600")
    expect(phone.page.get_by_role("group", name="Undertricks")).to_have_count(0)
    phone.tap(phone.option("Game", "Draw Bridge"))
    expect(target).to_be_visible()
    expect(phone.page.get_by_text("a hopeless bid is free", exact=False).locator("visible=true").first).to_be_visible()
    phone.tap(fold)
    expect(phone.page.get_by_role("group", name="Undertricks")).to_be_visible()
    expect(phone.page.get_by_role("group", name="Doubling")).to_have_count(0)


def test_house_rules_and_another_target_come_into_the_match(phone: Phone) -> None:
    phone.open("/new")
    phone.tap(phone.option("Game", "Draw Bridge"))
    fill(phone)
    phone.tap(phone.option("Target", "Other"))
    phone.page.get_by_label("Another target").fill("450")
    phone.tap(phone.page.locator("summary:visible"))
    phone.tap(phone.option("Undertricks", "50 each to the defender"))
    phone.tap(phone.option("Who deals first?", "Margaret"))
    phone.press("Start: Margaret deals")
    expect(phone.heading("To 450")).to_be_visible()
    assert phone.kept().match.rules.undertricks == "flat"


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_what_is_wrong_is_said_beside_its_field_and_all_else_is_kept(a_phone: MakePhone, scripts: bool) -> None:
    phone = a_phone(java_script_enabled=scripts)
    phone.may_fail = True
    phone.open("/new")
    phone.tap(phone.option("Game", "Draw Bridge"))
    fill(phone, "Ana", "ana")
    phone.tap(phone.page.locator('label:has([name="first"][value="1"])'))
    phone.tap(phone.option("Target", "Other"))
    phone.page.get_by_label("Another target").fill("7")
    phone.tap(phone.page.locator(".start button"))
    expect(phone.page.locator("#wrong-right")).to_have_text("Both are called ana. Add a letter.")
    expect(phone.name_field("Right")).to_have_attribute("aria-describedby", "wrong-right")
    expect(phone.name_field("Right")).to_have_value("ana")
    expect(phone.page.get_by_label("Another target")).to_have_value("7")
    expect(phone.page.locator('[name="first"][value="1"]')).to_be_checked()
    fill(phone, "Ana", "Bo")
    phone.tap(phone.page.locator(".start button"))
    expect(phone.page.locator("#wrong-right")).to_have_count(0)  # the new answer: what was wrong before said both
    expect(phone.page.locator("#wrong-target")).to_contain_text("10 to 100,000")
    phone.page.get_by_label("Another target").fill("70")
    phone.tap(phone.page.locator(".start button"))
    expect(phone.heading("To 70")).to_be_visible()
    expect(phone.page.locator(".next")).to_contain_text("Deal 1: Bo deals")


def test_a_wrong_house_rule_opens_its_fold(phone: Phone) -> None:
    phone.may_fail = True
    phone.open("/new")
    fill(phone)
    phone.tap(phone.option("Who deals first?", "Ana"))
    phone.tap(phone.page.locator("summary:visible"))
    phone.page.get_by_label("Number of deals").fill("99")
    phone.press("Start: Ana deals")
    expect(phone.page.locator("#wrong-deals")).to_be_visible()
    expect(phone.page.get_by_label("Number of deals")).to_have_value("99")


def test_the_next_match_remembers_the_game_the_target_and_the_names(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, target=500))
    phone.open("/new")
    expect(phone.name_field("Left")).to_have_value("Ana")
    expect(phone.name_field("Right")).to_have_value("Bo")
    expect(phone.page.get_by_role("radio", name="500")).to_be_checked()
    assert phone.page.locator("#people option").evaluate_all("people => people.map(one => one.value)") != []


def test_no_field_zooms_the_page_and_none_asks_for_a_sign(phone: Phone) -> None:
    table = draw_bridge(phone.server.sessions, "Ana 2H=")
    pages = ("", "deals/2?level=4&play=0S", "details", "rules")
    sizes = []
    for path in pages:
        phone.sit_at(table, path)
        sizes += fields(phone)
    for path in ("/new", "/"):
        phone.open(path)
        sizes += fields(phone)
    assert {name: size for name, size, _, _ in sizes if size < 16} == {}
    numbers = [
        (kind, mode) for name, _, kind, mode in sizes if name in ("deals", "game_value", "target", "target_other")
    ]
    assert numbers
    assert set(numbers) == {("text", "numeric")}


def fields(phone: Phone) -> list[tuple[str, float, str, str]]:
    """Every field of the page: its name, the size of its letters, its kind and its keyboard."""
    found: list[tuple[str, float, str, str]] = phone.page.locator(
        "input:not([type=hidden]):not([type=radio]), select, textarea"
    ).evaluate_all(
        "all => all.map(one => [one.name, parseFloat(getComputedStyle(one).fontSize), one.type, one.inputMode])"
    )
    return found
