"""A phone in a test: it opens pages, reads them, and presses what is on them, as a person does.

Without script every press loads a page. With script, what htmx would swap is asked for as a
fragment and swapped in. Fields that a person does not see are sent as they came.
"""

from copy import deepcopy
from typing import Any
from urllib.parse import urlencode, urlsplit
from xml.etree.ElementTree import Element

from flask import Flask
from werkzeug.test import Client, TestResponse

from scorekeeper.book.access import Book
from tests.builders import Table, a_deal
from tests.web.document import every, name_of, parse
from tests.web.screen import Request, Screen, swap

AT_HOME = "http://192.168.1.2:8000"
"""Where a phone finds a server that is not configured."""
STRAINS = ("Clubs", "Diamonds", "Hearts", "Spades", "No-trump")


class Phone(Screen):
    """A browser with its cookies, and the screen it shows.

    book: the scorebook whose key it holds. script: whether htmx runs. at: where it finds the server.
    headers: what it, or a proxy on the way, adds to every request.
    """

    def __init__(self, app: Flask, book: Book | None = None, *, script: bool = False, at: str = AT_HOME) -> None:
        self.app, self.script, self.at = app, script, at
        self.client: Client = app.test_client()
        self.headers: dict[str, str] = {}
        self.document = Element("document")
        self.address = "/"
        self.answer: TestResponse
        self.redirects: list[tuple[int, str]] = []
        if book is not None:
            self.keep_cookie("scorebook", book.key)

    # Cookies

    def keep_cookie(self, name: str, value: str) -> None:
        """Hold a cookie as if the server had given it."""
        self.client.set_cookie(name, value, domain=self._host, path=self._path)

    def cookie(self, name: str) -> str | None:
        """The value of a cookie, None if the phone has none such."""
        found = self.client.get_cookie(name, domain=self._host, path=self._path)
        return None if found is None else found.value

    def forget_cookie(self, name: str) -> None:
        """Lose a cookie."""
        self.client.delete_cookie(name, domain=self._host, path=self._path)

    @property
    def _host(self) -> str:
        return urlsplit(self.at).hostname or ""

    @property
    def _path(self) -> str:
        return urlsplit(self.at).path or "/"

    def twin(self) -> "Phone":
        """The same browser once more, with the same screen; it may be used in another thread."""
        other = Phone(self.app, script=self.script, at=self.at)
        other.headers = dict(self.headers)
        for name in ("scorebook", "scorekeeper"):
            if (value := self.cookie(name)) is not None:
                other.keep_cookie(name, value)
        other.document, other.address, other.answer = deepcopy(self.document), self.address, self.answer
        return other

    # Asking

    def open(self, address: str, *, htmx: bool = False) -> "Phone":
        """Go to *address*, and on to wherever it leads."""
        return self.send(Request("GET", address, htmx=htmx, pushes=True))

    def look_at(self, table: Table) -> "Phone":
        """Go to the page of a match."""
        return self.open(address_of(table))

    def tap(self, name: str) -> "Phone":
        """Press the link or button called *name*."""
        return self.send(self.request_of(name))

    def send(self, request: Request) -> "Phone":
        """Send *request*, follow redirects, and show the answer."""
        self.redirects = []
        answer = self.ask(request)
        while 300 <= answer.status_code < 400:
            assert len(self.redirects) < 5, self.redirects
            self.redirects.append((answer.status_code, answer.headers["Location"]))
            method = request.method if answer.status_code in (307, 308) else "GET"
            answer = self.ask(Request(method, answer.headers["Location"], htmx=request.htmx))
        self._show(answer, request)
        return self

    def ask(self, request: Request) -> TestResponse:
        """The answer to *request* itself; the screen stays as it was."""
        address, options = request.address, {"base_url": f"{urlsplit(self.at).scheme}://{urlsplit(self.at).netloc}"}
        headers = dict(self.headers)
        if request.htmx:
            headers |= {"HX-Request": "true", "HX-Current-URL": options["base_url"] + self.address}
            for board in every(self.document, id="board"):
                headers |= {"X-Board": next(every(board, id="pad")).attrib["data-stamp"]}
        data: Any = request.fields
        if request.method in ("GET", "HEAD"):
            if request.fields:
                address = f"{address.partition('?')[0]}?{urlencode(list(request.fields.items(multi=True)))}"
            data = None
        return self.client.open(address, method=request.method, headers=headers, data=data, buffered=True, **options)

    def get(self, address: str, **headers: str) -> TestResponse:
        """The answer to asking for *address* with more *headers*; the screen stays as it was."""
        self.headers, before = (
            self.headers | {name.replace("_", "-"): text for name, text in headers.items()},
            self.headers,
        )
        try:
            return self.ask(Request("GET", address))
        finally:
            self.headers = before

    def _show(self, answer: TestResponse, request: Request) -> None:
        self.answer, htmx = answer, request.htmx
        moved_to = answer.headers.get("HX-Push-Url") or (answer.request.url if request.pushes or not htmx else "")
        if moved_to:
            parts = urlsplit(moved_to)
            self.address = f"{parts.path}?{parts.query}" if parts.query else parts.path
        assert answer.mimetype == "text/html", answer.mimetype
        parsed = parse(answer.get_data(as_text=True))
        is_page = next(every(parsed, "html"), None) is not None
        assert is_page != htmx, "a bare fragment is no page" if htmx is False else "a page is no fragment"
        if htmx and next(every(self.document, id="screen"), None) is not None:
            swap(self.document, parsed)
        else:
            self.document = parsed

    @property
    def status(self) -> int:
        """The status of the last answer."""
        return self.answer.status_code

    @property
    def html(self) -> str:
        """The last answer as it was sent."""
        return self.answer.get_data(as_text=True)

    # What people do over and over

    def enter(self, deal: str) -> "Phone":
        """From the page of the match, choose a deal written as ``Ana 3NTX+1`` or ``pass``, up to Save."""
        played = a_deal(deal)
        if played.contract is None:
            return self.tap("Passed out")
        self.tap(str(played.contract.level))
        return self.choose(deal)

    def choose(self, deal: str, names: tuple[str, str] = ("Ana", "Bo")) -> "Phone":
        """On the entry, with the level chosen, choose the rest of *deal*."""
        played = a_deal(deal)
        assert played.contract is not None
        assert played.declarer is not None
        assert played.tricks is not None
        self.tap(f"{STRAINS[played.contract.strain]}, {names[played.declarer]}")
        if played.contract.doubling:
            self.tap(("Doubled X", "Redoubled XX")[played.contract.doubling - 1])
        return self.choose_tricks(played.tricks)

    def choose_tricks(self, tricks: int) -> "Phone":
        """On the result face, choose the result with so many tricks."""
        (tile,) = every(self.document, "button", name="tricks", value=str(tricks))
        return self.tap(name_of(tile))

    def record(self, *deals: str) -> "Phone":
        """Record *deals* one after another from the page of the match."""
        for deal in deals:
            self.enter(deal).save()
        return self

    def edit(self, number: int) -> "Phone":
        """From the page of the match, open a deal that was played."""
        return self.tap(self.deals[number - 1])

    def save(self) -> "Phone":
        """Press Save, whatever it says."""
        return self.send(self.save_request())

    def undo(self) -> "Phone":
        """Press Undo, whatever it would take back."""
        return self.send(self.form_to("/undo"))


def address_of(table: Table, rest: str = "") -> str:
    """The address of the page of a match, or of what lies below it."""
    return f"/m/{table.ref.key}/{rest}"
