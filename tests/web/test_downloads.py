"""Files and text that are taken away of a match, and of the whole book."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from urllib.parse import unquote

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from werkzeug.test import TestResponse

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from scorekeeper.book.imports import import_matches
from scorekeeper.book.lifecycle import delete_match, end_early
from scorekeeper.book.reading import Details
from scorekeeper.book.settings import change_details, change_rules
from scorekeeper.rules.bridgette import BridgetteRules
from scorekeeper.rules.filed import FiledMatch
from scorekeeper.rules.matchfile import fold_dict, read_match
from scorekeeper.tally import read_match_file, sheet
from tests.builders import Table, a_book, a_new_match, a_request, a_table, draw_bridge
from tests.database_fixtures import Clock
from tests.rules.filing import fileds
from tests.web.phone import Phone, address_of
from tests.web.screen import Request

FILES = ("match.json", "match.csv")


def fetch(phone: Phone, table: Table, name: str) -> TestResponse:
    answer = phone.ask(Request("GET", address_of(table, f"files/{name}")))
    assert answer.status_code == 200
    return answer


def names_of(answer: TestResponse) -> tuple[str, str]:
    """Both names in the one header that offers the file."""
    (header,) = answer.headers.getlist("Content-Disposition")
    found = re.fullmatch(r"attachment; filename=\"([A-Za-z0-9.-]+)\"; filename\*=UTF-8''([\w%.~-]+)", header)
    assert found, header
    return found[1], unquote(found[2])


def test_the_menu_of_a_match_leads_to_its_files(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).tap("More about this match").tap("Print and files")
    assert phone.heading == "Print and files"
    for link in phone.links:
        assert phone.ask(Request("GET", link)).status_code in (200, 303), link


def test_a_match_as_json_is_what_the_page_shows(app: Flask, sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 3NTX+1", "pass", "Bo 4H-1")
    answer = fetch(Phone(app, table.book), table, "match.json")
    assert answer.mimetype == "application/json"
    data = json.loads(answer.data)
    assert fold_dict(read_match(data).match)["totals"] == list(table.look().match.totals)
    assert data["deals"][1] == {"passed_out": True, "recorded_at": "2026-03-01T21:30:00+01:00"}
    assert names_of(answer) == ("Ana-Bo-2026-03-01.json",) * 2


def test_a_match_as_a_table_begins_with_the_mark_of_utf8(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", new=a_new_match(names=("Zoë", "Łukasz")))
    answer = fetch(Phone(app, table.book), table, "match.csv")
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"


@pytest.mark.parametrize(
    ("names", "plain", "full"),
    [
        (("Zoë", "Łukasz"), "Zoe-ukasz", "Zoë-Łukasz"),
        (("../../x", "Bo"), "x-Bo", "x-Bo"),
        (("x: Set-Cookie: x=1", "Bo"), "x-Set-Cookie-x-1-Bo", "x-Set-Cookie-x-1-Bo"),
        (("👩‍❤️‍💋‍👨", "🃏"), "2026-03-01", None),
        (("عمر", "Bo"), "Bo", "عمر-Bo"),
        (("हिन्दी", "Bo"), "Bo", "हिन्दी-Bo"),
        (('a"b', "c;d\\e"), "a-b-c-d-e", "a-b-c-d-e"),
        (("CON", ".."), "CON", "CON"),
        (("W" * 40, "M" * 40), "W" * 40 + "-" + "M" * 40, "W" * 40 + "-" + "M" * 40),
    ],
)
def test_a_file_is_named_after_players_and_date_and_nothing_else(
    app: Flask, sessions: Sessions, clock: Clock, names: tuple[str, str], plain: str, full: str | None
) -> None:
    table = a_table(sessions, "Ana 3NT=", new=a_new_match(names=names))
    title = Details("Été (тест): Ana / Bo 🂡", date(2026, 3, 1), None, None)
    table.do(change_details, title)
    for name in FILES:
        short, long = names_of(fetch(Phone(app, table.book), table, name))
        ending = name.partition(".")[2]
        for one in (short, long):
            assert one.endswith(f"2026-03-01.{ending}")
            assert not re.search(r"[/\\:\x00-\x1f\"'<>|?*]", one)
            assert not one.startswith((".", "-"))
        assert short.startswith(plain)
        if full is not None:
            assert long == f"{full}-2026-03-01.{ending}"


@pytest.mark.parametrize("name", [*FILES, "text", ""])
def test_files_of_other_people_are_not_there(app: Flask, sessions: Sessions, name: str) -> None:
    table = a_table(sessions, "Ana 3NT=")
    for phone in (Phone(app), Phone(app, a_book(sessions))):
        assert phone.open(address_of(table, f"files/{name}")).status == 404
    table.do(delete_match)
    assert Phone(app, table.book).open(address_of(table, f"files/{name}")).status == 404


# Text


@pytest.fixture
def reader(app: Flask) -> Callable[[Table], str]:
    """What stands in the field of the page with the text of a match."""

    def read(table: Table) -> str:
        phone = Phone(app, table.book).open(address_of(table, "files/text"))
        (field,) = (one for one in phone.document.iter("textarea"))
        assert "readonly" in field.attrib
        return field.text or ""

    return read


def test_the_text_tells_winner_totals_and_deals(
    sessions: Sessions, clock: Clock, reader: Callable[[Table], str]
) -> None:
    table = a_table(sessions, "Bo 3NTX+1", "pass", "Ana 4H-1", "Bo 1C=", new=a_new_match(deals=3))
    table.do(change_rules, BridgetteRules(deals=2))
    table.do(change_details, Details("Final", date(2026, 3, 1), "Kranj", None))
    assert reader(table) == (
        "Final\n"
        "Bo beat Ana 1,900 to 0\n"
        "Bridgette · 1 March 2026 · Kranj\n"
        "\n"
        "1. Bo 3NTX+1: 1,800\n"
        "2. passed out\n"
        "3. Ana 4H−1: 100 to Bo\n"
        "4. Bo 1C=: 0 (not counted)\n"
    )


def test_the_text_of_a_match_in_play_of_one_ended_early_and_of_a_drawn_one(
    sessions: Sessions, reader: Callable[[Table], str]
) -> None:
    table = draw_bridge(sessions, "Ana 2H-1", target=500)
    assert reader(table).startswith("Ana 0, Bo 0, still in play\nDraw Bridge to 500 · ")
    assert reader(table).endswith("1. Ana 2H−1: 0\n")
    table.do(end_early)
    assert reader(table).startswith("Ana 0, Bo 0, ended early\n")
    drawn = a_table(sessions, "pass", "pass", new=a_new_match(deals=2, passed_out="count", tie_break="none"))
    assert reader(drawn).startswith("Ana and Bo drew, 0 each\n")


# All of them


def test_the_whole_book_is_one_file(app: Flask, sessions: Sessions, clock: Clock) -> None:
    book = a_book(sessions)
    a_table(sessions, "Ana 3NT=", book=book)
    a_table(sessions, "pass", book=book).do(delete_match)
    phone = Phone(app, book).open("/history").tap("Export and import")
    answer = phone.ask(Request("GET", "/files/matches.json"))
    data = json.loads(answer.data)
    assert (data["format"], len(data["matches"]), data["players"]) == ("scorekeeper-book", 1, ["Ana", "Bo"])
    assert names_of(answer) == ("All-matches-2026-03-01.json",) * 2
    table = phone.ask(Request("GET", "/files/matches.csv"))
    assert len(table.data.splitlines()) == 2


def test_a_visitor_without_a_book_takes_away_nothing(phone: Phone) -> None:
    assert json.loads(phone.ask(Request("GET", "/files/matches.json")).data)["matches"] == []
    assert len(phone.ask(Request("GET", "/files/matches.csv")).data.splitlines()) == 1
    assert phone.open("/files/").status == 200


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fileds())
def test_page_list_json_table_text_and_tally_agree_to_the_point(
    app: Flask, sessions: Sessions, tmp_path: Path, filed: FiledMatch
) -> None:
    book: Book = a_book(sessions)
    import_matches(sessions, book, [replace(filed, played_on=None)], request=a_request())
    phone = Phone(app, book).open("/history")
    match = filed.file.match
    (shown,) = (text for text in phone.parts(class_="matches"))
    both = sorted(f"{total:,}" for total in match.totals)
    assert sorted(shown.rpartition(" ")[2].split("–")) == both
    phone.open(next(link for link in phone.links if link.startswith("/m/")))
    assert sorted(phone.totals) == both
    data = phone.ask(Request("GET", f"{phone.address}files/match.json")).data
    assert fold_dict(read_match(json.loads(data)).match) == fold_dict(match)
    rows = [
        row
        for row in csv.DictReader(
            io.StringIO(
                phone.ask(Request("GET", f"{phone.address}files/match.csv")).data.decode("utf-8-sig"), newline=""
            )
        )
        if row["number"]
    ]
    assert [(int(row["total 1"]), int(row["total 2"])) for row in rows] == [line.totals for line in match.lines]
    (tmp_path / "match.json").write_bytes(data)
    tallied = sheet(read_match_file(str(tmp_path / "match.json")))
    assert str(max(match.totals)) in tallied.splitlines()[-1]
    text = phone.open(f"{phone.address}files/text").document
    said = next(iter(text.iter("textarea"))).text or ""
    assert all(f"{total:,}" in said for total in match.totals)
