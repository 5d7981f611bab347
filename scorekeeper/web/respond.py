"""Page or fragment? Asked here and nowhere else.

Every screen is one template with one root, ``#screen``. A browser that asks by itself gets
the whole page around it; htmx, which swaps the root, gets the root alone.
"""

from typing import Final
from urllib.parse import urlsplit

from flask import Response, flash, get_flashed_messages, make_response, redirect, render_template
from flask_htmx import HTMX

FRESH_CSRF: Final = "X-CSRFToken"
"""The header with a token for a page that lost its own."""

htmx = HTMX()


def is_fragment_wanted() -> bool:
    """True if htmx asks for the root of a screen to swap it in."""
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def screen(
    template: str, *, status: int = 200, address: str | None = None, is_beside: bool = False, **values: object
) -> Response:
    """The screen *template*, whole or as a fragment.

    address: where it can be asked for again. is_beside: a browser that still shows a form keeps showing it, and
    puts the sentence of this screen beside it.
    """
    fragment = is_fragment_wanted()
    notes = get_flashed_messages()
    layout = "fragment.html" if fragment else "page.html"
    answer = make_response(render_template(template, layout=layout, notes=notes, **values), status)
    answer.vary.add("HX-Request")
    if fragment and not is_beside:
        answer.headers["HX-Retarget"] = "#screen"
        answer.headers["HX-Reswap"] = "outerHTML"
        # Not where the browser is already: every step would have to be gone back.
        if address and urlsplit(htmx.current_url or "").path != address:
            answer.headers["HX-Push-Url"] = address
            answer.headers["HX-Reswap"] = "outerHTML show:window:top"
    return answer


def note(sentence: str) -> None:
    """Say *sentence* on the next screen that is shown, and in its live region."""
    flash(sentence)


def go(address: str) -> Response:
    """Go on to *address* after a change."""
    return make_response(redirect(address, 303))
