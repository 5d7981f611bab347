"""The fold: dealers, running totals, tie-breaks, targets, the end, and what comes after it."""

from dataclasses import FrozenInstanceError, replace

import pytest

from scorekeeper.rules.bridgette import BRIDGETTE
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from scorekeeper.rules.errors import MatchOver
from scorekeeper.rules.match import Outcome, OutcomeReason, new_match, replay
from tests.rules.builders import ANA, BO, a_deal, a_match, bridgette, draw_bridge

LEVEL_AFTER_SIX = ["Ana 2H=", "Bo 2H=", "Ana 3NT=", "Bo 3NT=", "Ana 1C+1", "Bo 1C+1"]
LEVEL_AFTER_TWO = ["Ana 2H=", "Bo 2H="]


def totals_of(match):
    return [line.totals for line in match.lines]


def dealers_of(match):
    return [line.dealer for line in match.lines]


# Dealers.


@pytest.mark.parametrize("first_dealer", [ANA, BO])
@pytest.mark.parametrize("game", [BRIDGETTE, DRAW_BRIDGE], ids=lambda game: game.key)
def test_the_deal_alternates_after_every_deal_passed_out_ones_included(game, first_dealer):
    match = a_match(game, "Ana 1C=", "pass", "pass", "Bo 1C-1", "Bo 2C=", first_dealer=first_dealer)

    assert dealers_of(match) == [first_dealer, 1 - first_dealer] * 2 + [first_dealer]
    assert match.next_dealer == 1 - first_dealer


def test_the_deal_alternates_through_tie_breaks_and_after_the_end():
    match = bridgette(*LEVEL_AFTER_SIX, "pass", "Ana 1C=", "Bo 1C=")

    assert dealers_of(match) == [0, 1, 0, 1, 0, 1, 0, 1, 0]


def test_an_empty_match_is_dealt_by_the_first_dealer():
    match = new_match(BRIDGETTE, first_dealer=BO)

    assert (match.lines, match.totals, match.next_dealer, match.next_used, match.is_over) == ((), (0, 0), BO, 1, False)


def test_nobody_deals_once_the_match_is_over():
    assert draw_bridge("Ana 4S=", target=120).next_dealer is None


# Bridgette: six deals, and tie-breaks.


def test_after_six_deals_the_higher_total_wins():
    match = bridgette("Ana 3NT=", "Bo 4H-1", "Bo 2SX=", "Ana 1NT+3", "Ana 6C-2", "Bo 0NT+1")

    assert totals_of(match) == [(750, 0), (850, 0), (850, 1800), (1450, 1800), (1450, 2000), (1450, 2150)]
    assert match.outcome == Outcome(OutcomeReason.ALL_DEALS, BO, deals=6)


def test_after_five_deals_nobody_has_won_however_far_ahead():
    match = bridgette(*["Ana 7NTXX="] * 5)

    assert match.outcome is None
    assert match.next_dealer == BO


def test_on_a_tie_a_seventh_deal_is_played_and_no_eighth():
    level = bridgette(*LEVEL_AFTER_SIX)
    assert (level.is_over, level.is_tie_break_next, level.next_dealer) == (False, True, ANA)

    decided = level.record(a_deal("4H-1", by=ANA))
    assert decided.outcome == Outcome(OutcomeReason.TIE_BREAK, BO, deals=7)
    with pytest.raises(MatchOver):
        decided.record(a_deal("1C="))


def test_while_still_tied_one_more_deal_until_someone_leads():
    match = bridgette(*LEVEL_AFTER_SIX, "pass", "pass", passed_out="count")
    assert (match.is_over, match.next_used) == (False, 9)

    assert match.record(a_deal("1C=", by=BO)).outcome == Outcome(OutcomeReason.TIE_BREAK, BO, deals=9)


def test_a_tie_break_deal_worth_nothing_leaves_the_match_tied():
    match = bridgette(*LEVEL_AFTER_TWO, "Ana 3NT+1", deals=2, game_value=0)
    assert match.totals == (500, 500)
    assert match.outcome is None

    drawn = bridgette(*LEVEL_AFTER_TWO, "Ana 3NT+1", deals=2, game_value=0, tie_break="one deal")
    assert drawn.outcome == Outcome(OutcomeReason.STILL_LEVEL, None, deals=3)


def test_one_tie_break_deal_may_leave_the_match_drawn():
    match = bridgette(*LEVEL_AFTER_TWO, deals=2, passed_out="count", tie_break="one deal")
    assert (match.is_over, match.is_tie_break_next) == (False, True)

    assert match.record(a_deal("pass")).outcome == Outcome(OutcomeReason.STILL_LEVEL, None, deals=3)
    assert match.record(a_deal("1C=")).outcome == Outcome(OutcomeReason.TIE_BREAK, ANA, deals=3)


