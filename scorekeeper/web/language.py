"""Sentences in the language of the reader: gettext, with types that can be checked."""

import flask_babel


def gettext(message: str, **values: object) -> str:
    """*message* translated, with *values* in its places if there are any."""
    return str(flask_babel.gettext(message, **values))


def ngettext(singular: str, plural: str, number: int, **values: object) -> str:
    """The form for *number*, translated; the place ``num`` is *number* itself."""
    return str(flask_babel.ngettext(singular, plural, number, **values))
