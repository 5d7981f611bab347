"""A new match: which game, who plays, who deals first, by which house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, request, url_for
from markupsafe import Markup
from wtforms import HiddenField, StringField

from scorekeeper.book.access import new_key
from scorekeeper.book.errors import BookError
from scorekeeper.book.lifecycle import NewMatch, start_match
from scorekeeper.book.lists import list_matches
from scorekeeper.book.players import refused_names, suggestions
from scorekeeper.book.tables import LONGEST_NAME
from scorekeeper.rules.deal import Player
from scorekeeper.rules.errors import InvalidRules
from scorekeeper.rules.games import GAMES, game_named
from scorekeeper.rules.houserules import rules_of
from scorekeeper.rules.match import Game
from scorekeeper.web import guard
from scorekeeper.web.draw import Drawn, draw, read_drawn, sign
from scorekeeper.web.forms import AskedForm, typed_length
from scorekeeper.web.house_rules import (
    RuleField,
    hint_for,
    length_of,
    offered_targets,
    read_house_rules,
    rule_fields,
    rule_sentence,
)
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import say, short_name
from scorekeeper.web.respond import go, screen
from scorekeeper.web.sentences import sentence_of

bp = Blueprint("new_match", __name__)

HOUSE_RULES = frozenset(key for game in GAMES.values() for key in rules_of(game.rules))
KEPT = HOUSE_RULES | {"game", "left", "right", "target_other", "timezone"}
"""What the address of a page with drawn cards holds: all that was typed, and nothing else."""
IN_ORDER = ("left", "right", "first", "target", *(key for game in GAMES.values() for key in rules_of(game.rules)))
"""Fields beside which the page says what is wrong with them, first to last."""


class NewMatchForm(AskedForm):
    """What is typed for a new match; the house rules are read by their own module.

    What a name may be, and which games there are, is for the floors below to say.
    """

    game = StringField()
    left = StringField()
    right = StringField()
    timezone = HiddenField()


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything the page shows: what is typed so far, and what is wrong with it, by field."""

    values: Mapping[str, str]
    request_key: str
    wrong: Mapping[str, str] = field(default_factory=dict)

    @property
    def drawn(self) -> Drawn | None:
        """The cards drawn for the deal, while drawing is chosen."""
        return read_drawn(self.values.get("drawn")) if self.values.get("first") == "draw" else None

    @property
    def names(self) -> tuple[str, str]:
        """Both names, or the seats where none is typed yet."""
        left, right = self.seats
        return self.values.get("left", "").strip() or left, self.values.get("right", "").strip() or right

    @property
    def seats(self) -> tuple[str, str]:
        """What both players are called while they have no names."""
        return gettext("Left player"), gettext("Right player")

    @property
    def dealer(self) -> int | None:
        """Who deals first, once it is known."""
        if self.drawn is not None:
            return self.drawn.dealer
        first = self.values.get("first", "")
        return int(first) if first in ("0", "1") else None

    @property
    def draw_sentence(self) -> Markup | None:
        """``Ana drew the K♥, Margaret the 9♠. Ana deals first.``"""
        drawn = self.drawn
        if drawn is None:
            return None
        sentence = gettext("%(left)s drew the %(left_card)s, %(right)s the %(right_card)s. %(dealer)s deals first.")
        if drawn.suit_decided:
            sentence = gettext(
                "%(left)s drew the %(left_card)s, %(right)s the %(right_card)s. The higher suit decides: "
                "%(dealer)s deals first."
            )
        left, right = (self._name(player) for player in (0, 1))
        cards = drawn.cards
        dealer = self._name(drawn.dealer)
        return say(sentence, left=left, left_card=cards[0], right=right, right_card=cards[1], dealer=dealer)

    def _name(self, player: Player) -> Markup:
        """The name of *player*, that the page keeps right while it is typed."""
        return Markup('<bdi data-shows-name="{}" data-seat="{}">{}</bdi>').format(
            player, self.seats[player], self.names[player]
        )

    @property
    def start_label(self) -> Markup:
        """``Start: Ana deals``."""
        if self.dealer is None:
            return say(gettext("Start"))
        return say(gettext("Start: %(name)s deals"), name=short_name(self.names[self.dealer]))

    @property
    def first_wrong(self) -> str | None:
        """The first field on the page that was refused, unless the page as a whole was."""
        return None if self.problems else next((name for name in IN_ORDER if name in self.wrong), None)

    def rules_typed(self, game: Game) -> Any:
        """The house rules of *game* as far as the page has right ones; its usual ones otherwise."""
        try:
            return read_house_rules(game, _with_target(self.values))
        except InvalidRules:
            return game.rules()

    def rules(self, key: str) -> list[RuleField]:
        """The house rules of the game with *key*, but for the target, which is asked beside the game."""
        fields = rule_fields(game_named(key), self.values, self.wrong)
        return [one for one in fields if one.key != "target"]

    @property
    def are_rules_open(self) -> bool:
        """True if the fold of the house rules has something to show: a value refused."""
        return bool(set(self.wrong) & (HOUSE_RULES - {"target"}))

    @property
    def problems(self) -> list[str]:
        """What is wrong with the page as a whole, or with a field that nobody sees."""
        return [sentence for name, sentence in self.wrong.items() if name not in IN_ORDER]