def test_a_replayed_passed_out_deal_is_not_the_one_tie_break_deal():
    match = bridgette(*LEVEL_AFTER_TWO, "pass", "pass", "pass", deals=2, tie_break="one deal")
    assert (match.is_over, match.is_tie_break_next, match.next_used) == (False, True, 3)

    assert match.record(a_deal("1C=")).outcome == Outcome(OutcomeReason.TIE_BREAK, ANA, deals=6)


def test_without_tie_break_a_tie_is_drawn_after_the_last_deal():
    match = bridgette(*LEVEL_AFTER_SIX, tie_break="none")

    assert match.outcome == Outcome(OutcomeReason.STILL_LEVEL, None, deals=6)
    assert not match.is_tie_break_next


def test_without_tie_break_a_lead_still_wins():
    match = bridgette("Ana 2H=", "Bo 1C=", deals=2, tie_break="none")

    assert match.outcome == Outcome(OutcomeReason.ALL_DEALS, ANA, deals=2)


@pytest.mark.parametrize("tie_break", ["until decided", "one deal", "none"])
def test_passed_out_deals_are_replayed_by_default(tie_break):
    match = bridgette("Ana 3NT=", *["pass"] * 10, tie_break=tie_break)

    assert not match.is_over
    assert match.next_used == 2
    assert {line.points for line in match.lines[1:]} == {(0, 0)}
    assert all(line.counted for line in match.lines)


def test_passed_out_deals_count_by_house_rule():
    match = bridgette("Ana 3NT=", *["pass"] * 5, passed_out="count")

    assert match.outcome == Outcome(OutcomeReason.ALL_DEALS, ANA, deals=6)


def test_six_counted_passed_out_deals_are_a_tie_at_nothing():
    assert bridgette(*["pass"] * 6, passed_out="count").is_tie_break_next
    assert bridgette(*["pass"] * 6, passed_out="count", tie_break="none").outcome == Outcome(
        OutcomeReason.STILL_LEVEL, None, deals=6
    )


@pytest.mark.parametrize("deals", range(2, 25))
def test_a_match_may_have_2_to_24_deals(deals):
    match = bridgette(*["Ana 1C="] * (deals - 1), deals=deals)
    assert (match.is_over, match.regular_deals) == (False, deals)

    assert match.record(a_deal("1C=")).outcome == Outcome(OutcomeReason.ALL_DEALS, ANA, deals=deals)


def test_doubling_a_game_worth_nothing_multiplies_nothing_but_the_bonuses():
    everything = bridgette("Ana 3NTX=", game_value=0)
    value_only = bridgette("Ana 3NTX=", game_value=0, doubling="value only")
    bonus_only = bridgette("Ana 3NTX=", game_value=0, doubling="bonus only")

    assert [match.totals[ANA] for match in (everything, value_only, bonus_only)] == [1300, 650, 650]


def test_the_three_doublings_of_the_example_shown_at_set_up():
    kinds = ("everything", "value only", "bonus only")

    assert [bridgette("Ana 4HX=", doubling=kind).totals[ANA] for kind in kinds] == [2300, 1650, 1150]
    assert bridgette("Ana 1CXX=").totals == (5600, 0)


# Draw Bridge: to a target.


def test_reaching_the_target_exactly_wins_at_once():
    deals = ["Ana 3NT=", "Bo 3NT=", "Ana 3NT=", "Ana 3NT="]

    assert draw_bridge(*deals).outcome == Outcome(OutcomeReason.TARGET, ANA, deals=4)
    assert draw_bridge(*deals, target=301).outcome is None
    assert draw_bridge(*deals, target=301).totals == (300, 100)


def test_the_defender_can_reach_the_target_by_undertricks():
    match = draw_bridge("Ana 7NTXX-13", target=7000, undertricks="bridge")

    assert match.outcome == Outcome(OutcomeReason.TARGET, BO, deals=1)


def test_a_match_to_a_target_has_no_number_of_deals_and_no_tie_break():
    match = draw_bridge(*["Ana 1C=", "Bo 1C="] * 100, target=100_000)

    assert (match.totals, match.regular_deals, match.is_tie_break_next, match.is_over) == (
        (2000, 2000),
        None,
        False,
        False,
    )


def test_passed_out_deals_stay_on_the_sheet_and_score_nothing():
    match = draw_bridge("pass", "Ana 1C=", "pass")

    assert totals_of(match) == [(0, 0), (20, 0), (20, 0)]
    assert match.next_used == 4


