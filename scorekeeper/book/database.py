"""Where the book is kept: opening the database, and sessions that read or write it.

SQLite by default, PostgreSQL by DATABASE_URL. On either, a reading session sees one moment of
the book, and of two writing sessions that change the same match one waits for the other.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from scorekeeper.book import schema, turns
from scorekeeper.book.outages import BookAway, outage_of
from scorekeeper.book.schema import SCHEMA, DatabaseError, Schema, Upgrade
from scorekeeper.book.turns import MOST_WRITERS, Turns
from scorekeeper.config import SQLITE, Config

__all__ = ["DatabaseError", "Session", "Sessions", "open_database", "upgrade_database"]

CONNECT_SECONDS: Final = 5
SILENCE_SECONDS: Final = 10
"""A server that acknowledges nothing for so long is taken to be gone (PostgreSQL)."""
_WRITING: Final = "scorekeeper_writing"


Session = Connection
"""What reading and writing go through: a connection within one transaction. The verbs read columns, not
objects, so there is no more to it."""


def utc_now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


class Sessions:
    """The open database. Hand it to the verbs; `reading` and `writing` are for queries.

    clock: tells every verb what time it is. path: the file of an SQLite database, which must stay where it is.
    Both raise Outage while the database cannot do what is asked; the next try finds out anew.
    """

    def __init__(self, engine: Engine, *, path: Path | None = None, clock: Callable[[], datetime] = utc_now) -> None:
        self.clock = clock
        self._engine = engine
        self._path = path
        self._file = None if path is None else _file_at(path)
        self._writers = engine.execution_options(**{_WRITING: True})
        if path is not None:
            self._readers = engine
            # SQLite has one writer at a time and lets the others sleep; a turn wakes the next one at once.
            self._turns = Turns(at_once=1)
        else:
            # Several queries of one reader must see the same moment, as they do on SQLite.
            self._readers = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            self._turns = Turns(at_once=MOST_WRITERS)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one moment of the book; nothing written in it is kept."""
        self._look_for_file()
        try:
            with self._readers.connect() as session:
                yield session
        except SQLAlchemyError as error:
            if (outage := outage_of(error)) is None:
                raise
            raise outage from error

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that is committed at the end, and leaves no trace after an error.

        Whoever else is writing is waited for, 5 seconds at most.
        """
        with self._turns.turn() as until:
            self._look_for_file()
            try:
                with self._writers.connect() as session:
                    if self._path is not None:
                        _wait_until(until, session)
                    with session.begin():
                        yield session
            except SQLAlchemyError as error:
                if (outage := outage_of(error)) is None:
                    raise
                raise outage from error

    def _look_for_file(self) -> None:
        """SQLite goes on with a file that was removed or exchanged, and what is written then is lost."""
        if self._path is not None and _file_at(self._path) != self._file:
            raise BookAway(f"{self._path} was removed or exchanged")

    def close(self) -> None:
        """Close every connection that is not in use."""
        self._engine.dispose()


def open_database(config: Config, *, schema_: Schema = SCHEMA) -> Sessions:
    """Open the database that *config* names, and create or migrate it first if that is safe.

    A new one is created; an older SQLite file is copied aside and migrated. Several processes may do so at once.
    Raises DatabaseError for a damaged or newer database, one of another program, an older one on
    PostgreSQL, and a server that cannot be reached; then nothing was changed.
    """
    if (path := sqlite_path(config)) is not None:
        schema.prepare_sqlite(path, schema_)
    else:
        schema.prepare_postgresql(_engine(config), schema_, upgrade=False)
    return Sessions(_engine(config), path=path)


def upgrade_database(config: Config, *, schema_: Schema = SCHEMA) -> Upgrade:
    """Create or migrate the database that *config* names, PostgreSQL too; raises DatabaseError."""
    if (path := sqlite_path(config)) is not None:
        return schema.prepare_sqlite(path, schema_)
    return schema.prepare_postgresql(_engine(config), schema_, upgrade=True)


def sqlite_path(config: Config) -> Path | None:
    """The file of the database, None on PostgreSQL."""
    url = config.database_url
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


def _file_at(path: Path) -> tuple[int, int] | None:
    """What tells the file at *path* from any other one, None if there is none. Opening it would drop its locks."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _wait_until(until: float, session: Session) -> None:
    """Let SQLite wait for other processes until *until*: what was waited for a turn counts as well."""
    left = max(0, round((until - time.monotonic()) * 1000))
    session.connection.execute(f"PRAGMA busy_timeout = {left}")


def _engine(config: Config) -> Engine:
    path = sqlite_path(config)
    return _postgresql_engine(config.database_url) if path is None else _sqlite_engine(path)


def _sqlite_engine(path: Path) -> Engine:
    engine = create_engine(
        # Not created if it is gone: that would be an empty book in place of the one that was moved away.
        URL.create("sqlite", database=f"file:{quote(str(path))}", query={"mode": "rw", "uri": "true"}),
        connect_args={"timeout": turns.WAIT_SECONDS, "cached_statements": 256},
        hide_parameters=True,  # keys are among them, and errors are logged
        pool_size=8,
        max_overflow=24,
        pool_timeout=turns.WAIT_SECONDS,
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: object) -> None:
        # The driver must not begin transactions by itself: it would begin them too late.
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if connection.get_execution_options().get(_WRITING):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:  # cannot fail, so it goes the short way: every page reads
            connection.connection.execute("BEGIN")

    return engine


def _postgresql_engine(url: str) -> Engine:
    try:
        engine = create_engine(
            url,
            hide_parameters=True,
            pool_size=8,
            max_overflow=24,
            pool_timeout=turns.WAIT_SECONDS,
            pool_pre_ping=True,
            connect_args={
                "connect_timeout": CONNECT_SECONDS,
                "tcp_user_timeout": SILENCE_SECONDS * 1000,
                "client_encoding": "utf8",
            },
        )
    except ImportError:
        raise DatabaseError(
            "PostgreSQL needs the package psycopg: install Scorekeeper with its extra, scorekeeper[postgres]."
        ) from None
    except ArgumentError as error:
        raise DatabaseError(f"DATABASE_URL cannot be read: {error}") from None

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: object) -> None:
        connection.execute(f"SET lock_timeout = {int(turns.WAIT_SECONDS * 1000)}")
        connection.commit()

    return engine
