"""A match with all that is written about it, as JSON and as a table, and back."""

import csv
import io
import json
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.bookfile import LARGEST_FILE, read_file, write_book
from scorekeeper.rules.csvfile import COLUMNS, write_csv
from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.filed import FiledMatch, read_filed, turn_seats, write_filed
from scorekeeper.rules.matchfile import fold_dict, read_match
from tests.rules.builders import ANA, a_deal, bridgette, draw_bridge
from tests.rules.filing import ODD_NAMES, filed_of, fileds

ZONE = ZoneInfo("Europe/Ljubljana")
EVENING = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)


@given(fileds())
def test_what_is_written_as_json_is_read_the_same(filed: FiledMatch) -> None:
    text = json.dumps(write_filed(filed, ZONE), ensure_ascii=False)
    assert read_file(text.encode()).matches == (filed,)


@given(st.lists(fileds(), max_size=4, unique_by=lambda filed: filed.uid))
def test_a_whole_book_is_read_as_it_was_written(written: list[FiledMatch]) -> None:
    found = read_file(write_book(written, "Europe/Ljubljana", ZONE).encode())
    assert found.matches == tuple(written)
    assert found.timezone == "Europe/Ljubljana"


@given(fileds())
def test_the_table_keeps_all_but_times_and_corrections(filed: FiledMatch) -> None:
    (read,) = read_file(write_csv([filed])).matches
    assert read == FiledMatch(
        file=filed.file,
        uid=filed.uid,
        title=filed.title,
        played_on=filed.played_on,
        place=filed.place,
        note=filed.note,
        ended_early=filed.ended_early,
    )


def test_names_come_back_code_point_by_code_point() -> None:
    for name in ODD_NAMES[1:]:
        filed = filed_of(bridgette("Ana 3NT="), ("Ana", name))
        for data in (json.dumps(write_filed(filed)).encode(), write_csv([filed])):
            (read,) = read_file(data).whole
            assert list(map(ord, read.names[1])) == list(map(ord, name))


@given(st.lists(fileds(), min_size=1, max_size=3, unique_by=lambda filed: filed.uid))
def test_the_fold_of_the_file_stands_in_the_table_to_the_point(written: list[FiledMatch]) -> None:
    for filed in written:
        rows = [row for row in table(write_csv([filed])) if row["number"]]
        fold = fold_dict(filed.file.match)
        assert [[int(row["points 1"]), int(row["points 2"])] for row in rows] == [d["points"] for d in fold["deals"]]
        assert [[int(row["total 1"]), int(row["total 2"])] for row in rows] == [d["totals"] for d in fold["deals"]]
        assert [row["counted"] == "yes" for row in rows] == [d["counted"] for d in fold["deals"]]
        assert fold_dict(read_match(write_filed(filed)).match) == fold


