"""How the pages look on this device: theme, colours of the suits, results as signs or as tricks.

Kept in one small cookie of the device, so it needs neither a scorebook nor an account, and two
phones at one table may differ.
"""

from enum import StrEnum
from typing import Final, NamedTuple, Self

from flask import Blueprint, Response, g, make_response, request, url_for
from markupsafe import Markup, escape

from scorekeeper.book.access import is_key
from scorekeeper.web import guard
from scorekeeper.web.forms import BrokenForm
from scorekeeper.web.language import gettext, here
from scorekeeper.web.respond import go, is_fragment_wanted, note, screen

bp = Blueprint("look", __name__)

COOKIE: Final = "look"


class Theme(StrEnum):
    """The colours of everything. Auto is light or dark as the device is, or Bright sun where it asks for contrast."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"
    SUN = "sun"


class Suits(StrEnum):
    """Hearts and diamonds red, clubs and spades black; or each suit in a colour of its own."""

    TWO = "two"
    FOUR = "four"


class Results(StrEnum):
    """How a result is drawn: ``= +1 −1``, or as the tricks that were taken, ``10 11 9``."""

    SIGNS = "signs"
    TRICKS = "tricks"


class Look(NamedTuple):
    """What is set on this device."""

    theme: Theme = Theme.AUTO
    suits: Suits = Suits.TWO
    results: Results = Results.SIGNS

    @classmethod
    def parse(cls, cookie: str) -> Self:
        """The look in a *cookie* such as ``dark.four.tricks``; whatever is none of ours falls back to the default."""
        theme, suits, results, *_ = cookie.split(".", 3) + [""] * 3
        return cls(
            Theme(theme) if theme in set(Theme) else Theme.AUTO,
            Suits(suits) if suits in set(Suits) else Suits.TWO,
            Results(results) if results in set(Results) else Results.SIGNS,
        )

    def __str__(self) -> str:
        return ".".join(self)

    @property
    def words(self) -> Markup:
        """What is chosen, in one line: ``Dark, two colours, = +1 −1``."""
        return escape(gettext("%(theme)s, %(suits)s, %(results)s")) % {
            "theme": theme_words(self.theme),
            "suits": {Suits.TWO: gettext("two colours"), Suits.FOUR: gettext("four colours")}[self.suits],
            "results": {Results.SIGNS: SAMPLE[Results.SIGNS], Results.TRICKS: gettext("tricks")}[self.results],
        }

    @property
    def schemes(self) -> str:
        """What the browser's own parts, such as its scroll bars, may be: ``light``, ``dark`` or both."""
        return {Theme.AUTO: "light dark", Theme.DARK: "dark"}.get(self.theme, "light")

    @property
    def bars(self) -> tuple[tuple[str, str], ...]:
        """The colour of the browser's own bar, that of the table: media query and colour, the first that fits holds."""
        if self.theme is Theme.AUTO:
            return (
                ("(prefers-contrast: more)", TABLE[Theme.SUN]),
                ("(prefers-color-scheme: dark)", TABLE[Theme.DARK]),
                ("all", TABLE[Theme.LIGHT]),
            )
        return (("all", TABLE[self.theme]),)


SAMPLE: Final = {
    Results.SIGNS: Markup('<bdi dir="ltr">= +1 −1</bdi>'),
    Results.TRICKS: Markup('<bdi dir="ltr">10 11 9</bdi>'),
}
"""The same three results, drawn either way."""
TABLE: Final = {Theme.LIGHT: "#0d4334", Theme.DARK: "#0a2b21", Theme.SUN: "#000"}
"""``--table`` of each theme; the bar of the browser is coloured before any style sheet is read."""


def theme_words(theme: Theme) -> str:
    """``Bright sun``."""
    return {
        Theme.AUTO: gettext("Auto"),
        Theme.LIGHT: gettext("Light"),
        Theme.DARK: gettext("Dark"),
        Theme.SUN: gettext("Bright sun"),
    }[theme]


def look() -> Look:
    """The look of the device that is asking."""
    kept = here()
    try:
        found: Look = kept.look
    except AttributeError:
        found = kept.look = Look.parse(request.cookies.get(COOKIE, ""))
    return found


def renew_cookie(answer: Response) -> Response:
    """Keep what is set on the device for another 400 days."""
    if "look" in g:
        answer.vary.add("Cookie")
        if g.get("is_look_new") or COOKIE in request.cookies:
            guard.hand_out(answer, COOKIE, str(g.look))
    return answer


@bp.get("/settings")
def settings() -> Response:
    """What can be set on this device."""
    key = _match_key(request.args.get("match"))
    return screen(
        "look.html",
        samples=SAMPLE,
        themes=[(theme, theme_words(theme)) for theme in Theme],
        match=key,
        back=_back(key),
        said="",
    )


@bp.post("/settings")
def keep() -> Response:
    """Keep what was chosen. Save goes back to where the settings were opened; a mere choice shows itself already."""
    g.look, g.is_look_new = _chosen(), True
    nothing = make_response("", 204)
    if "back" not in request.form:
        return nothing
    note(gettext("The settings are saved on this device."))
    way = _back(_match_key(request.form.get("match")))
    if is_fragment_wanted():
        # What is set stands around the screen, so the page is loaded anew and not swapped.
        nothing.headers["HX-Redirect"] = way
        return nothing
    return go(way)


def _chosen() -> Look:
    """The look that this request asks for; raises BrokenForm if one of the three is missing or none of ours."""
    form = request.form
    try:
        return Look(Theme(form["theme"]), Suits(form["suits"]), Results(form["results"]))
    except (KeyError, ValueError):
        raise BrokenForm("look", "Choose one of each, and save again.") from None


def _match_key(text: str | None) -> str:
    """The key of the match from whose menu the settings were opened; "" if it was none."""
    return text if text is not None and is_key(text) else ""


def _back(key: str) -> str:
    """Where the way back leads. It is no address that someone could have made up, so it never leaves the site."""
    return url_for("options.more", key=key) if key else url_for("home.home")
