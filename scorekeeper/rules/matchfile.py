"""A match as a file: what JSON holds, read into values and written back.

```json
{"format": "scorekeeper-match", "version": 1, "game": "bridgette", "players": ["Ana", "Bor"],
 "first_dealer": 0, "rules": {"doubling": "value only"},
 "deals": [{"declarer": 0, "contract": "3NTX", "result": "+1"}, {"passed_out": true}]}
```

A deal has ``result`` or ``tricks`` (declarer's), or both if they agree. Keys of the match and
of a deal that this version does not know are ignored; an unknown house rule is refused, for
it would change the points. Writing names everything, so that a file outlives a changed default.
Source: rules of the game, "A match as a file".
"""

import unicodedata
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from scorekeeper.rules.deal import (
    PASSED_OUT,
    Deal,
    Player,
    format_contract,
    format_result,
    parse_contract,
    parse_result,
)
from scorekeeper.rules.errors import InvalidFile, RulesError
from scorekeeper.rules.games import game_named
from scorekeeper.rules.houserules import read_rules, write_rules
from scorekeeper.rules.jsontext import parse_json
from scorekeeper.rules.match import MOST_DEALS, Game, Match, replay
from scorekeeper.rules.names import name_key

FORMAT: Final = "scorekeeper-match"
"""What a match file calls itself."""
VERSION: Final = 1
"""The version of the format that is written, and the latest that is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFile:
    """What a match file says: the settings of a match, its players and its deals, oldest first.

    rules: the house rules of *game*. players: two different names, player 0 first.
    first_dealer: 0 or 1. deals: at most 1,000, each possible in *game*; those after the end
    of the match are kept.
    Raises InvalidFile, naming the field and, for a deal, its number.
    """

    game: Game
    rules: Any
    players: tuple[str, str]
    first_dealer: Player = 0
    deals: tuple[Deal, ...] = ()

    def __post_init__(self) -> None:
        if type(self.rules) is not self.game.rules:
            raise InvalidFile("rules", "The house rules are those of another game.")
        _check_players(self.players)
        if type(self.first_dealer) is not int or self.first_dealer not in (0, 1):
            raise InvalidFile("first_dealer", "The first dealer is 0 or 1, in the order of the players.")
        _check_number_of(self.deals)
        for number, deal in enumerate(self.deals, start=1):
            with _refusing("contract", number):
                self.game.check(deal)

    @property
    def match(self) -> Match:
        """The state of the match: its deals, folded."""
        return replay(self.game, self.rules, self.deals, first_dealer=self.first_dealer)


def read_match_text(text: str | bytes) -> MatchFile:
    """The match in the JSON *text*; bytes are UTF-8, -16 or -32. Raises InvalidFile."""
    return read_match(parse_json(text))


def read_match(data: object) -> MatchFile:
    """The match in *data*, as a JSON parser gives it.

    Raises InvalidFile, and nothing else, whatever *data* is.
    """
    if not isinstance(data, dict):
        raise InvalidFile("file", "A match file is a JSON object.")
    if data.get("format") != FORMAT:
        raise InvalidFile("format", 'The format of a match file is "%(format)s".', format=FORMAT)
    check_version(data.get("version"))
    with _refusing("game"):
        game = game_named(data.get("game"))
    players = data.get("players")
    if not isinstance(players, list):
        _refuse_players()
    deals = data.get("deals")
    if not isinstance(deals, list):
        raise InvalidFile("deals", "The deals are a list.")
    _check_number_of(deals)  # before any of them is read
    return MatchFile(
        game=game,
        rules=_read_rules(game, data.get("rules", {})),
        players=tuple(players),
        first_dealer=data.get("first_dealer", 0),
        deals=tuple(read_deal(number, deal) for number, deal in enumerate(deals, start=1)),
    )


def write_match(file: MatchFile) -> dict[str, Any]:
    """*file* as JSON holds it: every house rule, and both result and tricks of every deal."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": file.game.key,
        "players": list(file.players),
        "first_dealer": file.first_dealer,
        "rules": write_rules(file.rules),
        "deals": [write_deal(deal) for deal in file.deals],
    }


def fold_dict(match: Match) -> dict[str, Any]:
    """Where *match* stands, as JSON holds it.

    Per deal its dealer, what it gives each player, whether it counts, and the running
    totals; then the totals, the status (``in play``, ``finished``, ``drawn``), the winner
    (0, 1 or None) and the next dealer (None unless in play).
    """
    return {
        "deals": [
            {
                "dealer": line.dealer,
                "points": list(line.points),
                "counted": line.counted,
                "totals": list(line.totals),
            }
            for line in match.lines
        ],
        "totals": list(match.totals),
        "status": match.status,
        "winner": match.outcome.winner if match.outcome else None,
        "next_dealer": match.next_dealer,
    }


