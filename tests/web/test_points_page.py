"""The page with every result and its points."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from tests.builders import Table, a_new_match, a_table, draw_bridge
from tests.web.document import every, text_of
from tests.web.phone import Phone, address_of

SUITS = "clubs, diamonds, hearts, spades"
MakePhone = Callable[[Book], Phone]


def tables_on(phone: Phone) -> dict[str, list[list[str]]]:
    """Every table by its heading, row by row."""
    return {
        text_of(next(every(section, "h2"))): [[text_of(cell) for cell in row] for row in every(section, "tr")]
        for section in every(phone.document, "section")
        if next(every(section, "table"), None) is not None
    }


def points_of(app: Flask, table: Table) -> dict[str, list[list[str]]]:
    return tables_on(Phone(app, table.book).open(address_of(table, "points/")))


def test_the_menu_leads_to_the_points_and_back(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).open(address_of(table, "more")).tap("All points in this game")
    assert phone.heading == "Points in Bridgette"
    assert phone.tap("Back").address == address_of(table, "more")


def test_every_contract_of_bridgette_has_its_row(app: Flask, sessions: Sessions) -> None:
    tables = points_of(app, a_table(sessions))
    assert list(tables) == ["Made, undoubled", "Made, doubled", "Made, redoubled", "Down: points to the defender"]
    assert tables["Made, undoubled"] == [
        ["Contract", "=", "+3", "other"],
        [f"0 no-trump 1 {SUITS}", "400", "500", "150"],
        [f"1 no-trump 2 {SUITS}, no-trump 3 {SUITS} 4 clubs, diamonds", "500", "600", "250"],
        ["3 no-trump 4 hearts, spades, no-trump 5 clubs, diamonds, hearts, spades", "750", "850", "500"],
        ["5 no-trump", "1,000", "", "750"],
        ["6 clubs, diamonds, hearts, spades", "850", "", "750"],
        ["6 no-trump", "2,300", "", "2,200"],
        ["7 clubs, diamonds, hearts, spades", "2,200", "", ""],
        ["7 no-trump", "2,500", "", ""],
    ]
    assert tables["Down: points to the defender"] == [
        ["Undertricks", "undoubled", "X", "XX"],
        ["1 down", "100", "200", "300"],
        ["2 down", "200", "500", "700"],
        ["3 down", "300", "800", "1,100"],
        ["4 down", "400", "1,100", "1,500"],
        ["5 down", "700", "2,000", "2,700"],
        ["6 or more down", "1,000", "3,000", "4,000"],
    ]


def test_draw_bridge_is_told_by_tricks(app: Flask, sessions: Sessions) -> None:
    tables = points_of(app, draw_bridge(sessions))
    assert tables["Made, undoubled"][1:] == [
        ["1–7 clubs, diamonds", "20", "40", "60", "80", "100", "120", "140"],
        ["1–7 hearts, spades", "30", "60", "90", "120", "150", "180", "210"],
        ["1–7 no-trump", "40", "70", "100", "130", "160", "190", "220"],
    ]
    assert [row[-1] for row in tables["Made, redoubled"][1:]] == ["560", "840", "880"]
    assert "Down: points to the defender" not in tables


def test_where_nobody_scores_for_a_contract_that_goes_down_it_says_so(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions)
    phone = Phone(app, table.book).open(address_of(table, "points/"))
    assert "Nobody scores when a contract goes down." in phone.text


@pytest.mark.parametrize(
    ("rules", "table", "row"),
    [
        ({"doubling": "bonus only"}, "Made, redoubled", ["7 no-trump", "3,500", "", ""]),
        ({"doubling": "value only"}, "Made, doubled", ["5 no-trump", "2,150", "", "1,900"]),
        ({"game_value": 1000}, "Made, undoubled", ["7 no-trump", "2,500", "", ""]),
    ],
)
def test_the_house_rules_of_the_match_are_in_force(
    app: Flask, sessions: Sessions, rules: dict[str, object], table: str, row: list[str]
) -> None:
    tables = points_of(app, a_table(sessions, new=a_new_match(**rules)))
    assert row in tables[table]


def test_the_house_rules_stand_below_the_points(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, target=1000, undertricks="bridge")
    phone = Phone(app, table.book).open(address_of(table, "points/"))
    assert phone.part(class_="facts") == (
        "Target 1,000 Undertricks As in contract bridge, to the defender Overtricks Count in full"
    )
