"""Numbers as people read them: points with separators, small numbers in words."""

from functools import lru_cache

from flask_babel import format_decimal, lazy_gettext

from scorekeeper.web.language import gettext, locale_name

_CARDINALS = [
    lazy_gettext("no"), lazy_gettext("one"), lazy_gettext("two"), lazy_gettext("three"), lazy_gettext("four"),
    lazy_gettext("five"), lazy_gettext("six"), lazy_gettext("seven"), lazy_gettext("eight"),
    lazy_gettext("nine"), lazy_gettext("ten"), lazy_gettext("eleven"), lazy_gettext("twelve"),
]  # fmt: skip
_ORDINALS = [
    lazy_gettext("a first"), lazy_gettext("a second"), lazy_gettext("a third"), lazy_gettext("a fourth"),
    lazy_gettext("a fifth"), lazy_gettext("a sixth"), lazy_gettext("a seventh"), lazy_gettext("an eighth"),
    lazy_gettext("a ninth"), lazy_gettext("a tenth"), lazy_gettext("an eleventh"), lazy_gettext("a twelfth"),
    lazy_gettext("a thirteenth"),
]  # fmt: skip
HIGHEST_ORDINAL = len(_ORDINALS)
"""Up to here `ordinal` has words."""


def points(number: int) -> str:
    """*number* of points with the separators of the reader's language: ``1,160``."""
    return _points(number, locale_name())


@lru_cache(maxsize=4096)
def _points(number: int, locale: str) -> str:
    # The locale is part of the key: formatting costs thirty times what looking up does.
    return str(format_decimal(number))


def size_of(total: str) -> str:
    """The class of a total that is drawn large, by the room it needs: ``""``, ``long``, ``longer`` or ``longest``."""
    return {5: "long", 6: "longer"}.get(len(total), "longest") if len(total) > 4 else ""


def cardinal(number: int) -> str:
    """``six``; figures above twelve."""
    return str(_CARDINALS[number]) if number < len(_CARDINALS) else points(number)


def ordinal(number: int) -> str:
    """``a seventh``; ``deal 14`` above thirteen, to stand in "you play …"."""
    if number <= HIGHEST_ORDINAL:
        return str(_ORDINALS[number - 1])
    return gettext("deal %(number)s", number=number)


def capitalised(sentence: str) -> str:
    """*sentence* with its first letter as a capital."""
    return sentence[:1].upper() + sentence[1:]
