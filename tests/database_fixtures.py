"""A database for every test that wants one: SQLite, or PostgreSQL where TEST_DATABASE_URL names a server.

Import the fixtures into the conftest of the folder that uses them. Each test finds a database
with tables and without rows.
"""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlmodel import SQLModel

import scorekeeper.book.tables  # noqa: F401 - fills the metadata
from scorekeeper.book.database import Sessions, open_database
from scorekeeper.config import Config, load_config

SECRET = "a secret for tests only"


class Clock:
    """The time that tests tell; it stands still until they move it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> None:
        """Let *time* go by: ``days=30``, ``minutes=1`` …"""
        self.now += timedelta(**time)


def is_postgres() -> bool:
    return bool(os.environ.get("TEST_DATABASE_URL"))


sqlite_only = pytest.mark.skipif(is_postgres(), reason="is about the file of SQLite; the run without a server does it")


def a_config(folder: Path, database_url: str = "") -> Config:
    """A configuration with its instance in *folder*."""
    environ = {"SCOREKEEPER_INSTANCE": str(folder), "SCOREKEEPER_SECRET_KEY": SECRET, "DATABASE_URL": database_url}
    return load_config(environ)


@contextmanager
def postgres_schema() -> Iterator[str]:
    """The address of an empty place on the server, which goes away again."""
    url = os.environ["TEST_DATABASE_URL"]
    name = f"test_{secrets.token_hex(6)}"
    run_on_postgres(url, f"CREATE SCHEMA {name}")
    try:
        yield f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{name}"
    finally:
        run_on_postgres(url, f"DROP SCHEMA {name} CASCADE")


def run_on_postgres(url: str, *statements: str) -> None:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


@pytest.fixture
def empty_config(tmp_path: Path) -> Iterator[Config]:
    """A configuration whose database does not exist yet (SQLite) or has no tables (PostgreSQL)."""
    if is_postgres():
        with postgres_schema() as url:
            yield a_config(tmp_path / "instance", url)
    else:
        yield a_config(tmp_path / "instance")


@pytest.fixture(scope="session")
def prepared_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What is made once: the path of an SQLite file with the tables, or the address of such a PostgreSQL schema."""
    folder = tmp_path_factory.mktemp("prepared")
    if is_postgres():
        with postgres_schema() as url:
            open_database(a_config(folder, url)).close()
            yield url
    else:
        config = a_config(folder)
        open_database(config).close()
        yield config.database_url.removeprefix("sqlite:///")


@pytest.fixture
def config(tmp_path: Path, prepared_database: str) -> Config:
    """A configuration whose database has tables and no rows."""
    if is_postgres():
        tables = ", ".join(f'"{table.name}"' for table in SQLModel.metadata.sorted_tables)
        run_on_postgres(prepared_database, f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
        return a_config(tmp_path / "instance", prepared_database)
    found = a_config(tmp_path / "instance")
    shutil.copyfile(prepared_database, found.database_url.removeprefix("sqlite:///"))
    return found


@pytest.fixture
def sessions(config: Config) -> Iterator[Sessions]:
    """The open database."""
    opened = open_database(config)
    yield opened
    opened.close()


@pytest.fixture
def clock(sessions: Sessions) -> Clock:
    """The clock of the database; it stands still at half past eight in the evening of 1 March 2026."""
    sessions.clock = Clock()
    return sessions.clock