def check_version(version: object, latest: int = VERSION) -> None:
    """Raise InvalidFile unless *version* is one that is read here, up to *latest*."""
    if type(version) is not int or version < 1:
        raise InvalidFile("version", "The version of a match file is a whole number from 1.")
    if version > latest:
        raise InvalidFile(
            "version",
            "The file was written by a later version of Scorekeeper; this one reads up to version %(latest)s.",
            latest=latest,
        )


def _check_players(players: tuple[object, ...]) -> None:
    names = [name for name in players if isinstance(name, str)]
    if len(players) != 2 or len(names) != 2:
        _refuse_players()
    for name in names:
        kinds = {unicodedata.category(sign) for sign in name}
        if kinds & {"Cc", "Cs", "Zl", "Zp"}:
            raise InvalidFile("players", "A player's name is one line of text.")
        # Spaces and signs of no width alone are no name.
        if kinds <= {"Zs", "Cf", "Mn"}:
            raise InvalidFile("players", "A player's name is not blank.")
    if name_key(names[0]) == name_key(names[1]):
        raise InvalidFile("players", "A player cannot play against themself; the two names differ.")


def _refuse_players() -> NoReturn:
    raise InvalidFile("players", "The players are a list of two names.")


def _check_number_of(deals: Sized) -> None:
    if len(deals) > MOST_DEALS:
        raise InvalidFile("deals", "A match has %(most)s deals at most.", most=MOST_DEALS)


def _read_rules(game: Game, rules: object) -> Any:
    if not isinstance(rules, dict) or not all(isinstance(key, str) for key in rules):
        raise InvalidFile("rules", "The house rules are a JSON object.")
    with _refusing(None):
        return read_rules(game.rules, rules)


def read_deal(number: int, data: object) -> Deal:
    """The deal with *number* in *data*, as a JSON parser gives it; raises InvalidFile."""
    if not isinstance(data, dict):
        raise InvalidFile("deals", "A deal is a JSON object.", deal=number)
    passed_out = data.get("passed_out", False)
    if type(passed_out) is not bool:
        raise InvalidFile("passed_out", "Whether a deal was passed out is true or false.", deal=number)
    if passed_out:
        for key in ("declarer", "contract", "result", "tricks"):
            if key in data:
                raise InvalidFile(key, "A passed-out deal has no declarer, contract, result or tricks.", deal=number)
        return PASSED_OUT
    for key in ("declarer", "contract", "tricks" if "tricks" in data else "result"):
        if key not in data:
            raise InvalidFile(
                key,
                "A deal has declarer, contract and result or tricks, unless it was passed out.",
                deal=number,
            )
    return _read_played_deal(number, data)


def _read_played_deal(number: int, data: dict[str, object]) -> Deal:
    declarer, text = data["declarer"], data["contract"]
    if type(declarer) is not int or declarer not in (0, 1):
        raise InvalidFile("declarer", "Declarer is 0 or 1, in the order of the players.", deal=number)
    with _refusing("contract", number):
        # What is no text is refused like a text that is no contract; so below for a result.
        contract = parse_contract(text if isinstance(text, str) else "")
    deals = []
    if "tricks" in data:
        with _refusing("tricks", number):
            deals.append(Deal(declarer, contract, data["tricks"]))  # type: ignore[arg-type]
    if "result" in data:
        text = data["result"]
        with _refusing("result", number):
            result = parse_result(text if isinstance(text, str) else "")
            deals.append(Deal(declarer, contract, result.tricks_in(contract)))
    if deals[0] != deals[-1]:
        raise InvalidFile(
            "tricks",
            "%(deal_as_said)s is %(said)s tricks, not %(given)s.",
            deal=number,
            deal_as_said=str(deals[-1]),
            said=deals[-1].tricks,
            given=deals[0].tricks,
        )
    return deals[0]


def write_deal(deal: Deal) -> dict[str, Any]:
    """*deal* as JSON holds it, with both result and tricks."""
    result = deal.result
    if deal.contract is None or result is None:
        return {"passed_out": True}
    return {
        "declarer": deal.declarer,
        "contract": format_contract(deal.contract),
        "result": format_result(result),
        "tricks": deal.tricks,
    }


@contextmanager
def _refusing(field: str | None, deal: int | None = None) -> Iterator[None]:
    """Turn a refusal of the rules into one of the file, at *field* (None: the one it names)."""
    try:
        yield
    except RulesError as error:
        raise InvalidFile.of(error, field, deal=deal) from error
