"""Entering a deal: the two faces, Save, and every refusal."""

from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from scorekeeper.rules.bridgette import BRIDGETTE
from scorekeeper.rules.deal import Deal, parse_contract
from scorekeeper.rules.match import points_of
from tests.builders import a_new_match, a_table, draw_bridge, everything
from tests.web.document import every, name_of
from tests.web.phone import Phone, address_of
from tests.web.screen import Request
from tests.web.stored import nothing_stored

MakePhone = Callable[[Book], Phone]
SIX = ("Ana 3NT=", "Bo 4H-1", "Ana 1C=", "Bo 2S=", "Ana 0NT=", "Bo 2C-1")


def test_a_made_contract_takes_four_taps(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).look_at(table)
    with nothing_stored(sessions):
        phone.tap("3")
        assert phone.part(class_="asked") == "Deal 1. Level 3. Who plays it, and in what?"
        phone.tap("No-trump, Ana")
        assert phone.part(class_="asked") == "3 no-trump by Ana, needs 9 tricks. Result?"
        phone.tap("Made exactly, 9 tricks, 750 to Ana")
        assert phone.save_label() == "Save 750 to Ana"
    phone.tap("Save 750 to Ana")
    assert table.deals == ["Ana 3NT="]
    assert phone.deals == [
        "Edit deal 1. 3 no-trump by Ana, made exactly. 750 to Ana. Ana 750, Bo 0. Ana dealt.",
    ]
    assert phone.totals == ("750", "0")
    assert phone.address == address_of(table)
    if phone.script:
        assert phone.live == "Deal 1 saved. 750 to Ana. Ana 750, Bo 0. Deal 2: Bo deals."
    else:
        assert phone.redirects == [(303, address_of(table))]


def test_a_doubled_contract_takes_five_taps(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).look_at(table)
    phone.tap("4").tap("Hearts, Bo").tap("Doubled X").tap("Down 1, 9 tricks, 200 to Ana").tap("Save 200 to Ana")
    assert table.deals == ["Bo 4HX-1"]


def test_a_passed_out_deal_takes_two_taps(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).look_at(table)
    phone.tap("Passed out")
    assert phone.part(id="outcome") == "No points, and it is played again: Bo deals next."
    phone.tap("Save: no points")
    assert table.deals == ["pass"]
    assert phone.totals == ("0", "0")
    assert phone.heading == "Deal 2 · 1 of 6"


def test_draw_bridge_has_no_level_0_and_passed_out_in_its_place(sessions: Sessions, a_phone: MakePhone) -> None:
    table = draw_bridge(sessions)
    phone = a_phone(table.book).look_at(table)
    assert phone.pressable[-8:] == ["Passed out", "1", "2", "3", "4", "5", "6", "7"]
    phone.record("pass", "Ana 3NT=")
    assert table.deals == ["pass", "Ana 3NT="]


def test_level_0_leaves_no_trump_alone_and_says_why(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).tap("0")
    assert [name for name in phone.pressable if "," in name] == ["No-trump, Ana", "No-trump, Bo"]
    assert "0 is only for no-trump" in phone.text


@pytest.mark.parametrize(
    "deal", ["Ana 0NT=", "Ana 0NT-6", "Bo 0NT+7", "Ana 7NT-13", "Bo 7NTXX=", "Bo 1C-7", "Ana 1SX+6"]
)
def test_the_outermost_deals_are_stored_as_they_are(app: Flask, sessions: Sessions, deal: str) -> None:
    table = a_table(sessions)
    Phone(app, table.book).look_at(table).record(deal)
    assert table.deals == [deal]


@pytest.mark.parametrize("doubling", ["", "X", "XX"])
@pytest.mark.parametrize(("contract", "play"), [("0NT", "1NT"), ("1C", "0C"), ("4H", "1H"), ("7NT", "0NT")])
def test_every_possible_result_is_shown_with_its_points_and_no_other(
    app: Flask, sessions: Sessions, contract: str, play: str, doubling: str
) -> None:
    table = a_table(sessions)
    choice = {"level": contract[0], "play": play, "doubling": doubling}
    phone = Phone(app, table.book).send(Request("GET", address_of(table, "deals/1"), MultiDict(choice)))
    told = {}
    for tile in every(phone.document, "button", name="tricks"):
        *_, tricks, points = name_of(tile).split(", ")
        told[tricks] = points
    expected = {}
    for tricks in range(14):
        deal = Deal(int(play[0]), parse_contract(contract + doubling), tricks)
        left, right = points_of(BRIDGETTE.score(BRIDGETTE.rules(), deal))
        expected[f"{tricks} tricks"] = f"{left:,} to Ana" if left else f"{right:,} to Bo"
    assert told == expected


