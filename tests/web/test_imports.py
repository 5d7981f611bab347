"""A file that comes in: first shown, then all of it or nothing, and twice is once."""

import json
from copy import deepcopy
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from scorekeeper.book.files import file_book, file_match
from scorekeeper.book.lifecycle import delete_match
from scorekeeper.book.matches import correct_deal
from scorekeeper.rules.bookfile import LARGEST_FILE, write_book
from scorekeeper.rules.csvfile import write_csv
from scorekeeper.rules.filed import write_filed
from scorekeeper.web.imports import pack, unpack
from tests.builders import a_book, a_deal, a_new_match, a_table, count, everything, rename
from tests.database_fixtures import Clock
from tests.rules.builders import bridgette, draw_bridge
from tests.rules.filing import filed_of
from tests.rules.test_filed import resaved, spoiled
from tests.web.document import every
from tests.web.phone import Phone
from tests.web.screen import Request
from tests.web.stored import nothing_stored


def upload(phone: Phone, *files: bytes, name: str = "matches.json") -> Phone:
    """Choose *files* on the page for it, and press its button."""
    phone.open("/files/")
    request = phone.form_to("/check")
    fields: MultiDict[str, Any] = MultiDict(request.fields)
    for data in files or (b"",):
        fields.add("file", (BytesIO(data), name if files else ""))
    phone.send(replace(request, fields=fields))
    phone.answer.request.environ["wsgi.input"].close()  # the file that the test client wrote the form to
    return phone


def two_matches() -> list[dict[str, Any]]:
    return [
        write_filed(filed_of(bridgette("Ana 3NT=", "Bo 4H-1"), ("Ana", "Bo"))),
        write_filed(filed_of(draw_bridge("Ana 3NT=", "Bo 2H="), ("Cy", "Di"), title="Final")),
    ]


def a_book_file(*matches: dict[str, Any]) -> bytes:
    return json.dumps({"format": "scorekeeper-book", "version": 1, "matches": matches}).encode()


def exported(sessions: Sessions, book: Book) -> bytes:
    with sessions.reading() as session:
        return write_book(file_book(session, book), "UTC", ZoneInfo("UTC")).encode()


@pytest.fixture(params=[False, True], ids=["page", "fragment"])
def a_book_phone(app: Flask, sessions: Sessions, request: pytest.FixtureRequest) -> Phone:
    """A phone with a scorebook, without script and with it."""
    phone = Phone(app, a_book(sessions), script=request.param)
    return phone.open("/files/")


def test_a_file_is_shown_first_and_nothing_is_stored_for_that(sessions: Sessions, a_book_phone: Phone) -> None:
    with nothing_stored(sessions):
        upload(a_book_phone, a_book_file(*two_matches()))
    assert a_book_phone.status == 200
    assert a_book_phone.heading == "What is in the file"
    assert "2 new matches" in a_book_phone.text
    assert "Import 2 matches" in a_book_phone.pressable


def test_the_matches_that_came_in_are_listed_with_links_and_in_the_list_at_once(a_book_phone: Phone) -> None:
    upload(a_book_phone, a_book_file(*two_matches())).tap("Import 2 matches")
    assert a_book_phone.redirects[0][0] == 303
    assert a_book_phone.notes == ["2 matches imported."]
    lines = a_book_phone.lines_of(class_="matches")
    assert any(line.startswith("Ana against Bo") for line in lines)
    assert any("Final" in line and "Cy" in line for line in lines)
    links = [link for link in a_book_phone.links if link.startswith("/m/")]
    assert len(links) == 2
    for link in links:
        assert a_book_phone.open(link).status == 200
    assert len(a_book_phone.open("/history").lines_of(class_="matches")) == 2


def test_a_second_import_says_that_all_is_here_and_changes_nothing(sessions: Sessions, a_book_phone: Phone) -> None:
    data = a_book_file(*two_matches())
    upload(a_book_phone, data).tap("Import 2 matches")
    with nothing_stored(sessions):
        upload(a_book_phone, data)
    assert "2 already here" in a_book_phone.text
    assert "There is nothing to import." in a_book_phone.text
    assert not any("Import" in name for name in a_book_phone.pressable)


