"""How many deals a second the rules score: ``python tests/rules/speed.py``."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from scorekeeper.rules.deal import Contract, Deal, format_deal, parse_deal
from scorekeeper.rules.games import GAMES
from scorekeeper.rules.match import Game, replay
from scorekeeper.rules.table import points_table
from tests.rules.builders import results_of


def scoring(game: Game) -> Callable[[], int]:
    """Scores every result of *game* once, entries included; gives their number."""
    score, rules, deals = game.score, game.rules(), results_of(game)

    def work() -> int:
        for deal in deals:
            score(rules, deal)
        return len(deals)

    return work


def building_and_scoring(game: Game) -> Callable[[], int]:
    """The same, each contract and deal made anew."""
    score, rules = game.score, game.rules()
    parts = [
        (deal.contract.level, deal.contract.strain, deal.contract.doubling, deal.tricks) for deal in results_of(game)
    ]

    def work() -> int:
        for level, strain, doubling, tricks in parts:
            score(rules, Deal(0, Contract(level, strain, doubling), tricks))
        return len(parts)

    return work


def reading_and_scoring(game: Game) -> Callable[[], int]:
    """The same, each deal read from its notation."""
    score, rules, texts = game.score, game.rules(), [format_deal(deal) for deal in results_of(game)]

    def work() -> int:
        for text in texts:
            score(rules, parse_deal(text))
        return len(texts)

    return work


def folding(game: Game) -> Callable[[], int]:
    """The same deals, folded as matches of twelve."""
    rules, deals = game.rules(), results_of(game)

    def work() -> int:
        for start in range(0, len(deals), 12):
            replay(game, rules, deals[start : start + 12])
        return len(deals)

    return work


def deals_a_second(work: Callable[[], int], seconds: float) -> float:
    """Deals a second of this process's own time, whatever else the machine does."""
    work()
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        done += work()
    return done / spent


def main() -> None:
    for game in GAMES.values():
        for name, make in (
            ("score", scoring),
            ("build and score", building_and_scoring),
            ("read and score", reading_and_scoring),
            ("fold", folding),
        ):
            best = max(deals_a_second(make(game), 0.3) for _ in range(5))
            print(f"{game.name:<12} {name:<16} {best:>10,.0f} deals/s")
        begun = time.process_time()
        points_table(game, game.rules())
        print(f"{game.name:<12} {'points table':<16} {(time.process_time() - begun) * 1000:>10.1f} ms")


if __name__ == "__main__":
    main()
