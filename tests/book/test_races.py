"""Many at once, in threads of one process and in several processes: nobody loses, nothing is stored twice."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.book.access import home_book
from scorekeeper.book.changes import undo
from scorekeeper.book.database import Sessions, open_database
from scorekeeper.book.errors import StaleMatch
from scorekeeper.book.lifecycle import NewMatch, start_match
from scorekeeper.book.lists import list_matches
from scorekeeper.book.matches import record_deal
from scorekeeper.book.reading import load_match
from scorekeeper.config import Config
from tests.book import racing
from tests.builders import a_book, a_deal, a_new_match, a_table, a_visitor, count, draw_bridge

pytestmark = pytest.mark.alone  # who races wants every core for it


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Run all *acts* at the same moment, a thread each; an error is a result too."""
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        start.wait(10)
        try:
            return act()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_of_eight_threads_that_write_at_once_one_wins_and_seven_are_told(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=", "Ana 3H=")

    def write(tricks: int) -> Callable[[], object]:
        return lambda: table.do(record_deal, a_deal(f"Bo 1NT+{tricks}" if tricks else "Bo 1NT="), seen=3)

    results = at_once(*(write(tricks) for tricks in range(7)), lambda: table.do(undo, seen=3))
    told = [result for result in results if isinstance(result, StaleMatch)]
    assert len(told) == 7
    assert {stale.current.version for stale in told} == {4}
    assert table.look().version == 4
    assert len({line.number for line in table.look().match.lines}) == len(table.deals)


def test_of_eight_processes_that_write_at_once_one_wins_and_seven_are_told(sessions: Sessions, config: Config) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=", "Ana 3H=")
    deals = [f"Bo 1{strain}=" for strain in ("C", "D", "H", "S", "NT")] + [f"Ana {level}S=" for level in (1, 2, 3)]
    results = racing.race(
        racing.record_once, [(config, table.ref, a_deal(deal), 3, f"request-{n}") for n, deal in enumerate(deals)]
    )
    assert Counter(results) == {"stored": 1, "told about version 4": 7}
    assert len(table.deals) == 4
    assert table.deals[3:] == [deals[results.index("stored")]]


def test_a_form_sent_twice_at_once_is_stored_once_and_answered_twice(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=", "Ana 3H=")
    send = lambda: table.do(record_deal, a_deal("Ana 3NT="), seen=3, request="go-and-save")  # noqa: E731
    results = at_once(send, send, send, send)
    assert sorted(getattr(result, "replayed", result) for result in results) == [False, True, True, True]
    assert len(table.deals) == 4


def test_a_form_sent_twice_at_once_to_two_processes_is_stored_once(sessions: Sessions, config: Config) -> None:
    table = a_table(sessions, "Ana 1C=")
    results = racing.race(racing.record_once, [(config, table.ref, a_deal("Ana 3NT="), 1, "twice")] * 3)
    assert sorted(results) == ["replayed", "replayed", "stored"]
    assert len(table.deals) == 2


def test_fifty_saves_from_four_processes_are_all_stored_once_while_others_read(
    sessions: Sessions, config: Config
) -> None:
    table = draw_bridge(sessions, target=100_000)
    stop = threading.Event()

    def read() -> int:
        """What a page reads must fit together: as many deals as changes."""
        pages = 0
        while not stop.is_set():
            with sessions.reading() as session:
                kept = load_match(session, table.ref)
                list_matches(session, table.book, 10)
            assert len(kept.match.lines) == kept.version
            pages += 1
        return pages

    phones = [(config, table.ref, "phone0", 14), *((config, table.ref, f"phone{n}", 12) for n in (1, 2, 3))]
    with ThreadPoolExecutor(2) as pool:
        readers = [pool.submit(read) for _ in range(2)]
        try:
            slowest = racing.race(racing.record_many, phones)
        finally:
            stop.set()
        assert all(reader.result() > 0 for reader in readers)
    assert all(isinstance(seconds, float) and seconds < 5 for seconds in slowest), slowest
    assert table.look().version == 50
    assert table.look().match.totals == (50 * 20, 0)
    assert count(sessions, "deal") == 50


def test_start_tapped_five_times_makes_one_match(sessions: Sessions) -> None:
    book = a_book(sessions)
    results = at_once(*[lambda: start_match(sessions, book, a_new_match(), request="start")] * 5)
    assert len({getattr(result, "match_key", result) for result in results}) == 1
    assert (count(sessions, "match"), count(sessions, "player")) == (1, 2)


def test_start_tapped_five_times_by_a_visitor_makes_one_book(sessions: Sessions) -> None:
    visitor = a_visitor()
    results = at_once(*[lambda: start_match(sessions, None, a_new_match(), visitor=visitor, request="start")] * 5)
    assert len({getattr(result, "match_key", result) for result in results}) == 1
    assert [count(sessions, table) for table in ("scorebook", "match", "player")] == [1, 1, 2]


def test_start_tapped_at_once_in_three_processes_makes_one_match(sessions: Sessions, config: Config) -> None:
    results = racing.race(racing.start_once, [(config, a_new_match(), a_visitor(), None)] * 3)
    assert len(set(results)) == 1
    assert [count(sessions, table) for table in ("scorebook", "match", "player")] == [1, 1, 2]


def test_two_who_start_with_the_same_names_in_other_seats_get_the_same_people(sessions: Sessions) -> None:
    book = a_book(sessions)

    def start(new: NewMatch, request: str) -> Callable[[], object]:
        return lambda: start_match(sessions, book, new, request=request)

    for number in range(5):
        names = (f"Ana {number}", f"Bo {number}")
        results = at_once(
            *(start(a_new_match(names=names), f"left-{number}-{n}") for n in range(3)),
            *(start(a_new_match(names=names[::-1]), f"right-{number}-{n}") for n in range(3)),
        )
        assert not [result for result in results if isinstance(result, Exception)]
    assert (count(sessions, "match"), count(sessions, "player")) == (30, 10)


def test_there_is_one_home_book_whoever_asks_first(sessions: Sessions) -> None:
    results = at_once(*[lambda: home_book(sessions)] * 8)
    assert len({getattr(result, "key", result) for result in results}) == 1
    assert count(sessions, "scorebook") == 1


def test_several_processes_may_start_at_once_on_a_new_database(empty_config: Config) -> None:
    keys = racing.race(racing.home_once, [(empty_config,)] * 4)
    assert len(set(keys)) == 1, keys
    assert len(keys[0]) == 22


def test_opening_the_database_a_second_time_lets_go_of_nothing(sessions: Sessions, config: Config) -> None:
    """Closing an SQLite file drops every lock of the process on it, unless SQLite closes it."""
    table = a_table(sessions, "Ana 1C=")
    open_database(config).close()
    assert racing.race(racing.count_deals, [(config, table.ref)]) == [1]
    table.record("Bo 2D=")  # into the log, which the other process must not have thrown away
    assert racing.race(racing.count_deals, [(config, table.ref)]) == [2]


def test_the_next_writer_gets_its_turn_after_an_error(sessions: Sessions) -> None:
    table = a_table(sessions)
    with pytest.raises(ZeroDivisionError), sessions.writing():
        raise ZeroDivisionError
    table.record("Ana 1C=")
    assert table.deals == ["Ana 1C="]
