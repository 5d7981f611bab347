"""The tables. Values are checked where they are made; what must never be false is checked here too.

Rows never leave this package. Statements are written against the plain tables below the
classes: they read columns, not objects.
"""

from datetime import UTC, date, datetime
from typing import Any, ClassVar, Final

from sqlalchemy import CheckConstraint, DateTime, Dialect, Index, Table, TypeDecorator, UniqueConstraint
from sqlmodel import Field, SQLModel

from scorekeeper.book.status import STATUSES

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

HIGHEST_NUMBER: Final = 2**31 - 1
"""The highest that a column for whole numbers holds on PostgreSQL; its driver refuses to ask for a higher one."""
LONGEST_NAME: Final = 40
LONGEST_TITLE: Final = 100
LONGEST_PLACE: Final = 100
LONGEST_NOTE: Final = 2000
STRAINS: Final = ("C", "D", "H", "S", "NT")


class Instant(TypeDecorator[datetime]):
    """A moment, aware and in UTC on both sides; SQLite, which knows no zones, keeps the bare UTC time."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a time without a zone: nobody could say which moment it is."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class ScorebookRow(SQLModel, table=True):
    """A scorebook: whoever has its key owns it. At most one is the home book of this server.

    timezone: an IANA name, null until a browser has said one. home: true or null, so that it can be unique.
    """

    __tablename__: ClassVar[Any] = "scorebook"
    __table_args__ = (
        UniqueConstraint("key"),
        UniqueConstraint("home"),
        CheckConstraint("home", name="home"),
    )

    id: int | None = Field(default=None, primary_key=True)
    key: str
    timezone: str | None
    home: bool | None
    created_at: datetime = Field(sa_type=Instant)


class PlayerRow(SQLModel, table=True):
    """A person of one book; *name_key* is the name as it is compared."""

    __tablename__: ClassVar[Any] = "player"
    __table_args__ = (
        UniqueConstraint("scorebook_id", "name_key"),
        CheckConstraint(f"length(name) BETWEEN 1 AND {LONGEST_NAME}", name="name_length"),
    )

    id: int | None = Field(default=None, primary_key=True)
    scorebook_id: int = Field(foreign_key="scorebook.id", ondelete="CASCADE")
    name: str
    name_key: str


class MatchRow(SQLModel, table=True):
    """A match: who, by which rules, and when. Where it stands follows from its deals.

    key: opens it. uid: names it in files. rules_json: every house rule. version: how often it was changed.
    status: a copy of what follows from the deals, so that lists find matches by it; whatever changes them renews it.
    """

    __tablename__: ClassVar[Any] = "match"
    __table_args__ = (
        UniqueConstraint("key"),
        UniqueConstraint("scorebook_id", "uid"),
        CheckConstraint("player0_id <> player1_id", name="two_players"),
        CheckConstraint("first_dealer IN (0, 1)", name="first_dealer"),
        CheckConstraint("version >= 0", name="version"),
        CheckConstraint(f"status IN {STATUSES}", name="status"),
        CheckConstraint(f"length(title) BETWEEN 1 AND {LONGEST_TITLE}", name="title_length"),
        CheckConstraint(f"length(place) BETWEEN 1 AND {LONGEST_PLACE}", name="place_length"),
        CheckConstraint(f"length(note) BETWEEN 1 AND {LONGEST_NOTE}", name="note_length"),
        Index(None, "scorebook_id", "changed_at"),
        Index(None, "scorebook_id", "status", "changed_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    scorebook_id: int = Field(foreign_key="scorebook.id", ondelete="CASCADE")
    key: str
    uid: str
    game: str
    rules_json: str
    rules_hash: str
    player0_id: int = Field(foreign_key="player.id", index=True)
    player1_id: int = Field(foreign_key="player.id", index=True)
    first_dealer: int
    title: str | None
    played_on: date
    place: str | None
    note: str | None
    version: int
    status: str
    created_at: datetime = Field(sa_type=Instant)
    changed_at: datetime = Field(sa_type=Instant)
    abandoned_at: datetime | None = Field(sa_type=Instant)
    deleted_at: datetime | None = Field(sa_type=Instant)


class DealRow(SQLModel, table=True):
    """A deal on the sheet of a match; all of its parts are null if it was passed out."""

    __tablename__: ClassVar[Any] = "deal"
    __table_args__ = (
        UniqueConstraint("match_id", "position"),
        CheckConstraint("position >= 1", name="position"),
        CheckConstraint("declarer IN (0, 1)", name="declarer"),
        CheckConstraint("level BETWEEN 0 AND 7 AND (level > 0 OR strain = 'NT')", name="level"),
        CheckConstraint(f"strain IN {STRAINS}", name="strain"),
        CheckConstraint("doubling IN (0, 1, 2)", name="doubling"),
        CheckConstraint("tricks BETWEEN 0 AND 13", name="tricks"),
        CheckConstraint(
            "(declarer IS NULL) = (level IS NULL) AND (declarer IS NULL) = (strain IS NULL)"
            " AND (declarer IS NULL) = (doubling IS NULL) AND (declarer IS NULL) = (tricks IS NULL)",
            name="passed_out_or_whole",
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    match_id: int = Field(foreign_key="match.id", ondelete="CASCADE")
    position: int
    declarer: int | None
    level: int | None
    strain: str | None
    doubling: int | None
    tricks: int | None
    recorded_at: datetime = Field(sa_type=Instant)


class ChangeRow(SQLModel, table=True):
    """One change of a match, never altered afterwards: what it replaced and what it put there.

    seq: the version of the match that it made. act: whether it was done anew, or by undo or redo, and then
    undoes: the *seq* of the change that it takes back. verb: of that one too.
    """

    __tablename__: ClassVar[Any] = "change"
    __table_args__ = (
        UniqueConstraint("match_id", "seq"),
        CheckConstraint("seq >= 1 AND (undoes IS NULL OR undoes < seq)", name="seq"),
        CheckConstraint("act IN ('do', 'undo', 'redo') AND (act = 'do') = (undoes IS NULL)", name="act"),
    )

    id: int | None = Field(default=None, primary_key=True)
    match_id: int = Field(foreign_key="match.id", ondelete="CASCADE")
    seq: int
    verb: str
    act: str
    before_json: str
    after_json: str
    undoes: int | None
    at: datetime = Field(sa_type=Instant)


class RequestRow(SQLModel, table=True):
    """A request that was answered, so that the same one again gets the same answer.

    scope: within what *key* is unique. digest: of what was asked. result_version: what the match became.
    """

    __tablename__: ClassVar[Any] = "request"
    __table_args__ = (UniqueConstraint("scope", "key"),)

    id: int | None = Field(default=None, primary_key=True)
    scope: str
    key: str
    digest: str
    match_id: int | None = Field(foreign_key="match.id", ondelete="CASCADE", index=True)
    result_version: int
    at: datetime = Field(sa_type=Instant)


def _table(row: type[SQLModel]) -> Table:
    table: Table = row.__table__  # type: ignore[attr-defined]
    return table


SCOREBOOK: Final = _table(ScorebookRow)
PLAYER: Final = _table(PlayerRow)
MATCH: Final = _table(MatchRow)
DEAL: Final = _table(DealRow)
CHANGE: Final = _table(ChangeRow)
REQUEST: Final = _table(RequestRow)
