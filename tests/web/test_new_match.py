"""Setting up a match: the game, the names, who deals first, the house rules."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.book.access import open_book
from scorekeeper.book.database import Sessions
from scorekeeper.book.tables import PLAYER
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.houserules import Amount, rules_of, write_rules
from tests.builders import BO, a_book, a_table, count, draw_bridge
from tests.web.phone import Phone
from tests.web.setting_up import filled, start, the_match
from tests.web.stored import nothing_stored


def test_two_names_and_a_dealer_make_a_match_of_bridgette(phone: Phone, sessions: Sessions) -> None:
    start(filled(phone, first="1"))
    kept = the_match(phone, sessions)
    assert phone.redirects == [(303, f"/m/{kept.key}/")]
    assert (kept.names, kept.game.key, kept.match.first_dealer) == (("Ana", "Bo"), "bridgette", BO)
    assert kept.match.rules == kept.game.rules()
    assert phone.title == "Ana 0, Bo 0. Deal 1 of 6"
    assert "Deal 1: Bo deals" in phone.text


@pytest.mark.parametrize("target", ["100", "200", "300", "500", "1000"])
def test_draw_bridge_goes_to_one_of_the_targets_offered(phone: Phone, sessions: Sessions, target: str) -> None:
    start(filled(phone, game="draw-bridge", target=target))
    assert the_match(phone, sessions).match.rules.target == int(target)
    assert phone.heading == f"To {int(target):,}"


@pytest.mark.parametrize(("typed", "target"), [("10", 10), ("100000", 100_000), (" 1,500 ", 1500), ("2 000", 2000)])
def test_draw_bridge_goes_to_any_other_target(phone: Phone, sessions: Sessions, typed: str, target: int) -> None:
    start(filled(phone, game="draw-bridge", target="other", target_other=typed))
    assert the_match(phone, sessions).match.rules.target == target


@pytest.mark.parametrize("typed", ["9", "100001", "-300", "", "abc", "1.5", "1e3", "٣٠٠", "9" * 5000, "\0"])
def test_a_target_that_cannot_be_comes_back_beside_its_field(phone: Phone, sessions: Sessions, typed: str) -> None:
    filled(phone, game="draw-bridge", target="other", target_other=typed)
    with nothing_stored(sessions):
        start(phone)
    assert phone.status == 422
    assert phone.part(id="wrong-target") == "Target is a whole number from 10 to 100,000."
    assert (phone.field("left"), phone.field("first"), phone.field("target")) == ("Ana", "0", "other")
    phone.fill(target_other="250")
    assert start(phone).heading == "To 250"


@pytest.mark.parametrize(
    ("game", "rule", "value"),
    [
        (key, rule, str(value))
        for key, game in GAMES.items()
        for rule, kind in rules_of(game.rules).items()
        if rule != "target"
        for value in ((kind.low, kind.high) if isinstance(kind, Amount) else kind.values)
    ],
)
def test_every_value_of_every_house_rule_can_be_chosen(
    phone: Phone, sessions: Sessions, game: str, rule: str, value: str
) -> None:
    start(filled(phone, game=game, **{rule: value}))
    kept = the_match(phone, sessions)
    assert kept.game.key == game
    expected = {**write_rules(kept.game.rules()), rule: value}
    assert {key: str(one) for key, one in write_rules(kept.match.rules).items()} == {
        key: str(one) for key, one in expected.items()
    }


@pytest.mark.parametrize(
    ("rule", "value"),
    [("deals", "1"), ("deals", "25"), ("deals", "six"), ("game_value", "10001"), ("game_value", "-1")],
)
def test_an_amount_no_house_rule_knows_comes_back_beside_its_field(
    phone: Phone, sessions: Sessions, rule: str, value: str
) -> None:
    filled(phone, **{rule: value})
    with nothing_stored(sessions):
        start(phone)
    assert phone.status == 422
    low, high = {"deals": ("2", "24"), "game_value": ("0", "10,000")}[rule]
    assert f"is a whole number from {low} to {high}." in phone.wrong(rule)
    assert phone.field(rule) == value


@pytest.mark.parametrize("rule", ["doubling", "odd_trick_points", "passed_out", "tie_break"])
def test_a_value_no_house_rule_knows_is_refused_in_words(phone: Phone, sessions: Sessions, rule: str) -> None:
    request = filled(phone).form_to("/new").with_fields(**{rule: "nonsense"})
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 422
    assert len(phone.alerts) == 1
    assert phone.part(id=f"wrong-{rule}") == phone.alerts[0]


def test_the_examples_of_the_doubling_rule_are_those_of_the_rules(phone: Phone) -> None:
    phone.open("/new")
    (rule,) = (text for text in phone.parts(class_="rule") if text.startswith("Doubling"))
    assert [choice.strip() for choice in rule.split("Multiplies ")[1:]] == [
        "everything 1 club redoubled, made exactly is 5,600, 4 hearts doubled, made exactly is 2,300",
        "the contract value only 1 club redoubled, made exactly is 1,850, 4 hearts doubled, made exactly is 1,650",
        "nothing, only the bonus 1 club redoubled, made exactly is 1,400, 4 hearts doubled, made exactly is 1,150",
    ]


def test_draw_bridge_says_that_a_hopeless_bid_is_free_and_what_would_not_be(phone: Phone) -> None:
    phone.open("/new")
    assert "a contract that goes down costs nothing: a hopeless bid is free." in phone.text
    assert phone.offered("undertricks") == ["none", "flat", "bridge"]
    (rule,) = (text for text in phone.parts(class_="rule") if text.startswith("Undertricks"))
    assert [rule.count(f"is {points}") for points in ("0", "100", "200", "300")] == [2, 2, 1, 1]


# Names


def test_names_that_are_missing_are_asked_for_by_seat(phone: Phone, sessions: Sessions) -> None:
    filled(phone, left="", right="  ")
    with nothing_stored(sessions):
        start(phone)
    assert phone.status == 422
    assert phone.wrong("left") == "Type a name for the left player."
    assert phone.wrong("right") == "Type a name for the right player."


@pytest.mark.parametrize(("left", "right"), [("Ana", "Ana"), ("Ana", " ana "), ("Straße", "STRASSE"), ("é", "e\u0301")])
def test_nobody_plays_against_themself(phone: Phone, sessions: Sessions, left: str, right: str) -> None:
    filled(phone, left=left, right=right)
    with nothing_stored(sessions):
        start(phone)
    assert phone.status == 422
    assert phone.wrong("right").endswith("Add a letter.")


def test_somebody_has_to_deal_first(phone: Phone, sessions: Sessions) -> None:
    phone.open("/new").fill(left="Ana", right="Bo")
    with nothing_stored(sessions):
        start(phone)
    assert phone.status == 422
    assert phone.alerts == ["Choose who deals first, or draw for it."]
    assert (phone.field("left"), phone.field("right")) == ("Ana", "Bo")


@pytest.mark.parametrize("first", ["2", "-1", "ana", "draw", "x" * 5000])
def test_a_dealer_the_page_does_not_offer_is_refused_in_words(phone: Phone, sessions: Sessions, first: str) -> None:
    request = filled(phone).form_to("/new").with_fields(first=first)
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 422
    assert phone.alerts


@pytest.mark.parametrize(
    ("field", "value"),
    [("game", "whist"), ("game", None), ("game", "x" * 5000), ("request_key", None), ("request_key", "?")],
)
def test_what_no_page_would_send_is_refused_in_words(
    phone: Phone, sessions: Sessions, field: str, value: str | None
) -> None:
    request = filled(phone).form_to("/new").with_fields(**{field: value})
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 422
    assert phone.alerts
    assert phone.field("left") == "Ana"
    phone.fill(game="bridgette")
    assert start(phone).heading == "Deal 1 of 6"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "x" * 5000, "\0", "../../etc/passwd", ""])
def test_a_time_zone_that_is_none_does_not_keep_anybody_from_playing(
    phone: Phone, sessions: Sessions, zone: str
) -> None:
    phone.send(filled(phone).form_to("/new").with_fields(timezone=zone))
    assert phone.heading == "Deal 1 of 6"
    assert count(sessions, "match") == 1


def test_the_time_zone_of_the_phone_becomes_that_of_its_book(phone: Phone, sessions: Sessions) -> None:
    phone.send(filled(phone).form_to("/new").with_fields(timezone="Pacific/Auckland"))
    with sessions.reading() as session:
        book = open_book(session, phone.cookie("scorebook") or "")
    assert book is not None
    assert book.timezone == "Pacific/Auckland"


# The same again


def test_people_of_the_book_are_suggested_and_the_last_match_is_proposed(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, target=500)
    phone = Phone(app, table.book).open("/new")
    assert sorted(option.get("value", "") for option in phone.document.iter("option")) == ["Ana", "Bo"]
    assert [phone.field(name) for name in ("game", "left", "right", "target")] == ["draw-bridge", "Ana", "Bo", "500"]
    assert phone.field("first") is None


def test_a_target_of_ones_own_is_proposed_again(app: Flask, sessions: Sessions) -> None:
    phone = Phone(app, draw_bridge(sessions, target=250).book).open("/new")
    assert (phone.field("target"), phone.field("target_other")) == ("other", "250")


def test_another_case_or_blanks_around_it_make_no_other_person(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book)
    for name in (" ana ", "ANA", "a\u200bna"):
        start(filled(phone, left=name, right="Cy"))
        assert phone.title == "Ana 0, Cy 0. Deal 1 of 6"
    with sessions.reading() as session:
        assert sorted(session.execute(select(PLAYER.c.name)).scalars()) == ["Ana", "Bo", "Cy"]


def test_two_visitors_make_two_books(app: Flask, sessions: Sessions) -> None:
    first, second = start(filled(Phone(app))), start(filled(Phone(app)))
    assert first.cookie("scorebook") != second.cookie("scorebook")
    assert count(sessions, "scorebook") == 2
    assert second.open(first.address).status == 404


# Twice


def send_at_once(phone: Phone, times: int) -> list[Phone]:
    """Send the filled form from *times* threads of the same browser."""
    request = phone.form_to("/new")
    twins = [phone.twin() for _ in range(times)]
    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(lambda twin: twin.send(request), twins))


def test_start_pressed_five_times_makes_one_match(app: Flask, sessions: Sessions) -> None:
    answers = send_at_once(filled(Phone(app, a_book(sessions))), 5)
    assert count(sessions, "match") == 1
    assert {(phone.status, phone.address, phone.title) for phone in answers} == {
        (200, answers[0].address, "Ana 0, Bo 0. Deal 1 of 6")
    }


def test_start_pressed_five_times_by_someone_who_was_never_here_makes_one_match(
    phone: Phone, sessions: Sessions
) -> None:
    answers = send_at_once(filled(phone), 5)
    assert (count(sessions, "match"), count(sessions, "scorebook"), count(sessions, "player")) == (1, 1, 2)
    assert {(phone.status, phone.address) for phone in answers} == {(200, answers[0].address)}


def test_start_pressed_again_after_a_lost_answer_leads_to_the_same_match(phone: Phone, sessions: Sessions) -> None:
    request = filled(phone).form_to("/new")
    first = phone.ask(request)
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.redirects == [(303, first.headers["Location"])]


def test_start_pressed_after_going_back_and_changing_a_name_is_not_the_same_match(
    phone: Phone, sessions: Sessions
) -> None:
    request = filled(phone).form_to("/new")
    phone.send(request)
    with nothing_stored(sessions):
        phone.send(request.with_fields(right="Cy"))
    assert phone.status == 422
    assert phone.alerts
    assert phone.field("right") == "Cy"
    assert start(phone).title == "Ana 0, Cy 0. Deal 1 of 6"
