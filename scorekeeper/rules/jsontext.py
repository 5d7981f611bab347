"""Text into what JSON means: stricter than the parser, and refusing in sentences."""

import json
from typing import NoReturn

from scorekeeper.rules.errors import InvalidFile


def parse_json(text: str | bytes) -> object:
    """What the JSON *text* holds; bytes are UTF-8, -16 or -32. Raises InvalidFile, and nothing else.

    A key that stands twice in one object is refused: no two readers agree on what that means.
    """
    try:
        return json.loads(
            text.removeprefix("\ufeff") if isinstance(text, str) else text,
            parse_constant=_refuse_constant,
            object_pairs_hook=_object,
        )
    except InvalidFile:
        raise
    except UnicodeDecodeError as error:
        raise InvalidFile("file", "The file is not text in UTF-8.") from error
    except json.JSONDecodeError as error:
        raise InvalidFile(
            "file",
            "The file is not JSON: it cannot be read from line %(line)s, column %(column)s on.",
            line=error.lineno,
            column=error.colno,
        ) from error
    except RecursionError as error:
        raise InvalidFile("file", "The file is nested too deeply for a match.") from error
    except ValueError as error:
        # Python turns no text of thousands of digits into a number.
        raise InvalidFile("file", "A number in the file is too long.") from error


def _refuse_constant(word: str) -> NoReturn:
    raise InvalidFile("file", "%(word)s is no number that JSON knows.", word=word)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InvalidFile("file", "The key %(key)s stands twice in one object.", key=repr(twice)[:60])
    return found
