"""What a page weighs, as it is sent: at the first visit, with all that it brings along, and at the next one."""

import re
from dataclasses import dataclass

from tests.bench.acts import Unexpected, expect
from tests.bench.wire import Wire

_BROUGHT = re.compile(r'<(?:link rel="(?:icon|stylesheet|preload)"|script)[^>]*? (?:href|src)="([^"]+)"')
"""Fonts that only some letters need are named by the style sheet alone: few visits ask for them."""
_FONTS = (".woff2", ".woff", ".ttf", ".otf")


@dataclass(frozen=True)
class Weight:
    """In bytes over the wire, headers not counted. requests: how many the first visit takes. repeat: the next one."""

    page: int
    files: dict[str, int]
    repeat: int

    @property
    def requests(self) -> int:
        return 1 + len(self.files)

    @property
    def first(self) -> int:
        return self.page + sum(self.files.values())

    @property
    def without_fonts(self) -> int:
        return self.page + sum(size for path, size in self.files.items() if not path.endswith(_FONTS))


def weigh(wire: Wire, path: str) -> Weight:
    """Fetch the page at *path* and everything it names, twice; what is immutable comes from the cache then."""
    page = expect(200, wire.get(path))
    files = {each: expect(200, wire.get(each)) for each in _named(page.text)}
    again = [each for each, answer in files.items() if "immutable" not in answer.headers.get("cache-control", "")]
    repeat = len(page.body) + sum(len(files[each].body) for each in again)
    return Weight(len(page.body), {each: len(answer.body) for each, answer in files.items()}, repeat)


def _named(page: str) -> list[str]:
    found = _BROUGHT.findall(page)
    if foreign := [each for each in found if not each.startswith("/")]:
        raise Unexpected(f"{foreign[0]} does not lie on this server")
    return found
