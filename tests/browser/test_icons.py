"""The icons that are no drawing any more show what the drawing shows."""

from base64 import b64encode

import pytest
from playwright.sync_api import Browser

from tests.browser.icons import DRAWN, ICONS, draw

PIXELS = """async png => {
    const picture = await createImageBitmap(await (await fetch(png)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return [...canvas.getImageData(0, 0, picture.width, picture.height).data];
}"""
"""Red, green, blue and opacity of every pixel, 0 to 255."""
SOFTER = 2
"""So much, on the average, another Chromium may draw edges otherwise."""


@pytest.mark.parametrize("name", DRAWN)
def test_the_icon_is_drawn_from_the_svg(name: str, chromium: Browser) -> None:
    """If this fails after a change of icon.svg: ``python -m tests.browser.icons``."""
    width, corners = DRAWN[name]
    with chromium.new_page() as page:
        kept, drawn = (
            page.evaluate(PIXELS, f"data:image/png;base64,{b64encode(png).decode()}")
            for png in ((ICONS / name).read_bytes(), draw(chromium, width, corners))
        )
    assert len(kept) == len(drawn) == 4 * width * width
    assert sum(abs(one - other) for one, other in zip(kept, drawn, strict=True)) / len(kept) < SOFTER
