"""What errors of the floors below say, in the language of the reader."""

from scorekeeper.book.errors import BookError
from scorekeeper.rules.errors import RulesError
from scorekeeper.web.language import gettext


def sentence_of(error: RulesError | BookError) -> str:
    """The one sentence of *error*."""
    return gettext(error.template) % error.values
