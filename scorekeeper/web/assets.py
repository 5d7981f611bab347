"""The files a page brings along: addressed by their content, cached for ever, sent compressed."""

import gzip
import importlib.metadata
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, request, url_for

IMMUTABLE: Final = "public, max-age=31536000, immutable"
_HTMX_PACKAGE: Final = "django-js-lib-htmx"
_STYLES: Final = ("tokens", "base", "keys", "match", "entry", "pages", "fit", "media")
"""The style sheets under ``static/css/``, in the order in which later ones overrule earlier ones."""
_SCRIPTS: Final = ("base", "choosing", "new_match", "arriving", "sending")
"""The scripts under ``static/js/``: parts of one module, in the order in which they are read."""
_SMALLEST_COMPRESSED: Final = 500
"""Bytes below which compressing gains nothing."""
_COMPRESSIBLE: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, and the stamp by which a changed one gets another address."""

    body: bytes
    mimetype: str

    @property
    def stamp(self) -> str:
        """Twelve hexadecimal digits that stand for the content."""
        return sha256(self.body).hexdigest()[:12]


def serve_assets(app: Flask) -> None:
    """Give templates ``asset(name)``, the address of a file, and answer for it."""
    folder = Path(str(app.static_folder))
    assets = read_assets(folder)
    addresses = {name: f"{each.stamp}/{name}" for name, each in assets.items()}

    def asset(name: str) -> str:
        # While developing, a changed file must have another address at once.
        if app.debug:
            assets.update(read_assets(folder))
            addresses.update({name: f"{each.stamp}/{name}" for name, each in assets.items()})
        return url_for("asset", place=addresses[name])

    @app.get("/assets/<path:place>", endpoint="asset")
    def serve_asset(place: str) -> Response:
        name = place.rpartition("/")[2]
        if name not in assets:
            abort(404)
        # A page from before an upgrade asks for what there was; what there is does, but not for ever.
        lasting = IMMUTABLE if place == addresses[name] else "no-cache"
        return Response(assets[name].body, mimetype=assets[name].mimetype, headers={"Cache-Control": lasting})

    app.add_template_global(asset)
    app.after_request(_compress)


def read_assets(folder: Path) -> dict[str, Asset]:
    """Every file a page may bring along, by name; *folder* is the one with our own."""
    return {
        "scorekeeper.css": Asset(_joined(folder / "css", _STYLES, ".css"), "text/css"),
        "scorekeeper.js": Asset(_joined(folder / "js", _SCRIPTS, ".js"), "text/javascript"),
        "htmx.js": Asset(_htmx_file(), "text/javascript"),
        "icon.svg": Asset((folder / "icon.svg").read_bytes(), "image/svg+xml"),
    }


def _joined(folder: Path, names: tuple[str, ...], ending: str) -> bytes:
    return b"".join((folder / f"{name}{ending}").read_bytes() for name in names)


def _htmx_file() -> bytes:
    for file in importlib.metadata.files(_HTMX_PACKAGE) or ():
        if file.name == "htmx.min.js":
            return Path(str(file.locate())).read_bytes()
    raise RuntimeError(f"The package {_HTMX_PACKAGE} has no htmx.min.js.")


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
    is_asset = answer.headers.get("Cache-Control") == IMMUTABLE
    answer.set_data(_compressed_asset(body) if is_asset else gzip.compress(body, 5, mtime=0))
    answer.headers["Content-Encoding"] = "gzip"
    if (tag := answer.get_etag()[0]) is not None:
        answer.set_etag(f"{tag}-gzip")
    return answer


@lru_cache(maxsize=32)
def _compressed_asset(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
