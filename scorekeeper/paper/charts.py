"""The running totals of a match as lines: from the fold to places in a picture, and nothing about colours.

Two players, two lines, told apart by shape: the left one dashed with squares, the right one
solid with circles. Places are in pixels of a picture that scales as a whole; y grows downwards.
"""

from collections.abc import Callable
from math import ceil
from typing import Final, NamedTuple
from unicodedata import combining, east_asian_width

from scorekeeper.rules.match import Match

WIDTH: Final = 336
HEIGHT: Final = 152
LABEL_SIZE: Final = 13
"""Size of the letters at the axes."""
NAME_SIZE: Final = 15
"""Size of the letters of the names."""
NAME_GAP: Final = 17
"""So far apart are the middles of the two names at least."""

_TOP: Final = 11
_BELOW: Final = 24
"""Room below zero, for the numbers of the deals."""
_ABOVE_NUMBERS: Final = 3
"""So far above zero is the middle of a name at least, or it would meet the numbers of the deals."""
_BEFORE_NAME: Final = 11
_WIDEST_NAME: Final = 92
_MARK: Final = 4
"""Half of a square, radius of a circle."""
_MOST_LEVELS: Final = 4
_NEAR: Final = 1.25
"""So many times the highest total may be the number at the top."""
_USUAL_DEALS: Final = 6
"""So much room across has a match to a target at first."""
_EMPTY_TOP: Final = 100
"""What the picture reaches up to while nobody has points."""


class Place(NamedTuple):
    """A point of the picture."""

    x: float
    y: float


class Tick(NamedTuple):
    """A number at an axis, and where it belongs: y for points, x for deals."""

    at: float
    label: str


class Series(NamedTuple):
    """The line of one player.

    points: after each deal that counts. line, marks: path data, with the start at zero in the line only.
    name: shortened to its room. label: where the name begins, at the middle of its letters.
    """

    points: tuple[Place, ...]
    line: str
    marks: str
    name: str
    label: Place


class TotalsChart(NamedTuple):
    """A picture *width* wide and *height* high.

    left, right: ends of the lines across. base: y of zero. unit: pixels a point.
    levels: points at the side. deals: numbers below. series: of the left and of the right player.
    """

    width: int
    height: int
    left: float
    right: float
    base: float
    unit: float
    levels: tuple[Tick, ...]
    deals: tuple[Tick, ...]
    series: tuple[Series, Series]


def totals_chart(
    match: Match,
    names: tuple[str, str],
    write: Callable[[int], str] = str,
    *,
    width: int = WIDTH,
    height: int = HEIGHT,
) -> TotalsChart:
    """The running totals of *match*; *write* says a number of points in the language of the reader.

    A passed-out deal that is played again has its place like any other; deals after the end have none.
    While a match of so many deals is in play, there is room for those to come.
    """
    lines = [line for line in match.lines if line.counted]
    highest = max(max(match.totals), match.rules.target if match.regular_deals is None else 0) or _EMPTY_TOP
    step = round_step(highest, _MOST_LEVELS)
    round_top = ceil(highest / step) * step
    top = round_top if round_top <= _NEAR * highest else highest
    base = height - _BELOW
    unit = (base - _TOP) / top
    levels = tuple(Tick(round(base - points * unit, 1), write(points)) for points in range(0, top + 1, step))

    left = float(round(max(_width_of_number(level.label) for level in levels) + 7))
    room = min(_WIDEST_NAME, max(width_of(name) for name in names))
    right = float(int(width - room - _BEFORE_NAME))
    slots = max(1, len(lines) + _to_come(match))
    apart = (right - left) / slots
    every = round_step(slots, max(1, int((right - left) / (20 if slots < 100 else 28))))
    deals = tuple(Tick(round(left + number * apart, 1), str(number)) for number in range(every, slots + 1, every))

    last_x = left + len(lines) * apart
    heights = _names_apart(base - match.totals[0] * unit, base - match.totals[1] * unit, base - _ABOVE_NUMBERS)
    series = [
        _series(
            tuple(Place(left + i * apart, base - line.totals[player] * unit) for i, line in enumerate(lines, start=1)),
            Place(left, base),
            _square if player == 0 else _circle,
            every=ceil(2.4 * _MARK / apart),
            name=shortened(names[player], width - last_x - _BEFORE_NAME),
            label=Place(round(last_x + _BEFORE_NAME, 1), round(heights[player], 1)),
        )
        for player in (0, 1)
    ]
    return TotalsChart(width, height, left, right, base, unit, levels, deals, (series[0], series[1]))


def round_step(span: int, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … of which *span* holds *most* at most."""
    step = 1
    while True:
        for times in (1, 2, 5):
            if span <= most * step * times:
                return step * times
        step *= 10


def width_of(name: str) -> float:
    """Roughly how wide *name* is in bold letters of the size of names; rather too wide than too narrow."""
    return NAME_SIZE * sum(_ems(letter) for letter in name)


def shortened(name: str, room: float) -> str:
    """*name*, or as much of it as fits into *room* with an ellipsis."""
    if width_of(name) <= room:
        return name
    short = name
    while short and width_of(f"{short}…") > room:
        short = short[:-1]
    return f"{short.rstrip()}…"


def _ems(letter: str) -> float:
    if combining(letter):
        return 0
    if letter in "mwMWÆŒ@%…—" or east_asian_width(letter) in "WF":
        return 1
    if letter in "ijltfrI.,:;'’ʻ|!()-1 ":
        return 0.36
    return 0.68 if letter.isupper() else 0.58


def _width_of_number(label: str) -> float:
    return LABEL_SIZE * sum(0.56 if sign.isdigit() else 0.3 for sign in label)


def _to_come(match: Match) -> int:
    """For how many deals there is room after the last one: those of the match, or some where nobody knows."""
    if match.is_over:
        return 0
    if match.regular_deals is None:
        return max(1, _USUAL_DEALS - len(match.lines))
    return max(0, match.regular_deals - match.tally.used)


def _names_apart(left: float, right: float, lowest: float) -> tuple[float, float]:
    """The heights of the two names: beside the ends of their lines, or pushed apart where they would meet."""
    upper, lower = sorted((left, right))
    if lower - upper < NAME_GAP:
        middle = (upper + lower) / 2
        upper, lower = middle - NAME_GAP / 2, middle + NAME_GAP / 2
    lower = min(lower, lowest)
    upper = max(min(upper, lower - NAME_GAP), NAME_SIZE / 2)
    lower = max(lower, upper + NAME_GAP)
    return (upper, lower) if left <= right else (lower, upper)


def _series(
    points: tuple[Place, ...],
    start: Place,
    mark: Callable[[Place], str],
    *,
    every: int,
    name: str,
    label: Place,
) -> Series:
    """*every* how many points a mark is drawn: all where there is room, the last one always."""
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (start, *points))
    marks = "".join(mark(point) for point in points[(len(points) - 1) % every :: every])
    return Series(points, line, marks, name, label)


def _square(middle: Place) -> str:
    side = 2 * _MARK
    return f"M{middle.x - _MARK:.1f} {middle.y - _MARK:.1f}h{side}v{side}h-{side}z"


def _circle(middle: Place) -> str:
    return f"M{middle.x - _MARK:.1f} {middle.y:.1f}a{_MARK} {_MARK} 0 1 1 0 .01z"
