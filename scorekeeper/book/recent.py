"""What was worked out of late, kept in memory and found again by everything it was worked out from."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """The last *most* values, each under a stamp that is never used for another one. Shared by all threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, stamp: Hashable, make: Callable[[], Value]) -> Value:
        """The value under *stamp*; one that is not there is made first."""
        with self._lock:
            if stamp in self._kept:
                self._kept.move_to_end(stamp)
                return self._kept[stamp]
        made = make()
        with self._lock:
            self._kept[stamp] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made

    def forget(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._kept.clear()
