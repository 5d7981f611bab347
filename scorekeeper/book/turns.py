"""Whose turn it is to write: nobody waits for ever, and readers do not wait for writers.

A server answers with so many threads. Writers that all wait for a lock which another program
holds would take every one of them, so only a few may wait then; the others are told at once.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from scorekeeper.book.outages import BookBusy

WAIT_SECONDS: Final = 5.0
"""How long a writer waits in all before it is told that the book is busy."""
MOST_WRITERS: Final = 8
"""So many may write or wait to once writing has come to a standstill; a server has more threads than that."""
STANDSTILL_SECONDS: Final = 0.5
"""After so long without any writer getting through, writing stands still."""


class Turns:
    """The writers of this process. at_once: how many may write at the same time."""

    def __init__(self, at_once: int) -> None:
        self._free = threading.Semaphore(at_once)
        self._counting = threading.Lock()
        self._writers = 0
        self._trying_since: float | None = None

    @contextmanager
    def turn(self) -> Iterator[float]:
        """Wait for a turn and take it; gives the moment (monotonic) until which its writer may wait for others.

        Raises BookBusy if there is none in time, or if too many are waiting already.
        """
        until = time.monotonic() + WAIT_SECONDS
        with self._counting:
            is_one_of_few = self._writers < MOST_WRITERS
            self._writers += 1
        try:
            if not (self._wait(until) if is_one_of_few else self._wait_while_it_moves(until)):
                raise BookBusy("no turn to write in time")
            try:
                yield from self._one_turn(until)
            finally:
                self._free.release()
        finally:
            with self._counting:
                self._writers -= 1
                if not self._writers:  # nobody is trying any more
                    self._trying_since = None

    def _wait(self, until: float) -> bool:
        return self._free.acquire(timeout=max(0.0, until - time.monotonic()))

    def _wait_while_it_moves(self, until: float) -> bool:
        while not self._stands_still() and time.monotonic() < until:
            if self._wait(min(until, time.monotonic() + STANDSTILL_SECONDS)):
                return True
        return False

    def _one_turn(self, until: float) -> Iterator[float]:
        if self._trying_since is None:
            self._trying_since = time.monotonic()
        try:
            yield until
        except BookBusy:
            raise  # still trying: whoever comes next has as little hope
        except BaseException:
            self._trying_since = None
            raise
        self._trying_since = None

    def _stands_still(self) -> bool:
        since = self._trying_since
        return since is not None and time.monotonic() - since > STANDSTILL_SECONDS
