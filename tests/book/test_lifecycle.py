"""How matches come and go."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper.book.access import home_book, match_for, open_book
from scorekeeper.book.changes import redo, undo
from scorekeeper.book.database import Sessions
from scorekeeper.book.errors import MatchDeleted, MatchNotFound
from scorekeeper.book.lifecycle import (
    NewMatch,
    delete_match,
    end_early,
    play_on,
    purge,
    rematch,
    restore_match,
    start_match,
)
from scorekeeper.book.lists import deleted_matches, list_matches
from scorekeeper.book.matches import correct_deal, record_deal
from scorekeeper.book.settings import swap_seats
from scorekeeper.rules.bridgette import BRIDGETTE, BridgetteRules
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE, DrawBridgeRules
from scorekeeper.rules.errors import InvalidDeal, InvalidRules, MatchOver
from tests.builders import (
    BO,
    Table,
    a_book,
    a_deal,
    a_new_match,
    a_ref,
    a_request,
    a_table,
    a_visitor,
    count,
    draw_bridge,
    everything,
)
from tests.database_fixtures import Clock


def test_the_first_match_of_a_visitor_brings_a_book(sessions: Sessions) -> None:
    started = start_match(sessions, None, a_new_match(), visitor=a_visitor(), request="start")
    with sessions.reading() as session:
        assert open_book(session, started.book.key) == started.book
    assert (started.book.timezone, started.book.home) == ("Europe/Ljubljana", False)
    assert Table(sessions, started.book, a_ref(sessions, started.book, started.match_key)).look().names == ("Ana", "Bo")


@pytest.mark.parametrize(
    "timezone", [None, "", "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "\0", "Europe", "x" * 10**5]
)
def test_a_browser_that_names_no_zone_gets_that_of_the_server(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch, timezone: str | None
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tashkent")
    new = a_new_match()._replace(timezone=timezone)
    assert start_match(sessions, None, new, visitor=a_visitor(), request="start").book.timezone == "Asia/Tashkent"


LATE = datetime(2026, 6, 30, 22, 30, tzinfo=UTC)


def test_the_home_book_takes_the_zone_of_the_first_browser_that_names_one(
    sessions: Sessions, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    clock.now = LATE
    days = []
    home = home_book(sessions)
    assert home.timezone == "UTC"
    for zone, expected in (
        (None, "UTC"),
        ("Mars/Olympus", "UTC"),
        ("Asia/Tashkent", "Asia/Tashkent"),
        ("America/New_York", "Asia/Tashkent"),
    ):
        started = start_match(sessions, home, a_new_match()._replace(timezone=zone), request=a_request())
        assert started.book.timezone == expected
        days.append(Table(sessions, home, a_ref(sessions, home, started.match_key)).look().details.played_on.day)
        with sessions.reading() as session:
            assert open_book(session, home.key) == started.book == replace(home, timezone=expected)
    assert days == [30, 30, 1, 1]  # it is July already in Tashkent
    assert home_book(sessions).timezone == "Asia/Tashkent"


def test_a_book_without_a_zone_is_in_that_of_the_server_wherever_it_moves(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Ljubljana")
    book = start_match(sessions, None, a_new_match()._replace(timezone=None), visitor=a_visitor(), request="start").book
    assert book.timezone == "Europe/Ljubljana"
    monkeypatch.setenv("TZ", "Asia/Tashkent")
    with sessions.reading() as session:
        assert open_book(session, book.key) == replace(book, timezone="Asia/Tashkent")


def test_a_start_sent_again_from_another_zone_is_answered_alike(sessions: Sessions) -> None:
    home = home_book(sessions)
    first = start_match(sessions, home, a_new_match()._replace(timezone="Asia/Tashkent"), request="start")
    again = start_match(sessions, home, a_new_match()._replace(timezone="America/New_York"), request="start")
    assert again == first


def test_a_match_that_cannot_be_leaves_no_book_and_no_people(sessions: Sessions) -> None:
    wrong = [
        (NewMatch(BRIDGETTE, DrawBridgeRules(), ("Ana", "Bo"), 0), InvalidRules),
        (NewMatch(BRIDGETTE, BridgetteRules(), ("Ana", "Bo"), 2), InvalidDeal),
    ]
    for new, error in wrong:
        with pytest.raises(error):
            start_match(sessions, None, new, visitor=a_visitor(), request="start")
    assert not any(everything(sessions).values())


def test_a_rematch_is_dealt_first_by_who_did_not_deal_first(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", new=a_new_match(first_dealer=BO, game_value=400))
    again = Table(
        sessions, table.book, a_ref(sessions, table.book, rematch(sessions, table.ref, request="again"))
    ).look()
    assert again.players == table.look().players
    assert again.match.rules == BridgetteRules(game_value=400)
    assert (again.match.first_dealer, again.match.lines, again.version) == (0, (), 0)


def test_a_rematch_keeps_the_seats_people_sit_in_now(sessions: Sessions) -> None:
    table = a_table(sessions)
    table.do(swap_seats)
    key = rematch(sessions, table.ref, request="again")
    assert Table(sessions, table.book, a_ref(sessions, table.book, key)).look().names == ("Bo", "Ana")


def test_there_is_no_rematch_of_a_deleted_match(sessions: Sessions) -> None:
    table = a_table(sessions)
    table.do(delete_match)
    for ref in (table.ref, table.deleted().ref):
        with pytest.raises(MatchDeleted):
            rematch(sessions, ref, request="again")


def test_a_match_ended_early_has_no_winner_and_can_go_on(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 1C=")
    table.do(end_early)
    assert (table.look().status, table.look().winner, table.look().abandoned_at) == ("abandoned", None, clock.now)
    assert not table.do(end_early).changed
    table.do(play_on)
    assert table.look().status == "in play"
    assert not table.do(play_on).changed


def test_a_finished_match_cannot_be_ended_early(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", target=100)
    with pytest.raises(MatchOver):
        table.do(end_early)
    assert table.look().status == "finished"


def test_a_match_ended_early_stays_so_whatever_is_corrected(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 1C=", target=100)
    table.do(end_early)
    table.do(correct_deal, 1, a_deal("Ana 3NT="))
    assert (table.look().status, table.look().winner) == ("abandoned", None)
    table.do(play_on)
    assert (table.look().status, table.look().winner) == ("finished", 0)


def test_a_deleted_match_is_in_no_list_but_that_of_the_deleted(sessions: Sessions, clock: Clock) -> None:
    other = a_table(sessions, "Bo 1C=")
    table = a_table(sessions, "Ana 1C=", book=other.book)
    before = other.look()
    table.do(delete_match)
    with sessions.reading() as session:
        assert [match.key for match in list_matches(session, table.book, 10)] == [other.ref.key]
        (found,) = deleted_matches(session, table.book, clock.now)
        assert (found.key, found.names, found.deals, found.version) == (table.ref.key, ("Ana", "Bo"), 1, 2)
    assert other.look() == before


def test_a_deleted_match_takes_no_change_but_being_restored(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    table.do(delete_match)
    before = everything(sessions)
    for verb, *what in ((record_deal, a_deal("1C=")), (swap_seats,), (end_early,), (redo,), (undo,)):
        with pytest.raises(MatchDeleted):
            table.do(verb, *what)
        if verb is not undo:  # which brings it back
            with pytest.raises(MatchDeleted):
                table.deleted().do(verb, *what)
    assert not table.deleted().do(delete_match).changed
    assert everything(sessions) == before


def test_restoring_brings_everything_back(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=").deleted()
    before = table.look()
    table.do(delete_match)
    table.do(restore_match)
    after = table.look()
    assert (after.match, after.details, after.last_change) == (before.match, before.details, before.last_change)
    with sessions.reading() as session:
        assert not match_for(session, table.book, table.ref.key).deleted
        assert deleted_matches(session, table.book) == []
    table.record("Ana 3NT=")


def test_undo_right_after_the_deletion_restores_the_match(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=").deleted()
    table.do(delete_match)
    table.undo()
    assert (table.look().deleted_at, table.deals) == (None, ["Ana 1C="])


def test_a_deletion_that_has_not_seen_the_latest_change_deletes_nothing(sessions: Sessions) -> None:
    from scorekeeper.book.errors import StaleMatch

    table = a_table(sessions, "Ana 1C=")
    with pytest.raises(StaleMatch):
        table.do(delete_match, seen=0)
    assert table.look().deleted_at is None


def test_a_deleted_match_is_kept_for_thirty_days_and_then_gone_for_good(sessions: Sessions, clock: Clock) -> None:
    other = a_table(sessions, "Bo 1C=")
    kept = everything(sessions)
    table = a_table(sessions, *["Ana 1C="] * 6, book=other.book).deleted()
    table.do(delete_match)
    clock.pass_by(days=30, seconds=-1)
    assert purge(sessions) == 0
    with sessions.reading() as session:
        assert len(deleted_matches(session, table.book, clock.now)) == 1
    clock.pass_by(seconds=1)
    with sessions.reading() as session:
        assert deleted_matches(session, table.book, clock.now) == []
    assert purge(sessions) == 1
    assert purge(sessions) == 0
    assert everything(sessions) == kept
    with pytest.raises(MatchNotFound):
        a_ref(sessions, table.book, table.ref.key, deleted=True)


def test_purge_takes_no_match_that_was_restored_or_never_deleted(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 1C=").deleted()
    table.do(delete_match)
    table.do(restore_match)
    clock.pass_by(days=10_000)
    assert purge(sessions) == 0
    assert count(sessions, "match") == 1


def test_a_match_that_was_purged_meanwhile_is_not_found_by_any_verb(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 1C=").deleted()
    table.do(delete_match)
    clock.pass_by(days=31)
    purge(sessions)
    for verb, *what in ((record_deal, a_deal("1C=")), (restore_match,), (undo,), (delete_match,)):
        with pytest.raises(MatchNotFound):
            table.do(verb, *what, seen=2)
    with pytest.raises(MatchNotFound):
        rematch(sessions, table.ref, request=a_request())
    with pytest.raises(MatchNotFound):
        table.look()


def test_a_start_whose_match_was_purged_makes_a_new_one(sessions: Sessions, clock: Clock) -> None:
    book = a_book(sessions)
    key = start_match(sessions, book, a_new_match(DRAW_BRIDGE), request="start").match_key
    Table(sessions, book, a_ref(sessions, book, key)).do(delete_match)
    clock.pass_by(days=31)
    purge(sessions)
    assert start_match(sessions, book, a_new_match(DRAW_BRIDGE), request="start").match_key != key
