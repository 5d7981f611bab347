"""The whole table of points in force, as short as it can be told.

Every cell is what the game's `score` gives for a deal, so the table cannot disagree with
the sheet. Contracts that bring the same points share a row, results that bring the same
points share a column, and of the two ways to name a column – by result or by tricks – the
one that makes the shorter table is taken.
"""

from collections.abc import Callable
from enum import Enum
from itertools import groupby
from typing import Any, Final, NamedTuple

from scorekeeper.rules.auction import BIDS
from scorekeeper.rules.deal import ALL_TRICKS, Contract, Deal, Doubling, Strain
from scorekeeper.rules.match import Game, points_of

_DECLARER: Final = 0


class By(Enum):
    """What the columns of made contracts stand for."""

    RESULT = "result"
    """Overtricks, 0 to 7; 0 is made exactly."""
    TRICKS = "tricks"
    """Declarer's tricks, 6 to 13."""


class Span(NamedTuple):
    """The contracts from *low* to *high* level in each of *strains*."""

    low: int
    high: int
    strains: tuple[Strain, ...]


class Row(NamedTuple):
    """Contracts, undoubled and in bidding order, that bring the same points.

    points: declarer's, one for each column of the table; None where none of the contracts
    can end so. Where only some can, the points are theirs.
    """

    contracts: tuple[Contract, ...]
    points: tuple[int | None, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        """The contracts in few words: neighbouring levels with the same strains as one span."""
        by_level = [
            (level, tuple(contract.strain for contract in group))
            for level, group in groupby(self.contracts, key=lambda contract: contract.level)
        ]
        # Levels that follow each other keep the same distance from their place in the list.
        runs = groupby(enumerate(by_level), key=lambda item: (item[1][0] - item[0], item[1][1]))
        spans = []
        for (_, strains), run in runs:
            levels = [level for _, (level, _) in run]
            spans.append(Span(levels[0], levels[-1], strains))
        return tuple(spans)


class MadeTable(NamedTuple):
    """What declarer gets for a made contract with one *doubling*.

    columns: which results (or tricks, as the whole table says) each column stands for; the
    last column may stand for all the others. rows: in bidding order of their first contracts.
    """

    doubling: Doubling
    columns: tuple[tuple[int, ...], ...]
    rows: tuple[Row, ...]


class DownRow(NamedTuple):
    """What the defender gets for *fewest* to *most* undertricks (1 to 13), by doubling 0, 1, 2."""

    fewest: int
    most: int
    points: tuple[int, ...]

    @property
    def is_open(self) -> bool:
        """True if it reaches to the last undertrick there can be: "6 or more"."""
        return self.most == ALL_TRICKS


class PointsTable(NamedTuple):
    """Every result of *game* under *rules*.

    by: what the columns of `made` stand for. made: one table for each doubling.
    down: for every contract alike; empty if the defender gets nothing.
    """

    game: Game
    rules: Any
    by: By
    made: tuple[MadeTable, ...]
    down: tuple[DownRow, ...]


def points_table(game: Game, rules: Any) -> PointsTable:
    """The table of points of *game* under the house rules *rules*."""
    by, made = min(
        ((by, tuple(_made_table(game, rules, doubling, by) for doubling in Doubling)) for by in By),
        key=lambda candidate: sum(len(part.rows) * len(part.columns) for part in candidate[1]),
    )
    return PointsTable(game, rules, by, made, _down_rows(game, rules))


def contracts_of(game: Game) -> tuple[Contract, ...]:
    """Every contract of *game*, undoubled, in bidding order."""
    return tuple(Contract(bid.level, bid.strain) for bid in BIDS if bid.level >= game.lowest_level)


def _made_table(game: Game, rules: Any, doubling: Doubling, by: By) -> MadeTable:
    contracts = contracts_of(game)
    cells = [_made_cells(game, rules, contract, doubling, by) for contract in contracts]
    # A row that leaves out a whole level would be hard to find one's contract in.
    rows = _merge(cells, lambda last, place: contracts[place].level - contracts[last].level <= 1)
    places = sorted({place for points in cells for place in points})
    by_place = [
        {number: points[place] for number, (_, points) in enumerate(rows) if place in points} for place in places
    ]
    columns = sorted(_merge(by_place, lambda last, place: True), key=lambda column: (len(column[0]) > 1, column[0]))
    return MadeTable(
        doubling,
        columns=tuple(tuple(places[place] for place in members) for members, _ in columns),
        rows=tuple(
            Row(
                tuple(contracts[member] for member in members),
                tuple(points.get(number) for _, points in columns),
            )
            for number, (members, _) in enumerate(rows)
        ),
    )


def _made_cells(game: Game, rules: Any, contract: Contract, doubling: Doubling, by: By) -> dict[int, int]:
    """Declarer's points for every way to make *contract*."""
    played = Contract(contract.level, contract.strain, doubling)
    return {
        tricks - (contract.tricks_needed if by is By.RESULT else 0): _points(game, rules, played, tricks)[_DECLARER]
        for tricks in range(contract.tricks_needed, ALL_TRICKS + 1)
    }


def _merge(
    parts: list[dict[int, int]], may_follow: Callable[[int, int], bool]
) -> list[tuple[list[int], dict[int, int]]]:
    """Put together *parts* that agree wherever both say something.

    may_follow: whether the part in the second place may join one whose last is in the first.
    Gives, for each group, the places of its members and all that they say. The group begun
    last is tried first, so that neighbours stay together.
    """
    merged: list[tuple[list[int], dict[int, int]]] = []
    for place, part in enumerate(parts):
        for members, said in reversed(merged):
            if may_follow(members[-1], place) and all(said.get(key, value) == value for key, value in part.items()):
                members.append(place)
                said.update(part)
                break
        else:
            merged.append(([place], dict(part)))
    return merged


def _down_rows(game: Game, rules: Any) -> tuple[DownRow, ...]:
    rows: list[DownRow] = []
    for undertricks in range(1, ALL_TRICKS + 1):
        points = tuple(_penalty(game, rules, undertricks, doubling) for doubling in Doubling)
        if rows and rows[-1].points == points:
            rows[-1] = DownRow(rows[-1].fewest, undertricks, points)
        else:
            rows.append(DownRow(undertricks, undertricks, points))
    return tuple(rows) if any(any(row.points) for row in rows) else ()


def _penalty(game: Game, rules: Any, undertricks: int, doubling: Doubling) -> int:
    """The defender's points; one number, for in no game do they depend on the contract."""
    (points,) = {
        _points(game, rules, Contract(contract.level, contract.strain, doubling), tricks)[1 - _DECLARER]
        for contract in contracts_of(game)
        if (tricks := contract.tricks_needed - undertricks) >= 0
    }
    return points


def _points(game: Game, rules: Any, contract: Contract, tricks: int) -> tuple[int, int]:
    return points_of(game.score(rules, Deal(_DECLARER, contract, tricks)))
