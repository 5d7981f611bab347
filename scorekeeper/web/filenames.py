"""Names of the files that people keep: who played and when, and nothing that a disk or a header could stumble over."""

import re
import unicodedata
from datetime import date
from typing import Final
from urllib.parse import quote

from flask import Response, make_response

LONGEST_PART: Final = 40
"""Characters of one name in the name of a file."""


def file_name(*parts: object, ending: str) -> str:
    """``Ana-Bo-2026-11-22.json``: letters, marks and digits of *parts*; whatever else is in them becomes one ``-``."""
    words = [_kept(str(part)) for part in parts]
    return f"{'-'.join(filter(None, words)) or 'scorekeeper'}.{ending}"


def match_file_name(names: tuple[str, str], day: date | None, ending: str) -> str:
    """The name of a file about a match of two people, played on a day if that is known."""
    return file_name(*names, *([] if day is None else [day.isoformat()]), ending=ending)


def disposition(name: str, kind: str = "attachment") -> str:
    """The header that offers a file under *name*; kind: ``attachment`` to be kept, ``inline`` to be shown."""
    stem, _, ending = unicodedata.normalize("NFKD", name).rpartition(".")
    plain = re.sub(r"-+", "-", re.sub(r"[^A-Za-z0-9-]", "", stem)).strip("-") or "scorekeeper"
    return f"{kind}; filename=\"{plain}.{ending}\"; filename*=UTF-8''{quote(name)}"


def download(data: bytes, mimetype: str, name: str) -> Response:
    """*data* as a file to be kept under *name*."""
    answer = make_response(data)
    answer.mimetype = mimetype
    answer.headers["Content-Disposition"] = disposition(name)
    return answer


def _kept(text: str) -> str:
    letters = (sign if sign.isalnum() or unicodedata.category(sign)[0] == "M" else " " for sign in text)
    return "-".join("".join(letters).split())[:LONGEST_PART].rstrip("-")
