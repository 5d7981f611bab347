"""Reading: a match as it stands, and lists of them, in few queries."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Engine, event

from scorekeeper.book.access import Right, open_book
from scorekeeper.book.changes import undo
from scorekeeper.book.database import Session, Sessions, open_database
from scorekeeper.book.errors import MatchDeleted, MatchNotFound
from scorekeeper.book.lifecycle import delete_match, end_early
from scorekeeper.book.lists import list_matches, open_matches
from scorekeeper.book.matches import correct_deal, record_deal
from scorekeeper.book.reading import KeptMatch, load_match, look_at, open_match
from scorekeeper.book.settings import change_details
from scorekeeper.config import Config
from scorekeeper.rules.bridgette import BRIDGETTE, BridgetteRules
from scorekeeper.rules.deal import parse_deal
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from scorekeeper.rules.match import replay
from tests.builders import BO, Table, a_book, a_deal, a_new_match, a_request, a_table, draw_bridge
from tests.database_fixtures import Clock

SIX = ("Ana 3NT=", "Bo 4H-1", "pass", "Ana 1C+3", "Bo 7NTXX-13", "Ana 0NT=", "Bo 2SX+1")


@contextmanager
def counted(where: Session | Engine) -> Iterator[list[str]]:
    """The statements that a session makes, or all that go to the database."""
    queries: list[str] = []

    def note(*given: Any) -> None:
        queries.append(given[2])

    event.listen(where, "before_cursor_execute", note)
    yield queries
    event.remove(where, "before_cursor_execute", note)


def test_a_match_is_the_fold_of_its_deals(sessions: Sessions) -> None:
    kept = a_table(sessions, *SIX, new=a_new_match(first_dealer=BO, game_value=600)).look()
    deals = [a_deal(text) for text in SIX]
    assert kept.match == replay(BRIDGETTE, BridgetteRules(game_value=600), deals, first_dealer=BO)
    assert kept.game is BRIDGETTE


def test_a_match_is_read_with_five_queries_at_most_however_long_it_is(sessions: Sessions) -> None:
    table = draw_bridge(sessions, *["Ana 1C="] * 30, target=100_000)
    table.undo()
    with sessions.reading() as session, counted(session) as queries:
        kept = load_match(session, table.ref)
    assert (len(kept.match.lines), len(queries)) == (29, 5)
    assert kept.redoable is not None


def test_a_list_is_read_with_two_queries_however_long_it_is(sessions: Sessions) -> None:
    book = a_book(sessions)
    for _ in range(5):
        a_table(sessions, *SIX, book=book)
    with sessions.reading() as session, counted(session) as queries:
        assert len(list_matches(session, book, 10)) == 5
    assert len(queries) == 2


def test_a_deal_is_recorded_with_as_many_statements_however_long_the_match_is(sessions: Sessions) -> None:
    counts = []
    for deals in (1, 30):
        table = draw_bridge(sessions, *["Ana 1C="] * deals, target=100_000)
        with sessions.reading() as session:
            engine = session.engine
        with counted(engine) as statements:
            table.do(record_deal, a_deal("Bo 1C="), seen=deals)
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 9


def test_a_list_says_how_every_match_stands(sessions: Sessions) -> None:
    book = a_book(sessions)
    a_table(sessions, *SIX, book=book)
    a_table(sessions, "pass", "pass", book=book, new=a_new_match(deals=2, passed_out="count", tie_break="none"))
    a_table(sessions, "Ana 1C=", book=book).do(end_early)
    a_table(sessions, "Ana 3NT=", book=book, new=a_new_match(DRAW_BRIDGE, ("Cy", "Di"), BO, target=200))
    with sessions.reading() as session:
        in_play, abandoned, drawn, finished = list_matches(session, book, 10)
    assert [match.status for match in (finished, drawn, abandoned, in_play)] == [
        "finished",
        "drawn",
        "abandoned",
        "in play",
    ]
    assert (finished.totals, finished.winner, finished.next_dealer) == ((5750, 1300), 0, None)
    assert (drawn.totals, drawn.winner) == ((0, 0), None)
    assert (abandoned.winner, abandoned.next_dealer) == (None, None)
    assert (in_play.names, in_play.totals, in_play.winner) == (("Cy", "Di"), (100, 0), None)
    assert (in_play.next_number, in_play.next_used, in_play.next_dealer) == (2, 2, 0)
    assert (in_play.target, in_play.regular_deals) == (200, None)
    assert (finished.target, finished.regular_deals, finished.game) == (None, 6, BRIDGETTE)


def test_a_list_and_the_match_itself_agree(sessions: Sessions) -> None:
    table = a_table(sessions, *SIX)
    kept = table.look()
    with sessions.reading() as session:
        (listed,) = list_matches(session, table.book, 10)
    assert (listed.match, listed.version, listed.players, listed.played_on) == (
        kept.match,
        kept.version,
        kept.players,
        kept.details.played_on,
    )


def test_the_last_changed_match_comes_first(sessions: Sessions, clock: Clock) -> None:
    book = a_book(sessions)
    tables = []
    for _ in range(3):
        clock.pass_by(minutes=1)
        tables.append(a_table(sessions, book=book))
    clock.pass_by(minutes=1)
    tables[0].record("Ana 1C=")
    with sessions.reading() as session:
        found = [match.key for match in list_matches(session, book, 10)]
    assert found == [tables[number].ref.key for number in (0, 2, 1)]


def test_a_list_can_be_read_page_by_page_also_of_matches_changed_at_the_same_moment(
    sessions: Sessions, clock: Clock
) -> None:
    book = a_book(sessions)
    for number in range(7):
        a_table(sessions, book=book)
        if number % 3 == 0:
            clock.pass_by(minutes=1)
    a_table(sessions)  # in another book
    with sessions.reading() as session:
        whole = [match.key for match in list_matches(session, book, 100)]
        pages: list[str] = []
        while page := list_matches(session, book, 3, before=pages[-1] if pages else None):
            pages += [match.key for match in page]
    assert (pages, len(whole)) == (whole, 7)


@pytest.mark.parametrize("before", ["", "nothing", "x" * 22, "\0", "'"])
def test_a_page_after_a_match_that_is_not_there_is_empty(sessions: Sessions, before: str) -> None:
    table = a_table(sessions)
    other = a_table(sessions)
    with sessions.reading() as session:
        assert list_matches(session, table.book, 10, before=before) == []
        assert list_matches(session, table.book, 10, before=other.ref.key) == []


def test_a_book_without_matches_has_empty_lists(sessions: Sessions) -> None:
    book = a_book(sessions)
    with sessions.reading() as session:
        assert list_matches(session, book, 10) == []
        assert open_matches(session, book, 10) == []


def test_open_matches_are_those_in_play(sessions: Sessions) -> None:
    book = a_book(sessions)
    playing = [a_table(sessions, "Ana 1C=", book=book) for _ in range(3)]
    a_table(sessions, *SIX, book=book)
    a_table(sessions, book=book).do(end_early)
    a_table(sessions, book=book).do(delete_match)
    with sessions.reading() as session:
        assert [match.key for match in open_matches(session, book, 10)] == [t.ref.key for t in reversed(playing)]
        assert len(open_matches(session, book, 2)) == 2


def test_what_can_be_undone_is_read_as_it_was_made_through_many_undos_and_redos(sessions: Sessions) -> None:
    from scorekeeper.book.changes import redo

    table = a_table(sessions, "Ana 1C=", "Bo 2D=", "Ana 3H=")
    seen = [table.look()]
    for verb in (undo, undo, redo, undo, undo):
        table.do(verb)
        seen.append(table.look())
    assert [kept.last_change and kept.last_change.number for kept in seen] == [3, 2, 1, 2, 1, None]
    assert [kept.redoable and kept.redoable.number for kept in seen] == [None, 3, 2, 3, 2, 1]
    for one, other in pairwise(seen):
        assert other.version == one.version + 1


def test_a_book_opened_twice_reads_the_same(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    table.do(record_deal, parse_deal("0NT="))
    with sessions.reading() as session:
        book = open_book(session, table.book.key)
        assert book is not None
        assert [match.totals for match in list_matches(session, book, 1)] == [table.look().match.totals]


def test_a_match_that_has_not_changed_is_not_folded_again(sessions: Sessions) -> None:
    table, other = a_table(sessions, "Ana 1C="), a_table(sessions, "Ana 1C=")

    def look(at: Table = table) -> KeptMatch:
        with sessions.reading() as session:
            return look_at(session, at.ref)

    first = look()
    assert look() is first
    assert look(other) is not first
    assert look(other).stamp != first.stamp
    table.record("Bo 2D=")
    assert look() is not first
    assert len(look().match.lines) == 2


def test_what_a_verb_knows_is_forgotten_once_somebody_has_played_on(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    done = table.do(record_deal, parse_deal("2D="))
    with sessions.reading() as session, counted(session) as statements:
        known = look_at(session, table.ref, done.known)
    assert len(statements) == 1
    assert known.match.deals == table.look().match.deals
    table.do(correct_deal, 2, parse_deal("2H="))
    with sessions.reading() as session:
        assert look_at(session, table.ref, done.known) == table.look()
    assert table.deals == ["Ana 1C=", "Ana 2H="]


def test_a_match_is_opened_as_it_is_found_and_looked_at(sessions: Sessions) -> None:
    table, other = a_table(sessions, "Ana 1C="), a_table(sessions)
    with sessions.reading() as session:
        ref, kept = open_match(session, table.book, table.ref.key, at_least=Right.KEEP, deleted=False)
        assert (ref, kept) == (table.ref, look_at(session, table.ref))
        with counted(session) as statements:
            open_match(session, table.book, table.ref.key, at_least=Right.KEEP, deleted=False)
        assert len(statements) == 1
        for book, key in ((other.book, table.ref.key), (None, table.ref.key), (table.book, "no key")):
            with pytest.raises(MatchNotFound):
                open_match(session, book, key, at_least=Right.WATCH, deleted=True)
    table.do(delete_match)
    with sessions.reading() as session:
        with pytest.raises(MatchDeleted):
            open_match(session, table.book, table.ref.key, at_least=Right.WATCH, deleted=False)
        ref, kept = open_match(session, table.book, table.ref.key, at_least=Right.WATCH, deleted=True)
        assert (ref.deleted, kept.deleted_at is None) == (True, False)


def test_a_person_renamed_in_another_match_has_the_new_name_in_this_one(sessions: Sessions) -> None:
    book = a_book(sessions)
    table, other = a_table(sessions, "Ana 1C=", book=book), a_table(sessions, book=book)
    assert table.look().names == ("Ana", "Bo")
    kept = other.look()
    change_details(
        sessions,
        other.ref,
        kept.details,
        names={kept.players[0].id: "Anamaria"},
        seen=kept.version,
        request=a_request(),
    )
    assert table.look().names == ("Anamaria", "Bo")


def test_what_another_server_process_has_written_is_seen_at_once(sessions: Sessions, config: Config) -> None:
    table = a_table(sessions, "Ana 1C=")
    table.look()
    elsewhere = open_database(config)
    try:
        replace(table, sessions=elsewhere).record("Bo 2D=")
    finally:
        elsewhere.close()
    assert table.deals == ["Ana 1C=", "Bo 2D="]
