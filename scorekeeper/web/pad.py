"""What the match screen shows while it is played: totals, pad, next-deal line, keys."""

from functools import lru_cache
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from scorekeeper.book.reading import KeptMatch
from scorekeeper.paper.sheet import SheetRow, coming_deals, sheet_rows
from scorekeeper.rules import bridgette
from scorekeeper.rules.match import Line, Match, Points
from scorekeeper.web.consequences import level_sentence
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import deal_mark, deal_words, say, short_name
from scorekeeper.web.numbers import capitalised, points, size_of
from scorekeeper.web.partials import Reader, reader

WIDE = 10_000
"""Totals from here on need wider columns."""


class Seat(NamedTuple):
    """One half of the score band. *progress*: per cent of the way to the target, None without one."""

    name: str
    total: str
    standing: str
    deals: bool
    progress: int | None

    @property
    def size(self) -> str:
        """A class for totals that need room."""
        return size_of(self.total)


class Cell(NamedTuple):
    """What a row says about one player: the points gained, if any, and the running total."""

    gain: str
    total: str


class Row(NamedTuple):
    """A played deal on the pad; the whole row is the way to its edit page."""

    address: str
    number: int
    label: str
    cells: tuple[Cell, Cell]
    dealer: int
    mark: Markup
    declarer: str
    counted: bool
    fresh: bool


class Ahead(NamedTuple):
    """A line for a deal still to come, with who will deal it."""

    label: str
    dealer: int


class NextDeal(NamedTuple):
    """The line of the deal that comes next."""

    heading: Markup
    hint: Markup


def deal_title(match: Match, number: int, used: int) -> str:
    """``Deal 4 of 6``, ``Deal 5 · 4 of 6`` while replayed deals make the two differ, ``Deal 7``."""
    regular = match.regular_deals
    if regular is None or used > regular:
        return gettext("Deal %(number)s", number=number)
    if number != used:
        return gettext("Deal %(number)s · %(used)s of %(deals)s", number=number, used=used, deals=regular)
    return gettext("Deal %(number)s of %(deals)s", number=number, deals=regular)


def match_title(kept: KeptMatch) -> str:
    """What stands in the bar above the totals."""
    match = kept.match
    if kept.status == "abandoned":
        return gettext("%(game)s · ended early", game=match.game.name)
    if match.is_over:
        return gettext("%(game)s · finished", game=match.game.name)
    if match.regular_deals is None:
        return gettext("To %(target)s", target=points(match.rules.target))
    return deal_title(match, len(match.lines) + 1, match.next_used)


def page_title(kept: KeptMatch) -> str:
    """``Ana 500, Margaret 140. Deal 4 of 6``."""
    left, right = kept.names
    return gettext(
        "%(left)s %(left_points)s, %(right)s %(right_points)s. %(title)s",
        left=left,
        left_points=points(kept.match.totals[0]),
        right=right,
        right_points=points(kept.match.totals[1]),
        title=match_title(kept),
    )


def seats(kept: KeptMatch, number: int | None = None) -> tuple[Seat, Seat]:
    """Both halves of the score band, with who dealt the deal *number*, or who deals next."""
    match = kept.match
    if number is not None:
        dealer: int | None = match.dealer_of(number)
    else:
        dealer = match.next_dealer if is_playing(kept) else None
    return _seat(kept, 0, dealer), _seat(kept, 1, dealer)


