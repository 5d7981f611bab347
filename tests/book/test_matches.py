"""The deals of a match: recorded, inserted, corrected, removed."""

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from scorekeeper.book.database import Sessions
from scorekeeper.book.deals import KeptDeal, deal_row
from scorekeeper.book.errors import MatchNotFound, NoSuchDeal, StaleMatch, TooManyDeals
from scorekeeper.book.history import Verb
from scorekeeper.book.lifecycle import delete_match, end_early, play_on
from scorekeeper.book.matches import correct_deal, insert_deal, record_deal, remove_deal
from scorekeeper.book.reading import Known
from scorekeeper.book.settings import change_rules
from scorekeeper.book.tables import CHANGE, DEAL
from scorekeeper.book.writing import Done
from scorekeeper.rules.bridgette import BridgetteRules
from scorekeeper.rules.deal import Contract, Deal, Strain
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from scorekeeper.rules.errors import InvalidDeal, MatchOver
from tests.builders import BO, a_deal, a_new_match, a_table, draw_bridge, everything
from tests.database_fixtures import Clock

SIX = ("Ana 3NT=", "Bo 4H-1", "pass", "Ana 1C+3", "Bo 7NTXX-13", "Ana 0NT=", "Bo 2SX+1")


def test_a_new_match_has_no_deals_and_the_first_dealer_that_was_chosen(sessions: Sessions) -> None:
    kept = a_table(sessions, new=a_new_match(first_dealer=BO)).look()
    assert kept.names == ("Ana", "Bo")
    assert (kept.match.lines, kept.match.totals, kept.match.next_dealer) == ((), (0, 0), BO)
    assert (kept.version, kept.status, kept.winner) == (0, "in play", None)
    assert kept.last_change is None
    assert kept.redoable is None


def test_recorded_deals_come_back_as_they_were(sessions: Sessions) -> None:
    table = a_table(sessions, *SIX)
    assert tuple(table.deals) == SIX
    assert table.look().match.totals == (750 + 100 + 500 + 4000 + 400, 1300)


