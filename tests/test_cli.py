"""The command line, as a person or a script calls it: in a process of its own."""

import json
import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

COMMAND = Path(sys.executable).with_name("scorekeeper")
FAST = 0.3
"""Seconds of work in which `scorekeeper score` answers; a clock would tell how busy the machine is."""


def scorekeeper(*arguments: object, stdin: str | bytes = b"", **environment: str) -> subprocess.CompletedProcess[str]:
    """What the command says to *arguments*; undecodable output would be an error of the test."""
    done = subprocess.run(
        [str(COMMAND), *map(str, arguments)],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def is_one_sentence(text: str) -> bool:
    return text.startswith("scorekeeper") and text.endswith((".\n", "\n")) and text.count("\n") == 1


def a_match_file(**changes: Any) -> dict[str, Any]:
    """Three deals of Draw Bridge to 120: one down, the target reached, one after the end."""
    return {
        "format": "scorekeeper-match",
        "version": 1,
        "game": "draw-bridge",
        "players": ["Ana", "Bor"],
        "rules": {"target": 120, "undertricks": "flat"},
        "deals": [
            {"declarer": 1, "contract": "2HX", "result": "-1"},
            {"declarer": 0, "contract": "4S", "tricks": 10},
            {"passed_out": True},
        ],
    } | changes


def test_the_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert scorekeeper("--version").stdout == f"scorekeeper {version('scorekeeper')}\n"


# Scoring


def test_score_prints_a_line_a_deal() -> None:
    done = scorekeeper("score", "bridgette", "3NTX+1", "4H-1", "0NT=", "pass")
    assert done.stdout == "3NTX+1\t1800\t0\n4H-1\t0\t100\n0NT=\t400\t0\npass\t0\t0\n"
    assert (done.returncode, done.stderr) == (0, "")


def test_score_prints_deals_as_they_were_given() -> None:
    done = scorekeeper("score", "draw-bridge", "2♠x=", "1n +6", "4h−1")
    assert done.stdout == "2♠x=\t120\t0\n1n +6\t220\t0\n4h−1\t0\t0\n"


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ([], "4HX=\t2300\t0"),
        (["doubling=value only"], "4HX=\t1650\t0"),
        (["doubling=bonus only"], "4HX=\t1150\t0"),
        (["game_value=600", "odd_trick_points=on"], "4HX=\t2740\t0"),
        (["game_value=600", "game_value=0"], "4HX=\t1300\t0"),
    ],
)
def test_score_follows_the_house_rules_given(rules: list[str], line: str) -> None:
    options = [word for rule in rules for word in ("--rule", rule)]
    assert scorekeeper("score", "bridgette", *options, "4HX=").stdout == line + "\n"


def test_a_house_rule_may_stand_among_the_deals() -> None:
    done = scorekeeper("score", "draw-bridge", "4H-2", "--rule=undertricks=bridge", "4HX-4")
    assert done.stdout == "4H-2\t0\t100\n4HX-4\t0\t800\n"


def test_bad_deals_are_named_by_their_position_and_the_others_scored() -> None:
    done = scorekeeper("score", "bridgette", "3NT=", "4H+4", "nonsense", "1C=")
    assert done.stdout == "3NT=\t750\t0\n1C=\t400\t0\n"
    first, second = done.stderr.splitlines()
    assert "Deal 2" in first
    assert "4H can make +3 at most" in first
    assert "Deal 3" in second
    assert done.returncode == 1


def test_a_deal_of_the_other_game_is_refused() -> None:
    done = scorekeeper("score", "draw-bridge", "0NT=")
    assert "In Draw Bridge the level is 1 to 7" in done.stderr
    assert done.returncode == 1


def test_deals_come_from_standard_input_a_line_each() -> None:
    done = scorekeeper("score", "bridgette", "-", stdin="3NT=\n\n  4HX-1 \r\n7NT+1\n1C=")
    assert done.stdout == "3NT=\t750\t0\n4HX-1\t0\t200\n1C=\t400\t0\n"
    assert "Line 4" in done.stderr
    assert "7NT needs all 13 tricks" in done.stderr
    assert done.returncode == 1


def test_a_tab_within_a_deal_ends_no_column() -> None:
    assert scorekeeper("score", "bridgette", "-", stdin="3NT\t=\n").stdout == "3NT =\t750\t0\n"


