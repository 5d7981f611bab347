"""HTML to PDF, in a process of its own: whatever it meets, the server goes on.

The child (`scorekeeper.paper.printer`) imports WeasyPrint once and makes one PDF after the other. It has limits of
time and memory, and is replaced when it dies, takes too long, or has made many. One is made at a time; a few who ask
meanwhile wait a little, all others are told at once.
"""

import contextlib
import json
import os
import select
import struct
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scorekeeper.fonts import paper_fonts

LONGEST_RENDER: Final = 10.0
"""Seconds after which a PDF is given up."""
LONGEST_WAIT: Final = 12.0
"""Seconds for which someone waits while another one's PDF is made."""
MOST_WAITING: Final = 3
"""So many may wait or be served at a time: every one holds a thread of the server."""
LONGEST_START: Final = 15.0
LONGEST_SHEET: Final = 500
"""Deals of a match that is made into a PDF; a longer one takes too long."""
STYLES: Final = ("sheet", "blank")
"""The style sheets that there are for paper."""
LENGTH: Final = struct.Struct("!cQ")
"""What stands before every answer: a letter for what it is, and its length in bytes."""
READY, MADE, MISSING, FAILED = b"r", b"p", b"m", b"f"


class CannotMakePdf(Exception):
    """No PDF was made."""


class PdfMissing(CannotMakePdf):
    """What PDFs need is not installed here."""


class PdfBusy(CannotMakePdf):
    """Others wait for theirs already."""


class PdfTooMuch(CannotMakePdf):
    """It took too long, too much memory, or ended the process."""


class Press:
    """Makes PDFs with the fonts of the pages and the style sheets in *folder*. Costs nothing until it is used.

    seconds: after which a PDF is given up.
    """

    def __init__(self, folder: Path, seconds: float = LONGEST_RENDER) -> None:
        self._folder = folder
        self._seconds = seconds
        self._child: subprocess.Popen[bytes] | None = None
        self._is_ready = False
        self._end: Callable[[], object] = _nothing
        self._turn = threading.Lock()
        self._places = threading.BoundedSemaphore(MOST_WAITING)
        self.is_missing = False
        """True once it is known that WeasyPrint or what it needs cannot be loaded."""

    def pdf(self, html: str, styles: tuple[str, ...] = ("sheet",)) -> bytes:
        """The PDF of *html*, which may name no file and no address: none is read.

        styles: which style sheets it needs, by their names. Raises CannotMakePdf.
        """
        if not self._places.acquire(blocking=False):
            raise PdfBusy
        try:
            if not self._turn.acquire(timeout=LONGEST_WAIT):
                raise PdfBusy
            try:
                return self._make(json.dumps({"html": html, "styles": styles, "seconds": self._seconds}))
            finally:
                self._turn.release()
        finally:
            self._places.release()

    def warm(self) -> None:
        """Start the child if nobody uses it, so that it is ready by the time it is asked."""
        if not self.is_missing and self._turn.acquire(blocking=False):
            try:
                if not self._is_alive():
                    self._start()
            except OSError:
                self.close()
            finally:
                self._turn.release()

    def close(self) -> None:
        """End the child."""
        self._child = None
        self._end()

    def __enter__(self) -> "Press":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def process(self) -> int | None:
        """The id of the child, None while there is none."""
        return None if self._child is None else self._child.pid

    def _is_alive(self) -> bool:
        return self._child is not None and self._child.poll() is None

    def _start(self) -> None:
        self.close()
        # Neither our files nor our signals are its business.
        self._child = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper.paper.printer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )
        # Also when nobody needs the press any more, and when this process ends.
        self._end = weakref.finalize(self, _end, self._child)
        os.set_blocking(self._child.stdin.fileno(), False)  # type: ignore[union-attr]
        self._is_ready = False
        self._send(self._styles())

    def _styles(self) -> str:
        styles = {name: (self._folder / f"{name}.css").read_text(encoding="utf-8") for name in STYLES}
        fonts = [(font.family, font.weights, str(font.path)) for font in paper_fonts()]
        return json.dumps({"fonts": fonts, "styles": styles})

    def _make(self, task: str) -> bytes:
        is_used = self._is_alive()
        try:
            try:
                kind, body = self._ask(task)
            except (BrokenPipeError, EOFError):
                if not is_used:
                    raise
                self.close()  # it had just come to its end, which is no fault of this task
                kind, body = self._ask(task)
        except (OSError, EOFError):  # it ended, or it took too long
            self.close()
            raise PdfTooMuch from None
        if kind != MADE:
            raise PdfTooMuch
        return body

    def _ask(self, task: str) -> tuple[bytes, bytes]:
        if not self._is_alive():
            self._start()
        if not self._is_ready:
            self._await_ready()
        self._send(task)
        return self._receive(self._seconds)

    def _await_ready(self) -> None:
        kind, _ = self._receive(LONGEST_START)
        self._is_ready = kind == READY
        if not self._is_ready:
            self.is_missing = True
            self.close()
            raise PdfMissing

    def _send(self, text: str) -> None:
        assert self._child is not None and self._child.stdin is not None  # noqa: PT018, S101
        pipe, data = self._child.stdin.fileno(), text.encode("utf-8", errors="replace")
        rest, deadline = memoryview(LENGTH.pack(b"h", len(data)) + data), time.monotonic() + LONGEST_RENDER
        while rest:
            if not select.select([], [pipe], [], max(0.0, deadline - time.monotonic()))[1]:
                raise TimeoutError
            rest = rest[os.write(pipe, rest) :]

    def _receive(self, seconds: float) -> tuple[bytes, bytes]:
        """The next answer; raises EOFError if the child ended, TimeoutError after *seconds*."""
        deadline = time.monotonic() + seconds
        kind, length = LENGTH.unpack(self._read(LENGTH.size, deadline))
        return kind, self._read(length, deadline)

    def _read(self, length: int, deadline: float) -> bytes:
        assert self._child is not None and self._child.stdout is not None  # noqa: PT018, S101
        pipe, parts = self._child.stdout.fileno(), []
        while length:
            ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError
            part = os.read(pipe, min(length, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            length -= len(part)
        return b"".join(parts)


def _nothing() -> None:
    pass


def _end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    child.wait()
