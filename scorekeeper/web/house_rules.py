"""House rules as people are asked for them: words, examples worked by the rules themselves, and back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from markupsafe import Markup

from scorekeeper.rules.bridgette import BRIDGETTE
from scorekeeper.rules.deal import parse_deal
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE, OFFERED_TARGETS
from scorekeeper.rules.errors import InvalidRules
from scorekeeper.rules.houserules import Amount, read_rules, rules_of, write_rules
from scorekeeper.rules.match import Game, points_of
from scorekeeper.web.language import gettext, ngettext
from scorekeeper.web.marks import deal_mark, say
from scorekeeper.web.numbers import cardinal, points

DOUBLING_EXAMPLES = ("1CXX=", "4HX=")
UNDERTRICK_EXAMPLES = ("4H-2", "4HX-2")
"""Deals that show how far the choices lie apart."""


class Option(NamedTuple):
    """One value of a house rule: what files call it, what people call it, what it means."""

    value: str
    label: str
    example: Markup
    chosen: bool


class RuleField(NamedTuple):
    """A house rule to be asked for: *options* to choose from, or a whole number from *low* to *high*.

    wrong: why the value was refused. stored: what another phone has put there since, as people read it.
    """

    key: str
    label: str
    hint: Markup
    options: tuple[Option, ...] = ()
    value: str = ""
    low: int = 0
    high: int = 0
    wrong: str = ""
    stored: str = ""


def rule_fields(
    game: Game,
    values: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
    stored: Mapping[str, str] | None = None,
) -> list[RuleField]:
    """The house rules of *game* with *values* as typed or chosen.

    wrong: a sentence by key. stored: the values stored now, to be shown where they differ.
    """
    wrong, stored = wrong or {}, stored or {}
    fields = []
    for key, rule in rules_of(game.rules).items():
        value = values.get(key, str(rule.default))
        field = _field(game, key, rule, value, wrong.get(key, ""))
        if stored.get(key, value) != value:
            field = field._replace(stored=value_words(key, stored[key]))
        fields.append(field)
    return fields


def values_of(rules: Any) -> dict[str, str]:
    """House rules as form values."""
    return {key: str(value) for key, value in write_rules(rules).items()}


def read_house_rules(game: Game, fields: Mapping[str, str]) -> Any:
    """The house rules that a form sent; raises InvalidRules, naming the key. What is missing is the default."""
    values: dict[str, object] = {}
    for key, rule in rules_of(game.rules).items():
        text = fields.get(key)
        if text is None:
            continue
        if isinstance(rule, Amount):
            digits = "".join(text.split()).replace(",", "")
            values[key] = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else digits
        else:
            values[key] = text
    return read_rules(game.rules, values)


def rule_sentence(error: InvalidRules) -> str:
    """The one sentence of *error*, with the house rule and its numbers as people know them."""
    values = {name: points(value) if isinstance(value, int) else value for name, value in error.values.items()}
    if "rule" in values:
        values["rule"] = rule_words(error.field)
    if "values" in values:  # named as in files; people know them as what the page offers
        return gettext("%(rule)s: choose one of those offered.") % values
    return gettext(error.template) % values


def summary(game: Game, rules: Any) -> str:
    """``standard``, or how many house rules differ from the default (the target is no house rule to people)."""
    differing = [
        key
        for key, value in write_rules(rules).items()
        if value != rules_of(game.rules)[key].default and key != "target"
    ]
    return gettext("%(number)s changed", number=cardinal(len(differing))) if differing else gettext("standard")


def offered_targets() -> list[tuple[str, str]]:
    """The targets offered: as a form value, and as people read it."""
    return [(str(target), points(target)) for target in OFFERED_TARGETS]


def rule_words(key: str) -> str:
    """What people call the house rule with *key*."""
    return _words(key)[0]


def value_words(key: str, value: str) -> str:
    """*value* of the house rule with *key*, as people read it."""
    return points(int(value)) if value.isdigit() else _option_words(key, value)


def _field(game: Game, key: str, rule: Any, value: str, wrong: str) -> RuleField:
    label, hint = _words(key)
    if isinstance(rule, Amount):
        return RuleField(key, label, hint, value=value, low=rule.low, high=rule.high, wrong=wrong)
    options = tuple(
        Option(choice, _option_words(key, choice), _example(game, key, choice), choice == value)
        for choice in rule.values
    )
    return RuleField(key, label, hint, options=options, wrong=wrong)


def _words(key: str) -> tuple[str, Markup]:
    label, hint = {
        "deals": (gettext("Number of deals"), gettext("The higher total after so many deals wins.")),
        "game_value": (
            gettext("Game value"),
            gettext("For a made 3NT, 4NT, 4 of a major or 5 of a suit. The old text is damaged here; 500 is usual."),
        ),
        "doubling": (gettext("Doubling"), gettext("What ×2 and ×4 multiply, beside the bonus of 400 or 1,000.")),
        "odd_trick_points": (
            gettext("Odd-trick points"),
            gettext("Points for every odd trick, on top of the contract value."),
        ),
        "passed_out": (gettext("Passed-out deals"), gettext("Whether a deal in which nobody bid is one of the match.")),
        "tie_break": (
            gettext("Level at the end"),
            gettext("What happens if the totals are level after the last deal."),
        ),
        "target": (gettext("Target"), gettext("The first player to reach it wins at once.")),
        "undertricks": (
            gettext("Undertricks"),
            gettext("With “nothing”, a contract that cannot be made costs nothing: a hopeless bid is free."),
        ),
        "overtricks": (gettext("Overtricks"), gettext("Whether tricks above the contract count.")),
    }[key]
    return label, say(hint)


def _option_words(key: str, value: str) -> str:
    return {
        ("doubling", "everything"): gettext("Multiplies everything"),
        ("doubling", "value only"): gettext("Multiplies the contract value only"),
        ("doubling", "bonus only"): gettext("Multiplies nothing, only the bonus"),
        ("odd_trick_points", "off"): gettext("Off"),
        ("odd_trick_points", "on"): gettext("On"),
        ("passed_out", "replay"): gettext("Played again, by the next dealer"),
        ("passed_out", "count"): gettext("Count as a deal"),
        ("tie_break", "until decided"): gettext("Play on until decided"),
        ("tie_break", "one deal"): gettext("One more deal, then drawn"),
        ("tie_break", "none"): gettext("Drawn"),
        ("undertricks", "none"): gettext("Nothing"),
        ("undertricks", "flat"): gettext("50 each to the defender, doubled ×2, redoubled ×4"),
        ("undertricks", "bridge"): gettext("As in contract bridge, to the defender"),
        ("overtricks", "full"): gettext("Count in full"),
        ("overtricks", "ignored"): gettext("Do not count"),
    }[key, value]


def _example(game: Game, key: str, value: str) -> Markup:
    """What the choice gives for telling deals, worked by the rules, so that it cannot disagree with them."""
    shown = {"doubling": DOUBLING_EXAMPLES, "undertricks": UNDERTRICK_EXAMPLES}.get(key, ())
    rules = replace(game.rules(), **{key: value})
    parts = [
        say(
            gettext("%(deal)s is %(points)s"),
            deal=deal_mark(deal),
            points=points(sum(points_of(game.score(rules, deal)))),
        )
        for deal in map(parse_deal, shown)
    ]
    return Markup(", ").join(parts)


def rules_in_words(game: Game, rules: Any) -> list[tuple[str, str]]:
    """Every house rule with its value, as people read it."""
    return [(rule_words(key), value_words(key, str(value))) for key, value in write_rules(rules).items()]


def hint_for(game: Game, rules: Any) -> str:
    """What to expect at the end of the match, in one sentence."""
    if game is DRAW_BRIDGE:
        return gettext("The first to reach %(target)s wins.", target=points(rules.target))
    if game is BRIDGETTE and rules.tie_break == "none":
        sentence = ngettext(
            "If the score is level after %(deals)s deal, the match is drawn.",
            "If the score is level after %(deals)s deals, the match is drawn.",
            rules.deals,
        )
        return sentence % {"deals": cardinal(rules.deals)}
    if rules.deals == BRIDGETTE.rules().deals:
        return gettext("If the score is level after six deals, you play a seventh.")
    sentence = ngettext(
        "If the score is level after %(deals)s deal, you play one more.",
        "If the score is level after %(deals)s deals, you play one more.",
        rules.deals,
    )
    return sentence % {"deals": cardinal(rules.deals)}


def length_of(game: Game, rules: Any) -> str:
    """How long a match is, in two or three words: ``six deals``."""
    if game is DRAW_BRIDGE:
        return gettext("first to a target")
    return ngettext("%(deals)s deal", "%(deals)s deals", rules.deals, deals=cardinal(rules.deals))
