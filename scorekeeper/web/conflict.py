"""Two phones: what the other one saved, beside what was typed here. Nothing typed is lost."""

from typing import NamedTuple

from flask import Response, url_for
from markupsafe import Markup

from scorekeeper.book.reading import KeptMatch
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.match import points_of
from scorekeeper.web import pad
from scorekeeper.web.choosing import CORRECT, INSERT, RECORD, Chosen, Place
from scorekeeper.web.forms import new_act
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import deal_by_mark, say
from scorekeeper.web.respond import screen


class Conflict(NamedTuple):
    """Both sides of a conflict, and what can be done with ours.

    theirs: the deal stored under our number, None if there is none. mine: what was chosen here.
    keep: label of the way that stores nothing. use: label of the one that stores ours, "" if none can.
    """

    heading: str
    sentence: str
    theirs: Markup | None
    mine: Markup | None
    keep: str
    use: str
    address: str
    number: int


def conflict_screen(kept: KeptMatch, place: Place, chosen: Chosen, *, is_resent: bool = False) -> Response:
    """The answer to a save that has not seen the latest change: both shown, and what can be done with ours.

    is_resent: this very page was sent before with something else chosen, and that is stored.
    """
    conflict = _conflict(kept, place, chosen, is_resent=is_resent)
    return screen(
        "conflict.html",
        status=422 if is_resent else 409,
        kept=kept,
        act=new_act(kept.version),
        conflict=conflict,
        fields=chosen.fields(),
        seats=pad.seats(kept),
        page_title=pad.page_title(kept),
        said=f"{conflict.heading} {conflict.sentence}",
    )


def _conflict(kept: KeptMatch, place: Place, chosen: Chosen, *, is_resent: bool) -> Conflict:
    lines, mine = kept.match.lines, chosen.deal
    theirs = lines[place.meant - 1].deal if 1 <= place.meant <= len(lines) else None
    if is_resent and place.purpose == RECORD and theirs is not None:
        # What was stored is ours too: changing our mind means to correct it, not to record one more.
        place = place._replace(purpose=CORRECT, number=place.meant)
    elif place.purpose == INSERT:
        theirs = None
    same = theirs is not None and theirs == mine
    use, address, number = _use(kept, place)
    return Conflict(
        heading=_heading(same=same, is_resent=is_resent),
        sentence=_sentence(place, theirs, same=same, is_resent=is_resent, over=not pad.is_playing(kept)),
        theirs=None if theirs is None else _shown(kept, theirs),
        mine=None if mine is None else _shown(kept, mine),
        keep=_keep(theirs, same=same, is_resent=is_resent),
        use="" if same or mine is None else use,
        address=address,
        number=number,
    )


def _heading(*, same: bool, is_resent: bool) -> str:
    if same or is_resent:
        return gettext("Saved already")
    return gettext("Another phone was quicker")


def _keep(theirs: Deal | None, *, same: bool, is_resent: bool) -> str:
    if same or theirs is None:
        return gettext("Go on")
    return gettext("Keep what is stored") if is_resent else gettext("Keep theirs")


def _sentence(place: Place, theirs: Deal | None, *, same: bool, is_resent: bool, over: bool) -> str:
    if same:
        return gettext("The very same deal %(number)s is stored. There is nothing to do.", number=place.meant)
    if is_resent:
        return gettext("The first save from this page was stored, though its answer got lost. Which one is right?")
    if place.purpose == RECORD and over:
        return gettext("The match is over, so no further deal can be recorded.")
    if theirs is None:
        return gettext("The match was changed in the meantime. Nothing was stored from here yet.")
    if place.purpose == CORRECT:
        return gettext("Deal %(number)s was changed in the meantime. Which one is right?", number=place.meant)
    return gettext("Deal %(number)s has been saved in the meantime. Yours is kept here.", number=place.meant)


def _use(kept: KeptMatch, place: Place) -> tuple[str, str, int]:
    """How ours can still be stored: label, address and number; no label if it cannot."""
    if place.purpose == RECORD:
        number = len(kept.match.lines) + 1
        label = gettext("Save mine as deal %(number)s", number=number) if pad.is_playing(kept) else ""
        return label, url_for("entry.record", key=kept.key), number
    if not 1 <= place.number <= len(kept.match.lines):
        return "", "", place.number
    if place.purpose == INSERT:
        label = gettext("Insert mine before deal %(number)s", number=place.meant)
    else:
        label = gettext("Replace with mine")
    return label, url_for(f"entry.{place.purpose}", key=kept.key, number=place.meant), place.number


def _shown(kept: KeptMatch, deal: Deal) -> Markup:
    gained = points_of(kept.game.score(kept.match.rules, deal))
    return say(
        gettext("%(deal)s: %(points)s"), deal=deal_by_mark(deal, kept.names), points=pad.given(gained, kept.names)
    )
