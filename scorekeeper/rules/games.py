"""The one list of games."""

from typing import Final

from scorekeeper.rules.bridgette import BRIDGETTE
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from scorekeeper.rules.errors import InvalidRules
from scorekeeper.rules.match import Game

GAMES: Final[dict[str, Game]] = {game.key: game for game in (BRIDGETTE, DRAW_BRIDGE)}
"""Every game by its key, in the order in which they are offered."""


def game_named(key: object) -> Game:
    """The game with *key*, as files write it; raises InvalidRules if there is none."""
    game = GAMES.get(key) if isinstance(key, str) else None
    if game is None:
        raise InvalidRules("game", "The game is %(games)s.", games=" or ".join(GAMES))
    return game
