"""All else that can be done with a match: details, house rules, seats, dealer, game, ending, deleting."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.houserules import Amount, rules_of, write_rules
from tests.builders import BO, a_book, a_new_match, a_table, draw_bridge
from tests.database_fixtures import Clock
from tests.web.phone import Phone, address_of
from tests.web.stored import nothing_stored

MakePhone = Callable[[Book], Phone]


def more(phone: Phone) -> Phone:
    return phone.tap("More about this match")


def choose(phone: Phone, beginning: str) -> Phone:
    """Press what begins so in the menu; its second line says how things are."""
    (name,) = (name for name in phone.pressable if name.startswith(beginning))
    return phone.tap(name)


def ways(phone: Phone) -> list[str]:
    """What stands in the menu."""
    return phone.lines_of(class_="menu")


def test_the_menu_offers_what_can_be_done_now(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = more(Phone(app, table.book).look_at(table))
    assert phone.heading == "Ana and Bo"
    assert ways(phone) == [
        "All points in this game",
        "House rules and number of deals standard",
        "Details names, title, date, place, note",
        "Change the first dealer Ana dealt first",
        "Swap seats Bo to the left",
        "Play Draw Bridge instead",
        "End early no winner",
        "Delete this match",
    ]
    table.record("Ana 3NT=")
    phone.open(phone.address)
    assert "Insert a forgotten deal" in ways(phone)
    assert "Play Draw Bridge instead" not in ways(phone)


# Details


def test_what_is_written_about_a_match_is_kept(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = choose(more(a_phone(table.book).look_at(table)), "Details")
    phone.fill(title="Final", played_on="2026-03-02", place="Bled", note="one\ntwo")
    phone.send(phone.form_to("/details"))
    assert phone.redirects == [(303, address_of(table))]
    details = table.look().details
    assert (details.title, details.played_on.isoformat(), details.place, details.note) == (
        "Final", "2026-03-02", "Bled", "one\ntwo",
    )  # fmt: skip
    assert phone.tap("Undo: the change of details").notes == ["Undone: the change of details."]
    assert table.look().details.title is None


def test_details_saved_as_they_were_change_nothing(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    before = table.version
    assert phone.send(phone.form_to("/details")).status == 200
    assert table.version == before


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("title", "x" * 101, "At most 100 characters can be kept here."),
        ("title", "x" * 5000, "At most 100 characters can be kept here."),
        ("title", "a\0b", "Control characters cannot be kept."),
        ("place", "x" * 101, "At most 100 characters can be kept here."),
        ("note", "x" * 2001, "At most 2000 characters can be kept here."),
        ("note", "x" * 20000, "At most 2000 characters can be kept here."),
        ("note", "a\0b", "Control characters cannot be kept."),
        ("played_on", "2026-02-31", "A date looks like 2026-11-29."),
        ("played_on", "yesterday", "A date looks like 2026-11-29."),
        ("played_on", "", "A date looks like 2026-11-29."),
        ("played_on", "1" * 5000, "A date looks like 2026-11-29."),
        ("played_on", "2999-01-01", "The day is one from 1900 to tomorrow."),
        ("played_on", "1899-12-31", "The day is one from 1900 to tomorrow."),
        ("left", "", "Type a name."),
        ("left", " \u200b ", "Type a name."),
        ("left", "x" * 41, "A name has at most 40 characters."),
        ("right", "x" * 500, "A name has at most 40 characters."),
        ("right", "a\0b", "A name cannot hold control characters."),
        ("left", "bo", "Someone else in this book is called bo."),
    ],
)
def test_what_cannot_be_kept_comes_back_beside_its_field_with_all_the_rest(
    app: Flask, sessions: Sessions, field: str, value: str, sentence: str
) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(**{"left": "Anamaria", "title": "Final", "note": "about it", field: value})
    with nothing_stored(sessions):
        phone.send(phone.form_to("/details"))
    assert phone.status == 422
    assert phone.wrong(field) == sentence
    expected = {"left": "Anamaria", "right": "Bo", "title": "Final", "note": "about it", field: value}
    assert {name: phone.field(name) for name in expected} == expected


@pytest.mark.parametrize("sign", ["x", "é", "🂡"])
def test_as_much_as_can_be_kept_is_kept_counted_in_characters(app: Flask, sessions: Sessions, sign: str) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(left=sign * 40, title=sign * 100, place=sign * 100, note=sign * 2000)
    assert phone.send(phone.form_to("/details")).status == 200
    kept = table.look()
    assert (kept.names[0], kept.details.title, kept.details.place, kept.details.note) == (
        sign * 40, sign * 100, sign * 100, sign * 2000,
    )  # fmt: skip


def test_a_new_name_is_the_name_of_that_person_in_every_match(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    first, second = a_table(sessions, book=book), a_table(sessions, book=book)
    phone = Phone(app, book).open(address_of(first, "details"))
    phone.fill(left=" Anamaria ")
    phone.send(phone.form_to("/details"))
    assert phone.title == "Anamaria 0, Bo 0. Deal 1 of 6"
    assert phone.look_at(second).title == "Anamaria 0, Bo 0. Deal 1 of 6"


def test_a_name_may_change_its_case(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(left="ANA")
    assert phone.send(phone.form_to("/details")).title == "ANA 0, Bo 0. Deal 1 of 6"


def test_a_new_name_on_one_phone_outlives_other_details_saved_from_another(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    other = Phone(app, table.book).open(address_of(table, "details"))
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(left="Anamaria")
    phone.send(phone.form_to("/details"))
    other.fill(title="Final")
    other.send(other.form_to("/details"))
    assert table.look().names == ("Anamaria", "Bo")


def test_a_name_and_details_are_kept_together_or_not_at_all(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).open(address_of(table, "details"))
    phone.fill(left="Anamaria", title="Final")
    request = phone.form_to("/details")
    table.record("Ana 3NT=")
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 409


# House rules


@pytest.mark.parametrize(
    ("key", "rule", "value"),
    [
        (key, rule, str(value))
        for key, game in GAMES.items()
        for rule, kind in rules_of(game.rules).items()
        for value in ((kind.low, kind.high) if isinstance(kind, Amount) else kind.values[1:])
    ],
)
def test_every_house_rule_can_be_changed_and_changed_back(
    app: Flask, sessions: Sessions, key: str, rule: str, value: str
) -> None:
    table = a_table(sessions, "Ana 3NT=", new=a_new_match(GAMES[key]))
    phone = Phone(app, table.book).open(address_of(table, "rules"))
    phone.fill(**{rule: value})
    phone.send(phone.form_to("/rules"))
    assert phone.redirects == [(303, address_of(table))]
    assert phone.notes
    assert phone.notes[0].startswith("House rules changed. Every deal is scored by them.")
    standard = write_rules(GAMES[key].rules())
    assert {name: str(one) for name, one in write_rules(table.look().match.rules).items()} == {
        name: str(one) for name, one in {**standard, rule: value}.items()
    }
    phone.tap("Undo: the change of house rules")
    assert write_rules(table.look().match.rules) == standard


def test_a_higher_target_is_how_a_finished_match_is_played_on(sessions: Sessions, a_phone: MakePhone) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", target=100)
    phone = choose(more(a_phone(table.book).look_at(table)), "House rules and target")
    phone.fill(target="200")
    phone.send(phone.form_to("/rules"))
    assert phone.heading == "To 200"
    assert phone.record("Ana 3NT=").heading == "Draw Bridge · finished"


@pytest.mark.parametrize(
    ("rule", "value", "sentence"),
    [
        ("target", "9", "Target is a whole number from 10 to 100,000."),
        ("target", "100001", "Target is a whole number from 10 to 100,000."),
        ("target", "-300", "Target is a whole number from 10 to 100,000."),
        ("target", "", "Target is a whole number from 10 to 100,000."),
        ("target", "1" * 5000, "Target is a whole number from 10 to 100,000."),
        ("undertricks", "free", "Undertricks is none, flat or bridge."),
    ],
)
def test_a_house_rule_that_cannot_be_comes_back_beside_its_field(
    app: Flask, sessions: Sessions, rule: str, value: str, sentence: str
) -> None:
    table = draw_bridge(sessions, overtricks="ignored")
    phone = Phone(app, table.book).open(address_of(table, "rules"))
    with nothing_stored(sessions):
        phone.send(phone.form_to("/rules").with_fields(**{rule: value}))
    assert phone.status == 422
    assert phone.part(id=f"wrong-{rule}") == sentence
    assert phone.field("overtricks") == "ignored"


def test_a_form_of_house_rules_that_is_not_whole_resets_none(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, new=a_new_match(doubling="bonus only", deals=8))
    phone = Phone(app, table.book).open(address_of(table, "rules"))
    phone.send(phone.form_to("/rules").with_fields(doubling=None, deals="10"))
    rules = table.look().match.rules
    assert (rules.doubling, rules.deals) == ("bonus only", 10)


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
