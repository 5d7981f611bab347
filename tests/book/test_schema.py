"""How a database gets its tables: created, left alone, migrated, or refused with nothing changed."""

import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlmodel import SQLModel

from scorekeeper.book.database import DatabaseError, Sessions, open_database, sqlite_path, upgrade_database
from scorekeeper.book.schema import HEAD, MIGRATIONS, SCHEMA, Schema
from scorekeeper.config import Config, load_config
from tests.book import racing
from tests.builders import Table, a_ref, a_table, everything
from tests.database_fixtures import SECRET, a_config, is_postgres, sqlite_only

postgres_only = pytest.mark.postgres

NEXT = '''
"""The next version: a new column that must be filled, and a table that SQLite has to rebuild."""

import sqlalchemy as sa
from alembic import op

revision = "9001"
down_revision = "{head}"


def upgrade() -> None:
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("series_no", sa.Integer(), nullable=True))
    op.execute("UPDATE match SET series_no = 7")
    with op.batch_alter_table("match") as match:
        match.alter_column("series_no", existing_type=sa.Integer(), nullable=False)
        match.create_check_constraint("ck_match_series_no", "series_no > 0")
    {then}
'''


@pytest.fixture
def next_schema(tmp_path: Path) -> Schema:
    """A schema that is one migration ahead of this version's."""
    return a_next_schema(tmp_path / "next", "pass")


@pytest.fixture
def failing_schema(tmp_path: Path) -> Schema:
    """A schema whose migration fails when half of it is done."""
    return a_next_schema(tmp_path / "failing", 'op.execute("UPDATE nothing SET x = 1")')


def a_next_schema(folder: Path, then: str) -> Schema:
    (folder / "versions").mkdir(parents=True)
    (folder / "env.py").write_text((MIGRATIONS / "env.py").read_text())
    for path in (MIGRATIONS / "versions").glob("*.py"):
        (folder / "versions" / path.name).write_text(path.read_text())
    (folder / "versions" / "9001_next.py").write_text(NEXT.format(head=HEAD, then=then))
    return Schema("9001", folder)


@pytest.fixture
def filled(empty_config: Config) -> Iterator[Table]:
    """A match with seven deals in a database of this version, which is then closed."""
    sessions = open_database(empty_config)
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1", "pass", "Ana 1C+3", "Bo 7NTXX-13", "Ana 0NT=", "Bo 2SX+1")
    sessions.close()
    yield table
    table.sessions.close()


def file_of(config: Config) -> Path:
    path = sqlite_path(config)
    assert path is not None
    return path


def fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def revision(config: Config) -> str:
    engine = create_engine(config.database_url)
    with engine.connect() as connection:
        found = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    engine.dispose()
    return found


