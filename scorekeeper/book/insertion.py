"""Inserting a row that may be there already."""

import importlib
from typing import Any

from sqlalchemy import Table

from scorekeeper.book.database import Session


def insert_if_new(session: Session, table: Table, row: dict[str, Any]) -> bool:
    """Insert *row* unless one with the same unique columns is there; says whether it was inserted.

    Waits for another transaction that is inserting the same.
    """
    # Of the dialects that SQLAlchemy knows, only the one in use is loaded.
    dialect = importlib.import_module(f"sqlalchemy.dialects.{session.dialect.name}")
    statement = dialect.insert(table).values(row).on_conflict_do_nothing()
    return session.execute(statement.returning(table.c.id)).first() is not None
