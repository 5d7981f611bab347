"""A match: the fold of its deals.

Totals, dealer, tie-break, end and winner follow from the house rules, the first dealer
and the ordered list of deals, and from nothing else.
Source: rules of the game, "A match as a fold".
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, Literal, NamedTuple

from scorekeeper.rules.deal import Deal, Player
from scorekeeper.rules.errors import InvalidDeal, MatchOver

MOST_DEALS: Final = 1000
"""More deals than this are no evening at a table: neither a file nor a scorebook holds them."""
Points = tuple[int, int]
"""Points of player 0 and of player 1."""
Status = Literal["in play", "finished", "drawn"]


class Reason(Enum):
    """Why points are given: the lines of an explanation."""

    CONTRACT = "contract"
    ODD_TRICKS = "odd tricks"
    EXACT = "exact"
    THREE_OVERTRICKS = "three overtricks"
    DOUBLED_MADE = "doubled made"
    REDOUBLED_MADE = "redoubled made"
    MULTIPLICATION = "multiplication"
    PENALTY = "penalty"


class Entry(NamedTuple):
    """*points* to *player* for one *reason*: a line of the explanation of a deal.

    points: positive; 0 only for a contract that a house rule makes worth nothing.
    """

    player: Player
    points: int
    reason: Reason


class OutcomeReason(Enum):
    """Why a match is over."""

    ALL_DEALS = "all deals played"
    TIE_BREAK = "tie-break decided"
    TARGET = "target reached"
    STILL_LEVEL = "still level"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: *winner* is 0, 1, or None if it was drawn; *deals* is how many lines counted."""

    reason: OutcomeReason
    winner: Player | None
    deals: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Where a match stands after some deals: all that its end can depend on.

    totals: points so far. used: deals used up (a replayed passed-out deal uses up none).
    """

    totals: Points = (0, 0)
    used: int = 0

    @property
    def leader(self) -> Player | None:
        """The player with more points; None while level."""
        left, right = self.totals
        return None if left == right else int(right > left)


@dataclass(frozen=True, slots=True)
class Game:
    """One of the two games: its name, its lowest bid and its functions. They share values, no parent.

    key: as files write it. lowest_level: of a bid. rules: the dataclass of its house rules.
    score: house rules and deal to entries. uses_up: whether a deal uses up one of the match.
    judge: the outcome reason and winner after a tally, or None while in play.
    deals_of: deals of the regular match, None where a target ends it.
    """

    key: str
    name: str
    lowest_level: int
    rules: type[Any]
    score: Callable[[Any, Deal], list[Entry]]
    uses_up: Callable[[Any, Deal], bool]
    judge: Callable[[Any, Tally], tuple[OutcomeReason, Player | None] | None]
    deals_of: Callable[[Any], int | None]

    def check(self, deal: Deal) -> None:
        """Raise InvalidDeal if *deal* cannot happen in this game."""
        if deal.contract is not None and deal.contract.level < self.lowest_level:
            raise InvalidDeal("level", "In %(game)s the level is %(low)s to 7.", game=self.name, low=self.lowest_level)


@dataclass(frozen=True, slots=True)
class Line:
    """One deal as it stands on the sheet.

    number: its place on the sheet, from 1. dealer: who dealt it. entries: why it is worth what
    it is worth; they are kept also when it does not count. points: what it gives each player
    (0, 0 after the end of the match). totals: running. counted: False after the end.
    """

    number: int
    deal: Deal
    dealer: Player
    entries: tuple[Entry, ...] = field(hash=False)
    points: Points
    totals: Points
    counted: bool


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match. Made by `new_match`, `replay` and `record`, never by hand."""

    game: Game
    rules: Any
    first_dealer: Player
    lines: tuple[Line, ...] = ()
    tally: Tally = Tally()
    outcome: Outcome | None = None

    @property
    def totals(self) -> Points:
        """Points of both players; deals that are not counted give none."""
        return self.tally.totals

    @property
    def status(self) -> Status:
        """Whether the match is in play, finished with a winner, or drawn."""
        if self.outcome is None:
            return "in play"
        return "drawn" if self.outcome.winner is None else "finished"

    @property
    def is_over(self) -> bool:
        """True if the match has a winner or is drawn."""
        return self.outcome is not None

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals, oldest first."""
        return tuple(line.deal for line in self.lines)

    @property
    def next_dealer(self) -> Player | None:
        """Who deals next; None once the match is over."""
        return None if self.is_over else self.dealer_of(len(self.lines) + 1)

    @property
    def next_used(self) -> int:
        """Which deal of the match comes next, counted without replayed passed-out deals, from 1."""
        return self.tally.used + 1

    @property
    def regular_deals(self) -> int | None:
        """How many deals the match has before any tie-break; None where a target ends it."""
        return self.game.deals_of(self.rules)

    @property
    def is_tie_break_next(self) -> bool:
        """True if the deals of the match are played and a tie-break deal comes next."""
        regular = self.regular_deals
        return not self.is_over and regular is not None and self.tally.used >= regular

    def dealer_of(self, number: int) -> Player:
        """Who deals the deal with *number* on the sheet, from 1: the deal alternates after every deal."""
        return _dealer_of(self.first_dealer, number)

    def record(self, deal: Deal) -> "Match":
        """The match with *deal* played.

        Raises MatchOver after the end, InvalidDeal if the game has no such deal.
        """
        if self.is_over:
            raise MatchOver("deal", "The match is over; no further deal can be recorded.")
        return self.then((deal,))

    def then(self, deals: Iterable[Deal]) -> "Match":
        """The match with *deals* on the sheet too; those after its end are not counted.

        Raises InvalidDeal if the game has no such deal.
        """
        lines, tally, outcome = list(self.lines), self.tally, self.outcome
        for number, deal in enumerate(deals, start=len(lines) + 1):
            line, tally, outcome = _play(self.game, self.rules, self.first_dealer, number, tally, outcome, deal)
            lines.append(line)
        return replace(self, lines=tuple(lines), tally=tally, outcome=outcome)

    def up_to(self, number: int) -> "Match":
        """The match as it stood after the deal with *number*; 0 is before the first."""
        lines = self.lines[:number]
        used = sum(self.game.uses_up(self.rules, line.deal) for line in lines if line.counted)
        tally = Tally(lines[-1].totals, used) if lines else Tally()
        outcome = self.outcome if self.outcome is not None and self.outcome.deals <= number else None
        return replace(self, lines=lines, tally=tally, outcome=outcome)


def points_of(entries: Iterable[Entry]) -> Points:
    """What *entries* give each player."""
    points = [0, 0]
    for entry in entries:
        points[entry.player] += entry.points
    return points[0], points[1]


def new_match(game: Game, rules: Any = None, *, first_dealer: Player = 0) -> Match:
    """A match without deals, with default house rules if none are given.

    Raises InvalidDeal if *first_dealer* is neither 0 nor 1.
    """
    if type(first_dealer) is not int or first_dealer not in (0, 1):
        raise InvalidDeal("first_dealer", "The first dealer is one of the two players.")
    return Match(game, game.rules() if rules is None else rules, first_dealer)


def replay(game: Game, rules: Any, deals: Iterable[Deal], *, first_dealer: Player = 0) -> Match:
    """Fold *deals*, oldest first, into the state of the match.

    Deals after the end stay on the sheet and are not counted.
    Raises InvalidDeal if the game has no such deal.
    """
    return new_match(game, rules, first_dealer=first_dealer).then(deals)


def _dealer_of(first_dealer: Player, number: int) -> Player:
    return (first_dealer + number - 1) % 2


def _play(
    game: Game,
    rules: Any,
    first_dealer: Player,
    number: int,
    tally: Tally,
    outcome: Outcome | None,
    deal: Deal,
) -> tuple[Line, Tally, Outcome | None]:
    """One step of the fold: the line of *deal*, and where the match stands after it."""
    game.check(deal)
    entries = tuple(game.score(rules, deal))
    counted = outcome is None
    points = points_of(entries) if counted else (0, 0)
    if counted:
        totals = (tally.totals[0] + points[0], tally.totals[1] + points[1])
        tally = Tally(totals, tally.used + game.uses_up(rules, deal))
        verdict = game.judge(rules, tally)
        if verdict is not None:
            outcome = Outcome(*verdict, deals=number)
    line = Line(number, deal, _dealer_of(first_dealer, number), entries, points, tally.totals, counted)
    return line, tally, outcome
