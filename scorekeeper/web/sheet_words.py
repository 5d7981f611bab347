"""A filled sheet in words: what stands in each of its cells, above the table and below it.

The print view, the PDF and the browser's own print of the match page all draw what is put together here.
"""

from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import bidirectional

from babel.dates import format_skeleton
from markupsafe import Markup, escape

from scorekeeper.book.reading import KeptMatch
from scorekeeper.book.timezones import day_in
from scorekeeper.paper import charts
from scorekeeper.paper.sheet import Corrected, Filled, SheetRow
from scorekeeper.rules.deal import Contract, Strain
from scorekeeper.rules.houserules import rules_of, write_rules
from scorekeeper.rules.match import Game
from scorekeeper.web.house_rules import hint_for, rules_in_words
from scorekeeper.web.language import gettext, locale_name
from scorekeeper.web.marks import isolated, result_sign, say
from scorekeeper.web.numbers import points
from scorekeeper.web.partials import Reader, reader
from scorekeeper.web.summaries import day_in_words

SUITS: Final = {Strain.CLUBS: "♣", Strain.DIAMONDS: "♦", Strain.HEARTS: "♥", Strain.SPADES: "♠"}
ROOMY: Final = 8
"""Up to so many deals have high lines, and room below for notes by hand."""
MOST_NOTE_LINES: Final = 6
CHART_WIDTH: Final = 680
CHART_HEIGHT: Final = 176


class PaperRow(NamedTuple):
    """A deal as it stands on paper; *marks* says in small letters what is unusual about it."""

    number: int
    dealer: str
    contract: Markup
    declarer: str
    tricks: str
    result: str
    gains: tuple[str, str]
    totals: tuple[str, str]
    counted: bool
    marks: tuple[Markup, ...]


class PaperChart(NamedTuple):
    """The chart of the running totals. has_names: False where a name runs the other way and stands below."""

    drawn: charts.TotalsChart
    has_names: bool


class Sheet(NamedTuple):
    """A filled sheet, ready to be drawn."""

    title: str
    line: str
    day: str
    place: str
    names: tuple[str, str]
    rows: tuple[PaperRow, ...]
    totals: tuple[str, str]
    house_rules: tuple[tuple[str, str], ...]
    note: str
    ending: Markup
    is_roomy: bool
    note_lines: int


def filled_of(kept: KeptMatch, timezone: str) -> Filled:
    """What a sheet tells about a match of the scorebook; days are those of *timezone*."""
    details = kept.details
    return Filled(
        match=kept.match,
        names=kept.names,
        title=details.title,
        played_on=details.played_on,
        place=details.place,
        note=details.note,
        is_ended_early=kept.status == "abandoned",
        corrections=tuple(sorted(kept.corrections.items())),
        timezone=timezone,
    )


def sheet_of(filled: Filled) -> Sheet:
    """The sheet of a match in the language of the reader."""
    return _sheet(filled, reader())


@lru_cache(maxsize=64)
def _sheet(filled: Filled, asking: Reader) -> Sheet:
    match = filled.match
    left, right = match.totals
    return Sheet(
        title=filled.title or match.game.name,
        line=sheet_line(match.game, match.rules, with_game=filled.title is not None),
        day="" if filled.played_on is None else day_in_words(filled.played_on),
        place=filled.place or "",
        names=filled.names,
        rows=tuple(_row(row, filled.names, filled.timezone, asking) for row in filled.rows),
        totals=(points(left), points(right)),
        house_rules=_unusual_rules(match.game, match.rules, asking),
        note=filled.note or "",
        ending=_ending(filled),
        is_roomy=len(match.lines) <= ROOMY,
        note_lines=_note_lines(filled),
    )


def _note_lines(filled: Filled) -> int:
    """How many lines for notes by hand have room on a page of Letter, the shortest there is."""
    written = len(filled.note or "") // 110 + (filled.note or "").count("\n") + 2 * bool(filled.note)
    return max(0, MOST_NOTE_LINES - 2 * max(0, len(filled.match.lines) - 6) - written)


def sheet_line(game: Game, rules: object, *, with_game: bool) -> str:
    """What stands below the title: what to expect at the end of the match, after the game unless that is the title."""
    hint = hint_for(game, rules)
    return gettext("%(game)s. %(hint)s", game=game.name, hint=hint) if with_game else hint


