"""A database that cannot do what is asked just now: it says so in time, reading goes on, the next try works."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Pool, event, text, update
from sqlalchemy.exc import IntegrityError, OperationalError

from scorekeeper.book import turns
from scorekeeper.book.database import Session, Sessions, open_database
from scorekeeper.book.matches import record_deal
from scorekeeper.book.outages import BookAway, BookBusy, BookReadOnly, Outage, outage_of
from scorekeeper.book.tables import MATCH
from scorekeeper.config import Config
from tests.builders import Table, a_deal, a_table
from tests.database_fixtures import a_config, is_postgres, run_on_postgres, sqlite_only
from tests.postgres_cluster import cluster, find_programs

postgres_only = pytest.mark.postgres


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers wait for one second only."""
    monkeypatch.setattr(turns, "WAIT_SECONDS", 1.0)


@contextmanager
def held(config: Config, table: Table) -> Iterator[None]:
    """Another program is in the middle of changing the match."""
    other = open_database(config)
    with other.writing() as session:
        session.execute(update(MATCH).where(MATCH.c.id == table.ref.id).values(version=MATCH.c.version))
        yield
    other.close()


@contextmanager
def every_connection(*, does: str, then: str) -> Iterator[None]:
    """For a while, each connection executes *does* when it is taken, and *then* when it is given back."""

    def take(connection: Any, *_: object) -> None:
        connection.execute(does)

    def give(connection: Any, *_: object) -> None:
        connection.execute(then)

    event.listen(Pool, "checkout", take)
    event.listen(Pool, "checkin", give)
    try:
        yield
    finally:
        event.remove(Pool, "checkout", take)
        event.remove(Pool, "checkin", give)


def record(table: Table, request: str) -> Callable[[], object]:
    seen = table.version
    return lambda: record_deal(table.sessions, table.ref, a_deal("Ana 3NT="), seen=seen, request=request)


@pytest.mark.alone
def test_a_writer_waits_five_seconds_for_another_program_and_then_says_that_the_book_is_busy(
    sessions: Sessions, config: Config
) -> None:
    table = a_table(sessions, "Bo 2H=")
    save = record(table, "once")
    with held(config, table):
        started = time.monotonic()
        with pytest.raises(BookBusy):
            save()
        assert 4.5 < time.monotonic() - started < 6.5
        started = time.monotonic()
        assert table.deals == ["Bo 2H="], "reading goes on"
        assert time.monotonic() - started < 1
    save()
    assert table.deals == ["Bo 2H=", "Ana 3NT="]


@pytest.mark.alone
def test_of_twelve_writers_few_wait_and_nobody_longer_than_it_takes_to_say_so(
    sessions: Sessions, config: Config, short_wait: None
) -> None:
    table = a_table(sessions, "Bo 2H=")

    def refused(save: Callable[[], object]) -> float:
        started = time.monotonic()
        with pytest.raises(BookBusy):
            save()
        return time.monotonic() - started

    saves = [record(table, f"save-{number}") for number in range(12)]
    with ThreadPoolExecutor(12) as pool, held(config, table):
        waiting = [pool.submit(refused, save) for save in saves]
        time.sleep(turns.STANDSTILL_SECONDS + 0.2)
        late = refused(record(table, "late"))
        if not is_postgres():
            assert late < 0.3, "so many are waiting already that another one is told at once"
        assert max(one.result() for one in waiting) < 3
    saves[0]()
    assert table.deals == ["Bo 2H=", "Ana 3NT="]


@pytest.mark.alone
def test_a_crowd_of_quick_writers_is_never_told_that_the_book_is_busy(sessions: Sessions) -> None:
    table = a_table(sessions)
    start = threading.Barrier(24)

    def write(number: int) -> None:
        start.wait(10)
        with sessions.writing() as session:
            session.execute(update(MATCH).where(MATCH.c.id == table.ref.id).values(version=MATCH.c.version + 1))

    with ThreadPoolExecutor(24) as pool:
        list(pool.map(write, range(24)))
    assert table.version == 24


@sqlite_only
@pytest.mark.parametrize(
    ("does", "then"),
    [
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000"),
        ("PRAGMA query_only = 1", "PRAGMA query_only = 0"),
    ],
    ids=["full", "read-only"],
)
def test_a_disk_that_takes_nothing_more_is_told_of_and_reading_goes_on(
    sessions: Sessions, does: str, then: str
) -> None:
    table = a_table(sessions, "Bo 2H=")

    def fill(session: Session) -> None:
        session.execute(text("CREATE TABLE ballast (x)"))
        session.execute(text("INSERT INTO ballast VALUES (zeroblob(1000000))"))

    with every_connection(does=does, then=then):
        with pytest.raises(BookReadOnly), sessions.writing() as session:
            fill(session)
        assert table.deals == ["Bo 2H="]
    table.record("Ana 3NT=")
    assert table.deals == ["Bo 2H=", "Ana 3NT="]


