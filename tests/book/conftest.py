"""Every test of the book has a database."""

from tests.database_fixtures import clock, config, empty_config, prepared_database, sessions

__all__ = ["clock", "config", "empty_config", "prepared_database", "sessions"]
