"""The start page, the list of all matches, and the way into a scorebook."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from flask import Flask

from scorekeeper.book.access import Book, home_book, new_key
from scorekeeper.book.database import Sessions
from scorekeeper.book.lifecycle import delete_match, end_early
from scorekeeper.book.settings import change_details
from tests.builders import BO, a_book, a_new_match, a_table, draw_bridge, rename
from tests.database_fixtures import Clock
from tests.web.document import every, text_of
from tests.web.phone import AT_HOME, Phone, address_of
from tests.web.stored import nothing_stored

SIX = ("Ana 3NT=", "Bo 4H-1", "Ana 1C=", "Bo 2S=", "Ana 0NT=", "Bo 2C-1")


def test_a_visitor_without_a_book_is_told_how_to_begin(phone: Phone, sessions: Sessions) -> None:
    with nothing_stored(sessions):
        phone.open("/")
    assert phone.status == 200
    words = "New match Two players, a pack of cards, and this phone. Import a file Print an empty sheet"
    assert phone.part(class_="sheet") == words
    assert phone.cookie("scorebook") is None
    assert phone.tap("New match").heading == "New match"


def test_the_match_in_play_stands_first_with_its_score_and_leads_on(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "pass")
    phone = Phone(app, table.book).open("/")
    assert phone.parts(class_="card-match") == ["Bridgette · Deal 3 · 2 of 6 · Ana deals Ana 750 Bo 0 Continue match"]
    assert phone.tap("Continue match").address == address_of(table)


def test_the_match_played_last_stands_before_others_in_play(app: Flask, sessions: Sessions, clock: Clock) -> None:
    book = a_book(sessions)
    first = a_table(sessions, book=book, new=a_new_match(names=("Ana", "Bo")))
    clock.pass_by(minutes=1)
    a_table(sessions, book=book, new=a_new_match(names=("Cy", "Di")))
    clock.pass_by(minutes=1)
    first.record("Ana 3NT=")
    assert Phone(app, book).open("/").parts(class_="card-match") == [
        "Bridgette · Deal 2 of 6 · Bo deals Ana 750 Bo 0 Continue match",
        "Bridgette · Deal 1 of 6 · Cy deals Cy 0 Di 0 Continue match",
    ]


def test_finished_drawn_and_ended_matches_are_listed_with_the_winner_first(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    a_table(sessions, *SIX, book=book)
    a_table(sessions, "pass", "pass", book=book, new=a_new_match(deals=2, passed_out="count", tie_break="none"))
    a_table(sessions, "Bo 3NT=", book=book).do(end_early)
    bo_wins = a_new_match(names=("Ana", "Bo"), first_dealer=BO, deals=2)
    a_table(sessions, "Bo 3NT=", "Ana 1C-1", book=book, new=bo_wins)
    phone = Phone(app, book).open("/")
    assert [line.partition(" Bridgette")[0] for line in phone.lines_of(class_="matches")] == [
        "Bo beat Ana",
        "Ana and Bo, ended early",
        "Ana and Bo drew",
        "Ana beat Bo",
    ]
    assert phone.lines_of(class_="matches")[0].endswith(" 850–0")
    assert not phone.has(class_="card-match")


def test_a_match_of_draw_bridge_is_listed_with_its_target(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", target=100)
    (line,) = Phone(app, table.book).open("/history").lines_of(class_="matches")
    assert line.startswith("Ana beat Bo Draw Bridge to 100 · ")
    assert line.endswith(" 100–0")


def test_older_matches_are_a_page_away(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    tables = [a_table(sessions, book=book) for _ in range(51)]
    phone = Phone(app, book).open("/history")
    shown = [link for link in phone.links if link.startswith("/m/")]
    assert shown == [address_of(table) for table in reversed(tables[1:])]
    phone.tap("Older matches")
    assert [link for link in phone.links if link.startswith("/m/")] == [address_of(tables[0])]
    assert "Older matches" not in phone.pressable


@pytest.mark.parametrize("before", ["nonsense", "%00", "x" * 5000, "%E2%98%83", "%ff", "%ed%a0%80"])
def test_a_place_in_the_list_that_is_none_shows_no_match(app: Flask, sessions: Sessions, before: str) -> None:
    phone = Phone(app, a_table(sessions).book).open(f"/history?before={before}")
    assert phone.status == 200
    assert "Ana" not in phone.text


def test_a_match_of_another_book_is_no_place_in_the_list(app: Flask, sessions: Sessions) -> None:
    table, other = a_table(sessions), a_table(sessions)
    assert "Ana" not in Phone(app, table.book).open(f"/history?before={other.ref.key}").text


def test_no_page_before_the_first_match_is_empty(app: Flask, sessions: Sessions) -> None:
    phone = Phone(app, a_book(sessions))
    assert "Finished matches will be listed here." in phone.open("/history").text
    assert "There are none." in phone.tap("Deleted matches").text
    assert phone.tap("Back").tap("Back").address == "/"


# The way into a scorebook


def test_the_link_of_the_home_book_opens_it_for_whoever_comes(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, book=home_book(sessions))
    phone = Phone(app).open(f"/open/{table.book.key}")
    assert phone.redirects == [(303, "/?opened=1"), (303, "/")]
    assert phone.cookie("scorebook") == table.book.key
    assert phone.tap("Continue match").address == address_of(table)


def test_the_link_of_ones_own_book_asks_nothing(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    assert Phone(app, book).open(f"/open/{book.key}").redirects == [(303, "/?opened=1"), (303, "/")]


def test_whoever_has_another_book_is_asked_before_it_is_forgotten(app: Flask, sessions: Sessions) -> None:
    mine, other = a_table(sessions), a_table(sessions)
    phone = Phone(app, mine.book)
    with nothing_stored(sessions):
        phone.open(f"/open/{other.book.key}")
        assert phone.heading == "Open this scorebook?"
        assert f"http://192.168.1.2:8000/open/{mine.book.key}" in phone.html
        assert phone.cookie("scorebook") == mine.book.key
        assert phone.tap("Stay with mine").tap("Continue match").address == address_of(mine)
        phone.open(f"/open/{other.book.key}").tap("Open the other scorebook")
    assert phone.redirects == [(303, "/?opened=1"), (303, "/")]
    assert phone.cookie("scorebook") == other.book.key
    assert phone.tap("Continue match").address == address_of(other)


@pytest.mark.parametrize("key", ["nonsense", new_key(), "x" * 3000], ids=["nonsense", "of nobody", "long"])
def test_a_link_that_opens_nothing_says_so(app: Flask, sessions: Sessions, key: str) -> None:
    book = a_book(sessions)
    phone = Phone(app, book).open(f"/open/{key}")
    assert phone.status == 404
    assert phone.alerts == ["This link opens no scorebook. It may be mistyped."]
    assert phone.cookie("scorebook") == book.key


@pytest.mark.parametrize("address", ["/", "/history", "/deleted", "/new"])
def test_every_visit_renews_the_cookie_for_400_days(app: Flask, sessions: Sessions, address: str) -> None:
    book = a_book(sessions)
    (cookie,) = Phone(app, book).open(address).answer.headers.getlist("Set-Cookie")[:1]
    assert cookie.startswith(f"scorebook={book.key}; ")
    assert {"Max-Age=34560000", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie.split("; ")


def test_a_key_that_opens_nothing_now_is_not_thrown_away(app: Flask) -> None:
    phone = Phone(app, Book(1, new_key(), "UTC")).open("/")
    assert phone.status == 200
    assert phone.answer.headers.getlist("Set-Cookie") == []


def test_the_start_page_comes_as_a_fragment_too(sessions: Sessions, a_phone: Callable[[Book], Phone]) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book)
    for address in ("/", "/history", "/deleted"):
        phone.open(address, htmx=phone.script)
        assert phone.status == 200
        assert phone.has(id="screen")


def test_the_link_of_ones_book_can_be_had_to_come_back_by(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    phone = Phone(app, book).open("/book")
    assert f">http://192.168.1.2:8000/open/{book.key}</textarea>" in phone.html
    # Without a viewBox a long link would be cropped where it must shrink.
    assert re.search(r'<svg[^>]*viewBox="0 0 (\d+) \1"', phone.html)
    other = Phone(app).open(f"/open/{book.key}")
    assert other.cookie("scorebook") == book.key


def test_a_visitor_without_a_book_is_told_when_one_comes_into_being(phone: Phone) -> None:
    assert "A scorebook comes into being with the first match." in phone.open("/book").text


def test_a_browser_that_keeps_no_cookies_is_told_that_it_cannot_remember_the_scorebook(
    app: Flask, sessions: Sessions
) -> None:
    table = a_table(sessions)
    phone = Phone(app)
    phone.client = app.test_client(use_cookies=False)
    phone.open(f"/open/{table.book.key}")
    assert phone.part(class_="sheet").startswith(
        "This browser keeps no cookies, so it cannot remember the scorebook: "
        "allow them for this site, and open the link again."
    )
    assert phone.pressable == ["Settings", "New match", "Import a file", "Print an empty sheet"]


def test_the_first_match_that_ends_offers_the_link_of_the_scorebook(
    sessions: Sessions, a_phone: Callable[[Book], Phone]
) -> None:
    keep = "Keep the link of this scorebook"
    table = draw_bridge(sessions, target=100)
    phone = a_phone(table.book).look_at(table)
    assert keep not in phone.pressable
    phone.enter("Ana 3NT=").save()
    assert phone.tap(keep).heading == "This scorebook"
    second = a_table(sessions, "Ana 3NT=", "pass", book=table.book, new=a_new_match(deals=2, passed_out="count"))
    assert keep not in phone.look_at(second).pressable
    assert keep not in phone.look_at(table).pressable


def test_a_match_that_was_ended_early_offers_no_link(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    table.do(end_early)
    assert "Keep the link of this scorebook" not in Phone(app, table.book).look_at(table).pressable


def test_a_deal_is_called_alike_on_the_card_and_on_its_page(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "pass")
    phone = Phone(app, table.book).open("/")
    (card,) = phone.parts(class_="card-match")
    assert phone.tap("Continue match").heading in card
    replayed = a_table(sessions, "Ana 3NT=", "pass", "pass", "Bo 2H=")
    phone = Phone(app, replayed.book).open("/")
    assert "Deal 5 · 3 of 6" in phone.part(class_="card-match")


def test_links_and_buttons_of_one_name_say_which_match_they_mean(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    tables = [a_table(sessions, book=book, new=a_new_match(names=names)) for names in (("Ana", "Bo"), ("Cy", "Di"))]
    phone = Phone(app, book).open("/")
    links = [one for one in every(phone.document, "a") if text_of(one) == "Continue match"]
    assert [phone.part(id=link.get("aria-describedby", "")) for link in links] == ["Cy 0 Di 0", "Ana 0 Bo 0"]
    for table in tables:
        table.do(delete_match)
    phone.open("/deleted")
    buttons = [one for one in every(phone.document, "button") if text_of(one) == "Restore"]
    described = [phone.part(id=button.get("aria-describedby", "")) for button in buttons]
    assert sorted(described) == ["Ana against Bo 0–0", "Cy against Di 0–0"]


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        ("2026-03-07T23:30", "Sunday 1 March"),
        ("2026-03-08T00:30", "1 March"),
        ("2026-12-31T23:30", "1 March"),
        ("2027-01-01T00:30", "1 March 2026"),
    ],
)
def test_the_day_of_a_match_tells_the_weekday_for_a_week_and_the_year_once_it_is_over_where_the_scorebook_lives(
    app: Flask, sessions: Sessions, clock: Clock, now: str, shown: str
) -> None:
    there = timezone(timedelta(hours=9))
    table = a_table(sessions, book=a_book(sessions, "Asia/Tokyo"))
    table.do(change_details, table.look().details._replace(played_on=date(2026, 3, 1)))
    clock.now = datetime.fromisoformat(now).replace(tzinfo=there).astimezone(UTC)
    (line,) = Phone(app, table.book).open("/history").lines_of(class_="matches")
    assert f"Bridgette · {shown} " in line


def test_the_title_of_a_match_stands_in_the_lists_and_all_that_is_written_about_it_in_its_menu(
    app: Flask, sessions: Sessions
) -> None:
    table = a_table(sessions, *SIX)
    rename(table, {}, title="Sunday <final>", place="Bled", note="Sun in Bo's eyes.\nAgain next week.")
    phone = Phone(app, table.book)
    (line,) = phone.open("/").lines_of(class_="matches")
    assert line.startswith("Ana beat Bo Sunday <final> · Bridgette · ")
    about = phone.open(address_of(table, "more")).part(class_="about")
    assert phone.heading == "Sunday <final>"
    assert about.startswith("Ana and Bo Bridgette · ")
    assert about.endswith(" · Bled Sun in Bo's eyes. Again next week.")


def test_a_note_is_shown_on_whichever_page_comes_next(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    pages = [
        "book",
        "history",
        "new",
        "nowhere",
        f"open/{a_book(sessions).key}",
        *(
            f"m/{table.ref.key}/{rest}"
            for rest in ("delete", "details", "insert", "more", "points/", "rules", "deals/2", "")
        ),
    ]
    for page in pages:
        phone = Phone(app, table.book)
        with phone.client.session_transaction(base_url=AT_HOME) as session:
            session["_flashes"] = [("message", "Something happened.")]
        assert phone.open(f"/{page}").notes == ["Something happened."], page


def test_an_empty_sheet_is_one_tap_from_the_start_page_before_and_after_the_first_match(
    app: Flask, sessions: Sessions
) -> None:
    for phone in (Phone(app), Phone(app, a_table(sessions, "Ana 3NT=").book)):
        assert phone.open("/").tap("Print an empty sheet").address == "/blank/"
