"""Without script, with an expired token, while the server is away: nothing lost, and one more tap does it, once."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.browser.serving import Served
from tests.builders import draw_bridge

NOT_SAVED = "Not saved. Nothing is lost, please try again."
NO_ANSWER = "No answer. Nothing is lost, please try again."


@pytest.fixture
def a_phone(a_phone: MakePhone) -> MakePhone:
    """Makes phones whose requests may fail."""

    def make(**options: Any) -> Phone:
        made = a_phone(**options)
        made.may_fail = True
        return made

    return make


@pytest.fixture
def phone(a_phone: MakePhone) -> Phone:
    return a_phone()


def test_without_javascript_a_save_that_meets_a_bug_can_be_sent_again_with_one_tap(a_phone: MakePhone) -> None:
    phone = a_phone(java_script_enabled=False)
    phone.sit_at(draw_bridge(phone.server.sessions))
    phone.choose("Ana 3NT=")
    phone.server.faults.errors = [RuntimeError("a bug for this test")]
    phone.tap(phone.save)
    expect(phone.page.get_by_role("alert")).to_have_text(NOT_SAVED)
    phone.press("Do it now")
    expect(phone.row(1)).to_be_visible()
    assert phone.kept().match.totals == (100, 0)


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_save_with_an_expired_token_comes_back_filled_and_one_more_tap_saves(
    a_phone: MakePhone, scripts: bool
) -> None:
    phone = a_phone(java_script_enabled=scripts)
    phone.sit_at(draw_bridge(phone.server.sessions, "Bo 2H="))
    phone.choose("Ana 3NT=")
    expect(phone.save).to_have_text("Save 100 to Ana")
    phone.context.clear_cookies(name="scorekeeper")
    phone.tap(phone.save)
    expect(phone.page.get_by_role("alert")).to_contain_text("Nothing is lost: please tap Save again.")
    expect(phone.page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator('.tile[aria-pressed="true"]')).to_have_attribute("value", "9")
    assert phone.is_whole()
    assert len(phone.kept().match.lines) == 1
    phone.tap(phone.save)
    expect(phone.row(2)).to_be_visible()
    assert phone.kept().match.totals == (100, 60)


def test_a_start_with_an_expired_token_keeps_what_was_typed_and_one_more_tap_starts(phone: Phone) -> None:
    phone.open("/new")
    phone.tap(phone.option("Game", "Draw Bridge"))
    phone.name_field("Left").fill("Ana")
    phone.name_field("Right").fill("Margaret")
    phone.tap(phone.option("Target", "500"))
    phone.tap(phone.option("Who deals first?", "Margaret"))
    phone.context.clear_cookies(name="scorekeeper")
    phone.press("Start: Margaret deals")
    expect(phone.page.get_by_role("alert")).to_contain_text("please tap Start again")
    expect(phone.name_field("Right")).to_have_value("Margaret")
    phone.press("Start: Margaret deals")
    expect(phone.heading("To 500")).to_be_visible()
    expect(phone.page.locator(".next")).to_contain_text("Deal 1: Margaret deals")
    assert len(phone.matches()) == 1


def test_an_undo_that_gets_no_answer_says_so_and_can_be_tapped_again(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions, "Bo 2H=", "Ana 3NT="))
    phone.page.route("**/undo", lambda route: route.abort("connectionreset"), times=1)
    undo = phone.page.get_by_role("button", name="Undo")
    phone.tap(undo)
    expect(phone.page.locator("#problems")).to_have_text(NO_ANSWER)
    phone.tap(undo)
    expect(phone.row(2)).to_have_count(0)
    assert len(phone.kept().match.lines) == 1


def test_a_key_that_gets_no_answer_says_so_and_can_be_tapped_again(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions))
    phone.page.route("**/deals/1?*", lambda route: route.abort("connectionreset"), times=1)
    phone.press("4")
    expect(phone.page.locator("#problems")).to_have_text(NO_ANSWER)
    phone.press("4")
    phone.press("Spades, Bo")
    expect(phone.heading("4 spades by Bo, needs 10 tricks. Result?")).to_be_attached()


def test_a_match_that_was_taken_away_meanwhile_is_told_of_on_a_whole_page(phone: Phone) -> None:
    phone.sit_at(draw_bridge(phone.server.sessions))
    phone.context.clear_cookies(name="scorebook")
    phone.press("4")
    expect(phone.heading("This match is in another scorebook")).to_be_visible()
    assert phone.is_whole()


def test_a_save_into_a_match_that_was_taken_away_keeps_what_was_chosen(phone: Phone) -> None:
    table = draw_bridge(phone.server.sessions)
    phone.sit_at(table)
    phone.choose("Ana 3NT=")
    kept = next(cookie for cookie in phone.context.cookies() if cookie["name"] == "scorebook")
    phone.context.clear_cookies(name="scorebook")
    phone.tap(phone.save)
    expect(phone.page.locator("#problems")).to_contain_text("This match is in another scorebook. To see it here, ask")
    expect(phone.save).to_have_text("Save 100 to Ana")
    phone.context.add_cookies([{"name": "scorebook", "value": kept["value"], "url": phone.server.base}])
    phone.tap(phone.save)
    expect(phone.row(1)).to_be_visible()
    assert table.deals == ["Ana 3NT="]


class RunningServer:
    """`scorekeeper run` as a process of its own, that can go away and come back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.link = ""

    def start(self) -> None:
        environ = {**os.environ, "SCOREKEEPER_INSTANCE": str(self.folder), "PYTHONUNBUFFERED": "1"}
        environ.pop("DATABASE_URL", None)
        command = [
            Path(sys.executable).with_name("scorekeeper"),
            "run",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(
            command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "http://" in line:
                self.link = line.strip()
            if line.startswith("Stop with"):
                return

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=10)


def test_a_save_while_the_server_is_away_is_saved_by_the_next_tap_when_it_is_back(
    a_phone: MakePhone, server: Served, tmp_path: Path
) -> None:
    running = RunningServer(tmp_path)
    running.start()
    phone = a_phone()
    try:
        phone.server = Served(f"http://127.0.0.1:{running.port}", server.sessions, server.faults)
        phone.page.goto(running.link)
        phone.start("draw-bridge")
        phone.choose("Ana 3NT=")
        running.stop()
        phone.tap(phone.save)
        expect(phone.page.locator("#problems")).to_have_text(NO_ANSWER)
        expect(phone.save).to_have_text("Save 100 to Ana")
        running.start()
        phone.tap(phone.save)
        expect(phone.row(1)).to_be_visible()
        assert phone.totals() == (100, 0)
        assert len(phone.rows()) == 1
    finally:
        running.stop()
