"""Where the book is kept: opening the database, and sessions that read or write it.

SQLite by default, PostgreSQL by DATABASE_URL. On either, a reading session sees one moment of
the book, and of two writing sessions that change the same match one waits for the other.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import ArgumentError

from scorekeeper.book import schema
from scorekeeper.book.schema import SCHEMA, DatabaseError, Schema, Upgrade
from scorekeeper.config import SQLITE, Config

__all__ = ["DatabaseError", "Session", "Sessions", "open_database", "upgrade_database"]

BUSY_SECONDS: Final = 5.0
"""How long a writer waits for another process before it gives up (SQLite)."""
CONNECT_SECONDS: Final = 5
_WRITING: Final = "scorekeeper_writing"


Session = Connection
"""What reading and writing go through: a connection within one transaction. The verbs read columns, not
objects, so there is no more to it."""


def utc_now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


class Sessions:
    """The open database. Hand it to the verbs; `reading` and `writing` are for queries.

    clock: tells every verb what time it is.
    """

    def __init__(self, engine: Engine, *, clock: Callable[[], datetime] = utc_now) -> None:
        self.clock = clock
        self._engine = engine
        self._writers = engine.execution_options(**{_WRITING: True})
        if engine.dialect.name == "sqlite":
            self._readers = engine
            # SQLite has one writer at a time and lets the others sleep; a lock wakes the next one at once.
            self._lock: threading.Lock | nullcontext[None] = threading.Lock()
        else:
            # Several queries of one reader must see the same moment, as they do on SQLite.
            self._readers = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            self._lock = nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one moment of the book; nothing written in it is kept."""
        with self._readers.connect() as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that is committed at the end, and leaves no trace after an error."""
        with self._lock, self._writers.begin() as session:
            yield session

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
    return Sessions(_engine(config))


def upgrade_database(config: Config, *, schema_: Schema = SCHEMA) -> Upgrade:
    """Create or migrate the database that *config* names, PostgreSQL too; raises DatabaseError."""
    if (path := sqlite_path(config)) is not None:
        return schema.prepare_sqlite(path, schema_)
    return schema.prepare_postgresql(_engine(config), schema_, upgrade=True)


def sqlite_path(config: Config) -> Path | None:
    """The file of the database, None on PostgreSQL."""
    url = config.database_url
    return Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None


def _engine(config: Config) -> Engine:
    path = sqlite_path(config)
    return _postgresql_engine(config.database_url) if path is None else _sqlite_engine(path)


def _sqlite_engine(path: Path) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": BUSY_SECONDS, "cached_statements": 256},
        hide_parameters=True,  # keys are among them, and errors are logged
        pool_size=8,
        max_overflow=24,
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
        return create_engine(
            url,
            hide_parameters=True,
            pool_size=8,
            max_overflow=24,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_SECONDS, "client_encoding": "utf8"},
        )
    except ImportError:
        raise DatabaseError(
            "PostgreSQL needs the package psycopg: install Scorekeeper with its extra, scorekeeper[postgres]."
        ) from None
    except ArgumentError as error:
        raise DatabaseError(f"DATABASE_URL cannot be read: {error}") from None
