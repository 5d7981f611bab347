"""All else that can be done with a match: seats, dealer, game, ending, deleting, restoring."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from tests.builders import BO, a_book, a_new_match, a_table, draw_bridge
from tests.database_fixtures import Clock
from tests.web.menu import choose, more, ways
from tests.web.phone import Phone, address_of
from tests.web.stored import nothing_stored

MakePhone = Callable[[Book], Phone]


def test_the_menu_offers_what_can_be_done_now(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = more(Phone(app, table.book).look_at(table))
    assert phone.heading == "Ana and Bo"
    assert ways(phone) == [
        "All points in this game",
        "House rules and number of deals standard",
        "Details names, title, date, place, note",
        "Print and files",
        "Change the first dealer Ana dealt first",
        "Swap seats Bo to the left",
        "Play Draw Bridge instead",
        "End early no winner",
        "Settings Auto, two colours, = +1 −1",
        "Delete this match",
    ]
    table.record("Ana 3NT=")
    phone.open(phone.address)
    assert "Insert a forgotten deal" in ways(phone)
    assert "Play Draw Bridge instead" not in ways(phone)


# Dealer, seats, game


def test_the_other_player_may_have_dealt_first(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = choose(more(a_phone(table.book).look_at(table)), "Change the first dealer")
    assert table.look().match.first_dealer == BO
    assert phone.deals[0].endswith("Bo dealt.")
    assert "Deal 2: Ana deals" in phone.text
    phone.tap("Undo: the change of the first dealer")
    assert phone.deals[0].endswith("Ana dealt.")


@pytest.mark.parametrize("dealer", ["2", "-1", "", None, "ana", "\0"])
def test_only_one_of_the_two_can_deal_first(app: Flask, sessions: Sessions, dealer: str | None) -> None:
    table = a_table(sessions, new=a_new_match(first_dealer=BO))
    phone = Phone(app, table.book).open(address_of(table, "more"))
    with nothing_stored(sessions):
        phone.send(phone.form_to("/first-dealer").with_fields(dealer=dealer))
    assert phone.status == 422
    assert phone.alerts == ["The first dealer is one of the two players."]


def test_seats_are_swapped_and_everybody_keeps_their_points(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = choose(more(a_phone(table.book).look_at(table)), "Swap seats")
    assert phone.title == "Bo 0, Ana 750. Deal 2 of 6"
    assert phone.deals == [
        "Edit deal 1. 3 no-trump by Ana, made exactly. 750 to Ana. Bo 0, Ana 750. Ana dealt.",
    ]
    assert phone.tap("Undo: the swap of seats").title == "Ana 750, Bo 0. Deal 2 of 6"


def test_the_other_game_can_be_played_while_no_deal_is_recorded(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions)
    phone = more(a_phone(table.book).look_at(table)).tap("Play Draw Bridge instead")
    assert phone.heading == "To 300"
    phone = more(phone).tap("Play Bridgette instead")
    assert phone.heading == "Deal 1 of 6"


def test_the_game_does_not_change_under_a_recorded_deal(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions)
    phone = more(a_phone(table.book).look_at(table))
    request = phone.form_to("/game")
    table.record("Ana 3NT=")
    request = request.with_fields(seen=str(table.version))
    with nothing_stored(sessions):
        phone.send(request)
    assert (phone.status, phone.alerts) == (422, ["The game can only change while no deal is recorded."])


@pytest.mark.parametrize("game", ["whist", "", None, "\0"])
def test_there_is_no_third_game(app: Flask, sessions: Sessions, game: str | None) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "more"))
    with nothing_stored(sessions):
        phone.send(phone.form_to("/game").with_fields(game=game))
    assert (phone.status, phone.alerts) == (422, ["The game is bridgette or draw-bridge."])


# Ending, deleting, restoring


def test_a_match_is_ended_early_and_undone(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = choose(more(a_phone(table.book).look_at(table)), "End early")
    assert phone.part(class_="winner").startswith("Ended early")
    assert "End early no winner" not in ways(more(phone))
    phone.look_at(table).tap("Undo: the early end")
    assert phone.heading == "Deal 2 of 6"


def test_a_finished_match_cannot_be_ended_early(sessions: Sessions, a_phone: MakePhone) -> None:
    table = draw_bridge(sessions, target=100)
    phone = more(a_phone(table.book).look_at(table))
    request = phone.form_to("/end")
    table.record("Ana 3NT=")
    with nothing_stored(sessions):
        phone.send(request.with_fields(seen=str(table.version)))
    assert (phone.status, phone.alerts) == (422, ["The match is over already."])


def test_deleting_a_match_asks_with_its_names_and_the_number_of_deals(sessions: Sessions, a_phone: MakePhone) -> None:
    book = a_book(sessions)
    table = a_table(sessions, "Ana 3NT=", "pass", book=book)
    other = a_table(sessions, "Bo 4H=", book=book)
    phone = more(a_phone(book).look_at(table))
    with nothing_stored(sessions):
        phone.tap("Delete this match")
    assert "The match of Ana and Bo with its 2 deals leaves the list. It can be restored for 30 days." in phone.text
    assert "Keep it" in phone.pressable
    phone.tap("Delete match")
    assert phone.address == "/deleted"
    assert phone.notes == ["The match of Ana and Bo is deleted. It can be restored here."]
    assert phone.open(address_of(table)).status == 404
    assert [link for link in phone.open("/history").links if link.startswith("/m/")] == [address_of(other)]
    phone.tap("Deleted matches").tap("Restore")
    assert phone.address == address_of(table)
    assert phone.notes == ["The match is back."]
    assert table.deals == ["Ana 3NT=", "pass"]
    assert other.deals == ["Bo 4H="]


def test_a_deleted_match_answers_nothing_until_it_is_restored(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).enter("Bo 4H=")
    save = phone.save_request()
    phone.open(address_of(table, "delete")).tap("Delete match")
    with nothing_stored(sessions):
        for page in ("", "more", "details", "rules", "points/", "insert", "delete", "deals/1", "deals/2"):
            assert phone.open(address_of(table, page)).status == 404, page
        assert phone.send(save).status == 404


def test_whoever_deleted_a_match_is_told_where_it_can_be_restored(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).open(address_of(table, "delete")).tap("Delete match")
    phone.open(address_of(table))
    assert (phone.status, phone.heading) == (404, "The match is deleted")
    stranger = Phone(app, a_book(sessions)).open(address_of(table))
    assert (stranger.status, stranger.heading) == (404, "This match is in another scorebook")


def test_after_thirty_days_a_deleted_match_is_gone(app: Flask, sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).open(address_of(table, "delete")).tap("Delete match")
    clock.pass_by(days=29)
    assert "Restore" in phone.open("/deleted").pressable
    request = phone.request_of("Restore")
    clock.now += timedelta(days=1)
    assert "There are none." in phone.open("/deleted").text
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 404


def test_redo_never_deletes_a_restored_match_again(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = a_phone(table.book).open(address_of(table, "delete")).tap("Delete match").tap("Restore")
    assert not any("Redo" in name for name in more(phone).pressable)


def test_a_restored_match_that_is_restored_again_stays_as_it_is(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = a_phone(table.book).open(address_of(table, "delete")).tap("Delete match")
    request = phone.request_of("Restore")
    phone.send(request)
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 200
    assert phone.address == address_of(table)