def test_correcting_the_first_deal_changes_every_running_total():
    before = draw_bridge("Ana 2H=", "Bo 3NT=", "Ana 4S=", "Bo 2C=")
    after = draw_bridge("Ana 3NT=", "Bo 3NT=", "Ana 4S=", "Bo 2C=")

    assert totals_of(before) == [(60, 0), (60, 100), (180, 100), (180, 140)]
    assert totals_of(after) == [(100, 0), (100, 100), (220, 100), (220, 140)]


def test_removing_the_deal_that_won_reopens_the_match():
    deals = ["Ana 3NT=", "Bo 2C=", "Ana 3NT=", "Ana 3NT="]

    assert draw_bridge(*deals).outcome == Outcome(OutcomeReason.TARGET, ANA, deals=4)
    assert draw_bridge(*deals[:3]).outcome is None
    assert draw_bridge(*deals[:3], "Bo 3NT=").outcome is None
    assert draw_bridge(*deals[:3]).next_dealer == BO


def test_if_a_correction_ends_the_match_earlier_the_later_deals_stay_but_do_not_count():
    match = draw_bridge("Ana 3NT=", "Ana 3NT=", "Ana 3NT=", "Bo 3NT=", "Ana 2C=")

    assert match.outcome == Outcome(OutcomeReason.TARGET, ANA, deals=3)
    assert [line.counted for line in match.lines] == [True, True, True, False, False]
    assert [line.points for line in match.lines[3:]] == [(0, 0), (0, 0)]
    assert totals_of(match)[2:] == [(300, 0)] * 3
    assert [entry.points for entry in match.lines[3].entries] == [100]


def test_raising_the_target_counts_them_again_and_lowering_it_does_not():
    deals = ["Ana 3NT=", "Ana 3NT=", "Ana 3NT=", "Bo 3NT=", "Ana 2C="]

    raised, lowered = draw_bridge(*deals, target=340), draw_bridge(*deals, target=100)
    assert raised.outcome == Outcome(OutcomeReason.TARGET, ANA, deals=5)
    assert raised.totals == (340, 100)
    assert lowered.outcome == Outcome(OutcomeReason.TARGET, ANA, deals=1)
    assert [line.counted for line in lowered.lines] == [True] + [False] * 4


def test_raising_the_number_of_deals_counts_deals_after_the_end_again():
    deals = ["Ana 2H=", "Bo 1C=", "Bo 7NT="]

    assert bridgette(*deals, deals=2).outcome == Outcome(OutcomeReason.ALL_DEALS, ANA, deals=2)
    assert bridgette(*deals, deals=3).outcome == Outcome(OutcomeReason.ALL_DEALS, BO, deals=3)
    assert bridgette(*deals, deals=4).outcome is None


def test_a_passed_out_deal_after_the_end_is_not_counted_either():
    match = draw_bridge("Ana 4S=", "pass", target=120)

    assert [line.counted for line in match.lines] == [True, False]


# Recording.


def test_recording_leaves_the_match_before_as_it_was():
    before = new_match(DRAW_BRIDGE)
    before.record(a_deal("4S="))

    assert (before.lines, before.totals) == ((), (0, 0))


def test_default_house_rules_and_player_0_as_first_dealer_are_taken_if_none_are_given():
    assert new_match(BRIDGETTE).rules == BRIDGETTE.rules()
    assert replay(DRAW_BRIDGE, None, []).rules == DRAW_BRIDGE.rules()
    assert new_match(BRIDGETTE).next_dealer == replay(BRIDGETTE, None, []).next_dealer == ANA


def test_lines_are_numbered_from_one():
    assert [line.number for line in draw_bridge("Ana 1C=", "pass", "Bo 1C=").lines] == [1, 2, 3]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (a_deal("4HX-1"), "tricks"),
        (a_deal("4HX-1").contract, "level"),
        (a_deal("4HX-1").result, "margin"),
        (BRIDGETTE, "lowest_level"),
        (BRIDGETTE.rules(), "doubling"),
        (DRAW_BRIDGE.rules(), "target"),
        (bridgette("Ana 1C="), "lines"),
        (bridgette("Ana 1C=").lines[0], "points"),
        (bridgette("Ana 1C=").tally, "totals"),
        (draw_bridge("Ana 4S=", target=120).outcome, "winner"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_never_changes(value, field):
    with pytest.raises(FrozenInstanceError):
        setattr(value, field, getattr(value, field))
    assert value == replace(value)
    assert hash(value) == hash(replace(value))
