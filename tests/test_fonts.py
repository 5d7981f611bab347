"""The fonts: made once, the same from the same packages, with every sign that the pages write."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from scorekeeper import fonts as fonts_module
from scorekeeper.cli import main
from scorekeeper.fonts import CannotMakeFonts, Font, fonts_folder, made_fonts, make_fonts, unicode_range

DIGITS = "0123456789"
WORDS = "".join(map(chr, range(0x20, 0x7F))) + "×−–…’“”÷·ʻʼ\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
NAMES = "Šimon Žiga Čedo Örs Győző Peña Oʻgʻil Oʼrol Łukasz İpek Ștefan Đorđe"
LARGEST = {
    "serif-latin": 18_000, "serif-extended": 22_000, "serif-further": 13_000,
    "sans-latin": 22_000, "sans-extended": 14_000, "sans-further": 14_000,
}  # fmt: skip
LARGEST_TOGETHER = 40_000
"""Bytes of what a page of English brings along."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fonts that were made for these tests."""
    folder = tmp_path_factory.mktemp("environment") / "share" / "fonts"
    assert make_fonts(folder)
    return folder


@pytest.fixture
def one_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the quickest file is made: each takes seconds of work."""
    monkeypatch.setattr(fonts_module, "CUTS", fonts_module.CUTS[-1:])


@pytest.fixture(scope="module")
def fonts(folder: Path) -> dict[str, Font]:
    return {font.path.stem: font for font in made_fonts(folder)}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def declared(font: Font) -> set[int]:
    """The characters that a style sheet says are in it."""
    spans = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", font.characters)
    return {code for first, last in spans for code in range(int(first, 16), int(last or first, 16) + 1)}


def test_made_twice_they_are_the_same(folder: Path) -> None:
    make_fonts()  # were made by another process, if this one was set up as it should be
    assert contents(fonts_folder()) == contents(folder)


@pytest.mark.usefixtures("one_cut")
def test_made_from_two_sides_at_once_they_are_whole(tmp_path: Path) -> None:
    folder = tmp_path / "share" / "fonts"
    with ThreadPoolExecutor() as both:
        assert any(both.map(make_fonts, [folder, folder]))
    assert contents(folder).keys() == {
        "fonts.json",
        "paper.json",
        "sans-further.woff2",
        "sans-further-400.ttf",
        "sans-further-700.ttf",
    }
    assert list(folder.parent.iterdir()) == [folder]


def test_nothing_half_made_is_left_beside_them(folder: Path) -> None:
    assert list(folder.parent.iterdir()) == [folder]
    assert folder.stat().st_mode & 0o777 == 0o755


def test_what_is_there_is_not_made_again(folder: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert make_fonts(folder) is False
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before


def test_where_none_were_made_there_are_none(tmp_path: Path) -> None:
    assert made_fonts(tmp_path) == ()


def test_where_none_can_be_made_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotMakeFonts, match=r"^The fonts cannot be made in .+: .+\.$"):
        make_fonts(tmp_path / "file" / "fonts")


@pytest.mark.parametrize(("family", "lacks"), [("serif", ""), ("sans", DIGITS)])
def test_every_sign_has_one_file_to_come_from(family: str, lacks: str, fonts: dict[str, Font]) -> None:
    common, extended, further = (declared(fonts[f"{family}-{part}"]) for part in ("latin", "extended", "further"))
    assert not common & extended
    assert not further & (common | extended)
    assert set(map(ord, WORDS)) - common == set(map(ord, lacks))
    assert set(map(ord, NAMES)) <= common | extended
    assert set(map(ord, "Nguyễn Thơ Ŵyn")) <= common | extended | further


def test_the_suits_are_among_the_words(fonts: dict[str, Font]) -> None:
    assert set(map(ord, "♠♥♦♣")) <= declared(fonts["sans-latin"])


def test_what_is_declared_is_there(fonts: dict[str, Font]) -> None:
    for font in fonts.values():
        assert declared(font) == set(TTFont(font.path).getBestCmap())


def test_all_digits_are_equally_wide_and_stand_on_the_line(fonts: dict[str, Font]) -> None:
    font = TTFont(fonts["serif-latin"].path)
    glyphs = [font.getBestCmap()[ord(digit)] for digit in DIGITS]
    assert len({font["hmtx"][glyph][0] for glyph in glyphs}) == 1
    heights = [font["glyf"][glyph].yMax for glyph in glyphs]
    assert max(heights) - min(heights) < 30  # old figures differ by hundreds
    assert min(font["glyf"][glyph].yMin for glyph in glyphs) > -30


def test_they_hold_the_weights_of_the_pages_and_no_other_axis(fonts: dict[str, Font]) -> None:
    for font in fonts.values():
        axes = [(axis.axisTag, axis.minValue, axis.maxValue) for axis in TTFont(font.path)["fvar"].axes]
        assert axes == [("wght", 400, 700)]
        assert font.weights == "400 700"


def test_they_are_small(fonts: dict[str, Font]) -> None:
    sizes = {name: font.path.stat().st_size for name, font in fonts.items()}
    assert {name: size for name, size in sizes.items() if size > LARGEST[name]} == {}
    assert sum(sizes[name] for name, font in fonts.items() if font.on_every_page) < LARGEST_TOGETHER


def test_the_licence_goes_along_and_the_name_stays_with_its_makers(fonts: dict[str, Font]) -> None:
    for font in fonts.values():
        names = TTFont(font.path)["name"]
        assert "Adobe" in names.getDebugName(0)
        assert "SIL Open Font License" in names.getDebugName(13)
        assert "Source" not in names.getDebugName(1) + names.getDebugName(4) + names.getDebugName(6)


def test_a_range_is_written_as_css_reads_it() -> None:
    assert unicode_range([0xA0, *range(0x20, 0x7F), 0x2BB]) == "U+20-7E, U+A0, U+2BB"
    assert unicode_range([]) == ""


@pytest.mark.usefixtures("one_cut")
def test_the_command_says_in_one_sentence_what_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert main(["fonts"]) == 0
    assert capsys.readouterr().out == f"The fonts were made in {fonts_folder()}.\n"
    assert len(made_fonts()) == 1
    assert main(["fonts"]) == 0
    assert capsys.readouterr().out == "The fonts are there already; there is nothing to do.\n"


def test_the_command_says_in_one_sentence_why_it_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "share").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert main(["fonts"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("scorekeeper: The fonts cannot be made in ")
    assert said.err.count("\n") == 1
