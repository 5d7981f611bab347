"""What is measured: one act after another by somebody at a phone, on the floor and on ours.

An act is whole when its last answer is; what it leads on to belongs to it. Nothing else is asked in between:
what makes ready for the first one, and the look whether all is kept when the last is done, are not counted.
"""

import itertools
import re
import time
import uuid
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass

from tests.bench.wire import Answer, Wire

FIRST_DEALS, MOST_DEALS = 5, 15
"""A match is recorded into while it holds so many: ten, more or less."""
HTMX = {"HX_Request": "true", "HX_Target": "screen"}


class Unexpected(Exception):
    """An answer that no phone would be content with: its figures would mean nothing."""


@dataclass(frozen=True)
class Seat:
    """A client's own: the port that it asks, the key of its book and those of its matches."""

    port: int
    book: str = ""
    matches: Sequence[str] = ()

    def open(self) -> Wire:
        return Wire(self.port, {"scorebook": self.book} if self.book else None)


def expect(status: int, answer: Answer) -> Answer:
    if answer.status != status:
        raise Unexpected(f"{answer.status} instead of {status}: {answer.text[:300]}")
    return answer


# The floor


def record_on_floor(seat: Seat) -> Generator[float, None, None]:
    wire = seat.open()
    while True:
        begun = time.perf_counter()
        answer = expect(303, wire.post("/", {"name": "Ana", "points": "420"}))
        expect(200, wire.get(answer.headers["location"]))
        yield time.perf_counter() - begun


def view_on_floor(seat: Seat) -> Generator[float, None, None]:
    wire = seat.open()
    while True:
        begun = time.perf_counter()
        expect(200, wire.get("/"))
        yield time.perf_counter() - begun


# Ours


def record(seat: Seat) -> Generator[float, None, None]:
    """Save, as the page does it: the answer is the match with the deal on it."""
    wire = seat.open()
    with closing(_saves(seat, wire)) as saves:
        for fields in saves:
            address = f"/m/{fields.pop('match')}/deals/"
            headers = HTMX | {"HX_Current_URL": f"http://127.0.0.1{address}11?level=4"}
            begun = time.perf_counter()
            expect(200, wire.post(address, fields, **headers))
            yield time.perf_counter() - begun


def record_without_script(seat: Seat) -> Generator[float, None, None]:
    """Save in a browser without JavaScript: the answer leads on to the page of the match."""
    wire = seat.open()
    with closing(_saves(seat, wire)) as saves:
        for fields in saves:
            address = f"/m/{fields.pop('match')}/deals/"
            begun = time.perf_counter()
            answer = expect(303, wire.post(address, fields))
            expect(200, wire.get(answer.headers["location"]))
            yield time.perf_counter() - begun


def view(seat: Seat) -> Generator[float, None, None]:
    """The whole page of a match."""
    return _look(seat, "")


def choose(seat: Seat) -> Generator[float, None, None]:
    """The contract is chosen: the face with the points of all fourteen results comes up."""
    return _look(seat, "deals/11?purpose=record&level=4&play=0S", **HTMX)


def _look(seat: Seat, rest: str, **headers: str) -> Generator[float, None, None]:
    wire = seat.open()
    while True:
        begun = time.perf_counter()
        expect(200, wire.get(f"/m/{seat.matches[0]}/{rest}", **headers))
        yield time.perf_counter() - begun


def _saves(seat: Seat, wire: Wire) -> Generator[dict[str, str], None, None]:
    """The fields of one save after another, each in the match that it says; looks up at the end that all are kept."""
    first = expect(200, wire.get(f"/m/{seat.matches[0]}/")).text
    token = _find(r'name="csrf_token"[^>]* value="([^"]+)"', first)
    asked: dict[str, int] = {}
    try:
        for match, seen in itertools.product(seat.matches, range(FIRST_DEALS, MOST_DEALS)):
            asked[match] = seen + 1
            yield {
                "match": match,
                "csrf_token": token,
                "seen": str(seen),
                "request_key": uuid.uuid4().hex,
                "number": str(seen + 1),
                "level": "4",
                "play": f"{seen % 2}S",
                "tricks": str(9 + seen % 4),
            }
    finally:
        for match, saved in asked.items():
            kept = _find(r'data-version="(\d+)"', expect(200, wire.get(f"/m/{match}/")).text)
            if int(kept) != saved:
                raise Unexpected(f"{saved} changes were saved, {kept} are kept")


def _find(pattern: str, page: str) -> str:
    found = re.search(pattern, page)
    if found is None:
        raise Unexpected(f"nothing like {pattern} in {page[:300]}")
    return found[1]
