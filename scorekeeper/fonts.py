"""The fonts: cut once at set-up from the packages that bring them, and only read ever after.

Screen and paper take the same files. What is made of packages lies in the environment that holds the packages,
in a folder named by everything the files depend on: other versions or another recipe never meet old files.
"""

import importlib.metadata
import json
import shutil
import sys
import tempfile
from collections.abc import Iterable
from copy import deepcopy
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

WEIGHTS: Final = (400, 700)
"""The lightest and the boldest that the pages use; all between are in the same file."""
FEATURES: Final = ("kern", "lnum", "tnum")
LICENCE_NAMES: Final = (0, 7, 13, 14)
"""Entries of a font's name table: copyright, trademark, licence, and where the licence is."""
OWN_NAMES: Final = (1, 3, 4, 6, 16)
"""Entries that name the family: the licence keeps its own name for files that nobody has cut."""
_LIST: Final = "fonts.json"
_PAPER_LIST: Final = "paper.json"
"""What paper takes: the same cuts, but a file for each weight, which is quicker to put into a PDF."""


class Family(NamedTuple):
    """Where a typeface comes from. pinned: axes of the design that stand still, and at which value."""

    name: str
    package: str
    pinned: dict[str, float]


class Cut(NamedTuple):
    """The part of a family that makes one file. on_every_page: worth asking for before the styles do."""

    name: str
    family: Family
    characters: frozenset[int]
    on_every_page: bool = False


class Font(NamedTuple):
    """A file that was made, as a style sheet needs to know it.

    weights: like ``400 700``. characters: a CSS unicode-range, of what really is in the file.
    """

    path: Path
    family: str
    weights: str
    characters: str
    on_every_page: bool


class CannotMakeFonts(Exception):
    """Why the fonts cannot be made, in one sentence."""


def _spans(*spans: tuple[int, int]) -> frozenset[int]:
    return frozenset(code for first, last in spans for code in range(first, last + 1))


SERIF: Final = Family("Source Serif 4", "fontpkg-source-serif-4", {"opsz": 20})
SANS: Final = Family("Source Sans 3", "fontpkg-source-sans-3", {})

_ASCII: Final = _spans((0x20, 0x7E))
_SIGNS: Final = frozenset(map(ord, "\N{NO-BREAK SPACE}·×÷ʻʼ–—‘’“”„•…\N{NARROW NO-BREAK SPACE}−"))
_DIGITS: Final = frozenset(map(ord, "0123456789"))
_SUITS: Final = frozenset(map(ord, "♠♥♦♣"))
_WESTERN: Final = _spans((0xA0, 0xFF))
_EXTENDED: Final = _spans((0x100, 0x17F), (0x218, 0x21B))
_FURTHER: Final = _spans((0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1E00, 0x1EFF))
"""Vietnamese, Welsh, the marks of transcription: rare enough that whoever needs the letters before need not wait."""

CUTS: Final = (
    # Serif is for numerals and headings: only a heading with a name needs more letters than English has.
    Cut("serif-latin", SERIF, _ASCII | _SIGNS, on_every_page=True),
    Cut("serif-extended", SERIF, (_WESTERN | _EXTENDED) - _SIGNS),
    Cut("serif-further", SERIF, _FURTHER),
    # Numerals look the same everywhere, among words too: without its own, words take those of the serif.
    Cut("sans-latin", SANS, (_ASCII | _SIGNS | _SUITS | _WESTERN) - _DIGITS, on_every_page=True),
    Cut("sans-extended", SANS, _EXTENDED),
    Cut("sans-further", SANS, _FURTHER),
)


def fonts_folder() -> Path:
    """Where the fonts of this environment lie once they are made."""
    return Path(sys.prefix, "share", "scorekeeper", f"fonts-{_recipe()}")


@cache
def _recipe() -> str:
    """Stands for what the fonts are made of and how: another one makes other fonts."""
    packages = ("fonttools", "brotli", *sorted({cut.family.package for cut in CUTS}))
    ingredients = [f"{package} {_version(package)}" for package in packages]
    return sha256("\n".join(ingredients).encode() + Path(__file__).read_bytes()).hexdigest()[:12]


def made_fonts(folder: Path | None = None) -> tuple[Font, ...]:
    """The fonts in *folder*, that of the environment by default; none if they were never made."""
    return _listed(_LIST, folder or fonts_folder())


