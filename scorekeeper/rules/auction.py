"""The auction: which calls are legal, when it ends, and in which contract.

Calls in notation: ``1NT`` (a bid), ``pass``, ``X`` (double), ``XX`` (redouble).
Source: rules of the game, "Common to both games".
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from scorekeeper.rules.deal import HIGHEST_LEVEL, Contract, Doubling, Player, Strain, parse_contract
from scorekeeper.rules.errors import IllegalCall, InvalidContract
from scorekeeper.rules.match import Game


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """A promise of *level* odd tricks in *strain*; the higher bid is the greater one.

    Raises InvalidContract, naming the field, if no game knows such a bid.
    """

    level: int
    strain: Strain

    def __post_init__(self) -> None:
        Contract(self.level, self.strain)

    def __str__(self) -> str:
        return format_call(self)


class Answer(Enum):
    """What a player may call instead of bidding."""

    PASS = "pass"  # noqa: S105 - a call at the table
    DOUBLE = "X"
    REDOUBLE = "XX"

    def __str__(self) -> str:
        return format_call(self)


Call = Bid | Answer
PASS, DOUBLE, REDOUBLE = Answer
BIDS: Final = tuple(
    Bid(level, strain) for level in range(HIGHEST_LEVEL + 1) for strain in Strain if level > 0 or strain is Strain.NT
)
"""Every bid that some game knows, from 0NT to 7NT, each beaten by all that follow."""

_ANSWERS: Final = {answer.value.upper(): answer for answer in Answer} | {"P": PASS}


@dataclass(frozen=True, slots=True)
class Auction:
    """The *calls* of a deal, the first one by *dealer*, then in turn.

    dealer: 0 or 1. The auction may still be going on.
    Raises IllegalCall at the first call that the calls before it do not allow.
    """

    game: Game
    dealer: Player
    calls: tuple[Call, ...] = ()

    def __post_init__(self) -> None:
        if type(self.dealer) is not int or self.dealer not in (0, 1):
            raise IllegalCall("dealer", "The dealer is one of the two players.")
        for number, call in enumerate(self.calls):
            _check(self.game, self.calls[:number], call)

    @property
    def is_over(self) -> bool:
        """True after a pass that ended it."""
        return _is_over(self.calls)

    @property
    def turn(self) -> Player | None:
        """Whose turn it is to call; None once the auction is over."""
        return None if self.is_over else self._player_of(len(self.calls))

    @property
    def lowest_bid(self) -> Bid | None:
        """The lowest bid that is legal now; None at 7NT and once the auction is over."""
        return None if self.is_over else _lowest_bid(self.game, self.calls)

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """Every legal call now: answers first, then bids from the lowest; empty once it is over."""
        if self.is_over:
            return ()
        answers = [answer for answer in Answer if _may_answer(self.calls, answer)]
        lowest = _lowest_bid(self.game, self.calls)
        return (*answers, *(bid for bid in BIDS if lowest is not None and bid >= lowest))

    @property
    def standing(self) -> Contract | None:
        """What the next pass would leave to be played, doubling included; None before the first bid."""
        place = _place_of_last_bid(self.calls)
        if place is None:
            return None
        bid = self.calls[place]
        assert isinstance(bid, Bid)  # noqa: S101 - tells the type checker what the place means
        # After the bid come its double, its redouble and the pass, as far as they were called.
        after = [call for call in self.calls[place + 1 :] if call is not PASS]
        return Contract(bid.level, bid.strain, Doubling(len(after)))

    @property
    def contract(self) -> Contract | None:
        """The contract, doubling included; None if the deal was passed out, and before the end."""
        return self.standing if self.is_over else None

    @property
    def declarer(self) -> Player | None:
        """Who made the last bid; None if the deal was passed out, and before the end."""
        place = _place_of_last_bid(self.calls)
        return self._player_of(place) if place is not None and self.is_over else None

    @property
    def is_passed_out(self) -> bool:
        """True if it is over and nobody bid."""
        return self.is_over and _place_of_last_bid(self.calls) is None

    def add(self, call: Call) -> "Auction":
        """The auction with *call* by the player whose turn it is; raises IllegalCall."""
        return replace(self, calls=(*self.calls, call))

    def _player_of(self, place: int) -> Player:
        return (self.dealer + place) % 2


def parse_call(text: str) -> Call:
    """The call written as ``1NT``, ``pass``, ``X`` or ``XX``.

    Raises IllegalCall if it is none, InvalidContract if it is a bid that no game knows.
    """
    answer = _ANSWERS.get("".join(text.split()).upper())
    if answer is not None:
        return answer
    try:
        contract = parse_contract(text)
    except InvalidContract as error:
        if error.field != "contract":
            raise
        contract = None
    if contract is None or contract.doubling:
        raise IllegalCall("call", "A call is a bid like 1NT, pass, X (double) or XX (redouble).")
    return Bid(contract.level, contract.strain)


def format_call(call: Call) -> str:
    """``1NT``, ``pass``, ``X``, ``XX``."""
    return f"{call.level}{call.strain.letters}" if isinstance(call, Bid) else call.value


def _is_over(calls: tuple[Call, ...]) -> bool:
    # The two players call in turn, so any pass but an opening one answers the other's last word.
    return len(calls) > 1 and calls[-1] is PASS


def _place_of_last_bid(calls: tuple[Call, ...]) -> int | None:
    return next((place for place in reversed(range(len(calls))) if isinstance(calls[place], Bid)), None)


def _lowest_bid(game: Game, calls: tuple[Call, ...]) -> Bid | None:
    place = _place_of_last_bid(calls)
    if place is None:
        return next(bid for bid in BIDS if bid.level >= game.lowest_level)
    return next((bid for bid in BIDS if bid > calls[place]), None)  # type: ignore[operator]


def _may_answer(calls: tuple[Call, ...], answer: Answer) -> bool:
    """Whether *answer* may follow *calls*, which are not over."""
    last = calls[-1] if calls else None
    if answer is DOUBLE:
        return isinstance(last, Bid)
    return answer is PASS or last is DOUBLE


def _check(game: Game, calls: tuple[Call, ...], call: Call) -> None:
    """Raise IllegalCall unless *call* may follow *calls*."""
    if _is_over(calls):
        raise IllegalCall("call", "The auction is over.")
    if type(call) is Bid:
        _check_bid(game, calls, call)
    elif not isinstance(call, Answer):
        raise IllegalCall("call", "A call is a bid like 1NT, pass, X (double) or XX (redouble).")
    elif not _may_answer(calls, call):
        if call is DOUBLE:
            raise IllegalCall("call", "Only a bid that the opponent has just made can be doubled.")
        raise IllegalCall("call", "Only a double that the opponent has just called can be redoubled.")


def _check_bid(game: Game, calls: tuple[Call, ...], bid: Bid) -> None:
    lowest, place = _lowest_bid(game, calls), _place_of_last_bid(calls)
    if lowest is None:
        raise IllegalCall("call", "There is no bid above 7NT.")
    if bid >= lowest:
        return
    if place is None:
        raise IllegalCall("call", "In %(game)s the lowest bid is %(bid)s.", game=game.name, bid=str(lowest))
    raise IllegalCall("call", "After %(last)s the lowest bid is %(bid)s.", last=str(calls[place]), bid=str(lowest))
