"""Matches as a table: a row a deal, for spreadsheets, and back.

Every row names its match whole, so that rows may be sorted and cut. The date stands in three columns of
numbers, contract and result in one cell (``4HX-1``), and the id begins with ``m-``: nothing is left that
a spreadsheet could take for a date, a number or a formula. Text that people wrote and that could be taken
for one of these begins with an apostrophe, which reading takes away again.

Read is what was saved again by Excel or LibreOffice: separated by commas, semicolons or tabs, headings in
any case and order. Dealer, points and totals follow from the deals and are not read; neither times nor
corrections are in the table.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Final

from scorekeeper.rules.deal import Deal, format_deal, parse_deal
from scorekeeper.rules.errors import InvalidFile, RulesError
from scorekeeper.rules.filed import FiledMatch, uid_of
from scorekeeper.rules.games import game_named
from scorekeeper.rules.houserules import Amount, read_rules, rules_of, write_rules
from scorekeeper.rules.match import Game
from scorekeeper.rules.matchfile import MatchFile
from scorekeeper.rules.names import name_key

OF_MATCH: Final = (
    "match",
    "title",
    "year",
    "month",
    "day",
    "place",
    "note",
    "game",
    "player 1",
    "player 2",
    "first dealer",
    "rules",
    "ended early",
    "deals",
)
"""Headings of what every row says about its match."""
OF_DEAL: Final = ("number", "dealer", "declarer", "deal", "tricks")
COMPUTED: Final = ("points 1", "points 2", "total 1", "total 2", "counted")
COLUMNS: Final = (*OF_MATCH, *OF_DEAL, *COMPUTED)
NEEDED: Final = ("game", "player 1", "player 2", "number", "declarer", "deal")
"""Headings without which a table is none of ours."""
SEPARATORS: Final = ",;\t"
UID_MARK: Final = "m-"
YES: Final = "yes"
_FORMULA: Final = tuple("=+-@\t\r＝＋－＠")  # noqa: RUF001 - a spreadsheet takes the wide ones for the others
_NUMBER: Final = re.compile(r"([0-9]{1,9})([.,]0+)?", re.ASCII)

Row = dict[str, str]


def write_csv(matches: Iterable[FiledMatch]) -> bytes:
    """*matches* as a table in UTF-8 with its mark, rows ended by CR and LF; one without deals has a row too."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for filed in matches:
        rows.writerows(_rows(filed))
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _rows(filed: FiledMatch) -> Iterator[list[object]]:
    file, names, day = filed.file, [guarded(name) for name in filed.names], filed.played_on
    said: list[object] = [
        UID_MARK + filed.uid,
        guarded(filed.title or ""),
        *(("", "", "") if day is None else (day.year, day.month, day.day)),
        guarded(filed.place or ""),
        guarded(filed.note or ""),
        file.game.key,
        *names,
        names[file.first_dealer],
        "; ".join(f"{key}={value}" for key, value in write_rules(file.rules).items()),
        YES if filed.ended_early else "",
        len(file.deals),
    ]
    for line in file.match.lines:
        deal = line.deal
        played: list[object] = ["", format_deal(deal), ""]
        if deal.declarer is not None:
            played = [names[deal.declarer], format_deal(deal), deal.tricks]
        counted = YES if line.counted else "no"
        yield [*said, line.number, names[line.dealer], *played, *line.points, *line.totals, counted]
    if not file.deals:
        yield said + [""] * (len(COLUMNS) - len(said))


def guarded(text: str) -> str:
    """*text* as a cell that every spreadsheet takes for text."""
    return f"'{text}" if _is_risky(text) else text


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _is_risky(cell) else cell


def _is_risky(text: str) -> bool:
    """Whether *text*, any apostrophes before it aside, could be a formula, a number, a date or a truth value."""
    bare = text.lstrip("'")
    return bare.startswith(_FORMULA) or any(map(str.isdigit, bare)) or bare.casefold() in ("true", "false")


def is_table(text: str) -> bool:
    """Whether the first row of *text* has one of our headings."""
    return bool(_separator(text)[1])


def read_csv(text: str) -> list[FiledMatch | InvalidFile]:
    """The matches of the table, in the order in which they begin, each or why it cannot be read.

    Raises InvalidFile if the table as a whole cannot be.
    """
    separator, found = _separator(text)
    if missing := [heading for heading in NEEDED if heading not in found]:
        raise InvalidFile("file", "The table has no column %(column)s.", column=missing[0])
    try:
        headings, *rows = csv.reader(io.StringIO(_table(text), newline=""), delimiter=separator, strict=True)
    except csv.Error as error:
        raise InvalidFile("file", "The table cannot be read: a cell is too long or a quote is not closed.") from error
    keys = [_tidy(heading) for heading in headings]
    twice = next((key for key in COLUMNS if keys.count(key) > 1), None)
    if twice:
        raise InvalidFile("file", "The column %(column)s is there twice.", column=twice)
    groups: dict[str, list[Row]] = {}
    for number, cells in enumerate(rows, start=2):
        if any(cell.strip() for cell in cells):
            row = _row(keys, cells, number)
            groups.setdefault(row["match"], []).append(row)
    return [_read_or_refuse(group) for group in groups.values()]