def _seat(kept: KeptMatch, player: int, dealer: int | None) -> Seat:
    match = kept.match
    mine, theirs = match.totals[player], match.totals[1 - player]
    progress = None
    if match.regular_deals is None:
        target = match.rules.target
        progress = min(100, mine * 100 // target)
        standing = gettext("%(points)s to win", points=points(max(0, target - mine)))
    elif mine > theirs:
        standing = gettext("Leads by %(points)s", points=points(mine - theirs))
    elif mine < theirs:
        standing = gettext("%(points)s behind", points=points(theirs - mine))
    else:
        standing = gettext("Level")
    name = kept.players[player].name
    return Seat(name, points(mine), standing, dealer == player, progress)


def is_playing(kept: KeptMatch) -> bool:
    """True while a deal can be recorded."""
    return kept.status == "in play"


def rows(kept: KeptMatch, fresh: int | None = None) -> list[Row]:
    """The played deals, oldest first; *fresh* is the number of the one just saved."""
    asking = reader()
    return [_row(kept.key, kept.names, row, row.number == fresh, asking) for row in sheet_rows(kept.match)]


@lru_cache(maxsize=1024)
def _row(key: str, names: tuple[str, str], row: SheetRow, fresh: bool, _: Reader) -> Row:
    """*row* as the pad draws it, put together once: all that it depends on is an argument."""
    line, deal = row.line, row.deal
    return Row(
        address=url_for("entry.deal", key=key, number=line.number),
        number=line.number,
        label=_row_label(line, names),
        cells=(_cell(line, 0), _cell(line, 1)),
        dealer=line.dealer,
        mark=say(gettext("passed out, played again")) if row.is_played_again else deal_mark(deal),
        declarer="" if deal.declarer is None else names[deal.declarer],
        counted=line.counted,
        fresh=fresh,
    )


def _cell(line: Line, player: int) -> Cell:
    gain = line.points[player]
    return Cell(f"+{points(gain)}" if gain else "", points(line.totals[player]))


def given(gained: Points, names: tuple[str, str]) -> str:
    """``100 to Ana``, or ``no points``."""
    for player in (0, 1):
        if gained[player]:
            return gettext("%(points)s to %(name)s", points=points(gained[player]), name=names[player])
    return gettext("no points")


def points_to(line: Line, names: tuple[str, str]) -> str:
    """``100 to Ana``, ``no points``, or that the deal is not counted."""
    if not line.counted:
        return gettext("not counted, after the end of the match")
    return given(line.points, names)


def _row_label(line: Line, names: tuple[str, str]) -> str:
    return gettext(
        "Edit deal %(number)s. %(deal)s. %(points)s. %(left)s %(left_total)s, %(right)s %(right_total)s. "
        "%(dealer)s dealt.",
        number=line.number,
        deal=capitalised(deal_words(line.deal, names)),
        points=capitalised(points_to(line, names)),
        left=names[0],
        left_total=points(line.totals[0]),
        right=names[1],
        right_total=points(line.totals[1]),
        dealer=names[line.dealer],
    )


def next_deal(kept: KeptMatch) -> NextDeal | None:
    """The line of the deal that comes next; None if no deal can be recorded."""
    match = kept.match
    dealer = match.next_dealer
    if dealer is None or not is_playing(kept):
        return None
    number, names = len(match.lines) + 1, kept.names
    return NextDeal(_heading(number, names[dealer], reader()), _hint(match, names, dealer))


@lru_cache(maxsize=256)
def _heading(number: int, dealer: str, _: Reader) -> Markup:
    return say(gettext("Deal %(number)s: %(name)s deals"), number=number, name=short_name(dealer))


def _hint(match: Match, names: tuple[str, str], dealer: int) -> Markup:
    """What the players do before the auction, or why this deal is played at all."""
    if match.is_tie_break_next:
        return level_sentence(match)
    if match.game is bridgette.BRIDGETTE:
        return _draws(names[dealer], names[1 - dealer], reader())
    return say(gettext("First to %(target)s wins"), target=points(match.rules.target))


@lru_cache(maxsize=256)
def _draws(dealer: str, other: str, _: Reader) -> Markup:
    few, more, most = (str(cards) for _, cards in bridgette.DEALER_DRAWS)
    return say(
        gettext("%(other)s draws %(two)s, %(dealer)s %(few)s, %(more)s or %(most)s by the upcard"),
        other=short_name(other),
        two=bridgette.NON_DEALER_DRAWS,
        dealer=short_name(dealer),
        few=few,
        more=more,
        most=most,
    )


def ahead(kept: KeptMatch) -> tuple[Ahead, ...]:
    """The lines after the next one: the deals still to come; a tie-break only once it may be the very next."""
    if not is_playing(kept):
        return ()
    coming = coming_deals(kept.match)[1:]
    return tuple(
        _ahead(deal.number, deal.dealer, deal.only_if_level, reader())
        for deal in coming
        if not deal.only_if_level or len(coming) == 1
    )


@lru_cache(maxsize=256)
def _ahead(number: int, dealer: int, only_if_level: bool, _: Reader) -> Ahead:
    label = gettext("Deal %(number)s, only if level") if only_if_level else gettext("Deal %(number)s")
    return Ahead(label % {"number": number}, dealer)
