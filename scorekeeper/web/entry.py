"""Entering a deal: choosing by GET, saving by POST; correcting, inserting, removing; two phones."""

from collections.abc import Callable

from flask import Blueprint, Response, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.book import matches
from scorekeeper.book.access import MatchRef
from scorekeeper.book.errors import NoSuchDeal, StaleMatch
from scorekeeper.book.reading import KeptMatch
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.errors import InvalidDeal, MatchOver, RulesError
from scorekeeper.web import guard, pad
from scorekeeper.web.change_words import removed_words, saved_words
from scorekeeper.web.choosing import Chosen, chosen_of, read_chosen, what_is_right
from scorekeeper.web.conflict import conflict_screen
from scorekeeper.web.entry_screen import CORRECT, INSERT, RECORD, Place, entry_of
from scorekeeper.web.forms import ActForm, find_act, read_act
from scorekeeper.web.language import gettext
from scorekeeper.web.match import kept_match, match_screen
from scorekeeper.web.respond import go, is_fragment_wanted, note, screen
from scorekeeper.web.sentences import sentence_of

bp = Blueprint("entry", __name__, url_prefix="/m/<key>/deals")


def entry_screen(
    kept: KeptMatch,
    place: Place,
    chosen: Chosen,
    *,
    status: int = 200,
    wrong: tuple[str, ...] = (),
    request_key: str | None = None,
) -> Response:
    """The entry for *place* with *chosen* pressed.

    wrong: what was refused. request_key: that of a save which is to be sent again. Raises NoSuchDeal.
    """
    if place.purpose != RECORD and not 1 <= place.number <= len(kept.match.lines):
        raise NoSuchDeal(place.number)
    entry = entry_of(kept, place, chosen)
    return screen(
        "entry.html",
        status=status,
        kept=kept,
        act=ActForm.for_match(kept.version, request_key),
        entry=entry,
        seats=pad.seats(kept),
        page_title=pad.page_title(kept),
        wrong=wrong,
        said=" ".join(wrong),
    )


def _choose(kept: KeptMatch, place: Place, start: Chosen, fields: MultiDict[str, str]) -> Response:
    """The entry screen for the state in *fields*, *start* if they say nothing."""
    try:
        chosen = read_chosen(fields, kept.match.game) if fields else start
    except RulesError as error:
        right = what_is_right(fields, kept.match.game)
        return entry_screen(kept, place, right, status=422, wrong=(sentence_of(error),))
    return entry_screen(kept, place, chosen)


@bp.get("/<int:number>")
def deal(key: str, number: int) -> Response:
    """The deal with *number*: entering it if it comes next, correcting it if it was played."""
    kept = kept_match(guard.match_ref(key))
    played = len(kept.match.lines)
    if 1 <= number <= played:
        start = chosen_of(kept.match.lines[number - 1].deal)
        return _choose(kept, Place(CORRECT, number), start, request.args)
    if number == played + 1 and pad.is_playing(kept):
        return _choose(kept, Place(RECORD, number), Chosen(), request.args)
    return go(url_for("match.look", key=key))


@bp.get("/<int:number>/insert")
def insertion(key: str, number: int) -> Response:
    """A forgotten deal, to be inserted before deal *number*."""
    kept = kept_match(guard.match_ref(key))
    if not 1 <= number <= len(kept.match.lines):
        return go(url_for("match.look", key=key))
    return _choose(kept, Place(INSERT, number), Chosen(), request.args)


@bp.post("/")
def record(key: str) -> Response:
    """Record the next deal."""
    return _save(key, Place(RECORD, 0), matches.record_deal)


@bp.post("/<int:number>")
def correct(key: str, number: int) -> Response:
    """Correct the deal with *number*."""

    def verb(sessions: object, ref: MatchRef, deal: Deal, *, seen: int, request: str) -> object:
        return matches.correct_deal(guard.sessions(), ref, number, deal, seen=seen, request=request)

    return _save(key, Place(CORRECT, number), verb)


@bp.post("/<int:number>/insert")
def insert(key: str, number: int) -> Response:
    """Insert a forgotten deal before the one with *number*."""

    def verb(sessions: object, ref: MatchRef, deal: Deal, *, seen: int, request: str) -> object:
        return matches.insert_deal(guard.sessions(), ref, number, deal, seen=seen, request=request)

    return _save(key, Place(INSERT, number), verb)


def _save(key: str, place: Place, verb: Callable[..., object]) -> Response:
    """Save the deal of this request at *place*; whatever is refused comes back with all that was chosen."""
    ref = guard.match_ref(key)
    act = read_act()
    kept = kept_match(ref)
    if place.purpose == RECORD:
        place = Place(RECORD, len(kept.match.lines) + 1)
    chosen = Chosen()
    try:
        chosen = read_chosen(request.form, kept.match.game)
        deal = chosen.deal
        if deal is None:
            raise InvalidDeal("result", "Choose level, player, strain and result first.")
        verb(guard.sessions(), ref, deal, seen=act.seen, request=act.request)
    except StaleMatch as stale:
        return conflict_screen(stale.current, _meant(place), chosen)
    except MatchOver as error:
        return match_screen(kept_match(ref), status=422, wrong=(sentence_of(error),))
    except RulesError as error:
        right = what_is_right(request.form, kept.match.game)
        return entry_screen(kept, place, right, status=422, wrong=(sentence_of(error),))
    return _saved(ref, place)


def _meant(place: Place) -> Place:
    """*place*, with the number that the page had shown when its Save was pressed."""
    return Place(place.purpose, request.form.get("number", type=int) or place.number)


def _saved(ref: MatchRef, place: Place) -> Response:
    kept = kept_match(ref)
    # A save that is sent again finds its deal stored; that one is then the last, not the next.
    number = min(place.number, len(kept.match.lines))
    said = saved_words(kept, number)
    if is_fragment_wanted():
        return match_screen(kept, fresh=number, said=said)
    if place.purpose != RECORD:
        note(said)
    return go(url_for("match.look", key=ref.key))


@bp.post("/<int:number>/remove")
def remove(key: str, number: int) -> Response:
    """Remove the deal with *number*; Undo brings it back."""
    ref, act = guard.match_ref(key), read_act()
    before = kept_match(ref)
    done = matches.remove_deal(guard.sessions(), ref, number, seen=act.seen, request=act.request)
    if not done.replayed:
        note(removed_words(before, number))
    return match_screen(kept_match(ref)) if is_fragment_wanted() else go(url_for("match.look", key=key))


def entry_again(key: str, number: int | None = None) -> Response:
    """The entry of a save whose token has expired, with all that was chosen; one more tap saves."""
    kept = kept_match(guard.match_ref(key))
    purpose = {"entry.record": RECORD, "entry.correct": CORRECT, "entry.insert": INSERT}[str(request.endpoint)]
    place = Place(purpose, len(kept.match.lines) + 1 if number is None else number)
    wrong = gettext(
        "This page had been open for a long time, or this browser keeps no cookies. "
        "Nothing is lost: please tap Save again."
    )
    chosen, act = what_is_right(request.form, kept.match.game), find_act()
    if act is not None and act.seen != kept.version:
        # Someone has written since, perhaps this very save whose answer was lost.
        return conflict_screen(kept, _meant(place), chosen)
    return entry_screen(kept, place, chosen, status=400, wrong=(wrong,), request_key=act.request if act else None)
