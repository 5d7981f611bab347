"""What the database itself refuses, whoever writes, and what goes with what: alike on SQLite and PostgreSQL."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError, StatementError

from scorekeeper.book.database import Sessions
from scorekeeper.book.outages import BookReadOnly
from scorekeeper.book.tables import CHANGE, DEAL, MATCH, PLAYER, REQUEST, SCOREBOOK
from tests.builders import Table, a_new_match, a_table, everything

MOMENT = datetime(2026, 3, 1, 20, 30, 15, 123456, tzinfo=UTC)
WHOLE = {"position": 9, "declarer": 0, "level": 3, "strain": "NT", "doubling": 0, "tricks": 9, "recorded_at": MOMENT}
CHANGED = {"verb": "x", "act": "do", "before_json": "{}", "after_json": "{}", "at": MOMENT}
PASSED = {"declarer": None, "level": None, "strain": None, "doubling": None, "tricks": None}


def put(sessions: Sessions, table: Any, row: dict[str, Any]) -> None:
    with sessions.writing() as session:
        session.execute(insert(table).values(row))


@pytest.mark.parametrize(
    "wrong",
    [
        {"tricks": 14},
        {"tricks": -1},
        {"level": 8},
        {"level": -1},
        {"level": 0, "strain": "H"},
        {"strain": "Z"},
        {"strain": "n"},
        {"doubling": 3},
        {"declarer": 2},
        {"declarer": -1},
        {"position": 0},
        {"position": 1},
        *({name: None} for name in PASSED),
        *(PASSED | {name: WHOLE[name]} for name in PASSED),
        {"recorded_at": None},
        {"match_id": None},
        {"match_id": 10**6},
    ],
)
def test_an_impossible_deal_is_refused_by_the_database(sessions: Sessions, wrong: dict[str, Any]) -> None:
    table = a_table(sessions, "Ana 1C=")
    before = everything(sessions)
    with pytest.raises(IntegrityError):
        put(sessions, DEAL, {"match_id": table.ref.id, **WHOLE, **wrong})
    assert everything(sessions) == before


@pytest.mark.parametrize("right", [{}, PASSED, {"level": 0, "strain": "NT", "tricks": 0}, {"tricks": 13}])
def test_a_possible_deal_is_kept(sessions: Sessions, right: dict[str, Any]) -> None:
    put(sessions, DEAL, {"match_id": a_table(sessions).ref.id, **WHOLE, **right})


@pytest.mark.parametrize(
    "wrong",
    [
        {"player1_id": "player0_id"},
        {"first_dealer": 2},
        {"version": -1},
        {"status": "won"},
        {"status": None},
        {"title": ""},
        {"title": "x" * 101},
        {"place": "x" * 101},
        {"note": "x" * 2001},
        {"player0_id": 10**6},
        {"scorebook_id": 10**6},
        {"key": None},
    ],
)
def test_an_impossible_match_is_refused_by_the_database(sessions: Sessions, wrong: dict[str, Any]) -> None:
    table = a_table(sessions)
    before = everything(sessions)
    values = {name: MATCH.c.player0_id if value == "player0_id" else value for name, value in wrong.items()}
    with pytest.raises(IntegrityError), sessions.writing() as session:
        session.execute(update(MATCH).where(MATCH.c.id == table.ref.id).values(values))
    assert everything(sessions) == before


def test_limits_count_characters_not_bytes(sessions: Sessions) -> None:
    table = a_table(sessions)
    with sessions.writing() as session:
        session.execute(update(MATCH).where(MATCH.c.id == table.ref.id).values(title="🃏" * 100, note="é" * 2000))
        session.execute(update(PLAYER).where(PLAYER.c.name == "Ana").values(name="🃏" * 40))
    for name in ("", "🃏" * 41):
        with pytest.raises(IntegrityError), sessions.writing() as session:
            session.execute(update(PLAYER).where(PLAYER.c.name == "Bo").values(name=name))


def test_keys_and_numbers_are_unique(sessions: Sessions) -> None:
    one = a_table(sessions, "Ana 1C=")
    two = a_table(sessions, book=one.book)
    rows = everything(sessions)
    change = {
        "match_id": one.ref.id,
        "seq": 1,
        "verb": "x",
        "act": "do",
        "before_json": "{}",
        "after_json": "{}",
        "at": MOMENT,
    }
    with pytest.raises(IntegrityError):
        put(sessions, CHANGE, change)
    request = {"scope": f"match:{one.ref.id}", "digest": "", "result_version": 1, "at": MOMENT}
    put(sessions, REQUEST, {**request, "key": "same"})
    with pytest.raises(IntegrityError):
        put(sessions, REQUEST, {**request, "key": "same"})
    with pytest.raises(IntegrityError), sessions.writing() as session:
        session.execute(update(MATCH).where(MATCH.c.id == two.ref.id).values(key=one.ref.key))
    with pytest.raises(IntegrityError):
        put(sessions, PLAYER, {"scorebook_id": one.book.id, "name": "ANA", "name_key": "ana"})
    assert everything(sessions)["match"] == rows["match"]


def test_a_change_takes_back_only_one_before_it(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    row = {
        "match_id": table.ref.id,
        "seq": 2,
        "verb": "x",
        "act": "do",
        "before_json": "{}",
        "after_json": "{}",
        "at": MOMENT,
    }
    with pytest.raises(IntegrityError):
        put(sessions, CHANGE, {**row, "act": "undo", "undoes": 2})


def test_there_is_at_most_one_home_book(sessions: Sessions) -> None:
    row = {"timezone": "UTC", "created_at": MOMENT}
    for key in "ab":
        put(sessions, SCOREBOOK, {**row, "key": key, "home": None})
    with pytest.raises(IntegrityError):
        put(sessions, SCOREBOOK, {**row, "key": "b2", "home": False})
    put(sessions, SCOREBOOK, {**row, "key": "c", "home": True})
    with pytest.raises(IntegrityError):
        put(sessions, SCOREBOOK, {**row, "key": "d", "home": True})


def test_a_match_that_is_removed_takes_its_deals_changes_and_requests_with_it(sessions: Sessions) -> None:
    other = a_table(sessions, "Bo 1C=")
    kept = everything(sessions)
    table = a_table(sessions, *["Ana 1C="] * 6, book=other.book)
    with sessions.writing() as session:
        session.execute(delete(MATCH).where(MATCH.c.id == table.ref.id))
    assert everything(sessions) == kept


def test_a_player_in_a_match_cannot_be_removed(sessions: Sessions) -> None:
    a_table(sessions)
    with pytest.raises(IntegrityError), sessions.writing() as session:
        session.execute(delete(PLAYER).where(PLAYER.c.name == "Ana"))


def test_a_book_that_is_removed_takes_everything_in_it(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    with sessions.writing() as session:
        session.execute(delete(MATCH).where(MATCH.c.scorebook_id == table.book.id))
        session.execute(delete(SCOREBOOK).where(SCOREBOOK.c.id == table.book.id))
    rows = everything(sessions)
    assert not any(rows[name] for name in ("scorebook", "player", "match", "deal", "change"))


def test_a_moment_comes_back_as_the_same_moment_in_utc(sessions: Sessions) -> None:
    table = a_table(sessions)
    there = timezone(timedelta(hours=5, minutes=30))
    put(sessions, DEAL, {"match_id": table.ref.id, **WHOLE, "recorded_at": MOMENT.astimezone(there)})
    with sessions.reading() as session:
        found = session.execute(select(DEAL.c.recorded_at)).scalar_one()
        assert found == MOMENT
        assert found.tzinfo is UTC
        later = MOMENT.astimezone(there) + timedelta(microseconds=1)
        assert session.execute(select(DEAL.c.id).where(DEAL.c.recorded_at < later)).first() is not None
        assert session.execute(select(DEAL.c.id).where(DEAL.c.recorded_at >= later)).first() is None


def test_a_time_without_a_zone_is_refused(sessions: Sessions) -> None:
    table = a_table(sessions)
    with pytest.raises(StatementError, match="time zone"):
        put(sessions, DEAL, {"match_id": table.ref.id, **WHOLE, "recorded_at": MOMENT.replace(tzinfo=None)})


def test_nothing_written_while_reading_is_kept(sessions: Sessions) -> None:
    table = a_table(sessions)
    before = everything(sessions)
    try:
        with sessions.reading() as session:
            session.execute(insert(DEAL).values({"match_id": table.ref.id, **WHOLE}))
    except BookReadOnly:
        pass  # PostgreSQL refuses at once
    assert everything(sessions) == before


def test_a_reader_sees_one_moment_while_others_write(sessions: Sessions) -> None:
    table: Table = a_table(sessions, "Ana 1C=", new=a_new_match())
    with sessions.reading() as session:
        first = session.execute(select(MATCH.c.version)).all()
        table.record("Bo 2D=")
        assert session.execute(select(MATCH.c.version)).all() == first
        assert len(session.execute(select(DEAL.c.id)).all()) == 1
    assert table.look().version == 2
