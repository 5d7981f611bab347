"""What a sheet says about corrections: only those that changed points after the next deal had been recorded."""

from scorekeeper.book.changes import redo
from scorekeeper.book.database import Sessions
from scorekeeper.book.matches import correct_deal, insert_deal, remove_deal
from scorekeeper.book.settings import swap_seats
from tests.builders import Table, a_deal, a_table, written


def told(table: Table) -> dict[int, str]:
    return {number: written(one.was) for number, one in table.look().corrections.items()}


def test_a_deal_that_was_corrected_after_the_next_one_was_recorded_is_told(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 2H=")
    assert told(table) == {}
    table.do(correct_deal, 1, a_deal("Ana 3NT+1"))
    assert told(table) == {1: "Ana 3NT="}
    assert table.look().corrections[1].at <= sessions.clock()


def test_the_last_deal_may_be_corrected_without_a_mark(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    table.do(correct_deal, 1, a_deal("Ana 4S="))
    table.record("Bo 2H=")
    assert told(table) == {}
    table.do(correct_deal, 1, a_deal("Ana 4S-1"))
    assert told(table) == {1: "Ana 4S="}


def test_a_correction_that_was_undone_leaves_no_mark_and_one_that_was_redone_does(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 2H=")
    table.do(correct_deal, 1, a_deal("Bo 3NT="))
    table.undo()
    assert told(table) == {}
    table.do(redo)
    assert told(table) == {1: "Ana 3NT="}
    table.undo()
    table.undo()
    assert told(table) == {}


def test_a_correction_that_changes_no_points_or_is_put_right_again_leaves_no_mark(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT+1", "Bo 2H=")
    table.do(correct_deal, 1, a_deal("Ana 3NT+2"))
    assert told(table) == {}
    table.do(correct_deal, 1, a_deal("Ana 3NT-1"))
    table.do(correct_deal, 1, a_deal("Ana 3NT+1"))
    assert told(table) == {}


def test_a_mark_goes_with_its_deal_when_others_come_and_go_and_when_seats_are_swapped(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 2H=", "Ana 1C=")
    table.do(correct_deal, 2, a_deal("Bo 2H-1"))
    table.do(insert_deal, 1, a_deal("Ana 4S="))
    assert told(table) == {3: "Bo 2H="}
    table.do(remove_deal, 2)
    assert told(table) == {2: "Bo 2H="}
    table.do(swap_seats)
    assert told(table) == {2: "Ana 2H="}
    table.do(remove_deal, 2)
    assert told(table) == {}
