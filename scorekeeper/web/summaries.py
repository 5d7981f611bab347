"""A match in a list: who plays whom, what, when, and how it stands."""

from dataclasses import dataclass
from datetime import date

from babel.dates import format_skeleton
from flask import url_for
from markupsafe import Markup

from scorekeeper.book.reading import MatchSummary
from scorekeeper.rules.games import game_named
from scorekeeper.web.language import gettext, locale_name
from scorekeeper.web.marks import say
from scorekeeper.web.numbers import points, size_of
from scorekeeper.web.pad import deal_title


@dataclass(frozen=True, slots=True)
class Card:
    """A match in play, to go on with."""

    address: str
    line: Markup
    names: tuple[str, str]
    totals: tuple[str, str]

    @property
    def sizes(self) -> tuple[str, str]:
        """Classes for totals that need room."""
        return size_of(self.totals[0]), size_of(self.totals[1])


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as a line of a list."""

    key: str
    address: str
    headline: Markup
    line: str
    totals: str


def card_of(match: MatchSummary) -> Card:
    """The card of a match in play."""
    return Card(
        address=url_for("match.look", key=match.key),
        line=say(
            gettext("%(game)s · %(deal)s · %(name)s deals"),
            game=game_named(match.game.key).name,
            deal=deal_title(match.match, match.next_number, match.next_used),
            name=match.names[match.next_dealer or 0],
        ),
        names=match.names,
        totals=(points(match.totals[0]), points(match.totals[1])),
    )


def _day(day: date, today: date) -> str:
    """``Sunday 22 November`` this year, with the year in others."""
    language = locale_name()
    # English of no country writes the day first, as most of the world does.
    return format_skeleton(
        "MMMMEEEEd" if day.year == today.year else "yMMMMd", day, locale="en_001" if language == "en" else language
    )


def listed(match: MatchSummary, today: date) -> Listed:
    """The line of a match in a list, read *today*; the winner stands first."""
    left, right = match.names
    first, second = match.totals
    if match.winner == 1:
        left, right, first, second = right, left, second, first
    sentence = {
        "finished": gettext("%(first)s beat %(second)s"),
        "drawn": gettext("%(first)s and %(second)s drew"),
        "abandoned": gettext("%(first)s and %(second)s, ended early"),
        "in play": gettext("%(first)s against %(second)s"),
    }[match.status]
    game = match.game.name
    if match.target is not None:
        game = gettext("%(game)s to %(target)s", game=game, target=points(match.target))
    return Listed(
        key=match.key,
        address=url_for("match.look", key=match.key),
        headline=say(sentence, first=left, second=right),
        line=gettext("%(game)s · %(date)s", game=game, date=_day(match.played_on, today)),
        totals=f"{points(first)}–{points(second)}",
    )
