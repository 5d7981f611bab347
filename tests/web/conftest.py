"""Every test of the pages has an app with a database, as it is served, and phones to look at it."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from scorekeeper.config import Config
from tests.database_fixtures import clock, config, empty_config, prepared_database, sessions
from tests.web.phone import Phone

__all__ = ["clock", "config", "empty_config", "prepared_database", "sessions"]


@pytest.fixture
def make_app(config: Config, sessions: Sessions) -> Callable[[Config], Flask]:
    """Builds an app for a configuration, on the database of the test."""

    def make(configured: Config = config) -> Flask:
        return create_app(configured, sessions)

    return make


@pytest.fixture(scope="session")
def built_apps() -> list[Flask]:
    """The app without configuration, once a test has built it: building takes longer than most tests."""
    return []


@pytest.fixture
def app(config: Config, sessions: Sessions, make_app: Callable[[], Flask], built_apps: list[Flask]) -> Flask:
    """The app as it is served, but for bugs: those are raised into the test."""
    if not built_apps:
        built_apps.append(make_app())
    (app,) = built_apps
    app.testing = True
    app.secret_key = config.secret_key
    app.extensions["scorekeeper"] = sessions
    return app


@pytest.fixture
def phone(app: Flask) -> Phone:
    """The phone of someone who was never here, without script."""
    return Phone(app)


@pytest.fixture(params=["page", "fragment"])
def a_phone(app: Flask, request: pytest.FixtureRequest) -> Callable[[Book], Phone]:
    """Makes phones that hold a scorebook: without script, and in a second round with htmx."""

    def make(book: Book) -> Phone:
        return Phone(app, book, script=request.param == "fragment")

    return make
