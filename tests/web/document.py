"""HTML as a browser would hold it: a tree, and what a person can read of it or press on it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, SubElement

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "rect", "use", "path", "source", "wbr"})
"""Elements without an end tag; those of SVG among them close themselves."""
SILENT = frozenset({"head", "script", "style", "svg", "template"})
"""What is inside is not read to anybody."""


class Malformed(AssertionError):
    """A page whose tags do not fit together: a browser would guess what was meant."""


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("document")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            raise Malformed(f"<{tag}> has an attribute twice: {names}")
        element = SubElement(self.open[-1], tag, {name: value or "" for name, value in attrs})
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self.open[-1].tag != tag:
            raise Malformed(f"</{tag}> at {self.getpos()} closes <{self.open[-1].tag}>")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        parent = self.open[-1]
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + data
        else:
            parent.text = (parent.text or "") + data

    def finished(self) -> Element:
        self.close()
        if len(self.open) > 1:
            raise Malformed(f"never closed: {[element.tag for element in self.open[1:]]}")
        return self.root


def parse(html: str) -> Element:
    """The tree of *html*; raises Malformed."""
    builder = _Builder()
    builder.feed(html)
    return builder.finished()


def every(root: Element, tag: str = "*", **attributes: str) -> Iterator[Element]:
    """The elements called *tag* with these attributes, in the order of the page; ``class_`` is one of the classes."""
    for element in root.iter():
        if tag in ("*", element.tag) and all(_has(element, name, value) for name, value in attributes.items()):
            yield element


def _has(element: Element, name: str, value: str) -> bool:
    if name == "class_":
        return value in element.get("class", "").split()
    return element.get(name.replace("_", "-")) == value


def text_of(element: Element) -> str:
    """What is read aloud of *element*: signs that are only drawn are left out, and so is what is hidden."""
    return re.sub(r" ([,.:?])(?=\s|$)", r"\1", " ".join("".join(_pieces(element)).split()))


def _pieces(element: Element) -> Iterator[str]:
    if element.tag in SILENT or element.get("aria-hidden") == "true" or "hidden" in element.attrib:
        return
    edge = "" if element.tag in ("b", "bdi", "i") else " "  # the others are blocks, or words of their own
    yield edge
    yield element.text or ""
    for child in element:
        yield from _pieces(child)
        yield child.tail or ""
    yield edge


def name_of(element: Element) -> str:
    """What a link or a button is called, to those who see it and to those who do not."""
    return element.get("aria-label") or text_of(element)
