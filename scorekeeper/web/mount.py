"""The app under a path of its own, such as ``/scores/``, behind a proxy that keeps or strips it."""

from collections.abc import Callable, Iterable
from typing import Any

WSGI = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class MountedAt:
    """Tell the app that it lives at *path* (like ``/scores``), so that every address it writes begins there."""

    def __init__(self, app: WSGI, path: str) -> None:
        self._app = app
        self._path = path

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        asked = environ.get("PATH_INFO", "")
        if asked == self._path or asked.startswith(self._path + "/"):
            environ["PATH_INFO"] = asked.removeprefix(self._path) or "/"
        environ["SCRIPT_NAME"] = self._path
        return self._app(environ, start_response)
