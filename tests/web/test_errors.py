"""What is answered where nothing can be done: a sentence, never a bare status."""

import logging
from collections.abc import Callable

import pytest
from flask import Flask, request
from sqlalchemy import text

from scorekeeper.book.database import Sessions
from tests.builders import a_book, a_table
from tests.web.phone import Phone, address_of
from tests.web.screen import Request
from tests.web.stored import nothing_stored

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["page", "fragment"])


@BOTH
@pytest.mark.parametrize("address", ["/nowhere", "/m/", "/new/", "/static/nothing.js", "/deleted/x", "/%ff", "/☃"])
def test_an_address_that_leads_nowhere_says_so(phone: Phone, address: str, htmx: bool) -> None:
    phone.open(address, htmx=htmx)
    assert phone.status == 404
    assert len(phone.alerts) == 1
    assert phone.tap("All matches").status == 200 if not htmx else phone.has(id="screen")


@BOTH
def test_a_match_elsewhere_says_how_to_see_it(phone: Phone, sessions: Sessions, htmx: bool) -> None:
    phone.open(address_of(a_table(sessions)), htmx=htmx)
    assert phone.status == 404
    assert phone.heading == "This match is in another scorebook"
    assert phone.alerts == ["To see it here, ask whoever keeps it for the link of their scorebook."]


@BOTH
def test_an_address_that_writes_says_that_it_wants_a_button(app: Flask, sessions: Sessions, htmx: bool) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).open(address_of(table, "undo"), htmx=htmx)
    assert phone.status == 405
    assert phone.alerts == ["This address changes something; use the button on the page."]
    assert set(phone.answer.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


@BOTH
def test_too_much_is_refused_in_words(app: Flask, sessions: Sessions, htmx: bool) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    request = phone.form_to("/details").with_fields(note="x" * 70_000)
    request.htmx = htmx
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 413
    assert phone.alerts == ["What was sent is larger than anything this page needs. Nothing was stored."]


def test_the_longest_note_there_is_fits_through(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(left="🂡" * 40, right="🂢" * 40, title="🂡" * 100, place="🂡" * 100, note="🂡" * 2000)
    assert phone.send(phone.form_to("/details")).status == 200
    assert table.look().details.note == "🂡" * 2000


def test_an_address_without_its_slash_leads_to_the_one_with_it(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table).rstrip("/"))
    assert (phone.status, phone.address) == (200, address_of(table))


# Bugs


@pytest.fixture
def with_bugs(make_app: Callable[[], Flask], sessions: Sessions) -> Flask:
    """The app as it is served, with a view that fails, and one that fails once."""
    app = make_app()
    failed = []

    def bug(key: str) -> str:
        with sessions.reading() as session:
            session.execute(text("SELECT nothing FROM match WHERE key = :key"), {"key": key})
        return ""

    def bug_once(key: str) -> str:
        if not failed:
            failed.append(key)
            raise RuntimeError("a bug")
        return f"<!doctype html><html><title></title><p>{request.form.getlist('many')} {request.form['one']}</p></html>"

    app.add_url_rule("/m/<key>/bug", view_func=bug)
    app.add_url_rule("/m/<key>/bug", view_func=bug_once, methods=["POST"])
    return app


@BOTH
def test_a_bug_is_admitted_in_words(with_bugs: Flask, sessions: Sessions, htmx: bool) -> None:
    phone = Phone(with_bugs, a_book(sessions)).open("/m/secret/bug", htmx=htmx)
    assert phone.status == 500
    assert phone.heading == "Something went wrong here"
    assert len(phone.alerts) == 1
    assert phone.answer.headers["X-Frame-Options"] == "DENY"


def test_a_form_that_met_a_bug_can_be_sent_again_as_it_was(with_bugs: Flask, sessions: Sessions) -> None:
    phone = Phone(with_bugs, a_book(sessions)).open("/new")
    sent = Request("POST", "/m/secret/bug").with_fields(csrf_token=phone.field("csrf_token"), one='"<&é')
    sent.fields.setlist("many", ["a", "b"])
    phone.send(sent)
    assert (phone.status, phone.alerts) == (500, ["Not saved. Nothing is lost, please try again."])
    assert phone.tap("Do it now").status == 200
    assert """['a', 'b'] "<&é""" in phone.html


def test_the_log_of_a_bug_holds_no_key(with_bugs: Flask, sessions: Sessions, caplog: pytest.LogCaptureFixture) -> None:
    table = a_table(sessions)
    phone = Phone(with_bugs, table.book)
    with caplog.at_level(logging.DEBUG):
        phone.open(address_of(table, "bug"))
    assert phone.status == 500
    assert "Error in GET bug" in caplog.text
    assert "SELECT nothing" in caplog.text
    assert table.ref.key not in caplog.text
    assert table.book.key not in caplog.text


def test_what_is_refused_is_not_in_the_log_at_all(
    app: Flask, sessions: Sessions, caplog: pytest.LogCaptureFixture
) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 3NT=")
    with caplog.at_level(logging.INFO):
        request = phone.save_request()
        for changes in ({"tricks": "14"}, {"csrf_token": None}, {"seen": None}):
            phone.send(request.with_fields(**changes))
        phone.open("/nowhere")
    assert caplog.text == ""
