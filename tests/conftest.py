"""What the whole suite shares: where Chromium is, and which tests need what this machine may lack.

A test marked `browser`, `poppler`, `postgres` or `postgres_programs` is skipped, with the reason, where Chromium,
Poppler, a PostgreSQL server or its programs are missing; with SCOREKEEPER_TEST_ALL set it fails instead.
"""

import os
import shutil
from pathlib import Path

import pytest

from tests.postgres_cluster import find_programs

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_ON_MACOS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def find_chromium() -> str | None:
    """Where Chromium is, or None."""
    found = [path for name in CHROMIUM_NAMES if (path := shutil.which(name))]
    found += [path for path in CHROMIUM_ON_MACOS if Path(path).exists()]
    return found[0] if found else None


def postgres_url() -> str | None:
    """The address of the PostgreSQL database the suite may use, or None where it runs on SQLite."""
    return os.environ.get("TEST_DATABASE_URL") or None


def find_poppler() -> str | None:
    """Where the programs that read PDFs are, or None."""
    return shutil.which("pdftotext")


NEEDS = {
    "browser": (find_chromium, "needs Chromium, and none is found (apt install chromium)"),
    "poppler": (find_poppler, "needs Poppler to open PDFs again, and none is found (apt install poppler-utils)"),
    "postgres": (postgres_url, "needs PostgreSQL, and TEST_DATABASE_URL names none (see make test)"),
    "postgres_programs": (find_programs, "needs the programs of a PostgreSQL server (apt install postgresql)"),
}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip or fail what this machine cannot run."""
    for marker, (find, reason) in NEEDS.items():
        if item.get_closest_marker(marker) and find() is None:
            if os.environ.get("SCOREKEEPER_TEST_ALL"):
                pytest.fail(f"{item.name} {reason}", pytrace=False)
            pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where Chromium is; only for tests marked `browser`."""
    path = find_chromium()
    assert path is not None, "mark the test with pytest.mark.browser"
    return path
