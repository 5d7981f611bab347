"""PDFs are made in a process of their own: whatever it meets, who asked is told, and the next one is made."""

import contextlib
import http.server
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.paper.pdf import MOST_WAITING, PdfBusy, PdfMissing, PdfTooMuch, Press
from tests.paper.conftest import PATIENCE, STYLES
from tests.paper.opened import opened

HTML = '<article class="paper"><p>Čč Őő ʻ × − ♠♥♦♣ 4♠X 1,160</p></article>'


@pytest.fixture
def asked() -> Iterator[tuple[str, list[str]]]:
    """A server that counts what is asked of it: its address, and what was asked."""
    paths: list[str] = []

    class Counting(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(302)
            self.send_header("Location", "file:///etc/hostname")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Counting)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", paths
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.poppler
def test_the_fonts_of_the_pages_are_embedded_and_no_others(press: Press, tmp_path: Path) -> None:
    made = opened(press.pdf(HTML), tmp_path)
    assert "Čč Őő ʻ × − ♠♥♦♣ 4♠X 1,160" in made.text
    assert made.fonts
    assert all("Source" in font or "Scorekeeper" in font for font in made.fonts), made.fonts


@pytest.mark.poppler
def test_nothing_is_fetched_and_nothing_attached(press: Press, asked: tuple[str, list[str]], tmp_path: Path) -> None:
    base, paths = asked
    html = f"""<link rel=stylesheet href="{base}/a.css"><link rel=attachment href="file:///etc/hostname">
    <link rel=attachment href="{base}/redirect"><style>@import url({base}/b.css); @import url(file:///etc/passwd);
    @font-face {{ font-family: x; src: url({base}/c.woff2) }}
    p {{ background: url({base}/d.png); font-family: x }}</style>
    <img src="{base}/e.png"><img src="file:///etc/passwd"><object data="{base}/f"></object>
    <svg xmlns='http://www.w3.org/2000/svg'><image href='{base}/g'/><use href='{base}/h#i'/></svg>
    <a rel=attachment href="file:///etc/hostname">text</a><img src="data:image/svg+xml,<svg/>"><p>stays"""
    made = opened(press.pdf(html), tmp_path)
    assert paths == []
    assert made.attachments == 0
    assert "stays" in made.text


@pytest.mark.parametrize(
    "html",
    [
        "<p>" + "W" * 100_000,
        "<p>" + "W " * 20_000,
        "<div>" * 900 + "x",
        "<table><tr><td>" * 40 + "x",
        "<style>@page{size:2mm 2mm;margin:0}</style>" + "word " * 300,
        "<p>שלום 👩‍👩‍👧 \u202egnp.exe \x00 e\u0301 \ud800",
        "",
    ],
    ids=["one word", "many words", "divs", "tables", "tiny pages", "strange signs", "nothing"],
)
def test_whatever_comes_the_next_pdf_is_made(html: str) -> None:
    with Press(STYLES, seconds=20) as press:
        with contextlib.suppress(PdfTooMuch):
            assert press.pdf(html).startswith(b"%PDF")
        assert press.pdf(HTML).startswith(b"%PDF")


def test_a_child_that_was_killed_is_replaced(press: Press) -> None:
    press.pdf(HTML)
    process = press.process
    assert process is not None
    os.kill(process, signal.SIGKILL)
    assert press.pdf(HTML).startswith(b"%PDF")
    assert press.process != process


@pytest.mark.alone
def test_one_that_hangs_is_given_up_in_time_and_replaced() -> None:
    with Press(STYLES, seconds=PATIENCE) as press:
        press.pdf(HTML)
        assert press.process is not None
        os.kill(press.process, signal.SIGSTOP)
        press._seconds = 1
        begun = time.monotonic()
        with pytest.raises(PdfTooMuch):
            press.pdf(HTML)
        assert time.monotonic() - begun < 10
        assert press.process is None


@pytest.mark.alone
def test_one_is_made_at_a_time_a_few_wait_and_others_are_told_at_once(press: Press) -> None:
    press.pdf(HTML)
    assert press.process is not None
    os.kill(press.process, signal.SIGSTOP)
    made: list[bytes] = []
    waiting = [threading.Thread(target=lambda: made.append(press.pdf(HTML))) for _ in range(MOST_WAITING)]
    for thread in waiting:
        thread.start()
    time.sleep(0.2)
    with pytest.raises(PdfBusy):
        press.pdf(HTML)
    os.kill(press.process, signal.SIGCONT)
    for thread in waiting:
        thread.join()
    assert [pdf[:4] for pdf in made] == [b"%PDF"] * MOST_WAITING


def test_without_what_it_needs_it_says_so_and_never_tries_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # As where Pango is missing: the package is there and cannot be loaded.
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Press(STYLES) as press:
        with pytest.raises(PdfMissing):
            press.pdf(HTML)
        assert press.is_missing
        assert press.process is None


def test_who_asks_never_loads_what_makes_pdfs(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from scorekeeper.paper.pdf import Press
with Press(Path({str(STYLES)!r}), seconds={PATIENCE}) as press:
    press.pdf("<p>x")
print("weasyprint" in sys.modules)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_child_ends_with_whoever_started_it() -> None:
    code = f"""
import os
from pathlib import Path
from scorekeeper.paper.pdf import Press
press = Press(Path({str(STYLES)!r}), seconds={PATIENCE})
press.pdf("<p>x")
print(press.process, flush=True)
os._exit(9)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    child = int(done.stdout)
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and Path(f"/proc/{child}/stat").exists():
        state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
        if state == "Z":
            break
        time.sleep(0.1)
    else:
        assert not Path(f"/proc/{child}/stat").exists()
