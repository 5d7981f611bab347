"""Paper from the command line: the sheet of a match file, and sheets to write on, without a server or a scorebook."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from scorekeeper.app import paper_app
from scorekeeper.book.timezones import server_timezone
from scorekeeper.paper.blank import Blank, Paper
from scorekeeper.paper.pdf import LONGEST_SHEET, CannotMakePdf, PdfMissing
from scorekeeper.paper.sheet import Filled
from scorekeeper.rules.errors import InvalidFile, RulesError
from scorekeeper.rules.filed import FiledMatch, read_filed
from scorekeeper.rules.games import game_named
from scorekeeper.rules.jsontext import parse_json
from scorekeeper.tally import read_file
from scorekeeper.web import papers
from scorekeeper.web.blank_words import blank_print
from scorekeeper.web.papers import Printed
from scorekeeper.web.sheets import filled_print

LONGEST: Final = 120
"""Seconds for a PDF: nobody else waits for it."""
NO_PANGO: Final = (
    "PDFs need Pango, which is missing: sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
    " (Debian, Ubuntu), brew install pango (macOS)."
)


class CannotPrint(Exception):
    """Why there is no PDF, in one sentence; *is_file_wrong* if that lies in a file that was named."""

    def __init__(self, sentence: str, *, is_file_wrong: bool = False) -> None:
        super().__init__(sentence)
        self.is_file_wrong = is_file_wrong


def print_sheet(file: str, called: str, output: str, paper: str) -> None:
    """Write the sheet of the match *file*, *called* so to people, to *output* as a PDF; raises CannotPrint."""
    try:
        filled = filled_from(read_filed(parse_json(read_file(file))))
    except InvalidFile as error:
        raise CannotPrint(f"{called}: {error}", is_file_wrong=True) from error
    except OSError as error:
        raise CannotPrint(f"{called}: {error.strerror or error}", is_file_wrong=True) from error
    if len(filled.match.lines) > LONGEST_SHEET:
        raise CannotPrint(f"A PDF holds {LONGEST_SHEET} deals at most; this match has {len(filled.match.lines)}.")
    _make(lambda: filled_print(filled, Paper(paper)), output)


def print_blank(game: str, output: str, paper: str, per_page: int, is_large: bool) -> None:
    """Write an empty sheet of *game* with its back to *output* as a PDF; raises CannotPrint."""
    try:
        known = game_named(game)
        blank = Blank(game=known, rules=known.rules(), paper=Paper(paper), per_page=per_page, is_large=is_large)
    except RulesError as error:
        raise CannotPrint(str(error)) from error
    _make(lambda: blank_print(blank), output)


def filled_from(filed: FiledMatch) -> Filled:
    """What a sheet tells about the match in a file."""
    return Filled(
        match=filed.file.match,
        names=filed.names,
        title=filed.title,
        played_on=filed.played_on,
        place=filed.place,
        note=filed.note,
        is_ended_early=filed.ended_early,
        corrections=tuple(sorted(filed.corrections.items())),
        timezone=server_timezone(),
    )


def _make(printed: Callable[[], Printed], output: str) -> None:
    app = paper_app(LONGEST)
    with app.test_request_context(), papers.press() as press:
        ready = printed()
        try:
            pdf = press.pdf(papers.document(ready), ready.styles)
        except PdfMissing:
            raise CannotPrint(NO_PANGO) from None
        except CannotMakePdf:
            raise CannotPrint(f"The PDF cannot be made within {LONGEST} seconds.") from None
    try:
        Path(output).write_bytes(pdf)
    except OSError as error:
        raise CannotPrint(f"{output!a:.80} cannot be written: {error.strerror}.", is_file_wrong=True) from error
