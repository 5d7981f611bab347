"""People of a book: their names as they are written, and as they are compared."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, or_, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.book.access import Book
from scorekeeper.book.database import Session, Sessions
from scorekeeper.book.errors import InvalidName, PlayerNotFound
from scorekeeper.book.insertion import insert_if_new
from scorekeeper.book.requests import Asked, claim
from scorekeeper.book.tables import LONGEST_NAME, MATCH, PLAYER

MOST_SUGGESTIONS: Final = 50
HIGHEST_ID: Final = 2**31 - 1

_ZWNJ: Final = "\u200c"
_ZWJ: Final = "\u200d"
_TAGS: Final = range(0xE0020, 0xE0080)  # spell the flags of England, Scotland, Wales …
# Letters and signs of some script that nevertheless show nothing.
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A person of a book."""

    id: int
    name: str


def clean_name(text: str, field: str = "name", missing: str = "Type a name.") -> str:
    """*text* as a name is kept: NFC, blanks around it gone and those inside it single, nothing invisible.

    At most 40 characters (code points) may be left of it. Raises InvalidName, naming *field*; *missing* is
    what it says if nothing is left.
    """
    name = clean_line(text)
    if name is None:
        raise InvalidName(field, "A name cannot hold control characters.")
    if not any(_is_seen(char) for char in name):
        raise InvalidName(field, missing)
    if len(name) > LONGEST_NAME:
        raise InvalidName(field, "A name has at most %(most)s characters.", most=LONGEST_NAME)
    return name


def clean_line(text: str) -> str | None:
    """*text* in NFC on one line, without marks that show nothing; None if control characters are in it."""
    kept = unicodedata.normalize("NFC", "".join(char for char in text if _is_kept(char)))
    line = " ".join(kept.split()).strip(f"{_ZWJ}{_ZWNJ} ")
    # Cs: half of a character, which no database can keep.
    return None if any(unicodedata.category(char) in ("Cc", "Cs") for char in line) else line


def name_key(name: str) -> str:
    """*name* as it is compared: two names with the same key look the same, or differ in case only."""
    shown = "".join(char for char in name if unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", shown).casefold())


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


def rename_player(sessions: Sessions, book: Book, player_id: int, name: str, *, request: str) -> PlayerRef:
    """Call the person *name* from now on, in every match of the book.

    Raises PlayerNotFound, InvalidName (also if someone else of the book is called so), RequestReused.
    """
    rename_players(sessions, book.id, {player_id: name}, request=request)
    with sessions.reading() as session:
        found = session.execute(select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id == player_id)).one()
    return PlayerRef(*found)


def rename_players(sessions: Sessions, book_id: int, names: Mapping[int, str], *, request: str) -> None:
    """Call people of the book by other *names*, by their ids: all of them or none. Raises what `rename_player` does."""
    cleaned = {player_id: clean_name(name) for player_id, name in names.items()}
    asked = Asked.of("rename", f"book:{book_id}", request, sorted(cleaned.items()))
    with sessions.writing() as session:
        if claim(session, asked, sessions.clock()) is None:
            give_names(session, book_id, cleaned)


def give_names(session: Session, book_id: int, names: Mapping[int, str]) -> None:
    """Rename people in the transaction of *session*; raises PlayerNotFound, InvalidName."""
    for player_id, name in names.items():
        if not 0 <= player_id <= HIGHEST_ID:
            raise PlayerNotFound
        named = {"name": clean_name(name), "name_key": name_key(clean_name(name))}
        this = PLAYER.c.id == player_id, PLAYER.c.scorebook_id == book_id
        try:
            renamed = session.execute(update(PLAYER).where(*this).values(named).returning(PLAYER.c.id)).first()
        except IntegrityError:
            raise InvalidName("name", "Someone else in this book is called %(name)s.", **named) from None
        if renamed is None:
            raise PlayerNotFound


def _is_kept(char: str) -> bool:
    """Formatting marks that change nothing a reader could see, or turn the line around, are dropped."""
    return unicodedata.category(char) != "Cf" or char in (_ZWJ, _ZWNJ) or ord(char) in _TAGS


def _is_seen(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] not in "ZM" and category not in ("Cc", "Cf", "Cs") and char not in _BLANKS
