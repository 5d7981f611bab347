"""Back and Forward around forms, the browser's back-forward cache, two tabs: always a whole page, as things stand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import A_PHONE, QUIET
from tests.browser.phone import Phone
from tests.browser.serving import Served
from tests.builders import draw_bridge

WATCH = """addEventListener('pageshow', event => {
    const seen = JSON.parse(sessionStorage.seen ?? '[]');
    sessionStorage.seen = JSON.stringify([...seen, [location.pathname, event.persisted]]);
});"""


@pytest.fixture(scope="module")
def remembering(chromium_path: str, chromium: Browser) -> Iterator[Browser]:
    """A browser with its back-forward cache, which others in tests go without."""
    launch = chromium.browser_type.launch
    browser = launch(
        executable_path=chromium_path, args=list(QUIET), ignore_default_args=["--disable-back-forward-cache"]
    )
    yield browser
    browser.close()


@pytest.mark.parametrize("is_kept", [False, True], ids=["as we send it", "kept by the browser all the same"])
def test_the_list_is_fresh_after_back_whether_or_not_the_browser_had_kept_it(
    remembering: Browser, server: Served, is_kept: bool
) -> None:
    context = remembering.new_context(**A_PHONE)
    context.add_init_script(WATCH)
    phone = Phone(context, server)
    if is_kept:
        phone.page.route("**/*", without_no_store)
    table = draw_bridge(server.sessions, "Bo 2H=")
    phone.sit_at(table)
    phone.open("/")
    assert [total.inner_text() for total in phone.page.locator(".total").all()] == ["0", "60"]
    phone.tap(phone.page.get_by_role("link", name="Continue match"))
    expect(phone.row(1)).to_be_visible()
    table.record("Ana 3NT=")
    phone.page.evaluate("sessionStorage.seen = '[]'")
    phone.page.go_back()
    expect(phone.page.locator(".total").first).to_have_text("100")
    assert phone.is_whole()
    came = phone.page.evaluate("JSON.parse(sessionStorage.seen)")
    # Chromium keeps no page that may not be stored; another browser might, and then the page loads itself anew.
    assert came == ([["/", True], ["/", False]] if is_kept else [["/", False]])
    context.close()


def without_no_store(route: Route) -> None:
    answer = route.fetch()
    headers = {name: value for name, value in answer.headers.items() if name != "cache-control"}
    route.fulfill(response=answer, headers=headers)


def test_back_after_a_form_leads_to_its_page_as_things_stand_now(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Bo 2H="))
    phone.follow("More about this match")
    phone.tap(phone.page.get_by_role("link", name="Details"))
    phone.page.get_by_label("Title").fill("Final")
    phone.press("Save details")
    expect(phone.page.locator(".note")).to_have_text("Details saved.")
    expect(phone.page.locator(".note")).to_be_focused()
    assert phone.page.url.endswith("/")
    assert phone.is_whole()
    phone.back()
    expect(phone.page.get_by_label("Title")).to_have_value("Final")
    assert phone.is_whole()
    phone.forward()
    expect(phone.row(1)).to_be_visible()
    assert phone.is_whole()
    phone.page.reload()
    expect(phone.row(1)).to_be_visible()


def test_a_menu_that_was_scrolled_leads_to_the_top_of_the_next_page(phone: Phone) -> None:
    table = draw_bridge(phone.server.sessions, "Bo 2H=")
    phone.sit_at(table, "delete")
    phone.page.set_viewport_size({"width": 320, "height": 240})
    phone.page.evaluate("scrollTo(0, 1000)")
    phone.press("Delete match")
    expect(phone.heading("Deleted matches")).to_be_in_viewport()
    assert phone.page.url.endswith("/deleted")
    phone.press("Restore")
    expect(phone.page.locator(".note")).to_have_text("The match is back.")
    assert phone.page.url.endswith(f"/m/{table.ref.key}/")


def test_two_tabs_of_one_match_both_end_up_with_everything(phone: Phone) -> None:
    table = draw_bridge(phone.server.sessions, "Bo 2H=")
    phone.sit_at(table)
    phone.choose("Ana 3NT=")
    other = another_tab(phone)
    other.goto(phone.server.base + f"/m/{table.ref.key}/details")
    other.get_by_label("Title").fill("Final")
    table.record("Bo 1H=")
    phone.may_fail = True
    other.get_by_role("button", name="Save details").tap()
    expect(other.get_by_role("alert").first).to_contain_text("saving again keeps it")
    other.get_by_role("button", name="Save details").tap()
    expect(other.locator(".note")).to_have_text("Details saved.")
    phone.tap(phone.save)
    phone.press("Save mine as deal 3")
    expect(phone.row(3)).to_be_visible()
    assert phone.is_whole()
    other.reload()
    assert other.locator(".table .total").all_inner_texts() == phone.page.locator(".table .total").all_inner_texts()
    assert table.deals == ["Bo 2H=", "Bo 1H=", "Ana 3NT="]
    assert table.look().details.title == "Final"


def another_tab(phone: Phone) -> Page:
    page = phone.context.new_page()
    page.set_default_timeout(10_000)
    return page


def test_draw_for_it_without_a_network_says_so_and_keeps_what_was_typed(phone: Phone) -> None:
    phone.may_fail = True
    phone.open("/new")
    phone.name_field("Left").fill("Ana")
    phone.name_field("Right").fill("Margaret")
    phone.context.set_offline(True)
    phone.press("Draw for it")
    expect(phone.page.locator("[data-complaint]")).to_have_text("No answer. Nothing is lost, please try again.")
    expect(phone.page.locator("[data-complaint]")).to_be_in_viewport()
    phone.context.set_offline(False)
    phone.press("Draw for it")
    expect(phone.page.locator(".drawn")).to_be_visible()
    expect(phone.name_field("Right")).to_have_value("Margaret")
    drawn = phone.page.locator(".drawn").inner_text()
    phone.page.reload()
    assert phone.page.locator(".drawn").inner_text() == drawn
