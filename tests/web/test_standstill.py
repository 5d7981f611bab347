"""Another program holds the database: pages are shown all the same, savers are told in time, and then all save."""

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from scorekeeper.book import turns
from scorekeeper.book.access import Book
from tests.browser.serving import Served, serving
from tests.builders import Table, a_book, a_table
from tests.database_fixtures import sqlite_only
from tests.web.document import every, parse

pytestmark = sqlite_only
WRITERS, READERS = 12, 3


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as running:
        yield running


def ask(served: Served, book: Book, path: str, fields: dict[str, str] | None = None, session: str = "") -> "Answer":
    cookies = f"scorebook={book.key}; scorekeeper={session}"
    request = Request(served.base + path, urlencode(fields).encode() if fields else None, {"Cookie": cookies})
    started = time.monotonic()
    try:
        with urlopen(request, timeout=30) as answer:
            return Answer(answer.status, answer.read().decode(), answer.headers, time.monotonic() - started)
    except HTTPError as refused:
        with refused:
            return Answer(refused.code, "", refused.headers, time.monotonic() - started)


class Answer:
    """What came back, and how many seconds that took."""

    def __init__(self, status: int, text: str, headers: Message, seconds: float) -> None:
        self.status, self.text, self.headers, self.seconds = status, text, headers, seconds


class Saver:
    """Someone with a deal chosen, about to press Save."""

    def __init__(self, served: Served, table: Table) -> None:
        self.served, self.table = served, table
        page = ask(served, table.book, f"/m/{table.ref.key}/deals/1?level=3&play=0NT&tricks=9")
        cookies = " ".join(page.headers.get_all("Set-Cookie", []))
        self.session = cookies.partition("scorekeeper=")[2].partition(";")[0]
        (form,) = (form for form in every(parse(page.text), "form") if "data-save" in form.attrib)
        self.fields = {field.attrib["name"]: field.get("value", "") for field in every(form, "input")}

    def save(self) -> Answer:
        path = f"/m/{self.table.ref.key}/deals/"
        return ask(self.served, self.table.book, path, self.fields, self.session)


@pytest.mark.alone
def test_pages_are_shown_while_twelve_cannot_save_and_the_next_try_saves(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = a_book(served.sessions)
    savers = [Saver(served, a_table(served.sessions, book=book)) for _ in range(WRITERS)]
    page = f"/m/{savers[0].table.ref.key}/"
    monkeypatch.setattr(turns, "WAIT_SECONDS", 2.0)
    with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(WRITERS + READERS) as pool:
            saving = [pool.submit(saver.save) for saver in savers]
            until = time.monotonic() + 2

            def read() -> list[Answer]:
                answers = []
                while time.monotonic() < until:
                    answers.append(ask(served, book, page))
                    time.sleep(0.05)
                return answers

            reading = [pool.submit(read) for _ in range(READERS)]
            read_ = [answer for reader in reading for answer in reader.result()]
            refused = [saver.result() for saver in saving]
        other.execute("ROLLBACK")
    assert {answer.status for answer in read_} == {200}
    assert max(answer.seconds for answer in read_) < 1
    assert {answer.status for answer in refused} == {503}
    assert max(answer.seconds for answer in refused) < 4
    assert {saver.save().status for saver in savers} == {200}
    assert all(saver.table.deals == ["Ana 3NT="] for saver in savers)
