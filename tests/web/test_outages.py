"""The database cannot do it now: 503 in words, what was sent is kept, pages are shown as far as they can be."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import create_engine, update

from scorekeeper.book import turns
from scorekeeper.book.database import Sessions, open_database
from scorekeeper.book.tables import MATCH
from scorekeeper.config import Config
from scorekeeper.serve import THREADS
from tests.builders import Table, a_table
from tests.web.document import every, parse
from tests.web.phone import Phone, address_of
from tests.web.screen import Request
from tests.web.stored import nothing_stored
from tests.web.world import World, a_world, reading_rules, writing_rules

BOTH = pytest.mark.parametrize("htmx", [False, True], ids=["page", "fragment"])
BUSY = "The scorebook is busy, so nothing was saved. Nothing is lost, please try again in a moment."
AWAY = (
    "Not saved: the scorebook cannot be reached. Nothing is lost, please try again in a moment. "
    "If it stays so, tell whoever runs the server."
)


@contextmanager
def away(app: Flask) -> Iterator[None]:
    """The database is a server that nobody can reach."""
    pytest.importorskip("psycopg")
    kept = app.extensions["scorekeeper"]
    nowhere = Sessions(create_engine("postgresql+psycopg://nobody@/nothing?host=/nowhere"))
    app.extensions["scorekeeper"] = nowhere
    try:
        yield
    finally:
        app.extensions["scorekeeper"] = kept
        nowhere.close()


@contextmanager
def busy(config: Config, table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another program is in the middle of changing the match, and nobody waits for long."""
    other = open_database(config)
    with other.writing() as session, monkeypatch.context() as patience:
        session.execute(update(MATCH).where(MATCH.c.id == table.ref.id).values(version=MATCH.c.version))
        patience.setattr(turns, "WAIT_SECONDS", 0.2)
        table.sessions.close()  # what connects from now on waits as long as that
        yield
    table.sessions.close()
    other.close()


@pytest.fixture
def world(sessions: Sessions) -> World:
    return a_world(sessions)


@BOTH
def test_a_page_that_cannot_be_read_says_so_and_offers_to_try_again(app: Flask, sessions: Sessions, htmx: bool) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book)
    with away(app):
        phone.open(address_of(table, "deals/1?level=4"), htmx=htmx)
        assert phone.status == 503
        assert phone.heading == "The scorebook cannot be reached"
        assert phone.alerts == ["Please try again in a moment. If it stays so, tell whoever runs the server."]
        assert int(phone.answer.headers["Retry-After"]) > 0
        assert phone.answer.headers["Cache-Control"] == "no-store"
        assert "Ana" not in phone.html
    phone.tap("Try again")
    assert (phone.status, phone.address) == (200, address_of(table, "deals/1?level=4"))


def test_no_page_and_no_act_is_a_bug_while_the_database_is_away(app: Flask, world: World) -> None:
    phone = Phone(app, world.book).open("/new")
    with nothing_stored(world.sessions), away(app):
        statuses = [phone.ask(Request("GET", world.address_for(rule))).status_code for rule in reading_rules(app)]
        requests = [world.request_for(rule, phone) for rule in writing_rules(app)]
    assert set(statuses) <= {200, 503}
    assert statuses.count(503) > 10
    with nothing_stored(world.sessions), away(app):
        acts = {request.address: phone.ask(request).status_code for request in requests}
    assert {address for address, status in acts.items() if status != 503} <= {"/settings"}
    assert list(acts.values()).count(503) > 10


@pytest.mark.parametrize(
    ("request_", "status", "heading"),
    [
        (Request("GET", "/nowhere"), 404, "Nothing is here"),
        (Request("GET", "/m/nothing/undo"), 405, "That is not done this way"),
        (Request("POST", "/m/nothing/undo").with_fields(note="x" * 100_000), 413, "That is too much"),
        (Request("POST", "/m/nothing/undo").with_fields(seen="1"), 400, "Once more, please"),
    ],
    ids=["404", "405", "413", "400"],
)
def test_pages_about_errors_need_no_database(app: Flask, request_: Request, status: int, heading: str) -> None:
    phone = Phone(app)
    with away(app):
        phone.send(request_)
    assert (phone.status, phone.heading) == (status, heading)
    assert len(phone.alerts) == 1


def test_what_was_typed_comes_back_ready_to_be_sent_again(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(title="Final & last <b>", note='one\r\n"two"')
    with nothing_stored(sessions), away(app):
        phone.send(phone.form_to("/details"))
        assert (phone.status, phone.alerts) == (503, [AWAY])
    assert phone.tap("Do it now").status == 200
    details = table.look().details
    assert (details.title, details.note) == ("Final & last <b>", 'one\n"two"')


def test_a_page_that_still_shows_the_form_keeps_it_and_gets_the_sentence(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book, script=True).look_at(table).enter("Ana 3NT=")
    save = phone.save_request()
    with nothing_stored(sessions), away(app):
        answer = phone.ask(save)
    assert answer.status_code == 503
    assert "HX-Retarget" not in answer.headers, "nothing is swapped"
    (problem,) = (one for one in parse(answer.text).iter() if "data-problem" in one.attrib)
    assert problem.text == AWAY
    assert phone.send(save).status == 200
    assert table.deals == ["Ana 3NT="]


def test_a_form_without_its_token_gets_a_fresh_one_and_is_sent_again_as_it_is(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book, script=True).open(address_of(table, "details")).fill(title="Final")
    phone.forget_cookie("scorekeeper")
    request = phone.form_to("/details")
    with nothing_stored(sessions):
        answer = phone.ask(request)
    assert answer.status_code == 400
    assert "HX-Retarget" not in answer.headers, "nothing is swapped"
    phone.send(request.with_fields(csrf_token=answer.headers["X-CSRFToken"]))
    assert table.look().details.title == "Final"


@BOTH
def test_a_busy_book_says_so_and_pages_are_shown_all_the_same(
    app: Flask, sessions: Sessions, config: Config, monkeypatch: pytest.MonkeyPatch, htmx: bool
) -> None:
    table = a_table(sessions, "Bo 2H=")
    phone = Phone(app, table.book, script=htmx).look_at(table).enter("Ana 3NT=")
    save = phone.save_request()
    with busy(config, table, monkeypatch):
        answer = phone.ask(save)
        assert answer.status_code == 503
        assert [one.text for one in every(parse(answer.text), "p", role="alert")] == [BUSY]
        assert Phone(app, table.book).look_at(table).status == 200
    assert phone.send(save).status == 200
    assert table.deals == ["Bo 2H=", "Ana 3NT="]


def test_the_log_says_why_and_holds_no_key(app: Flask, sessions: Sessions, caplog: pytest.LogCaptureFixture) -> None:
    table = a_table(sessions)
    with away(app):
        Phone(app, table.book).look_at(table)
    assert "BookAway in GET match.look: " in caplog.text
    assert table.ref.key not in caplog.text
    assert table.book.key not in caplog.text


def test_a_server_has_threads_to_spare_for_pages_while_all_who_may_wait_to_write_do() -> None:
    assert THREADS >= 2 * turns.MOST_WRITERS
