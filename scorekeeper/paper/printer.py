"""The process that makes PDFs, ``python -m scorekeeper.paper.printer``: HTML comes in, PDFs go out.

Every message is preceded by a letter and its length. The first one brings styles and fonts; the answer says whether
PDFs can be made. Ends when nobody asks any more, and after so many that what they left behind in memory is let go.
"""

import contextlib
import gc
import json
import logging
import os
import select
import sys
from typing import Any, BinaryIO, Final

from scorekeeper.paper.pdf import FAILED, LENGTH, MADE, MISSING, READY

MOST_RENDERS: Final = 100
IDLE_SECONDS: Final = 600
"""Nobody asked for so long: the memory may go to others."""
MOST_MEMORY: Final = 1 << 30
"""Bytes of address space, of which libraries and fonts take a third."""


def main() -> None:
    """Answer until the other end closes."""
    asks, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    first = _read(asks)
    if first is None:
        return
    logging.disable(logging.CRITICAL)
    try:
        printer = _Printer(**json.loads(first))
    except (ImportError, OSError):  # OSError: WeasyPrint is there, but no Pango
        _answer(answers, MISSING)
        return
    gc.freeze()
    gc.disable()  # tidying up can wait until nobody waits
    _answer(answers, READY)
    for _ in range(MOST_RENDERS):
        if not select.select([asks], [], [], IDLE_SECONDS)[0] or (text := _read(asks)) is None:
            break
        task = json.loads(text)
        _limit_time(task.pop("seconds"))
        try:
            _answer(answers, MADE, printer.pdf(**task))
        except Exception:  # whatever it is about this page, the next one may be another
            _answer(answers, FAILED)
        gc.collect()


class _Printer:
    """WeasyPrint with our styles and fonts read once, and nothing else to be read ever after."""

    def __init__(self, fonts: list[tuple[str, str, str]], styles: dict[str, str]) -> None:
        from weasyprint import CSS, HTML
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        ours = {f"font:{number}": path for number, (_, _, path) in enumerate(fonts)}

        class OwnFilesOnly(URLFetcher):  # type: ignore[misc]
            """Gives our fonts under names of their own, and refuses every address there is."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                """The font called *url*; raises ValueError for anything else."""
                if url not in ours:
                    raise ValueError("Only our own files are read.")
                return URLFetcherResponse(url, open(ours[url], "rb"))

        self._html, self._fetcher = HTML, OwnFilesOnly()
        self._fonts = FontConfiguration()
        faces, families, faced = [], [], set()
        for number, (family, weight, _) in enumerate(fonts):
            # A family of its own for each cut: otherwise letters are looked for in the first one only.
            name = family
            while (name, weight) in faced:
                name += " Extended"
            faced.add((name, weight))
            families.append(name)
            is_still = weight.isdecimal()
            faces.append(
                f'@font-face {{ font-family: "{name}"; src: url("font:{number}");'
                f" font-weight: {weight if is_still else 400}; }}"
            )
        stacks = _stacks(list(dict.fromkeys(families)))

        def read(css: str) -> Any:
            # A variable would be looked up for every cell of every table.
            for name, stack in stacks.items():
                css = css.replace(f"var({name})", stack)
            return CSS(string=css, font_config=self._fonts, url_fetcher=self._fetcher, base_url="font:")

        self._faces = read("\n".join(faces))
        self._styles = {name: read(css) for name, css in styles.items()}
        _limit_memory()
        self.pdf("<p>♠", list(styles))  # what is done once is done before anybody waits

    def pdf(self, html: str, styles: list[str]) -> bytes:
        """The PDF of *html* with the style sheets called so."""
        page = self._html(string=html, url_fetcher=self._fetcher, base_url="font:")
        sheets = [self._faces, *(self._styles[name] for name in styles)]
        made: bytes = page.write_pdf(stylesheets=sheets, font_config=self._fonts)
        return made


def _stacks(families: list[str]) -> dict[str, str]:
    """The two font families of the pages, each with the other behind it, for it has signs of its own."""
    serif = [name for name in families if "Serif" in name]
    sans = [name for name in families if name not in serif]
    named = {"--serif": (*serif, *sans), "--sans": (*sans, *serif)}
    return {key: ", ".join([*map(json.dumps, names), "sans-serif"]) for key, names in named.items()}


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):  # not everywhere
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, most))


def _limit_time(seconds: float) -> None:
    """Let the system end us if this one takes more than *seconds* of the processor, should nobody else do it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        seconds = int(used.ru_utime + used.ru_stime) + int(seconds) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, most))


def _read(pipe: BinaryIO) -> str | None:
    """The next message; None at the end."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pipe.read(LENGTH.unpack(head)[1]).decode()


def _answer(pipe: BinaryIO, kind: bytes, body: bytes = b"") -> None:
    pipe.write(LENGTH.pack(kind, len(body)) + body)
    pipe.flush()


if __name__ == "__main__":
    main()
