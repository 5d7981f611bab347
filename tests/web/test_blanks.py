"""Sheets to write on: lines, names, and on their backs the points that the scoring gives."""

import re
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from scorekeeper.rules.bridgette import BRIDGETTE
from scorekeeper.rules.deal import parse_deal
from scorekeeper.rules.match import points_of
from scorekeeper.web.qr import qr_code
from tests.builders import a_new_match, a_table, draw_bridge
from tests.paper.opened import collisions, opened
from tests.web.document import every, parse, text_of
from tests.web.phone import Phone
from tests.web.test_sheets import patient, press

__all__ = ["patient", "press"]


def tables(html: str, class_: str) -> list[list[list[str]]]:
    document = parse(html.replace("<!doctype html>", ""))
    return [
        [[text_of(cell) for cell in row] for body in every(table, "tbody") for row in every(body, "tr")]
        for table in every(document, class_=class_)
    ]


def test_an_empty_sheet_has_a_line_a_deal_and_one_for_a_level_score(phone: Phone) -> None:
    (lines,) = tables(phone.get("/blank/sheet?game=bridgette").text, "paper-deals")
    assert [line[0] for line in lines] == ["1", "2", "3", "4", "5", "6", "7*", "Final score"]
    (lines,) = tables(phone.get("/blank/sheet?game=draw-bridge").text, "paper-deals")
    assert [line[0] for line in lines] == [*map(str, range(1, 13)), "Final score"]


def test_a_sheet_of_a_match_has_its_names_dealers_target_and_rules(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, target=700, undertricks="flat")
    html = Phone(app, table.book).get(f"/m/{table.ref.key}/blank").text
    (lines,) = tables(html, "paper-deals")
    assert [line[1] for line in lines[:4]] == ["Ana", "Bo", "Ana", "Bo"]
    assert "<b>700</b>" in html
    assert "50 each to the defender" in html
    other = a_table(sessions, new=a_new_match(deals=4, tie_break="none", first_dealer=1))
    (lines,) = tables(Phone(app, other.book).get(f"/m/{other.ref.key}/blank").text, "paper-deals")
    assert [line[:2] for line in lines[:-1]] == [["1", "Bo"], ["2", "Ana"], ["3", "Bo"], ["4", "Ana"]]


def test_the_points_on_the_back_are_those_of_the_rules_in_force(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, new=a_new_match(game_value=640))
    undoubled, doubled, _, down = tables(Phone(app, table.book).get(f"/m/{table.ref.key}/blank").text, "back-table")
    rules = BRIDGETTE.rules(game_value=640)

    def points(deal: str) -> str:
        return f"{sum(points_of(BRIDGETTE.score(rules, parse_deal(deal)))):,}"

    (row,) = (row for row in undoubled if row[0].startswith("3NT"))
    assert row[1:] == [points("3NT="), points("3NT+3"), points("3NT+1")]
    (row,) = (row for row in doubled if row[0].startswith("3NT"))
    assert row[1:] == [points("3NTX="), points("3NTX+3"), points("3NTX+1")]
    assert down[1][1:] == [points("3NT-2"), points("3NTX-2"), points("3NTXX-2")]


@pytest.mark.poppler
@pytest.mark.parametrize("game", ["bridgette", "draw-bridge"])
@pytest.mark.parametrize("layout", ["", "per_page=2", "per_page=4", "large=1", "paper=letter&large=1", "paper=a5"])
def test_every_sheet_is_a_front_and_a_back(phone: Phone, tmp_path: Path, game: str, layout: str) -> None:
    answer = phone.get(
        f"/blank/sheet.pdf?game={game}&paper=a4&{layout}"
        if "paper" not in layout
        else f"/blank/sheet.pdf?game={game}&{layout}"
    )
    made = opened(answer.data, tmp_path)
    front, back = made.pages
    sheets = int((re.findall(r"per_page=(\d)", layout) or ["1"])[0])
    assert front.count("Final score") == sheets
    assert back.count("Points in") == sheets
    assert front.count("♣") >= 7 * sheets
    assert collisions(answer.data, tmp_path) == []


@pytest.mark.poppler
@pytest.mark.parametrize("layout", ["", "&per_page=2", "&per_page=4", "&large=1", "&paper=a5"])
def test_the_longest_tables_of_points_have_room_on_the_back(
    app: Flask, sessions: Sessions, tmp_path: Path, layout: str
) -> None:
    for table in (
        draw_bridge(sessions, undertricks="flat"),
        a_table(sessions, new=a_new_match(odd_trick_points="on", passed_out="count")),
    ):
        address = f"/m/{table.ref.key}/blank.pdf?paper=letter{layout}"
        pdf = Phone(app, table.book).get(address.replace("letter&paper=", "")).data
        assert len(opened(pdf, tmp_path).pages) == 2
        assert collisions(pdf, tmp_path) == []


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("paper=a5&per_page=2", "An A5 page has room for one sheet"),
        ("per_page=2&large=1", "Large print needs a page"),
        ("per_page=3", "one, two or four"),
        ("game=chess", "The game is"),
    ],
)
def test_what_does_not_fit_is_said_on_the_page(phone: Phone, asked: str, sentence: str) -> None:
    for path in ("/blank/sheet", "/blank/sheet.pdf"):
        answer = phone.get(f"{path}?{asked}")
        assert answer.status_code == 422
        assert sentence.lower() in answer.text.lower()


def test_more_lines_than_a_shared_page_holds_get_one_of_their_own(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, new=a_new_match(deals=20))
    answer = Phone(app, table.book).get(f"/m/{table.ref.key}/blank?per_page=2")
    assert answer.status_code == 422
    assert "21 lines need a page of their own" in answer.text


def test_an_empty_sheet_is_reached_from_all_matches_and_needs_no_scorebook(phone: Phone) -> None:
    phone.open("/history").tap("Print an empty sheet")
    assert phone.address.startswith("/blank/")
    assert "Make a PDF" in phone.html


@pytest.mark.poppler
@pytest.mark.parametrize("layout", ["", "&per_page=2", "&per_page=4", "&large=1", "&paper=a5"])
def test_a_sheet_of_a_match_has_its_qr_code_where_that_is_asked(
    app: Flask, sessions: Sessions, tmp_path: Path, layout: str
) -> None:
    table = a_table(sessions, new=a_new_match(deals=12))
    phone, match = Phone(app, table.book), f"/m/{table.ref.key}/"
    assert "<svg" not in phone.get(f"{match}blank?paper=a4{layout}").text
    html = phone.get(f"{match}blank?paper=a4&link=1{layout}").text
    sheets = int((re.findall(r"per_page=(\d)", layout) or ["1"])[0])
    assert html.count(qr_code(phone.at.rstrip("/") + match)) == sheets
    made = opened(phone.get(f"{match}blank.pdf?paper=a4&link=1{layout}").data, tmp_path)
    assert [page.count("Final score") for page in made.pages] == [sheets, 0]


def test_where_a_pdf_cannot_be_made_the_print_view_has_the_qr_code_too(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    app.extensions["scorekeeper.press"].is_missing = True
    phone = Phone(app, table.book)
    page = phone.get(f"/m/{table.ref.key}/files/?link=1").text
    assert re.search(r'name="link" value="1" checked', page)
