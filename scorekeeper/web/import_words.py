"""What a file would do to the scorebook, in words: its matches, what differs, what is refused and where."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup, escape

from scorekeeper.book.files import Compared, Difference, Standing
from scorekeeper.book.status import status_of, winner_of
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.filed import EPOCH, FiledMatch
from scorekeeper.web.house_rules import rule_words, value_words
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import deal_by_mark, say
from scorekeeper.web.sentences import sentence_of
from scorekeeper.web.summaries import Listed, day_in_words, line_of

MOST_SHOWN = 200
"""Matches of one kind that a page lists."""


@dataclass(frozen=True, slots=True)
class Told:
    """A match of the file as a line, and what is to be said about it."""

    line: Listed
    about: list[Markup] = field(default_factory=list)
    choice: str = ""


class Preview(NamedTuple):
    """What a file would do. Each kind holds its first lines; *counts* how many there are of it."""

    counts: dict[str, int]
    new: list[Told]
    here: list[Told]
    different: list[Told]
    other_people: list[Told]
    deleted: list[Told]
    refused: list[Markup]


def preview_of(compared: Sequence[Compared], refused: Sequence[InvalidFile], today: date) -> Preview:
    """The words for a file whose matches were *compared* with the scorebook, but for those *refused*."""
    kinds = {standing: [one for one in compared if one.standing is standing] for standing in Standing}
    told = {standing: [_told(one, today) for one in some[:MOST_SHOWN]] for standing, some in kinds.items()}
    return Preview(
        counts={standing.name.lower(): len(some) for standing, some in kinds.items()} | {"refused": len(refused)},
        new=told[Standing.NEW],
        here=told[Standing.HERE],
        different=told[Standing.DIFFERENT],
        other_people=told[Standing.OTHER_PEOPLE],
        deleted=told[Standing.DELETED],
        refused=[refusal_words(error) for error in refused[:MOST_SHOWN]],
    )


def refusal_words(error: InvalidFile) -> Markup:
    """``Match 3, deal 2, tricks: Tricks are 0 to 13.``"""
    place = gettext("the file") if error.field == "file" else error.field
    if error.match and error.deal:
        place = gettext("match %(match)s, deal %(deal)s, %(place)s", match=error.match, deal=error.deal, place=place)
    elif error.match:
        place = gettext("match %(match)s, %(place)s", match=error.match, place=place)
    elif error.deal:
        place = gettext("deal %(deal)s, %(place)s", deal=error.deal, place=place)
    elif error.field == "file":
        return escape(sentence_of(error))
    return escape(gettext("%(place)s: %(sentence)s", place=place[0].upper() + place[1:], sentence=sentence_of(error)))


def _told(one: Compared, today: date) -> Told:
    about: list[Markup] = []
    if one.standing is Standing.DIFFERENT:
        about = [_difference_words(difference, one.filed.names) for difference in one.differences]
    if one.standing is Standing.OTHER_PEOPLE and one.names_here:
        left, right = one.names_here
        about = [say(gettext("Here it is between %(left)s and %(right)s."), left=left, right=right)]
    choice = f"{one.filed.uid}:{one.version}" if one.standing is Standing.DIFFERENT else ""
    return Told(_line(one.filed, one.key, today), about, choice)


def _line(filed: FiledMatch, key: str | None, today: date) -> Listed:
    match = filed.file.match
    ended_at = EPOCH if filed.ended_early else None  # only whether, not when
    return line_of(
        key=key or "",
        address=url_for("match.look", key=key) if key else "",
        names=filed.names,
        totals=match.totals,
        status=status_of(match, ended_at),
        winner=winner_of(match, ended_at),
        game=filed.file.game,
        target=getattr(filed.file.rules, "target", None),
        day=filed.played_on or today,
        title=filed.title,
        today=today,
    )


def _difference_words(difference: Difference, names: tuple[str, str]) -> Markup:
    """``Deal 3: 4♥ −1 by Ana here, 4♥ = by Ana in the file``."""
    what = {
        "game": gettext("Game"),
        "first dealer": gettext("First dealer"),
        "deal": gettext("Deal %(number)s", number=difference.number),
        "title": gettext("Title"),
        "played_on": gettext("Played on"),
        "place": gettext("Place"),
        "note": gettext("Note"),
        "ended early": gettext("Ended early"),
    }.get(difference.field) or rule_words(difference.field)
    sentence = gettext("%(what)s: here %(here)s, in the file %(file)s")
    here, file = (_value(difference.field, value, names) for value in (difference.here, difference.file))
    return say(sentence, what=escape(what), here=here, file=file)


def _value(kind: str, value: object, names: tuple[str, str]) -> Markup | str:
    if value is None:
        return escape(gettext("nothing"))
    if isinstance(value, Deal):
        return deal_by_mark(value, names)
    if isinstance(value, date):
        return escape(day_in_words(value))
    if isinstance(value, bool):
        return escape(gettext("yes") if value else gettext("no"))
    if kind in ("game", "first dealer", "title", "place", "note"):
        text = str(value)
        return text if len(text) <= 60 else f"{text[:60]}…"
    return escape(value_words(kind, str(value)))
