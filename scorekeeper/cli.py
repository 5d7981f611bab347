"""The command line: run the server, make its fonts, look after the database, score deals, fold a match file.

Every command imports what it needs when it is called, so that scoring starts no web server.
Exit status: 0 done, 1 something in the input is wrong, 2 it cannot be done as asked.
"""

import argparse
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from scorekeeper.arguments import LONGEST_NUMBER, NOT_AS_ASKED, Parser, Version, port, shown

if TYPE_CHECKING:
    from scorekeeper.rules.match import Game

INPUT_WRONG: Final = 1
INTERRUPTED: Final = 130
STANDARD_INPUT: Final = "-"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command in *arguments* (those of the process by default); returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks ♠ is no reason to stop
    try:
        status = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output has seen enough
        _discard_output()
        return INPUT_WRONG
    except OSError as error:  # the output could not be written; what cannot be read is said where it is read
        _discard_output()
        return fail(error.strerror or str(error), INPUT_WRONG)
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def fail(sentence: str, status: int) -> int:
    """Say on standard error why it cannot be done; returns *status*."""
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return status


def _run(arguments: list[str]) -> int:
    parser = _parser()
    asked, rest = parser.parse_known_args(arguments)
    if asked.command is score:
        # Deals that stand after an option, in between: all of them are deals.
        options = [word for word in rest if word.startswith("-") and word != STANDARD_INPUT]
        if options:
            parser.error(f"{shown(options[0])} is no option of score, and no deal begins with -: write 4H-1 or 3NT=")
        asked.deals += rest
    elif rest:
        parser.error(f"what is {shown(rest[0])}?")
    status: int = asked.command(asked)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="scorekeeper", allow_abbrev=False, description="Keeps score of Bridgette and Draw Bridge, for two players."
    )
    parser.add_argument("--version", action=Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    run_parser = commands.add_parser("run", allow_abbrev=False, help="serve the scorebook to the phones at home")
    run_parser.add_argument("--host", default="0.0.0.0", help="address to listen on (all)")  # noqa: S104 - for phones
    run_parser.add_argument("--port", type=port, default=8000, help="port to listen on (8000)")
    run_parser.set_defaults(command=run)

    fonts_parser = commands.add_parser("fonts", allow_abbrev=False, help="make the fonts of the pages, once")
    fonts_parser.set_defaults(command=fonts)

    db_parser = commands.add_parser("db", allow_abbrev=False, help="look after the database")
    acts = db_parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    upgrade_parser = acts.add_parser("upgrade", allow_abbrev=False, help="bring the database to this version")
    upgrade_parser.set_defaults(command=upgrade)
    purge_parser = acts.add_parser(
        "purge", allow_abbrev=False, help="remove for good what was deleted over 30 days ago"
    )
    purge_parser.set_defaults(command=purge)

    for name, command, words in (
        ("backup", backup, "write the whole instance into a new file"),
        ("restore", restore, "put a backup into an empty instance"),
    ):
        file_parser = commands.add_parser(name, allow_abbrev=False, help=words)
        file_parser.add_argument("file", metavar="FILE", help="the file of the backup")
        file_parser.set_defaults(command=command)

    score_parser = commands.add_parser("score", allow_abbrev=False, help="say what deals are worth")
    score_parser.add_argument("game", metavar="GAME", help="bridgette or draw-bridge")
    score_parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[], help="a house rule")
    score_parser.add_argument("deals", metavar="DEAL", nargs="*", help="3NTX+1, 4H-1, 0NT= or pass; - reads lines")
    score_parser.set_defaults(command=score)

    tally_parser = commands.add_parser("tally", allow_abbrev=False, help="add up a match file")
    tally_parser.add_argument("file", metavar="FILE", help="a match file; - is standard input")
    tally_parser.add_argument("--json", action="store_true", help="print it for programs")
    tally_parser.set_defaults(command=tally)
    _add_papers(commands)
    return parser


def _add_papers(commands: Any) -> None:
    """The commands that make PDFs."""
    sheet_parser = commands.add_parser("sheet", allow_abbrev=False, help="make the sheet of a match file as a PDF")
    sheet_parser.add_argument("file", metavar="FILE", help="a match file; - is standard input")
    blank_parser = commands.add_parser("blank", allow_abbrev=False, help="make a sheet to write on as a PDF")
    blank_parser.add_argument("game", metavar="GAME", help="bridgette or draw-bridge")
    blank_parser.add_argument("--per-page", type=int, choices=(1, 2, 4), default=1, help="sheets to a page (1)")
    blank_parser.add_argument("--large", action="store_true", help="in large print")
    for parser, command in ((sheet_parser, sheet), (blank_parser, blank)):
        parser.add_argument("-o", "--output", metavar="PDF", required=True, help="the file to write")
        parser.add_argument("--paper", choices=("a4", "letter", "a5"), default="a4", help="a4, letter or a5 (a4)")
        parser.set_defaults(command=command)


def run(asked: argparse.Namespace) -> int:
    """Serve until stopped."""
    from scorekeeper.config import ConfigError
    from scorekeeper.serve import CannotServe, serve

    try:
        serve(asked.host, asked.port)
    except (ConfigError, CannotServe) as error:
        return fail(str(error), NOT_AS_ASKED)
    return 0


def fonts(_: argparse.Namespace) -> int:
    """Make the fonts of the pages and say where they are."""
    from scorekeeper.fonts import CannotMakeFonts, fonts_folder, make_fonts

    try:
        made = make_fonts()
    except CannotMakeFonts as error:
        return fail(str(error), NOT_AS_ASKED)
    print(
        f"The fonts were made in {fonts_folder()}." if made else "The fonts are there already; there is nothing to do."
    )
    return 0


