"""The app at its public address: under a path such as ``/scores/`` that a proxy keeps or strips, behind its https."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

WSGI = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_PORTS = {"http": 80, "https": 443}


class PublicAt:
    """Tell the app that it lives at *public_url*, so that every address and cookie it writes fits there.

    Who asks under another name, a private address say, is left with the scheme they came by.
    """

    def __init__(self, app: WSGI, public_url: str) -> None:
        self._app = app
        self._url = public_url
        self._scheme = urlsplit(public_url).scheme
        self._path = urlsplit(public_url).path.rstrip("/")

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        if self._path:
            asked = environ.get("PATH_INFO", "")
            if asked == self._path or asked.startswith(self._path + "/"):
                environ["PATH_INFO"] = asked.removeprefix(self._path) or "/"
            environ["SCRIPT_NAME"] = self._path
        if is_public(environ.get("HTTP_HOST", ""), self._url):
            # A proxy in front ends https and speaks http to us.
            environ["wsgi.url_scheme"] = self._scheme
        return self._app(environ, start_response)


def is_public(host: str, public_url: str) -> bool:
    """True if the Host header *host* names the place of *public_url*, its usual port written out or not."""
    public = urlsplit(public_url)
    try:
        asked = urlsplit(f"//{host}")
        port = asked.port or _PORTS[public.scheme]
    except ValueError:
        return False
    return asked.hostname == public.hostname and port == (public.port or _PORTS[public.scheme])
