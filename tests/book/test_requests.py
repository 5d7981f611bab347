"""One request key, one change."""

import pickle

import pytest

from scorekeeper.book.database import Sessions
from scorekeeper.book.errors import (
    BookError,
    InvalidName,
    InvalidRequest,
    MatchDeleted,
    MatchNotFound,
    RequestReused,
    StaleMatch,
)
from scorekeeper.book.lifecycle import delete_match, rematch, restore_match, start_match
from scorekeeper.book.matches import correct_deal, insert_deal, record_deal, remove_deal
from scorekeeper.book.settings import change_first_dealer, swap_seats
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from scorekeeper.rules.errors import MatchOver
from tests.builders import (
    Table,
    a_book,
    a_deal,
    a_new_match,
    a_ref,
    a_table,
    a_visitor,
    draw_bridge,
    everything,
    rename,
)


def test_the_same_request_again_gets_the_same_answer_and_changes_nothing(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    first = table.do(record_deal, a_deal("Bo 3NT="), seen=1, request="one")
    stored = everything(sessions)
    again = table.do(record_deal, a_deal("Bo 3NT="), seen=1, request="one")
    assert (again.version, again.replayed) == (first.version, True)
    assert everything(sessions) == stored


def test_a_retry_after_others_went_on_still_gets_its_answer(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    table.do(record_deal, a_deal("Bo 3NT="), seen=1, request="one")
    table.record("Ana 4S=")
    again = table.do(record_deal, a_deal("Bo 3NT="), seen=1, request="one")
    assert (again.version, again.replayed) == (2, True)
    assert table.deals == ["Ana 1C=", "Bo 3NT=", "Ana 4S="]


def test_a_retry_that_has_seen_the_latest_version_changes_nothing_either(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    table.do(record_deal, a_deal("Bo 3NT="), seen=1, request="one")
    stored = everything(sessions)
    assert table.do(record_deal, a_deal("Bo 3NT="), seen=2, request="one").replayed
    assert everything(sessions) == stored


def test_the_retry_of_the_deal_that_ended_the_match_is_no_refusal(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", "Ana 3NT=")
    table.do(record_deal, a_deal("Ana 3NT="), seen=2, request="last")
    assert table.do(record_deal, a_deal("Ana 3NT="), seen=2, request="last").replayed
    with pytest.raises(MatchOver):
        table.do(record_deal, a_deal("Ana 3NT="), request="another")


def test_the_same_key_with_another_deal_is_refused(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=")
    table.do(record_deal, a_deal("Bo 3NT="), seen=2, request="one")
    stored = everything(sessions)
    for verb, *what in (
        (record_deal, a_deal("Bo 3NT+1")),
        (record_deal, a_deal("Ana 3NT=")),
        (insert_deal, 1, a_deal("Bo 3NT=")),
        (correct_deal, 1, a_deal("Bo 3NT=")),
        (remove_deal, 1),
        (swap_seats,),
    ):
        for seen in (2, 3):
            with pytest.raises(RequestReused):
                table.do(verb, *what, seen=seen, request="one")
    assert everything(sessions) == stored


def test_a_refused_request_may_be_sent_again_with_other_content(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=")
    with pytest.raises(StaleMatch):
        table.do(record_deal, a_deal("Bo 2H="), seen=0, request="one")
    assert not table.do(record_deal, a_deal("Bo 2H+1"), seen=1, request="one").replayed


def test_request_keys_are_those_of_one_match(sessions: Sessions) -> None:
    one = a_table(sessions)
    two = a_table(sessions, book=one.book)
    one.do(record_deal, a_deal("Ana 1C="), request="same")
    assert not two.do(record_deal, a_deal("Bo 2D="), request="same").replayed


@pytest.mark.parametrize("request_key", ["", "a b", "ä", "\0", "x" * 65, "a\n", "'; DROP TABLE deal", None, 5])
def test_a_request_key_of_another_shape_is_refused(sessions: Sessions, request_key: str) -> None:
    table = a_table(sessions)
    before = everything(sessions)
    with pytest.raises(InvalidRequest):
        record_deal(sessions, table.ref, a_deal("Ana 1C="), seen=0, request=request_key)
    assert everything(sessions) == before


def test_a_change_that_changes_nothing_uses_up_no_key(sessions: Sessions) -> None:
    table = a_table(sessions)
    assert not table.do(change_first_dealer, 0, request="one").changed
    assert table.do(record_deal, a_deal("Ana 1C="), request="one").changed


def test_start_sent_twice_makes_one_match(sessions: Sessions) -> None:
    book = a_book(sessions)
    first = start_match(sessions, book, a_new_match(), request="start")
    stored = everything(sessions)
    assert start_match(sessions, book, a_new_match(), request="start") == first
    assert everything(sessions) == stored


def test_start_with_the_same_key_and_other_players_is_refused(sessions: Sessions) -> None:
    book = a_book(sessions)
    start_match(sessions, book, a_new_match(), request="start")
    stored = everything(sessions)
    for other in (
        a_new_match(names=("Ana", "Cy")),
        a_new_match(DRAW_BRIDGE),
        a_new_match(first_dealer=1),
        a_new_match(deals=8),
    ):
        with pytest.raises(RequestReused):
            start_match(sessions, book, other, request="start")
    assert everything(sessions) == stored


def test_a_visitor_without_a_book_who_starts_twice_gets_one_book_and_one_match(sessions: Sessions) -> None:
    visitor = a_visitor()
    first = start_match(sessions, None, a_new_match(), visitor=visitor, request="start")
    stored = everything(sessions)
    assert start_match(sessions, None, a_new_match(), visitor=visitor, request="start") == first
    # The third tap comes with the book that the first one made.
    assert start_match(sessions, first.book, a_new_match(), visitor=visitor, request="start") == first
    assert start_match(sessions, first.book, a_new_match(), request="start") == first
    assert everything(sessions) == stored


def test_two_visitors_may_use_the_same_request_key(sessions: Sessions) -> None:
    one = start_match(sessions, None, a_new_match(), visitor=a_visitor(), request="start")
    two = start_match(sessions, None, a_new_match(), visitor=a_visitor(), request="start")
    assert one.book.id != two.book.id
    assert one.match_key != two.match_key


@pytest.mark.parametrize("visitor", [None, "", "short", "x" * 21 + "\0", "x" * 23])
def test_a_visitor_without_a_key_starts_nothing(sessions: Sessions, visitor: str | None) -> None:
    with pytest.raises(InvalidRequest):
        start_match(sessions, None, a_new_match(), visitor=visitor, request="start")
    assert not any(everything(sessions).values())


def test_a_rematch_asked_for_twice_is_one_match(sessions: Sessions) -> None:
    table = a_table(sessions)
    key = rematch(sessions, table.ref, request="again")
    stored = everything(sessions)
    assert rematch(sessions, table.ref, request="again") == key
    assert everything(sessions) == stored
    assert rematch(sessions, table.ref, request="once-more") != key


def test_a_deletion_sent_twice_is_answered_twice(sessions: Sessions) -> None:
    table = a_table(sessions)
    first = table.do(delete_match, seen=0, request="away")
    found = Table(sessions, table.book, a_ref(sessions, table.book, table.ref.key, deleted=True))
    again = found.do(delete_match, seen=0, request="away")
    assert (again.version, again.replayed) == (first.version, True)
    with pytest.raises(MatchNotFound):
        table.do(delete_match, seen=0, request="other")


def test_a_restoration_sent_twice_is_answered_twice(sessions: Sessions) -> None:
    table = a_table(sessions).deleted()
    table.do(delete_match)
    table.do(restore_match, seen=1, request="back")
    assert table.do(restore_match, seen=1, request="back").replayed
    assert not table.do(restore_match, request="other").changed
    assert table.look().deleted_at is None


def test_a_renaming_sent_twice_does_not_undo_what_came_between(sessions: Sessions) -> None:
    table = a_table(sessions)
    player = table.look().players[0].id
    rename(table, {player: "Anna"}, request="one")
    rename(table, {player: "Hanna"}, request="two")
    assert rename(table, {player: "Anna"}, request="one").replayed
    assert table.look().names == ("Hanna", "Bo")
    with pytest.raises(RequestReused):
        rename(table, {player: "Berta"}, request="one")
    assert table.look().names == ("Hanna", "Bo")


def test_refusals_survive_the_way_to_another_process() -> None:
    errors: list[BookError] = [
        MatchNotFound(),
        MatchDeleted(),
        RequestReused(),
        InvalidName("left", "A name has at most %(most)s characters.", most=40),
        InvalidRequest("request", "No."),
    ]
    for error in errors:
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
        assert (type(copy), str(copy), copy.field) == (type(error), str(error), error.field)
