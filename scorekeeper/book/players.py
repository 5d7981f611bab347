"""People of a book: their names as they are written, and as they are compared."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from sqlalchemy import func, or_, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.book.database import Session
from scorekeeper.book.errors import InvalidName, PlayerNotFound
from scorekeeper.book.insertion import insert_if_new
from scorekeeper.book.tables import HIGHEST_NUMBER, LONGEST_NAME, MATCH, PLAYER
from scorekeeper.rules.names import name_key

MOST_SUGGESTIONS: Final = 50

_ZWNJ: Final = "\u200c"
_ZWJ: Final = "\u200d"
_TAGS: Final = range(0xE0020, 0xE0080)  # spell the flags of England, Scotland, Wales …
# Letters and signs of some script that nevertheless show nothing.
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


class PlayerRef(NamedTuple):
    """A person of a book."""

    id: int
    name: str


def clean_name(text: str, field: str = "name", nameless: InvalidName | None = None) -> str:
    """*text* as a name is kept: NFC, blanks around it gone and those inside it single, nothing invisible.

    At most 40 characters (code points) may be left of it. Raises InvalidName, naming *field*; *nameless*
    if nothing is left.
    """
    name = clean_line(text)
    if name is None:
        raise InvalidName(field, "A name cannot hold control characters.")
    if not any(_is_seen(char) for char in name):
        raise nameless or InvalidName(field, "Type a name.")
    if len(name) > LONGEST_NAME:
        raise InvalidName(field, "A name has at most %(most)s characters.", most=LONGEST_NAME)
    return name


def clean_line(text: str) -> str | None:
    """*text* in NFC on one line, without marks that show nothing; None if control characters are in it."""
    kept = unicodedata.normalize("NFC", "".join(char for char in text if _is_kept(char)))
    line = " ".join(kept.split()).strip(f"{_ZWJ}{_ZWNJ} ")
    # Cs: half of a character, which no database can keep.
    return None if any(unicodedata.category(char) in ("Cc", "Cs") for char in line) else line


def refused_names(left: str, right: str) -> dict[str, InvalidName]:
    """What is wrong with the names of two who are to play each other, by field: ``left``, ``right``."""
    cleaned: list[str] = []
    refused: dict[str, InvalidName] = {}
    for text, nameless in (
        (left, InvalidName("left", "Type a name for the left player.")),
        (right, InvalidName("right", "Type a name for the right player.")),
    ):
        try:
            cleaned.append(clean_name(text, nameless.field, nameless))
        except InvalidName as error:
            refused[error.field] = error
    if not refused and name_key(cleaned[0]) == name_key(cleaned[1]):
        refused["right"] = InvalidName("right", "Both are called %(name)s. Add a letter.", name=cleaned[1])
    return refused


def player_for(session: Session, book_id: int, name: str) -> PlayerRef:
    """The person of the book called *name* in whatever case, a new one if there is none; raises InvalidName."""
    name = clean_name(name)
    row = {"scorebook_id": book_id, "name": name, "name_key": name_key(name)}
    insert_if_new(session, PLAYER, row)
    found = session.execute(
        select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.scorebook_id == book_id, PLAYER.c.name_key == row["name_key"])
    ).one()
    return PlayerRef(*found)


def suggestions(session: Session, book_id: int) -> list[PlayerRef]:
    """People to be offered for a new match, whoever played last first; at most 50."""
    last = func.max(MATCH.c.created_at)
    found = session.execute(
        select(PLAYER.c.id, PLAYER.c.name)
        .join(MATCH, or_(MATCH.c.player0_id == PLAYER.c.id, MATCH.c.player1_id == PLAYER.c.id))
        .where(PLAYER.c.scorebook_id == book_id, MATCH.c.deleted_at.is_(None))
        .group_by(PLAYER.c.id, PLAYER.c.name)
        .order_by(last.desc(), PLAYER.c.name_key, PLAYER.c.id)
        .limit(MOST_SUGGESTIONS)
    )
    return [PlayerRef(*row) for row in found]


def give_names(session: Session, book_id: int, names: Mapping[int, str]) -> bool:
    """Call people of the book by these *names*, by their ids, in every match; two may swap theirs.

    Says whether any of them is new. In the transaction of *session*, to be rolled back after an error.
    Raises PlayerNotFound, InvalidName (also if someone else of the book is called so).
    """
    wanted = {player_id: clean_name(names[player_id]) for player_id in sorted(names)}  # in one order everywhere
    known = _names_of(session, book_id, wanted)
    renamed = {player_id: name for player_id, name in wanted.items() if name != known[player_id]}
    if len(renamed) > 1:
        # A name belongs to one person at every moment, so all leave theirs first. No name holds the end of a line.
        for player_id in renamed:
            session.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(name_key=f"\n{player_id}"))
    for player_id, name in renamed.items():
        named = {"name": name, "name_key": name_key(name)}
        try:
            session.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(named))
        except IntegrityError:
            raise InvalidName("name", "Someone else in this book is called %(name)s.", name=name) from None
    return bool(renamed)


def _names_of(session: Session, book_id: int, player_ids: Iterable[int]) -> dict[int, str]:
    """What these people of the book are called; raises PlayerNotFound."""
    ids = set(player_ids)
    if not all(0 <= player_id <= HIGHEST_NUMBER for player_id in ids):
        raise PlayerNotFound
    of_book = PLAYER.c.scorebook_id == book_id, PLAYER.c.id.in_(ids)
    found = {row.id: row.name for row in session.execute(select(PLAYER.c.id, PLAYER.c.name).where(*of_book))}
    if len(found) < len(ids):
        raise PlayerNotFound
    return found


def _is_kept(char: str) -> bool:
    """Formatting marks that change nothing a reader could see, or turn the line around, are dropped."""
    return unicodedata.category(char) != "Cf" or char in (_ZWJ, _ZWNJ) or ord(char) in _TAGS


def _is_seen(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] not in "ZM" and category not in ("Cc", "Cf", "Cs") and char not in _BLANKS
