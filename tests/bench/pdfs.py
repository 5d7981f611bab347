"""How long a PDF takes, beside a bare page of the same table made by the same library with nothing around it."""

import re
import statistics
import subprocess
import sys
import time
from typing import Final

from tests.bench.acts import Seat, expect
from tests.bench.wire import Wire

TIMES: Final = 9
_BARE: Final = (
    "<style>@page { size: A4; margin: 15mm } body { font: 10pt 'DejaVu Sans', sans-serif }"
    " table { border-collapse: collapse; width: 100% } td, th { border: .3pt solid #999; padding: 2mm }</style>"
    "<h1>Match</h1>{table}<p>Total</p>"
)
_LOOP: Final = """
import sys, time
from weasyprint import HTML
html = sys.stdin.buffer.read(int(sys.stdin.buffer.readline())).decode()
HTML(string=html).write_pdf()
for line in sys.stdin.buffer:
    begun = time.perf_counter()
    HTML(string=html).write_pdf()
    print(time.perf_counter() - begun, flush=True)
"""


def measure(seat: Seat) -> tuple[float, float, float]:
    """Seconds of the first PDF of a server, of one when it is warm, and of the bare page; by turns, medians."""
    wire, path = seat.open(), f"/m/{seat.matches[0]}/sheet"
    html = expect(200, wire.get(path)).text
    first = _pdf(wire, path)
    ours, bare = [], []
    with subprocess.Popen([sys.executable, "-c", _LOOP], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin
        assert child.stdout
        page = _bare(html).encode()
        child.stdin.write(b"%d\n" % len(page) + page)
        for _ in range(TIMES):
            ours.append(_pdf(wire, path))
            child.stdin.write(b"\n")
            child.stdin.flush()
            bare.append(float(child.stdout.readline()))
        child.stdin.close()
    return first, statistics.median(ours), statistics.median(bare)


def _pdf(wire: Wire, path: str) -> float:
    begun = time.perf_counter()
    answer = expect(200, wire.get(f"{path}.pdf"))
    assert answer.body.startswith(b"%PDF")
    return time.perf_counter() - begun


def _bare(html: str) -> str:
    """A page of nothing but the table of a sheet."""
    (table,) = re.findall(r"<table.*?</table>", html, re.DOTALL)
    return _BARE.replace("{table}", re.sub(r' class="[^"]*"|<colgroup>.*?</colgroup>', "", table))
