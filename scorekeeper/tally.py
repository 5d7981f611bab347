"""The sheet of a match file as text: every deal with its points, running totals, and who won."""

import sys
import unicodedata
from typing import Final

from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.houserules import rules_of, write_rules
from scorekeeper.rules.match import Line, Match
from scorekeeper.rules.matchfile import MatchFile, read_match_text

LARGEST_FILE: Final = 16 * 1024 * 1024
"""Bytes; a match of 1,000 deals, each with its auction, takes less than one of these 16 MiB."""
WIDEST_NAME: Final = 12
NOT_COUNTED: Final = "*"
JOINERS: Final = "\u200c\u200d"
"""Signs of no width that some scripts and emoji need; others of their kind only turn a terminal's order about."""

HEADINGS: Final = ("Deal", "Dealer", "Result", "Declarer")
FIGURES: Final = (0, 4, 5, 6, 7)
"""Columns that stand to the right."""


def read_match_file(name: str) -> MatchFile:
    """The match file called *name* (``-``: standard input); raises InvalidFile, OSError."""
    return read_match_text(read_file(name))


def read_file(name: str) -> bytes:
    """What is in the file called *name* (``-``: standard input); raises InvalidFile, OSError."""
    if name == "-":
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if sys.stdin else b""
    else:
        with open(name, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise InvalidFile("file", "The file is too large for a match.")
    return data


def sheet(file: MatchFile) -> str:
    """The whole sheet, lines ended by a newline each."""
    match = file.match
    names = [_display_name(name) for name in file.players]
    rows = [["", "", "", "", "", "Points", "", "Total"], [*HEADINGS, *names, *names]]
    rows += [_row(line, names) for line in match.lines]
    parts = [f"{file.game.name}: {names[0]} – {names[1]}", *_house_rules(match), "", *_aligned(rows), ""]
    if not all(line.counted for line in match.lines):
        parts += [f"{NOT_COUNTED} not counted: the match was over", ""]
    return "\n".join([*parts, _standing(match, names), ""])


def _row(line: Line, names: list[str]) -> list[str]:
    declarer = line.deal.declarer
    return [
        f"{'' if line.counted else NOT_COUNTED}{line.number}",
        names[line.dealer],
        str(line.deal),
        "" if declarer is None else names[declarer],
        *(str(figure) for figure in (*line.points, *line.totals)),
    ]


def _house_rules(match: Match) -> list[str]:
    """One line with the house rules that differ from the default, or none."""
    known = rules_of(match.rules)
    agreed = [f"{key} {value}" for key, value in write_rules(match.rules).items() if value != known[key].default]
    return ["House rules: " + ", ".join(agreed)] if agreed else []


def _standing(match: Match, names: list[str]) -> str:
    score = " to ".join(str(total) for total in sorted(match.totals, reverse=True))
    if match.outcome is None:
        return f"In play, {score}; {names[match.dealer_of(len(match.lines) + 1)]} deals next."
    reason = match.outcome.reason.value
    if match.outcome.winner is None:
        return f"Drawn, {score}: {reason}."
    return f"{names[match.outcome.winner]} won, {score}: {reason}."


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blank = " " * (width - _width(cell))
            cells.append(blank + cell if place in FIGURES else cell + blank)
        lines.append("  ".join(cells).rstrip())
    return lines


def _display_name(name: str) -> str:
    visible = "".join(sign for sign in name if unicodedata.category(sign) != "Cf" or sign in JOINERS)
    return visible if len(visible) <= WIDEST_NAME else visible[: WIDEST_NAME - 1] + "…"


def _width(text: str) -> int:
    """Columns that *text* takes in a terminal."""
    return sum(_columns(sign) for sign in text)


def _columns(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
