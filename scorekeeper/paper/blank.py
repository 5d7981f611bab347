"""Sheets to write on: how many lines they have, who deals each, and how much fits where."""

from dataclasses import dataclass
from enum import StrEnum
from math import floor
from typing import Any, Final, NamedTuple

from scorekeeper.paper.sheet import coming_deals
from scorekeeper.rules.deal import Player
from scorekeeper.rules.errors import RulesError
from scorekeeper.rules.match import Game, new_match

TO_A_TARGET: Final = 12
"""Lines of a match that ends with a target: nobody knows how many deals it takes."""
SHARED_LINES: Final = 13
"""More lines than this need a page of their own."""
PER_PAGE: Final = (1, 2, 4)


class Paper(StrEnum):
    """Sizes of paper; A5 lies across."""

    A4 = "a4"
    LETTER = "letter"
    A5 = "a5"


HEIGHT: Final = {Paper.A4: 297, Paper.LETTER: 279.4, Paper.A5: 148}
"""Of a page, in millimetres, as it is held."""


class UnfitSheet(RulesError):
    """Sheets that cannot be laid out as asked."""


class BlankLine(NamedTuple):
    """A line to write a deal on. dealer: None where it is not known who deals first."""

    number: int
    dealer: Player | None
    only_if_level: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Blank:
    """A sheet to write on, *per_page* of them (1, 2 or 4) on each page of *paper*, and their backs.

    rules: the house rules of *game* in force; they fill the back. names, first_dealer: None where they are written
    in by hand. has_target: whether the target is printed. Raises UnfitSheet, naming the field at fault.
    """

    game: Game
    rules: Any
    paper: Paper
    per_page: int = 1
    is_large: bool = False
    names: tuple[str, str] | None = None
    first_dealer: Player | None = None
    has_target: bool = False

    def __post_init__(self) -> None:
        if self.per_page not in PER_PAGE:
            raise UnfitSheet("per_page", "There are one, two or four sheets to a page.")
        if self.per_page > 1 and self.paper is Paper.A5:
            raise UnfitSheet("per_page", "An A5 page has room for one sheet; two or four need A4 or Letter.")
        if self.is_large and (self.per_page > 1 or self.paper is Paper.A5):
            raise UnfitSheet("large", "Large print needs a page of A4 or Letter for each sheet.")
        if self.per_page > 1 and len(self.lines) > SHARED_LINES:
            raise UnfitSheet(
                "per_page",
                "%(lines)s lines need a page of their own; %(most)s fit on a shared one.",
                lines=len(self.lines),
                most=SHARED_LINES,
            )

    @property
    def lines(self) -> tuple[BlankLine, ...]:
        """The lines, the first deal first."""
        match = new_match(self.game, self.rules, first_dealer=self.first_dealer or 0)
        if match.regular_deals is None:
            coming = [(number, match.dealer_of(number), False) for number in range(1, TO_A_TARGET + 1)]
        else:
            coming = [(deal.number, deal.dealer, deal.only_if_level) for deal in coming_deals(match)]
        known = self.first_dealer is not None
        return tuple(BlankLine(number, dealer if known else None, only) for number, dealer, only in coming)

    @property
    def size(self) -> str:
        """How large a sheet is: ``full``, ``half`` (an A5 across) or ``quarter`` of a page."""
        if self.paper is Paper.A5:
            return "half"
        return {1: "full", 2: "half", 4: "quarter"}[self.per_page]

    @property
    def is_dense(self) -> bool:
        """True if there are more lines than a sheet has at its usual height."""
        return len(self.lines) > (16 if self.size == "full" and not self.is_large else 8)

    @property
    def line_height(self) -> float:
        """Of a line of the table, in millimetres."""
        if self.size == "full":
            usual, dense = (15, 13) if self.is_large else (12.5, 7.2)
            return dense if self.is_dense else usual
        return {"half": 6.0 if self.is_dense else 9.2, "quarter": 4.7 if self.is_dense else 7.0}[self.size]

    @property
    def note_lines(self) -> int:
        """How many lines for notes there is room for below the table."""
        if self.size != "full":
            return 0
        used = 29 + (60 if self.is_large else 44) + (len(self.lines) + 1) * self.line_height + 8
        return max(0, floor((HEIGHT[self.paper] - used) / 8) - 1)
