"""Which schema a database has, and how it gets the one that this version needs.

Alembic is imported only when there is something to create or to migrate.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

HEAD: Final = "0001"
"""The newest revision in `migrations`: what this version of the program reads and writes."""
MIGRATIONS: Final = Path(__file__).parents[1] / "migrations"

OLDEST_SQLITE: Final = (3, 35)
"""The first that gives back what it has just changed (RETURNING)."""
_MIGRATION_SECONDS: Final = 60.0
"""How long a process waits while another one migrates."""
_ADVISORY_LOCK: Final = 0x5C03E_BEE9
"""Whoever migrates on PostgreSQL holds this lock; any number that nobody else is likely to take."""


class DatabaseError(Exception):
    """The database cannot be used as it is; the one sentence says what to do. Nothing was changed."""


class Schema(NamedTuple):
    """The revision that is needed, and the folder with the migrations that lead there."""

    head: str
    scripts: Path


SCHEMA: Final = Schema(HEAD, MIGRATIONS)


class Upgrade(NamedTuple):
    """What was done: *before* is the revision found (None: a new database), *copy* the old file set aside."""

    before: str | None
    after: str
    copy: Path | None = None


def prepare_sqlite(path: Path, schema: Schema) -> Upgrade:
    """Bring the file at *path* to *schema*; raises DatabaseError, the file untouched."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise DatabaseError(
            f"Python here brings SQLite {sqlite3.sqlite_version}, and Scorekeeper needs {_dotted(OLDEST_SQLITE)}:"
            " use a newer Python."
        )
    with _refusals(path):
        found = _look(path)
        if found == schema.head:
            return Upgrade(found, found)
        if found is not None:
            _refuse_newer(found, schema, str(path))
        _make_file(path)
        _set_wal(path)
        return _migrate_sqlite(path, schema)


def prepare_postgresql(engine: Engine, schema: Schema, *, upgrade: bool) -> Upgrade:
    """Create the tables in an empty database; with *upgrade* also migrate an older one.

    Raises DatabaseError, the database untouched. Closes *engine*.
    """
    where = engine.url.set(drivername="postgresql").render_as_string(hide_password=True)
    try:
        with engine.begin() as connection:
            connection.execute(text(f"SET LOCAL lock_timeout = {int(_MIGRATION_SECONDS * 1000)}"))
            _refuse_other_encodings(connection, where)
            found = _revision_on_postgresql(connection, where)
            if found == schema.head:
                return Upgrade(found, found)
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ADVISORY_LOCK})
            found = _revision_on_postgresql(connection, where)  # another process may have been quicker
            if found is not None and found != schema.head:
                _refuse_newer(found, schema, where)
                if not upgrade:
                    raise DatabaseError(
                        f"{where} has the older schema {found}: make a backup, then run `scorekeeper db upgrade`."
                    )
            if found != schema.head:
                _run_migrations(connection, schema)
            return Upgrade(found, schema.head)
    except SQLAlchemyError as error:
        raise DatabaseError(f"{where} cannot be used: {_reason(error)}; is DATABASE_URL right?") from error
    finally:
        engine.dispose()


