"""Files of a whole scorebook: taking all matches away, and bringing matches in.

A file that comes in is shown first: what in it is new, what is here already, what differs, what is refused.
Nothing is stored for that: its content travels in the form of the preview, packed and signed, and is checked
anew when the form comes back.
"""

import base64
import re
import zlib
from typing import Final

from flask import Blueprint, Flask, Response, current_app, request, url_for
from itsdangerous import BadSignature, Signer
from wtforms import HiddenField

from scorekeeper.book.access import Book, new_key
from scorekeeper.book.files import Compared, compare, file_book, tidied
from scorekeeper.book.imports import ImportOutdated, import_matches
from scorekeeper.book.lists import matches_of_request
from scorekeeper.book.requests import REQUEST_KEY
from scorekeeper.book.timezones import UTC_NAME, day_in, zone_of
from scorekeeper.rules.bookfile import LARGEST_FILE, read_file, write_book
from scorekeeper.rules.csvfile import write_csv
from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.filed import FiledMatch
from scorekeeper.web import guard
from scorekeeper.web.downloads import CSV, JSON
from scorekeeper.web.filenames import download, file_name
from scorekeeper.web.forms import AskedForm
from scorekeeper.web.import_words import MOST_SHOWN, preview_of, refusal_words
from scorekeeper.web.language import gettext, ngettext
from scorekeeper.web.respond import go, note, screen
from scorekeeper.web.sentences import sentence_of
from scorekeeper.web.summaries import listed

bp = Blueprint("imports", __name__, url_prefix="/files")

MEGABYTES: Final = LARGEST_FILE // 1024**2
_BESIDE: Final = 64 * 1024
"""Bytes of what else is in a form with a file."""
_LARGEST_PACKED: Final = LARGEST_FILE * 3 // 2
"""Bytes of a file that could not be packed any smaller, as letters."""


class ImportForm(AskedForm):
    """What the preview sends back: the file it showed, packed and signed, and which matches are to be updated."""

    content = HiddenField()
    timezone = HiddenField()


def let_files_in(app: Flask) -> None:
    """Allow requests with a file to be larger than forms are; before anything reads them."""

    @app.before_request
    def allow() -> None:
        if request.endpoint == "imports.check":
            request.max_content_length = LARGEST_FILE + _BESIDE
        elif request.endpoint == "imports.bring_in":
            request.max_content_length = request.max_form_memory_size = _LARGEST_PACKED + _BESIDE


@bp.get("/")
def ways() -> Response:
    """All matches as a file, and a file to be imported."""
    return _ways()


def _ways(problem: str = "", status: int = 200) -> Response:
    if guard.book() is None:
        guard.visitor()  # a cookie, so that two taps on Import make one scorebook
    return screen(
        "import.html", status=status, has_book=guard.book() is not None, most=MEGABYTES, problem=problem, said=problem
    )


@bp.get("/matches.json")
def as_json() -> Response:
    """Every match as a file that any scorebook reads."""
    book, matches = _all()
    zone = UTC_NAME if book is None else book.timezone
    return download(write_book(matches, zone, zone_of(zone)).encode(), JSON, _name(book, "json"))


@bp.get("/matches.csv")
def as_table() -> Response:
    """Every match as one table for spreadsheets."""
    book, matches = _all()
    return download(write_csv(matches), CSV, _name(book, "csv"))


def _all() -> tuple[Book | None, list[FiledMatch]]:
    if (book := guard.book()) is None:
        return None, []
    with guard.sessions().reading() as reading:
        return book, file_book(reading, book)


def _name(book: Book | None, ending: str) -> str:
    today = day_in(UTC_NAME if book is None else book.timezone, guard.sessions().clock())
    return file_name(gettext("All matches"), today.isoformat(), ending=ending)


@bp.post("/check")
def check() -> Response:
    """Show what the file that was sent would do."""
    files = [file for file in request.files.getlist("file") if file.filename]
    if len(files) != 1:
        return _ways(gettext("One file at a time, please.") if files else gettext("Choose a file first."), 422)
    data = files[0].stream.read(LARGEST_FILE + 1)
    return _preview(data, new_key())


def check_again() -> Response:
    """The page again for a file that was sent with an expired token; no browser sends it again by itself."""
    return _ways(
        gettext("This page had been open for a long time. Nothing was stored: please choose the file again."), 400
    )


