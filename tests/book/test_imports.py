"""Matches going into files and coming into a book: nothing lost, nothing twice, all or nothing."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import select

from scorekeeper.book.access import Book
from scorekeeper.book.changes import redo
from scorekeeper.book.database import Sessions, open_database
from scorekeeper.book.errors import InvalidRequest, RequestReused
from scorekeeper.book.files import Compared, Difference, Standing, compare, file_book, file_match, tidied
from scorekeeper.book.imports import Imported, ImportOutdated, import_matches
from scorekeeper.book.lifecycle import delete_match, end_early
from scorekeeper.book.lists import list_matches, matches_of_request
from scorekeeper.book.matches import correct_deal
from scorekeeper.book.reading import Details
from scorekeeper.book.settings import change_details, change_rules, swap_seats
from scorekeeper.book.status import status_of
from scorekeeper.book.tables import MATCH
from scorekeeper.rules.bookfile import read_file, write_book
from scorekeeper.rules.bridgette import BridgetteRules
from scorekeeper.rules.csvfile import write_csv
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.filed import FiledMatch
from tests.builders import (
    Table,
    a_book,
    a_deal,
    a_new_match,
    a_ref,
    a_request,
    a_table,
    a_visitor,
    count,
    everything,
    rename,
)
from tests.database_fixtures import Clock, a_config
from tests.rules.builders import bridgette
from tests.rules.filing import filed_of, fileds


def export(sessions: Sessions, book: Book) -> str:
    """The book as its file."""
    with sessions.reading() as session:
        return write_book(file_book(session, book), book.timezone, ZoneInfo(book.timezone))


def exported(table: Table) -> FiledMatch:
    """The match as a file holds it."""
    with table.sessions.reading() as session:
        return file_match(session, table.ref)


def bring_in(sessions: Sessions, book: Book | None, *matches: FiledMatch, **more: Any) -> Imported:
    return import_matches(sessions, book, matches, **({"request": a_request()} | more))


def compared(sessions: Sessions, book: Book, *matches: FiledMatch) -> list[Compared]:
    with sessions.reading() as session:
        return compare(session, book, [tidied(filed, book.timezone, sessions.clock()) for filed in matches])


def standings(sessions: Sessions, book: Book, *matches: FiledMatch) -> list[str]:
    return [one.standing.value for one in compared(sessions, book, *matches)]


def a_full_book(sessions: Sessions) -> Book:
    """A book with matches of both games in every state, with details, corrections and odd names."""
    book = a_book(sessions)
    for deals, rules in (
        (("Ana 3NTX+1", "pass", "Bo 4H-1"), {}),
        (("Ana 3NT=", "Bo 1C="), {"deals": 2}),
        (("Ana 3NT=", "Bo 3NT="), {"deals": 2}),
        (("pass", "pass"), {"deals": 2, "passed_out": "count", "tie_break": "none"}),
        ((), {"doubling": "bonus only", "odd_trick_points": "on", "game_value": 450}),
    ):
        a_table(sessions, *deals, book=book, new=a_new_match(**rules))
    emoji = a_table(sessions, "Ana 4S=", book=book, new=a_new_match(DRAW_BRIDGE, ("👩‍❤️‍💋‍👨", "🃏 Ana"), 1, target=100))
    emoji.do(change_details, Details("Été (тест)", date(2026, 2, 28), "Kranj", "Rain.\nTea."))
    corrected = a_table(sessions, "Ana 4H=", "Bo 2C+1", "Ana 1NT-2", book=book, new=a_new_match(names=("Cy", "Ana")))
    corrected.do(correct_deal, 1, a_deal("Ana 4HX="))
    corrected.do(swap_seats)
    a_table(sessions, "Bo 4S-2", book=book).do(end_early)
    a_table(sessions, "Bo 4S-2", book=book).do(delete_match)
    return book


def test_a_book_that_is_brought_into_another_one_is_the_same_there(sessions: Sessions) -> None:
    book, other = a_full_book(sessions), a_book(sessions)
    before = export(sessions, book)
    done = bring_in(sessions, other, *read_file(before.encode()).whole)
    assert (done.added, done.updated) == (8, 0)
    assert export(sessions, other) == before
    with sessions.reading() as session:
        listed = [list_matches(session, one, 100) for one in (book, other)]
    assert [[(m.names, m.totals, m.status, m.winner, m.played_on) for m in one] for one in listed[:1]] == [
        [(m.names, m.totals, m.status, m.winner, m.played_on) for m in listed[1]]
    ]


def test_an_export_holds_no_key_and_nothing_that_was_deleted(sessions: Sessions) -> None:
    book = a_full_book(sessions)
    text = export(sessions, book)
    with sessions.reading() as session:
        keys = session.execute(select(MATCH.c.key)).scalars().all()
        deleted = session.execute(select(MATCH.c.uid).where(MATCH.c.deleted_at.is_not(None))).scalars().all()
    assert deleted
    for secret in [*keys, *deleted, book.key]:
        assert secret not in text


def test_an_export_writes_every_house_rule_and_moments_with_their_offset(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 3NT=")
    clock.pass_by(minutes=5)
    table.record("Bo 2H=")
    (match,) = json.loads(export(sessions, table.book))["matches"]
    assert len(match["rules"]) == 6
    assert match["created_at"] == "2026-03-01T21:30:00+01:00"
    assert match["deals"][1]["recorded_at"] == "2026-03-01T21:35:00+01:00"


def test_a_correction_travels_and_can_be_undone_where_it_arrives(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 4H=", "Bo 2C+1")
    clock.pass_by(minutes=5)
    table.do(correct_deal, 1, a_deal("Ana 4HX="))
    other = a_book(sessions)
    bring_in(sessions, other, exported(table))
    there = the_match(sessions, other)
    kept = there.look()
    assert [(number, one.was, one.at) for number, one in kept.corrections.items()] == [
        (1, a_deal("Ana 4H="), clock.now)
    ]
    there.undo()
    assert there.deals == ["Ana 4H=", "Bo 2C+1"]
    assert there.look().corrections == {}


def the_match(sessions: Sessions, book: Book) -> Table:
    """The only match of the book."""
    with sessions.reading() as session:
        (match,) = list_matches(session, book, 10)
    return Table(sessions, book, a_ref(sessions, book, match.key))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fileds())
def test_any_match_comes_back_from_a_book_as_it_came(sessions: Sessions, filed: FiledMatch) -> None:
    played = replace(filed, played_on=date(2026, 2, 28), created_at=None, changed_at=None, corrections={})
    book = a_book(sessions)
    bring_in(sessions, book, played)
    with sessions.reading() as session:
        (back,) = file_book(session, book)
    assert back.file == played.file
    assert (back.title, back.place, back.note) == (filed.title, filed.place, filed.note)
    assert back.ended_early == filed.ended_early
    for at, kept_at in zip(filed.recorded_at, back.recorded_at, strict=True):
        assert at is None or at == kept_at
    assert standings(sessions, book, played) == ["here"]
    match = the_match(sessions, book).look()
    assert match.match.totals == filed.file.match.totals
    with sessions.reading() as session:
        status = session.execute(select(MATCH.c.status).where(MATCH.c.scorebook_id == book.id)).scalar_one()
    assert status == status_of(match.match, match.abandoned_at)


def test_what_is_here_already_is_left_as_it_is_however_often_it_comes(sessions: Sessions) -> None:
    book = a_full_book(sessions)
    found = read_file(export(sessions, book).encode()).whole
    before = everything(sessions) | {"request": []}
    assert standings(sessions, book, *found) == ["here"] * 8
    for _ in range(2):
        done = bring_in(sessions, book, *found)
        assert (done.added, done.updated) == (0, 0)
    assert everything(sessions) | {"request": []} == before


def test_the_same_request_again_does_nothing(sessions: Sessions) -> None:
    book, filed = a_book(sessions), filed_of(bridgette("Ana 3NT="))
    bring_in(sessions, book, filed, request="once")
    before = everything(sessions)
    bring_in(sessions, book, filed, request="once")
    assert everything(sessions) == before
    with pytest.raises(RequestReused):
        bring_in(sessions, book, filed_of(bridgette("pass")), request="once")


def test_a_table_from_a_spreadsheet_is_here_already_too(sessions: Sessions) -> None:
    book = a_full_book(sessions)
    with sessions.reading() as session:
        data = write_csv(file_book(session, book))
    assert standings(sessions, book, *read_file(data).whole) == ["here"] * 8


def test_seats_are_no_difference(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1")
    before = exported(table)
    table.do(swap_seats)
    assert standings(sessions, table.book, before) == ["here"]


def test_a_different_match_is_told_apart_and_left_alone_unless_it_is_chosen(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1", "pass")
    before = exported(table)
    table.do(correct_deal, 2, a_deal("Bo 4H="))
    table.record("Ana 1C=")
    table.do(change_rules, BridgetteRules(deals=8))
    table.do(change_details, Details("Final", date(2026, 3, 1), None, None))
    table.do(end_early)
    (one,) = compared(sessions, table.book, before)
    assert one.standing is Standing.DIFFERENT
    assert one.differences == (
        Difference("deals", 8, 6),
        Difference("deal", a_deal("Bo 4H="), a_deal("Bo 4H-1"), 2),
        Difference("deal", a_deal("Ana 1C="), None, 4),
        Difference("title", "Final", None),
        Difference("ended early", True, False),
    )
    was = everything(sessions) | {"request": []}
    assert bring_in(sessions, table.book, before).updated == 0
    assert everything(sessions) | {"request": []} == was


def test_an_update_makes_the_match_what_the_file_says_and_undo_takes_it_back(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1", "pass")
    before = exported(table)
    table.do(correct_deal, 2, a_deal("Bo 4H="))
    table.record("Ana 1C=")
    table.do(change_rules, BridgetteRules(deals=8))
    table.do(end_early)
    after = exported(table)
    done = bring_in(sessions, table.book, before, update={before.uid: table.version})
    assert (done.added, done.updated) == (0, 1)
    assert exported(table).file == before.file
    assert table.look().status == "in play"
    assert standings(sessions, table.book, before) == ["here"]
    table.undo()
    assert exported(table).file == after.file
    assert table.look().status == "abandoned"
    table.do(redo)
    assert exported(table).file == before.file


def test_an_update_tells_of_the_deals_that_it_corrected(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1", "pass")
    before = exported(table)
    table.do(correct_deal, 2, a_deal("Bo 4H="))
    clock.pass_by(minutes=5)
    bring_in(sessions, table.book, before, update={before.uid: table.version})
    assert table.look().corrections == {}  # as it was at first
    other = replace(before, file=replace(before.file, deals=(a_deal("Ana 3NT+3"), *before.file.deals[1:])))
    bring_in(sessions, table.book, other, update={before.uid: table.version})
    assert {number: one.was for number, one in table.look().corrections.items()} == {1: a_deal("Ana 3NT=")}


def test_an_update_of_a_match_that_was_changed_since_is_refused_and_nothing_comes_in(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    before = exported(table)
    table.record("Bo 4H-1")
    seen = table.version
    table.record("pass")
    was = everything(sessions)
    with pytest.raises(ImportOutdated):
        bring_in(sessions, table.book, filed_of(bridgette("pass")), before, update={before.uid: seen})
    assert everything(sessions) == was


def test_a_match_between_other_people_here_is_not_touched(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    before = exported(table)
    rename(table, {table.look().players[0].id: "Anna"})
    (one,) = compared(sessions, table.book, before)
    assert (one.standing, one.names_here) == (Standing.OTHER_PEOPLE, ("Anna", "Bo"))
    assert bring_in(sessions, table.book, before, update={before.uid: table.version}).updated == 0
    assert table.look().names == ("Anna", "Bo")


def test_a_deleted_match_stays_deleted(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    before = exported(table)
    table.do(delete_match)
    assert standings(sessions, table.book, before) == ["deleted"]
    bring_in(sessions, table.book, before, update={before.uid: table.version})
    assert table.deleted().look().deleted_at is not None


def test_people_are_found_by_their_names_in_any_case(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    bring_in(sessions, table.book, filed_of(bridgette("pass"), ("ANA", "Cy")))
    with sessions.reading() as session:
        assert {name for m in list_matches(session, table.book, 9) for name in m.names} == {"Ana", "Bo", "Cy"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": "x" * 101}, "title"),
        ({"place": "a\x00"}, "place"),
        ({"note": "\ud800"}, "note"),
        ({"note": "x" * 2001}, "note"),
        ({"played_on": date(1899, 12, 31)}, "played_on"),
        ({"played_on": date(2999, 1, 1)}, "played_on"),
    ],
)
def test_what_no_book_can_keep_is_refused_and_nothing_comes_in(
    sessions: Sessions, changes: dict[str, Any], field: str
) -> None:
    book = a_book(sessions)
    was = everything(sessions)
    with pytest.raises(InvalidFile) as refusal:
        bring_in(sessions, book, filed_of(bridgette("Ana 3NT=")), filed_of(bridgette("pass"), **changes))
    assert refusal.value.field == field
    assert everything(sessions) == was


@pytest.mark.parametrize("names", [("x" * 41, "Bo"), ("\u2800", "Bo"), ("Ana", "\u3164")])
def test_a_name_that_no_player_can_have_is_refused(sessions: Sessions, names: tuple[str, str]) -> None:
    book = a_book(sessions)
    with pytest.raises(InvalidFile, match="players"):
        bring_in(sessions, book, filed_of(bridgette("pass"), names))


def test_a_bug_in_the_middle_leaves_nothing_behind(sessions: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    book = a_book(sessions)
    was = everything(sessions)
    good = filed_of(bridgette("Ana 3NT="))
    with pytest.raises(ZeroDivisionError):
        bring_in(sessions, book, good, replace(good, uid="other", recorded_at=(Broken(),)))
    assert everything(sessions) == was


class Broken:
    """A moment that cannot be kept."""

    def astimezone(self, *_: object) -> None:
        raise ZeroDivisionError

    tzinfo = UTC

    def isoformat(self) -> str:
        raise ZeroDivisionError


def test_a_visitor_gets_a_book_with_the_first_import_and_the_same_one_again(sessions: Sessions) -> None:
    visitor, filed = a_visitor(), filed_of(bridgette("Ana 3NT="))
    first = bring_in(sessions, None, filed, visitor=visitor, request="once", timezone="Asia/Tokyo")
    again = bring_in(sessions, None, filed, visitor=visitor, request="once", timezone="Asia/Tokyo")
    later = bring_in(sessions, first.book, filed, request="once")
    assert first.book == again.book == later.book
    assert first.book.timezone == "Asia/Tokyo"
    assert count(sessions, "scorebook") == count(sessions, "match") == 1
    with pytest.raises(InvalidRequest):
        bring_in(sessions, None, filed)
    with pytest.raises(InvalidFile, match="no match"):
        bring_in(sessions, None, visitor=visitor)


def test_matches_are_found_by_the_request_that_brought_them_in(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    before = exported(table)
    table.record("pass")
    filed = filed_of(bridgette("pass"), ("Cy", "Di"))
    bring_in(sessions, table.book, filed, before, update={before.uid: table.version}, request="these")
    with sessions.reading() as session:
        found = matches_of_request(session, table.book, "these", 10)
        assert {match.names for match in found} == {("Ana", "Bo"), ("Cy", "Di")}
        assert matches_of_request(session, a_book(sessions), "these", 10) == []


def test_eight_who_bring_in_the_same_at_once_bring_it_in_once(sessions: Sessions) -> None:
    book, filed = a_book(sessions), [filed_of(bridgette("Ana 3NT="), (f"A{n}", "Bo"), uid=f"u{n}") for n in range(5)]
    with ThreadPoolExecutor(8) as threads:
        done = list(threads.map(lambda _: bring_in(sessions, book, *filed), range(8)))
    assert sum(one.added for one in done) == count(sessions, "match") == 5


def test_moments_to_come_are_not_kept(sessions: Sessions, clock: Clock) -> None:
    book = a_book(sessions)
    later = clock.now + timedelta(days=400)
    bring_in(sessions, book, filed_of(bridgette("pass"), created_at=later, changed_at=later))
    with sessions.reading() as session:
        (match,) = list_matches(session, book, 9)
        assert match.changed_at == clock.now


# From one database to another


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Sessions]:
    """A database in a file, whatever the others are."""
    opened = open_database(a_config(tmp_path / "sqlite"))
    yield opened
    opened.close()


def test_a_book_goes_from_sqlite_to_this_database_and_back_unchanged(sessions: Sessions, sqlite: Sessions) -> None:
    book = a_full_book(sqlite)
    text = export(sqlite, book)
    here = a_book(sessions)
    bring_in(sessions, here, *read_file(text.encode()).whole)
    assert export(sessions, here) == text
    back = a_book(sqlite)
    bring_in(sqlite, back, *read_file(export(sessions, here).encode()).whole)
    assert export(sqlite, back) == text
