"""Deals of a match: record, insert a forgotten one, correct, remove.

Every verb is one transaction and takes the version that its caller has *seen* and a *request* key
of its own; sent again under the same key it answers the same and does nothing. After an error
nothing is stored. All of them raise StaleMatch, RequestReused, InvalidRequest, MatchDeleted
and MatchNotFound.
"""

from scorekeeper.book.access import MatchRef
from scorekeeper.book.database import Sessions
from scorekeeper.book.deals import KeptDeal
from scorekeeper.book.errors import NoSuchDeal, TooManyDeals
from scorekeeper.book.history import Verb
from scorekeeper.book.patches import Patch
from scorekeeper.book.writing import Before, Change, Done, change_match
from scorekeeper.rules.deal import Deal, format_deal
from scorekeeper.rules.errors import MatchOver
from scorekeeper.rules.match import MOST_DEALS


def record_deal(sessions: Sessions, ref: MatchRef, deal: Deal, *, seen: int, request: str) -> Done:
    """Append *deal*.

    Raises MatchOver if the match is over or was ended early, InvalidDeal if its game has no such deal, TooManyDeals.
    """

    def decide(before: Before) -> Change:
        if before.columns["abandoned_at"] is not None:
            raise MatchOver("deal", "The match was ended early; play on to record another deal.")
        match = before.match().record(deal)
        _refuse_more(len(match.lines) - 1)
        patch = Patch(at=len(match.lines), put=(KeptDeal(deal, before.now),), at_end=True)
        return Change(Verb.RECORD, patch, after=match)

    return change_match(sessions, ref, decide, what="record", content=_written(deal), seen=seen, request=request)


def insert_deal(sessions: Sessions, ref: MatchRef, before: int, deal: Deal, *, seen: int, request: str) -> Done:
    """Insert a forgotten *deal* before the one with number *before*, also in a finished match.

    Deals that then come after the end stay, and are not counted. Raises NoSuchDeal, InvalidDeal, TooManyDeals.
    """

    def decide(match: Before) -> Change:
        deals = match.deals()
        _find(deals, before)
        _refuse_more(len(deals))
        match.game.check(deal)
        return Change(Verb.INSERT, Patch(at=before, put=(KeptDeal(deal, match.now),)))

    content = [before, _written(deal)]
    return change_match(sessions, ref, decide, what="insert", content=content, seen=seen, request=request)


def correct_deal(sessions: Sessions, ref: MatchRef, number: int, deal: Deal, *, seen: int, request: str) -> Done:
    """Put *deal* in the place of the one with *number*; raises NoSuchDeal, InvalidDeal."""

    def decide(before: Before) -> Change:
        old = _find(before.deals(), number)
        before.game.check(deal)
        return Change(Verb.CORRECT, Patch(at=number, cut=(old,), put=(KeptDeal(deal, old.recorded_at),)))

    content = [number, _written(deal)]
    return change_match(sessions, ref, decide, what="correct", content=content, seen=seen, request=request)


def remove_deal(sessions: Sessions, ref: MatchRef, number: int, *, seen: int, request: str) -> Done:
    """Take the deal with *number* off the sheet; raises NoSuchDeal."""

    def decide(before: Before) -> Change:
        return Change(Verb.REMOVE, Patch(at=number, cut=(_find(before.deals(), number),)))

    return change_match(sessions, ref, decide, what="remove", content=number, seen=seen, request=request)


def _find(deals: tuple[KeptDeal, ...], number: int) -> KeptDeal:
    if not 1 <= number <= len(deals):
        raise NoSuchDeal(number)
    return deals[number - 1]


def _refuse_more(deals: int) -> None:
    if deals >= MOST_DEALS:
        raise TooManyDeals("deal", "A match has at most %(most)s deals.", most=MOST_DEALS)


def _written(deal: Deal) -> list[object]:
    return [format_deal(deal), deal.declarer]
