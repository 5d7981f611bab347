"""Draws the icons that cannot be SVG from the one that is: ``python -m tests.browser.icons`` writes them again."""

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from scorekeeper.app import HERE
from tests.conftest import find_chromium

ICONS = HERE.parent / "static" / "icons"
BAIZE = "#0d4334"
DRAWN = {"icon-32.png": (32, "transparent"), "icon-180.png": (180, BAIZE)}
"""Width in pixels, and what is in the corners: Apple's devices round them and want no holes there."""


def draw(browser: Browser, width: int, corners: str) -> bytes:
    """The icon as a PNG."""
    with browser.new_page(viewport={"width": width, "height": width}) as page:
        drawing = (ICONS / "icon.svg").read_text()
        page.set_content(
            f"<style>body {{ margin: 0; background: {corners} }} svg {{ display: block }}</style>{drawing}"
        )
        return page.screenshot(omit_background=True)


def write(folder: Path = ICONS) -> None:
    """Draw every icon into *folder*."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium())
        for name, (width, corners) in DRAWN.items():
            (folder / name).write_bytes(draw(browser, width, corners))
        browser.close()


if __name__ == "__main__":
    write()