def unusual_rules(game: Game, rules: object) -> tuple[tuple[str, str], ...]:
    """The house rules that differ from the usual, in words; the target is no house rule to people."""
    return _unusual_rules(game, rules, reader())


@lru_cache(maxsize=64)
def _unusual_rules(game: Game, rules: object, _: Reader) -> tuple[tuple[str, str], ...]:
    known = rules_of(game.rules)
    in_words = zip(write_rules(rules).items(), rules_in_words(game, rules), strict=True)  # type: ignore[arg-type]
    return tuple(words for (key, value), words in in_words if value != known[key].default and key != "target")


@lru_cache(maxsize=1024)
def _row(row: SheetRow, names: tuple[str, str], timezone: str, _: Reader) -> PaperRow:
    line, deal = row.line, row.deal
    first, second = line.points
    marks = [] if row.counted else [escape(gettext("not counted"))]
    if row.corrected is not None:
        marks.append(_corrected(row.corrected, row, names, timezone))
    return PaperRow(
        number=line.number,
        dealer=names[line.dealer],
        contract=_contract(row),
        declarer="" if deal.declarer is None else names[deal.declarer],
        tricks="" if deal.tricks is None else str(deal.tricks),
        result="" if deal.result is None else result_sign(deal.result),
        gains=(points(first) if first else "", points(second) if second else ""),
        totals=(points(line.totals[0]), points(line.totals[1])),
        counted=row.counted,
        marks=tuple(marks),
    )


def _contract(row: SheetRow) -> Markup:
    if row.deal.contract is not None:
        text = escape(contract_text(row.deal.contract))
        return text if row.counted else Markup("<s>{}</s>").format(text)
    passed_out = gettext("passed out, played again") if row.is_played_again else gettext("passed out")
    return Markup('<span class="paper-passed">{}</span>').format(passed_out)


def contract_text(contract: Contract) -> str:
    """``4♠X`` in letters: on paper a suit is a sign of the font, which can be searched and copied."""
    return f"{contract.level}{strain_text(contract.strain)}{contract.doubling.suffix}"


def strain_text(strain: Strain) -> str:
    """``♠``, ``NT``."""
    return SUITS.get(strain, "NT")


def _corrected(was: Corrected, row: SheetRow, names: tuple[str, str], timezone: str) -> Markup:
    """``corrected 29 Nov, was 640``; with the name where the points went to the other player, or to none now."""
    language = locale_name()
    day = format_skeleton("MMMd", day_in(timezone, was.at), locale="en_001" if language == "en" else language)
    now = next((player for player in (0, 1) if row.line.points[player]), None)
    if was.player is None or was.player == now:
        return say(gettext("corrected %(day)s, was %(points)s"), day=escape(day), points=points(was.points))
    sentence = gettext("corrected %(day)s, was %(points)s to %(name)s")
    return say(sentence, day=escape(day), points=points(was.points), name=names[was.player])


def paper_chart(filled: Filled) -> PaperChart | None:
    """The chart of the running totals as PDFs can draw it; None before the first deal."""
    if not filled.match.lines:
        return None
    has_names = not any(runs_other_way(name) for name in filled.names)
    names = filled.names if has_names else ("", "")
    drawn = charts.totals_chart(filled.match, names, points, width=CHART_WIDTH, height=CHART_HEIGHT)
    return PaperChart(drawn, has_names)


def runs_other_way(name: str) -> bool:
    """True if a sign of *name* is written from right to left, which pictures in a PDF cannot do."""
    return any(bidirectional(sign) in ("R", "AL", "AN", "RLE", "RLO", "RLI") for sign in name)


def _ending(filled: Filled) -> Markup:
    """Who won and by how much, or how the match stands."""
    left, right = filled.match.totals
    ahead = left >= right
    who, by = filled.names[0 if ahead else 1], points(abs(left - right))
    if filled.is_ended_early:
        return escape(gettext("Ended early, no winner"))
    if filled.match.outcome is None:
        if left == right:
            return escape(gettext("In play, level"))
        return say(gettext("In play, %(name)s leads by %(points)s"), name=who, points=by)
    if filled.winner is None:
        return escape(gettext("Drawn, %(points)s each", points=points(left)))
    return say(gettext("%(name)s wins by %(points)s"), name=isolated(filled.names[filled.winner]), points=by)
