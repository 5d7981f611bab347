"""The chart of the running totals: the picture, and the sentence that says the same."""

from functools import lru_cache
from typing import NamedTuple

from scorekeeper.book.reading import KeptMatch
from scorekeeper.paper import charts
from scorekeeper.rules.match import Match
from scorekeeper.web.language import ngettext
from scorekeeper.web.numbers import cardinal, points
from scorekeeper.web.partials import Reader, reader


class Chart(NamedTuple):
    """A picture and its name for those who do not see it. The deals of the pad are its table."""

    sentence: str
    drawn: charts.TotalsChart


def running_totals(kept: KeptMatch) -> Chart | None:
    """The chart of a match; None before its first deal."""
    return _chart(kept.match, kept.names, reader()) if kept.match.lines else None


@lru_cache(maxsize=128)
def _chart(match: Match, names: tuple[str, str], _: Reader) -> Chart:
    counted = sum(line.counted for line in match.lines)
    sentence = ngettext(
        "Running totals: %(left)s %(left_points)s, %(right)s %(right_points)s after %(deals)s deal.",
        "Running totals: %(left)s %(left_points)s, %(right)s %(right_points)s after %(deals)s deals.",
        counted,
    )
    return Chart(
        sentence
        % {
            "left": names[0],
            "left_points": points(match.totals[0]),
            "right": names[1],
            "right_points": points(match.totals[1]),
            "deals": cardinal(counted),
        },
        charts.totals_chart(match, names, points),
    )
