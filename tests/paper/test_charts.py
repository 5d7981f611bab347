"""The chart of the running totals: its points are the fold, and everything has its place in the picture."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.paper.charts import HEIGHT, NAME_GAP, WIDTH, TotalsChart, round_step, shortened, totals_chart, width_of
from scorekeeper.rules.match import Match
from tests.rules.builders import bridgette, draw_bridge, matches

NAMES = ("Ana", "Margaret")
names = st.text(min_size=1, max_size=40)


def many(deals: int) -> Match:
    """A match of so many deals that does not end."""
    return draw_bridge(*["Ana 1C=", "Bo 1D="] * (deals // 2), target=100_000)


def totals_read_from(chart: TotalsChart, player: int) -> list[int]:
    """The totals that someone with a ruler would read."""
    return [round((chart.base - point.y) / chart.unit) for point in chart.series[player].points]


@given(matches())
def test_the_points_are_the_totals_of_the_deals_that_count(match):
    chart = totals_chart(match, NAMES)
    counted = [line for line in match.lines if line.counted]
    for player in (0, 1):
        assert totals_read_from(chart, player) == [line.totals[player] for line in counted]
        assert [point.x for point in chart.series[player].points] == sorted(
            {point.x for point in chart.series[player].points}
        )


@given(matches(), names, names)
@example(many(200), "W" * 40, "i")
def test_nothing_leaves_the_picture(match, left, right):
    chart = totals_chart(match, (left, right))
    assert 0 < chart.left < chart.right < WIDTH
    for series in chart.series:
        assert all(chart.left <= x <= chart.right + 0.1 and 0 <= y <= chart.base for x, y in series.points)
        assert series.label.x + width_of(series.name) <= WIDTH + 0.5
        assert 7 <= series.label.y <= HEIGHT - 7
    assert all(chart.left < tick.at <= chart.right + 0.1 for tick in chart.deals)
    assert all(0 <= tick.at <= chart.base for tick in chart.levels)


@given(matches())
def test_the_names_never_lie_over_each_other_and_the_leader_stands_above(match):
    first, second = (series.label.y for series in totals_chart(match, NAMES).series)
    assert abs(first - second) >= NAME_GAP - 0.2
    if match.totals[0] != match.totals[1]:
        assert (first < second) == (match.totals[0] > match.totals[1])


@given(st.integers(1, 10_000_000), st.integers(1, 20))
def test_steps_are_round_and_as_small_as_they_may_be(span, most):
    step = round_step(span, most)
    assert str(step)[0] in "125"
    assert set(str(step)[1:]) <= {"0"}
    assert span <= step * most
    smaller = {"1": step // 2, "2": step // 2, "5": step // 5 * 2}[str(step)[0]]
    assert smaller == 0 or span > smaller * most


def test_the_axis_of_points_begins_at_zero_and_has_round_numbers():
    levels = totals_chart(bridgette("Ana 7NTXX=", "Bo 3NT="), NAMES, "{:,}".format).levels
    assert [level.label for level in levels] == ["0", "5,000", "10,000", "15,000"]
    # A round number at the top only if it is near.
    levels = totals_chart(bridgette("Ana 5NT=", "Ana 1C+1"), NAMES).levels
    assert [level.label for level in levels] == ["0", "500", "1000"]
    assert levels[0].at == totals_chart(bridgette("pass"), NAMES).base


def test_totals_of_seven_characters_have_room_at_the_side():
    match = bridgette(*["Ana 7NTXX="] * 24, deals=24, tie_break="none")
    narrow, wide = (totals_chart(one, NAMES, "{:,}".format) for one in (bridgette("Ana 1C="), match))
    assert max(match.totals) > 100_000
    assert wide.left > narrow.left


def test_a_match_without_points_is_two_lines_at_zero():
    chart = totals_chart(bridgette("pass", "pass", "pass"), NAMES)
    assert totals_read_from(chart, 0) == totals_read_from(chart, 1) == [0, 0, 0]
    assert len(chart.levels) > 1


def test_a_match_in_play_leaves_room_for_the_deals_to_come():
    chart = totals_chart(bridgette("Ana 3NT=", "pass", "Bo 1C="), NAMES)
    # The passed-out one is played again: seven in all.
    assert [tick.label for tick in chart.deals] == ["1", "2", "3", "4", "5", "6", "7"]
    assert chart.series[0].points[-1].x == pytest.approx(chart.deals[2].at, abs=0.1)
    over = totals_chart(bridgette("Ana 3NT=", "Bo 1C=", deals=2), NAMES)
    assert over.series[1].points[-1].x == pytest.approx(over.right)


def test_a_match_to_a_target_reaches_up_to_it():
    chart = totals_chart(draw_bridge("Ana 3NT=", target=500), NAMES)
    assert chart.levels[-1].label == "600"
    # Nobody knows how many deals that takes: there is always room for one more.
    assert [tick.label for tick in chart.deals][-1] == "6"
    assert [tick.label for tick in totals_chart(many(8), NAMES).deals][-1] == "9"
    assert chart.base - 500 * chart.unit > 0


def test_deals_after_the_end_are_left_out():
    short = draw_bridge("Ana 3NT=", "Ana 3NT=", target=100)
    assert not short.lines[1].counted
    assert len(totals_chart(short, NAMES).series[0].points) == 1


@pytest.mark.parametrize("deals", [2, 12, 50, 200])
def test_marks_and_numbers_keep_apart_however_many_deals_there_are(deals):
    chart = totals_chart(many(deals), NAMES)
    assert len(chart.series[0].points) == deals
    starts = [float(mark.split()[0]) for mark in chart.series[0].marks.split("M")[1:]]
    assert all(later - earlier >= 9 for earlier, later in pairwise(starts))
    assert starts[-1] + 4 == pytest.approx(chart.series[0].points[-1].x, abs=0.1)
    ticks = [tick.at for tick in chart.deals]
    assert all(later - earlier >= 19 for earlier, later in pairwise(ticks))


@given(st.text(max_size=60), st.floats(20, 400))
def test_a_name_is_shortened_only_where_it_must_be(name, room):
    short = shortened(name, room)
    if width_of(name) <= room:
        assert short == name
    else:
        assert width_of(short) <= room
        assert short.endswith("…")
        assert name.startswith(short[:-1])


def test_a_passed_out_deal_has_its_place_like_any_other():
    match = bridgette("Ana 3NT=", "pass", "Bo 3NT=")
    assert totals_read_from(totals_chart(match, NAMES), 0) == [750, 750, 750]
