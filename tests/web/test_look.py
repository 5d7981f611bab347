"""Settings of a device: theme, colours of the suits, results as signs or tricks, kept in a cookie of its own."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from scorekeeper.web.look import Look, Results, Suits, Theme
from tests.builders import a_book, a_table
from tests.web.document import every
from tests.web.menu import choose, more, ways
from tests.web.phone import Phone, address_of
from tests.web.screen import Request
from tests.web.stored import nothing_stored
from tests.web.world import World, a_world

ALL = [Look(*one) for one in product(Theme, Suits, Results)]
DAYS = 24 * 60 * 60


def shown(phone: Phone) -> tuple[str | None, str | None]:
    """Theme and suits of the page that *phone* shows."""
    (page,) = every(phone.document, "html")
    return page.get("data-theme"), page.get("data-suits")


def set_up(phone: Phone, **choices: str) -> Phone:
    """Choose on the page of settings, and save."""
    phone.fill(**choices)
    return phone.tap("Save and go back")


def with_look(app: Flask, sessions: Sessions, look: str) -> Phone:
    phone = Phone(app, a_book(sessions))
    phone.keep_cookie("look", look)
    return phone


# The page


@pytest.mark.parametrize("look", ALL, ids=str)
def test_every_choice_is_kept_and_shown_again_without_a_scorebook(phone: Phone, look: Look) -> None:
    set_up(phone.open("/").tap("Settings"), theme=look.theme, suits=look.suits, results=look.results)
    assert (phone.status, phone.address) == (200, "/")
    assert phone.redirects == [(303, "/")]
    assert phone.cookie("look") == str(look)
    assert phone.cookie("scorebook") is None
    assert shown(phone) == (look.theme, look.suits)
    phone.tap("Settings")
    assert {name: phone.field(name) for name in ("theme", "suits", "results")} == {
        "theme": look.theme,
        "suits": look.suits,
        "results": look.results,
    }


def test_the_page_offers_everything_there_is_and_nothing_else(phone: Phone) -> None:
    phone.open("/settings")
    assert phone.heading == "Settings"
    assert phone.parts(tag="legend") == ["Theme", "Suits", "Results as"]
    assert phone.offered("theme") == list(Theme)
    assert phone.offered("suits") == list(Suits)
    assert phone.offered("results") == list(Results)
    assert phone.parts(class_="choice") == [
        "Auto", "Light", "Dark", "Bright sun", "Two colours", "Four colours", "Over or down", "Tricks",
    ]  # fmt: skip


def test_who_never_chose_sees_auto_two_colours_and_signs(phone: Phone) -> None:
    phone.open("/settings")
    assert (phone.field("theme"), phone.field("suits"), phone.field("results")) == ("auto", "two", "signs")
    assert phone.cookie("look") is None
    assert shown(phone) == ("auto", "two")


def test_the_menu_of_a_match_shows_the_choice_and_leads_to_it_and_back(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = choose(more(Phone(app, table.book).look_at(table)), "Settings")
    menu = address_of(table, "more")
    assert menu in phone.links
    set_up(phone, theme="dark", suits="four", results="tricks")
    assert phone.address == menu
    assert phone.notes == ["The settings are saved on this device."]
    assert "Settings Dark, four colours, tricks" in ways(phone)
    phone.tap("Settings Dark, four colours, tricks").tap("Back")
    assert phone.address == menu
    assert "Settings Dark, four colours, tricks" in ways(phone)


@pytest.mark.parametrize(
    "match",
    ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "..", "javascript:alert(1)",
     "x" * 500, "%0d%0aSet-Cookie: a=b", "\r\nLocation: //elsewhere.example", "", "Ünïcödé-Schlüssel-abcd",
     "x" * 22 + "\n"],
)  # fmt: skip
def test_the_way_back_never_leaves_the_site(phone: Phone, match: str) -> None:
    phone.send(Request("GET", "/settings").with_fields(match=match))
    assert [link for link in phone.links if not link.startswith("#")] == ["/"]
    request = phone.request_of("Save and go back").with_fields(match=match)
    answer = phone.ask(request)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_the_way_back_to_a_match_of_others_says_no_more_than_its_address(phone: Phone, sessions: Sessions) -> None:
    foreign, none = a_table(sessions).ref.key, "x" * 22
    answers = [phone.get(f"/settings?match={key}").text.replace(key, "KEY") for key in (foreign, none)]
    first, second = [re.sub(r'name="csrf_token" value="[^"]+"', "TOKEN", answer) for answer in answers]
    assert "TOKEN" in first
    assert first == second


def test_a_mere_choice_is_kept_without_a_page_and_without_a_note(phone: Phone) -> None:
    request = phone.open("/settings").fill(theme="sun", suits="four").form_to("/settings")
    answer = phone.ask(request)
    assert (answer.status_code, answer.get_data()) == (204, b"")
    assert phone.cookie("look") == "sun.four.signs"
    phone.open("/")
    assert phone.notes == []
    assert shown(phone) == ("sun", "four")


def test_with_script_saving_loads_the_whole_page_anew(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = choose(more(Phone(app, table.book, script=True).look_at(table)), "Settings")
    request = phone.fill(theme="dark").request_of("Save and go back")
    assert request.htmx
    answer = phone.ask(request)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, address_of(table, "more"))
    assert shown(phone.open(answer.headers["HX-Redirect"])) == ("dark", "two")
    assert phone.notes == ["The settings are saved on this device."]


def test_settings_are_kept_for_no_other_site(phone: Phone) -> None:
    request = phone.open("/settings").fill(theme="dark").form_to("/settings")
    assert phone.ask(request.with_fields(csrf_token=None)).status_code == 400
    assert phone.cookie("look") is None


def test_nothing_of_it_is_stored_in_the_database(app: Flask, sessions: Sessions) -> None:
    phone = Phone(app, a_book(sessions))
    with nothing_stored(sessions):
        set_up(phone.open("/settings"), theme="dark")


# The cookie


@pytest.mark.parametrize(
    ("cookie", "understood"),
    [
        *{
            "dark.four.tricks": "dark.four.tricks",
            "dark.four.tricks.what-comes-later": "dark.four.tricks",
            "dark": "dark.two.signs",
            "dark.": "dark.two.signs",
            "dark.five.tricks": "dark.two.tricks",
            "junk.four.junk": "auto.four.signs",
            "DARK.four.tricks": "auto.four.tricks",
            " dark.four.tricks": "auto.four.tricks",
            "dark.four.tricks\n": "dark.four.signs",
            "sun.sun.sun": "sun.two.signs",
            "four.dark.signs": "auto.two.signs",
            **dict.fromkeys(
                ["", ".", "....", "junk", "../../etc", "<script>", "\x00", "ä", "x" * 4000], "auto.two.signs"
            ),
        }.items()
    ],
)
def test_what_is_no_choice_of_ours_falls_back_to_the_default(cookie: str, understood: str) -> None:
    assert str(Look.parse(cookie)) == understood


@pytest.mark.parametrize("look", ALL, ids=str)
def test_a_look_that_was_written_is_read_again(look: Look) -> None:
    assert Look.parse(str(look)) == look


@pytest.mark.parametrize(
    "cookie", ["junk", "dark.junk.junk.junk", "<script>.<b>.&", "x" * 4000, "%0a", '"', "dark;four"]
)
def test_a_cookie_of_junk_shows_the_page_and_none_of_the_junk(app: Flask, cookie: str) -> None:
    answer = app.test_client(use_cookies=False).get("/", headers={"Cookie": f"look={cookie}"})
    assert answer.status_code == 200
    assert f'data-theme="{"dark" if cookie.startswith("dark") else "auto"}" data-suits="two"' in answer.text
    assert "junk" not in answer.text
    assert "junk" not in str(answer.headers)
    assert "<b>" not in answer.text


@pytest.mark.parametrize("field", ["theme", "suits", "results"])
@pytest.mark.parametrize("value", [None, "", "junk", "Dark", "dark ", "dark.four", "\x00", "x" * 2000])
def test_a_form_of_junk_sets_nothing(phone: Phone, field: str, value: str | None) -> None:
    phone.keep_cookie("look", "sun.four.tricks")
    request = phone.open("/settings").fill(theme="light", suits="two", results="signs").request_of("Save and go back")
    assert phone.send(request.with_fields(**{field: value})).status == 400
    assert phone.alerts == ["Choose one of each, and save again."]
    assert phone.cookie("look") == "sun.four.tricks"
    assert shown(phone) == ("sun", "four")


def the_cookie(phone: Phone) -> set[str]:
    """The attributes of the cookie that the last answer set."""
    (found,) = (one for one in phone.answer.headers.getlist("Set-Cookie") if one.startswith("look="))
    return set(found.split("; "))


def test_the_cookie_is_for_this_site_alone_and_for_no_script_and_every_visit_renews_it(
    app: Flask, sessions: Sessions
) -> None:
    phone = with_look(app, sessions, "dark.four.tricks")
    for address in ("/", "/settings", "/nowhere"):
        attributes = the_cookie(phone.open(address))
        assert {"look=dark.four.tricks", "HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={400 * DAYS}"} <= attributes
        assert "Secure" not in attributes
    phone.at = "https://192.168.1.2:8000"
    assert "Secure" in the_cookie(phone.open("/"))


def test_a_device_that_chose_nothing_is_given_no_cookie(phone: Phone) -> None:
    phone.open("/")
    assert "Set-Cookie" not in phone.answer.headers


def test_pages_differ_by_cookie_and_are_kept_by_no_cache(phone: Phone) -> None:
    for address in ("/", "/settings", "/nowhere"):
        headers = phone.open(address).answer.headers
        assert "Cookie" in headers["Vary"], address
        assert headers["Cache-Control"] == "no-store", address


# On every page


@pytest.fixture
def world(sessions: Sessions) -> World:
    return a_world(sessions)


@pytest.mark.parametrize("look", [Look(), Look(Theme.SUN, Suits.FOUR)], ids=str)
def test_every_page_has_the_look_and_so_has_every_page_of_an_error(app: Flask, world: World, look: Look) -> None:
    phone = Phone(app, world.book)
    phone.keep_cookie("look", str(look))
    statuses = set()
    for address in [*world.pages(app), f"/m/{'x' * 22}/", "/assets/nothing/nothing.css", "/open/nonsense"]:
        phone.open(address)
        statuses.add(phone.status)
        assert shown(phone) == (look.theme, look.suits), address
    for request in (Request("POST", "/new"), Request("PUT", "/"), Request("POST", "/deleted/x/restore")):
        phone.send(request)
        statuses.add(phone.status)
        assert shown(phone) == (look.theme, look.suits), request
    assert {200, 400, 404, 405, 422} <= statuses


def test_a_bug_has_the_look_too(sessions: Sessions, make_app: Callable[[], Flask]) -> None:
    app = make_app()
    app.add_url_rule("/bug", "home.bug", lambda: 1 / 0)
    phone = with_look(app, sessions, "sun.four.signs").open("/bug")
    assert phone.status == 500
    assert shown(phone) == ("sun", "four")


@pytest.mark.parametrize(
    ("theme", "scheme", "bars"),
    [
        (
            "auto",
            "light dark",
            [("(prefers-contrast: more)", "#000"), ("(prefers-color-scheme: dark)", "#0a2b21"), ("all", "#0d4334")],
        ),
        ("light", "light", [("all", "#0d4334")]),
        ("dark", "dark", [("all", "#0a2b21")]),
        ("sun", "light", [("all", "#000")]),
    ],
)  # fmt: skip
def test_the_browser_itself_is_told_the_theme(
    app: Flask, sessions: Sessions, theme: str, scheme: str, bars: list[tuple[str, str]]
) -> None:
    phone = with_look(app, sessions, f"{theme}.two.signs").open("/")
    assert [(bar.get("media"), bar.get("content")) for bar in every(phone.document, "meta", name="theme-color")] == bars
    (told,) = every(phone.document, "meta", name="color-scheme")
    assert told.get("content") == scheme
