"""Draw for the deal: a card each from one pack, ace high; ranks first, then suits.

The server draws and signs what it drew into the form, so that reloading does not draw again.
"""

import secrets
from typing import NamedTuple

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer
from markupsafe import Markup

from scorekeeper.rules.deal import Player, Strain
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import strain_mark, strain_word

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Low to high."""
SUITS = tuple(Strain)[:4]
PACK = len(RANKS) * len(SUITS)


class Drawn(NamedTuple):
    """Both cards, as places in the pack from 0: rank times four plus suit, so the higher place wins."""

    left: int
    right: int

    @property
    def dealer(self) -> Player:
        """Who drew the higher card and deals first."""
        return int(self.right > self.left)

    @property
    def cards(self) -> tuple[Markup, Markup]:
        """Both cards as drawn: ``K♥``, and read aloud as the king of hearts."""
        return _card(self.left), _card(self.right)

    @property
    def suit_decided(self) -> bool:
        """True if the ranks were equal."""
        return self.left // len(SUITS) == self.right // len(SUITS)


def draw() -> Drawn:
    """Two different cards at random."""
    left, right = secrets.SystemRandom().sample(range(PACK), 2)
    return Drawn(left, right)


def sign(drawn: Drawn) -> str:
    """*drawn* as a form value that nobody can make up."""
    return _serializer().dumps([drawn.left, drawn.right])


def read_drawn(text: str | None) -> Drawn | None:
    """What a form value says was drawn; None if it was not drawn here."""
    try:
        left, right = _serializer().loads(text or "")
    except (BadSignature, ValueError, TypeError):
        return None
    return Drawn(left, right)


def _card(place: int) -> Markup:
    rank, suit = RANKS[place // len(SUITS)], SUITS[place % len(SUITS)]
    court = {"J": gettext("jack"), "Q": gettext("queen"), "K": gettext("king"), "A": gettext("ace")}
    words = gettext("%(rank)s of %(suit)s", rank=court.get(rank, rank), suit=strain_word(suit))
    return Markup('<bdi dir="ltr" class="contract" aria-hidden="true">{}{}</bdi><span class="said">{}</span>').format(
        rank, strain_mark(suit), words
    )


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="draw for the deal")
