"""Inserting a row that may be there already."""

from typing import Any, Final

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from scorekeeper.book.database import Session

_INSERT: Final[dict[str, Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_if_new(session: Session, table: Table, row: dict[str, Any]) -> bool:
    """Insert *row* unless one with the same unique columns is there; says whether it was inserted.

    Waits for another transaction that is inserting the same.
    """
    statement = _INSERT[session.dialect.name](table).values(row).on_conflict_do_nothing()
    return session.execute(statement.returning(table.c.id)).first() is not None
