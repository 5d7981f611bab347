"""What can be taken away of a match: files to keep, and a text to paste."""

import json

from flask import Blueprint, Response

from scorekeeper.book.access import MatchRef, Right
from scorekeeper.book.files import file_match
from scorekeeper.book.timezones import zone_of
from scorekeeper.rules.csvfile import write_csv
from scorekeeper.rules.filed import FiledMatch, write_filed
from scorekeeper.web import guard
from scorekeeper.web.chat_text import chat_text
from scorekeeper.web.filenames import download, match_file_name
from scorekeeper.web.papers import paper_ways
from scorekeeper.web.respond import screen

JSON = "application/json"
CSV = "text/csv"
bp = Blueprint("downloads", __name__, url_prefix="/m/<key>/files")


@bp.get("/")
def ways(key: str) -> Response:
    """All ways to print this match or to take it away."""
    _, kept = guard.match(key, Right.WATCH)
    return screen("files.html", kept=kept, said="", **paper_ways())


@bp.get("/match.json")
def as_json(key: str) -> Response:
    """The match as a file that any scorebook reads."""
    ref, filed = _filed(key)
    text = json.dumps(write_filed(filed, zone_of(ref.timezone)), ensure_ascii=False, indent=1) + "\n"
    return download(text.encode(), JSON, match_file_name(filed.names, filed.played_on, "json"))


@bp.get("/match.csv")
def as_table(key: str) -> Response:
    """The match as a table for spreadsheets."""
    _, filed = _filed(key)
    return download(write_csv([filed]), CSV, match_file_name(filed.names, filed.played_on, "csv"))


@bp.get("/text")
def text(key: str) -> Response:
    """The match as text to paste into a chat."""
    _, kept = guard.match(key, Right.WATCH)
    return screen("text.html", kept=kept, text=chat_text(kept), said="")


def _filed(key: str) -> tuple[MatchRef, FiledMatch]:
    ref, _ = guard.match(key, Right.WATCH)
    with guard.sessions().reading() as reading:
        return ref, file_match(reading, ref)
