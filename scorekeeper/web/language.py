"""Sentences in the language of the reader: gettext, with types that can be checked."""

import flask_babel


def gettext(message: str, **values: object) -> str:
    """*message* translated, with *values* in its places if there are any."""
    return str(flask_babel.gettext(message, **values))


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    """The form for *number*, translated, with *values* in its places if there are any.

    Unlike Flask-Babel's own it never fills a place unasked, so a sentence can be filled later.
    """
    sentence = str(flask_babel.get_domain().get_translations().ungettext(singular, plural, number))
    return sentence % values if values else sentence