def test_bytes_that_are_no_text_are_a_bad_deal_and_no_traceback() -> None:
    done = scorekeeper("score", "bridgette", "-", stdin=b"\xef\xbb\xbf3NT=\n\xff\xfe\x00\n\x1b[31m\n1C=\n")
    assert done.stdout == "3NT=\t750\t0\n1C=\t400\t0\n"
    assert len(done.stderr.splitlines()) == 2
    assert "\x1b" not in done.stderr
    assert done.returncode == 1


def test_an_endless_deal_is_not_printed_whole() -> None:
    assert len(scorekeeper("score", "bridgette", "-", stdin="9" * 100_000).stderr) < 300


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["whist", "3NT="], "bridgette or draw-bridge"),
        (["bridgette"], "which deals?"),
        (["bridgette", "-", "3NT="], "- stands alone"),
        (["bridgette", "-x"], "no deal begins with -"),
        (["bridgette", "-1H="], "no deal begins with -"),
        (["bridgette", "--rule", "doubling", "3NT="], "NAME=VALUE"),
        (["bridgette", "--rule", "doubling=twice", "3NT="], "everything, value only or bonus only"),
        (["bridgette", "--rule", "deals=25", "3NT="], "whole number from 2 to 24"),
        (["bridgette", "--rule", "deals=six", "3NT="], "whole number from 2 to 24"),
        (["bridgette", "--rule", "game_value=" + "9" * 10_000, "3NT="], "whole number from 0 to 10000"),
        (["bridgette", "--rule", "target=100", "3NT="], "No house rule is called 'target'"),
        (["draw-bridge", "--rule", "target=9", "3NT="], "whole number from 10 to 100000"),
    ],
)
def test_what_cannot_be_scored_as_asked_is_one_sentence(arguments: list[str], said: str) -> None:
    done = scorekeeper("score", *arguments)
    assert said in done.stderr
    assert is_one_sentence(done.stderr)
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.alone
def test_score_answers_fast_and_starts_no_framework() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    scorekeeper("score", "bridgette", "3NT=")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < FAST
    code = """
import sys
from scorekeeper.cli import main
main(["score", "bridgette", "3NT="])
print([name for name in ("flask", "sqlmodel", "sqlalchemy", "waitress") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_reader_that_stops_early_causes_no_traceback() -> None:
    with subprocess.Popen(
        [COMMAND, "score", "bridgette", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"3NT=\n" * 10_000)
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here to stand for a full disk")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([COMMAND, "score", "bridgette", "3NT="], stdout=full, stderr=subprocess.PIPE, check=False)
    assert is_one_sentence(done.stderr.decode())
    assert done.returncode == 1


def test_a_terminal_without_suits_is_served() -> None:
    done = scorekeeper("score", "bridgette", "1♣=", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.stdout == "1\\u2663=\t400\t0\n"


# The sheet of a file


def test_tally_prints_the_sheet(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(json.dumps(a_match_file()))
    done = scorekeeper("tally", tmp_path / "match.json")
    assert done.stderr == ""
    assert (
        done.stdout
        == """\
Draw Bridge: Ana – Bor
House rules: target 120, undertricks flat

                                     Points       Total
Deal  Dealer  Result  Declarer  Ana     Bor  Ana    Bor
   1  Ana     2HX-1   Bor       100       0  100      0
   2  Bor     4S=     Ana       120       0  220      0
  *3  Ana     pass                0       0  220      0

* not counted: the match was over

