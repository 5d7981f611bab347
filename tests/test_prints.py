"""Paper from the command line, without a server and without a scorebook."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import prints
from scorekeeper.cli import main
from tests.paper.opened import opened

pytestmark = pytest.mark.alone  # a PDF has ten seconds, whatever else the machine does

MATCH: dict[str, Any] = {
    "format": "scorekeeper-match",
    "version": 1,
    "game": "bridgette",
    "players": ["Ana", "Margaret"],
    "played_on": "2026-11-22",
    "place": "Kranj",
    "deals": [
        {
            "declarer": 1,
            "contract": "2H",
            "result": "+1",
            "corrected": {
                "at": "2026-11-29T12:10:00+01:00",
                "was": {"declarer": 1, "contract": "2H", "result": "="},
            },
        },
        {"declarer": 0, "contract": "3NT", "result": "="},
    ],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(MATCH))
    return path


@pytest.mark.poppler
def test_the_sheet_of_a_file_with_its_corrections(file: Path, tmp_path: Path) -> None:
    output = tmp_path / "sheet.pdf"
    assert main(["sheet", str(file), "-o", str(output), "--paper", "letter"]) == 0
    made = opened(output.read_bytes(), tmp_path)
    assert made.size == (612, 792)
    assert "Kranj" in made.text
    assert "corrected 29 Nov, was 500" in made.text
    assert "In play, Ana leads by 500" in made.text


@pytest.mark.poppler
@pytest.mark.parametrize(
    ("options", "sheets"), [([], 1), (["--per-page", "2"], 2), (["--per-page", "4"], 4), (["--large"], 1)]
)
def test_empty_sheets(tmp_path: Path, options: list[str], sheets: int) -> None:
    output = tmp_path / "blank.pdf"
    assert main(["blank", "draw-bridge", "-o", str(output), *options]) == 0
    front, back = opened(output.read_bytes(), tmp_path).pages
    assert front.count("Target") == sheets
    assert back.count("Points in Draw Bridge") == sheets


def test_it_needs_neither_scorebook_nor_instance_folder(file: Path, tmp_path: Path) -> None:
    here = tmp_path / "empty"
    here.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper.cli", "sheet", str(file), "-o", "sheet.pdf"],
        cwd=here, env={**os.environ, "DATABASE_URL": "nonsense"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [path.name for path in here.iterdir()] == ["sheet.pdf"]


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["sheet", "nowhere.json", "-o", "x.pdf"], 1, "No such file"),
        (["blank", "chess", "-o", "x.pdf"], 2, "The game is bridgette or draw-bridge"),
        (["blank", "bridgette", "-o", "x.pdf", "--paper", "a5", "--per-page", "2"], 2, "An A5 page has room for one"),
        (["blank", "bridgette", "-o", "x.pdf", "--large", "--per-page", "4"], 2, "Large print needs a page"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], status: int, sentence: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == status
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_too_many_deals_and_a_folder_that_is_not_there(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sheet", str(file), "-o", str(tmp_path / "nowhere" / "sheet.pdf")]) == 1
    assert "No such file or directory" in capsys.readouterr().err
    long = {**MATCH, "game": "draw-bridge", "rules": {"target": 100000}, "deals": [{"passed_out": True}] * 501}
    file.write_text(json.dumps(long))
    assert main(["sheet", str(file), "-o", str(tmp_path / "sheet.pdf")]) == 2
    assert "500 deals at most" in capsys.readouterr().err


def test_without_pango_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert main(["blank", "bridgette", "-o", str(tmp_path / "x.pdf")]) == 2
    assert prints.NO_PANGO in capsys.readouterr().err
