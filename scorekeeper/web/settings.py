"""What is written and agreed about a match: names, title, date, place, note; its house rules.

Whatever cannot be kept comes back with all that was typed: beside its field what is wrong with
it, and what is stored now where another phone has changed it since the page was opened.
"""

from collections.abc import Mapping
from datetime import date
from typing import Final

from flask import Blueprint, Response, request, url_for
from wtforms import HiddenField, StringField

from scorekeeper.book import settings
from scorekeeper.book.access import MatchRef, Right
from scorekeeper.book.errors import InvalidDetails, InvalidName, RequestReused, StaleMatch
from scorekeeper.book.players import clean_name
from scorekeeper.book.reading import Details, KeptMatch
from scorekeeper.book.tables import LONGEST_NAME, LONGEST_NOTE, LONGEST_PLACE, LONGEST_TITLE
from scorekeeper.rules.errors import InvalidRules
from scorekeeper.web import guard
from scorekeeper.web.consequences import moved_end
from scorekeeper.web.forms import Form, new_act, read_act, typed_length
from scorekeeper.web.house_rules import read_house_rules, rule_fields, rule_sentence, values_of
from scorekeeper.web.language import gettext
from scorekeeper.web.match import kept_match
from scorekeeper.web.respond import go, note, screen
from scorekeeper.web.sentences import sentence_of

bp = Blueprint("settings", __name__, url_prefix="/m/<key>")

LONGEST: Final = {
    "left": typed_length(LONGEST_NAME),
    "right": typed_length(LONGEST_NAME),
    "title": typed_length(LONGEST_TITLE),
    "played_on": len("2026-11-29"),
    "place": typed_length(LONGEST_PLACE),
    "note": typed_length(LONGEST_NOTE),
}
"""Fields of the details in the order of the page, and how much can be typed into each."""


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
    _, kept = guard.match(key)
    return _details_screen(kept, kept.version, _written(kept))


def _written(kept: KeptMatch) -> dict[str, str]:
    """What is stored about the match, as form values."""
    (left, right), known = kept.names, kept.details
    return {
        "left": left,
        "right": right,
        "seen_left": left,
        "seen_right": right,
        "title": known.title or "",
        "played_on": known.played_on.isoformat(),
        "place": known.place or "",
        "note": known.note or "",
    }


def _details_screen(
    kept: KeptMatch,
    seen: int,
    values: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
    *,
    stored: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    return screen(
        "details.html",
        status=status,
        kept=kept,
        act=new_act(seen),
        values=values,
        longest=LONGEST,
        wrong=wrong or {},
        first_wrong=next((name for name in LONGEST if name in (wrong or {})), None),
        stored={name: value for name, value in (stored or {}).items() if value != values[name]},
        said=" ".join((wrong or {}).values()),
    )


@bp.post("/details")
def change_details(key: str) -> Response:
    """Keep what was written."""
    (ref, kept), act, form = guard.match(key), read_act(), DetailsForm()
    values = {field.name: field.data or "" for field in form if field.name != "csrf_token"}
    try:
        # Renaming renames a person in every match of the book, so it is for who owns the book.
        names = _names_typed(kept, values) if ref.right >= Right.OWN else {}
        written = Details(values["title"], _date(values["played_on"]), values["place"], values["note"])
        settings.change_details(guard.sessions(), ref, written, names=names, seen=act.seen, request=act.request)
    except (InvalidName, InvalidDetails) as error:
        field = error.field
        if field == "name":  # taken by someone else
            field = "right" if error.values["name"] == clean_name(values["right"]) else "left"
        return _details_screen(kept, act.seen, values, {field: sentence_of(error)}, status=422)
    except (StaleMatch, RequestReused) as error:
        now, why, status = _as_it_stands(ref, error)
        stored = _written(now)
        typed = values | {name: stored[name] for name in ("seen_left", "seen_right")}
        return _details_screen(now, now.version, typed, {"page": why}, stored=stored, status=status)
    note(gettext("Details saved."))
    if any(name != old for name, old in zip(kept_match(ref).names, kept.names, strict=True)):
        note(gettext("The new name stands in every match. Undo does not change names back; Details does."))
    return go(url_for("match.look", key=key))


def _as_it_stands(ref: MatchRef, error: StaleMatch | RequestReused) -> tuple[KeptMatch, str, int]:
    """The match that *error* is about, in one sentence why nothing was stored, and the status of that."""
    if isinstance(error, StaleMatch):
        sentence = gettext(
            "Another phone has changed this match in the meantime, so nothing was stored. "
            "What you typed is still here; saving again keeps it."
        )
        return error.current, sentence, 409
    sentence = gettext(
        "The first save from this page was stored, though its answer got lost. "
        "What you have changed since is still here; saving again keeps it."
    )
    return kept_match(ref), sentence, 422


def _names_typed(kept: KeptMatch, values: Mapping[str, str]) -> dict[int, str]:
    """The names typed over those that the page had shown, by player; raises InvalidName.

    Raises StaleMatch if somebody has another name by now than the page had shown.
    """
    typed = {}
    for seat, player in zip(("left", "right"), kept.players, strict=True):
        name, seen = clean_name(values[seat], seat), values[f"seen_{seat}"]
        if name == seen:
            continue
        if player.name not in (name, seen):
            raise StaleMatch(kept)
        # Also if the name is that already: the same form sent again must ask for the same.
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
    _, kept = guard.match(key)
    return _rules_screen(kept, kept.version, values_of(kept.match.rules))


def _rules_screen(
    kept: KeptMatch,
    seen: int,
    values: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
    *,
    stored: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    return screen(
        "rules.html",
        status=status,
        kept=kept,
        act=new_act(seen),
        fields=rule_fields(kept.game, values, wrong, stored),
        problem=(wrong or {}).get("page", ""),
        said=" ".join((wrong or {}).values()),
    )


@bp.post("/rules")
def change_rules(key: str) -> Response:
    """Play on by other house rules; every deal is scored anew."""
    (ref, kept), act = guard.match(key), read_act()
    typed = values_of(kept.match.rules) | request.form.to_dict()
    try:
        changed = read_house_rules(kept.game, typed)
        done = settings.change_rules(guard.sessions(), ref, changed, seen=act.seen, request=act.request)
    except InvalidRules as error:
        return _rules_screen(kept, act.seen, typed, {error.field: rule_sentence(error)}, status=422)
    except (StaleMatch, RequestReused) as error:
        now, why, status = _as_it_stands(ref, error)
        stored = values_of(now.match.rules)
        return _rules_screen(now, now.version, typed, {"page": why}, stored=stored, status=status)
    if done.changed and not done.replayed:
        _say_what_changed(kept, kept_match(ref))
    return go(url_for("match.look", key=key))


def _say_what_changed(was: KeptMatch, now: KeptMatch) -> None:
    note(gettext("House rules changed. Every deal is scored by them."))
    if now.abandoned_at is None:
        for sentence in moved_end(was.match, now.match, now.names):
            note(sentence)