def upgrade(_: argparse.Namespace) -> int:
    """Bring the database to the schema of this version."""
    return _on_database("upgrade")


def purge(_: argparse.Namespace) -> int:
    """Remove for good the matches that were deleted long enough ago."""
    return _on_database("purge")


def backup(asked: argparse.Namespace) -> int:
    """Write the whole instance into a new file."""
    return _on_database("backup", asked.file)


def restore(asked: argparse.Namespace) -> int:
    """Put what a backup holds into an empty instance."""
    return _on_database("restore", asked.file)


def score(asked: argparse.Namespace) -> int:
    """Print a line a deal: the deal as given, declarer's points, defender's points, tab-separated."""
    from scorekeeper.rules.errors import RulesError
    from scorekeeper.rules.games import game_named

    if not asked.deals:
        return fail(
            "which deals? Give some, like 3NTX+1 4H-1 pass, or - to read them from standard input.", NOT_AS_ASKED
        )
    if STANDARD_INPUT in asked.deals and len(asked.deals) > 1:
        return fail("- stands alone: deals come from the line or from standard input.", NOT_AS_ASKED)
    try:
        game = game_named(asked.game)
        rules = _house_rules(game, asked.rule)
    except RulesError as error:
        return fail(str(error), NOT_AS_ASKED)
    if asked.deals == [STANDARD_INPUT]:
        return _score_all(game, rules, "Line", _lines(sys.stdin))
    return _score_all(game, rules, "Deal", enumerate(asked.deals, start=1))


def tally(asked: argparse.Namespace) -> int:
    """Print the sheet of a match file, or where it stands as JSON."""
    import json

    from scorekeeper.rules.errors import InvalidFile
    from scorekeeper.rules.matchfile import fold_dict
    from scorekeeper.tally import read_match_file, sheet

    name = "Standard input" if asked.file == STANDARD_INPUT else shown(asked.file)
    try:
        file = read_match_file(asked.file)
    except InvalidFile as error:
        return fail(f"{name}: {error}", INPUT_WRONG)
    except OSError as error:
        return fail(f"{name}: {error.strerror or error}", INPUT_WRONG)
    print(json.dumps(fold_dict(file.match), indent=1) if asked.json else sheet(file), end="\n" if asked.json else "")
    return 0


def sheet(asked: argparse.Namespace) -> int:
    """Make the sheet of a match file as a PDF."""
    name = "Standard input" if asked.file == STANDARD_INPUT else shown(asked.file)
    return _printed("print_sheet", asked.file, name, asked.output, asked.paper)


def blank(asked: argparse.Namespace) -> int:
    """Make a sheet to write on as a PDF."""
    return _printed("print_blank", asked.game, asked.output, asked.paper, asked.per_page, asked.large)


def _printed(act: str, *arguments: object) -> int:
    from scorekeeper import prints  # takes a second, which nobody else need wait for

    try:
        getattr(prints, act)(*arguments)
    except prints.CannotPrint as error:
        return fail(str(error), INPUT_WRONG if error.is_file_wrong else NOT_AS_ASKED)
    return 0


def _on_database(act: str, *arguments: str) -> int:
    """Print what the *act* of upkeep did with the database that is configured, or why it could not."""
    from scorekeeper.config import ConfigError, load_config

    try:
        config = load_config(os.environ)
        from scorekeeper import upkeep  # takes half a second, which a refusal need not wait for
        from scorekeeper.book.database import DatabaseError
    except ConfigError as error:
        return fail(str(error), NOT_AS_ASKED)
    try:
        print(getattr(upkeep, act)(config, *arguments))
    except DatabaseError as error:
        return fail(str(error), NOT_AS_ASKED)
    return 0


def _score_all(game: "Game", rules: Any, place: str, deals: Iterable[tuple[int, str]]) -> int:
    from scorekeeper.rules.deal import parse_deal
    from scorekeeper.rules.errors import RulesError
    from scorekeeper.rules.match import points_of

    status = 0
    for number, text in deals:
        try:
            deal = parse_deal(text)
            game.check(deal)
        except RulesError as error:
            status = fail(f"{place} {number}, {shown(text)}: {error}", INPUT_WRONG)
            continue
        declarer, defender = points_of(game.score(rules, deal))
        # Runs of blanks become one, so that a tab within a deal cannot pass for the end of a column.
        print(" ".join(text.split()), declarer, defender, sep="\t")
    return status


def _lines(stream: Any) -> Iterator[tuple[int, str]]:
    """Line number and text of what is not blank; a line that is no UTF-8 comes with marks in its place."""
    raw: Iterable[bytes] = stream.buffer if stream is not None else ()
    for number, line in enumerate(raw, start=1):
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace").strip()
        if text:
            yield number, text


def _house_rules(game: "Game", given: Iterable[str]) -> Any:
    """The house rules given as NAME=VALUE; raises InvalidRules."""
    from scorekeeper.rules.errors import InvalidRules
    from scorekeeper.rules.houserules import Amount, read_rules, rules_of

    known = rules_of(game.rules)
    values: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidRules("rules", "A house rule is given as NAME=VALUE, not as %(text)s.", text=shown(text))
        number = isinstance(known.get(name), Amount) and value.isdecimal() and len(value) <= LONGEST_NUMBER
        values[name] = int(value) if number else value
    return read_rules(game.rules, values)


def _discard_output() -> None:
    """Let the interpreter find nothing left to write when it closes the output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
