"""The match screen: look, undo, redo, rematch."""

from collections.abc import Callable

from flask import Blueprint, Response, url_for
from markupsafe import Markup

from scorekeeper.book import changes, lifecycle
from scorekeeper.book.access import MatchRef, Right
from scorekeeper.book.errors import MatchNotFound
from scorekeeper.book.history import ChangeLine
from scorekeeper.book.lists import PLAYED_OUT, count_finished
from scorekeeper.book.reading import KeptMatch, Known, look_at
from scorekeeper.web import guard, pad
from scorekeeper.web.board import board
from scorekeeper.web.change_words import change_words, redone_words, undone_words
from scorekeeper.web.ending import ending
from scorekeeper.web.entry_screen import next_contract
from scorekeeper.web.forms import new_act, read_act
from scorekeeper.web.partials import drawn
from scorekeeper.web.respond import go, is_fragment_wanted, note, screen
from scorekeeper.web.sheets import on_paper

bp = Blueprint("match", __name__, url_prefix="/m/<key>")


def kept_match(ref: MatchRef, known: Known | None = None) -> KeptMatch:
    """The match as it stands now; *known* is what a verb has said of it."""
    with guard.sessions().reading() as reading:
        return look_at(reading, ref, known)


def match_screen(
    kept: KeptMatch, *, status: int = 200, fresh: int | None = None, said: str = "", wrong: tuple[str, ...] = ()
) -> Response:
    """The match screen of *kept*.

    fresh: the number of the deal just saved. said: for the live region. wrong: what was refused.
    """
    seats = pad.seats(kept)

    def at_rest() -> dict[str, object]:
        return board(kept, fresh) | {"kept": kept, "seats": seats, "face": next_contract(kept), "wrong": ()}

    is_playing = pad.is_playing(kept)
    return screen(
        "match.html",
        status=status,
        address=url_for("match.look", key=kept.key),
        kept=kept,
        act=new_act(kept.version),
        title=pad.match_title(kept),
        page_title=pad.page_title(kept),
        seats=seats,
        desk=drawn("_desk.html", None if fresh else kept.stamp, at_rest) if is_playing else None,
        ending=ending(kept),
        undo=kept.last_change and change_words(kept, kept.last_change),
        # A screen that is swapped in gets its sheet when somebody prints it; without a script none is swapped in.
        on_paper=None if is_fragment_wanted() else on_paper(kept),
        said=said,
        wrong=wrong,
        is_first_finished=_is_first_finished(kept),
        **({} if is_playing else board(kept, fresh)),
    )


def _is_first_finished(kept: KeptMatch) -> bool:
    """True if this is the only match so far that the visitor's own scorebook has seen the end of."""
    book = guard.book()
    if book is None or kept.status not in PLAYED_OUT:
        return False
    try:
        guard.match_ref(kept.key, Right.OWN)
    except MatchNotFound:
        return False
    with guard.sessions().reading() as reading:
        return count_finished(reading, book) == 1


@bp.get("/")
def look(key: str) -> Response:
    """The match as it stands."""
    _, kept = guard.match(key, Right.WATCH)
    return match_screen(kept)


@bp.post("/undo")
def undo(key: str) -> Response:
    """Take the last change back, whoever made it."""
    (ref, kept), act = guard.match(key), read_act()
    change = kept.last_change
    done = changes.undo(guard.sessions(), ref, seen=act.seen, request=act.request)
    return _after(ref, undone_words, None if done.replayed else change)


@bp.post("/redo")
def redo(key: str) -> Response:
    """Make the change again that was taken back last; that may be the deletion of the match."""
    (ref, kept), act = guard.match(key, deleted=True), read_act()
    change = kept.redoable
    done = changes.redo(guard.sessions(), ref, seen=act.seen, request=act.request)
    return _after(ref, redone_words, None if done.replayed else change)


@bp.post("/rematch")
def rematch(key: str) -> Response:
    """A new match of the same two, dealt first by who did not deal first in this one."""
    ref, act = guard.match_ref(key), read_act()
    return go(url_for("match.look", key=lifecycle.rematch(guard.sessions(), ref, request=act.request)))


def _after(ref: MatchRef, words: Callable[[KeptMatch, ChangeLine], Markup], change: ChangeLine | None) -> Response:
    kept = kept_match(ref._replace(deleted=True))
    if change is not None:
        note(words(kept, change))
    if kept.deleted_at is not None:
        return go(url_for("home.deleted"))
    return match_screen(kept) if is_fragment_wanted() else go(url_for("match.look", key=ref.key))
