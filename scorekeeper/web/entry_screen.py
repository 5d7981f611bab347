"""What the entry shows: the slip, the contract face, the result face with the points of every result."""

from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from scorekeeper.book.reading import KeptMatch
from scorekeeper.rules.deal import ALL_TRICKS, Contract, Deal, Doubling, Strain
from scorekeeper.rules.match import points_of
from scorekeeper.web.choosing import Chosen
from scorekeeper.web.consequences import Splice, consequences
from scorekeeper.web.explain import explanation
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import (
    contract_mark,
    contract_words,
    deal_by_mark,
    result_sign,
    result_words,
    say,
    strain_mark,
    strain_word,
)
from scorekeeper.web.numbers import capitalised, points
from scorekeeper.web.pad import deal_title, names_of

RECORD, CORRECT, INSERT = "record", "correct", "insert"


@dataclass(frozen=True, slots=True)
class Place:
    """Which deal is entered: *purpose* is record, correct or insert; *number* its place, from 1."""

    purpose: str
    number: int

    def splice(self, deal: Deal) -> Splice:
        """What saving *deal* here does to the list of deals."""
        return Splice(self.number, int(self.purpose == CORRECT), (deal,))


@dataclass(frozen=True, slots=True)
class Key:
    """A key: what is drawn on it, its name when spoken, what it sends, whether it is pressed or off."""

    face: Markup | str
    name: str
    value: str
    pressed: bool = False
    off: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What saving would do: the label of Save, the sentences beside it, the preview in the band."""

    save: Markup
    sentences: tuple[Markup, ...]
    why: Markup
    said: str
    player: int | None
    gain: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A possible result with its points and what choosing it would mean."""

    sign: str
    points: str
    name: str
    tricks: int
    pressed: bool
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry screen. *outcome* is that of what is chosen, None until a deal is whole."""

    place: Place
    title: str
    question: str
    address: str
    save_address: str
    close_address: str
    chosen: Chosen
    slip: Markup
    slip_lines: tuple[str, str]
    levels: tuple[Key, ...]
    strains: tuple[tuple[Key, ...], tuple[Key, ...]]
    plays: tuple[str, str]
    doublings: tuple[Key, ...]
    made: tuple[Tile, ...]
    down: tuple[Tile, ...]
    receivers: tuple[str, str]
    outcome: Outcome | None
    was: Markup | None
    removal: tuple[Markup, ...]


def entry_of(kept: KeptMatch, place: Place, chosen: Chosen) -> Entry:
    """The entry screen for *place* with *chosen* pressed."""
    names, match = names_of(kept), kept.match
    contract = chosen.contract
    tiles = [] if contract is None else _tiles(kept, place, chosen, contract)
    declarer = chosen.declarer or 0
    return Entry(
        place=place,
        title=_title(kept, place),
        question=_question(kept, place, chosen),
        address=_address(kept, place),
        save_address=_save_address(kept, place),
        close_address=url_for("match.look", key=kept.key),
        chosen=chosen,
        slip=_slip(chosen),
        slip_lines=_slip_lines(chosen, names),
        levels=tuple(
            Key(str(level), gettext("Level %(level)s", level=level), str(level), chosen.level == level)
            for level in range(match.game.lowest_level, 8)
        ),
        strains=(_strains(chosen, 0, names), _strains(chosen, 1, names)),
        plays=tuple(gettext("%(name)s plays it in", name=name) for name in names),  # type: ignore[arg-type]
        doublings=_doublings(chosen),
        made=tuple(tile for tile in tiles if contract and tile.tricks >= contract.tricks_needed),
        down=tuple(tile for tile in reversed(tiles) if contract and tile.tricks < contract.tricks_needed),
        receivers=(
            gettext("points to %(name)s", name=names[declarer]),
            gettext("points to %(name)s", name=names[1 - declarer])
            if any(tile.outcome.player == 1 - declarer for tile in tiles)
            else gettext("no points"),
        ),
        outcome=_outcome(kept, place, chosen.deal) if chosen.deal else None,
        was=_was(kept, place),
        removal=_removal(kept, place),
    )


def _title(kept: KeptMatch, place: Place) -> str:
    if place.purpose == CORRECT:
        return gettext("Edit deal %(number)s", number=place.number)
    if place.purpose == INSERT:
        return gettext("Insert a deal before deal %(number)s", number=place.number)
    return deal_title(kept.match, place.number, kept.match.next_used)


def _question(kept: KeptMatch, place: Place, chosen: Chosen) -> str:
    """The heading of the face, spoken when it opens."""
    if chosen.face == "passed-out":
        return gettext("Deal %(number)s passed out.", number=place.number)
    if chosen.face == "result" and chosen.contract and chosen.declarer is not None:
        return gettext(
            "%(contract)s by %(name)s, needs %(tricks)s tricks. Result?",
            contract=contract_words(chosen.contract),
            name=names_of(kept)[chosen.declarer],
            tricks=chosen.contract.tricks_needed,
        )
    if chosen.level is None:
        return gettext("Deal %(number)s: what level?", number=place.number)
    return gettext(
        "Deal %(number)s. Level %(level)s. Who plays it, and in what?", number=place.number, level=chosen.level
    )


def _address(kept: KeptMatch, place: Place) -> str:
    endpoint = "entry.insertion" if place.purpose == INSERT else "entry.deal"
    return url_for(endpoint, key=kept.key, number=place.number)


def _save_address(kept: KeptMatch, place: Place) -> str:
    if place.purpose == RECORD:
        return url_for("entry.record", key=kept.key)
    return url_for(f"entry.{place.purpose}", key=kept.key, number=place.number)


def _slip(chosen: Chosen) -> Markup:
    if chosen.passed_out:
        return Markup("")
    if chosen.contract is not None and not chosen.changing:
        return contract_mark(chosen.contract)
    drawn = Markup("{}{}").format("" if chosen.level is None else chosen.level, Markup('<i aria-hidden="true">?</i>'))
    return Markup('<bdi dir="ltr" class="contract">{}</bdi>').format(drawn)


def _slip_lines(chosen: Chosen, names: tuple[str, str]) -> tuple[str, str]:
    if chosen.face == "passed-out":
        return gettext("Passed out"), ""
    if chosen.level is None:
        return gettext("What level?"), ""
    needs = gettext("needs %(tricks)s tricks", tricks=6 + chosen.level)
    if chosen.face == "result" and chosen.declarer is not None:
        return gettext("by %(name)s", name=names[chosen.declarer]), needs
    if chosen.level == 0:
        return needs, gettext("0 is only for no-trump")
    return needs, gettext("Now who plays it, and in what?")


def _strains(chosen: Chosen, player: int, names: tuple[str, str]) -> tuple[Key, ...]:
    return tuple(
        Key(
            face=strain_mark(strain),
            name=gettext("%(strain)s, %(name)s", strain=capitalised(strain_word(strain)), name=names[player]),
            value=f"{player}{strain.letters}",
            pressed=chosen.declarer == player and chosen.strain is strain,
            off=chosen.level is None or (chosen.level == 0 and strain is not Strain.NT),
        )
        for strain in Strain
    )


def _doublings(chosen: Chosen) -> tuple[Key, ...]:
    words = (gettext("Undoubled"), gettext("Doubled X"), gettext("Redoubled XX"))
    return tuple(
        Key(word, word, doubling.suffix, chosen.doubling is doubling)
        for doubling, word in zip(Doubling, words, strict=True)
    )


def _tiles(kept: KeptMatch, place: Place, chosen: Chosen, contract: Contract) -> list[Tile]:
    return [_tile(kept, place, Deal(chosen.declarer, contract, tricks), chosen) for tricks in range(ALL_TRICKS + 1)]


def _tile(kept: KeptMatch, place: Place, deal: Deal, chosen: Chosen) -> Tile:
    result, tricks = deal.result, deal.tricks
    assert result is not None  # noqa: S101 - made from a contract
    assert tricks is not None  # noqa: S101
    outcome = _outcome(kept, place, deal)
    gained = points_of(kept.match.game.score(kept.match.rules, deal))
    return Tile(
        sign=result_sign(result),
        points=points(sum(gained)),
        name=gettext(
            "%(result)s, %(tricks)s tricks, %(points)s",
            result=capitalised(result_words(result)),
            tricks=tricks,
            points=_given(gained, names_of(kept)),
        ),
        tricks=tricks,
        pressed=chosen.tricks == tricks,
        outcome=outcome,
    )


def _given(gained: tuple[int, int], names: tuple[str, str]) -> str:
    for player in (0, 1):
        if gained[player]:
            return gettext("%(points)s to %(name)s", points=points(gained[player]), name=names[player])
    return gettext("no points")


def _outcome(kept: KeptMatch, place: Place, deal: Deal) -> Outcome:
    names, match = names_of(kept), kept.match
    entries = match.game.score(match.rules, deal)
    gained = points_of(entries)
    splice = place.splice(deal)
    player = None if gained == (0, 0) else int(gained[1] > 0)
    after = splice.after(match)
    sentences = tuple(consequences(match, splice, names, totals=place.purpose != RECORD))
    if deal.contract is None and place.purpose == RECORD and not after.is_over:
        sentences = (
            say(gettext("No points. %(name)s deals next."), name=names[after.dealer_of(len(after.lines) + 1)]),
            *sentences,
        )
    said = (
        ""
        if player is None
        else gettext("%(name)s would have %(points)s.", name=names[player], points=points(after.totals[player]))
    )
    return Outcome(
        save=_save_label(place, gained, player, names),
        sentences=sentences,
        why=explanation(deal, entries),
        said=" ".join([said, *(sentence.striptags() for sentence in sentences)]).strip(),
        player=player,
        # A correction replaces points; a plus beside the total would say that it adds them.
        gain="" if player is None or place.purpose == CORRECT else f"+{points(gained[player])}",
    )


def _save_label(place: Place, gained: tuple[int, int], player: int | None, names: tuple[str, str]) -> Markup:
    if place.purpose == CORRECT:
        return say(gettext("Save change"))
    if player is None:
        return say(gettext("Save: no points"))
    return say(
        gettext("Save %(points)s to %(name)s"),
        points=Markup("<b>{}</b>").format(points(gained[player])),
        name=names[player],
    )


def _was(kept: KeptMatch, place: Place) -> Markup | None:
    """``Was 3NT =, 400 to Ana.``"""
    if place.purpose != CORRECT:
        return None
    line = kept.match.lines[place.number - 1]
    gained = points_of(line.entries)
    return say(
        gettext("%(heading)s %(deal)s, %(points)s."),
        heading=Markup("<b>{}</b>").format(gettext("Was")),
        deal=deal_by_mark(line.deal, names_of(kept)),
        points=_given(gained, names_of(kept)),
    )


def _removal(kept: KeptMatch, place: Place) -> tuple[Markup, ...]:
    """What deleting the deal would do, said beside the key that does it."""
    if place.purpose != CORRECT:
        return ()
    splice = Splice(place.number, 1, ())
    return tuple(consequences(kept.match, splice, names_of(kept), totals=True))
