"""A phone that slept too long: its token is gone, and nothing else is lost."""

import time
from collections.abc import Callable

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from tests.builders import a_table, count
from tests.web.phone import Phone, address_of
from tests.web.stored import nothing_stored

MakePhone = Callable[[Book], Phone]


def forget(phone: Phone) -> None:
    """Lose the session, and with it the token; the key of the scorebook stays."""
    phone.forget_cookie("scorekeeper")


def get_another_secret(phone: Phone) -> None:
    """The server has another secret: no cookie and no token it signed before is any good."""
    phone.app.secret_key = "another secret for tests"


EXPIRED = pytest.mark.parametrize("expire", [forget, get_another_secret])


@EXPIRED
def test_a_deal_comes_back_whole_and_one_more_tap_saves_it(
    sessions: Sessions, a_phone: MakePhone, expire: Callable[[Phone], None]
) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = a_phone(table.book).look_at(table).enter("Bo 4HX-1")
    expire(phone)
    with nothing_stored(sessions):
        phone.save()
    assert phone.status == 400
    assert len(phone.alerts) == 1
    assert "Nothing is lost: please tap Save again." in phone.alerts[0]
    assert phone.save_label() == "Save 200 to Ana"
    phone.save()
    assert phone.status == 200
    assert table.deals == ["Ana 3NT=", "Bo 4HX-1"]


@EXPIRED
@pytest.mark.parametrize("way", ["correct", "insert"])
def test_so_does_a_correction_and_a_forgotten_deal(
    sessions: Sessions, a_phone: MakePhone, expire: Callable[[Phone], None], way: str
) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H=")
    phone = a_phone(table.book).look_at(table)
    if way == "correct":
        phone.edit(1).choose_tricks(10)
    else:
        phone.open(address_of(table, "deals/1/insert?level=2")).choose("Bo 2C+1")
    expire(phone)
    with nothing_stored(sessions):
        phone.save()
    assert phone.status == 400
    phone.save()
    assert phone.status == 200
    assert (
        table.deals
        == {
            "correct": ["Ana 3NT+1", "Bo 4H="],
            "insert": ["Bo 2C+1", "Ana 3NT=", "Bo 4H="],
        }[way]
    )


@EXPIRED
def test_a_new_match_comes_back_filled_and_one_more_tap_starts_it(
    phone: Phone, sessions: Sessions, expire: Callable[[Phone], None]
) -> None:
    phone.open("/new").fill(game="draw-bridge", left="Ana", right="Bo", first="1", target="500", undertricks="flat")
    expire(phone)
    with nothing_stored(sessions):
        phone.send(phone.form_to("/new"))
    assert phone.status == 400
    assert len(phone.alerts) == 1
    assert "Nothing is lost: please tap Start again." in phone.alerts[0]
    chosen = [phone.field(name) for name in ("game", "left", "right", "first", "target", "undertricks")]
    assert chosen == ["draw-bridge", "Ana", "Bo", "1", "500", "flat"]
    phone.send(phone.form_to("/new"))
    assert phone.title == "Ana 0, Bo 0. To 500"
    assert (count(sessions, "match"), count(sessions, "scorebook")) == (1, 1)


def test_a_drawn_dealer_survives_the_loss_of_the_session(phone: Phone, sessions: Sessions) -> None:
    drawn = phone.open("/new").fill(left="Ana", right="Bo").tap("Draw for it").part(class_="drawn")
    forget(phone)
    phone.send(phone.form_to("/new"))
    assert phone.part(class_="drawn") == drawn
    assert phone.send(phone.form_to("/new")).status == 200
    assert count(sessions, "match") == 1


def test_a_deal_whose_answer_was_lost_before_the_token_is_not_saved_twice(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 3NT=")
    phone.ask(phone.save_request())
    forget(phone)
    with nothing_stored(sessions):
        phone.save()
        assert phone.status == 409
        assert phone.alerts == ["The very same deal 1 is stored. There is nothing to do."]
        assert phone.tap("Go on").totals == ("750", "0")


def test_a_deal_is_not_saved_unseen_over_what_another_phone_did_meanwhile(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 3NT=")
    table.record("Bo 4H=")
    forget(phone)
    with nothing_stored(sessions):
        phone.save()
        assert phone.status == 409
    phone.tap("Save mine as deal 2")
    assert table.deals == ["Bo 4H=", "Ana 3NT="]


@pytest.mark.parametrize(
    ("page", "action"),
    [
        ("", "/undo"),
        ("more", "/swap"),
        ("more", "/first-dealer"),
        ("more", "/end"),
        ("delete", "/delete"),
        ("deals/1", "/deals/1/remove"),
    ],
)
def test_every_other_form_comes_back_as_one_tap(sessions: Sessions, a_phone: MakePhone, page: str, action: str) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = a_phone(table.book).open(address_of(table, page))
    forget(phone)
    with nothing_stored(sessions):
        phone.send(phone.form_to(action))
    assert phone.status == 400
    assert len(phone.alerts) == 1
    assert "Nothing is lost" in phone.alerts[0]
    version = table.version
    phone.tap("Do it now")
    assert phone.status == 200
    assert table.version == version + 1


def test_details_come_back_as_they_were_typed(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(title="  Final & last <b>", note='one\r\n"two"\r\n\r\nthree', place="Bled")
    forget(phone)
    phone.send(phone.form_to("/details"))
    assert phone.status == 400
    phone.tap("Do it now")
    details = table.look().details
    assert (details.title, details.note, details.place) == ("Final & last <b>", 'one\n"two"\n\nthree', "Bled")


def test_the_way_into_another_book_comes_back_as_one_tap(app: Flask, sessions: Sessions) -> None:
    mine, other = a_table(sessions), a_table(sessions)
    phone = Phone(app, mine.book).open(f"/open/{other.book.key}")
    forget(phone)
    phone.tap("Open the other scorebook")
    assert (phone.status, phone.cookie("scorebook")) == (400, mine.book.key)
    phone.tap("Do it now")
    assert (phone.status, phone.cookie("scorebook")) == (200, other.book.key)


@pytest.mark.parametrize("rest", ["deals/", "deals/1", "deals/1/insert", "deals/9", "undo"])
def test_without_a_token_a_foreign_match_is_as_foreign_as_with_one(app: Flask, sessions: Sessions, rest: str) -> None:
    mine, other = a_table(sessions), a_table(sessions, "Ana 3NT=")
    phone = Phone(app, mine.book).look_at(mine).enter("Ana 3NT=")
    request = phone.save_request().with_fields(csrf_token=None)
    pages = []
    for key in (other.ref.key, "x" * 22):
        request.address = f"/m/{key}/{rest}"
        phone.send(request)
        assert phone.status in (400, 404)
        pages.append((phone.status, phone.text.replace(key, "KEY")))
    assert pages[0] == pages[1]


@pytest.mark.parametrize(("days", "status"), [(399, 200), (401, 400)])
def test_a_page_can_be_open_as_long_as_browsers_keep_cookies(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, days: int, status: int
) -> None:
    with monkeypatch.context() as long_ago:
        long_ago.setattr(TimestampSigner, "get_timestamp", lambda self: int(time.time()) - days * 24 * 60 * 60)
        phone.open("/new").fill(left="Ana", right="Bo", first="0")
    assert phone.send(phone.form_to("/new")).status == status
