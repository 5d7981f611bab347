"""What saving a deal would do: its points, what becomes of the match, and why."""

from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.book.reading import KeptMatch
from scorekeeper.rules.deal import ALL_TRICKS, Contract, Deal
from scorekeeper.rules.match import Match, Points, points_of
from scorekeeper.web.choosing import CORRECT, RECORD, Chosen, Place
from scorekeeper.web.consequences import Splice, consequences, moved_end
from scorekeeper.web.explain import explanation
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import drawn, result_face, result_words, say, short_name
from scorekeeper.web.numbers import capitalised, points
from scorekeeper.web.pad import given
from scorekeeper.web.partials import reader


class Preview(NamedTuple):
    """What saving would do: the label of Save, the sentences beside it, why, and what is said aloud.

    player, gain: for whom the band shows which plus; None and "" if it shows none.
    """

    save: Markup
    sentences: tuple[Markup, ...]
    why: Markup
    said: str
    player: int | None
    gain: str


class Tile(NamedTuple):
    """A possible result with its points and what choosing it would mean."""

    sign: str
    points: str
    name: str
    tricks: int
    pressed: bool
    receiver: int | None
    preview: Preview


def tiles_of(kept: KeptMatch, place: Place, chosen: Chosen, contract: Contract) -> list[Tile]:
    """Every result that *contract* can have, from no trick to all thirteen."""
    return [_tile(kept, place, Deal(chosen.declarer, contract, tricks), chosen) for tricks in range(ALL_TRICKS + 1)]


def _tile(kept: KeptMatch, place: Place, deal: Deal, chosen: Chosen) -> Tile:
    contract, result, tricks = deal.contract, deal.result, deal.tricks
    assert contract is not None  # noqa: S101 - made from a contract
    assert result is not None  # noqa: S101
    assert tricks is not None  # noqa: S101
    gained = points_of(kept.game.score(kept.match.rules, deal))
    return Tile(
        sign=result_face(contract, result),
        points=points(sum(gained)),
        name=gettext(
            "%(result)s, %(tricks)s tricks, %(points)s",
            result=capitalised(result_words(result)),
            tricks=tricks,
            points=given(gained, kept.names),
        ),
        tricks=tricks,
        pressed=chosen.tricks == tricks,
        receiver=receiver_of(gained),
        preview=preview_of(kept, place, deal),
    )


def receiver_of(gained: Points) -> int | None:
    """Who gets the points of a deal; None if nobody does."""
    return None if gained == (0, 0) else int(gained[1] > 0)


def preview_of(kept: KeptMatch, place: Place, deal: Deal) -> Preview:
    """What saving *deal* at *place* would do."""
    names, match = kept.names, kept.match
    if place.purpose == RECORD:
        after = match.record(deal)
        sentences = _when_recorded(match, deal, after, names)
    else:
        splice = Splice(place.number, int(place.purpose == CORRECT), (deal,))
        after = splice.after(match)
        sentences = tuple(consequences(match, splice, after, names, ends=kept.abandoned_at is None))
    # A deal after the end of the match gives nobody anything, whatever it would have been worth.
    line = after.lines[place.number - 1]
    gained, player = line.points, receiver_of(line.points)
    return Preview(
        save=_save_label(place, gained, player, names),
        sentences=sentences,
        why=explanation(deal, line.entries, reader()),
        said=_said(after, player, sentences, names),
        # A correction replaces points; a plus beside the total would say that it adds them.
        player=None if place.purpose == CORRECT else player,
        gain="" if player is None or place.purpose == CORRECT else f"+{points(gained[player])}",
    )


def removal_of(kept: KeptMatch, number: int) -> tuple[Markup, ...]:
    """What deleting the deal with *number* would do."""
    splice = Splice(number, 1, ())
    after = splice.after(kept.match)
    return tuple(consequences(kept.match, splice, after, kept.names, ends=kept.abandoned_at is None))


def _when_recorded(match: Match, deal: Deal, after: Match, names: tuple[str, str]) -> tuple[Markup, ...]:
    ends = moved_end(match, after, names)
    if deal.contract is not None or after.next_dealer is None:
        return tuple(ends)
    sentence = gettext("No points. %(name)s deals next.")
    if not match.game.uses_up(match.rules, deal):
        sentence = gettext("No points, and it is played again: %(name)s deals next.")
    return (say(sentence, name=names[after.next_dealer]), *ends)


def _said(after: Match, player: int | None, sentences: tuple[Markup, ...], names: tuple[str, str]) -> str:
    aloud = [sentence.striptags() for sentence in sentences]
    if player is None:
        return " ".join(aloud)
    total = gettext("%(name)s would have %(points)s.", name=names[player], points=points(after.totals[player]))
    return " ".join([total, *aloud])


def _save_label(place: Place, gained: Points, player: int | None, names: tuple[str, str]) -> Markup:
    if place.purpose == CORRECT:
        return say(gettext("Save change"))
    if player is None:
        return say(gettext("Save: no points"))
    return drawn(
        gettext("Save <b>%(points)s</b> to %(name)s"), points=points(gained[player]), name=short_name(names[player])
    )
