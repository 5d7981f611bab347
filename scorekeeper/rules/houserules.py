"""House rules: what players may agree to play otherwise, and which values there are.

A game's house rules are one frozen dataclass whose fields are made by `choice` and
`amount`; that declaration is the only place where a key, its default and its values stand.
"""

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from scorekeeper.rules.errors import InvalidRules


class HouseRules(Protocol):
    """The house rules of one game: a frozen dataclass made of `choice` and `amount` fields."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


class Choice(NamedTuple):
    """A house rule with named *values*, the default first."""

    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """What is played unless agreed otherwise."""
        return self.values[0]

    def check(self, key: str, value: object) -> None:
        """Raise InvalidRules unless *value* is one of the values."""
        if not isinstance(value, str) or value not in self.values:
            raise InvalidRules(key, "%(rule)s is %(values)s.", rule=key, values=_listed(self.values))


class Amount(NamedTuple):
    """A house rule that is a whole number from *low* to *high*."""

    default: int
    low: int
    high: int

    def check(self, key: str, value: object) -> None:
        """Raise InvalidRules unless *value* is a whole number in the range."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise InvalidRules(
                key,
                "%(rule)s is a whole number from %(low)s to %(high)s.",
                rule=key,
                low=self.low,
                high=self.high,
            )


HouseRule = Choice | Amount
R = TypeVar("R")


def choice(*values: str) -> Any:
    """A dataclass field for a house rule with named *values*, the default first."""
    return field(default=values[0], metadata={"rule": Choice(values)})


def amount(default: int, low: int, high: int) -> Any:
    """A dataclass field for a house rule that is a whole number from *low* to *high*."""
    return field(default=default, metadata={"rule": Amount(default, low, high)})


def rules_of(game_rules: HouseRules | type[HouseRules]) -> dict[str, HouseRule]:
    """Every house rule of a game by its key, in the order in which people are asked."""
    return {f.name: f.metadata["rule"] for f in fields(game_rules)}


def check_rules(rules: HouseRules) -> None:
    """Raise InvalidRules, naming the key, if a value is none that the house rule knows."""
    for key, rule in rules_of(rules).items():
        rule.check(key, getattr(rules, key))


def read_rules(kind: type[R], values: Mapping[str, object]) -> R:
    """The house rules of *kind* with *values*, defaults for the rest; raises InvalidRules."""
    known = rules_of(kind)  # type: ignore[arg-type]
    for key in values:
        if key not in known:
            raise InvalidRules(
                "rules",
                "No house rule is called %(key)s; there are %(keys)s.",
                key=repr(key)[:60],
                keys=_listed(known),
            )
    return kind(**values)


def write_rules(rules: HouseRules) -> dict[str, int | str]:
    """Every value of *rules* by its key, defaults too."""
    return {key: getattr(rules, key) for key in rules_of(rules)}


def _listed(words: Any) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else str(last)