@pytest.mark.alone
@sqlite_only
def test_a_long_reader_holds_nobody_up(sessions: Sessions, config: Config) -> None:
    table = a_table(sessions, "Bo 2H=")
    other = open_database(config)
    with other.reading() as session:
        assert session.execute(text("SELECT count(*) FROM deal")).scalar() == 1
        started = time.monotonic()
        table.record("Ana 3NT=")
        assert time.monotonic() - started < 1
        assert session.execute(text("SELECT count(*) FROM deal")).scalar() == 1
    other.close()
    assert len(table.deals) == 2


@sqlite_only
def test_a_folder_that_is_moved_away_is_missed_and_found_again(tmp_path: Path) -> None:
    config = a_config(tmp_path / "instance")
    sessions = open_database(config)
    table = a_table(sessions, "Bo 2H=")
    config.instance.rename(tmp_path / "elsewhere")
    with pytest.raises(BookAway):
        table.record("Ana 3NT=")
    with pytest.raises(BookAway):
        table.look()
    assert not config.instance.exists(), "no empty book takes its place"
    (tmp_path / "elsewhere").rename(config.instance)
    table.record("Ana 3NT=")
    assert table.deals == ["Bo 2H=", "Ana 3NT="]
    sessions.close()


@sqlite_only
def test_another_file_in_its_place_is_not_written_to(tmp_path: Path) -> None:
    config, other = a_config(tmp_path / "instance"), a_config(tmp_path / "other")
    sessions = open_database(config)
    table = a_table(sessions, "Bo 2H=")
    open_database(other).close()
    config.instance.rename(tmp_path / "elsewhere")
    other.instance.rename(config.instance)
    with pytest.raises(BookAway):
        table.record("Ana 3NT=")
    sessions.close()


@postgres_only
def test_connections_that_the_server_closed_are_made_anew(sessions: Sessions, config: Config) -> None:
    table = a_table(sessions, "Bo 2H=")

    def be_cut_off() -> None:
        with sessions.writing() as session:
            pid = session.execute(text("SELECT pg_backend_pid()")).scalar()
            run_on_postgres(config.database_url, f"SELECT pg_terminate_backend({pid})")
            session.execute(text("SELECT 1"))

    with pytest.raises(BookAway):
        be_cut_off()
    table.record("Ana 3NT=")
    assert len(table.deals) == 2


@postgres_only
@pytest.mark.postgres_programs
def test_a_server_that_is_gone_is_missed(tmp_path: Path) -> None:
    programs = find_programs()
    assert programs is not None
    with cluster(programs) as url:
        sessions = open_database(a_config(tmp_path, url))
        table = a_table(sessions, "Bo 2H=")
    with pytest.raises(BookAway):
        table.look()
    with pytest.raises(BookAway):
        table.record("Ana 3NT=")
    sessions.close()


def test_a_row_that_is_refused_is_no_outage(sessions: Sessions) -> None:
    with pytest.raises(IntegrityError), sessions.writing() as session:
        session.execute(text("INSERT INTO deal (match_id, position, recorded_at) VALUES (-1, 1, '2026-01-01')"))


def test_a_mistake_in_a_statement_is_no_outage(sessions: Sessions) -> None:
    with pytest.raises(Exception, match="nothing") as mistake, sessions.reading() as session:
        session.execute(text("SELECT nothing FROM match"))
    assert not isinstance(mistake.value, Outage)


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("08006", BookAway),
        ("25006", BookReadOnly),
        ("40P01", BookBusy),
        ("40001", BookBusy),
        ("53100", BookReadOnly),
        ("53300", BookBusy),
        ("55P03", BookBusy),
        ("57014", BookBusy),
        ("57P01", BookAway),
        ("57P03", BookAway),
        ("58030", BookReadOnly),
        ("42P01", None),
        ("23505", None),
    ],
)
def test_what_postgresql_says_is_understood(state: str, kind: type[Outage] | None) -> None:
    psycopg = pytest.importorskip("psycopg")
    error = psycopg.errors.lookup(state)("a reason\nand more")
    outage = outage_of(OperationalError("SELECT 1", None, error))
    assert type(outage) is (kind or type(None))
    if outage is not None:
        assert str(outage) == "a reason"


def test_what_sqlite_says_about_a_file_it_cannot_open_is_understood(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError) as refused:
        sqlite3.connect(f"file:{tmp_path / 'none'}?mode=rw", uri=True)
    assert isinstance(outage_of(OperationalError("", None, refused.value)), BookAway)