def test_import_that_is_pressed_twice_imports_once(sessions: Sessions, a_book_phone: Phone) -> None:
    request = upload(a_book_phone, a_book_file(*two_matches())).form_to("/import")
    a_book_phone.send(request)
    before = everything(sessions)
    a_book_phone.send(request)
    assert len(a_book_phone.lines_of(class_="matches")) == 2
    assert everything(sessions) == before


def test_a_single_match_file_and_a_table_are_imported_alike(app: Flask, sessions: Sessions) -> None:
    filed = filed_of(bridgette("Ana 3NT=", "Bo 4H-1"), ("Zoë", "Łukasz"), title="Final")
    for data in (json.dumps(write_filed(filed)).encode(), write_csv([filed]), resaved(write_csv([filed]))):
        book = a_book(sessions)
        phone = upload(Phone(app, book), data, name="odd name.txt").tap("Import 1 match")
        assert phone.notes == ["1 match imported."]
        with sessions.reading() as session:
            (back,) = file_book(session, book)
        assert (back.file, back.uid, back.title) == (filed.file, filed.uid, "Final")


def test_a_visitor_gets_a_scorebook_with_the_first_import(phone: Phone, sessions: Sessions) -> None:
    with nothing_stored(sessions):
        upload(phone, a_book_file(*two_matches()))
    request = phone.form_to("/import")
    phone.twin().send(request)
    phone.send(request)
    assert count(sessions, "scorebook") == 1
    assert len(phone.open("/history").lines_of(class_="matches")) == 2


def test_what_differs_is_told_and_is_updated_only_where_it_is_chosen(
    app: Flask, sessions: Sessions, clock: Clock
) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1")
    data = exported(sessions, table.book)
    table.do(correct_deal, 2, a_deal("Bo 4H="))
    table.record("pass")
    phone = upload(Phone(app, table.book), data)
    assert "1 is different here" in phone.text
    assert "Deal 2: here 4 hearts, made exactly by Bo, in the file 4 hearts, down 1 by Bo" in phone.text
    assert "Deal 3: here passed out, in the file nothing" in phone.text
    before = everything(sessions)["deal"]
    phone.tap("Update the chosen matches")
    assert "Nothing was imported." in phone.text
    assert everything(sessions)["deal"] == before
    upload(phone, data)
    (box,) = every(phone.document, "input", name="update")
    box.set("checked", "")
    phone.tap("Update the chosen matches")
    assert phone.notes == ["1 match updated; Undo takes that back."]
    assert table.deals == ["Ana 3NT=", "Bo 4H-1"]
    phone.look_at(table)
    assert "Undo: the update from a file" in phone.pressable
    phone.undo()
    assert phone.notes == ["Undone: the update from a file."]
    assert table.deals == ["Ana 3NT=", "Bo 4H=", "pass"]