def _separator(text: str) -> tuple[str, set[str]]:
    """What separates the cells, and which of our headings it makes of the first row."""
    first = _table(text).split("\n", 1)[0][:10_000].strip("\r")
    tried = []
    for separator in SEPARATORS:
        try:
            cells = next(csv.reader([first], delimiter=separator), [])
        except csv.Error:
            cells = []
        tried.append((separator, {_tidy(cell) for cell in cells} & set(COLUMNS)))
    return max(tried, key=lambda one: len(one[1]))


def _table(text: str) -> str:
    """*text* without the line by which Excel is told the separator."""
    return re.sub(r"\A\ufeff?\"?sep=.\"?\r?\n", "", text).removeprefix("\ufeff")


def _tidy(heading: str) -> str:
    return " ".join(heading.split()).casefold()


def _row(keys: Sequence[str], cells: Sequence[str], number: int) -> Row:
    if any(cell.strip() for cell in cells[len(keys) :]):
        raise InvalidFile("file", "Row %(row)s has more cells than there are headings.", row=number)
    found = dict(zip(keys, cells, strict=False))
    return {key: found.get(key, "").strip() for key in COLUMNS}


def _read_or_refuse(rows: list[Row]) -> FiledMatch | InvalidFile:
    try:
        return _read(rows)
    except InvalidFile as error:
        return error


def _read(rows: list[Row]) -> FiledMatch:
    said = rows[0]
    for key in OF_MATCH:
        if any(row[key] != said[key] for row in rows):
            raise InvalidFile(key, "The rows of one match do not say the same here.")
    try:
        game = game_named(said["game"].casefold())
        rules = read_rules(game.rules, _rules(game, said["rules"]))
    except RulesError as error:
        raise InvalidFile.of(error) from error
    players = _unguarded(said["player 1"]), _unguarded(said["player 2"])
    file = MatchFile(
        game=game,
        rules=rules,
        players=players,
        first_dealer=_player("first dealer", said["first dealer"], players) if said["first dealer"] else 0,
        deals=tuple(_deals(rows, players)),
    )
    if said["ended early"].casefold() not in ("", YES):
        raise InvalidFile("ended early", "A match that was ended early has yes here, others nothing.")
    return FiledMatch(
        file=file,
        uid=said["match"].removeprefix(UID_MARK) or uid_of(file),
        title=_unguarded(said["title"]) or None,
        played_on=_day(said),
        place=_unguarded(said["place"]) or None,
        note=_unguarded(said["note"]) or None,
        ended_early=bool(said["ended early"]),
    )


def _deals(rows: list[Row], players: tuple[str, str]) -> Iterator[Deal]:
    if len(rows) == 1 and not any(rows[0][key] for key in OF_DEAL):
        rows = []
    if (said := rows[0]["deals"] if rows else "") and (deals := _number("deals", said)) != len(rows):
        raise InvalidFile("deals", "The match has %(deals)s deals, and here are %(rows)s.", deals=deals, rows=len(rows))
    numbered = sorted(((_number("number", row["number"]), row) for row in rows), key=lambda one: one[0])
    for number, (given, row) in enumerate(numbered, start=1):
        if given != number:
            raise InvalidFile("number", "Deals are numbered from 1 without a gap; one is missing or there twice.")
        yield _deal(number, row, players)


def _deal(number: int, row: Row, players: tuple[str, str]) -> Deal:
    declarer = _player("declarer", row["declarer"], players, number) if row["declarer"] else None
    try:
        deal = parse_deal(row["deal"], declarer or 0)
    except RulesError as error:
        raise InvalidFile.of(error, "deal", deal=number) from error
    if deal.is_passed_out:
        if declarer is not None or row["tricks"]:
            raise InvalidFile("deal", "A passed-out deal has neither declarer nor tricks.", deal=number)
        return deal
    if declarer is None:
        raise InvalidFile("declarer", "Declarer is one of the two players.", deal=number)
    if row["tricks"] and (tricks := _number("tricks", row["tricks"], number)) != deal.tricks:
        raise InvalidFile(
            "tricks",
            "%(deal_as_said)s is %(said)s tricks, not %(given)s.",
            deal=number,
            deal_as_said=format_deal(deal),
            said=deal.tricks,
            given=tricks,
        )
    return deal


def _player(key: str, cell: str, players: tuple[str, str], deal: int | None = None) -> int:
    found = [player for player, name in enumerate(players) if name_key(name) == name_key(_unguarded(cell))]
    if len(found) != 1:
        raise InvalidFile(key, "This is the name of one of the two players.", deal=deal)
    return found[0]


def _rules(game: Game, cell: str) -> dict[str, Any]:
    known, values = rules_of(game.rules), {}
    for part in filter(None, (part.strip() for part in cell.split(";"))):
        key, _, value = (word.strip() for word in part.partition("="))
        is_number = isinstance(known.get(key), Amount) and _NUMBER.fullmatch(value)
        values[key] = int(value.split(".")[0].split(",")[0]) if is_number else value
    return values


def _number(key: str, cell: str, deal: int | None = None) -> int:
    found = _NUMBER.fullmatch(cell)
    if not found:
        raise InvalidFile(key, "This is a whole number.", deal=deal)
    return int(found[1])


def _day(said: Row) -> date | None:
    if not (said["year"] or said["month"] or said["day"]):
        return None
    try:
        return date(*(_number(key, said[key]) for key in ("year", "month", "day")))
    except (ValueError, OverflowError) as error:
        raise InvalidFile("day", "Year, month and day are the numbers of a date.") from error