Ana won, 220 to 0: target reached.
"""
    )


@pytest.mark.parametrize(
    ("changes", "last_line"),
    [
        ({"deals": []}, "In play, 0 to 0; Ana deals next."),
        ({"deals": [{"declarer": 1, "contract": "3NT", "result": "="}]}, "In play, 100 to 0; Bor deals next."),
        (
            {"game": "bridgette", "rules": {"deals": 2, "passed_out": "count", "tie_break": "none"},
             "deals": [{"passed_out": True}, {"passed_out": True}]},
            "Drawn, 0 to 0: still level.",
        ),
    ],
)  # fmt: skip
def test_tally_says_where_the_match_stands(changes: dict[str, Any], last_line: str) -> None:
    done = scorekeeper("tally", "-", stdin=json.dumps(a_match_file(**changes)))
    assert done.stdout.splitlines()[-1] == last_line


def test_names_of_any_script_stay_in_their_columns() -> None:
    done = scorekeeper("tally", "-", stdin=json.dumps(a_match_file(players=["李小龍", "A\u202ebc" + "d" * 40])))
    rows = done.stdout.splitlines()[4:8]
    assert "\u202e" not in done.stdout
    assert all(len(row) < 100 for row in rows)
    assert "Abcdddddddd…" in rows[0]


def test_tally_as_json_has_the_keys_of_the_fold() -> None:
    done = scorekeeper("tally", "--json", "-", stdin=json.dumps(a_match_file()))
    assert json.loads(done.stdout) == {
        "deals": [
            {"dealer": 0, "points": [100, 0], "counted": True, "totals": [100, 0]},
            {"dealer": 1, "points": [120, 0], "counted": True, "totals": [220, 0]},
            {"dealer": 0, "points": [0, 0], "counted": False, "totals": [220, 0]},
        ],
        "totals": [220, 0],
        "status": "finished",
        "winner": 0,
        "next_dealer": None,
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "JSON"),
        ("[]", "JSON object"),
        ("{}", "format:"),
        (b"\xff\xff\xff", "UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        (json.dumps(a_match_file(game="whist")), "game:"),
        (json.dumps(a_match_file(players=["Ana", "ana"])), "players:"),
        (json.dumps(a_match_file(rules={"target": 9})), "target:"),
        (json.dumps(a_match_file(deals=[{"passed_out": True}, {"declarer": 0, "contract": "4H"}])), "Deal 2, result:"),
        (json.dumps(a_match_file(deals=[{"declarer": 2, "contract": "4H", "tricks": 7}])), "Deal 1, declarer:"),
        (json.dumps(a_match_file(deals=[{"declarer": 0, "contract": "0NT", "tricks": 7}])), "Deal 1, contract:"),
    ],
)
def test_a_bad_file_is_one_sentence_that_names_deal_and_field(text: str | bytes, said: str) -> None:
    for option in ([], ["--json"]):
        done = scorekeeper("tally", "-", *option, stdin=text)
        assert said in done.stderr
        assert is_one_sentence(done.stderr)
        assert (done.returncode, done.stdout) == (1, "")


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        done = scorekeeper("tally", path)
        assert is_one_sentence(done.stderr)
        assert str(path) in done.stderr or "…" in done.stderr
        assert done.returncode == 1


# Backups


def test_a_backup_is_restored_into_an_empty_instance_and_into_no_other(tmp_path: Path) -> None:
    def command(*arguments: object, at: str) -> subprocess.CompletedProcess[str]:
        return scorekeeper(*arguments, SCOREKEEPER_INSTANCE=str(tmp_path / at), DATABASE_URL="")

    file = tmp_path / "all.backup"
    none = command("backup", file, at="old")
    assert (none.returncode, is_one_sentence(none.stderr)) == (2, True)
    assert "nothing to back up" in none.stderr
    command("db", "upgrade", at="old")
    with closing(sqlite3.connect(tmp_path / "old" / "scorekeeper.sqlite3")) as database:
        database.execute(
            "INSERT INTO scorebook (key, home, created_at) VALUES (?, 1, '2026-03-01 20:30:00.000000')", ["k" * 22]
        )
        database.commit()
    made = command("backup", file, at="old")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith(f"1 scorebook with 0 matches is in {file}.")
    again = command("backup", file, at="old")
    assert (again.returncode, is_one_sentence(again.stderr)) == (2, True)
    restored = command("restore", file, at="new")
    assert restored.stdout == "1 scorebook with 0 matches was restored; links open it as before.\n"
    for refused in (command("restore", file, at="new"), command("restore", tmp_path / "none", at="third")):
        assert (refused.returncode, is_one_sentence(refused.stderr), refused.stdout) == (2, True, "")


# What is asked for in the wrong way


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "COMMAND"),
        (["play"], "play"),
        (["tally"], "FILE"),
        (["tally", "a", "b"], "what is b?"),
        (["backup"], "FILE"),
        (["restore", "a", "b"], "what is b?"),
        (["db"], "COMMAND"),
        (["db", "drop"], "drop"),
        (["run", "--port", "0"], "from 1 to 65535"),
        (["run", "--port", "eighty"], "from 1 to 65535"),
        (["run", "--prot", "80"], "what is --prot?"),
    ],
)
def test_what_no_command_knows_is_one_sentence(arguments: list[str], said: str) -> None:
    done = scorekeeper(*arguments)
    assert said in done.stderr
    assert is_one_sentence(done.stderr)
    assert (done.returncode, done.stdout) == (2, "")


def test_every_command_has_its_help() -> None:
    for command in (
        [],
        ["run"],
        ["db"],
        ["db", "upgrade"],
        ["db", "purge"],
        ["score"],
        ["tally"],
        ["backup"],
        ["restore"],
    ):
        done = scorekeeper(*command, "--help")
        assert done.returncode == 0
        assert done.stdout.startswith(" ".join(["usage: scorekeeper", *command]))