def test_an_update_after_someone_else_changed_the_match_shows_anew_what_differs(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    data = exported(sessions, table.book)
    table.record("pass")
    phone = upload(Phone(app, table.book), data)
    (box,) = every(phone.document, "input", name="update")
    box.set("checked", "")
    request = phone.form_to("/import")
    table.record("pass")
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 409
    assert "changed in the meantime" in phone.alerts[0]
    assert "Deal 3: here passed out" in phone.text


def test_what_was_deleted_or_is_between_others_here_stays_so(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    gone, renamed = (
        a_table(sessions, "Ana 3NT=", book=book),
        a_table(sessions, "pass", book=book, new=a_new_match(names=("Cy", "Di"))),
    )
    data = exported(sessions, book)
    gone.do(delete_match)
    rename(renamed, {renamed.look().players[0].id: "Cyril"})
    phone = upload(Phone(app, book), data)
    assert "1 was deleted here" in phone.text
    assert "1 is between others here" in phone.text
    assert "Here it is between Cyril and Di." in phone.text
    assert "There is nothing to import." in phone.text


# What is refused


def refused(phone: Phone, sessions: Sessions, data: bytes) -> str:
    """What is said about *data*, of which nothing may be stored."""
    with nothing_stored(sessions):
        upload(phone, data)
    assert 400 <= phone.status < 500, phone.status
    assert not any(name.startswith(("Import ", "Update ")) for name in phone.pressable)
    return " ".join(phone.alerts)


def test_one_wrong_deal_refuses_the_whole_file_and_names_the_place(sessions: Sessions, a_book_phone: Phone) -> None:
    matches = [*two_matches(), write_filed(filed_of(bridgette("Ana 1C=", "Bo 1C="), ("Ed", "Flo")))]
    wrong = deepcopy(matches)
    wrong[2]["deals"][1]["tricks"] = 99
    said = refused(a_book_phone, sessions, a_book_file(*wrong))
    assert "Match 3, deal 2, tricks: Tricks are 0 to 13." in said
    upload(a_book_phone, a_book_file(*matches)).tap("Import 3 matches")
    assert len(a_book_phone.lines_of(class_="matches")) == 3


WHOLE = a_book_file(*two_matches())
HOSTILE = {
    "cut": WHOLE[: len(WHOLE) * 6 // 10],
    "empty": b"",
    "null": b"null",
    "a list": b"[]",
    "an object": b"{}",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)),
    "nested lists": b"[" * 100_000 + b"]" * 100_000,
    "nested objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "huge numbers": WHOLE.replace(b'"tricks": 9', b'"tricks": ' + b"9" * 10_000),
    "a huge power": WHOLE.replace(b'"tricks": 9', b'"tricks": 1e999999'),
    "keys twice": WHOLE.replace(b'"tricks": 9', b'"tricks": 9, "tricks": 9'),
    "no number": WHOLE.replace(b'"tricks": 9', b'"tricks": NaN'),
    "endless": WHOLE.replace(b'"tricks": 9', b'"tricks": -Infinity'),
    "half a character in a name": WHOLE.replace(b'"Cy"', b'"\\ud800"'),
    "half a character in a title": WHOLE.replace(b'"Final"', b'"\\udfff"'),
    "NUL in a title": WHOLE.replace(b'"Final"', b'"a\\u0000"'),
    "a name too long": WHOLE.replace(b'"Cy"', b'"' + b"C" * 41 + b'"'),
    "a player against themself": WHOLE.replace(b'"Cy"', b'"DI"'),
    "an unknown house rule": WHOLE.replace(b'"target"', b'"aim"'),
    "a later version": WHOLE.replace(b'"version": 1', b'"version": 99'),
    "a later version of a match": a_book_file({"format": "scorekeeper-match", "version": 2}),
    "the same match twice": a_book_file(two_matches()[0], two_matches()[0]),
    "a table cut within a row": write_csv([filed_of(bridgette("Ana 3NT=", "Bo 4H-1"))])[:-40],
    "a table of something else": b"date;amount\r\n2026-01-01;5\r\n",
    "matches that are none": a_book_file(7, None, [], {}),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_ends_in_a_sentence_and_the_next_valid_one_is_imported(
    sessions: Sessions, a_book_phone: Phone, kind: str
) -> None:
    assert refused(a_book_phone, sessions, HOSTILE[kind])
    upload(a_book_phone, WHOLE).tap("Import 2 matches")
    assert count(sessions, "match") == 2


def test_a_later_version_is_refused_in_a_sentence(sessions: Sessions, a_book_phone: Phone) -> None:
    assert "later version of Scorekeeper" in refused(a_book_phone, sessions, HOSTILE["a later version"])


def test_a_file_that_is_too_large_is_refused_with_the_limit(sessions: Sessions, phone: Phone) -> None:
    for size in (LARGEST_FILE + 1, LARGEST_FILE + 200_000):
        assert "8 MB at most" in refused(phone, sessions, b" " * size)


def test_no_file_two_files_and_a_file_without_matches_are_told_apart(sessions: Sessions, a_book_phone: Phone) -> None:
    with nothing_stored(sessions):
        assert (upload(a_book_phone).status, a_book_phone.alerts) == (422, ["Choose a file first."])
        upload(a_book_phone, WHOLE, WHOLE)
        assert (a_book_phone.status, a_book_phone.alerts) == (422, ["One file at a time, please."])
        for data in (a_book_file(), write_csv([])):
            upload(a_book_phone, data)
            assert a_book_phone.alerts == ["There are 0 matches in this file."]


@pytest.mark.parametrize("content", [None, "", "nonsense", "QUJD.x", "a" * 100])
def test_only_what_the_preview_packed_is_imported(
    app: Flask, sessions: Sessions, phone: Phone, content: str | None
) -> None:
    request = upload(phone, WHOLE).form_to("/import").with_fields(content=content)
    with nothing_stored(sessions):
        assert phone.send(request).status == 400
    assert "choose the file again" in phone.alerts[0]


def test_what_is_packed_comes_out_again_and_nothing_else(app: Flask) -> None:
    with app.test_request_context("/"):
        assert unpack(pack(WHOLE)) == WHOLE
        assert unpack(pack(WHOLE)[:-1]) is None
        assert len(pack(b" " * LARGEST_FILE)) < 100_000


def test_a_page_that_was_open_for_a_long_time_asks_for_the_file_again(phone: Phone, sessions: Sessions) -> None:
    phone.open("/files/")
    request = phone.form_to("/check")
    fields: MultiDict[str, Any] = MultiDict({"csrf_token": "old", "file": (BytesIO(WHOLE), "a.json")})
    with nothing_stored(sessions):
        phone.send(replace(request, fields=fields))
    assert phone.status == 400
    assert "choose the file again" in phone.alerts[0]


def test_matches_of_an_import_are_shown_to_no_other_book(app: Flask, sessions: Sessions, phone: Phone) -> None:
    upload(phone, WHOLE).tap("Import 2 matches")
    other = Phone(app, a_book(sessions)).open(phone.address)
    assert "Nothing was imported." in other.text
    for odd in ("", "x" * 500, "%00", "%ff", "match:1"):
        assert other.ask(Request("GET", f"/files/imported?request={odd}")).status_code == 200


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200) | spoiled())
def test_whatever_is_sent_is_shown_or_refused_and_nothing_is_stored(
    sessions: Sessions, phone: Phone, data: bytes
) -> None:
    with nothing_stored(sessions):
        upload(phone, data)
    assert phone.status in (200, 422)
    assert phone.status == 200 or phone.alerts


