"""How a match stands in one word. The fold of its deals says it; the table of matches keeps it for lists."""

from datetime import datetime
from typing import Final, Literal, get_args

from scorekeeper.rules.deal import Player
from scorekeeper.rules.match import Match

Status = Literal["in play", "finished", "drawn", "abandoned"]
"""Finished: it has a winner. Abandoned: it was ended early and counts as nothing else."""
STATUSES: Final[tuple[Status, ...]] = get_args(Status)


def status_of(match: Match, abandoned_at: datetime | None) -> Status:
    """Whether *match* is in play, and if not, how it ended."""
    if abandoned_at is not None:
        return "abandoned"
    return match.status


def winner_of(match: Match, abandoned_at: datetime | None) -> Player | None:
    """The seat of the winner, if there is one."""
    return None if match.outcome is None or abandoned_at is not None else match.outcome.winner
