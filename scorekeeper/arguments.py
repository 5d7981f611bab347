"""How the command line reads what is typed, and how it shows that again."""

import argparse
import sys
from typing import Final, NoReturn

NOT_AS_ASKED: Final = 2
LONGEST_SHOWN: Final = 60
LONGEST_NUMBER: Final = 9


def shown(text: str) -> str:
    """What a person typed, safe for a terminal and not longer than a line."""
    short = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
    return short if short.isprintable() else ascii(short)


class Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Stop with *message*."""
        self.exit(NOT_AS_ASKED, f"{self.prog}: {message}; see {self.prog} --help.\n")


class Version(argparse.Action):
    """Looks the version up only when asked for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and stop."""
        from importlib.metadata import version

        sys.stdout.write(f"scorekeeper {version('scorekeeper')}\n")
        parser.exit()


def port(text: str) -> int:
    """The number of a port; raises ArgumentTypeError."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"a port is a whole number from 1 to 65535, not {shown(text)}")
    return int(text)
