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


def _ask(program: str, *arguments: object) -> str:
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True)
    return done.stdout
