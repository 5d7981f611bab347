"""What the entry shows: the slip, the contract face, the result face with the points of every result."""

from functools import lru_cache
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from scorekeeper.book.reading import KeptMatch
from scorekeeper.rules.deal import BOOK, HIGHEST_LEVEL, Doubling, Strain
from scorekeeper.web.choosing import CORRECT, INSERT, RECORD, Chosen, Place
from scorekeeper.web.language import gettext
from scorekeeper.web.marks import (
    contract_mark,
    contract_words,
    deal_by_mark,
    drawn,
    say,
    short_name,
    strain_mark,
    strain_word,
)
from scorekeeper.web.numbers import capitalised
from scorekeeper.web.pad import deal_title, points_to
from scorekeeper.web.partials import Reader, reader
from scorekeeper.web.previews import Preview, Tile, preview_of, removal_of, tiles_of


class Key(NamedTuple):
    """A key: what is drawn on it, its name when spoken, what it sends, whether it is pressed or off."""

    face: Markup | str
    name: str
    value: str
    pressed: bool = False
    off: bool = False


class ContractFace(NamedTuple):
    """The keys of the contract: levels, five strains for each player, passed out.

    question: what is asked until a contract is chosen. close_address: where nothing is chosen.
    """

    place: Place
    chosen: Chosen
    question: str
    address: str
    close_address: str
    levels: tuple[Key, ...]
    strains: tuple[tuple[Key, ...], tuple[Key, ...]]
    plays: tuple[Markup, Markup]

    @property
    def is_without_zero(self) -> bool:
        """True in a game without level 0, whose place among the keys "Passed out" then takes."""
        return self.levels[0].value != "0"

    def fields(self, *without: str) -> dict[str, str]:
        """What every choosing form carries on: the state, but for the fields named, and when it was begun."""
        return self.chosen.fields(*without) | self.place.fields


class EntryFace(NamedTuple):
    """One entry screen: the keys of the contract, and of the result once there is a contract.

    preview: that of what is chosen, None until a deal is whole. result_title: above the results, where
    there is room for a title.
    """

    place: Place
    chosen: Chosen
    title: str
    question: str
    contract: ContractFace
    save_address: str
    slip: Markup
    slip_lines: tuple[str, str]
    result_title: Markup
    doublings: tuple[Key, ...]
    made: tuple[Tile, ...]
    down: tuple[Tile, ...]
    receivers: tuple[Markup, Markup]
    preview: Preview | None
    was: Markup | None
    removal: tuple[Markup, ...]

    @property
    def address(self) -> str:
        """Where every choice is asked for."""
        return self.contract.address

    def fields(self, *without: str) -> dict[str, str]:
        """What every choosing form carries on."""
        return self.contract.fields(*without)


def contract_face(kept: KeptMatch, place: Place, chosen: Chosen) -> ContractFace:
    """The keys of the contract for *place* with *chosen* pressed."""
    names = kept.names
    return ContractFace(
        place=place,
        chosen=chosen,
        question=_level_question(place, chosen),
        address=_address(kept, place),
        close_address=url_for("match.look", key=kept.key),
        levels=_levels(kept.match.game.lowest_level, chosen.level, reader()),
        strains=(_strains(chosen, 0, names[0], reader()), _strains(chosen, 1, names[1], reader())),
        plays=(_plays(names[0]), _plays(names[1])),
    )


def next_contract(kept: KeptMatch) -> ContractFace:
    """The keys of the contract of the deal that comes next, with nothing pressed."""
    number = len(kept.match.lines) + 1
    return contract_face(kept, Place(RECORD, number, number, kept.version), Chosen())


