"""The colours of every theme, computed from the style sheet: what is read stands out from what is behind it."""

import re
from itertools import product
from pathlib import Path

import pytest

from scorekeeper.web.look import TABLE, Theme

CSS = Path(__file__).parents[1] / "static" / "css"
SHEET = re.sub(r"/\*.*?\*/", "", (CSS / "tokens.css").read_text(), flags=re.S)
THEMES = ("light", "dark", "sun")
SUITS = ("two", "four")
FONTS = {"serif", "sans"}
COLUMNS = re.compile(r"var\(--(\w+), ([^)]+)\)")
BY_RATIO = {
    4.5: {  # text, and pips, which are read like letters
        "paper": ("ink", "ink-2", "warn", "spade", "heart", "diamond", "club"),
        "card": ("ink", "ink-2", "warn", "spade", "heart", "diamond", "club"),
        "table": ("on-table", "on-table-2"),
        "on-table": ("table",),  # the disc of the dealer in the band
        "ink": ("paper",),  # the disc of the dealer on the pad
        "pick": ("on-pick",),
    },
    3: {  # outlines, the focus, the edge of what is chosen
        "paper": ("edge", "focus", "pick"),
        "card": ("edge", "focus", "pick"),
        "table": ("focus-on-table", "on-table-2"),
    },
}
"""What must differ from what is behind it, and how much."""
EXEMPT = {"off", "rule", "table-line"}
"""Keys that are off, and lines nobody needs to see to understand."""
COLUMN_NAMES = {"light", "dark", "sun"}


def declared(selector: str) -> dict[str, str]:
    """The custom properties that the rules for *selector* declare, outside of media queries."""
    plain = re.sub(r"@media[^{]*\{(?:[^{}]|\{[^{}]*\})*\}", "", SHEET)
    found: dict[str, str] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
        if selector in [one.strip() for one in selectors.split(",")]:
            found |= dict(re.findall(r"--([\w-]+): ([^;]*);", body))
    return found


def colours(theme: str, suits: str) -> dict[str, str]:
    """Every colour as a device with *theme* and *suits* sees it."""
    rows = declared(":root") | (declared('[data-suits="four"]') if suits == "four" else {})
    return {name: colour(name, rows, theme) for name in rows if name not in FONTS | COLUMN_NAMES}


def colour(name: str, rows: dict[str, str], theme: str) -> str:
    """The value of one row in the column of *theme*; what a row borrows is looked up in its turn."""
    value = rows[name]
    if borrowed := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return colour(borrowed[1], rows, theme)
    columns = dict(COLUMNS.findall(value)) or dict.fromkeys(THEMES, value)
    assert set(columns) == set(THEMES), f"--{name} has {sorted(columns)}"
    return str(columns[theme])


def luminance(value: str) -> float:
    """Relative luminance of a colour such as ``#0d4334``, by the formula of WCAG 2."""
    digits = value.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: str, other: str) -> float:
    """How much two colours differ, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_formula_is_that_of_the_guidelines() -> None:
    assert ratio("#000", "#fff") == pytest.approx(21)
    assert ratio("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize(("theme", "suits"), [*product(THEMES, SUITS)])
def test_everything_stands_out_from_what_is_behind_it(theme: str, suits: str) -> None:
    seen = colours(theme, suits)
    weak = {
        f"{front} on {back}": round(ratio(seen[front], seen[back]), 2)
        for least, pairs in BY_RATIO.items()
        for back, fronts in pairs.items()
        for front in fronts
        if ratio(seen[front], seen[back]) < least
    }
    assert weak == {}


def test_bright_sun_is_black_on_white_and_its_table_white_on_black() -> None:
    seen = colours("sun", "two")
    assert {seen[name] for name in ("paper", "card", "on-table", "on-table-2", "on-pick")} == {"#fff"}
    assert {seen[name] for name in ("table", "ink", "edge", "pick", "spade", "club")} == {"#000"}


def test_four_suits_have_four_colours_and_two_have_two() -> None:
    for theme in THEMES:
        two, four = colours(theme, "two"), colours(theme, "four")
        assert len({four[suit] for suit in ("spade", "heart", "diamond", "club")}) == 4, theme
        assert (two["spade"], two["heart"]) == (two["club"], two["diamond"]) != (two["heart"], two["spade"]), theme


def test_every_colour_that_is_used_is_one_of_these_and_has_been_computed() -> None:
    computed = {name for pairs in BY_RATIO.values() for back, fronts in pairs.items() for name in (back, *fronts)}
    lent = {"red", "blue", "green"}
    assert set(declared(":root")) - FONTS - COLUMN_NAMES == computed | EXEMPT | lent
    for path in CSS.glob("*.css"):
        if path.name == "tokens.css":
            continue
        text = path.read_text()
        for use in re.findall(r"(?:color|background|border[\w-]*|outline|fill|stroke|shadow)\b[^;{}]*", text):
            for name in re.findall(r"var\(--([\w-]+)\)", use):
                assert name in computed | EXEMPT | FONTS, (path.name, name)


def test_the_bar_of_the_browser_has_the_colour_of_the_table() -> None:
    assert {theme.value: shade for theme, shade in TABLE.items()} == {
        theme: colours(theme, "two")["table"] for theme in THEMES
    }
    assert set(TABLE) == set(Theme) - {Theme.AUTO}


def test_no_colour_is_written_outside_of_the_table_of_colours() -> None:
    for path in CSS.glob("*.css"):
        if path.name != "tokens.css":
            rest = path.read_text().replace(".qr { background: #fff", "")  # scanners want white in every theme
            assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)|\brgba?\(|\bhsla?\(", rest), path.name
