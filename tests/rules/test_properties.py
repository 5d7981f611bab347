"""What is true of every match, whatever was played under whatever house rules."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.deal import Deal
from scorekeeper.rules.errors import MatchOver
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.houserules import Choice, read_rules, rules_of, write_rules
from scorekeeper.rules.match import points_of, replay
from tests.rules.builders import deals_for, games, matches, rules_for


def swapped(deal):
    return deal if deal.declarer is None else Deal(1 - deal.declarer, deal.contract, deal.tricks)


@given(matches())
def test_recording_is_one_step_of_the_fold(match):
    stepwise = replay(match.game, match.rules, [], first_dealer=match.first_dealer)
    for number, deal in enumerate(match.deals, start=1):
        if stepwise.is_over:
            with pytest.raises(MatchOver):
                stepwise.record(deal)
            break
        stepwise = stepwise.record(deal)
        assert stepwise == replay(match.game, match.rules, match.deals[:number], first_dealer=match.first_dealer)
    assert match.lines[: len(stepwise.lines)] == stepwise.lines
    assert (match.tally, match.outcome) == (stepwise.tally, stepwise.outcome)


@given(matches(), st.integers(0, 20))
def test_the_first_lines_do_not_depend_on_the_later_ones(match, length):
    shorter = replay(match.game, match.rules, match.deals[:length], first_dealer=match.first_dealer)

    assert shorter.lines == match.lines[:length]
    assert match.up_to(length) == shorter


@given(matches(), st.data())
def test_taking_back_a_deal_just_recorded_leads_to_the_match_before(match, data):
    if not match.is_over:
        longer = match.record(data.draw(deals_for(match.game)))
        assert replay(match.game, match.rules, longer.deals[:-1], first_dealer=match.first_dealer) == match


@given(matches())
def test_totals_are_the_sum_of_the_entries_that_count(match):
    running = (0, 0)
    for line in match.lines:
        given_points = points_of(line.entries) if line.counted else (0, 0)
        assert line.points == given_points
        running = (running[0] + given_points[0], running[1] + given_points[1])
        assert line.totals == running
    assert match.totals == running


@given(matches())
def test_in_every_deal_one_player_scores_at_most(match):
    assert all(0 in line.points and min(line.points) >= 0 for line in match.lines)


@given(matches())
def test_swapping_the_players_swaps_everything(match):
    other = replay(
        match.game, match.rules, [swapped(deal) for deal in match.deals], first_dealer=1 - match.first_dealer
    )

    assert other.totals == match.totals[::-1]
    for line, twin in zip(match.lines, other.lines, strict=True):
        assert (twin.points, twin.totals) == (line.points[::-1], line.totals[::-1])
        assert (twin.dealer, twin.counted) == (1 - line.dealer, line.counted)
    if match.outcome is None or match.outcome.winner is None:
        assert other.outcome == match.outcome
    else:
        assert other.outcome == replace(match.outcome, winner=1 - match.outcome.winner)


@given(matches())
def test_the_deal_alternates(match):
    dealers = [line.dealer for line in match.lines]
    if match.next_dealer is not None:
        dealers.append(match.next_dealer)

    assert dealers == [(match.first_dealer + place) % 2 for place in range(len(dealers))]


@given(matches())
def test_deals_after_the_end_change_nothing_and_are_the_only_ones_not_counted(match):
    counted = [line.counted for line in match.lines]
    if match.outcome is None:
        assert all(counted)
    else:
        ended = match.outcome.deals
        assert counted == [True] * ended + [False] * (len(counted) - ended)
        until_then = replay(match.game, match.rules, match.deals[:ended], first_dealer=match.first_dealer)
        assert (until_then.outcome, until_then.totals) == (match.outcome, match.totals)
        if ended:
            before = replay(match.game, match.rules, match.deals[: ended - 1], first_dealer=match.first_dealer)
            assert before.outcome is None


@given(matches())
def test_the_winner_leads_and_a_drawn_match_is_level(match):
    if match.outcome is not None:
        mine, theirs = match.totals
        leader = None if mine == theirs else int(theirs > mine)
        assert match.outcome.winner == leader
        assert match.next_dealer is None


@given(matches())
def test_a_replayed_passed_out_deal_could_be_left_out_but_for_the_dealer(match):
    if getattr(match.rules, "passed_out", None) == "replay":
        played = [deal for deal in match.deals if not deal.is_passed_out]
        shorter = replay(match.game, match.rules, played, first_dealer=match.first_dealer)
        assert shorter.totals == match.totals
        assert (shorter.outcome is None) == (match.outcome is None)
        if match.outcome is not None:
            assert (shorter.outcome.reason, shorter.outcome.winner) == (match.outcome.reason, match.outcome.winner)


@given(games.flatmap(lambda game: rules_for(game)))
def test_house_rules_read_back_as_they_were_written(rules):
    assert read_rules(type(rules), write_rules(rules)) == rules


@given(games.flatmap(lambda game: rules_for(game)))
def test_house_rules_may_leave_out_what_is_the_default(rules):
    kind = type(rules)
    defaults = write_rules(kind())
    named = {key: value for key, value in write_rules(rules).items() if value != defaults[key]}

    assert read_rules(kind, named) == rules


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_default_of_a_house_rule_is_the_first_of_its_values(game):
    for key, rule in rules_of(game.rules).items():
        assert getattr(game.rules(), key) == rule.default
        if isinstance(rule, Choice):
            assert rule.values[0] == rule.default
        else:
            assert rule.low <= rule.default <= rule.high
