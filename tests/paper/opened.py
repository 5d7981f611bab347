"""PDFs opened again by other programs, as whoever gets them does."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Opened:
    """What Poppler reads in a PDF. pages: their text, laid out as it stands. size: of a page, in points."""

    pages: tuple[str, ...]
    size: tuple[float, float]
    fonts: frozenset[str]
    attachments: int

    @property
    def text(self) -> str:
        return "\n".join(self.pages)


def opened(pdf: bytes, folder: Path) -> Opened:
    """The PDF as Poppler reads it."""
    path = folder / "opened.pdf"
    path.write_bytes(pdf)
    info = _ask("pdfinfo", path)
    size = re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", info)
    assert size, info
    fonts = [line.split() for line in _ask("pdffonts", path).splitlines()[2:]]
    assert all("yes" in font[-5:-4] for font in fonts), fonts  # every font is embedded
    return Opened(
        pages=tuple(_ask("pdftotext", "-layout", path, "-").split("\f")[:-1]),
        size=(float(size[1]), float(size[2])),
        fonts=frozenset(font[0].partition("+")[2] for font in fonts),
        attachments=int(_ask("pdfdetach", "-list", path).split()[0]),
    )


def collisions(pdf: bytes, folder: Path) -> list[str]:
    """Words of *pdf* that lie over each other or leave their page."""
    path = folder / "opened.pdf"
    path.write_bytes(pdf)
    wrong = []
    for page in _ask("pdftotext", "-bbox", path, "-").split("<page ")[1:]:
        width, height = (float(found) for found in re.findall(r'(?:width|height)="([\d.]+)"', page)[:2])
        boxes = re.findall(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', page)
        words = [(*map(float, box[:4]), box[4]) for box in boxes]
        for i, (left, top, right, bottom, word) in enumerate(words):
            if left < 0 or top < 0 or right > width or bottom > height:
                wrong.append(f"{word} is outside")
            middle = (top + bottom) / 2
            for other_left, other_top, other_right, other_bottom, other in words[i + 1 :]:
                # Lines of text may overlap in height; what lies at the same height must not in width.
                is_beside = abs(middle - (other_top + other_bottom) / 2) < (bottom - top) / 3
                if is_beside and left < other_right - 1 and other_left < right - 1:
                    wrong.append(f"{word} lies over {other}")
    return wrong


def _ask(program: str, *arguments: object) -> str:
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True)
    return done.stdout
