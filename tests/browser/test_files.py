"""Files on a real phone: taken away, copied as text, brought in with scripts and without."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.serving import Served
from tests.builders import a_table


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_match_is_taken_away_and_brought_into_another_scorebook(
    a_phone: MakePhone, server: Served, tmp_path: Path, scripts: bool
) -> None:
    table = a_table(server.sessions, "Ana 3NTX+1", "Bo 4H-1")
    one, other = (a_phone(java_script_enabled=scripts) for _ in range(2))
    one.sit_at(table, "files/")
    with one.page.expect_download() as download:
        one.follow("File to keep or to move JSON, everything about the match")
    assert download.value.suggested_filename.startswith("Ana-Bo-")
    download.value.save_as(tmp_path / "match.json")
    assert json.loads((tmp_path / "match.json").read_text())["players"] == ["Ana", "Bo"]
    other.open("/")
    other.follow("Import a file")
    other.page.set_input_files("[name=file]", tmp_path / "match.json")
    other.press("Look at it first")
    other.press("Import 1 match")
    expect(other.page.locator("h1")).to_have_text("Imported")
    assert "/files/imported?request=" in other.page.url
    other.tap(other.page.locator(".matches a"))
    expect(other.page.locator(".total").first).to_have_text("1,900")


def test_the_text_is_copied_where_the_clipboard_can_be_reached_and_stands_selectable_elsewhere(
    a_phone: MakePhone, server: Served
) -> None:
    table = a_table(server.sessions, "Ana 3NTX+1")
    phone = a_phone(permissions=["clipboard-read", "clipboard-write"])
    phone.sit_at(table, "files/text")
    phone.press("Copy")
    expect(phone.key("Copied")).to_be_visible()
    field = phone.page.locator("textarea").input_value()
    assert phone.page.evaluate("navigator.clipboard.readText()") == field
    assert field.startswith("Ana 1,800, Bo 0, still in play")
    without = a_phone(java_script_enabled=False)
    without.sit_at(table, "files/text")
    expect(without.page.locator("textarea")).to_have_value(field)
    expect(without.page.locator(".needs-clipboard")).to_be_hidden()
