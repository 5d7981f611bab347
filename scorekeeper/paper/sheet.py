"""The rows of a sheet, the same for the page, the print view and the PDF: deals played, and those still to come."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.rules.deal import Deal, Player
from scorekeeper.rules.filed import Correction
from scorekeeper.rules.match import Line, Match, Points, points_of

_NO_CORRECTIONS: Mapping[int, Correction] = {}


class Corrected(NamedTuple):
    """That the deal of a row was corrected, and the *points* that it gave to *player* before, None for nobody."""

    at: datetime
    points: int
    player: Player | None


class SheetRow(NamedTuple):
    """A played deal as every sheet shows it.

    line: the deal with its number, dealer, points and running totals. is_played_again: passed out, and it uses up
    no deal of the match. corrected: None unless its points were changed after the next deal had been recorded.
    """

    line: Line
    is_played_again: bool
    corrected: Corrected | None = None

    @property
    def number(self) -> int:
        """Its place on the sheet, from 1."""
        return self.line.number

    @property
    def deal(self) -> Deal:
        """The deal itself."""
        return self.line.deal

    @property
    def counted(self) -> bool:
        """False after the end of the match."""
        return self.line.counted


class Filled(NamedTuple):
    """All that a filled sheet tells: the match, and what is written about it.

    is_ended_early: without a winner. corrections: with the numbers of their deals.
    timezone: IANA name of the zone whose days are told.
    """

    match: Match
    names: tuple[str, str]
    title: str | None = None
    played_on: date | None = None
    place: str | None = None
    note: str | None = None
    is_ended_early: bool = False
    corrections: tuple[tuple[int, Correction], ...] = ()
    timezone: str = "UTC"

    @property
    def rows(self) -> list[SheetRow]:
        """The rows of the played deals, oldest first."""
        return sheet_rows(self.match, dict(self.corrections))

    @property
    def winner(self) -> Player | None:
        """Who won; None while in play, if drawn or ended early."""
        return None if self.is_ended_early or self.match.outcome is None else self.match.outcome.winner


def sheet_rows(match: Match, corrections: Mapping[int, Correction] = _NO_CORRECTIONS) -> list[SheetRow]:
    """The rows of the played deals, oldest first."""
    return [
        SheetRow(line, _is_played_again(match, line), _corrected(match, line, corrections.get(line.number)))
        if corrections or line.deal.is_passed_out
        else _plain_row(line)
        for line in match.lines
    ]


@lru_cache(maxsize=1024)  # pages show the same lines over and over
def _plain_row(line: Line) -> SheetRow:
    return SheetRow(line, is_played_again=False)


def _is_played_again(match: Match, line: Line) -> bool:
    return line.deal.is_passed_out and not match.game.uses_up(match.rules, line.deal)


def _corrected(match: Match, line: Line, correction: Correction | None) -> Corrected | None:
    if correction is None:
        return None
    was: Points = points_of(match.game.score(match.rules, correction.was))
    player = next((player for player in (0, 1) if was[player]), None)
    return Corrected(correction.at, 0 if player is None else was[player], player)


class Coming(NamedTuple):
    """A deal that is not played yet.

    number: its place on the sheet if nothing is passed out, from 1.
    used: which deal of the match it will be. only_if_level: True for a tie-break deal
    that is played only if the totals are level after the deals of the match.
    """

    number: int
    used: int
    dealer: Player
    only_if_level: bool


def coming_deals(match: Match) -> list[Coming]:
    """The deals that follow the lines of *match*, the next one first; none once it is over.

    A match to a target has only a next deal: nobody knows how many will follow.
    """
    if match.is_over:
        return []
    first, used, regular = len(match.lines) + 1, match.next_used, match.regular_deals
    last = used if regular is None or used > regular else regular + may_need_tie_break(match)
    return [
        Coming(first + i, used + i, match.dealer_of(first + i), regular is not None and used + i > regular)
        for i in range(last - used + 1)
    ]


def may_need_tie_break(match: Match) -> bool:
    """True if a level score after the deals of the match makes the players play on."""
    return getattr(match.rules, "tie_break", "none") != "none"
