"""When the largest thing on a page stands there: Chromium on a slow phone with a slow network, first visit."""

import shutil
import statistics
from typing import Any, Final

from tests.bench.acts import Seat

TIMES: Final = 3
SLOWER: Final = 4
"""The processor is so many times as slow."""
SLOW_4G: Final = {
    "offline": False,
    "latency": 150,  # ms there and back
    "downloadThroughput": 1_600_000 // 8,  # bytes a second
    "uploadThroughput": 750_000 // 8,
}
_A_PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 640},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
    "locale": "en-GB",
}
_QUIET: Final = ("--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
_LISTEN: Final = """new PerformanceObserver(list => {
    for (const paint of list.getEntries()) window.largestPaint = paint.startTime;
}).observe({type: "largest-contentful-paint", buffered: true});"""


def largest_paints(seat: Seat, *paths: str) -> list[float | None]:
    """Seconds until the largest paint of each of *paths*, nothing cached; None without Chromium to ask."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return [None] * len(paths)
    executable = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if executable is None:
        return [None] * len(paths)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(_QUIET))
        found = [statistics.median(_paint(browser, seat, path) for _ in range(TIMES)) for path in paths]
        browser.close()
    return found


def _paint(browser: Any, seat: Seat, path: str) -> float:
    base = f"http://127.0.0.1:{seat.port}"
    context = browser.new_context(**_A_PHONE)
    context.add_cookies([{"name": "scorebook", "value": seat.book, "url": base}])
    context.add_init_script(_LISTEN)
    page = context.new_page()
    phone = context.new_cdp_session(page)
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", SLOW_4G)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(base + path, wait_until="load")
    page.wait_for_timeout(500)  # a font that comes late may paint the largest thing again
    milliseconds: float = page.evaluate("window.largestPaint")
    context.close()
    return milliseconds / 1000
