"""When the database cannot do what is asked just now: what became of it, told from what the driver says.

Nothing was stored, and the same request may well succeed a moment later: these are no bugs.
"""

import sqlite3
from typing import Any, Final

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class Outage(Exception):
    """The database cannot do what is asked just now; nothing was stored. Its text is for the log."""


class BookBusy(Outage):
    """Others are writing, and have been for too long."""


class BookReadOnly(Outage):
    """It can be read and not written: the disk is full, or may only be read."""


class BookAway(Outage):
    """It cannot be reached: its server does not answer, or its file is gone."""


_SQLITE: Final[dict[int, type[Outage]]] = {
    sqlite3.SQLITE_BUSY: BookBusy,
    sqlite3.SQLITE_LOCKED: BookBusy,
    sqlite3.SQLITE_PROTOCOL: BookBusy,
    sqlite3.SQLITE_PERM: BookReadOnly,
    sqlite3.SQLITE_READONLY: BookReadOnly,
    sqlite3.SQLITE_FULL: BookReadOnly,
    sqlite3.SQLITE_IOERR: BookReadOnly,
    sqlite3.SQLITE_CANTOPEN: BookAway,
}
"""By SQLite's primary result codes. A disk that may only be read shows as an input/output error, too."""
_READING: Final = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}
_POSTGRESQL: Final[dict[str, type[Outage]]] = {
    "08": BookAway,
    "25006": BookReadOnly,
    "40": BookBusy,
    "53": BookBusy,
    "53100": BookReadOnly,
    "55P03": BookBusy,
    "57": BookAway,
    "57014": BookBusy,
    "58": BookReadOnly,
}
"""By PostgreSQL's SQLSTATE, or its first two characters where that is not listed."""


def outage_of(error: SQLAlchemyError) -> Outage | None:
    """The outage that *error* tells of, None if it is something else: a bug, or a row refused."""
    if isinstance(error, PoolTimeout):
        return BookBusy("every connection is in use")
    if not isinstance(error, DBAPIError) or error.orig is None:
        return None
    kind = _kind_of(error.orig, is_operational=isinstance(error, OperationalError))
    return None if kind is None else kind(_said(error.orig))


def _kind_of(error: Any, *, is_operational: bool) -> type[Outage] | None:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
        return BookAway if code in _READING else _SQLITE.get(code & 0xFF)
    state = getattr(error, "sqlstate", None)
    if state is None:  # nobody there to say one
        return BookAway if is_operational else None
    return _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])


def _said(error: object) -> str:
    return str(error).strip().partition("\n")[0]
