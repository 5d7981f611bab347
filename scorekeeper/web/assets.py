"""The files a page brings along: addressed by their content, cached for ever, sent compressed."""

import gzip
import importlib.metadata
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Flask, Response, request, url_for

IMMUTABLE: Final = "public, max-age=31536000, immutable"
_HTMX_PACKAGE: Final = "django-js-lib-htmx"
_SMALLEST_COMPRESSED: Final = 500
"""Bytes below which compressing gains nothing."""
_COMPRESSIBLE: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")


def serve_assets(app: Flask) -> None:
    """Give templates ``static()`` and ``htmx_address``, and answer for both."""
    htmx = _htmx_file()
    htmx_version = importlib.metadata.version(_HTMX_PACKAGE)

    @cache
    def stamp(name: str) -> str:
        return sha256((Path(str(app.static_folder)) / name).read_bytes()).hexdigest()[:12]

    def static(name: str) -> str:
        # While developing, a changed file must have another address at once.
        if app.debug:
            stamp.cache_clear()
        return url_for("static", filename=name, v=stamp(name))

    @app.get(f"/htmx-{htmx_version}.js", endpoint="htmx")
    def serve_htmx() -> Response:
        return Response(htmx, mimetype="text/javascript", headers={"Cache-Control": IMMUTABLE})

    @app.context_processor
    def addresses() -> dict[str, object]:
        return {"static": static, "htmx_address": url_for("htmx")}

    app.after_request(_cache_static)
    app.after_request(_compress)


def _htmx_file() -> bytes:
    for file in importlib.metadata.files(_HTMX_PACKAGE) or ():
        if file.name == "htmx.min.js":
            return Path(str(file.locate())).read_bytes()
    raise RuntimeError(f"The package {_HTMX_PACKAGE} has no htmx.min.js.")


def _cache_static(answer: Response) -> Response:
    if request.endpoint == "static" and "v" in request.args and answer.status_code == 200:
        answer.headers["Cache-Control"] = IMMUTABLE
    return answer


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