@bp.get("/new")
def new() -> Response:
    """The page to set up a match; what is chosen stands in its address."""
    if "draw" in request.args:
        # Drawing is choosing, so it is a GET; the answer leads to an address that keeps the cards.
        kept = {name: value for name, value in request.args.items() if name in KEPT}
        return go(url_for("new_match.new", **{**kept, "first": "draw", "drawn": sign(draw())}))  # type: ignore[arg-type]
    return _page(Setup(request.args if request.args else _usual(), new_key()))


def _usual() -> dict[str, str]:
    """What the last match was, for people tend to play what they played."""
    book = guard.book()
    if book is None:
        return {}
    with guard.sessions().reading() as reading:
        last = list_matches(reading, book, 1)
    if not last:
        return {}
    values = {"game": last[0].game.key, "left": last[0].names[0], "right": last[0].names[1]}
    return values if last[0].target is None else {**values, "target": str(last[0].target)}


def _page(setup: Setup, status: int = 200) -> Response:
    book = guard.book()
    people: list[str] = []
    if book is None:
        # Named here and not only at the start: five taps on Start have this page in common, and nothing else.
        guard.visitor()
    else:
        with guard.sessions().reading() as reading:
            people = [person.name for person in suggestions(reading, book.id)]
    return screen(
        "new.html",
        status=status,
        setup=setup,
        form=NewMatchForm(formdata=None, request_key=setup.request_key),
        games=[_described(game, setup.rules_typed(game)) for game in GAMES.values()],
        chosen=setup.values.get("game") if setup.values.get("game") in GAMES else next(iter(GAMES)),
        longest_name=typed_length(LONGEST_NAME),
        targets=offered_targets(),
        people=people,
        said=" ".join(setup.wrong.values()),
    )


def _described(game: Game, rules: Any) -> tuple[str, str, str, str]:
    """Key and name of *game*, how long it is, and what to expect at its end."""
    return game.key, game.name, length_of(game, rules), hint_for(game, rules)


@bp.post("/new")
def start() -> Response:
    """Start the match; whatever is wrong comes back beside its field, with all that was typed."""
    form = NewMatchForm()
    setup = Setup(request.form, form.request_key.data or new_key())
    if not form.validate():
        wrong = {"page": gettext("This form was not complete. Nothing is lost: please tap Start again.")}
        return _page(Setup(request.form, new_key(), wrong), 422)
    wrong = _missing(setup)
    try:
        game = game_named(form.game.data)
        rules = read_house_rules(game, _with_target(request.form))
        if wrong or setup.dealer is None:
            return _page(Setup(request.form, setup.request_key, wrong), 422)
        names = (form.left.data or "", form.right.data or "")
        new = NewMatch(game, rules, names, setup.dealer, form.timezone.data or None)
        started = start_match(
            guard.sessions(),
            guard.book(),
            new,
            visitor=guard.visitor(),
            request=setup.request_key,
        )
    except InvalidRules as error:
        return _page(Setup(request.form, new_key(), {**wrong, error.field: rule_sentence(error)}), 422)
    except BookError as error:
        return _page(Setup(request.form, new_key(), {error.field: sentence_of(error)}), 422)
    guard.remember(started.book)
    return go(url_for("match.look", key=started.match_key))


def _missing(setup: Setup) -> dict[str, str]:
    refused = refused_names(setup.values.get("left", ""), setup.values.get("right", ""))
    wrong = {place: sentence_of(error) for place, error in refused.items()}
    if setup.dealer is None:
        wrong["first"] = gettext("Choose who deals first, or draw for it.")
    return wrong


def _with_target(fields: Mapping[str, str]) -> dict[str, str]:
    """The fields, with the target typed beside the offered ones in place of "other"."""
    values = dict(fields.items())
    if values.get("target") == "other":
        values["target"] = values.get("target_other", "")
    return values


def start_again() -> Response:
    """The page again for a start whose token has expired; one more tap starts the match."""
    setup = Setup(request.form, request.form.get("request_key") or new_key())
    sentence = gettext(
        "This page had been open for a long time, or this browser keeps no cookies. "
        "Nothing is lost: please tap Start again."
    )
    return _page(Setup(setup.values, setup.request_key, {"page": sentence}), 400)
