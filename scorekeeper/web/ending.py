"""How a match ended: who won and by how much, the biggest deal, and who deals in a rematch."""

from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.book.reading import KeptMatch
from scorekeeper.rules.match import Match
from scorekeeper.web.language import gettext, ngettext
from scorekeeper.web.marks import contract_mark, deal_by_mark, say, short_name
from scorekeeper.web.numbers import cardinal, points
from scorekeeper.web.pad import given, is_playing


class Ending(NamedTuple):
    """How the match ended: a headline, a line below it, the biggest deal, who deals in a rematch."""

    headline: Markup
    line: str
    biggest: Markup | None
    rematch: Markup
    winner: int | None


def ending(kept: KeptMatch) -> Ending | None:
    """How the match ended; None while a deal can be recorded."""
    if is_playing(kept):
        return None
    match, names = kept.match, kept.names
    rematch = say(gettext("Rematch: %(name)s deals"), name=short_name(names[1 - match.first_dealer]))
    deals = match.tally.used
    played = {"deals": cardinal(deals)}
    if kept.status == "abandoned":
        line = ngettext("no winner, after %(deals)s deal", "no winner, after %(deals)s deals", deals)
        return Ending(say(gettext("Ended early")), line % played, None, rematch, None)
    winner, biggest = kept.winner, _biggest(match, names)
    if winner is None:
        line = ngettext("%(points)s each, after %(deals)s deal", "%(points)s each, after %(deals)s deals", deals)
        line %= played | {"points": points(match.totals[0])}
        return Ending(say(gettext("The match is drawn")), line, biggest, rematch, None)
    margin = match.totals[winner] - match.totals[1 - winner]
    if margin == 1:
        line = ngettext("by one point after %(deals)s deal", "by one point after %(deals)s deals", deals)
    else:
        line = ngettext(
            "by %(points)s points after %(deals)s deal", "by %(points)s points after %(deals)s deals", deals
        )
    line %= played | {"points": points(margin)}
    return Ending(say(gettext("%(name)s wins"), name=names[winner]), line, biggest, rematch, winner)


def _biggest(match: Match, names: tuple[str, str]) -> Markup | None:
    best = max(match.lines, key=lambda line: max(line.points), default=None)
    if best is None or not max(best.points):
        return None
    contract, declarer = best.deal.contract, best.deal.declarer
    if contract is not None and declarer is not None and best.points[declarer]:
        return say(
            gettext("Biggest deal: %(number)s, %(contract)s made by %(name)s, %(points)s points."),
            number=best.number,
            contract=contract_mark(contract),
            name=names[declarer],
            points=points(best.points[declarer]),
        )
    return say(
        gettext("Biggest deal: %(number)s, %(deal)s, %(points)s."),
        number=best.number,
        deal=deal_by_mark(best.deal, names),
        points=given(best.points, names),
    )