def test_level_0_and_no_trick_are_kept_as_0(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 0NT-6", "Bo 7NT-13")
    assert [(deal.contract and deal.contract.level, deal.tricks) for deal in table.look().match.deals] == [
        (0, 0),
        (7, 0),
    ]


def test_every_deal_there_is_can_be_kept(sessions: Sessions) -> None:
    table = draw_bridge(sessions, target=100_000)
    deals = [Deal(1, Contract(level, strain), tricks) for level in (1, 7) for strain in Strain for tricks in (0, 13)]
    for deal in deals:
        table.do(record_deal, deal)
    assert list(table.look().match.deals) == deals


def test_a_verb_says_what_it_did(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    done = table.do(record_deal, a_deal("Bo 4H-1"))
    assert done._replace(known=None) == Done(table.ref.key, version=2, changed=True, replayed=False)
    line = table.look().last_change
    assert done.known == Known(2, table.look().match, line)
    assert line is not None
    assert (line.verb, line.number, line.before, line.after) == (Verb.RECORD, 2, None, a_deal("Bo 4H-1"))


def test_a_deal_remembers_when_it_was_recorded_also_when_corrected(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 3NT=")
    at = clock.now
    clock.pass_by(minutes=10)
    table.do(correct_deal, 1, a_deal("Ana 3NT+1"))
    assert everything(sessions)["deal"][0][-1] == at


def test_a_finished_match_takes_no_further_deal(sessions: Sessions) -> None:
    table = a_table(sessions, *SIX)
    assert table.look().status == "finished"
    before = everything(sessions)
    with pytest.raises(MatchOver):
        table.record("Ana 1NT=")
    assert everything(sessions) == before


def test_playing_on_after_the_end_is_raising_the_number_of_deals(sessions: Sessions) -> None:
    table = a_table(sessions, *SIX)
    table.do(change_rules, BridgetteRules(deals=7))
    table.record("Ana 1NT=")
    assert len(table.deals) == 8


def test_a_match_that_was_ended_early_takes_a_deal_only_after_play_on(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    table.do(end_early)
    assert (table.look().status, table.look().winner) == ("abandoned", None)
    with pytest.raises(MatchOver, match="ended early"):
        table.record("Ana 1NT=")
    table.do(play_on)
    table.record("Ana 1NT=")
    assert table.look().status == "in play"


def test_a_deal_that_the_game_does_not_know_is_refused_everywhere(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 1C=")
    before = everything(sessions)
    for verb, *where in ((record_deal,), (insert_deal, 1), (correct_deal, 1)):
        with pytest.raises(InvalidDeal) as refused:
            table.do(verb, *where, a_deal("Bo 0NT="))
        assert refused.value.field == "level"
    assert everything(sessions) == before


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_forgotten_deal_goes_before_the_one_named(sessions: Sessions, number: int) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=", "Ana 3H=")
    table.do(insert_deal, number, a_deal("Bo 4S="))
    expected = ["Ana 1C=", "Bo 2D=", "Ana 3H="]
    expected.insert(number - 1, "Bo 4S=")
    assert table.deals == expected


def test_a_forgotten_deal_in_a_finished_match_leaves_the_last_one_not_counted(sessions: Sessions) -> None:
    table = a_table(sessions, *SIX)
    table.do(insert_deal, 1, a_deal("Bo 7NT="))
    match = table.look().match
    assert [line.counted for line in match.lines] == [True] * 7 + [False]
    assert match.totals == (5750, 2500)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_removed_deal_is_gone_and_the_others_close_up(sessions: Sessions, number: int) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=", "Ana 3H=")
    table.do(remove_deal, number)
    expected = ["Ana 1C=", "Bo 2D=", "Ana 3H="]
    removed = expected.pop(number - 1)
    assert table.deals == expected
    line = table.look().last_change
    assert line is not None
    assert (line.verb, line.number, line.before, line.after) == (Verb.REMOVE, number, a_deal(removed), None)


def test_one_deal_added_and_removed_leaves_an_empty_match(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 4S=")
    table.do(remove_deal, 1)
    match = table.look().match
    assert (match.lines, match.totals, match.next_dealer, match.next_used) == ((), (0, 0), 0, 1)


def test_dealers_follow_the_numbers_when_a_deal_goes_and_comes_back(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=", "Ana 3H=")
    table.do(remove_deal, 2)
    match = table.look().match
    assert ([line.dealer for line in match.lines], match.next_dealer) == ([0, 1], 0)
    table.undo()
    match = table.look().match
    assert ([line.dealer for line in match.lines], match.next_dealer) == ([0, 1, 0], 1)
    assert table.deals == ["Ana 1C=", "Bo 2D=", "Ana 3H="]


def test_a_correction_changes_every_total_after_it(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 2H=", "Bo 3NT=", "Ana 4S=", "Bo 2C=")
    table.do(correct_deal, 1, a_deal("Ana 3NT="))
    assert [line.totals for line in table.look().match.lines] == [(100, 0), (100, 100), (220, 100), (220, 140)]


def test_a_correction_can_open_a_finished_match_again(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", "Ana 3NT=", "Ana 3NT=")
    assert (table.look().status, table.look().winner) == ("finished", 0)
    table.do(correct_deal, 3, a_deal("Bo 3NT="))
    assert (table.look().status, table.look().winner) == ("in play", None)
    table.record("Bo 1C=")
    assert len(table.deals) == 4


def test_a_correction_that_ends_the_match_earlier_drops_no_deal(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 2S=", "Ana 3NT=", "Ana 3NT=", "Bo 3NT=", "Ana 2C=")
    table.do(correct_deal, 1, a_deal("Ana 3NT="))
    match = table.look().match
    assert [line.counted for line in match.lines] == [True, True, True, False, False]
    assert (match.totals, table.look().winner) == ((300, 0), 0)


def test_a_correction_that_corrects_nothing_is_no_change(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 4S=")
    before = everything(sessions)
    done = table.do(correct_deal, 1, a_deal("Ana 4S="))
    assert (done.changed, done.version) == (False, 1)
    assert everything(sessions) == before


@pytest.mark.parametrize("number", [-1, 0, 3, 10**30])
def test_a_number_without_a_deal_is_refused(sessions: Sessions, number: int) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=")
    before = everything(sessions)
    for verb, *deal in ((insert_deal, a_deal("1C=")), (correct_deal, a_deal("1C=")), (remove_deal,)):
        with pytest.raises(NoSuchDeal):
            table.do(verb, number, *deal)
    assert everything(sessions) == before


def test_a_match_ends_at_a_thousand_deals(sessions: Sessions) -> None:
    table = draw_bridge(sessions, target=100_000)
    deal = KeptDeal(a_deal("Ana 1C="), sessions.clock())
    with sessions.writing() as session:
        session.execute(insert(DEAL), [deal_row(table.ref.id, position, deal) for position in range(1, 1000)])
    table.record("Bo 7NT=")
    with pytest.raises(TooManyDeals, match="1000"):
        table.record("Ana 1C=")
    with pytest.raises(TooManyDeals):
        table.do(insert_deal, 1, a_deal("Ana 1C="))
    table.do(remove_deal, 1)
    assert table.deals[-1] == "Bo 7NT="
    table.do(insert_deal, 999, a_deal("pass"))
    assert (len(table.deals), table.deals[998]) == (1000, "pass")


def test_whoever_has_not_seen_the_latest_change_is_told_how_it_stands(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    table.record("Ana 4S=")
    before = everything(sessions)
    with pytest.raises(StaleMatch) as stale:
        table.do(record_deal, a_deal("Bo 2H="), seen=1)
    assert stale.value.current == table.look()
    assert everything(sessions) == before


def test_a_correction_of_a_deal_that_was_corrected_meanwhile_is_not_stored(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Ana 3NT=")
    table.do(correct_deal, 2, a_deal("Ana 3NT+1"), seen=2)
    with pytest.raises(StaleMatch) as stale:
        table.do(correct_deal, 2, a_deal("Ana 3NT-1"), seen=2)
    assert stale.value.current.match.deals[1] == a_deal("Ana 3NT+1")
    table.do(correct_deal, 2, a_deal("Ana 3NT-1"), seen=stale.value.current.version)
    assert table.deals[1] == "Ana 3NT-1"


@pytest.mark.parametrize("seen", [-1, 2, 10**9, 2**31, 2**63, 10**40, -(10**40)])
def test_a_version_that_never_was_is_stale(sessions: Sessions, seen: int) -> None:
    table = a_table(sessions, "Ana 1C=")
    with pytest.raises(StaleMatch):
        table.do(record_deal, a_deal("Bo 2H="), seen=seen)


def test_a_match_that_was_deleted_meanwhile_is_not_found(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    table.do(delete_match)
    with pytest.raises(MatchNotFound):
        table.do(record_deal, a_deal("Bo 2H="), seen=1)
    with pytest.raises(MatchNotFound):
        table.do(record_deal, a_deal("Bo 2H="), seen=2)


def test_a_verb_touches_no_other_match(sessions: Sessions) -> None:
    other = a_table(sessions, "Bo 1C=", "Ana 2D=")
    before = other.look()
    table = a_table(sessions, "Ana 1C=", "Bo 2D=", book=other.book, new=a_new_match(DRAW_BRIDGE))
    table.do(insert_deal, 1, a_deal("Ana 3H="))
    table.do(remove_deal, 2)
    table.undo()
    assert other.look() == before


def test_an_error_at_the_last_moment_leaves_nothing(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    with sessions.writing() as session:  # in the way of the record of the next change
        row = {
            "match_id": table.ref.id,
            "seq": 2,
            "verb": "x",
            "act": "do",
            "before_json": "{}",
            "after_json": "{}",
            "at": sessions.clock(),
        }
        session.execute(insert(CHANGE).values(row))
    before = everything(sessions)
    with pytest.raises(IntegrityError):
        table.do(record_deal, a_deal("Bo 2H="), seen=1)
    assert everything(sessions) == before
