"""A match in a list: who plays whom, what, when, and how it stands."""

from datetime import date
from typing import NamedTuple

from babel.dates import format_skeleton
from flask import url_for
from markupsafe import Markup, escape

from scorekeeper.book.lists import MatchSummary
from scorekeeper.book.status import Status
from scorekeeper.rules.deal import Player
from scorekeeper.rules.games import game_named
from scorekeeper.rules.match import Game, Points
from scorekeeper.web.language import gettext, locale_name
from scorekeeper.web.marks import say
from scorekeeper.web.numbers import points, size_of
from scorekeeper.web.pad import deal_title

DAYS_OF_A_WEEK = 7


class Card(NamedTuple):
    """A match in play, to go on with."""

    address: str
    line: Markup
    names: tuple[str, str]
    totals: tuple[str, str]

    @property
    def sizes(self) -> tuple[str, str]:
        """Classes for totals that need room."""
        return size_of(self.totals[0]), size_of(self.totals[1])


class Listed(NamedTuple):
    """A match as a line of a list."""

    key: str
    address: str
    headline: Markup
    line: Markup
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


def day_in_words(day: date, today: date | None = None) -> str:
    """``Sunday 22 November`` within a week of *today*, ``22 November`` that year, else ``22 November 2026``."""
    language = locale_name()
    if today is None or day.year != today.year:
        skeleton = "yMMMMd"
    else:
        skeleton = "MMMMEEEEd" if abs((today - day).days) < DAYS_OF_A_WEEK else "MMMMd"
    # English of no country writes the day first, as most of the world does.
    return format_skeleton(skeleton, day, locale="en_001" if language == "en" else language)


def game_and_day(game: Game, target: int | None, day: str) -> str:
    """``Bridgette · 22 November``, ``Draw Bridge to 300 · 22 November``."""
    name = game.name
    if target is not None:
        name = gettext("%(game)s to %(target)s", game=name, target=points(target))
    return gettext("%(game)s\u00a0· %(date)s", game=name, date=day)


def listed(match: MatchSummary, today: date) -> Listed:
    """The line of a match in a list, read *today*; the winner stands first."""
    return line_of(
        key=match.key,
        address=url_for("match.look", key=match.key),
        names=match.names,
        totals=match.totals,
        status=match.status,
        winner=match.winner,
        game=match.game,
        target=match.target,
        day=match.played_on,
        title=match.title,
        today=today,
    )


def line_of(
    *,
    key: str,
    address: str,
    names: tuple[str, str],
    totals: Points,
    status: Status,
    winner: Player | None,
    game: Game,
    target: int | None,
    day: date,
    title: str | None,
    today: date,
) -> Listed:
    """The line of a match of which this is known."""
    (left, right), (first, second) = names, totals
    if winner == 1:
        left, right, first, second = right, left, second, first
    sentence = {
        "finished": gettext("%(first)s beat %(second)s"),
        "drawn": gettext("%(first)s and %(second)s drew"),
        "abandoned": gettext("%(first)s and %(second)s, ended early"),
        "in play": gettext("%(first)s against %(second)s"),
    }[status]
    line = escape(game_and_day(game, target, day_in_words(day, today)))
    if title:
        line = say(gettext("%(title)s\u00a0· %(line)s"), title=title, line=line)
    return Listed(
        key=key,
        address=address,
        headline=say(sentence, first=left, second=right),
        line=line,
        totals=f"{points(first)}–{points(second)}",
    )
