"""Why a deal is worth what it is worth, in one line."""

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from scorekeeper.rules.deal import Deal
from scorekeeper.rules.match import Entry, Reason, points_of
from scorekeeper.web.language import gettext, mark
from scorekeeper.web.marks import contract_mark, say
from scorekeeper.web.numbers import points
from scorekeeper.web.partials import Reader

_PARTS: Final = {
    Reason.CONTRACT: mark("%(points)s for %(contract)s"),
    Reason.ODD_TRICKS: mark("%(points)s for odd tricks"),
    Reason.EXACT: mark("%(points)s for exactly the tricks bid"),
    Reason.THREE_OVERTRICKS: mark("%(points)s for three overtricks"),
    Reason.DOUBLED_MADE: mark("%(points)s for making it doubled"),
    Reason.REDOUBLED_MADE: mark("%(points)s for making it redoubled"),
    Reason.MULTIPLICATION: mark("%(points)s for ×%(factor)s"),
    Reason.PENALTY: mark("%(points)s for %(down)s down"),
}


@lru_cache(maxsize=1024)
def explanation(deal: Deal, entries: tuple[Entry, ...], _: Reader) -> Markup:
    """``Why 1,800? 250 for 2♠X, 250 for the exact tricks, 400 for making it doubled, 900 for doubling.``"""
    if deal.contract is None:
        return say(gettext("Nobody bid, so nobody scores."))
    if not entries:
        return say(gettext("Down, and by the rules of this match nobody scores for that."))
    parts = Markup(", ").join(_part(deal, entry) for entry in entries)
    total = points(sum(points_of(entries)))
    if len(entries) == 1:
        return say(gettext("Why %(points)s? %(part)s."), points=total, part=parts)
    return say(gettext("Why %(points)s? %(parts)s: together %(total)s."), points=total, parts=parts, total=total)


def _part(deal: Deal, entry: Entry) -> Markup:
    assert deal.contract is not None  # noqa: S101 - entries need a contract
    assert deal.result is not None  # noqa: S101
    return say(
        gettext(_PARTS[entry.reason]),
        points=points(entry.points),
        contract=contract_mark(deal.contract),
        factor=deal.contract.doubling.factor,
        down=-deal.result.margin,
    )