def _look(path: Path) -> str | None:
    """The revision of the file at *path*, None if nothing is in it yet; only reads."""
    if not path.exists() or path.stat().st_size == 0:
        return None
    # Only SQLite may open the file: closing it in any other way drops the locks that this process holds on it,
    # and another process would throw the log away while we write to it.
    # Read-only: not even a log left over by a crash is written back to a file we may have to refuse.
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=_MIGRATION_SECONDS)) as found:
        if found.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise _damaged(path)
        return _revision(
            {name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")},
            lambda: found.execute("SELECT version_num FROM alembic_version").fetchall(),
            str(path),
        )


def _refuse_other_encodings(connection: Connection, where: str) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar()
    if encoding != "UTF8":
        raise DatabaseError(f"{where} cannot keep every name: create it with ENCODING 'UTF8'.")


def _revision_on_postgresql(connection: Connection, where: str) -> str | None:
    tables = connection.execute(
        text("SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()")
    )
    return _revision(
        set(tables.scalars()), lambda: connection.execute(text("SELECT version_num FROM alembic_version")).all(), where
    )


def _revision(tables: set[str], read: Any, where: str) -> str | None:
    if not tables:
        return None
    rows = read() if "alembic_version" in tables else []
    if len(rows) != 1 or not tables >= {"alembic_version", "scorebook"}:
        raise DatabaseError(f"{where} holds the tables of another program: give Scorekeeper a database of its own.")
    return str(rows[0][0])


def _refuse_newer(found: str, schema: Schema, where: str) -> None:
    """Raise DatabaseError unless *found* is a revision on the way to *schema*."""
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    scripts = ScriptDirectory.from_config(_alembic(schema))
    try:
        known = found in {script.revision for script in scripts.walk_revisions()}
    except CommandError as error:
        raise DatabaseError(f"The migrations in {schema.scripts} cannot be read: {error}") from error
    if not known:
        raise DatabaseError(
            f"{where} was written by a newer version of Scorekeeper (schema {found}, this one knows {schema.head}):"
            " update the program, then start it again."
        )


def _migrate_sqlite(path: Path, schema: Schema) -> Upgrade:
    engine = create_engine(
        URL.create("sqlite", database=str(path)), connect_args={"timeout": _MIGRATION_SECONDS}, poolclass=NullPool
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: object) -> None:
        # Foreign keys stay off here: a table that is rebuilt is dropped, which would delete what refers to it.
        connection.isolation_level = None
        connection.execute("PRAGMA synchronous = FULL")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        found = _look(path)  # another process may have been quicker
        if found == schema.head:
            return Upgrade(found, found)
        copy = None if found is None else _copy_aside(path, found)
        try:
            _run_migrations(connection, schema)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken:
                raise DatabaseError(f"a row of {broken[0]} refers to nothing")
        except Exception as error:
            as_before = f"; it is as before, and a copy of it is {copy}" if copy else ""
            raise DatabaseError(
                f"{path} cannot be migrated to schema {schema.head}: {_reason(error)}{as_before}."
            ) from error
    return Upgrade(found, schema.head, copy)


def _run_migrations(connection: Connection, schema: Schema) -> None:
    from alembic import command

    alembic = _alembic(schema)
    alembic.attributes["connection"] = connection
    command.upgrade(alembic, schema.head)


def _alembic(schema: Schema) -> "AlembicConfig":
    from alembic.config import Config as AlembicConfig

    alembic = AlembicConfig()
    # Percent signs in the path are not places to fill in.
    alembic.set_main_option("script_location", str(schema.scripts).replace("%", "%%"))
    alembic.set_main_option("path_separator", "os")
    return alembic


def _make_file(path: Path) -> None:
    """An empty file that only its owner may read; its log inherits that."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _set_wal(path: Path) -> None:
    """Write-ahead log, for good. Processes that start at once may meet here, where SQLite does not wait."""
    deadline = time.monotonic() + _MIGRATION_SECONDS
    while True:
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _copy_aside(path: Path, revision: str) -> Path:
    """Copy the database into a new file beside it, which no other copy has the name of."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    name = f"{path.stem}-schema-{revision}-{moment}"
    number = 1
    while True:
        copy = path.with_name(f"{name}{f'-{number}' if number > 1 else ''}{path.suffix}")
        try:
            os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            break
        except FileExistsError:
            number += 1
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except sqlite3.Error:  # half a copy is none
        copy.unlink()
        raise
    return copy


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system refuse into one sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise DatabaseError(
            f"{path} cannot be opened ({error}): check that it and its folder can be written to."
        ) from error
    except sqlite3.DatabaseError as error:
        raise _damaged(path) from error
    except OSError as error:
        raise DatabaseError(
            f"{path} cannot be opened ({error.strerror}): check DATABASE_URL and its folder."
        ) from error
    except SQLAlchemyError as error:
        raise DatabaseError(f"{path} cannot be opened ({_reason(error)}).") from error


def _damaged(path: Path) -> DatabaseError:
    return DatabaseError(
        f"{path} is damaged or no Scorekeeper database: move it away, put a copy made before in its place,"
        " and start again."
    )


def _reason(error: BaseException) -> str:
    """The first line of what went wrong, without the statement and links that follow it."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(cause).__name__


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
