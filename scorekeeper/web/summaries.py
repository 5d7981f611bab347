"""A match in a list: who plays whom, what, when, and how it stands."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from flask import url_for
from flask_babel import format_date

from scorekeeper.book.reading import MatchSummary
from scorekeeper.rules.games import game_named
from scorekeeper.web.language import gettext
from scorekeeper.web.numbers import points, size_of


@dataclass(frozen=True, slots=True)
class Card:
    """A match in play, to go on with."""

    address: str
    line: str
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
    headline: str
    line: str
    totals: str


def card_of(match: MatchSummary) -> Card:
    """The card of a match in play."""
    return Card(
        address=url_for("match.look", key=match.key),
        line=gettext(
            "%(game)s · %(deal)s · %(name)s deals",
            game=game_named(match.game.key).name,
            deal=_deal_of(match),
            name=match.names[match.next_dealer or 0],
        ),
        names=match.names,
        totals=(points(match.totals[0]), points(match.totals[1])),
    )


def _deal_of(match: MatchSummary) -> str:
    if match.regular_deals is None or match.next_used > match.regular_deals:
        return gettext("deal %(number)s", number=match.next_number)
    return gettext("deal %(used)s of %(deals)s", used=match.next_used, deals=match.regular_deals)


def _day(day: date) -> str:
    """``Sunday 22 November`` this year, with the year in others."""
    this_year = day.year == datetime.now(UTC).year
    return str(format_date(day, "EEEE d MMMM" if this_year else "d MMMM y"))


def listed(match: MatchSummary) -> Listed:
    """The line of a match in a list; the winner stands first."""
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
        headline=sentence % {"first": left, "second": right},
        line=gettext("%(game)s · %(date)s", game=game, date=_day(match.played_on)),
        totals=f"{points(first)}–{points(second)}",
    )