def table(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_the_table_begins_with_the_mark_of_utf8_and_ends_every_row_with_cr_and_lf() -> None:
    data = write_csv([filed_of(bridgette("Ana 3NT=", "pass"), ("Zoë", "Łukasz"))])
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\r\n") == data.count(b"\n") == 3
    assert data.decode("utf-8-sig").split("\r\n")[0] == ",".join(COLUMNS)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_no_cell_of_the_table_can_be_taken_for_a_formula_and_numbers_stay_numbers(name: str) -> None:
    other = "Cy" if name == "Ana" else "Ana"
    filed = filed_of(bridgette("Ana 3NT+3", "Ana 4H-1", "pass"), (name, other), title=name, note=name)
    for row in table(write_csv([filed])):
        for heading, cell in row.items():
            assert not cell.startswith(tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20")), heading
        assert row["points 2"].isdecimal()
        assert row["tricks"].isdecimal() or row["deal"] == "pass"
        # Nothing that a spreadsheet would turn into a date, a number or a truth value.
        assert row["player 1"].startswith("'") or not any(map(str.isdigit, row["player 1"]))


def resaved(
    data: bytes, *, separator: str = ";", bom: bool = False, quoted: bool = False, case: str = "upper"
) -> bytes:
    """*data* as Excel or LibreOffice would save it."""
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    rows[0] = [getattr(heading, case)() for heading in rows[0]]
    rows += [[""] * len(rows[0]), [""]]
    text = io.StringIO()
    csv.writer(
        text, delimiter=separator, lineterminator="\r\n", quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    ).writerows(rows)
    return (b"\xef\xbb\xbf" if bom else b"") + text.getvalue().encode()


@given(fileds(), st.sampled_from(",;\t"), st.booleans(), st.booleans(), st.sampled_from(["upper", "title", "lower"]))
def test_a_table_saved_again_by_a_spreadsheet_is_the_same(
    filed: FiledMatch, separator: str, bom: bool, quoted: bool, case: str
) -> None:
    data = write_csv([filed])
    again = resaved(data, separator=separator, bom=bom, quoted=quoted, case=case)
    assert read_file(again) == read_file(data)


def test_a_table_in_the_unicode_text_of_excel_is_read() -> None:
    data = write_csv([filed_of(bridgette("Ana 3NT="), ("Zoë", "Łukasz"))])
    again = resaved(data, separator="\t").decode().encode("utf-16")
    assert read_file(again) == read_file(data)


def test_rows_may_be_sorted_and_columns_moved_and_added() -> None:
    data = write_csv([filed_of(bridgette("Ana 3NT=", "Bo 2H-1", "pass"))])
    head, *rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    text = io.StringIO()
    csv.writer(text).writerows([[*reversed(head), "mine"], *([*reversed(row), "x"] for row in reversed(rows))])
    assert read_file(text.getvalue().encode()) == read_file(data)


def test_the_line_that_tells_excel_the_separator_is_skipped() -> None:
    data = write_csv([filed_of(bridgette("Ana 3NT="))])
    again = b"\xef\xbb\xbfsep=;\r\n" + resaved(data)
    assert read_file(again) == read_file(data)


def changed(**cells: str) -> bytes:
    """A table of two deals, the second with some cells changed; ``_`` stands for a blank in a heading."""
    data = write_csv([filed_of(bridgette("Ana 3NT+1", "Bo 2H-1"), played_on=date(2026, 3, 1))])
    rows = table(data)
    for heading, cell in cells.items():
        rows[1][heading.replace("_", " ")] = cell
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


@pytest.mark.parametrize(
    ("cells", "place", "sentence"),
    [
        ({"deal": "2H1"}, "Match 1, deal 2, deal", "A deal looks like"),
        ({"deal": "1"}, "Match 1, deal 2, deal", "A deal looks like"),
        ({"deal": "2H+1"}, "Match 1, deal 2, tricks", "2H+1 is 9 tricks, not 7"),
        ({"tricks": "99"}, "Match 1, deal 2, tricks", "2H-1 is 7 tricks, not 99"),
        ({"tricks": "seven"}, "Match 1, deal 2, tricks", "whole number"),
        ({"deal": "pass"}, "Match 1, deal 2, deal", "neither declarer nor tricks"),
        ({"declarer": ""}, "Match 1, deal 2, declarer", "one of the two players"),
        ({"declarer": "Cy"}, "Match 1, deal 2, declarer", "one of the two players"),
        ({"number": "3"}, "Match 1, number", "without a gap"),
        ({"number": "1"}, "Match 1, number", "without a gap"),
        ({"title": "Final"}, "Match 1, title", "do not say the same"),
        ({"month": "13"}, "Match 1, month", "do not say the same"),
        ({"deal": "8H-1"}, "Match 1, deal 2, deal", "Level is 0 to 7"),
    ],
)
def test_a_cell_that_a_spreadsheet_or_a_person_spoiled_is_refused_with_its_place(
    cells: dict[str, str], place: str, sentence: str
) -> None:
    (refused,) = read_file(changed(**cells)).refused
    assert refused.place == place
    assert sentence in str(refused)


def test_a_row_that_is_missing_is_noticed() -> None:
    data = write_csv([filed_of(bridgette("Ana 3NT+1", "Bo 2H-1"))])
    (refused,) = read_file(data.rsplit(b"\r\n", 2)[0]).refused
    assert str(refused) == "Match 1, deals: The match has 2 deals, and here are 1."


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \r\n", "empty"),
        (b"null", "none of ours"),
        (b"[]", "is a JSON object"),
        (b"{}", "format"),
        (b'{"format": "scorekeeper-book", "version": 2, "matches": []}', "later version"),
        (b'{"format": "scorekeeper-match", "version": 2}', "later version"),
        (b'{"format": "scorekeeper-book", "version": 1}', "are a list"),
        (b'{"format": "scorekeeper-book", "version": 1, "version": 1}', "twice"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too long"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not text"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[" * 100_000, "nested too deeply"),
        (b"game|player 1|player 2|number|declarer|deal\r\n", "none of ours"),
        (b"game,player 1,player 2\r\n", "no column number"),
        (b"game,game,player 1,player 2,number,declarer,deal\r\n", "twice"),
        (b'game,player 1,player 2,number,declarer,deal\r\n"bridgette,Ana', "not closed"),
        (b"game,player 1,player 2,number,declarer,deal\r\n1,2,3,4,5,6,7\r\n", "Row 2 has more cells"),
        (b"Hello, this is no table.", "none of ours"),
        (b'{"format": "scorekeeper-book", "version": 1, "matches": [' + b"7, " * 5000 + b"7]}", "5000 matches at most"),
        (b" " * (LARGEST_FILE + 1), "8 MB at most"),
    ],
)
def test_what_is_no_file_of_ours_is_refused_in_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(InvalidFile) as refusal:
        read_file(data)
    assert sentence in str(refusal.value)


def test_a_file_may_hold_no_match_at_all() -> None:
    assert read_file(write_book([], "UTC", UTC).encode()).matches == ()
    assert read_file(write_csv([])).matches == ()


def test_the_place_of_what_is_refused_is_told_for_every_match() -> None:
    good, bad = (
        write_filed(filed_of(bridgette("Ana 3NT=", "Bo 2H="))),
        write_filed(filed_of(bridgette("Ana 3NT=", "pass"))),
    )
    bad["deals"][1] = {"declarer": 0, "contract": "2H", "tricks": 99}
    book = {"format": "scorekeeper-book", "version": 1, "matches": [good, 7, bad, good]}
    found = read_file(json.dumps(book).encode())
    assert [str(error) for error in found.refused] == [
        "Match 2, file: A match file is a JSON object.",
        "Match 3, deal 2, tricks: Tricks are 0 to 13.",
        "Match 4, id: It has the same id as match 1.",
    ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", 7),
        ("id", ""),
        ("id", "a b"),
        ("id", "\ud800"),
        ("title", 7),
        ("note", ["a"]),
        ("played_on", "1. 3. 2026"),
        ("played_on", 20260301),
        ("created_at", "2026-03-01T20:30:00"),
        ("created_at", "0001-01-01T00:00:00+14:00"),
        ("created_at", "9999-12-31T23:59:59-14:00"),
        ("changed_at", 1e300),
        ("ended_early", "yes"),
        ("ended_early_at", "soon"),
    ],
)
def test_what_is_written_about_a_match_has_its_shape(key: str, value: object) -> None:
    data = write_filed(filed_of(bridgette("Ana 3NT="))) | {key: value}
    with pytest.raises(InvalidFile) as refusal:
        read_filed(data)
    assert refusal.value.field == key


@pytest.mark.parametrize(
    "corrected",
    [7, {}, {"at": "2026-03-01T20:30:00Z"}, {"was": {"passed_out": True}}, {"at": 1, "was": {"passed_out": True}}],
)
def test_a_correction_says_what_was_and_when(corrected: object) -> None:
    data = write_filed(filed_of(bridgette("Ana 3NT=")))
    data["deals"][0]["corrected"] = corrected
    with pytest.raises(InvalidFile) as refusal:
        read_filed(data)
    assert refusal.value.deal == 1


def test_a_correction_of_a_deal_that_the_game_does_not_know_is_refused() -> None:
    data = write_filed(filed_of(draw_bridge("Ana 3NT=")))
    data["deals"][0]["corrected"] = {
        "at": "2026-03-01T20:30:00Z",
        "was": {"declarer": 0, "contract": "0NT", "tricks": 6},
    }
    with pytest.raises(InvalidFile, match="Deal 1, corrected"):
        read_filed(data)


def test_moments_are_written_with_the_offset_of_the_book() -> None:
    filed = filed_of(bridgette("Ana 3NT="), created_at=EVENING, recorded_at=(EVENING + timedelta(minutes=5),))
    written = write_filed(filed, ZONE)
    assert written["created_at"] == "2026-03-01T21:30:00+01:00"
    assert written["deals"][0]["recorded_at"] == "2026-03-01T21:35:00+01:00"
    assert write_filed(filed, timezone(timedelta(hours=-3)))["created_at"] == "2026-03-01T17:30:00-03:00"


@given(fileds())
def test_turning_the_seats_twice_changes_nothing_and_once_swaps_the_points(filed: FiledMatch) -> None:
    turned = turn_seats(filed)
    assert turn_seats(turned) == filed
    assert turned.file.match.totals == tuple(reversed(filed.file.match.totals))


def test_a_file_without_an_id_has_the_same_one_every_time() -> None:
    plain = {key: value for key, value in write_filed(filed_of(bridgette("Ana 3NT="))).items() if key != "id"}
    assert read_filed(plain).uid == read_filed(json.loads(json.dumps(plain))).uid
    other = plain | {"first_dealer": 1 - ANA}
    assert read_filed(other).uid != read_filed(plain).uid


# Anything

whole_book = write_book(
    [filed_of(bridgette("Ana 3NTX+1", "pass", "Bo 4H-1")), filed_of(draw_bridge("Ana 4S="), title="Final")], "UTC", UTC
).encode()
whole_table = write_csv(
    [filed_of(bridgette("Ana 3NTX+1", "pass", "Bo 4H-1"), title="Final", played_on=date(2026, 3, 1))]
)


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """An export with a few bytes cut out, put in or changed."""
    data = bytearray(draw(st.sampled_from([whole_book, whole_table])))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 8))] = draw(
            st.binary(max_size=8) | st.sampled_from([b"", b'"', b",", b"[", b"}", b"\\ud800", b"99999", b"\x00", b"\r"])
        )
    return bytes(data)


@settings(max_examples=500)
@given(st.binary(max_size=300) | spoiled() | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")))
def test_whatever_the_bytes_are_they_are_read_or_refused_in_a_sentence(data: bytes) -> None:
    try:
        found = read_file(data)
    except InvalidFile as refusal:
        assert str(refusal)  # noqa: PT017 - it may also be read
        return
    for filed in found.whole:
        assert read_file(json.dumps(write_filed(filed)).encode()).matches == (filed,)
    assert all(str(error) for error in found.refused)


def test_a_deal_is_named_as_people_write_it() -> None:
    (row,) = table(write_csv([filed_of(bridgette("Ana 4HX-1"), ("Ana", "Bo"))]))
    assert (row["deal"], row["tricks"], row["declarer"], row["dealer"]) == (str(a_deal("4HX-1")), "9", "Ana", "Ana")
