"""The files a page brings along: found, compressed, cached for ever, and ours."""

import gzip
import re
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

import brotli
import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from scorekeeper.fonts import made_fonts
from tests.builders import a_table
from tests.web.document import every
from tests.web.phone import Phone, address_of

COMPRESSED = "gzip, deflate, br"


def assets_of(phone: Phone) -> list[str]:
    """The address of every file that the page brings along."""
    return [
        address
        for element in every(phone.document)
        if element.tag in ("script", "link", "img")
        for address in (element.get("src"), element.get("href"))
        if address
    ]


def texts_of(phone: Phone) -> list[str]:
    """Those of them that gain by compressing."""
    return [address for address in assets_of(phone) if address.endswith((".css", ".js", ".svg"))]


def test_every_file_is_there_and_may_be_kept_for_ever(phone: Phone) -> None:
    assets = assets_of(phone.open("/"))
    assert len(assets) >= 4
    for address in assets:
        answer = phone.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", address
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in answer.headers
        assert answer.mimetype in ("text/css", "text/javascript", "image/svg+xml", "image/png", "font/woff2"), address


def test_a_file_that_may_be_kept_is_named_by_what_is_in_it(phone: Phone) -> None:
    for address in assets_of(phone.open("/")):
        assert re.fullmatch(r"/assets/[0-9a-f]{12}/[a-z0-9.-]+", address), address
    (styles,) = (address for address in assets_of(phone) if address.endswith(".css"))
    for place in ("", "0123456789ab/", f"{styles.split('/')[2]}/0123456789ab/"):
        of_before = phone.get(f"/assets/{place}scorekeeper.css")
        assert of_before.data == phone.get(styles).data
        assert of_before.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "coding", "unpack"),
    [("gzip, deflate, br", "br", brotli.decompress), ("gzip, deflate, br;q=0", "gzip", gzip.decompress)],
)
def test_text_is_sent_compressed_to_whoever_reads_that(
    accepted: str, coding: str, unpack: Callable[[bytes], bytes], phone: Phone
) -> None:
    for address in texts_of(phone.open("/new")):
        plain, packed = phone.get(address), phone.get(address, Accept_Encoding=accepted)
        assert "Accept-Encoding" in packed.headers["Vary"]
        assert "Accept-Encoding" in plain.headers["Vary"]
        assert "Content-Encoding" not in plain.headers
        if len(plain.data) > 1000:
            assert packed.headers["Content-Encoding"] == coding, address
            assert unpack(packed.data) == plain.data
            assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
            assert packed.headers["ETag"] != plain.headers["ETag"]


def test_what_is_small_already_is_sent_as_it_is(phone: Phone) -> None:
    for address in set(assets_of(phone.open("/"))) - set(texts_of(phone)):
        answer = phone.get(address, Accept_Encoding=COMPRESSED)
        assert "Content-Encoding" not in answer.headers, address
        assert "Vary" not in answer.headers


def test_a_file_that_the_browser_has_is_not_sent_again(phone: Phone) -> None:
    for address in assets_of(phone.open("/")):
        tag = phone.get(address, Accept_Encoding=COMPRESSED).headers["ETag"]
        again = phone.get(address, Accept_Encoding=COMPRESSED, If_None_Match=tag)
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert phone.get(address, Accept_Encoding=COMPRESSED, If_None_Match='"other"').status_code == 200


def test_whoever_asks_for_an_icon_unread_gets_one(phone: Phone) -> None:
    icon = phone.get("/favicon.ico")
    assert (icon.status_code, icon.mimetype) == (200, "image/png")
    assert icon.data.startswith(b"\x89PNG")
    assert icon.headers["Cache-Control"] == "public, max-age=86400"
    assert "Set-Cookie" not in icon.headers


def test_htmx_weighs_no_more_than_it_must(phone: Phone) -> None:
    (address,) = (address for address in assets_of(phone.open("/")) if "htmx" in address)
    assert len(phone.get(address, Accept_Encoding="gzip").data) < 17_000
    assert len(phone.get(address, Accept_Encoding=COMPRESSED).data) < 15_000