def _preview(data: bytes, request_key: str, problem: str = "", status: int = 200) -> Response:
    book = guard.book()
    try:
        compared, refused, timezone = _look_over(data)
    except InvalidFile as error:
        return _ways(str(refusal_words(error).unescape()), 422)
    today = day_in(book.timezone if book else UTC_NAME, guard.sessions().clock())
    preview = preview_of(compared, refused, today)
    return screen(
        "import_preview.html",
        status=422 if refused else status,
        preview=preview,
        content="" if refused else pack(data),
        request_key=request_key,
        timezone=timezone or "",
        problem=problem,
        said=problem or " ".join(preview.refused[:1]),
    )


def _look_over(data: bytes) -> tuple[list[Compared], list[InvalidFile], str | None]:
    """The matches of a file beside those here, why some are refused, and the time zone that it says.

    Raises InvalidFile if it cannot be read as a whole.
    """
    book, now = guard.book(), guard.sessions().clock()
    zone = UTC_NAME if book is None else book.timezone
    file = read_file(data)
    whole: list[FiledMatch] = []
    refused: list[InvalidFile] = []
    for number, one in enumerate(file.matches, start=1):
        try:
            if isinstance(one, InvalidFile):
                raise one
            whole.append(tidied(one, zone, now))
        except InvalidFile as error:
            error.match = error.match or (number if len(file.matches) > 1 else None)
            refused.append(error)
    with guard.sessions().reading() as reading:
        return compare(reading, book, whole), refused, file.timezone


@bp.post("/import")
def bring_in() -> Response:
    """Import what the preview showed: all that is new, and what was chosen of the rest."""
    form = ImportForm()
    data = unpack(form.content.data or "")
    if data is None or not form.validate():
        return _ways(gettext("This form was not complete. Nothing was stored: please choose the file again."), 400)
    try:
        matches = [one for one in read_file(data).matches if isinstance(one, FiledMatch)]
        done = import_matches(
            guard.sessions(),
            guard.book(),
            matches,
            update=_chosen(),
            request=form.request_key.data,
            visitor=guard.visitor(),
            timezone=form.timezone.data or None,
        )
    except ImportOutdated as error:
        return _preview(data, new_key(), sentence_of(error), 409)
    except InvalidFile as error:  # a date of tomorrow may be too far off in the scorebook that is open by now
        return _ways(str(refusal_words(error).unescape()), 422)
    guard.remember(done.book)
    _say_what_came(done.added, done.updated)
    return go(url_for("imports.imported", request=form.request_key.data))


def _chosen() -> dict[str, int]:
    """The matches to be updated, with the version of each that the preview had compared."""
    pairs = (value.rpartition(":") for value in request.form.getlist("update"))
    return {uid: int(version) for uid, _, version in pairs if version.isdecimal() and len(version) < 10}


def _say_what_came(added: int, updated: int) -> None:
    if added:
        note(ngettext("%(num)s match imported.", "%(num)s matches imported.", added, num=added))
    if updated:
        sentence = ngettext(
            "%(num)s match updated; Undo takes that back.",
            "%(num)s matches updated; Undo in each takes that back.",
            updated,
            num=updated,
        )
        note(sentence)


@bp.get("/imported")
def imported() -> Response:
    """The matches that an import brought in or changed."""
    book, asked = guard.book(), request.args.get("request", "")
    found = []
    if book is not None and re.fullmatch(REQUEST_KEY, asked):
        with guard.sessions().reading() as reading:
            found = matches_of_request(reading, book, asked, MOST_SHOWN + 1)
    today = day_in(book.timezone if book else UTC_NAME, guard.sessions().clock())
    lines = [listed(match, today) for match in found[:MOST_SHOWN]]
    address = url_for("imports.imported", request=asked)
    return screen("imported.html", address=address, matches=lines, more=len(found) > MOST_SHOWN, said="")


def pack(data: bytes) -> str:
    """*data* as a form value that only this server can have written, small."""
    return _signer().sign(base64.urlsafe_b64encode(zlib.compress(data))).decode()


def unpack(text: str) -> bytes | None:
    """What `pack` packed; None if it was not packed here. Nothing else is ever blown up."""
    try:
        return zlib.decompress(base64.urlsafe_b64decode(_signer().unsign(text)))
    except (BadSignature, ValueError):
        return None


def _signer() -> Signer:
    return Signer(current_app.secret_key or "", salt="import")
