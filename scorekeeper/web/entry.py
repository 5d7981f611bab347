"""Entering a deal: choosing by GET, saving by POST; correcting, inserting, removing; two phones."""

from collections.abc import Callable

from flask import Blueprint, Response, request, url_for

from scorekeeper.book import matches
from scorekeeper.book.access import MatchRef
from scorekeeper.book.database import Sessions
from scorekeeper.book.errors import NoSuchDeal, RequestReused, StaleMatch
from scorekeeper.book.reading import KeptMatch
from scorekeeper.book.writing import Done
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.errors import InvalidDeal, MatchOver, RulesError
from scorekeeper.web import guard, pad
from scorekeeper.web.board import board, is_board_shown
from scorekeeper.web.change_words import change_words, removed_words, saved_words, stored_words
from scorekeeper.web.choosing import CORRECT, INSERT, RECORD, Chosen, Place, chosen_of, read_chosen, what_is_right
from scorekeeper.web.conflict import conflict_screen
from scorekeeper.web.entry_screen import entry_of
from scorekeeper.web.forms import find_act, new_act, read_act
from scorekeeper.web.language import gettext
from scorekeeper.web.match import kept_match, match_screen
from scorekeeper.web.respond import go, is_fragment_wanted, note, screen
from scorekeeper.web.sentences import sentence_of

NOT_CHOSEN = {"seen", "purpose"}
"""Fields of an address that say nothing of a deal."""
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
    if place.is_late:
        note(_late_words(place))
    entry = entry_of(kept, place, chosen)
    # The pad costs half a page, so it is sent only to who does not show it.
    has_pad = is_board_shown(kept)
    return screen(
        "entry.html",
        status=status,
        kept=kept,
        act=new_act(place.seen, request_key),
        entry=entry,
        face=entry.contract,
        seats=pad.seats(kept, place.number),
        page_title=pad.page_title(kept),
        undo=kept.last_change and change_words(kept, kept.last_change),
        wrong=wrong,
        said=" ".join(wrong),
        has_pad=has_pad,
        **({} if has_pad else board(kept)),
    )


def _late_words(place: Place) -> str:
    sentence = gettext("Deal %(meant)s has been saved in the meantime; this is deal %(number)s.")
    return sentence % {"meant": place.meant, "number": place.number}


def _choose(kept: KeptMatch, place: Place, start: Chosen) -> Response:
    """The entry screen for the state in the address, *start* if it says nothing of a deal."""
    fields = request.args
    try:
        chosen = read_chosen(fields, kept.game) if set(fields) - NOT_CHOSEN else start
    except RulesError as error:
        right = what_is_right(fields, kept.game)
        return entry_screen(kept, place, right, status=422, wrong=(sentence_of(error),))
    return entry_screen(kept, place, chosen)


def _begun(kept: KeptMatch) -> int:
    """The version that whoever is choosing saw when they began; the present one for those who begin now.

    It is carried from face to face and never renewed, so that a save tells what its page had not seen.
    """
    seen = request.args.get("seen", type=int)
    return kept.version if seen is None or not 0 <= seen <= kept.version else seen


@bp.get("/<int:number>")
def deal(key: str, number: int) -> Response:
    """The deal with *number*: entering it if it comes next, correcting it if it was played."""
    _, kept = guard.match(key)
    played = len(kept.match.lines)
    is_recording = number == played + 1 or request.args.get("purpose") == RECORD
    if is_recording and 1 <= number <= played + 1 and pad.is_playing(kept):
        return _choose(kept, Place(RECORD, played + 1, number, _begun(kept)), Chosen())
    if 1 <= number <= played:
        start = chosen_of(kept.match.lines[number - 1].deal)
        return _choose(kept, Place(CORRECT, number, number, _begun(kept)), start)
    return go(url_for("match.look", key=key))


@bp.get("/<int:number>/insert")
def insertion(key: str, number: int) -> Response:
    """A forgotten deal, to be inserted before deal *number*."""
    _, kept = guard.match(key)
    if not 1 <= number <= len(kept.match.lines):
        return go(url_for("match.look", key=key))
    return _choose(kept, Place(INSERT, number, number, _begun(kept)), Chosen())


@bp.post("/")
def record(key: str) -> Response:
    """Record the next deal."""
    return _save(key, RECORD, None, matches.record_deal)


