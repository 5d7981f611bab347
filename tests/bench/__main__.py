"""How quick it is, beside a server that does as little as one can: ``make bench``.

Absolute times tell how fast this machine is, ratios how much our server does beyond the floor.
Ends with 1 if a target is missed.
"""

import argparse
import itertools
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions, open_database
from scorekeeper.config import load_config
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from tests.bench import acts, pdfs
from tests.bench.acts import Seat
from tests.bench.bursts import Act, Comparison, burst, compare
from tests.bench.paint import largest_paints
from tests.bench.report import Report
from tests.bench.servers import Server, our_server, the_floor
from tests.bench.weights import weigh
from tests.builders import a_book, a_new_match, a_table

KIB = 1024
CLIENTS = 8
STARTS = 5
"""So many are measured, and their median counts: a start is over too soon to be measured once."""
MOST_RECORDS = 700
"""So many records a second, all clients together, are not reached: for so many there are matches."""
TEN_DEALS = (
    "Ana 4S=",
    "Bo 2H+1",
    "Ana 3NT-1",
    "Bo 4HX=",
    "Ana 1C=",
    "Bo 6S-2",
    "pass",
    "Ana 5D+1",
    "Bo 2S=",
    "Ana 3H=",
)

Seats = Iterator[list[Seat]]


@dataclass(frozen=True)
class Bench:
    """Both servers, the book behind ours, and how long is measured."""

    floor: Server
    ours: Server
    sessions: Sessions
    seconds: float
    rounds: int

    def compare(self, ours: Act, floor: Act, seats: Seats, clients: int) -> Comparison:
        """The act *ours* beside the act *floor*; each burst takes the next of *seats*."""
        return compare(
            lambda: burst(ours, next(seats), self.seconds),
            lambda: burst(floor, [Seat(self.floor.port)] * clients, self.seconds),
            self.rounds,
        )

    def recorders(self, clients: int, *, one_book: bool = False) -> Seats:
        """For each burst other places with matches to be recorded into."""
        each = int(MOST_RECORDS * self.seconds / clients / (acts.MOST_DEALS - acts.FIRST_DEALS)) + 2
        shared = a_book(self.sessions)
        while True:
            books = [shared if one_book else a_book(self.sessions) for _ in range(clients)]
            yield [self._seat(book, each, TEN_DEALS[: acts.FIRST_DEALS]) for book in books]

    def lookers(self, clients: int) -> Seats:
        """For each burst the same places, with a match of ten deals each."""
        return itertools.repeat([self._seat(a_book(self.sessions), 1, TEN_DEALS) for _ in range(clients)])

    def _seat(self, book: Book, matches: int, deals: tuple[str, ...]) -> Seat:
        # Of Draw Bridge, to a target that nobody reaches.
        new = a_new_match(DRAW_BRIDGE, target=100_000)
        return Seat(
            self.ours.port,
            book.key,
            [a_table(self.sessions, *deals, book=book, new=new).ref.key for _ in range(matches)],
        )


def measure_starts(instance: Path, report: Report) -> None:
    """The first one, which makes the database, and those after it."""
    with our_server(instance) as first:
        report.figure("first start, with a new database", first.started, "s")
    started = []
    for _ in range(STARTS):
        with our_server(instance) as server:
            started.append(server.started)
    report.figure("start to the first answer", statistics.median(started), "s", 1)


def measure_acts(bench: Bench, report: Report) -> None:
    """One client alone, then eight at once."""
    one, all_at_once = f"{1} client", f"{CLIENTS} clients"
    report.act(
        f"record a deal, {one}",
        bench.compare(acts.record, acts.record_on_floor, bench.recorders(1), 1),
        ratio=6,
    )
    report.act(
        f"record without JavaScript, {one}",
        bench.compare(acts.record_without_script, acts.record_on_floor, bench.recorders(1), 1),
    )
    report.act(f"view the match, {one}", bench.compare(acts.view, acts.view_on_floor, bench.lookers(1), 1), ratio=8)
    report.act(f"choose the contract, {one}", bench.compare(acts.choose, acts.view_on_floor, bench.lookers(1), 1))
    report.act(
        f"record a deal, {all_at_once}",
        bench.compare(acts.record, acts.record_on_floor, bench.recorders(CLIENTS), CLIENTS),
        rate=100,
    )
    report.act(
        f"record a deal, {all_at_once}, one book",
        bench.compare(acts.record, acts.record_on_floor, bench.recorders(CLIENTS, one_book=True), CLIENTS),
        rate=100,
    )
    report.act(
        f"view the match, {all_at_once}",
        bench.compare(acts.view, acts.view_on_floor, bench.lookers(CLIENTS), CLIENTS),
    )


def measure_memory(bench: Bench, report: Report) -> None:
    """What the process holds after two hundred pages of ours, none of them a PDF."""
    (seat,) = next(bench.lookers(1))
    wire = seat.open()
    for _, path in zip(range(200), itertools.cycle(_pages(seat)), strict=False):
        acts.expect(200, wire.get(path))
    report.figure("memory after 200 pages", bench.ours.memory, "MiB", 80)


def measure_pages(bench: Bench, report: Report) -> None:
    """How heavy they are, and how long a slow phone waits for them."""
    (seat,) = next(bench.lookers(1))
    home, match = _pages(seat)[:2]
    wire = seat.open()
    for name, path in (("home", home), ("match", match)):
        weight = weigh(wire, path)
        report.figure(f"{name}, first visit", weight.first / KIB, "KiB", 90)
        report.figure(f"{name}, first visit without fonts", weight.without_fonts / KIB, "KiB", 45)
        report.figure(f"{name}, requests of the first visit", weight.requests, "", 8)
        report.figure(f"{name}, next visit", weight.repeat / KIB, "KiB", 6)
    for name, seconds in zip(("home", "match"), largest_paints(seat, home, match), strict=True):
        report.figure(f"{name}, largest paint on a slow phone", seconds, "s", 1.6)


def measure_pdfs(bench: Bench, report: Report) -> None:
    """The first one of a server, and one when it is warm beside a bare page of the same table."""
    (seat,) = next(bench.lookers(1))
    first, ours, bare = pdfs.measure(seat)
    report.figure("the first PDF of a sheet", first, "s", 2)
    report.figure("a PDF of ten deals", ours * 1000, "ms")
    report.figure("a bare page of the same table, by WeasyPrint alone", bare * 1000, "ms")
    report.figure("a PDF beside that bare page", ours / bare, "×", 1.5)


def _pages(seat: Seat) -> list[str]:
    match = f"/m/{seat.matches[0]}/"
    return ["/", match, f"{match}deals/11?purpose=record&level=4", f"{match}deals/11?purpose=record&level=4&play=0S"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1, help="how long a burst lasts")
    parser.add_argument("--rounds", type=int, default=2, help="how often floor, ours, ours, floor are measured")
    asked = parser.parse_args()
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        instance = folder / "instance"
        measure_starts(instance, report)
        with the_floor(folder) as floor, our_server(instance) as ours:
            sessions = open_database(load_config({"SCOREKEEPER_INSTANCE": str(instance)}))
            bench = Bench(floor, ours, sessions, asked.seconds, asked.rounds)
            measure_memory(bench, report)
            measure_acts(bench, report)
            measure_pages(bench, report)
            measure_pdfs(bench, report)
            sessions.close()
    print(report)
    for sentence in report.missed:
        print(f"Missed: {sentence}")
    return 1 if report.missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
