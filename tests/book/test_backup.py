"""A backup: the whole instance in one file, and the same instance again somewhere else."""

import gzip
import json
import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.book.access import home_book, match_for, open_book
from scorekeeper.book.backup import BackupError, restore_backup, write_backup
from scorekeeper.book.database import Sessions, open_database
from scorekeeper.book.lifecycle import delete_match
from tests.book.test_imports import a_full_book, export
from tests.builders import Table, a_book, a_ref, a_table, everything
from tests.database_fixtures import a_config, is_postgres, postgres_schema


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Sessions]:
    """An empty SQLite database, whatever the other one is."""
    opened = open_database(a_config(tmp_path / "sqlite"))
    yield opened
    opened.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Sessions]:
    """Another empty database of the kind that is tested."""
    if is_postgres():
        with postgres_schema() as url:
            opened = open_database(a_config(tmp_path / "other", url))
            yield opened
            opened.close()
    else:
        opened = open_database(a_config(tmp_path / "other"))
        yield opened
        opened.close()


def a_lived_in_instance(sessions: Sessions) -> None:
    """A home book, and two others with matches, changes, links and a deleted match."""
    home_book(sessions)
    a_full_book(sessions)
    a_table(sessions, "Ana 3NT=").do(delete_match)


def test_a_restored_instance_is_the_same_to_the_row(sessions: Sessions, other: Sessions, tmp_path: Path) -> None:
    a_lived_in_instance(sessions)
    rows = write_backup(sessions, tmp_path / "backup")
    assert restore_backup(other, tmp_path / "backup") == rows
    assert everything(other) == everything(sessions)


def test_a_backup_goes_from_sqlite_to_this_database_and_back(
    sessions: Sessions, sqlite: Sessions, tmp_path: Path
) -> None:
    a_lived_in_instance(sqlite)
    write_backup(sqlite, tmp_path / "there")
    restore_backup(sessions, tmp_path / "there")
    assert everything(sessions) == everything(sqlite)
    back = open_database(a_config(tmp_path / "back"))
    write_backup(sessions, tmp_path / "back.backup")
    restore_backup(back, tmp_path / "back.backup")
    assert everything(back) == everything(sqlite)
    back.close()


def test_links_open_the_same_and_exports_are_equal_after_a_restore(
    sessions: Sessions, other: Sessions, tmp_path: Path
) -> None:
    book = a_full_book(sessions)
    match_key = a_table(sessions, "Ana 3NT=", book=book).ref.key
    write_backup(sessions, tmp_path / "backup")
    restore_backup(other, tmp_path / "backup")
    with other.reading() as session:
        opened = open_book(session, book.key)
        assert opened == book
        assert match_for(session, opened, match_key).key == match_key
    assert export(other, book) == export(sessions, book)


def test_a_restored_instance_is_played_on(sessions: Sessions, other: Sessions, tmp_path: Path) -> None:
    table = a_table(sessions, "Ana 3NT=")
    write_backup(sessions, tmp_path / "backup")
    restore_backup(other, tmp_path / "backup")
    there = Table(other, table.book, a_ref(other, table.book, table.ref.key))
    there.record("Bo 4H-1")
    there.undo()
    assert there.deals == ["Ana 3NT="]
    a_table(other, "Ana 3NT=", book=there.book)
    a_table(other, "Ana 3NT=")


def test_only_the_owner_may_read_a_backup_and_no_half_of_one_is_left(sessions: Sessions, tmp_path: Path) -> None:
    a_full_book(sessions)
    old = os.umask(0)
    try:
        write_backup(sessions, tmp_path / "backup")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == ["backup"]


def test_a_backup_never_takes_the_place_of_a_file(sessions: Sessions, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    with pytest.raises(BackupError, match="there already"):
        write_backup(sessions, tmp_path / "precious")
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_backup_where_nothing_can_be_written_says_so(sessions: Sessions, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="cannot be written"):
        write_backup(sessions, tmp_path / "nowhere" / "backup")
    with pytest.raises(BackupError, match="cannot be read"):
        restore_backup(sessions, tmp_path / "nowhere")


def test_nothing_is_restored_into_an_instance_that_has_a_book(sessions: Sessions, tmp_path: Path) -> None:
    write_backup(sessions, tmp_path / "backup")
    a_book(sessions)
    before = everything(sessions)
    with pytest.raises(BackupError, match="has a scorebook already"):
        restore_backup(sessions, tmp_path / "backup")
    assert everything(sessions) == before


def test_a_backup_of_nothing_restores_nothing(sessions: Sessions, other: Sessions, tmp_path: Path) -> None:
    assert write_backup(sessions, tmp_path / "backup") == {}
    assert restore_backup(other, tmp_path / "backup") == {}


def test_a_backup_cut_or_changed_anywhere_is_refused_and_nothing_is_stored(
    sessions: Sessions, other: Sessions, tmp_path: Path
) -> None:
    a_table(sessions, "Ana 3NT=", "pass")
    write_backup(sessions, tmp_path / "backup")
    whole = (tmp_path / "backup").read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    broken = [whole[:size] for size in range(0, len(whole), max(1, len(whole) // 40))]
    broken += [gzip.compress(b"".join(lines[:n])) for n in range(len(lines))]
    broken += [gzip.compress(b"".join(lines[:n] + lines[n + 1 :])) for n in range(len(lines))]
    broken += [b"", b"no gzip", gzip.compress(b"null\n"), gzip.compress(b"[" * 100_000), gzip.compress(b"[]\n")]
    broken += [
        gzip.compress(lines[0] + line) for line in (b"7\n", b'["book", {}]\n', b'["match", {}]\n', b'["match", 7]\n')
    ]
    broken.append(gzip.compress(b"".join([lines[0], *lines[2:]])))  # the players of a book that is missing
    for data in broken:
        (tmp_path / "broken").write_bytes(data)
        with pytest.raises(BackupError):
            restore_backup(other, tmp_path / "broken")
        assert not any(everything(other).values())
    restore_backup(other, tmp_path / "backup")


def test_a_backup_of_another_version_is_refused_in_a_sentence(sessions: Sessions, tmp_path: Path) -> None:
    for head in ({"version": 2, "schema": "0001"}, {"version": 1, "schema": "0009"}):
        data = json.dumps({"format": "scorekeeper-backup", **head}).encode()
        (tmp_path / "later").write_bytes(gzip.compress(data + b"\n"))
        with pytest.raises(BackupError, match="another version of Scorekeeper"):
            restore_backup(sessions, tmp_path / "later")


def test_a_backup_made_while_people_play_is_of_one_moment(sessions: Sessions, other: Sessions, tmp_path: Path) -> None:
    tables = [a_table(sessions) for _ in range(3)]
    over = threading.Event()

    def play() -> None:
        while not over.is_set():
            for table in tables:
                table.record("pass")
                table.undo()

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            write_backup(sessions, tmp_path / f"backup-{number}")
    finally:
        over.set()
        player.join()
    lines = [json.loads(line) for line in gzip.decompress((tmp_path / "backup-4").read_bytes()).splitlines()]
    matches = {row["id"]: row["version"] for name, row in lines[1:-1] if name == "match"}
    changes = [row["match_id"] for name, row in lines[1:-1] if name == "change"]
    assert {match_id: changes.count(match_id) for match_id in matches} == matches
    restore_backup(other, tmp_path / "backup-4")