def paper_fonts(folder: Path | None = None) -> tuple[Font, ...]:
    """The fonts for paper: those in *folder*, or whole typefaces where none were made."""
    return _listed(_PAPER_LIST, folder or fonts_folder()) or _whole_fonts()


def _listed(name: str, folder: Path) -> tuple[Font, ...]:
    try:
        listed: list[dict[str, Any]] = json.loads((folder / name).read_text(encoding="ascii"))
    except (FileNotFoundError, NotADirectoryError):
        return ()
    return tuple(Font(**{**each, "path": folder / each["path"]}) for each in listed)


def _whole_fonts() -> tuple[Font, ...]:
    """The typefaces as their packages bring them, large and slow."""
    fonts = []
    for family in sorted({cut.family.name: cut.family for cut in CUTS}.values(), key=lambda family: family.name):
        try:
            fonts.append(Font(_source(family), family.name, "200 900", "U+0-10FFFF", on_every_page=True))
        except CannotMakeFonts:
            continue
    return tuple(fonts)


def make_fonts(folder: Path | None = None) -> bool:
    """Make the fonts in *folder*, that of the environment by default; returns False if they are there already.

    Takes a few seconds of work. Whoever is quicker wins where two do it at once; nobody sees half of them.
    Raises CannotMakeFonts.
    """
    folder = folder or fonts_folder()
    if made_fonts(folder):
        return False
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            _write(aside)
            aside.chmod(0o755)  # mkdtemp lets nobody else in
            return _moved(aside, folder)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise CannotMakeFonts(f"The fonts cannot be made in {folder.parent}: {error.strerror or error}.") from error


def _moved(aside: Path, folder: Path) -> bool:
    try:
        aside.rename(folder)
    except OSError:
        if made_fonts(folder):  # somebody else was quicker
            return False
        raise
    return True


def _write(folder: Path) -> None:
    listed, for_paper = [], []
    for cut in CUTS:
        font, path = _cut(cut), f"{cut.name}.woff2"
        described = {
            "family": cut.family.name,
            "characters": unicode_range(font.getBestCmap()),
            "on_every_page": cut.on_every_page,
        }
        for weight in WEIGHTS:
            still = f"{cut.name}-{weight}.ttf"
            _stand_still(font, weight).save(folder / still)
            for_paper.append({"path": still, "weights": str(weight), **described})
        listed.append({"path": path, "weights": " ".join(map(str, WEIGHTS)), **described})
        font.flavor = "woff2"
        font.save(folder / path)
    (folder / _PAPER_LIST).write_text(json.dumps(for_paper, indent=1), encoding="ascii")
    (folder / _LIST).write_text(json.dumps(listed, indent=1), encoding="ascii")


def _stand_still(font: "TTFont", weight: int) -> "TTFont":
    """*font* in one *weight*."""
    from fontTools.varLib.instancer import instantiateVariableFont

    still = instantiateVariableFont(deepcopy(font), {"wght": weight})
    still["OS/2"].usWeightClass = weight
    return still


def _cut(cut: Cut) -> "TTFont":
    # Not above: who only reads fonts needs none of it.
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(_source(cut.family), recalcTimestamp=False)
    options = Options(layout_features=list(FEATURES), hinting=False, name_IDs=[*LICENCE_NAMES, *OWN_NAMES])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=cut.characters)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {**cut.family.pinned, "wght": WEIGHTS})
    for entry in font["name"].names:
        if entry.nameID in OWN_NAMES:
            entry.string = f"Scorekeeper-{cut.name}"
    return font


def _source(family: Family) -> Path:
    """The variable, upright file of *family*."""
    try:
        files = importlib.metadata.files(family.package) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.suffix == ".ttf" and "wght" in file.name and "Italic" not in file.name:
            return Path(str(file.locate()))
    raise CannotMakeFonts(f"The package {family.package} is missing; install Scorekeeper again.")


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "is missing"


def unicode_range(characters: Iterable[int]) -> str:
    """*characters*, given by their codes, as CSS writes them: ``U+20-7E, U+A0``."""
    codes = sorted(characters)
    starts = codes[:1] + [after for before, after in pairwise(codes) if after != before + 1]
    ends = [before for before, after in pairwise(codes) if after != before + 1] + codes[-1:]
    return ", ".join(
        f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in zip(starts, ends, strict=True)
    )
