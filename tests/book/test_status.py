"""The status that lists find matches by is a copy of what follows from the deals, whatever was done."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, select

from scorekeeper.book.access import new_key
from scorekeeper.book.changes import redo, undo
from scorekeeper.book.database import Sessions
from scorekeeper.book.lifecycle import delete_match, end_early, play_on, rematch, restore_match
from scorekeeper.book.lists import count_finished, ended_matches, open_matches
from scorekeeper.book.matches import correct_deal, insert_deal, record_deal, remove_deal
from scorekeeper.book.settings import change_game, change_rules, swap_seats
from scorekeeper.book.tables import MATCH
from scorekeeper.rules.bridgette import BRIDGETTE, BridgetteRules
from scorekeeper.rules.draw_bridge import DrawBridgeRules
from tests.builders import Table, a_book, a_deal, a_new_match, a_ref, a_table, draw_bridge
from tests.database_fixtures import Clock

TO_100 = DrawBridgeRules(target=100)
TO_300 = DrawBridgeRules(target=300)


def kept_status(table: Table) -> str:
    """The status as the table of matches has it."""
    with table.sessions.reading() as session:
        return session.execute(select(MATCH.c.status).where(MATCH.c.id == table.ref.id)).scalar_one()


Acts = tuple[tuple[Any, ...], ...]


@pytest.mark.parametrize(
    ("deals", "acts", "status"),
    [
        ((), (), "in play"),
        (("Ana 1C=",), (), "in play"),
        (("Ana 3NT=",), (), "finished"),
        (("Ana 3NT=",), ((undo,),), "in play"),
        (("Ana 3NT=",), ((undo,), (redo,)), "finished"),
        (("Ana 3NT=",), ((remove_deal, 1),), "in play"),
        (("Ana 3NT=",), ((correct_deal, 1, a_deal("Ana 1C=")),), "in play"),
        (("Ana 1C=",), ((correct_deal, 1, a_deal("Ana 3NT=")),), "finished"),
        (("Ana 1C=",), ((insert_deal, 1, a_deal("Bo 3NT=")),), "finished"),
        (("Ana 3NT=",), ((change_rules, TO_300),), "in play"),
        (("Ana 3NT=",), ((change_rules, TO_300), (change_rules, TO_100)), "finished"),
        (("Ana 3NT=",), ((change_rules, TO_300), (undo,)), "finished"),
        (("Ana 3NT=",), ((swap_seats,),), "finished"),
        (("Ana 1C=",), ((end_early,),), "abandoned"),
        (("Ana 1C=",), ((end_early,), (undo,)), "in play"),
        (("Ana 1C=",), ((end_early,), (play_on,)), "in play"),
        (("Ana 1C=",), ((end_early,), (correct_deal, 1, a_deal("Ana 3NT="))), "abandoned"),
        (("Ana 1C=",), ((end_early,), (correct_deal, 1, a_deal("Ana 3NT=")), (play_on,)), "finished"),
        (("Ana 3NT=",), ((delete_match,),), "finished"),
        (("Ana 3NT=",), ((delete_match,), (restore_match,)), "finished"),
        ((), ((change_game, BRIDGETTE, BridgetteRules(deals=2)), *[(record_deal, a_deal("Bo 1C="))] * 2), "finished"),
        (
            (),
            ((change_game, BRIDGETTE, BridgetteRules(deals=2, passed_out="count", tie_break="none")),
             *[(record_deal, a_deal("pass"))] * 2),
            "drawn",
        ),
    ],
)  # fmt: skip
def test_the_status_follows_every_change(sessions: Sessions, deals: tuple[str, ...], acts: Acts, status: str) -> None:
    table = draw_bridge(sessions, *deals, target=100).deleted()
    for verb, *arguments in acts:
        table.do(verb, *arguments)
    assert (kept_status(table), table.look().status) == (status, status)


def test_a_rematch_is_in_play_however_the_last_one_stands(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", target=100)
    again = Table(sessions, table.book, a_ref(sessions, table.book, rematch(sessions, table.ref, request="again")))
    assert kept_status(again) == again.look().status == "in play"


def a_book_of_every_status(sessions: Sessions, clock: Clock) -> dict[str, Table]:
    """A book with a match for each status, a minute apart, and deleted ones and other books beside them."""
    book = a_book(sessions)
    tables: dict[str, Table] = {}

    def add(name: str, *deals: str, verb: Callable[..., Any] | None = None, **rules: object) -> None:
        clock.pass_by(minutes=1)
        tables[name] = a_table(sessions, *deals, book=book, new=a_new_match(**rules))
        if verb is not None:
            tables[name].do(verb)

    add("in play", "Ana 1C=")
    add("finished", "Ana 1C=", "Ana 1C=", deals=2)
    add("drawn", "pass", "pass", deals=2, passed_out="count", tie_break="none")
    add("abandoned", "Ana 1C=", verb=end_early)
    add("deleted in play", "Ana 1C=", verb=delete_match)
    add("deleted finished", "Ana 1C=", "Ana 1C=", deals=2, verb=delete_match)
    a_table(sessions)
    a_table(sessions, "Ana 1C=", "Ana 1C=", new=a_new_match(deals=2))
    return tables


def test_matches_in_play_and_those_that_ended_are_listed_the_last_changed_first(
    sessions: Sessions, clock: Clock
) -> None:
    tables = a_book_of_every_status(sessions, clock)
    key_of = {table.ref.key: name for name, table in tables.items()}
    book = tables["in play"].book
    with sessions.reading() as session:
        assert [key_of[match.key] for match in open_matches(session, book, 10)] == ["in play"]
        ended = ended_matches(session, book, 10)
        assert [key_of[match.key] for match in ended] == ["abandoned", "drawn", "finished"]
        assert [match.status for match in ended] == ["abandoned", "drawn", "finished"]
        assert [key_of[match.key] for match in ended_matches(session, book, 2)] == ["abandoned", "drawn"]


def test_finished_matches_are_those_played_to_their_end(sessions: Sessions, clock: Clock) -> None:
    tables = a_book_of_every_status(sessions, clock)
    book, empty = tables["in play"].book, a_book(sessions)
    with sessions.reading() as session:
        assert count_finished(session, book) == 2
        assert count_finished(session, empty) == 0
    tables["finished"].do(delete_match)
    with sessions.reading() as session:
        assert count_finished(session, book) == 1


def test_a_match_in_play_is_found_however_many_were_played_since(sessions: Sessions, clock: Clock) -> None:
    tables = a_book_of_every_status(sessions, clock)
    book = tables["in play"].book
    with sessions.reading() as session:
        row = session.execute(select(MATCH).where(MATCH.c.id == tables["finished"].ref.id)).one()
    columns = dict(row._mapping)
    clones = [{**columns, "id": 1000 + n, "key": new_key(), "uid": f"{n:032}"} for n in range(300)]
    with sessions.writing() as session:
        session.execute(insert(MATCH), clones)
    with sessions.reading() as session:
        assert [match.key for match in open_matches(session, book, 10)] == [tables["in play"].ref.key]
        assert len(ended_matches(session, book, 10)) == 10
        assert count_finished(session, book) == 302
