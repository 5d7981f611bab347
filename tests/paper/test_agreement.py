"""Whatever was played, the sheet, its PDF and the command line tell the same numbers."""

import re
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings

from scorekeeper.app import paper_app
from scorekeeper.paper.blank import Paper
from scorekeeper.paper.pdf import Press
from scorekeeper.paper.sheet import Filled
from scorekeeper.rules.match import Match
from scorekeeper.rules.matchfile import MatchFile
from scorekeeper.tally import sheet as tally
from scorekeeper.web.papers import document
from scorekeeper.web.sheets import filled_print
from tests.paper.opened import opened
from tests.rules.builders import matches
from tests.web.document import every, parse, text_of

NAMES = ("Ana", "Bo")


@pytest.fixture(scope="module")
def app() -> Flask:
    return paper_app(60)


def document_of(app: Flask, match: Match) -> str:
    with app.test_request_context():
        return document(filled_print(Filled(match=match, names=NAMES), Paper.A4))


def numbers(text: str) -> list[int]:
    return [int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", text)]


def cells(html: str) -> list[list[str]]:
    """What stands in the rows of the deals, and of the end."""
    (table,) = every(parse(html.replace("<!doctype html>", "")), class_="paper-deals")
    rows = [list(row) for body in every(table, "tbody") for row in every(body, "tr")]
    return [[text_of(cell) for cell in row] for row in rows]


@given(matches())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_every_row_of_the_sheet_is_the_fold_and_what_the_command_line_says(app: Flask, match: Match) -> None:
    *rows, end = cells(document_of(app, match))
    assert len(rows) == len(match.lines)
    for row, line in zip(rows, match.lines, strict=True):
        assert row[0] == str(line.number)
        assert row[1] == NAMES[line.dealer]
        assert row[4] == ("" if line.deal.tricks is None else str(line.deal.tricks))
        assert [numbers(cell) for cell in (row[6], row[8])] == [[gain] if gain else [] for gain in line.points]
        assert [numbers(cell) for cell in (row[7], row[9])] == [[total] for total in line.totals]
        assert ("not counted" in row[2]) is not line.counted
    assert [numbers(cell) for cell in end[1:]] == [[total] for total in match.totals]
    file = MatchFile(
        game=match.game, rules=match.rules, players=NAMES, first_dealer=match.first_dealer, deals=match.deals
    )
    said = [line.split() for line in tally(file).splitlines() if re.match(r"\s*\*?\d+ ", line)]
    assert [tuple(map(int, line[-2:])) for line in said] == [line.totals for line in match.lines]


@pytest.mark.poppler
@given(matches())
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_the_pdf_says_the_same(app: Flask, press: Press, tmp_path: Path, match: Match) -> None:
    text = opened(press.pdf(document_of(app, match)), tmp_path).text
    rows = [line for line in text.splitlines() if re.match(r"\s*\d+\s+(Ana|Bo)\s", line)]
    assert len(rows) == len(match.lines)
    for row, line in zip(rows, match.lines, strict=True):
        told = numbers(row)
        gain = [points for points in line.points if points]
        # Where somebody gained, the points stand before that player's total.
        expected = [*gain, *line.totals] if not gain or line.points[0] else [line.totals[0], *gain, line.totals[1]]
        assert told[-len(expected) :] == expected
    (end,) = (line for line in text.splitlines() if "Final score" in line)
    assert tuple(numbers(end)) == match.totals