# Round trips


def test_names_are_the_same_code_point_by_code_point_after_export_and_import(app: Flask, sessions: Sessions) -> None:
    names = ("👩‍❤️‍💋‍👨", "🃏 Ana")
    table = a_table(sessions, "Ana 3NT=", new=a_new_match(names=names))
    with sessions.reading() as session:
        filed = file_match(session, table.ref)
    for data in (exported(sessions, table.book), write_csv([filed])):
        book = a_book(sessions)
        upload(Phone(app, book), data).tap("Import 1 match")
        with sessions.reading() as session:
            (back,) = file_book(session, book)
        assert [list(map(ord, name)) for name in back.names] == [list(map(ord, name)) for name in names]


@pytest.mark.parametrize("names", [("=1+1", "+49 Ana"), ("@SUM(A1)", "-Bo")])
def test_names_that_look_like_formulas_come_back_from_a_table_and_are_raw_in_json(
    app: Flask, sessions: Sessions, names: tuple[str, str], tmp_path: Path
) -> None:
    table = a_table(sessions, "Ana 3NT=", new=a_new_match(names=names))
    with sessions.reading() as session:
        filed = file_match(session, table.ref)
    assert json.loads(exported(sessions, table.book))["matches"][0]["players"] == list(names)
    book = a_book(sessions)
    upload(Phone(app, book), resaved(write_csv([filed]), quoted=True), name="a.csv").tap("Import 1 match")
    with sessions.reading() as session:
        (back,) = file_book(session, book)
    assert back.names == names
