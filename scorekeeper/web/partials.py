"""Parts of pages that are drawn once and kept: the same rows and keys stand on page after page.

What is kept is found by everything it was drawn from, so it can be old but never wrong: other values,
another language or another way to draw results are another part.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from flask import current_app, g, request
from jinja2 import Environment
from markupsafe import Markup

from scorekeeper.web.language import locale_name
from scorekeeper.web.look import Results, look

Reader = tuple[str, Results, str]
"""What the look of the same values depends on: language, how results are drawn, the path where the app is mounted."""
MOST_KEPT: Final = 2048
"""A kilobyte each, or less."""


def reader() -> Reader:
    """The ways of whoever is asking."""
    if "reader" not in g:
        g.reader = locale_name(), look().results, request.script_root
    ways: Reader = g.reader
    return ways


def partial(template: str, /, **values: Hashable) -> Markup:
    """*template* drawn with *values* and nothing else; whatever else it asked for would be undefined."""
    drawn = _draw if current_app.debug else _draw_once  # while developing, a changed template must show at once
    return drawn(current_app.jinja_env, template, reader(), **values)


def _draw(templates: Environment, name: str, _: Reader, /, **values: Hashable) -> Markup:
    return Markup(templates.get_template(name).render(values))  # noqa: S704 - it escapes by itself


_draw_once = lru_cache(maxsize=MOST_KEPT)(_draw)
