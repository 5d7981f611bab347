"""A phone on the table: what a person sees on it and does with it, every tap counted."""

import re

from playwright.sync_api import BrowserContext, Error, Locator, Page, expect

from scorekeeper.book.access import Book, open_book
from scorekeeper.book.lists import MatchSummary, list_matches
from scorekeeper.book.reading import KeptMatch, load_match
from scorekeeper.rules.deal import Deal, Strain
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.match import Points, points_of
from scorekeeper.web.guard import COOKIE
from tests.browser.serving import Served
from tests.builders import Table, a_deal, a_ref

STRAINS = {
    Strain.CLUBS: "Clubs",
    Strain.DIAMONDS: "Diamonds",
    Strain.HEARTS: "Hearts",
    Strain.SPADES: "Spades",
    Strain.NT: "No-trump",
}
DOUBLINGS = ("Undoubled", "Doubled X", "Redoubled XX")
TAKES_TOUCHES = "getComputedStyle(document.querySelector('#screen')).pointerEvents !== 'none'"
PATIENCE = 500
"""So often is asked, 20 ms apart, before a test gives up."""
FAILURES = (
    "Failed to load resource",
    "Response Status Error Code",
    "htmx:sendError",
    "htmx:timeout",
    "htmx:afterRequest",
)
"""How the console lines begin that Chromium and htmx write for an answer of 400 or more, or for none."""


