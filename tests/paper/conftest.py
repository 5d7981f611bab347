"""A press that makes PDFs, shared by all tests of paper: starting one takes a second or more."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.paper.pdf import Press

STYLES = Path(__file__).parents[2] / "static" / "css"
PATIENCE = 90
"""Seconds for a PDF: a machine that runs tests may be busy."""


@pytest.fixture(scope="session")
def press() -> Iterator[Press]:
    with Press(STYLES, seconds=PATIENCE) as made:
        yield made