def set_revision(config: Config, number: str) -> None:
    engine = create_engine(config.database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :number"), {"number": number})
    engine.dispose()


def refused(config: Config, schema: Schema = SCHEMA) -> str:
    """The one sentence with which opening is refused."""
    with pytest.raises(DatabaseError) as refusal:
        open_database(config, schema_=schema).close()
    sentence = str(refusal.value)
    assert "\n" not in sentence
    return sentence


def test_the_head_in_the_code_is_the_newest_migration() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert scripts.get_heads() == [HEAD]


def test_the_migrations_make_the_tables_of_the_code(sessions: Sessions) -> None:
    with sessions.reading() as session:
        context = MigrationContext.configure(session, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []


@sqlite_only
def test_the_migrations_make_the_checks_of_the_code_too(sessions: Sessions, tmp_path: Path) -> None:
    """Alembic compares no checks; SQLite keeps every table as it was written."""

    def checks(connection: sqlite3.Connection) -> set[str]:
        tables = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name <> 'alembic_version'")
        lines = [line.strip(" \t,") for (sql,) in tables for line in sql.splitlines()]
        return {line for line in lines if line.startswith(("CONSTRAINT", "CHECK"))}

    engine = create_engine(f"sqlite:///{tmp_path}/declared.sqlite3")
    SQLModel.metadata.create_all(engine)
    engine.dispose()
    with sessions.reading() as session, closing(sqlite3.connect(tmp_path / "declared.sqlite3")) as declared:
        migrated = session.connection.driver_connection
        assert checks(migrated) == checks(declared)
        assert sum("CHECK" in line for line in checks(declared)) > 10


def test_a_new_database_is_created_with_the_newest_schema(empty_config: Config) -> None:
    open_database(empty_config).close()
    assert revision(empty_config) == HEAD


@sqlite_only
def test_only_its_owner_may_read_a_new_file(empty_config: Config) -> None:
    sessions = open_database(empty_config)
    a_table(sessions, "Ana 1C=")
    files = sorted(path for path in empty_config.instance.iterdir() if path.name.startswith("scorekeeper"))
    assert [path.name.removeprefix("scorekeeper.sqlite3") for path in files] == ["", "-shm", "-wal"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    sessions.close()


@sqlite_only
def test_sqlite_is_set_up_to_lose_nothing(sessions: Sessions) -> None:
    with sessions.writing() as session:
        pragmas = {
            name: session.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert 4000 < pragmas.pop("busy_timeout") <= 5000
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


@sqlite_only
def test_a_file_of_this_version_is_left_alone_and_alembic_is_not_even_imported(
    filled: Table, empty_config: Config
) -> None:
    before = fingerprint(file_of(empty_config))
    code = (
        "import sys, os\n"
        "from scorekeeper.config import load_config\n"
        "from scorekeeper.book.database import open_database\n"
        "open_database(load_config(os.environ)).close()\n"
        "print('alembic' in sys.modules)\n"
    )
    environ = {"SCOREKEEPER_INSTANCE": str(empty_config.instance), "SCOREKEEPER_SECRET_KEY": SECRET}
    ran = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
    assert fingerprint(file_of(empty_config)) == before


@sqlite_only
def test_an_older_file_is_copied_aside_and_migrated(filled: Table, empty_config: Config, next_schema: Schema) -> None:
    path = file_of(empty_config)
    before = filled.look()
    filled.sessions.close()
    sessions = open_database(empty_config, schema_=next_schema)
    after = Table(sessions, filled.book, a_ref(sessions, filled.book, filled.ref.key)).look()
    assert after == before
    assert len(after.match.lines) == 7
    assert revision(empty_config) == "9001"
    sessions.close()
    (copy,) = path.parent.glob(f"scorekeeper-schema-{HEAD}-*.sqlite3")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    kept = a_config(path.parent / "elsewhere", f"sqlite:///{copy}")
    assert revision(kept) == HEAD
    old = open_database(kept)
    assert Table(old, filled.book, filled.ref).look() == before
    old.close()


@sqlite_only
def test_a_table_that_is_rebuilt_keeps_what_refers_to_it(
    filled: Table, empty_config: Config, next_schema: Schema
) -> None:
    before = everything(filled.sessions)
    filled.sessions.close()
    sessions = open_database(empty_config, schema_=next_schema)
    after = everything(sessions)
    assert {table: len(rows) for table, rows in after.items()} == {table: len(rows) for table, rows in before.items()}
    assert after["deal"] == before["deal"]
    sessions.close()


@sqlite_only
def test_copies_are_never_overwritten(filled: Table, empty_config: Config, next_schema: Schema) -> None:
    filled.sessions.close()
    path = file_of(empty_config)
    old = path.read_bytes()
    for _ in range(3):  # within one second
        path.write_bytes(old)
        open_database(empty_config, schema_=next_schema).close()
    assert len(list(path.parent.glob("scorekeeper-schema-*"))) == 3


def test_a_migration_that_fails_half_way_leaves_the_old_data_usable(
    filled: Table, empty_config: Config, failing_schema: Schema
) -> None:
    before = everything(filled.sessions)
    filled.sessions.close()
    with pytest.raises(DatabaseError) as refusal:
        upgrade_database(empty_config, schema_=failing_schema)
    assert "nothing" in str(refusal.value)
    assert "\n" not in str(refusal.value)
    sessions = open_database(empty_config)
    assert everything(sessions) == before
    assert revision(empty_config) == HEAD
    sessions.close()


def test_a_new_database_whose_creation_fails_is_still_empty(empty_config: Config, failing_schema: Schema) -> None:
    assert "nothing" in refused(empty_config, failing_schema)
    open_database(empty_config).close()
    assert revision(empty_config) == HEAD


def test_a_newer_database_is_refused_and_stays_as_it_is(filled: Table, empty_config: Config) -> None:
    filled.sessions.close()
    set_revision(empty_config, "9999")
    before = None if is_postgres() else fingerprint(file_of(empty_config))
    sentence = refused(empty_config)
    assert "newer version" in sentence
    assert "9999" in sentence
    assert before is None or fingerprint(file_of(empty_config)) == before
    with pytest.raises(DatabaseError, match="newer version"):
        upgrade_database(empty_config)


def test_a_database_of_another_program_is_refused(empty_config: Config) -> None:
    engine = create_engine(empty_config.database_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipe (id INTEGER)"))
    engine.dispose()
    assert "another program" in refused(empty_config)
    engine = create_engine(empty_config.database_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('0001')"))
    engine.dispose()
    assert "another program" in refused(empty_config)


@sqlite_only
@pytest.mark.parametrize("content", [b"this is no database", b"SQLite format 3\0" + b"\xff" * 5000, b"\0" * 4096])
def test_a_damaged_file_is_refused_and_stays_as_it_is(empty_config: Config, content: bytes) -> None:
    path = file_of(empty_config)
    path.write_bytes(content)
    assert "damaged" in refused(empty_config)
    assert path.read_bytes() == content
    assert [found.name for found in path.parent.iterdir()] == [path.name]


@sqlite_only
def test_damage_in_the_middle_of_a_file_is_noticed(filled: Table, empty_config: Config) -> None:
    filled.sessions.close()
    path = file_of(empty_config)
    content = bytearray(path.read_bytes())
    content[3 * 4096 :] = b"\xaa" * (len(content) - 3 * 4096)
    path.write_bytes(content)
    assert "damaged" in refused(empty_config)
    assert path.read_bytes() == bytes(content)


@sqlite_only
def test_an_empty_file_becomes_a_database(empty_config: Config) -> None:
    file_of(empty_config).touch()
    open_database(empty_config).close()
    assert revision(empty_config) == HEAD


@sqlite_only
def test_a_folder_in_place_of_the_file_is_refused(empty_config: Config) -> None:
    file_of(empty_config).mkdir()
    assert "cannot be opened" in refused(empty_config)


@sqlite_only
def test_a_file_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "cannot be opened" in refused(a_config(tmp_path, f"sqlite:///{tmp_path}/missing/scores.db"))


@sqlite_only
def test_a_path_with_odd_letters_works(tmp_path: Path) -> None:
    config = load_config({"SCOREKEEPER_INSTANCE": str(tmp_path / "50% off? #1 ünï")})
    sessions = open_database(config)
    a_table(sessions, "Ana 1C=")
    sessions.close()
    open_database(config).close()
    assert file_of(config).exists()


@sqlite_only
def test_what_a_crash_left_in_the_log_is_read_again(filled: Table, empty_config: Config, tmp_path: Path) -> None:
    sessions = open_database(empty_config)
    table = Table(sessions, filled.book, filled.ref)
    table.undo()
    path = file_of(empty_config)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for suffix in ("", "-wal"):  # as they lie on the disk while the server is running
        (crashed / f"{path.name}{suffix}").write_bytes(path.with_name(path.name + suffix).read_bytes())
    sessions.close()
    again = open_database(a_config(crashed))
    assert Table(again, filled.book, filled.ref).look() == table.look()
    again.close()


def test_upgrade_says_what_it_found(empty_config: Config, next_schema: Schema) -> None:
    first = upgrade_database(empty_config)
    assert (first.before, first.after, first.copy) == (None, HEAD, None)
    second = upgrade_database(empty_config)
    assert (second.before, second.after, second.copy) == (HEAD, HEAD, None)
    third = upgrade_database(empty_config, schema_=next_schema)
    assert (third.before, third.after, third.copy is None) == (HEAD, "9001", is_postgres())
    assert revision(empty_config) == "9001"


@postgres_only
def test_an_older_schema_on_postgresql_waits_for_the_command(
    filled: Table, empty_config: Config, next_schema: Schema
) -> None:
    before = filled.look()
    sentence = refused(empty_config, next_schema)
    assert "scorekeeper db upgrade" in sentence
    assert revision(empty_config) == HEAD
    upgrade_database(empty_config, schema_=next_schema)
    sessions = open_database(empty_config, schema_=next_schema)
    assert Table(sessions, filled.book, filled.ref).look() == before
    sessions.close()


@postgres_only
def test_a_postgresql_database_that_cannot_keep_every_letter_is_refused(tmp_path: Path) -> None:
    url = os.environ["TEST_DATABASE_URL"]
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("CREATE DATABASE test_latin ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0"))
        try:
            there = engine.url.set(drivername="postgresql", database="test_latin")
            assert "ENCODING 'UTF8'" in refused(a_config(tmp_path, there.render_as_string(hide_password=False)))
        finally:
            connection.execute(text("DROP DATABASE test_latin"))
    engine.dispose()


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://nobody:password@127.0.0.1:1/scores",
        "postgresql://nobody:password@/scores?host=/nowhere/at-all",
        "postgresql://nobody:password@127.0.0.1:1/scores?sslmode=bogus",
        "postgresql://nobody:password@127.0.0.1:1/scores?bogus=1",
        "postgresql://",
    ],
)
def test_a_server_that_cannot_be_reached_is_one_sentence(tmp_path: Path, url: str) -> None:
    pytest.importorskip("psycopg", reason="needs the extra scorekeeper[postgres]")
    sentence = refused(a_config(tmp_path, url))
    assert "DATABASE_URL" in sentence
    assert "password" not in sentence


@sqlite_only
def test_a_copy_that_cannot_be_finished_is_taken_away_and_nothing_migrated(
    filled: Table, empty_config: Config, next_schema: Schema, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.sessions.close()
    real = sqlite3.connect

    def connect(path: Path, *given: object, **named: object) -> sqlite3.Connection:
        connection = real(path, *given, **named)
        if "-schema-" in str(path):
            connection.execute("PRAGMA max_page_count = 3")  # a disk that is full
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect)
    assert "cannot be opened" in refused(empty_config, next_schema)
    monkeypatch.undo()
    assert not list(empty_config.instance.glob("scorekeeper-schema-*"))
    assert revision(empty_config) == HEAD


@pytest.mark.alone
def test_processes_that_start_at_once_on_an_older_database_migrate_it_once(
    filled: Table, empty_config: Config, next_schema: Schema
) -> None:
    filled.sessions.close()
    found = racing.race(racing.upgrade_once, [(empty_config, next_schema)] * 4)
    assert sorted(found) == [f"{before} to 9001" for before in (HEAD, "9001", "9001", "9001")]
    if not is_postgres():
        assert len(list(empty_config.instance.glob("scorekeeper-schema-*"))) == 1