class Phone:
    """One browser with cookies of its own, and the page it shows.

    may_fail: whether requests may fail in this test; otherwise that is a trouble like an error of a script.
    has_mouse: whether its keys are clicked instead of tapped, as at a desk.
    """

    def __init__(self, context: BrowserContext, server: Served) -> None:
        self.context = context
        self.server = server
        self.page: Page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.taps = 0
        self.names = ("Ana", "Bo")
        self.may_fail = False
        self.has_mouse = False
        self.troubles: list[str] = []
        self.requests: list[str] = []
        context.on("console", lambda message: self._hear(message.type, message.text))
        context.on("weberror", lambda error: self._hear("error", str(error.error)))
        context.on("request", lambda request: self.requests.append(f"{request.method} {request.url}"))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not (self.may_fail and text.startswith(FAILURES)):
            self.troubles.append(text)

    # What is done

    def open(self, path: str) -> None:
        self.page.goto(self.server.base + path)

    def sit_at(self, table: Table, path: str = "") -> None:
        """Open *table*'s match, as whoever owns its book."""
        self.context.add_cookies([{"name": COOKIE, "value": table.book.key, "url": self.server.base}])
        self.open(f"/m/{table.ref.key}/{path}")

    def tap(self, place: Locator) -> None:
        self.taps += 1
        place.wait_for()
        self.wait_for_touches()
        if self.has_mouse:
            place.click()
        else:
            place.tap()

    def wait_for_touches(self) -> None:
        """A face that has just come up takes no touch for a moment; nobody is quicker than that on purpose."""
        for _ in range(PATIENCE):
            if self.page.evaluate(TAKES_TOUCHES):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("the page takes no touches")

    def key(self, name: str | re.Pattern[str]) -> Locator:
        """The button with *name*."""
        return self.page.get_by_role("button", name=name, exact=True)

    def press(self, name: str | re.Pattern[str]) -> None:
        """Tap the button with *name*."""
        self.tap(self.key(name))

    def follow(self, name: str | re.Pattern[str]) -> None:
        """Tap the link with *name*."""
        self.tap(self.page.get_by_role("link", name=name, exact=True))

    def look_into(self, file: bytes) -> None:
        """Choose *file* on the page of files and look at what it would do."""
        self.open("/files/")
        self.page.set_input_files("[name=file]", files={"name": "a.json", "mimeType": "text/plain", "buffer": file})
        self.press("Look at it first")
        self.page.get_by_role("heading", name="What is in the file", exact=True).wait_for()

    def back(self) -> None:
        """Press Back, and wait for the page that it leads to."""
        self._turn("go_back")

    def forward(self) -> None:
        """Press Forward, and wait for the page that it leads to."""
        self._turn("go_forward")

    def _turn(self, way: str) -> None:
        self.page.evaluate("window.isOld = true")
        getattr(self.page, way)()
        # The page may be loaded anew after the address has changed already.
        for _ in range(PATIENCE):
            try:
                if self.page.evaluate("!window.isOld && document.readyState === 'complete'"):
                    return
            except Error:  # the old page goes away under the question
                pass
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{way} leads to no page")

    def start(self, game: str, names: tuple[str, str] = ("Ana", "Bo"), **also: str) -> None:
        """Start a match of *game* that the left player deals first."""
        self.open("/new")
        self.names = names
        self.tap(self.option("Game", GAMES[game].name))
        self.name_field("Left").fill(names[0])
        self.name_field("Right").fill(names[1])
        # Without JavaScript the keys cannot know the names yet.
        self.tap(self.page.locator('label:has([name="first"][value="0"])'))
        self.tap(self.page.locator(".start button"))
        expect(self.heading("Deal 1: what level?")).to_be_visible()

    def option(self, group: str, label: str) -> Locator:
        """The key *label* among those of which one can be chosen."""
        labels = self.page.get_by_role("group", name=group).locator("label")
        return labels.filter(has_text=re.compile(rf"^\s*{re.escape(label)}"))

    def name_field(self, seat: str) -> Locator:
        return self.page.get_by_role("combobox", name=f"{seat} player")

    def choose(self, text: str) -> Deal:
        """Tap all keys of a deal like ``Ana 4HX-1`` or ``pass``, but for Save."""
        deal = a_deal(text)
        if deal.contract is None or deal.declarer is None:
            self.press("Passed out")
            return deal
        self.tap(self.page.locator(f'button[name="level"][value="{deal.contract.level}"]'))
        self.press(f"{STRAINS[deal.contract.strain]}, {self.names[deal.declarer]}")
        if deal.contract.doubling:
            self.press(DOUBLINGS[deal.contract.doubling])
        self.tap(self.tile(deal))
        return deal

    def tile(self, deal: Deal) -> Locator:
        """The key of the result of *deal*."""
        return self.page.locator(f'.tile[value="{deal.tricks}"]')

    @property
    def save(self) -> Locator:
        """The key that stores what is chosen."""
        return self.page.locator("[data-save] button")

    def delete_deal(self, number: int) -> None:
        """On the page of a played deal, read what deleting it would do, and delete it."""
        self.tap(self.page.locator(".delete summary"))
        expect(self.page.locator("#removal")).to_be_in_viewport(ratio=1)
        self.press(f"Delete deal {number}")

    def record(self, text: str) -> Points:
        """Record a deal as the next one; returns the points it gives. Checks that the page promises them."""
        number = len(self.kept().match.lines) + 1
        deal = self.choose(text)
        match = self.kept().match
        gained = points_of(match.game.score(match.rules, deal))
        expect(self.save).to_have_text(self.promise(gained))
        self.tap(self.save)
        expect(self.row(number)).to_be_visible()
        return gained

    def promise(self, gained: Points) -> re.Pattern[str]:
        """What Save says for points *gained*."""
        for player in (0, 1):
            if gained[player]:
                return re.compile(rf"^Save\s+{gained[player]:,}\s+to\s+{self.names[player]}$")
        return re.compile("^Save: no points$")

    # What is seen

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", name=name, exact=True)

    def row(self, number: int) -> Locator:
        """The line of a deal on the pad."""
        return self.page.get_by_role("link", name=re.compile(rf"^Edit deal {number}\. "))

    def rows(self) -> list[str]:
        """What the lines of the pad say to those who listen."""
        return [row.get_attribute("aria-label") or "" for row in self.page.locator(".line > a").all()]

    def totals(self) -> Points:
        """The totals on the page, in order of the seats."""
        left, right = self.page.locator(".table .total").all_inner_texts()
        return int(left.replace(",", "")), int(right.replace(",", ""))

    def heard(self, selector: str) -> str:
        """What someone hears of the place at *selector*: its text without what is only drawn."""
        return " ".join(
            self.page.locator(selector)
            .evaluate(
                """place => {
                    const copy = place.cloneNode(true);
                    copy.querySelectorAll('[aria-hidden=true]').forEach(drawn => drawn.remove());
                    return copy.textContent;
                }"""
            )
            .split()
        )

    def said(self) -> str:
        """What the live region says."""
        return self.page.locator("#live").inner_text()

    def is_whole(self) -> bool:
        """True if a page is shown with everything around it, not a fragment of one."""
        return bool(
            self.page.evaluate(
                """() => document.doctype !== null && document.styleSheets.length >= 1
                && document.querySelectorAll('#screen').length === 1 && document.querySelectorAll('#live').length === 1
                && document.querySelectorAll('#screen #screen, #screen title, #screen html').length === 0
                && document.querySelector('meta[name=viewport]') !== null && document.title !== ''
                && getComputedStyle(document.querySelector('.table')).backgroundColor !== 'rgba(0, 0, 0, 0)'"""
            )
        )

    # What is stored

    def book(self) -> Book | None:
        """The scorebook of this phone, None if it has none."""
        keys = [cookie["value"] for cookie in self.context.cookies() if cookie["name"] == COOKIE]
        with self.server.sessions.reading() as session:
            return open_book(session, keys[0]) if keys else None

    def matches(self) -> list[MatchSummary]:
        """The matches in the scorebook of this phone."""
        book = self.book()
        with self.server.sessions.reading() as session:
            return list_matches(session, book, 100) if book else []

    def kept(self) -> KeptMatch:
        """The match that is shown, as it stands in the database."""
        found, book = re.search(r"/m/([^/]+)/", self.page.url), self.book()
        assert found is not None, f"{self.page.url} shows no match"
        assert book is not None
        sessions = self.server.sessions
        with sessions.reading() as session:
            return load_match(session, a_ref(sessions, book, found[1]))
