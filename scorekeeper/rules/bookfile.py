"""Files that come in: one match or a whole book, as JSON or as a table. And a whole book going out as JSON.

``{"format": "scorekeeper-book", "version": 1, "timezone": "Europe/Ljubljana", "players": [...], "matches": [...]}``;
each match is a match file with its ``id``.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import tzinfo
from typing import Any, Final, NamedTuple

from scorekeeper.rules.csvfile import is_table, read_csv
from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.filed import FiledMatch, read_filed, write_filed
from scorekeeper.rules.jsontext import parse_json
from scorekeeper.rules.matchfile import check_version

FORMAT: Final = "scorekeeper-book"
VERSION: Final = 1
LARGEST_FILE: Final = 8 * 1024 * 1024
"""Bytes of a file that is read: the oddest of that size takes a quarter of a gigabyte while it is looked at."""
MOST_MATCHES: Final = 5_000
"""In one file; as many with their deals fit into the size. A scorebook with more moves by backup."""


class BookFile(NamedTuple):
    """The matches of a file, each or why it cannot be read, in their order.

    timezone: of the book that was written, None if the file does not say.
    """

    matches: tuple[FiledMatch | InvalidFile, ...]
    timezone: str | None = None

    @property
    def refused(self) -> list[InvalidFile]:
        """Why matches cannot be read; each says which match it is."""
        return [one for one in self.matches if isinstance(one, InvalidFile)]

    @property
    def whole(self) -> list[FiledMatch]:
        """The matches that can be read."""
        return [one for one in self.matches if isinstance(one, FiledMatch)]


def read_file(data: bytes) -> BookFile:
    """What the file *data* holds; raises InvalidFile if it cannot be read as a whole, and nothing else."""
    if len(data) > LARGEST_FILE:
        raise InvalidFile("file", "A file has %(most)s MB at most.", most=LARGEST_FILE // 1024**2)
    try:
        text = data.decode(json.detect_encoding(data))
    except UnicodeDecodeError as error:
        raise InvalidFile("file", "The file is not text in UTF-8.") from error
    bare = text.removeprefix("\ufeff").lstrip()
    if not bare:
        raise InvalidFile("file", "The file is empty.")
    if bare[0] in "{[":
        return _book_of(parse_json(text))
    if is_table(bare):
        return BookFile(_numbered(read_csv(bare)))
    raise InvalidFile("file", "The file is none of ours: neither JSON nor a table with our headings.")


def write_book(matches: Sequence[FiledMatch], timezone: str, zone: tzinfo) -> str:
    """*matches* as the text of a book file, a line a match; moments as the clocks in *zone* show them."""
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "timezone": timezone}
    head["players"] = sorted({name for filed in matches for name in filed.names})
    lines = [json.dumps(write_filed(filed, zone), ensure_ascii=False) for filed in matches]
    whole = json.dumps(head, ensure_ascii=False)
    return whole[:-1] + ', "matches": [' + ("\n" + ",\n".join(lines) + "\n" if lines else "") + "]}\n"


def _book_of(data: object) -> BookFile:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return BookFile((read_filed(data),))
    check_version(data.get("version"), VERSION)
    matches, timezone = data.get("matches"), data.get("timezone")
    if not isinstance(matches, list):
        raise InvalidFile("matches", "The matches are a list.")
    if len(matches) > MOST_MATCHES:
        raise InvalidFile("matches", "A file has %(most)s matches at most.", most=MOST_MATCHES)
    return BookFile(_numbered(map(_read_or_refuse, matches)), timezone if isinstance(timezone, str) else None)


def _read_or_refuse(data: object) -> FiledMatch | InvalidFile:
    try:
        return read_filed(data)
    except InvalidFile as error:
        return error


def _numbered(matches: Iterable[FiledMatch | InvalidFile]) -> tuple[FiledMatch | InvalidFile, ...]:
    """*matches*, of which every refused one says its number, and one whose id was there before is refused."""
    found: list[FiledMatch | InvalidFile] = []
    numbers: dict[str, int] = {}
    for number, one in enumerate(matches, start=1):
        if isinstance(one, FiledMatch) and numbers.setdefault(one.uid, number) != number:
            one = InvalidFile("id", "It has the same id as match %(other)s.", other=numbers[one.uid])
        if isinstance(one, InvalidFile):
            one.match = number
        found.append(one)
    if len(found) > MOST_MATCHES:
        raise InvalidFile("matches", "A file has %(most)s matches at most.", most=MOST_MATCHES)
    return tuple(found)
