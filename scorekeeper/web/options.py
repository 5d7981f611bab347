"""All else that can be done with a match: details, house rules, seats, the first dealer, ending, deleting."""

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup, escape

from scorekeeper.book import lifecycle, settings
from scorekeeper.book.access import Right
from scorekeeper.book.history import Verb
from scorekeeper.book.reading import KEPT_DAYS, KeptMatch
from scorekeeper.rules.errors import InvalidDeal
from scorekeeper.rules.games import game_named
from scorekeeper.web import guard, pad
from scorekeeper.web.change_words import change_words
from scorekeeper.web.forms import new_act, read_act
from scorekeeper.web.house_rules import summary
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import deal_by_mark, say
from scorekeeper.web.respond import go, note, screen
from scorekeeper.web.summaries import day_in_words, game_and_day

bp = Blueprint("options", __name__, url_prefix="/m/<key>")


@bp.get("/more")
def more(key: str) -> Response:
    """Everything that can be done with this match."""
    _, kept = guard.match(key)
    names = kept.names
    return screen(
        "more.html",
        kept=kept,
        act=new_act(kept.version),
        names=names,
        about=_about(kept),
        first_dealer=names[kept.match.first_dealer],
        rules=summary(kept.match.game, kept.match.rules),
        redo=_redo(kept),
        other_game=_other_game(kept),
        playing=pad.is_playing(kept),
        said="",
    )


def _about(kept: KeptMatch) -> Markup:
    """What is written about the match beside its score, its title and its note."""
    details = kept.details
    target = kept.match.rules.target if kept.match.regular_deals is None else None
    line = game_and_day(kept.game, target, day_in_words(details.played_on))
    if details.place is None:
        return escape(line)
    return say(gettext("%(line)s\u00a0· %(place)s"), line=escape(line), place=details.place)


def _redo(kept: KeptMatch) -> str:
    """What Redo would make again, "" if nothing: to delete a restored match again there is the question before it."""
    change = kept.redoable
    return "" if change is None or change.verb is Verb.DELETE else change_words(kept, change)


def _other_game(kept: KeptMatch) -> tuple[str, str] | None:
    """Key and name of the game it could be instead, while no deal is recorded."""
    if kept.match.lines:
        return None
    other = game_named("draw-bridge" if kept.match.game.key == "bridgette" else "bridgette")
    return other.key, other.name


@bp.get("/insert")
def insert_where(key: str) -> Response:
    """Ask before which deal the forgotten one was played."""
    _, kept = guard.match(key)
    names = kept.names
    return screen("insert.html", kept=kept, marks=[deal_by_mark(deal, names) for deal in kept.match.deals], said="")


@bp.post("/first-dealer")
def first_dealer(key: str) -> Response:
    """Let the other player have dealt first; every dealer changes."""
    ref, act = guard.match_ref(key), read_act()
    dealer = {"0": 0, "1": 1}.get(request.form.get("dealer", ""))
    if dealer is None:
        raise InvalidDeal("dealer", "The first dealer is one of the two players.")
    settings.change_first_dealer(guard.sessions(), ref, dealer, seen=act.seen, request=act.request)
    note(gettext("The other player dealt first now; every dealer has changed."))
    return go(url_for("match.look", key=key))


@bp.post("/swap")
def swap(key: str) -> Response:
    """Swap the seats: left becomes right; nobody's points change."""
    ref, act = guard.match_ref(key), read_act()
    settings.swap_seats(guard.sessions(), ref, seen=act.seen, request=act.request)
    note(gettext("Seats swapped."))
    return go(url_for("match.look", key=key))


@bp.post("/game")
def game(key: str) -> Response:
    """Play the other game, while no deal is recorded."""
    ref, act = guard.match_ref(key), read_act()
    other = game_named(request.form.get("game"))
    settings.change_game(guard.sessions(), ref, other, other.rules(), seen=act.seen, request=act.request)
    return go(url_for("match.look", key=key))


@bp.post("/end")
def end(key: str) -> Response:
    """End the match early, without a winner."""
    ref, act = guard.match_ref(key), read_act()
    lifecycle.end_early(guard.sessions(), ref, seen=act.seen, request=act.request)
    return go(url_for("match.look", key=key))


@bp.post("/play-on")
def play_on(key: str) -> Response:
    """Go on with a match that was ended early."""
    ref, act = guard.match_ref(key), read_act()
    lifecycle.play_on(guard.sessions(), ref, seen=act.seen, request=act.request)
    return go(url_for("match.look", key=key))


@bp.get("/delete")
def delete_question(key: str) -> Response:
    """Ask before the whole match is deleted."""
    _, kept = guard.match(key, Right.OWN)
    return screen(
        "delete.html",
        kept=kept,
        act=new_act(kept.version),
        names=kept.names,
        deals=len(kept.match.lines),
        days=KEPT_DAYS,
        said="",
    )


@bp.post("/delete")
def delete(key: str) -> Response:
    """Delete the match; it can be restored for a while."""
    (ref, kept), act = guard.match(key, Right.OWN, deleted=True), read_act()
    names = kept.names
    done = lifecycle.delete_match(guard.sessions(), ref, seen=act.seen, request=act.request)
    if not done.replayed:
        sentence = gettext("The match of %(left)s and %(right)s is deleted. It can be restored here.")
        note(say(sentence, left=names[0], right=names[1]))
    return go(url_for("home.deleted"))
