"""A backup: the whole instance in one file, and back; the same file from SQLite and from PostgreSQL.

The file is gzip, and in it a line of JSON a row: first what it is, then ``["match", {column: value, …}]`` for
every row of every table, at last how many there are. Links are among them, so it is for its owner's eyes alone. The
key with which forms and cookies are signed is not: a restored instance makes its own.
"""

import gzip
import json
import os
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Date, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import SQLModel

from scorekeeper.book.database import Session, Sessions
from scorekeeper.book.schema import HEAD, DatabaseError
from scorekeeper.book.tables import Instant

FORMAT: Final = "scorekeeper-backup"
VERSION: Final = 1
_AT_ONCE: Final = 500
"""Rows inserted by one statement."""

Line = tuple[str, dict[str, Any]]


class BackupError(DatabaseError):
    """The backup cannot be made or restored; the one sentence says why. Nothing was changed."""


def write_backup(sessions: Sessions, path: Path) -> Mapping[str, int]:
    """Write everything as it is at one moment into a new file at *path*; returns how many rows of each table.

    People go on playing meanwhile. The file is whole or not there, and only its owner may read it.
    Raises BackupError, also if there is a file already: no backup is worth another one.
    """
    half = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.exists():
            raise BackupError(f"{path} is there already: a backup never takes the place of another file.")
        file = os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(file, "wb") as raw:
            with gzip.GzipFile("", "wb", fileobj=raw) as packed, sessions.reading() as session:
                rows = _write(session, packed, sessions.clock())
            raw.flush()
            os.fsync(raw.fileno())
        half.replace(path)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            half.unlink()
    return rows


def restore_backup(sessions: Sessions, path: Path) -> Mapping[str, int]:
    """Put everything in the file at *path* into the empty instance behind *sessions*; returns how many rows of each.

    Raises BackupError if the instance is not empty, or the file is damaged or none of ours; then nothing was stored.
    """
    try:
        with gzip.open(path, "rb") as file, sessions.writing() as session:
            _refuse_unless_empty(session)
            rows = _read(session, iter(file))
            _go_on_counting(session)
            return rows
    except (EOFError, zlib.error, gzip.BadGzipFile, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BackupError(f"{path} is damaged or no backup of Scorekeeper: nothing was restored.") from error
    except SQLAlchemyError as error:
        raise BackupError(f"{path} holds what cannot be kept: nothing was restored.") from error
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror}.") from error


def _write(session: Session, file: gzip.GzipFile, now: datetime) -> Counter[str]:
    rows: Counter[str] = Counter()

    def write(line: object) -> None:
        file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")

    write({"format": FORMAT, "version": VERSION, "schema": HEAD, "made_at": now.isoformat()})
    for table in SQLModel.metadata.sorted_tables:
        for row in session.execute(select(table).order_by(table.c.id)):
            values = {name: v.isoformat() if isinstance(v, date) else v for name, v in row._mapping.items()}
            write([table.name, values])
            rows[table.name] += 1
    write({"end": rows})
    return rows


def _refuse_unless_empty(session: Session) -> None:
    for table in SQLModel.metadata.sorted_tables:
        if session.execute(select(table.c.id).limit(1)).first() is not None:
            raise BackupError(
                "This instance has a scorebook already: restore into a new one, with another SCOREKEEPER_INSTANCE"
                " or DATABASE_URL."
            )


def _read(session: Session, lines: Iterator[bytes]) -> Counter[str]:
    tables = {table.name: table for table in SQLModel.metadata.sorted_tables}
    _check_head(json.loads(next(lines, b"null")))
    rows: Counter[str] = Counter()
    end: list[object] = []
    for name, some in groupby(_rows(lines, end), key=lambda line: line[0]):
        table, batch = tables[name], []
        for _, values in some:
            batch.append(_typed(table, values))
            if len(batch) == _AT_ONCE:
                session.execute(insert(table), batch)
                batch = []
            rows[name] += 1
        if batch:
            session.execute(insert(table), batch)
    if end != [dict(rows)]:
        raise ValueError("the file is not whole")
    return rows


def _check_head(head: object) -> None:
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise ValueError("no backup")
    if head["version"] != VERSION or head["schema"] != HEAD:
        raise BackupError(
            f"The backup was made by another version of Scorekeeper (schema {str(head['schema'])[:20]}, this one reads"
            f" {HEAD}): restore it with that version, then update."
        )


def _rows(lines: Iterator[bytes], end: list[object]) -> Iterator[Line]:
    """The rows; what the last line says of them is put into *end*."""
    for line in lines:
        found = json.loads(line)
        if isinstance(found, dict):
            end.append(found["end"])
        else:
            name, values = found
            yield name, values


def _typed(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """*values* as the columns of *table* take them; raises KeyError if one is missing, ValueError."""
    return {column.name: _value(column.type, values[column.name]) for column in table.c}


def _value(kind: object, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, Instant):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if isinstance(kind, Date) else value


def _go_on_counting(session: Session) -> None:
    """Let PostgreSQL number new rows after those that came with their numbers; SQLite does so by itself."""
    if session.dialect.name != "postgresql":
        return
    for table in SQLModel.metadata.sorted_tables:
        last = session.execute(select(func.max(table.c.id))).scalar()
        if last is not None:
            sequence = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)")
            session.execute(sequence, {"name": f'"{table.name}"', "last": last})
