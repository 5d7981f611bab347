"""Styles that an old phone does not know must not take others with them."""

import re
from pathlib import Path

CSS = Path(__file__).parents[1] / "static" / "css"


def selectors_of(text: str) -> list[str]:
    """The list of selectors of every rule, without what stands inside ``:is()``, where unknown ones are passed over."""
    text = re.sub(r"/\*.*?\*/|@supports[^{]*", "", text, flags=re.S)
    return [re.sub(r":is\((?:[^()]|\([^()]*\))*\)", "", found) for found in re.findall(r"([^{};]+)\{", text)]


def test_what_an_old_browser_drops_takes_nothing_along_that_it_knows() -> None:
    # One selector that a browser does not know makes it drop the whole rule, also for the selectors beside it.
    seen = 0
    for path in sorted(CSS.glob("*.css")):
        for selectors in selectors_of(path.read_text()):
            parts = re.split(r",(?![^()]*\))", selectors)
            known = [":has(" not in part for part in parts]
            seen += len(parts)
            assert all(known) or not any(known), (path.name, selectors)
    assert seen > 200


def test_no_colour_asks_for_functions_that_are_younger_than_the_phones() -> None:
    for path in CSS.glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        assert not re.findall(r"light-dark\(|color-mix\(|oklch\(|@property\b", text), path.name
