"""A server and a browser for the whole folder, phones for each test. On SQLite only."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.phone import Phone
from tests.browser.serving import Served, serving

HERE = Path(__file__).parent
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
"""Flags without which Chromium talks to its makers."""
A_PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
    "locale": "en-GB",
}

HASTE = """addEventListener("DOMContentLoaded", () => {
    document.documentElement.style.setProperty("--quiet", "1ms");
});"""
"""Shortens the moment in which a new face takes no touch: nobody touches twice here, and it adds up."""

MakePhone = Callable[..., Phone]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder needs a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def whole_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served


@pytest.fixture
def server(whole_server: Served) -> Iterator[Served]:
    """The server; every test brings a book of its own."""
    yield whole_server
    whole_server.faults.clear()


@pytest.fixture
def a_phone(chromium: Browser, server: Served) -> Iterator[MakePhone]:
    """Makes phones. At the end of the test none may have met an error of scripts or of the content policy.

    Nor may a request have failed, unless the test lets it.
    """
    with ExitStack() as contexts:
        phones: list[Phone] = []

        def make(*, in_haste: bool = True, **options: Any) -> Phone:
            context = chromium.new_context(**{**A_PHONE, **options})
            if in_haste:
                context.add_init_script(HASTE)
            contexts.callback(context.close)
            phones.append(Phone(context, server))
            return phones[-1]

        yield make
        for phone in phones:
            assert phone.troubles == []


@pytest.fixture
def phone(a_phone: MakePhone) -> Phone:
    """A phone that has not been here before."""
    return a_phone()
