"""Sentences in the language of the reader: gettext, with types that can be checked.

A page asks for a hundred sentences, so what they come from is looked up once a request.
"""

from typing import Any

import flask_babel
from flask import g


def mark(message: str) -> str:
    """*message* as it is, marked to be collected for translation; `gettext` translates it where it is used."""
    return message


def gettext(message: str, **values: object) -> str:
    """*message* translated, with *values* in its places if there are any."""
    sentence = str(_translations().ugettext(message))
    return sentence % values if values else sentence


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    """The form for *number*, translated, with *values* in its places if there are any.

    Unlike Flask-Babel's own it never fills a place unasked, so a sentence can be filled later.
    """
    sentence = str(_translations().ungettext(singular, plural, number))
    return sentence % values if values else sentence


def locale_name() -> str:
    """The language of the reader, as a key for what is kept by language."""
    kept = here()
    try:
        name: str = kept.locale_name
    except AttributeError:
        name = kept.locale_name = str(flask_babel.get_locale())
    return name


def _translations() -> Any:
    kept = here()
    try:
        return kept.translations
    except AttributeError:
        kept.translations = flask_babel.get_domain().get_translations()
        return kept.translations


def here() -> Any:
    """What this request keeps, Flask's ``g``; without the stand-in of Flask, which takes longer than the sentence."""
    return g._get_current_object()
