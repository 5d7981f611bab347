"""The files a page brings along: addressed by their content, cached for ever, sent compressed."""

import gzip
import importlib.metadata
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import brotli
from flask import Flask, Response, abort, request, url_for

from scorekeeper.fonts import Font, made_fonts

IMMUTABLE: Final = "public, max-age=31536000, immutable"
A_DAY: Final = "public, max-age=86400"
_HTMX_PACKAGE: Final = "django-js-lib-htmx"
_STYLES: Final = ("tokens", "base", "keys", "match", "entry", "pages", "look", "fit", "wide", "media", "sheet", "print")
"""The style sheets under ``static/css/``, in the order in which later ones overrule earlier ones."""
_PAPER_STYLES: Final = ("tokens", "sheet", "blank")
"""Those of the print view, which is a page of nothing but paper."""
_SCRIPTS: Final = ("base", "choosing", "new_match", "look", "toolbars", "arriving", "sending", "copying", "printing")
"""The scripts under ``static/js/``: parts of one module, in the order in which they are read."""
_ICONS: Final = ("icon.svg", "icon-32.png", "icon-180.png")
"""The drawing under ``static/icons/``, and what was drawn from it for those who read no SVG."""
_FONT_FACE: Final = (
    '@font-face {{ font-family: "{family}"; src: url("../{stamp}/{name}") format("woff2"); '
    "font-weight: {weights}; font-display: swap; unicode-range: {characters}; }}\n"
)
_PAGE_LEVEL: Final = 5
"""How hard a page is compressed: a sixth of a millisecond more than level 3, for a tenth less."""
_SMALLEST_COMPRESSED: Final = 500
"""Bytes below which compressing gains nothing."""
_COMPRESSIBLE: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")
_MIMETYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


class Asset(NamedTuple):
    """One file, and the stamp by which a changed one gets another address."""

    name: str
    body: bytes

    @property
    def stamp(self) -> str:
        """Twelve hexadecimal digits that stand for the content."""
        return sha256(self.body).hexdigest()[:12]

    @property
    def mimetype(self) -> str:
        """What kind of file it is."""
        return _MIMETYPES[Path(self.name).suffix]


def serve_assets(app: Flask) -> None:
    """Give templates ``asset(name)``, the address of a file, and ``early_fonts``; answer for all of them."""
    folder, fonts = Path(str(app.static_folder)), made_fonts()
    assets = read_assets(folder, fonts)
    stamps = {name: each.stamp for name, each in assets.items()}

    def asset(name: str) -> str:
        # While developing, a changed file must have another address at once.
        if app.debug:
            assets.update(read_assets(folder, fonts))
            stamps.update({name: each.stamp for name, each in assets.items()})
        return _address(request.script_root, f"{stamps[name]}/{name}")

    @app.get("/assets/<path:place>", endpoint="asset")
    def serve_asset(place: str) -> Response:
        name = place.rpartition("/")[2]
        if name not in assets:
            abort(404)
        # A page from before an upgrade asks for what there was; what there is does, but not for ever.
        lasting = IMMUTABLE if place == f"{stamps[name]}/{name}" else "no-cache"
        return _answer(assets[name], stamps[name], lasting)

    @app.get("/favicon.ico", endpoint="favicon")
    def serve_favicon() -> Response:
        # Asked for by whoever has not read the page, or shows what is no page.
        return _answer(assets["icon-32.png"], stamps["icon-32.png"], A_DAY)

    app.add_template_global(asset)
    app.jinja_env.globals["early_fonts"] = [font.path.name for font in fonts if font.on_every_page]
    app.after_request(_compress)


@lru_cache(maxsize=128)
def _address(_mounted_at: str, place: str) -> str:
    """Where *place* is asked for; kept, since a page asks for many and they stay the same under one mount."""
    return url_for("asset", place=place)


def read_assets(folder: Path, fonts: tuple[Font, ...]) -> dict[str, Asset]:
    """Every file a page may bring along, by name; *folder* is the one with our own."""
    letters = [Asset(font.path.name, font.path.read_bytes()) for font in fonts]
    faces = "".join(map(_font_face, fonts, letters)).encode()
    files = [
        Asset("scorekeeper.css", faces + _joined(folder / "css", _STYLES, ".css")),
        Asset("paper.css", faces + _joined(folder / "css", _PAPER_STYLES, ".css")),
        Asset("scorekeeper.js", _joined(folder / "js", _SCRIPTS, ".js")),
        Asset("htmx.js", _htmx_file()),
        *(Asset(name, (folder / "icons" / name).read_bytes()) for name in _ICONS),
        *letters,
    ]
    return {file.name: file for file in files}


def _font_face(font: Font, file: Asset) -> str:
    return _FONT_FACE.format(
        family=font.family, stamp=file.stamp, name=file.name, weights=font.weights, characters=font.characters
    )


def _joined(folder: Path, names: tuple[str, ...], ending: str) -> bytes:
    return b"".join((folder / f"{name}{ending}").read_bytes() for name in names)


def _htmx_file() -> bytes:
    for file in importlib.metadata.files(_HTMX_PACKAGE) or ():
        if file.name == "htmx.min.js":
            return Path(str(file.locate())).read_bytes()
    raise RuntimeError(f"The package {_HTMX_PACKAGE} has no htmx.min.js.")


def _answer(asset: Asset, stamp: str, lasting: str) -> Response:
    """*asset* as small as the browser can read it, or the word that it has it already."""
    answer = Response(asset.body, mimetype=asset.mimetype, headers={"Cache-Control": lasting})
    answer.set_etag(stamp)
    if asset.mimetype.startswith(_COMPRESSIBLE):
        answer.vary.add("Accept-Encoding")
        coding = next((each for each in ("br", "gzip") if request.accept_encodings[each]), None)
        if coding and len(asset.body) >= _SMALLEST_COMPRESSED:
            answer.set_data(_packed(asset.body, coding))
            answer.headers["Content-Encoding"] = coding
            answer.set_etag(f"{stamp}-{coding}")
    answer.make_conditional(request)
    return answer


@lru_cache(maxsize=32)
def _packed(body: bytes, coding: str) -> bytes:
    """*body* as small as *coding* makes it: a tenth of a second of work, at the first visit."""
    packed: bytes = brotli.compress(body) if coding == "br" else gzip.compress(body, 9, mtime=0)
    return packed


def _compress(answer: Response) -> Response:
    """Send text compressed to whoever can read it: the server in front of us may be none."""
    if not (answer.mimetype or "").startswith(_COMPRESSIBLE) or answer.status_code in (204, 206, 304):
        return answer
    answer.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"] or "Content-Encoding" in answer.headers:
        return answer
    answer.direct_passthrough = False
    body = answer.get_data()
    if len(body) < _SMALLEST_COMPRESSED:
        return answer
    answer.set_data(gzip.compress(body, _PAGE_LEVEL, mtime=0))
    answer.headers["Content-Encoding"] = "gzip"
    if (tag := answer.get_etag()[0]) is not None:
        answer.set_etag(f"{tag}-gzip")
    return answer
