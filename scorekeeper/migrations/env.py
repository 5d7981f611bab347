"""Runs the migrations inside the transaction of whoever asks, so that all of them happen or none."""

from alembic import context
from sqlalchemy import Connection
from sqlmodel import SQLModel

import scorekeeper.book.tables  # noqa: F401 - fills the metadata

connection: Connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    # SQLite can alter little: its tables are rebuilt.
    render_as_batch=connection.dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
