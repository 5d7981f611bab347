"""What "nothing is stored" means."""

from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.book.database import Sessions
from tests.builders import everything


@contextmanager
def nothing_stored(sessions: Sessions) -> Iterator[None]:
    """Whatever happens inside leaves every row of every table as it was."""
    before = everything(sessions)
    yield
    assert everything(sessions) == before
