"""What a page weighs, as it is sent: at the first visit, with all that it brings along, and at the next one."""

import re
from dataclasses import dataclass

from tests.bench.acts import Unexpected, expect
from tests.bench.wire import Answer, Wire

_BROUGHT = re.compile(r'(?:<link[^>]+|<script[^>]+)(?:href|src)="([^"]+)"|url\("?([^")]+)"?\)')
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
    files: dict[str, Answer] = {}
    named = _named(page.text)
    while named:
        if (each := named.pop()) not in files:
            files[each] = expect(200, wire.get(each))
            if files[each].headers["content-type"].startswith("text/css"):
                named += _named(files[each].text)
    again = [each for each, answer in files.items() if "immutable" not in answer.headers.get("cache-control", "")]
    repeat = len(page.body) + sum(len(files[each].body) for each in again)
    return Weight(len(page.body), {each: len(answer.body) for each, answer in files.items()}, repeat)


def _named(text: str) -> list[str]:
    found = [first or second for first, second in _BROUGHT.findall(text)]
    if foreign := [each for each in found if not each.startswith(("/", "data:"))]:
        raise Unexpected(f"{foreign[0]} does not lie on this server")
    return [each for each in found if not each.startswith("data:")]
