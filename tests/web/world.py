"""A scorebook with a match in every state there is, and every address of the app."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from scorekeeper.book.lifecycle import delete_match, end_early
from scorekeeper.book.matches import correct_deal
from scorekeeper.rules.csvfile import write_csv
from scorekeeper.web.imports import pack
from tests.builders import Table, a_book, a_deal, a_new_match, a_table
from tests.rules.builders import bridgette
from tests.rules.filing import filed_of
from tests.web.phone import Phone
from tests.web.screen import Request

ASSETS = ("static", "asset", "favicon")
"""Endpoints of files that a page brings along."""
FILES = (
    *("downloads.as_json", "downloads.as_table", "imports.as_json", "imports.as_table"),
    *("sheets.view", "sheets.pdf", "sheets.blank_view", "sheets.blank_pdf", "blanks.view", "blanks.pdf"),
)
"""Endpoints of files to be kept and of paper: they are no screens."""
ENTRY_STATES = (
    "level=3",
    "level=0",
    "level=4&play=0S",
    "level=4&play=0S&doubling=XX&tricks=3",
    "level=4&play=1NT&face=contract",
    "passed_out=1",
    "level=9",
)
_OF_A_BOOK = ("home.open_link", "home.open_other")
_NEEDS = {
    "home.restore": "deleted",
    "match.redo": "undone",
    "options.play_on": "ended",
    "options.game": "fresh",
}
"""What state a match must be in for some acts to do anything; the others are done to one in play."""
_FIELDS = {
    "new_match.start": {"game": "draw-bridge", "left": "Ana", "right": "Cy", "first": "1", "target": "500"},
    "entry.record": {"level": "3", "play": "0NT", "doubling": "", "tricks": "9", "number": "3"},
    "entry.correct": {"level": "3", "play": "0NT", "doubling": "X", "tricks": "9", "number": "1"},
    "entry.insert": {"level": "3", "play": "1NT", "doubling": "", "tricks": "8", "number": "1"},
    "settings.change_details": {"left": "Ana", "right": "Bo", "title": "Final", "played_on": "2026-03-01"},
    "settings.change_rules": {"tie_break": "none"},
    "options.first_dealer": {"dealer": "1"},
    "options.game": {"game": "draw-bridge"},
}
"""What the forms of some acts hold beside the fields of every write."""


@dataclass
class World:
    """A book, and its matches by their state."""

    sessions: Sessions
    book: Book
    tables: dict[str, Table]

    @property
    def playing(self) -> Table:
        """The match in play."""
        return self.tables["playing"]

    def table_for(self, endpoint: str) -> Table:
        """The match to which the act of *endpoint* can be done."""
        return self.tables[_NEEDS.get(endpoint, "playing")]

    def address_for(self, rule: Rule, *, key: str | None = None, book: str | None = None) -> str:
        """An address of *rule* that is there; with another *key* of a match, or of a *book*, if they are given.

        A route with a part that is not known here fails: it needs its place in the walks.
        """
        if rule.endpoint in _OF_A_BOOK:
            key = book or self.book.key
        key = key or self.table_for(rule.endpoint).ref.key
        _, address = rule.build({name: {"key": key, "number": 1}[name] for name in rule.arguments}) or ("", "")
        assert address, rule
        return address

    def request_for(self, rule: Rule, phone: Phone, *, key: str | None = None, book: str | None = None) -> Request:
        """A whole and right request to a writing *rule*, with the token of what *phone* shows."""
        table = self.table_for(rule.endpoint)
        request = Request("POST", self.address_for(rule, key=key, book=book))
        fields = {"seen": str(table.version), "request_key": f"walk-{rule.endpoint}-{table.version}".replace(".", "-")}
        fields |= _FIELDS.get(rule.endpoint, {})
        if rule.endpoint == "imports.bring_in":
            with phone.app.test_request_context("/"):
                fields["content"] = pack(write_csv([filed_of(bridgette("Ana 3NT="), ("Cy", "Di"))]))
        return request.with_fields(csrf_token=phone.field("csrf_token"), **fields)

    def pages(self, app: Flask) -> list[str]:
        """The address of every page, in every state that looks different."""
        found = [self.address_for(rule) for rule in reading_rules(app)]
        for table in self.tables.values():
            base = f"/m/{table.ref.key}/"
            found += [base, f"{base}more", f"{base}rules", f"{base}points/", f"{base}delete", f"{base}deals/1"]
        base = f"/m/{self.playing.ref.key}/deals/"
        for number in (1, 3):
            found += [f"{base}{number}?{state}" for state in ENTRY_STATES]
        found += [f"{base}1/insert?{state}" for state in ENTRY_STATES]
        found += ["/new?draw=1&left=Ana&right=Bo", "/new?game=draw-bridge&target=77", "/open/nonsense", "/nowhere"]
        return list(dict.fromkeys(found))


def a_world(sessions: Sessions, names: tuple[str, str] = ("Ana", "Bo")) -> World:
    """A book with a match in every state, all between people with these *names*."""
    book = a_book(sessions)

    def a_match(*deals: str, **rules: object) -> Table:
        return a_table(sessions, *deals, book=book, new=a_new_match(names=names, **rules))

    tables = {
        "playing": a_match("Ana 3NTX+1", "pass"),
        "fresh": a_match(),
        "undone": a_match("Ana 2H="),
        "ended": a_match("Bo 4S-2"),
        "finished": a_match("Ana 3NT=", "Bo 1C=", deals=2),
        "drawn": a_match("pass", "pass", deals=2, passed_out="count", tie_break="none"),
        "after the end": a_match("Ana 3NT=", "Bo 3NT=", "Bo 1C=", deals=2),
        "tied": a_match("Ana 3NT=", "Bo 3NT=", deals=2),
        "deleted": a_match("Ana 2H="),
    }
    tables["undone"].undo()
    tables["ended"].do(end_early)
    tables["after the end"].do(correct_deal, 1, a_deal("Ana 3NT+1"))
    tables["deleted"].do(delete_match)
    return World(sessions, book, tables)


def reading_rules(app: Flask) -> Iterator[Rule]:
    """The rule of every page."""
    return (
        rule for rule in app.url_map.iter_rules() if "GET" in _methods(rule) and rule.endpoint not in ASSETS + FILES
    )


def writing_rules(app: Flask) -> Iterator[Rule]:
    """The rule of every address that something can be sent to."""
    return (rule for rule in app.url_map.iter_rules() if _methods(rule) - {"GET", "HEAD", "OPTIONS"})


def _methods(rule: Rule) -> set[str]:
    return rule.methods or set()
