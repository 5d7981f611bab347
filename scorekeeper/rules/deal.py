"""A deal: its contract, its doubling and the tricks declarer took, and how to write them.

Notation, for people and files: ``3NT``, ``4HX``, ``2SXX`` for contracts, then ``=``,
``+2`` or ``-1`` for the result; ``pass`` for a passed-out deal.
Source: rules of the game, "Words".
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from scorekeeper.rules.errors import InvalidContract, InvalidDeal, InvalidResult

Player = int
"""0 or 1, in the order of the two names of the match."""

BOOK: Final = 6
"""Tricks that do not count towards the level of a contract."""
ALL_TRICKS: Final = 13
"""Scored tricks in a deal."""
HIGHEST_LEVEL: Final = 7


class Strain(IntEnum):
    """♣ ♦ ♥ ♠ or no-trump, in the order in which they outrank each other in the auction."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NT = 4

    @property
    def letters(self) -> str:
        """How notation writes it: C D H S NT."""
        return _LETTERS[self]

    @property
    def is_minor(self) -> bool:
        """True for clubs and diamonds."""
        return self <= Strain.DIAMONDS


class Doubling(IntEnum):
    """Undoubled, doubled (X) or redoubled (XX)."""

    UNDOUBLED = 0
    DOUBLED = 1
    REDOUBLED = 2

    @property
    def factor(self) -> int:
        """1, 2 or 4."""
        return 1 << self

    @property
    def suffix(self) -> str:
        """How notation writes it: nothing, X or XX."""
        return "X" * self


