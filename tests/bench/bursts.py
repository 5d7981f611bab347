"""Bursts: so many clients, each in a process of its own, do one act over and over for a moment."""

import multiprocessing
import statistics
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.bench.acts import Seat

Act = Callable[[Seat], Generator[float, None, None]]
_WARMING = 2
"""So many acts of each client are not counted: connections and caches are cold."""


@dataclass(frozen=True)
class Burst:
    """How long the acts of all clients took, in seconds, and how many were done in a second."""

    took: list[float]
    rate: float

    def centile(self, which: int) -> float:
        """So many of a hundred acts were at least as quick; in milliseconds."""
        return sorted(self.took)[min(len(self.took) - 1, len(self.took) * which // 100)] * 1000


def burst(act: Act, seats: Sequence[Seat], seconds: float) -> Burst:
    """Let a client for each of *seats* do *act* for so many *seconds*, the next one when the last is answered."""
    # Forked, for what a client needs is loaded already; none of them touches the database.
    fork = multiprocessing.get_context("fork")
    start, answers = fork.Barrier(len(seats)), fork.Queue()
    clients = [fork.Process(target=_client, args=(act, seat, seconds, start, answers)) for seat in seats]
    for client in clients:
        client.start()
    found = [answers.get(timeout=seconds + 60) for _ in clients]
    for client in clients:
        client.join()
    wrong = next((answer for answer in found if isinstance(answer, str)), None)
    if wrong is not None:
        raise SystemExit(f"The benchmark has failed: {wrong}")
    return Burst([took for each, _ in found for took in each], sum(len(each) / lasted for each, lasted in found))


def _client(act: Act, seat: Seat, seconds: float, start: Any, answers: Any) -> None:
    try:
        acts = act(seat)
        for _ in range(_WARMING):
            next(acts)
        start.wait(30)
        begun, took = time.perf_counter(), []
        for each in acts:
            took.append(each)
            if time.perf_counter() - begun > seconds:
                break
        lasted = time.perf_counter() - begun
        start.wait(30)
        acts.close()  # here it may look whether all is kept, which is to disturb nobody
        answers.put((took, lasted))
    except Exception as error:  # the parent says it
        start.abort()
        answers.put(f"{type(error).__name__} {error}")


@dataclass(frozen=True)
class Comparison:
    """One act measured in turns, here and on the floor. ratio: median of those of the turns, by their medians."""

    ours: Burst
    floor: Burst
    ratio: float


def compare(ours: Callable[[], Burst], floor: Callable[[], Burst], rounds: int) -> Comparison:
    """Measure in turns - floor, ours, ours, floor - so that a machine that grows slower slows both."""
    pairs: list[tuple[Burst, Burst]] = []
    for _ in range(rounds):
        first = floor()
        pairs.append((ours(), first))
        second = ours()
        pairs.append((second, floor()))
    return Comparison(
        ours=_together([each for each, _ in pairs]),
        floor=_together([each for _, each in pairs]),
        ratio=statistics.median(one.centile(50) / other.centile(50) for one, other in pairs),
    )


def _together(bursts: Sequence[Burst]) -> Burst:
    return Burst([took for each in bursts for took in each.took], statistics.median(each.rate for each in bursts))
