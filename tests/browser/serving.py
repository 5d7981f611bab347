"""The app, served for the browser tests as people get it, and what can go wrong on the way to it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import waitress
from flask import Flask, request

from scorekeeper.app import create_app
from scorekeeper.book.database import Sessions, open_database
from scorekeeper.serve import THREADS
from tests.database_fixtures import a_config


class Faults:
    """What goes wrong with a write, until `clear`.

    errors: raised inside the app, one after another. answers: given in its place, as a proxy or a hotel's network
    would. silence: seconds for which the next one is left without any answer, and never reaches the app.
    lost: so many are done, and their answers break off. delay: seconds by which every answer comes late, after the
    app has done its work.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.errors: list[Exception] = []
        self.answers: list[tuple[str, str]] = []
        self.silence = 0.0
        self.lost = 0
        self.delay = 0.0

    def between(self, app: Flask) -> None:
        """Stand between the server and *app*."""
        inner = app.wsgi_app

        def answer(environ: dict[str, Any], start_response: Any) -> Any:
            if environ["REQUEST_METHOD"] != "POST":
                return inner(environ, start_response)
            if self.answers:
                status, body = self.answers.pop(0)
                start_response(status, [("Content-Type", "text/html")])
                return [body.encode()]
            if self.silence:
                silence, self.silence = self.silence, 0.0
                time.sleep(silence)
                start_response("504 Gateway Timeout", [("Content-Type", "text/html")])
                return [b""]
            if self.lost:
                self.lost -= 1
                b"".join(inner(environ, lambda *_: None))
                start_response("200 OK", [("Content-Type", "text/html"), ("Content-Length", "1000")])
                return [b"<"]
            given = inner(environ, start_response)
            time.sleep(self.delay)
            return given

        def stumble() -> None:
            if request.method == "POST" and self.errors:
                raise self.errors.pop(0)

        app.before_request(stumble)
        app.wsgi_app = answer  # type: ignore[method-assign]


class Served:
    """A running server: where it is, the database behind it, and its faults."""

    def __init__(self, base: str, sessions: Sessions, faults: Faults) -> None:
        self.base = base
        self.sessions = sessions
        self.faults = faults


@contextmanager
def serving(folder: Path) -> Iterator[Served]:
    """The app on an SQLite database of its own in *folder*, served by waitress from a thread."""
    config = a_config(folder)
    sessions = open_database(config)
    app = create_app(config, sessions)
    faults = Faults()
    faults.between(app)
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=THREADS, ident=None)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield Served(f"http://127.0.0.1:{server.effective_port}", sessions, faults)
    finally:
        # In the thread of the server: closed from here, it would be waiting for sockets that are gone.
        server.trigger.pull_trigger(lambda: server.asyncore.close_all(server._map, True))
        thread.join(5)
        server.task_dispatcher.shutdown()
        sessions.close()
