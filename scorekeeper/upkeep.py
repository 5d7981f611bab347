"""What the command line does with the database: migrate, purge, back up, restore. Each says what it did.

All raise DatabaseError, whose sentence says why it could not be done.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from scorekeeper.book import lifecycle
from scorekeeper.book.backup import BackupError, restore_backup, write_backup
from scorekeeper.book.database import Sessions, open_database, sqlite_path, upgrade_database
from scorekeeper.book.outages import Outage
from scorekeeper.config import Config

Act = Callable[[Sessions, Path], Mapping[str, int]]


def upgrade(config: Config) -> str:
    """Bring the database to the schema of this version."""
    done = upgrade_database(config)
    if done.before == done.after:
        return f"The database has schema {done.after} already; there is nothing to do."
    if done.before is None:
        return f"A new database was created, with schema {done.after}."
    aside = f" The file as it was is kept as {done.copy}." if done.copy else ""
    return f"The database was migrated from schema {done.before} to {done.after}.{aside}"


def purge(config: Config) -> str:
    """Remove for good the matches that were deleted long enough ago."""
    removed = lifecycle.purge(open_database(config))
    return f"{removed} deleted {'match was' if removed == 1 else 'matches were'} removed for good."


def backup(config: Config, file: str) -> str:
    """Write the whole instance into a new *file*."""
    path = sqlite_path(config)
    if path is not None and not path.exists():
        raise BackupError(f"There is no scorebook in {path.parent} yet, so there is nothing to back up.")
    rows = _done(open_database(config), file, write_backup)
    return f"{_counted(rows, 'is', 'are')} in {file}. Whoever has the file can open everything: the links are in it."


def restore(config: Config, file: str) -> str:
    """Put what a backup holds into the empty instance that is configured."""
    rows = _done(open_database(config), file, restore_backup)
    is_one = rows.get("scorebook", 0) == 1
    return f"{_counted(rows, 'was', 'were')} restored; links open {'it' if is_one else 'them'} as before."


def _done(sessions: Sessions, file: str, act: Act) -> Mapping[str, int]:
    try:
        return act(sessions, Path(file))
    except Outage as outage:
        raise BackupError(f"The database cannot be used now: {outage}.") from outage
    finally:
        sessions.close()


def _counted(rows: Mapping[str, int], is_one: str, are_many: str) -> str:
    books, matches = rows.get("scorebook", 0), rows.get("match", 0)
    many = f"{matches} match{'' if matches == 1 else 'es'}"
    return f"1 scorebook with {many} {is_one}" if books == 1 else f"{books} scorebooks with {many} {are_many}"
