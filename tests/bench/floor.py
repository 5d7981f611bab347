"""The floor: as little as a server in Flask can do to keep a score. ``python -m tests.bench.floor PORT FILE`` runs it.

A POST stores one row and leads on to the page; the page shows the last ten rows and their total. No session,
no check against forged requests, no rules, no log of changes. It keeps its promises to the disk as the
scorebook does: WAL, with every commit written through.
"""

import logging
import sqlite3
import sys
import threading

import waitress
from flask import Flask, redirect, request

from scorekeeper.serve import THREADS

PAGE = """<!doctype html>
<html lang="en">
<title>Points</title>
<table>
{% for number, name, points in rows %}<tr><th>{{ number }}</th><td>{{ name }}</td><td>{{ points }}</td></tr>
{% endfor %}
</table>
<p>Together {{ total }}</p>
<form method="post"><input name="name"><input name="points"><button>Save</button></form>
</html>"""


class Sheet(threading.local):
    """The sheet in *file*, through a connection for each thread."""

    def __init__(self, file: str) -> None:
        self.rows = sqlite3.connect(file, timeout=5, isolation_level=None)
        self.rows.execute("PRAGMA journal_mode = WAL")
        self.rows.execute("PRAGMA synchronous = FULL")
        self.rows.execute("CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, name TEXT, points INTEGER)")


def create_floor(file: str) -> Flask:
    app, sheet = Flask(__name__), Sheet(file)
    page = app.jinja_env.from_string(PAGE)  # compiled once, as the file of a template is

    @app.get("/")
    def look() -> str:
        rows = sheet.rows.execute("SELECT id, name, points FROM line ORDER BY id DESC LIMIT 10").fetchall()
        return page.render(rows=rows, total=sum(points for _, _, points in rows))

    @app.post("/")
    def record() -> object:
        line = request.form["name"], int(request.form["points"])
        sheet.rows.execute("INSERT INTO line (name, points) VALUES (?, ?)", line)
        return redirect("/", 303)

    return app


if __name__ == "__main__":
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that a moment is busy is what is measured
    waitress.serve(create_floor(sys.argv[2]), host="127.0.0.1", port=int(sys.argv[1]), threads=THREADS, ident=None)
