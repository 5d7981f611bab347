"""Contracts and results as they are drawn: pips are inline SVG, never text glyphs.

A contract with its result is one left-to-right isolate in every language, and the drawn
suit is hidden from screen readers, who get its name instead.
"""

from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from scorekeeper.rules.deal import Contract, Deal, Doubling, Result, Strain
from scorekeeper.web.language import gettext, locale_name, mark, ngettext
from scorekeeper.web.look import Results, look

STRAIN_WORDS: Final = {
    Strain.CLUBS: mark("clubs"),
    Strain.DIAMONDS: mark("diamonds"),
    Strain.HEARTS: mark("hearts"),
    Strain.SPADES: mark("spades"),
    Strain.NT: mark("no-trump"),
}


def strain_word(strain: Strain) -> str:
    """``spades``, ``no-trump``."""
    return gettext(STRAIN_WORDS[strain])


def contract_words(contract: Contract) -> str:
    """``4 spades doubled``, ``1 club``."""
    words = _level_words(contract.level, contract.strain, locale_name())
    if contract.doubling is Doubling.DOUBLED:
        return gettext("%(contract)s doubled", contract=words)
    if contract.doubling is Doubling.REDOUBLED:
        return gettext("%(contract)s redoubled", contract=words)
    return words


@lru_cache(maxsize=256)
def _level_words(level: int, strain: Strain, locale: str) -> str:
    sentence = {
        Strain.CLUBS: ngettext("%(level)s club", "%(level)s clubs", level),
        Strain.DIAMONDS: ngettext("%(level)s diamond", "%(level)s diamonds", level),
        Strain.HEARTS: ngettext("%(level)s heart", "%(level)s hearts", level),
        Strain.SPADES: ngettext("%(level)s spade", "%(level)s spades", level),
        Strain.NT: ngettext("%(level)s no-trump", "%(level)s no-trump", level),
    }[strain]
    return sentence % {"level": level}


def result_words(result: Result) -> str:
    """``made exactly``, ``made with 2 over``, ``down 1``."""
    if result.margin == 0:
        return gettext("made exactly")
    if result.margin > 0:
        return gettext("made with %(tricks)s over", tricks=result.margin)
    return gettext("down %(tricks)s", tricks=-result.margin)


def result_sign(result: Result) -> str:
    """``=``, ``+2``, ``−1`` with a true minus sign."""
    return str(result).replace("-", "−")


def result_face(contract: Contract, result: Result) -> str:
    """A result as this device wants it drawn: ``=``, ``−1``; or the tricks taken in *contract*, ``10``, ``9``."""
    return str(result.tricks_in(contract)) if look().results is Results.TRICKS else result_sign(result)


def told_result(contract: Contract, result: Result) -> str:
    """``down 1``; where tricks are drawn ``down 1, 9 tricks``, so that what is heard holds what is seen."""
    words = result_words(result)
    if look().results is Results.SIGNS:
        return words
    tricks = result.tricks_in(contract)
    return ngettext("%(result)s, %(tricks)s trick", "%(result)s, %(tricks)s tricks", tricks) % {
        "result": words,
        "tricks": tricks,
    }


def strain_mark(strain: Strain) -> Markup:
    """The pip of a suit, or NT."""
    if strain is Strain.NT:
        return Markup("NT")
    return Markup('<svg class="pip pip-%s" aria-hidden="true"><use href="#pip-%s"/></svg>') % (
        strain.letters,
        strain.letters,
    )


def contract_mark(contract: Contract, result: Result | None = None) -> Markup:
    """A contract, and its result if there is one, as drawn on the pad."""
    return _contract_mark(contract, result, look().results, locale_name())


@lru_cache(maxsize=8192)  # every deal there is, drawn either way, in one language
def _contract_mark(contract: Contract, result: Result | None, results: Results, locale: str) -> Markup:
    words = contract_words(contract)
    drawn = Markup("%s%s%s") % (contract.level, strain_mark(contract.strain), contract.doubling.suffix)
    if result is not None:
        words = gettext("%(contract)s, %(result)s", contract=words, result=told_result(contract, result))
        # Two numbers side by side would run together: 3NT 10, 4♠X 9.
        apart = " · " if results is Results.TRICKS else " "
        drawn = Markup("%s%s%s") % (drawn, apart, result_face(contract, result))
    return Markup('<bdi dir="ltr" class="contract" aria-hidden="true">%s</bdi><span class="said">%s</span>') % (
        drawn,
        words,
    )


def deal_mark(deal: Deal) -> Markup:
    """A deal as drawn on the pad: contract and result, or that it was passed out."""
    if deal.contract is None:
        return escape(gettext("passed out"))
    return contract_mark(deal.contract, deal.result)


def deal_words(deal: Deal, names: tuple[str, str]) -> str:
    """``4 spades doubled by Margaret, down 1``."""
    if deal.contract is None or deal.declarer is None or deal.result is None:
        return gettext("passed out")
    return gettext(
        "%(contract)s by %(name)s, %(result)s",
        contract=contract_words(deal.contract),
        name=names[deal.declarer],
        result=told_result(deal.contract, deal.result),
    )


def deal_by_mark(deal: Deal, names: tuple[str, str]) -> Markup:
    """A deal as drawn, with who played it."""
    if deal.declarer is None:
        return deal_mark(deal)
    return say(gettext("%(deal)s by %(name)s"), deal=deal_mark(deal), name=names[deal.declarer])


def short_name(name: str) -> Markup:
    """*name* for a button: drawn shortened where there is no room for all of it."""
    return Markup('<bdi class="name" title="{0}">{0}</bdi>').format(name)


def isolated(text: str) -> Markup:
    """*text*, such as a name, apart from what stands around it: neither turns the other's direction."""
    return Markup("<bdi>{}</bdi>").format(text)


def say(sentence: str, **values: object) -> Markup:
    """A translated *sentence* with *values* in its places; words among them that are no Markup are isolated."""
    return escape(sentence) % _apart(values)


def drawn(sentence: str, **values: object) -> Markup:
    """Like `say`, for a translated *sentence* that holds tags of its own."""
    return Markup(sentence) % _apart(values)  # noqa: S704 - the sentence is ours; its values are escaped


def _apart(values: dict[str, object]) -> dict[str, object]:
    return {name: _words_isolated(value) if isinstance(value, str) else value for name, value in values.items()}


def _words_isolated(text: str) -> str:
    is_plain = not isinstance(text, Markup) and any(letter.isalpha() for letter in text)
    return isolated(text) if is_plain else text
