"""What the book refuses, and how it says so.

Like errors of the rules, each carries the *field* at fault and its sentence as a template
beside its values, so that the floors above can translate it whole.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.book.reading import KeptMatch


class BookError(Exception):
    """Something the book cannot do; nothing was stored.

    field: the name of what is wrong. template: one sentence with places like ``%(most)s``.
    values: what goes into the places.
    """

    def __init__(self, field: str, template: str, **values: object) -> None:
        # `args` stays what the class was called with, so that an error survives the way to another process.
        self.field = field
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.template % self.values


class MatchNotFound(BookError):
    """No such match, or none that whoever asks may see: the two are not told apart."""

    def __init__(self) -> None:
        super().__init__("match", "There is no such match here.")


class MatchDeleted(MatchNotFound):
    """The match is the book's own, but deleted; for 30 days it can be restored. Strangers are never told."""


class PlayerNotFound(BookError):
    """No such player in this book."""

    def __init__(self) -> None:
        super().__init__("player", "There is no such player here.")


class StaleMatch(BookError):
    """The match was changed after whoever asks last saw it; *current* is how it stands now."""

    def __init__(self, current: "KeptMatch") -> None:
        super().__init__("seen", "The match was changed in the meantime.")
        self.current = current


class InvalidRequest(BookError):
    """A request key of a wrong shape, or used before for something else."""


class RequestReused(InvalidRequest):
    """The same request key came back with other content."""

    def __init__(self) -> None:
        super().__init__("request", "This form was already sent with other content; reload the page.")


class NothingToUndo(BookError):
    """There is no change to take back, or to make again."""


class NoSuchDeal(BookError):
    """A number that no deal on the sheet has."""

    def __init__(self, number: object) -> None:
        super().__init__("number", "There is no deal %(number)s.", number=str(number)[:12])


class TooManyDeals(BookError):
    """A match is as long as a match can be."""


class GameSettled(BookError):
    """The game of a match with deals cannot change."""

    def __init__(self) -> None:
        super().__init__("game", "The game can only change while no deal is recorded.")


class InvalidName(BookError):
    """A name that no player can have."""


class InvalidDetails(BookError):
    """A title, date, place or note that cannot be kept."""
