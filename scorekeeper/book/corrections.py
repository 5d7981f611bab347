"""Which deals of a match were corrected after the next deal had been recorded: what a sheet says beside them.

Follows from the record of changes. A correction that was undone leaves no mark, nor does one that changed no points.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, exists, or_, select

from scorekeeper.book.database import Session
from scorekeeper.book.history import Act, Verb
from scorekeeper.book.patches import Patch, read_patch
from scorekeeper.book.tables import CHANGE, MATCH
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.filed import Correction
from scorekeeper.rules.match import Match, points_of

ARE_ANY: Final = exists().where(
    CHANGE.c.match_id == MATCH.c.id,
    # Every look at a match asks it: a list would be put into the statement anew each time.
    or_(CHANGE.c.verb == Verb.CORRECT.value, CHANGE.c.verb == Verb.IMPORT.value),
)
"""Whether any deal of a match was ever corrected: mostly not, and then there is nothing to look for."""
_CHANGES: Final = (
    select(CHANGE.c.seq, CHANGE.c.act, CHANGE.c.undoes, CHANGE.c.before_json, CHANGE.c.after_json, CHANGE.c.at)
    .where(CHANGE.c.match_id == bindparam("match"))
    .order_by(CHANGE.c.seq)
)


class _Place(NamedTuple):
    """A deal on the sheet. settled: as it stood once the next one was recorded. at: when it was changed last."""

    deal: Deal
    settled: Deal | None = None
    at: datetime | None = None


def corrections_of(session: Session, match_id: int, match: Match) -> dict[int, Correction]:
    """The corrections to be told about *match*, which stands so now, by the number of the deal."""
    found = {}
    for number, place in enumerate(_places(session, match_id, match.deals), start=1):
        if place.settled is not None and place.at is not None and _differ(match, place.settled, place.deal):
            found[number] = Correction(was=place.settled, at=place.at)
    return found


def _differ(match: Match, one: Deal, other: Deal) -> bool:
    """True if the two deals give other points under the rules in force."""
    score = match.game.score
    return points_of(score(match.rules, one)) != points_of(score(match.rules, other))


def _places(session: Session, match_id: int, deals: Iterable[Deal]) -> list[_Place]:
    """The places of *deals*, which are what stands now."""
    changes = _standing(session.execute(_CHANGES, {"match": match_id}).all())
    # What came in with a file had stood there, the last deal too.
    before = _before(deals, (patch for patch, _ in reversed(changes)))
    places = [_Place(deal, settled=deal) for deal in before]
    for patch, at in changes:
        if patch.cut or patch.put:
            _splice(places, patch, at)
        if patch.swapped:
            places = [_turned(place) for place in places]
    return places


def _before(deals: Iterable[Deal], patches: Iterable[Patch]) -> list[Deal]:
    """What stood before *patches*, the newest first, made *deals* of it: none, unless the match came from a file."""
    stood = list(deals)
    for patch in patches:
        if patch.swapped:
            stood = [_other_seat(deal) for deal in stood]
        stood[patch.at - 1 : patch.at - 1 + len(patch.put)] = [kept.deal for kept in patch.cut]
    return stood


def _standing(rows: Iterable[Any]) -> list[tuple[Patch, datetime]]:
    """The changes that were not taken back, oldest first."""
    taken_back: set[int] = set()
    standing = []
    for row in reversed(list(rows)):
        if row.seq in taken_back:
            continue
        if row.act == Act.DO:
            standing.append((read_patch(row.before_json, row.after_json), row.at))
        else:  # an undo takes a change back, a redo that undo
            taken_back.add(row.undoes)
    return standing[::-1]


def _splice(places: list[_Place], patch: Patch, at: datetime) -> None:
    first, after = patch.at - 1, patch.at - 1 + len(patch.cut)
    new = [_Place(kept.deal) for kept in patch.put]
    if len(patch.cut) == len(patch.put):  # the same deal, corrected
        new = [old._replace(deal=now.deal, at=at) for old, now in zip(places[first:after], new, strict=True)]
    places[first:after] = new
    _settle(places)


def _settle(places: list[_Place]) -> None:
    """Every deal but the last stands as it is when the next one is recorded."""
    for i, place in enumerate(places[:-1]):
        if place.settled is None:
            places[i] = place._replace(settled=place.deal)


def _turned(place: _Place) -> _Place:
    return place._replace(
        deal=_other_seat(place.deal),
        settled=None if place.settled is None else _other_seat(place.settled),
    )


def _other_seat(deal: Deal) -> Deal:
    return deal if deal.declarer is None else Deal(1 - deal.declarer, deal.contract, deal.tricks)
