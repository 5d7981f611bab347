"""House rules, dealer, seats, game, details: what can be changed about a match beside its deals."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from scorekeeper.book.database import Sessions
from scorekeeper.book.errors import GameSettled, InvalidDetails
from scorekeeper.book.matches import remove_deal
from scorekeeper.book.reading import Details
from scorekeeper.book.settings import change_details, change_first_dealer, change_game, change_rules, swap_seats
from scorekeeper.rules.bridgette import BRIDGETTE, BridgetteRules
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE, DrawBridgeRules
from scorekeeper.rules.errors import InvalidDeal, InvalidRules
from tests.builders import BO, a_book, a_new_match, a_table, draw_bridge, everything
from tests.database_fixtures import Clock

DAY = date(2026, 3, 1)


def details(**given: Any) -> Details:
    return Details(**{"title": None, "played_on": DAY, "place": None, "note": None, **given})


def test_other_house_rules_change_every_score(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 4HX=", "Bo 3NT=")
    assert table.look().match.totals == (2 * (500 + 250 + 400), 750)
    table.do(change_rules, BridgetteRules(doubling="bonus only", game_value=600))
    assert table.look().match.totals == (600 + 250 + 400, 850)
    assert table.look().match.rules == BridgetteRules(doubling="bonus only", game_value=600)


def test_a_lower_target_ends_a_match_and_a_higher_one_goes_on(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", "Ana 3NT=", target=300)
    table.do(change_rules, DrawBridgeRules(target=200))
    assert table.look().status == "finished"
    table.do(change_rules, DrawBridgeRules(target=1000))
    assert table.look().status == "in play"


def test_house_rules_of_the_other_game_are_refused(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    before = everything(sessions)
    with pytest.raises(InvalidRules):
        table.do(change_rules, DrawBridgeRules())
    with pytest.raises(InvalidRules):
        table.do(change_game, BRIDGETTE, DrawBridgeRules())
    assert everything(sessions) == before


def test_matches_by_the_same_house_rules_have_the_same_rules_hash(sessions: Sessions) -> None:
    table = a_table(sessions)
    a_table(sessions, book=table.book, new=a_new_match(game_value=400))
    other = a_table(sessions, book=table.book, new=a_new_match(DRAW_BRIDGE))
    a_table(sessions, book=table.book, new=a_new_match(DRAW_BRIDGE))
    hashes = [row[6] for row in everything(sessions)["match"]]
    assert hashes[2] == hashes[3]
    assert len(set(hashes)) == 3
    other.do(change_rules, DrawBridgeRules(target=100))
    assert everything(sessions)["match"][2][6] not in hashes


def test_who_dealt_first_decides_every_dealer(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 1C=")
    table.do(change_first_dealer, BO)
    match = table.look().match
    assert ([line.dealer for line in match.lines], match.next_dealer) == ([1, 0], 1)


@pytest.mark.parametrize("dealer", [-1, 2, None, "0", True])
def test_someone_else_cannot_have_dealt_first(sessions: Sessions, dealer: Any) -> None:
    table = a_table(sessions)
    before = everything(sessions)
    with pytest.raises(InvalidDeal) as refused:
        table.do(change_first_dealer, dealer)
    assert refused.value.field == "first_dealer"
    assert everything(sessions) == before


def test_who_changes_seats_keeps_deals_points_and_the_first_deal(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4HX-1", "pass", "Bo 2D=")
    before = table.look()
    table.do(swap_seats)
    after = table.look()
    assert after.players == before.players[::-1]
    assert after.match.totals == before.match.totals[::-1]
    assert [line.dealer for line in after.match.lines] == [1 - line.dealer for line in before.match.lines]
    assert after.match.lines[2].deal.is_passed_out
    table.do(swap_seats)
    assert table.look().match == before.match


def test_the_game_can_change_until_a_deal_is_recorded(sessions: Sessions) -> None:
    table = a_table(sessions)
    table.do(change_game, DRAW_BRIDGE, DrawBridgeRules(target=100))
    assert (table.look().game, table.look().match.rules) == (DRAW_BRIDGE, DrawBridgeRules(target=100))
    table.record("Ana 1C=")
    with pytest.raises(GameSettled):
        table.do(change_game, BRIDGETTE, BridgetteRules())
    table.do(remove_deal, 1)
    table.do(change_game, BRIDGETTE, BridgetteRules())
    assert table.look().game is BRIDGETTE


def test_details_are_kept_as_written(sessions: Sessions) -> None:
    table = a_table(sessions)
    table.do(change_details, details(title=" Final\t2026 ", place="Kranj", note=" Rain.\r\n\r\nTea.\rCake.  "))
    assert table.look().details == details(title="Final 2026", place="Kranj", note="Rain.\n\nTea.\nCake.")
    table.do(change_details, details(title=" ", place="", note="\n"))
    assert table.look().details == details()


@pytest.mark.parametrize(("field", "most"), [("title", 100), ("place", 100), ("note", 2000)])
@pytest.mark.parametrize("letter", ["x", "é", "🃏"])
def test_the_longest_text_is_kept_and_a_longer_one_refused(
    sessions: Sessions, field: str, most: int, letter: str
) -> None:
    table = a_table(sessions)
    table.do(change_details, details(**{field: letter * most}))
    assert getattr(table.look().details, field) == letter * most
    before = everything(sessions)
    with pytest.raises(InvalidDetails) as refused:
        table.do(change_details, details(**{field: letter * (most + 1)}))
    assert (refused.value.field, refused.value.values) == (field, {"most": most})
    assert everything(sessions) == before


@pytest.mark.parametrize("field", ["title", "place", "note"])
@pytest.mark.parametrize("text", ["a\0b", "\x07", "\x1b[31m", "\ud800"])
def test_control_characters_are_refused_in_every_text(sessions: Sessions, field: str, text: str) -> None:
    table = a_table(sessions)
    before = everything(sessions)
    with pytest.raises(InvalidDetails) as refused:
        table.do(change_details, details(**{field: text}))
    assert refused.value.field == field
    assert everything(sessions) == before


@pytest.mark.parametrize("day", [date(1900, 1, 1), date(2024, 2, 29), date(2026, 3, 2)])
def test_a_day_from_1900_to_tomorrow_is_kept(sessions: Sessions, clock: Clock, day: date) -> None:
    table = a_table(sessions)
    table.do(change_details, details(played_on=day))
    assert table.look().details.played_on == day


@pytest.mark.parametrize("day", [date(1899, 12, 31), date(2026, 3, 3), date(1, 1, 1), date(9999, 12, 31)])
def test_any_other_day_is_refused(sessions: Sessions, clock: Clock, day: date) -> None:
    table = a_table(sessions)
    with pytest.raises(InvalidDetails) as refused:
        table.do(change_details, details(played_on=day))
    assert refused.value.field == "played_on"
    assert table.look().details.played_on == DAY


@pytest.mark.parametrize(
    ("timezone", "moment", "day"),
    [
        ("Europe/London", datetime(2026, 6, 30, 22, 30, tzinfo=UTC), date(2026, 6, 30)),
        ("Asia/Tashkent", datetime(2026, 6, 30, 22, 30, tzinfo=UTC), date(2026, 7, 1)),
        ("America/New_York", datetime(2026, 7, 1, 3, 30, tzinfo=UTC), date(2026, 6, 30)),
        ("Pacific/Kiritimati", datetime(2026, 6, 30, 10, 0, tzinfo=UTC), date(2026, 7, 1)),
    ],
)
def test_a_match_is_played_on_the_day_it_is_in_the_zone_of_the_book(
    sessions: Sessions, clock: Clock, timezone: str, moment: datetime, day: date
) -> None:
    clock.now = moment
    table = a_table(sessions, book=a_book(sessions, timezone))
    assert table.look().details.played_on == day
    assert table.look().created_at == moment
    # The day does not move when something else is changed, later and elsewhere.
    clock.pass_by(days=200)
    table.do(change_details, details(played_on=day, title="Final"))
    assert table.look().details.played_on == day


def test_a_day_written_in_another_zone_stays_also_when_it_is_more_than_tomorrow_here(
    sessions: Sessions, clock: Clock
) -> None:
    table = a_table(sessions)
    table.do(change_details, details(played_on=DAY + timedelta(days=1)))
    clock.pass_by(days=-3)
    table.do(change_details, details(played_on=DAY + timedelta(days=1), title="Final"))
    assert table.look().details == details(played_on=DAY + timedelta(days=1), title="Final")


def test_what_is_the_same_as_before_is_no_change(sessions: Sessions) -> None:
    table = a_table(sessions)
    before = everything(sessions)
    for verb, *what in (
        (change_rules, BridgetteRules()),
        (change_first_dealer, 0),
        (change_game, BRIDGETTE, BridgetteRules()),
        (change_details, table.look().details),
    ):
        assert not table.do(verb, *what).changed
    assert everything(sessions) == before


def test_undo_says_which_columns_a_change_was_about(sessions: Sessions) -> None:
    table = a_table(sessions)
    table.do(change_details, details(played_on=DAY, title="Final", note="Rain."))
    line = table.look().last_change
    assert line is not None
    assert {"title", "note"} <= set(line.columns) <= {"title", "note", "played_on"}
    assert line.number is None
