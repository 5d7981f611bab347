"""All else that can be done with a match: details, house rules, seats, the first dealer, ending, deleting."""

from collections.abc import Mapping
from datetime import date

from flask import Blueprint, Response, request, url_for
from wtforms import HiddenField, StringField

from scorekeeper.book import lifecycle, settings
from scorekeeper.book.errors import InvalidDetails, InvalidName, StaleMatch
from scorekeeper.book.history import Verb
from scorekeeper.book.players import clean_name
from scorekeeper.book.reading import Details, KeptMatch
from scorekeeper.rules.errors import InvalidDeal, InvalidRules
from scorekeeper.rules.games import game_named
from scorekeeper.web import guard, pad
from scorekeeper.web.change_words import change_words
from scorekeeper.web.consequences import moved_end
from scorekeeper.web.forms import ActForm, Form, read_act
from scorekeeper.web.house_rules import read_house_rules, rule_fields, rule_sentence, summary, values_of
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import deal_by_mark
from scorekeeper.web.match import kept_match
from scorekeeper.web.respond import go, note, screen
from scorekeeper.web.sentences import sentence_of

bp = Blueprint("options", __name__, url_prefix="/m/<key>")


@bp.get("/more")
def more(key: str) -> Response:
    """Everything that can be done with this match."""
    kept = kept_match(guard.match_ref(key))
    names = kept.names
    return screen(
        "more.html",
        kept=kept,
        act=ActForm.for_match(kept.version),
        names=names,
        first_dealer=names[kept.match.first_dealer],
        rules=summary(kept.match.game, kept.match.rules),
        redo=_redo(kept),
        other_game=_other_game(kept),
        playing=pad.is_playing(kept),
        said="",
    )


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


class DetailsForm(Form):
    """What is written about a match; what may stand in it is for the book to say.

    seen_left, seen_right: the names that the page had shown; only what was typed over them renames anybody.
    """

    left = StringField()
    right = StringField()
    seen_left = HiddenField()
    seen_right = HiddenField()
    title = StringField()
    played_on = StringField()
    place = StringField()
    note = StringField()


@bp.get("/details")
def details(key: str) -> Response:
    """Names, title, date, place and note."""
    kept = kept_match(guard.match_ref(key))
    names, known = kept.names, kept.details
    values = {
        "left": names[0],
        "right": names[1],
        "seen_left": names[0],
        "seen_right": names[1],
        "title": known.title or "",
        "played_on": known.played_on.isoformat(),
        "place": known.place or "",
        "note": known.note or "",
    }
    return _details_screen(kept, values, {})


def _details_screen(kept: KeptMatch, values: dict[str, str], wrong: dict[str, str], status: int = 200) -> Response:
    return screen(
        "details.html",
        status=status,
        kept=kept,
        act=ActForm.for_match(kept.version),
        values=values,
        wrong=wrong,
        said=" ".join(wrong.values()),
    )


@bp.post("/details")
def change_details(key: str) -> Response:
    """Keep what was written; what cannot be kept comes back beside its field."""
    ref, act, form = guard.match_ref(key), read_act(), DetailsForm()
    kept = kept_match(ref)
    values = {field.name: field.data or "" for field in form if field.name != "csrf_token"}
    try:
        names = _names_typed(kept, values)
        written = Details(values["title"], _date(values["played_on"]), values["place"], values["note"])
        settings.change_details(guard.sessions(), ref, written, names=names, seen=act.seen, request=act.request)
    except (InvalidName, InvalidDetails) as error:
        field = error.field
        if field == "name":  # taken by someone else
            field = "right" if error.values["name"] == clean_name(values["right"]) else "left"
        return _details_screen(kept, values, {field: sentence_of(error)}, 422)
    return go(url_for("match.look", key=key))


def _names_typed(kept: KeptMatch, values: Mapping[str, str]) -> dict[int, str]:
    """The names typed over those that the page had shown, by player; raises InvalidName.

    Raises StaleMatch if somebody has another name by now than the page had shown.
    """
    typed = {}
    for seat, player in zip(("left", "right"), kept.players, strict=True):
        name, seen = clean_name(values[seat], seat), values[f"seen_{seat}"]
        if name not in (seen, player.name):
            if seen != player.name:
                raise StaleMatch(kept)
            typed[player.id] = name
    return typed


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise InvalidDetails("played_on", "A date looks like 2026-11-29.") from None


@bp.get("/rules")
def rules(key: str) -> Response:
    """The house rules of this match, the target and the number of deals among them."""
    kept = kept_match(guard.match_ref(key))
    return _rules_screen(kept, values_of(kept.match.rules), {})


def _rules_screen(kept: KeptMatch, values: dict[str, str], wrong: dict[str, str], status: int = 200) -> Response:
    return screen(
        "rules.html",
        status=status,
        kept=kept,
        act=ActForm.for_match(kept.version),
        fields=rule_fields(kept.match.game, values, wrong),
        said=" ".join(wrong.values()),
    )


@bp.post("/rules")
def change_rules(key: str) -> Response:
    """Play on by other house rules; every deal is scored anew."""
    ref, act = guard.match_ref(key), read_act()
    kept = kept_match(ref)
    try:
        changed = read_house_rules(kept.match.game, values_of(kept.match.rules) | request.form.to_dict())
    except InvalidRules as error:
        return _rules_screen(kept, dict(request.form.items()), {error.field: rule_sentence(error)}, 422)
    settings.change_rules(guard.sessions(), ref, changed, seen=act.seen, request=act.request)
    now = kept_match(ref)
    note(gettext("House rules changed. Every deal is scored by them."))
    for sentence in moved_end(kept.match, now.match, now.names):
        note(sentence.striptags())
    return go(url_for("match.look", key=key))


@bp.get("/insert")
def insert_where(key: str) -> Response:
    """Ask before which deal the forgotten one was played."""
    kept = kept_match(guard.match_ref(key))
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
    return go(url_for("match.look", key=key))


@bp.post("/swap")
def swap(key: str) -> Response:
    """Swap the seats: left becomes right; nobody's points change."""
    ref, act = guard.match_ref(key), read_act()
    settings.swap_seats(guard.sessions(), ref, seen=act.seen, request=act.request)
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
    kept = kept_match(guard.match_ref(key))
    return screen(
        "delete.html",
        kept=kept,
        act=ActForm.for_match(kept.version),
        names=kept.names,
        deals=len(kept.match.lines),
        days=lifecycle.KEPT_DAYS,
        said="",
    )


@bp.post("/delete")
def delete(key: str) -> Response:
    """Delete the match; it can be restored for a while."""
    ref, act = guard.match_ref(key, deleted=True), read_act()
    names = kept_match(ref).names
    done = lifecycle.delete_match(guard.sessions(), ref, seen=act.seen, request=act.request)
    if not done.replayed:
        sentence = gettext("The match of %(left)s and %(right)s is deleted. It can be restored here.")
        note(sentence % {"left": names[0], "right": names[1]})
    return go(url_for("home.deleted"))