def test_nothing_is_chosen_as_a_result_before_it_is_tapped(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).tap("3").tap("No-trump, Ana")
    assert phone.save_label() == "Pick the result"
    assert "Pick the result" not in phone.pressable
    assert not phone.has(aria_pressed="true", name="tricks")


def test_changing_the_doubling_keeps_the_result_and_counts_anew(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 3NT=")
    assert phone.tap("Redoubled XX").save_label() == "Save 7,000 to Ana"
    assert phone.tap("Undoubled").save_label() == "Save 750 to Ana"


def test_change_leads_back_to_the_contract_with_everything_still_set(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 3NTX=").tap("Change")
    assert [name_of(key) for key in every(phone.document, "button", aria_pressed="true")] == [
        "Level 3",
        "No-trump, Ana",
        "Doubled X",
        "Made exactly, 9 tricks, 2,300 to Ana",
    ]
    phone.tap("Level 4").tap("Spades, Bo")
    assert phone.part(class_="asked") == "4 spades doubled by Bo, needs 10 tricks. Result?"
    assert phone.save_label() == "Pick the result"


def test_a_suit_falls_away_when_the_level_becomes_0(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).tap("3").tap("Hearts, Ana").tap("Change").tap("Level 0")
    assert phone.status == 200
    assert not phone.has(aria_pressed="true", name="play")
    phone.tap("No-trump, Bo").choose_tricks(6).save()
    assert table.deals == ["Bo 0NT="]


def test_every_face_survives_a_reload(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table)
    for press in ("3", "No-trump, Ana", "Doubled X", "Made exactly, 9 tricks, 2,300 to Ana", "Change"):
        phone.tap(press)
        seen = phone.part(class_="faces"), phone.pressable
        phone.open(phone.address)
        assert (phone.part(class_="faces"), phone.pressable) == seen
    phone.open(address_of(table, "deals/1?passed_out=1"))
    assert phone.save_label() == "Save: no points"


def test_why_stands_beside_save(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 2SX=")
    assert phone.part(id="why") == (
        "Why 1,800? 250 for 2 spades doubled, 250 for exactly the tricks bid, 400 for making it doubled, 900 for ×2:"
        " together 1,800."
    )


def test_the_entry_of_a_deal_that_does_not_come_next_leads_to_the_match(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book)
    for number in (0, 3, 99, 10**30):
        phone.open(address_of(table, f"deals/{number}"))
        assert phone.redirects == [(303, address_of(table))]


def test_a_number_of_thousands_of_digits_is_no_deal(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book)
    for rest in ("", "/insert"):
        phone.open(address_of(table, f"deals/{'9' * 5000}{rest}"))
        assert phone.status == 404


def test_a_finished_match_has_no_entry(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, *SIX)
    phone = Phone(app, table.book).open(address_of(table, "deals/7?level=3"))
    assert phone.redirects == [(303, address_of(table))]
    assert phone.part(class_="winner").startswith("Ana wins by")


# Refusals: what no page offers, sent all the same

LEVEL, PLAY, DOUBLING, TRICKS = "level", "play", "doubling", "tricks"
WHOLE = {"level": "3", "play": "0NT", "doubling": "", "tricks": "9"}
REFUSED = [
    ({TRICKS: "14"}, "Tricks are 0 to 13."),
    ({TRICKS: "-1"}, "Tricks are 0 to 13."),
    ({TRICKS: "99"}, "Tricks are 0 to 13."),
    ({TRICKS: "9.5"}, "Tricks are 0 to 13."),
    ({TRICKS: "nine"}, "Tricks are 0 to 13."),
    ({TRICKS: "9" * 5000}, "Tricks are 0 to 13."),
    ({TRICKS: "٩"}, "Tricks are 0 to 13."),
    ({LEVEL: "8"}, "Level is 0 to 7."),
    ({LEVEL: "-1"}, "Level is 0 to 7."),
    ({LEVEL: "x"}, "Level is 0 to 7."),
    ({LEVEL: "1e9"}, "Level is 0 to 7."),
    ({LEVEL: "0", PLAY: "0S"}, "0 is only for no-trump."),
    ({PLAY: "0Z"}, "Strain is C, D, H, S or NT."),
    ({PLAY: "0"}, "Strain is C, D, H, S or NT."),
    ({PLAY: "2NT"}, "Declarer is one of the two players."),
    ({PLAY: "-1NT"}, "Declarer is one of the two players."),
    ({PLAY: "NT"}, "Declarer is one of the two players."),
    ({DOUBLING: "3"}, "A contract is undoubled, doubled (X) or redoubled (XX)."),
    ({DOUBLING: "XXX"}, "A contract is undoubled, doubled (X) or redoubled (XX)."),
    ({TRICKS: None}, "Choose level, player, strain and result first."),
    ({TRICKS: ""}, "Choose level, player, strain and result first."),
    ({PLAY: None}, "Choose level, player, strain and result first."),
    ({LEVEL: None}, "Choose level, player, strain and result first."),
    ({LEVEL: None, PLAY: None, TRICKS: None, DOUBLING: "X"}, "Choose level, player, strain and result first."),
    ({LEVEL: None, PLAY: None, DOUBLING: None, TRICKS: None}, "Choose level, player, strain and result first."),
    ({"passed_out": "1", LEVEL: None, PLAY: None}, "There is no result without a contract."),
    (
        {"passed_out": "1", LEVEL: None, PLAY: None, TRICKS: None, DOUBLING: "X"},
        "There is no doubling without a contract.",
    ),
    ({"passed_out": "1", TRICKS: None}, "A passed-out deal has no contract."),
]


@pytest.mark.parametrize("way", ["deals/", "deals/1", "deals/1/insert"])
def test_an_impossible_deal_is_refused_in_words_and_nothing_is_stored(
    sessions: Sessions, a_phone: MakePhone, way: str
) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = a_phone(table.book).look_at(table).enter("Bo 4H=")
    whole = phone.save_request()
    whole.address = address_of(table, way)
    with nothing_stored(sessions):
        for changes, sentence in REFUSED:
            phone.send(whole.with_fields(**{**WHOLE, **changes}))
            assert (phone.status, phone.alerts) == (422, [sentence]), changes
            assert phone.has(id="problems")
    # The same form, whole, is stored: it was refused for what was wrong with it alone.
    assert phone.send(whole.with_fields(**WHOLE)).status == 200
    assert "Ana 3NT=" in table.deals


def test_level_0_is_refused_in_draw_bridge(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 1NT=")
    with nothing_stored(sessions):
        phone.send(phone.save_request().with_fields(level="0"))
    assert (phone.status, phone.alerts) == (422, ["Level is 1 to 7."])


def test_what_was_chosen_right_is_still_there_after_a_refusal(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 4HX=")
    phone.send(phone.save_request().with_fields(tricks="14"))
    assert phone.alerts == ["Tricks are 0 to 13."]
    assert phone.part(class_="asked") == "4 hearts doubled by Ana, needs 10 tricks. Result?"
    phone.choose_tricks(10).save()
    assert table.deals == ["Ana 4HX="]


def test_a_deal_in_a_match_that_has_ended_meanwhile_is_refused(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, *SIX)
    phone = Phone(app, table.book).look_at(table).edit(1)
    request = phone.save_request()
    request.address = address_of(table, "deals/")
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 422
    assert len(phone.alerts) == 1
    assert phone.part(class_="winner").startswith("Ana wins by")


@pytest.mark.parametrize("number", ["0", "2", "99", str(10**30)])
def test_a_deal_that_is_not_on_the_sheet_can_be_neither_corrected_nor_removed(
    app: Flask, sessions: Sessions, number: str
) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).edit(1)
    whole = phone.form_to("/remove").with_fields(**WHOLE)
    with nothing_stored(sessions):
        for rest in ("", "/insert", "/remove"):
            for request in (whole, whole.with_fields(tricks=None), whole.with_fields(tricks="14")):
                request.address = address_of(table, f"deals/{number}{rest}")
                phone.send(request)
                assert (phone.status, phone.alerts) == (422, [f"There is no deal {number[:12]}."])


@pytest.mark.parametrize("field", ["seen", "request_key"])
def test_a_form_without_what_our_pages_put_into_it_is_refused(
    sessions: Sessions, a_phone: MakePhone, field: str
) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).look_at(table).enter("Ana 3NT=")
    request = phone.save_request()
    with nothing_stored(sessions):
        for value in (None, "", "?", "x" * 65, "9" * 5000, "\0", "☃" * 20, "-1" if field == "seen" else "a b"):
            phone.send(request.with_fields(**{field: value}))
            assert phone.status == 400, value
            assert phone.alerts == ["This form was not complete. Open the page again and try once more."]


def test_nothing_is_stored_by_choosing(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    before = everything(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Bo 7NTXX-13").tap("Change").tap("Close")
    assert phone.address == address_of(table)
    assert everything(sessions) == before


def test_saving_deals_until_the_match_ends_names_the_winner(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, new=a_new_match(deals=2))
    phone = Phone(app, table.book).look_at(table).record("Ana 3NT=")
    phone.enter("Bo 1C+1")
    assert phone.part(id="outcome") == "This ends the match at deal 2: Ana wins."
    phone.save()
    assert phone.part(class_="winner") == "Ana wins by 600 points after two deals 750 Ana 150 Bo"