def entry_of(kept: KeptMatch, place: Place, chosen: Chosen) -> EntryFace:
    """The entry screen for *place* with *chosen* pressed."""
    names = kept.names
    contract = chosen.contract
    tiles = [] if contract is None else tiles_of(kept, place, chosen, contract)
    declarer = chosen.declarer or 0
    return EntryFace(
        place=place,
        chosen=chosen,
        title=_title(kept, place),
        question=_question(kept, place, chosen),
        contract=contract_face(kept, place, chosen),
        save_address=_save_address(kept, place),
        slip=_slip(chosen),
        slip_lines=_slip_lines(chosen, names),
        result_title=_result_title(chosen, names),
        doublings=_doublings(chosen),
        made=tuple(tile for tile in tiles if contract and tile.tricks >= contract.tricks_needed),
        down=tuple(tile for tile in reversed(tiles) if contract and tile.tricks < contract.tricks_needed),
        receivers=(
            say(gettext("points to %(name)s"), name=names[declarer]),
            say(gettext("points to %(name)s"), name=names[1 - declarer])
            if any(tile.receiver == 1 - declarer for tile in tiles)
            else say(gettext("no points")),
        ),
        preview=preview_of(kept, place, chosen.deal) if chosen.deal else None,
        was=_was(kept, place),
        removal=removal_of(kept, place.number) if place.purpose == CORRECT else (),
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
        return say(
            gettext("%(contract)s by %(name)s, needs %(tricks)s tricks. Result?"),
            contract=contract_words(chosen.contract),
            name=kept.names[chosen.declarer],
            tricks=chosen.contract.tricks_needed,
        )
    return _level_question(place, chosen)


def _level_question(place: Place, chosen: Chosen) -> str:
    if chosen.level is None:
        return gettext("Deal %(number)s: what level?", number=place.number)
    return gettext(
        "Deal %(number)s. Level %(level)s. Who plays it, and in what?", number=place.number, level=chosen.level
    )


def _address(kept: KeptMatch, place: Place) -> str:
    endpoint = "entry.insertion" if place.purpose == INSERT else "entry.deal"
    return url_for(endpoint, key=kept.key, number=place.meant)


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
    needs = gettext("needs %(tricks)s tricks", tricks=BOOK + chosen.level)
    if chosen.face == "result" and chosen.declarer is not None:
        return say(gettext("by %(name)s"), name=names[chosen.declarer]), needs
    if chosen.level == 0:
        return needs, gettext("0 is only for no-trump")
    return needs, gettext("Now who plays it, and in what?")


def _result_title(chosen: Chosen, names: tuple[str, str]) -> Markup:
    """``Result: 4♠ by Ana``."""
    if chosen.passed_out:
        return say(gettext("Passed out"))
    if chosen.contract is None or chosen.declarer is None:
        return say(gettext("Result"))
    return say(
        gettext("Result: %(contract)s by %(name)s"),
        contract=contract_mark(chosen.contract),
        name=names[chosen.declarer],
    )


def _plays(name: str) -> Markup:
    return say(gettext("%(name)s plays it in"), name=short_name(name))


@lru_cache(maxsize=128)
def _levels(lowest: int, pressed: int | None, _: Reader) -> tuple[Key, ...]:
    return tuple(
        Key(str(level), gettext("Level %(level)s", level=level), str(level), level == pressed)
        for level in range(lowest, HIGHEST_LEVEL + 1)
    )


@lru_cache(maxsize=1024)
def _strains(chosen: Chosen, player: int, player_name: str, _: Reader) -> tuple[Key, ...]:
    return tuple(
        Key(
            face=strain_mark(strain),
            name=gettext("%(strain)s, %(name)s", strain=capitalised(strain_word(strain)), name=player_name),
            value=f"{player}{strain.letters}",
            pressed=chosen.declarer == player and chosen.strain is strain,
            off=chosen.level is None or (chosen.level == 0 and strain is not Strain.NT),
        )
        for strain in Strain
    )


def _doublings(chosen: Chosen) -> tuple[Key, ...]:
    """Undoubled, doubled, redoubled; each with what is said once the points have followed."""
    words = (
        (gettext("Undoubled"), gettext("Undoubled. Points updated.")),
        (gettext("Doubled X"), gettext("Doubled. Points updated.")),
        (gettext("Redoubled XX"), gettext("Redoubled. Points updated.")),
    )
    return tuple(
        Key(word, said, doubling.suffix, chosen.doubling is doubling)
        for doubling, (word, said) in zip(Doubling, words, strict=True)
    )


def _was(kept: KeptMatch, place: Place) -> Markup | None:
    """``Was 3NT =, 400 to Ana.``"""
    if place.purpose != CORRECT:
        return None
    line = kept.match.lines[place.number - 1]
    return drawn(
        gettext("<b>Was</b> %(deal)s, %(points)s."),
        deal=deal_by_mark(line.deal, kept.names),
        points=points_to(line, kept.names),
    )