@bp.post("/<int:number>")
def correct(key: str, number: int) -> Response:
    """Correct the deal with *number*."""

    def verb(sessions: Sessions, ref: MatchRef, deal: Deal, *, seen: int, request: str) -> Done:
        return matches.correct_deal(sessions, ref, number, deal, seen=seen, request=request)

    return _save(key, CORRECT, number, verb)


@bp.post("/<int:number>/insert")
def insert(key: str, number: int) -> Response:
    """Insert a forgotten deal before the one with *number*."""

    def verb(sessions: Sessions, ref: MatchRef, deal: Deal, *, seen: int, request: str) -> Done:
        return matches.insert_deal(sessions, ref, number, deal, seen=seen, request=request)

    return _save(key, INSERT, number, verb)


def _save(key: str, purpose: str, number: int | None, verb: Callable[..., Done]) -> Response:
    """Save the deal of this request; whatever is refused comes back with all that was chosen."""
    (ref, kept), act = guard.match(key), read_act()
    place = _place(kept, purpose, number, act.seen)
    try:
        deal = read_chosen(request.form, kept.game).deal
        if deal is None:
            raise InvalidDeal("result", "Choose level, player, strain and result first.")
        done = verb(guard.sessions(), ref, deal, seen=act.seen, request=act.request)
    except StaleMatch as stale:
        return conflict_screen(stale.current, place, what_is_right(request.form, kept.game))
    except RequestReused:
        # The first of the two was stored, though its answer may have been lost on the way.
        return conflict_screen(kept_match(ref), place, what_is_right(request.form, kept.game), is_resent=True)
    except MatchOver as error:
        return match_screen(kept_match(ref), status=422, wrong=(sentence_of(error),))
    except RulesError as error:
        right = what_is_right(request.form, kept.game)
        return entry_screen(kept, place, right, status=422, wrong=(sentence_of(error),))
    return _saved(ref, place, done)


def _place(kept: KeptMatch, purpose: str, number: int | None, seen: int) -> Place:
    """Where the deal of this request belongs, and the number that its page had shown."""
    following = len(kept.match.lines) + 1
    meant = request.form.get("number", type=int)
    if number is None:
        return Place(purpose, following, meant if meant and 1 <= meant <= following else following, seen)
    return Place(purpose, number, number, seen)


def _saved(ref: MatchRef, place: Place, done: Done) -> Response:
    kept = kept_match(ref, done.known)
    # Others may have played on since, or taken back what was saved: then only what stands now is said.
    is_last = not done.replayed and kept.version == done.version
    said = saved_words(kept, place.number) if is_last else stored_words(kept, again=done.replayed)
    if is_fragment_wanted():
        return match_screen(kept, fresh=place.number if is_last else None, said=said)
    if place.purpose != RECORD or not (is_last or done.replayed):
        note(said)
    return go(url_for("match.look", key=ref.key))


@bp.post("/<int:number>/remove")
def remove(key: str, number: int) -> Response:
    """Remove the deal with *number*; Undo brings it back."""
    (ref, before), act = guard.match(key), read_act()
    done = matches.remove_deal(guard.sessions(), ref, number, seen=act.seen, request=act.request)
    if not done.replayed:
        note(removed_words(before, number))
    return match_screen(kept_match(ref)) if is_fragment_wanted() else go(url_for("match.look", key=key))


def entry_again(key: str, number: int | None = None) -> Response:
    """The entry of a save whose token has expired, with all that was chosen; one more tap saves."""
    _, kept = guard.match(key)
    purpose = {"entry.record": RECORD, "entry.correct": CORRECT, "entry.insert": INSERT}[str(request.endpoint)]
    wrong = gettext(
        "This page had been open for a long time, or this browser keeps no cookies. "
        "Nothing is lost: please tap Save again."
    )
    chosen, act = what_is_right(request.form, kept.game), find_act()
    place = _place(kept, purpose, number, act.seen if act else kept.version)
    if place.seen != kept.version:
        # Someone has written since, perhaps this very save whose answer was lost.
        return conflict_screen(kept, place, chosen)
    return entry_screen(kept, place, chosen, status=400, wrong=(wrong,), request_key=act.request if act else None)