# Fonts


def test_the_style_sheet_leads_to_every_font_under_any_path(phone: Phone) -> None:
    (styles,) = (address for address in assets_of(phone.open("/")) if address.endswith(".css"))
    fonts = made_fonts()
    faces = re.findall(r"@font-face \{([^}]+?url[^}]+)\}", phone.get(styles).text)
    assert len(faces) == len(fonts)
    for face, font in zip(faces, fonts, strict=True):
        assert f'font-family: "{font.family}"' in face
        assert f"unicode-range: {font.characters}" in face
        assert "font-display: swap" in face
        (place,) = re.findall(r'url\("([^"]+)"\)', face)
        answer = phone.get(urljoin(styles, place))
        assert answer.data == font.path.read_bytes()
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_the_fonts_of_every_page_are_asked_for_at_once(phone: Phone) -> None:
    early = [link.attrib["href"] for link in every(phone.open("/").document, "link", rel="preload")]
    wanted = [font.path.name for font in made_fonts() if font.on_every_page]
    assert [address.rpartition("/")[2] for address in early] == wanted


def test_without_fonts_of_its_own_the_page_asks_for_none(
    make_app: Callable[[], Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))  # an environment in which they were never made
    phone = Phone(make_app()).open("/")
    assert not [*every(phone.document, "link", rel="preload")]
    for address in texts_of(phone):
        assert "woff2" not in phone.get(address).text


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "gzip;q=0, identity"])
def test_whoever_does_not_read_compressed_text_gets_it_plain(phone: Phone, accepted: str) -> None:
    answer = phone.get("/new", Accept_Encoding=accepted)
    assert "Content-Encoding" not in answer.headers
    assert answer.text.startswith("<!doctype html>")


def test_pages_are_sent_compressed_too(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    answer = Phone(app, table.book).get(address_of(table), Accept_Encoding=COMPRESSED)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"Ana" in gzip.decompress(answer.data)
    assert {"Accept-Encoding", "HX-Request"} <= set(answer.headers["Vary"].split(", "))


def test_a_repeated_page_of_a_match_weighs_little(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4HX-1", "pass", "Ana 1C+3", "Bo 2S=")
    phone = Phone(app, table.book)
    page = phone.get(address_of(table), Accept_Encoding=COMPRESSED)
    part = phone.get(address_of(table), Accept_Encoding=COMPRESSED, HX_Request="true")
    assert len(part.data) < len(page.data) < 6 * 1024


@pytest.mark.parametrize(
    "path", ["../pyproject.toml", "..%2fpyproject.toml", "%2e%2e/pyproject.toml", "a%00b", "x" * 3000, ""]
)
def test_no_other_file_is_to_be_had(phone: Phone, path: str) -> None:
    for folder in ("static", "assets"):
        assert phone.get(f"/{folder}/{path}").status_code == 404


def test_style_sheets_ask_for_nothing_from_elsewhere(phone: Phone) -> None:
    sheets = [phone.get(address).text for address in assets_of(phone.open("/")) if ".css" in address]
    assert sheets
    for sheet in sheets:
        for address in re.findall(r"url\(\s*['\"]?([^'\")]+)", sheet):
            assert not address.startswith(("/", "http", "data:")), address
        assert "@import" not in sheet


def test_pips_are_drawn_and_not_written(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3C=", "Bo 4HX-1", "Ana 1S+3", "Bo 2D=")
    phone = Phone(app, table.book).look_at(table)
    drawn = {use.attrib["href"] for use in every(phone.document, "use")}
    assert {"#pip-C", "#pip-D", "#pip-H", "#pip-S"} <= drawn
    for symbol in drawn:
        assert phone.has(id=symbol[1:]), symbol
    screen, _, _on_paper = phone.html.partition('<div class="on-paper"')
    assert not set("♣♦♥♠") & set(screen)
