"""What has been chosen so far in an entry: level, then player and strain, doubling, result.

The state stands in the address (``?level=4&play=0S&doubling=X&tricks=9``), so every face
survives reload, rotation and Back; the same fields come back with Save.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from scorekeeper.rules.deal import (
    ALL_TRICKS,
    HIGHEST_LEVEL,
    PASSED_OUT,
    Contract,
    Deal,
    Doubling,
    Player,
    Strain,
    parse_strain,
)
from scorekeeper.rules.errors import InvalidContract, InvalidDeal, InvalidResult, RulesError
from scorekeeper.rules.match import Game

RECORD, CORRECT, INSERT = "record", "correct", "insert"
_DOUBLINGS = {doubling.suffix: doubling for doubling in Doubling}


class Place(NamedTuple):
    """Which deal is entered.

    purpose: record, correct or insert. number: its place on the sheet, from 1. meant: the number
    under which it was begun, which another phone may have filled since. seen: the version of the
    match that whoever enters it saw when they began.
    """

    purpose: str
    number: int
    meant: int
    seen: int

    @property
    def is_late(self) -> bool:
        """True if another deal was recorded under the number meant."""
        return self.purpose == RECORD and self.meant != self.number

    @property
    def fields(self) -> dict[str, str]:
        """What every choosing form carries on, so that a save knows what its page had seen when it was begun."""
        begun = {"seen": str(self.seen)}
        return {"purpose": RECORD, **begun} if self.purpose == RECORD else begun


class Chosen(NamedTuple):
    """The keys pressed so far; None for what is still open. *tricks* are declarer's, 0 to 13."""

    level: int | None = None
    declarer: Player | None = None
    strain: Strain | None = None
    doubling: Doubling = Doubling.UNDOUBLED
    tricks: int | None = None
    passed_out: bool = False
    changing: bool = False

    @property
    def contract(self) -> Contract | None:
        """The contract, once level and strain are chosen."""
        if self.level is None or self.strain is None:
            return None
        return Contract(self.level, self.strain, self.doubling)

    @property
    def deal(self) -> Deal | None:
        """The deal, once everything is chosen."""
        if self.passed_out:
            return PASSED_OUT
        if self.contract is None or self.tricks is None:
            return None
        return Deal(self.declarer, self.contract, self.tricks)

    @property
    def face(self) -> str:
        """Which face is shown: ``contract``, ``result`` or ``passed-out``."""
        if self.passed_out:
            return "passed-out"
        return "contract" if self.changing or self.contract is None else "result"

    def fields(self, *without: str) -> dict[str, str]:
        """The state as form fields, but for those named."""
        fields = {}
        if self.level is not None:
            fields["level"] = str(self.level)
        if self.declarer is not None and self.strain is not None:
            fields["play"] = f"{self.declarer}{self.strain.letters}"
        if self.doubling:
            fields["doubling"] = self.doubling.suffix
        if self.tricks is not None:
            fields["tricks"] = str(self.tricks)
        if self.passed_out:
            fields = {"passed_out": "1"}
        return {name: value for name, value in fields.items() if name not in without}


def chosen_of(deal: Deal) -> Chosen:
    """The state in which *deal* is chosen whole."""
    if deal.contract is None:
        return Chosen(passed_out=True)
    contract = deal.contract
    return Chosen(contract.level, deal.declarer, contract.strain, contract.doubling, deal.tricks)


def read_chosen(fields: Mapping[str, str], game: Game) -> Chosen:
    """The state in *fields*; raises RulesError, naming the field, for what *game* cannot have."""
    if fields.get("passed_out"):
        _refuse_contract(fields)
        return Chosen(passed_out=True)
    level = _whole(fields.get("level"), InvalidContract("level", "Level is %(low)s to 7.", low=game.lowest_level))
    if level is not None and not game.lowest_level <= level <= HIGHEST_LEVEL:
        raise InvalidContract("level", "Level is %(low)s to 7.", low=game.lowest_level)
    declarer, strain = None, None
    if play := fields.get("play", ""):
        if play[0] not in "01":
            raise InvalidDeal("declarer", "Declarer is one of the two players.")
        declarer, strain = int(play[0]), parse_strain(play[1:])
    doubling = _DOUBLINGS.get(fields.get("doubling", "").upper())
    if doubling is None:
        raise InvalidContract("doubling", "A contract is undoubled, doubled (X) or redoubled (XX).")
    wrong_tricks = InvalidResult("tricks", "Tricks are 0 to 13.")
    tricks = _whole(fields.get("tricks"), wrong_tricks)
    if tricks is not None and not 0 <= tricks <= ALL_TRICKS:
        raise wrong_tricks
    chosen = Chosen(level, declarer, strain, doubling, tricks, changing=fields.get("face") == "contract")
    if level == 0 and strain not in (None, Strain.NT):
        if tricks is not None:
            raise InvalidContract("level", "0 is only for no-trump.")
        # The level was changed to 0 after a suit had been chosen: the suit falls away, the level stays.
        chosen = chosen._replace(declarer=None, strain=None)
    return chosen


def what_is_right(fields: Mapping[str, str], game: Game) -> Chosen:
    """The state in *fields* without those that *game* cannot have, so that one mistake does not lose the rest."""
    right: dict[str, str] = {}
    for name in ("level", "play", "doubling", "tricks", "face", "passed_out"):
        with suppress(RulesError):
            read_chosen(more := right | {name: fields.get(name, "")}, game)
            right = more
    return read_chosen(right, game)


def _refuse_contract(fields: Mapping[str, str]) -> None:
    """Raise InvalidDeal if *fields* of a passed-out deal hold anything of a contract."""
    if fields.get("level") or fields.get("play"):
        raise InvalidDeal("contract", "A passed-out deal has no contract.")
    if fields.get("doubling"):
        raise InvalidDeal("doubling", "There is no doubling without a contract.")
    if fields.get("tricks"):
        raise InvalidDeal("tricks", "There is no result without a contract.")


def _whole(text: str | None, wrong: RulesError) -> int | None:
    if text is None or text == "":
        return None
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 4):
        raise wrong
    return int(text)
