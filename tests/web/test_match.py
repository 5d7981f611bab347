"""The page of a match: totals, pad, who deals, how it ends, undo and redo."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from scorekeeper.book.lifecycle import end_early
from tests.builders import BO, a_new_match, a_table, count, draw_bridge
from tests.web.document import every
from tests.web.phone import Phone, address_of
from tests.web.stored import nothing_stored

MakePhone = Callable[[Book], Phone]
SIX = ("Ana 3NT=", "Bo 4H-1", "Ana 1C=", "Bo 2S=", "Ana 0NT=", "Bo 2C-1")
LEVEL_SIX = ("Ana 3NT=", "Bo 3NT=", "Ana 3NT=", "Bo 3NT=", "Ana 3NT=", "Bo 3NT=")


def test_the_page_says_the_score_who_deals_and_what_comes(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "pass", "Bo 4HX-1")
    phone = Phone(app, table.book).look_at(table)
    assert phone.title == "Ana 950, Bo 0. Deal 4 · 3 of 6"
    assert phone.totals == ("950", "0")
    assert "Leads by 950" in phone.text
    assert "950 behind" in phone.text
    assert phone.deals == [
        "Edit deal 1. 3 no-trump by Ana, made exactly. 750 to Ana. Ana 750, Bo 0. Ana dealt.",
        "Edit deal 2. Passed out. No points. Ana 750, Bo 0. Bo dealt.",
        "Edit deal 3. 4 hearts doubled by Bo, down 1. 200 to Ana. Ana 950, Bo 0. Ana dealt.",
    ]
    assert phone.part(class_="next") == "Deal 4: Bo deals Ana draws 2, Bo 4, 8 or 12 by the upcard"
    assert phone.parts(class_="line-ahead") == ["Deal 5", "Deal 6", "Deal 7"]


def test_the_first_dealer_alternates_with_the_second_from_the_start(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "pass", new=a_new_match(first_dealer=BO))
    phone = Phone(app, table.book).look_at(table)
    assert [line.rpartition(". ")[2] for line in phone.deals] == ["Bo dealt.", "Ana dealt."]
    assert "Deal 3: Bo deals" in phone.text


def test_draw_bridge_says_how_far_it_is_to_the_target(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", target=300)
    phone = Phone(app, table.book).look_at(table)
    assert phone.heading == "To 300"
    assert "200 to win" in phone.text
    assert "300 to win" in phone.text
    assert phone.part(class_="next") == "Deal 2: Bo deals First to 300 wins"


def test_the_page_comes_as_a_fragment_too(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    whole = Phone(app, table.book).look_at(table)
    part = Phone(app, table.book).open(address_of(table), htmx=True)
    assert part.part(id="screen") == whole.part(id="screen")
    assert "HX-Request" in part.answer.headers["Vary"]
    assert part.answer.headers["HX-Retarget"] == "#screen"


def test_a_boosted_or_restored_page_is_whole(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    for header in ("HX-Boosted", "HX-History-Restore-Request"):
        phone = Phone(app, table.book)
        phone.headers = {"HX-Request": "true", header: "true"}
        assert phone.look_at(table).html.startswith("<!doctype html>")


# How it ends


def test_the_winner_is_named_with_the_margin_and_the_biggest_deal(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, *SIX[:5])
    phone = a_phone(table.book).look_at(table).record(SIX[5])
    assert phone.part(class_="winner") == "Ana wins by 1,250 points after six deals 1,750 Ana 500 Bo"
    assert "Biggest deal: 1, 3 no-trump made by Ana, 750 points." in phone.text
    assert "Rematch: Bo deals" in phone.pressable
    assert not phone.has(class_="levels")


def test_the_biggest_deal_may_be_one_that_went_down(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 7NTXX-6", "Bo 1C=", new=a_new_match(deals=2))
    phone = Phone(app, table.book).look_at(table)
    assert "Biggest deal: 1, 7 no-trump redoubled, down 6 by Ana, 4,000 to Bo." in phone.text


def test_the_running_totals_are_drawn_and_told(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "pass", "Bo 4HX-1")
    chart, _on_paper = every(Phone(app, table.book).look_at(table).document, "svg", role="img")
    assert chart.get("aria-label") == "Running totals: Ana 950, Bo 0 after three deals."
    over = draw_bridge(sessions, "Ana 3NT=", target=100)
    chart, _on_paper = every(Phone(app, over.book).look_at(over).document, "svg", role="img")
    assert chart.get("aria-label") == "Running totals: Ana 100, Bo 0 after one deal."


def test_before_the_first_deal_there_is_nothing_to_draw(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    assert not Phone(app, table.book).look_at(table).has(class_="lines-of-totals")


def test_a_target_that_is_reached_exactly_ends_the_match(sessions: Sessions, a_phone: MakePhone) -> None:
    for target, heading in ((300, "Draw Bridge · finished"), (301, "To 301")):
        table = draw_bridge(sessions, "Ana 3NT=", "Bo 3NT=", "Ana 3NT=", target=target)
        phone = a_phone(table.book).look_at(table).record("Ana 3NT=")
        assert phone.heading == heading
        assert (table.look().winner is not None) == (target == 300)


def test_level_totals_after_six_deals_ask_for_a_seventh_and_no_eighth(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, *LEVEL_SIX[:5])
    phone = a_phone(table.book).look_at(table)
    assert phone.parts(class_="line-ahead") == ["Deal 7, only if level"]
    phone.record(LEVEL_SIX[5])
    assert phone.heading == "Deal 7"
    assert phone.part(class_="next") == "Deal 7: Ana deals Level at 2,250. A seventh deal decides."
    phone.enter("Bo 1C=")
    assert phone.part(id="outcome") == "This ends the match at deal 7: Bo wins."
    phone.save()
    assert phone.part(class_="winner").startswith("Bo wins by 400 points after seven deals")
    assert "Deal 8" not in phone.text


def test_a_match_may_end_drawn_by_house_rule(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, *LEVEL_SIX[:5], new=a_new_match(tie_break="none"))
    phone = a_phone(table.book).look_at(table).enter(LEVEL_SIX[5])
    assert phone.part(id="outcome") == "This ends the match at deal 6: it is drawn."
    assert phone.save().part(class_="winner").startswith("The match is drawn 2,250 each, after six deals")


def test_a_match_ended_early_has_no_winner_and_can_go_on(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    table.do(end_early)
    phone = Phone(app, table.book).look_at(table)
    assert phone.part(class_="winner").startswith("Ended early no winner, after one deal")
    assert phone.tap("Play on").heading == "Deal 2 of 6"


def test_a_rematch_is_dealt_first_by_the_other_player(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", target=100, undertricks="flat")
    phone = Phone(app, table.book).look_at(table)
    request = phone.request_of("Rematch: Bo deals")
    phone.send(request)
    assert phone.redirects[0][0] == 303
    assert phone.address != address_of(table)
    assert phone.title == "Ana 0, Bo 0. To 100"
    assert "Deal 1: Bo deals" in phone.text
    again = phone.address
    with nothing_stored(sessions):
        assert phone.send(request).address == again
    assert count(sessions, "match") == 2


# Undo and redo


def test_undo_takes_the_last_deal_back_and_says_so(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1")
    phone = a_phone(table.book).look_at(table).tap("Undo: deal 2, 4 hearts by Bo, down 1")
    assert table.deals == ["Ana 3NT="]
    assert phone.notes == ["Deal 2 removed. Ana 750, Bo 0."]
    assert phone.heading == "Deal 2 of 6"
    phone.undo()
    assert table.deals == []
    assert phone.totals == ("0", "0")
    assert "Undo" not in phone.text


def test_redo_makes_it_again_from_another_phone(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1")
    a_phone(table.book).look_at(table).undo().undo()
    other = a_phone(table.book).look_at(table)
    other.tap("More about this match").tap("Redo deal 1, 3 no-trump by Ana, made exactly")
    assert table.deals == ["Ana 3NT="]
    assert other.notes == ["Done again: deal 1, 3 no-trump by Ana, made exactly. Ana 750, Bo 0."]
    other.tap("More about this match").tap("Redo deal 2, 4 hearts by Bo, down 1")
    assert table.deals == ["Ana 3NT=", "Bo 4H-1"]
    other.tap("More about this match")
    assert not any(name.startswith("Redo") for name in other.pressable)


def test_undo_goes_back_over_the_deal_that_ended_the_match_and_redo_ends_it_again(
    sessions: Sessions, a_phone: MakePhone
) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", "Ana 3NT=", target=200)
    phone = a_phone(table.book).look_at(table)
    assert phone.part(class_="winner").startswith("Ana wins")
    phone.undo()
    assert not phone.has(class_="winner")
    assert (phone.heading, phone.totals) == ("To 200", ("100", "0"))
    phone.open(phone.address)
    assert phone.heading == "To 200"
    phone.tap("More about this match").tap("Redo deal 2, 3 no-trump by Ana, made exactly")
    assert phone.part(class_="winner").startswith("Ana wins")


def test_a_new_deal_ends_what_could_be_redone(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).undo().record("Bo 1C=").tap("More about this match")
    assert not any(name.startswith("Redo") for name in phone.pressable)


@pytest.mark.parametrize("action", ["undo", "redo"])
def test_there_is_not_always_something_to_undo_or_to_redo(sessions: Sessions, a_phone: MakePhone, action: str) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).open(address_of(table, "more"))
    request = phone.form_to("/swap")
    request.address = address_of(table, action)
    with nothing_stored(sessions):
        phone.send(request)
    assert (phone.status, phone.alerts) == (422, [f"There is nothing to {action}."])


def test_a_deal_added_and_removed_leaves_a_match_as_at_the_start(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, new=a_new_match(first_dealer=BO))
    phone = Phone(app, table.book).look_at(table)
    fresh = phone.part(class_="pad"), phone.part(class_="dock"), phone.totals
    phone.record("Ana 3NT=").edit(1).tap("Delete deal 1")
    assert (phone.part(class_="pad"), phone.part(class_="dock"), phone.totals) == fresh
    assert phone.heading == "Deal 1 of 6"


def test_the_address_of_the_browser_follows_without_a_step_too_many(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book, script=True).look_at(table).tap("3").tap("Hearts, Ana")
    assert phone.address == address_of(table, "deals/1?level=3&purpose=record&seen=0&play=0H")
    phone.tap("Close")
    assert phone.address == address_of(table)
    phone.record("Ana 3NT=")
    assert phone.address == address_of(table)
    phone.undo()
    assert "HX-Push-Url" not in phone.answer.headers
