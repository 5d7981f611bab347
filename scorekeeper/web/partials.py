"""Parts of pages that are drawn once and kept: the same rows and keys stand on page after page.

What is kept is found by everything it was drawn from, so it can be old but never wrong: other values,
another language or another way to draw results are another part.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final

from flask import Flask, current_app, request
from markupsafe import Markup

from scorekeeper.book.recent import Recent
from scorekeeper.web.language import here, locale_name
from scorekeeper.web.look import Results, look

Reader = tuple[str, Results, str]
"""What the look of the same values depends on: language, how results are drawn, the path where the app is mounted."""
MOST_KEPT: Final = 2048
"""A kilobyte each, or less."""
MOST_WHOLE: Final = 128
"""Ten to a hundred kilobytes each."""


def reader() -> Reader:
    """The ways of whoever is asking."""
    request_keeps = here()
    try:
        ways: Reader = request_keeps.reader
    except AttributeError:
        ways = request_keeps.reader = locale_name(), look().results, request.script_root
    return ways


def keep_parts(app: Flask) -> None:
    """Give templates ``partial(template, …)``: it drawn with these values and nothing else.

    Whatever else it asked for would be undefined.
    """
    templates = app.jinja_env

    def draw(template: str, _: Reader, /, **values: Hashable) -> Markup:
        return Markup(templates.get_template(template).render(values))  # noqa: S704 - it escapes by itself

    draw_once = lru_cache(maxsize=MOST_KEPT)(draw)

    def partial(template: str, /, **values: Hashable) -> Markup:
        # While developing, a changed template must show at once.
        return (draw if app.debug else draw_once)(template, reader(), **values)

    app.add_template_global(partial)
    app.extensions["scorekeeper.parts"] = draw_once
    app.extensions["scorekeeper.whole"] = Recent[Markup](MOST_WHOLE)


def drawn(template: str, stamp: Hashable, values: Callable[[], dict[str, Any]]) -> Markup:
    """*template* with *values*, which are worked out only if it was not drawn for *stamp* before.

    stamp: stands for all that the values come from; None if nothing does, then it is drawn anew.
    """

    def draw() -> Markup:
        return Markup(current_app.jinja_env.get_template(template).render(values()))  # noqa: S704 - escapes by itself

    if stamp is None or current_app.debug:
        return draw()
    whole: Recent[Markup] = current_app.extensions["scorekeeper.whole"]
    return whole.get((template, reader(), stamp), draw)
