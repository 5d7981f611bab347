"""What can be changed about a match beside its deals: house rules, dealer, seats, game, details.

Every verb is one transaction, like those of `matches`, and raises what they all raise.
"""

import unicodedata
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from scorekeeper.book.access import MatchRef
from scorekeeper.book.database import Sessions
from scorekeeper.book.errors import GameSettled, InvalidDetails
from scorekeeper.book.history import Verb
from scorekeeper.book.patches import Patch
from scorekeeper.book.players import clean_line, give_names
from scorekeeper.book.reading import Details
from scorekeeper.book.tables import LONGEST_NOTE, LONGEST_PLACE, LONGEST_TITLE
from scorekeeper.book.timezones import day_in
from scorekeeper.book.writing import Before, Change, Done, change_match, rules_columns
from scorekeeper.rules.deal import Player
from scorekeeper.rules.errors import InvalidRules
from scorekeeper.rules.houserules import write_rules
from scorekeeper.rules.match import Game, new_match

EARLIEST_DAY: Final = date(1900, 1, 1)


def change_rules(sessions: Sessions, ref: MatchRef, rules: Any, *, seen: int, request: str) -> Done:
    """Play by *rules* (all house rules of the game, the target among them); raises InvalidRules for another game's."""

    def decide(before: Before) -> Change:
        check_rules_of(before.game, rules)
        return Change(Verb.RULES, before.set(**rules_columns(before.game, rules)))

    content = write_rules(rules)
    return change_match(sessions, ref, decide, what="rules", content=content, seen=seen, request=request)


def change_first_dealer(sessions: Sessions, ref: MatchRef, first_dealer: Player, *, seen: int, request: str) -> Done:
    """Let the player in seat *first_dealer* have dealt first; every dealer after follows. Raises InvalidDeal."""

    def decide(before: Before) -> Change:
        new_match(before.game, before.rules, first_dealer=first_dealer)  # refuses who is no player
        return Change(Verb.FIRST_DEALER, before.set(first_dealer=first_dealer))

    return change_match(sessions, ref, decide, what="first dealer", content=first_dealer, seen=seen, request=request)


def swap_seats(sessions: Sessions, ref: MatchRef, *, seen: int, request: str) -> Done:
    """Let the players change seats. Everyone keeps their deals, their points and the first deal."""

    def decide(before: Before) -> Change:
        return Change(Verb.SWAP_SEATS, Patch(swapped=True))

    return change_match(sessions, ref, decide, what="swap seats", seen=seen, request=request)


def change_game(sessions: Sessions, ref: MatchRef, game: Game, rules: Any, *, seen: int, request: str) -> Done:
    """Play *game* by *rules* instead, while no deal is recorded; raises GameSettled, InvalidRules."""

    def decide(before: Before) -> Change:
        check_rules_of(game, rules)
        if before.deals():
            raise GameSettled
        return Change(Verb.GAME, before.set(game=game.key, **rules_columns(game, rules)))

    content = [game.key, write_rules(rules)]
    return change_match(sessions, ref, decide, what="game", content=content, seen=seen, request=request)


def change_details(
    sessions: Sessions,
    ref: MatchRef,
    details: Details,
    *,
    names: Mapping[int, str] | None = None,
    seen: int,
    request: str,
) -> Done:
    """Put *details* in place of what is written about the match; empty texts are none.

    names: how people, by their ids, are called from now on in the whole book; undo does not take that back,
    and if nothing else is new the match keeps its version.
    The day is one from 1900 to tomorrow. Raises InvalidDetails, naming the field, PlayerNotFound, InvalidName.
    """
    title, place, note = tidy_words(details.title, details.place, details.note)
    day, called = details.played_on, names or {}

    def decide(before: Before) -> Change:
        changed = before.set(title=title, played_on=day, place=place, note=note)
        # A day that was right when it was written stays right.
        if "played_on" in changed.after:
            check_day(day, day_in(before.timezone, before.now))
        return Change(Verb.DETAILS, changed, beside=give_names(before.session, ref.book_id, called))

    content = [title, day.isoformat(), place, note, sorted(called.items())]
    return change_match(sessions, ref, decide, what="details", content=content, seen=seen, request=request)


def tidy_words(title: str | None, place: str | None, note: str | None) -> tuple[str | None, str | None, str | None]:
    """Title, place and note as they are kept; empty ones are None. Raises InvalidDetails, naming the field."""
    return _line(title, "title", LONGEST_TITLE), _line(place, "place", LONGEST_PLACE), _text(note, "note", LONGEST_NOTE)


def check_day(day: date, today: date) -> None:
    """Raise InvalidDetails unless a match can have been played on *day*."""
    if not EARLIEST_DAY <= day <= today + timedelta(days=1):
        raise InvalidDetails("played_on", "The day is one from 1900 to tomorrow.")


def check_rules_of(game: Game, rules: object) -> None:
    """Raise InvalidRules unless *rules* are house rules of *game*."""
    if type(rules) is not game.rules:
        raise InvalidRules("rules", "These are not the house rules of %(game)s.", game=game.name)


def _line(text: str | None, field: str, most: int) -> str | None:
    line = clean_line(text or "")
    if line is None:
        raise InvalidDetails(field, "Control characters cannot be kept.")
    return _checked(line, field, most)


def _text(text: str | None, field: str, most: int) -> str | None:
    """*text* in NFC, with newlines as they are here and nothing blank around it."""
    tidy = unicodedata.normalize("NFC", (text or "").replace("\r\n", "\n").replace("\r", "\n")).strip()
    if any(unicodedata.category(char) in ("Cc", "Cs") and char not in "\n\t" for char in tidy):
        raise InvalidDetails(field, "Control characters cannot be kept.")
    return _checked(tidy, field, most)


def _checked(text: str, field: str, most: int) -> str | None:
    if len(text) > most:
        raise InvalidDetails(field, "At most %(most)s characters can be kept here.", most=most)
    return text or None