_LETTERS: Final = {
    Strain.CLUBS: "C",
    Strain.DIAMONDS: "D",
    Strain.HEARTS: "H",
    Strain.SPADES: "S",
    Strain.NT: "NT",
}
_STRAINS: Final = {letters: strain for strain, letters in _LETTERS.items()} | {
    "N": Strain.NT,
    "♣": Strain.CLUBS,
    "♦": Strain.DIAMONDS,
    "♥": Strain.HEARTS,
    "♠": Strain.SPADES,
    "♧": Strain.CLUBS,
    "♢": Strain.DIAMONDS,
    "♡": Strain.HEARTS,
    "♤": Strain.SPADES,
}
_VARIATION_SELECTORS: Final = str.maketrans("", "", "\ufe0e\ufe0f")
_MINUS: Final = str.maketrans("−–", "--")
_CONTRACT: Final = re.compile(r"([0-9]+)(NT|[CDHSN♣♦♥♠♧♢♡♤])(X{0,2})", re.ASCII)
_RESULT: Final = re.compile(r"=|([+-])([0-9]{1,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Contract:
    """What declarer undertook: *level* odd tricks in *strain*.

    level: 0 to 7; 0 exists only in no-trump.
    Raises InvalidContract, naming the field, if no game knows such a contract.
    Source: rules of the game, "Words".
    """

    level: int
    strain: Strain
    doubling: Doubling = Doubling.UNDOUBLED

    def __post_init__(self) -> None:
        level = self.level
        if type(level) is not int or not 0 <= level <= HIGHEST_LEVEL:
            raise InvalidContract("level", "Level is 0 to 7.")
        if type(self.strain) is not Strain:
            raise InvalidContract("strain", "Strain is C, D, H, S or NT.")
        if type(self.doubling) is not Doubling:
            raise InvalidContract("doubling", "A contract is undoubled, doubled (X) or redoubled (XX).")
        if level == 0 and self.strain is not Strain.NT:
            raise InvalidContract("level", "0 is only for no-trump.")

    @property
    def tricks_needed(self) -> int:
        """Tricks declarer must take to make it: 6 to 13."""
        return BOOK + self.level

    def __str__(self) -> str:
        return format_contract(self)


@dataclass(frozen=True, slots=True)
class Result:
    """Tricks relative to the contract: 0 made exactly, 2 two overtricks, -1 one down.

    margin: -13 (7NT, no trick) to 7 (0NT, every trick).
    Raises InvalidResult outside that range; whether it fits a contract is for `tricks_in` to say.
    """

    margin: int

    def __post_init__(self) -> None:
        if type(self.margin) is not int or not -ALL_TRICKS <= self.margin <= HIGHEST_LEVEL:
            raise InvalidResult("result", "A result is =, +1 to +7 or -1 to -13.")

    def tricks_in(self, contract: Contract) -> int:
        """Tricks declarer took in *contract*; raises InvalidResult if it cannot end so."""
        tricks = contract.tricks_needed + self.margin
        undoubled = f"{contract.level}{contract.strain.letters}"
        if tricks > ALL_TRICKS:
            if contract.level == HIGHEST_LEVEL:
                raise InvalidResult(
                    "result",
                    "%(contract)s needs all 13 tricks; there is nothing above =.",
                    contract=undoubled,
                )
            raise InvalidResult(
                "result",
                "%(contract)s can make +%(most)s at most.",
                contract=undoubled,
                most=HIGHEST_LEVEL - contract.level,
            )
        if tricks < 0:
            raise InvalidResult(
                "result",
                "%(contract)s can go down %(most)s at most.",
                contract=undoubled,
                most=contract.tricks_needed,
            )
        return tricks

    def __str__(self) -> str:
        return format_result(self)


@dataclass(frozen=True, slots=True)
class Deal:
    """What happened in one deal: who declared which contract and took how many tricks.

    declarer: 0 or 1. tricks: declarer's, 0 to 13, of the thirteen scored ones.
    All three are None if the deal was passed out.
    Raises InvalidDeal or InvalidResult, naming the field at fault.
    """

    declarer: Player | None = None
    contract: Contract | None = None
    tricks: int | None = None

    def __post_init__(self) -> None:
        declarer, tricks = self.declarer, self.tricks
        if self.contract is None:
            if tricks is not None:
                raise InvalidDeal("tricks", "There is no result without a contract.")
            if declarer is not None:
                raise InvalidDeal("declarer", "There is no declarer without a contract.")
            return
        if type(self.contract) is not Contract:
            raise InvalidDeal("contract", "A contract looks like 3NT, 4HX or 2SXX.")
        if type(declarer) is not int or not 0 <= declarer <= 1:
            raise InvalidDeal("declarer", "Declarer is one of the two players.")
        if type(tricks) is not int or not 0 <= tricks <= ALL_TRICKS:
            raise InvalidResult("tricks", "Tricks are 0 to 13.")

    @property
    def is_passed_out(self) -> bool:
        """True if nobody bid."""
        return self.contract is None

    @property
    def result(self) -> Result | None:
        """Tricks relative to the contract; None if passed out."""
        if self.contract is None or self.tricks is None:
            return None
        return Result(self.tricks - self.contract.tricks_needed)

    def __str__(self) -> str:
        return format_deal(self)


PASSED_OUT: Final = Deal()
"""A deal in which nobody bid."""


def parse_strain(text: str) -> Strain:
    """The strain written as C D H S NT, N or a suit sign, in either case; raises InvalidContract."""
    strain = _STRAINS.get(_tidy(text))
    if strain is None:
        raise InvalidContract("strain", "Strain is C, D, H, S or NT.")
    return strain


def parse_contract(text: str) -> Contract:
    """The contract written as ``3NT``, ``4hx`` or ``2♠XX``; raises InvalidContract."""
    found = _CONTRACT.fullmatch(_tidy(text))
    if not found:
        raise InvalidContract("contract", "A contract looks like 3NT, 4HX or 2SXX.")
    level, strain, doubling = found.groups()
    # A level of many digits is as wrong as 8, and must not be turned into a giant number first.
    return Contract(int(level) if len(level) == 1 else -1, _STRAINS[strain], Doubling(len(doubling)))


def format_contract(contract: Contract) -> str:
    """``3NT``, ``4HX``, ``2SXX``."""
    return f"{contract.level}{contract.strain.letters}{contract.doubling.suffix}"


def parse_result(text: str) -> Result:
    """The result written as ``=``, ``+2`` or ``-1``; raises InvalidResult."""
    tidy = _tidy(text).translate(_MINUS)
    found = _RESULT.fullmatch(tidy)
    # "+0" is no way to write "=": whoever typed it may have meant another figure.
    if not found or (found[2] is not None and int(found[2]) == 0):
        raise InvalidResult("result", "A result is =, +1 to +7 or -1 to -13.")
    return Result(int(tidy) if found[1] else 0)


def format_result(result: Result) -> str:
    """``=``, ``+2``, ``-1``."""
    return f"{result.margin:+d}" if result.margin else "="


def parse_deal(text: str, declarer: Player = 0) -> Deal:
    """The deal written as ``3NTX+1`` or ``pass``, played by *declarer*; raises RulesError."""
    tidy = _tidy(text).translate(_MINUS)
    if tidy in ("P", "PASS", "PASSEDOUT"):
        return PASSED_OUT
    split = re.search(r"[=+-]", tidy)
    if not split:
        raise InvalidDeal("result", "A deal looks like 3NT=, 4HX-1, 2S+2 or pass.")
    contract = parse_contract(tidy[: split.start()])
    return Deal(declarer, contract, parse_result(tidy[split.start() :]).tricks_in(contract))


def format_deal(deal: Deal) -> str:
    """``3NTX+1``, or ``pass``; declarer is not part of it."""
    result = deal.result
    if deal.contract is None or result is None:
        return "pass"
    return format_contract(deal.contract) + format_result(result)


def _tidy(text: str) -> str:
    return "".join(text.split()).translate(_VARIATION_SELECTORS).upper()
