"""One connection that stays open, and what goes over it. Plain sockets: less of what is measured is us."""

import gzip
import socket
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode


class Answer(NamedTuple):
    """status: of HTTP. size: bytes of the body as they were sent."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body, unpacked."""
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


class Wire:
    """A browser's connection to the server on *port* of this machine, with the cookies that it is given."""

    def __init__(self, port: int, cookies: Mapping[str, str] | None = None) -> None:
        self.cookies = dict(cookies or {})
        self._port = port
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = self._socket.makefile("rb")

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, b"", headers)

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Answer:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        return self._ask("POST", path, urlencode(fields).encode(), headers)

    def close(self) -> None:
        self._read.close()
        self._socket.close()

    def _ask(self, method: str, path: str, body: bytes, more: Mapping[str, str]) -> Answer:
        headers = {
            "Host": f"127.0.0.1:{self._port}",
            "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
            "Accept-Encoding": "gzip",
            "Accept-Language": "en-GB,en;q=0.8",
            "User-Agent": "Mozilla/5.0 (X11; Linux x86_64)",
            **{name.replace("_", "-"): value for name, value in more.items()},
        }
        if method == "POST":
            headers["Content-Length"] = str(len(body))
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        return self._answer()

    def _answer(self) -> Answer:
        status = int(self._read.readline().split()[1])
        headers: dict[str, str] = {}
        while line := self._read.readline().decode("latin-1").rstrip():
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                name, _, value = value.partition(";")[0].partition("=")
                self.cookies[name] = value
        return Answer(status, headers, self._read.read(int(headers["content-length"])))
