"""Whatever goes wrong on the way: a sentence, nothing lost, and one more tap does it, once."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.browser.serving import Served
from tests.builders import draw_bridge

NOT_SAVED = "Not saved. Nothing is lost, please try again."
NO_ANSWER = "No answer. Nothing is lost, please try again."
SOMEONE_ELSES_PAGE = "<!doctype html><title>Log in</title><h1>Welcome to our hotel</h1>"


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


def a_bug(phone: Phone) -> None:
    phone.server.faults.bugs = 1


def answered(status: str) -> Callable[[Phone], None]:
    def answer(phone: Phone) -> None:
        phone.server.faults.answers = [(status, SOMEONE_ELSES_PAGE)]

    return answer


def never_sent(phone: Phone) -> None:
    phone.page.route("**/deals/", lambda route: route.abort("connectionreset"), times=1)


def answer_lost(phone: Phone) -> None:
    """The server stores the deal, but the phone never hears of it."""

    def deliver_and_cut(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    phone.page.route("**/deals/", deliver_and_cut, times=1)


def offline(phone: Phone) -> None:
    phone.context.set_offline(True)


def too_slow(phone: Phone) -> None:
    """The answer comes when the phone has given up; the deal is stored by then."""
    phone.page.evaluate("htmx.config.timeout = 250")
    phone.server.faults.delay = 0.8


FAILURES = {
    "a bug": (a_bug, NOT_SAVED),
    "500 of a proxy": (answered("500 Internal Server Error"), NOT_SAVED),
    "503": (answered("503 Service Unavailable"), NOT_SAVED),
    "429": (answered("429 Too Many Requests"), NOT_SAVED),
    "413 of a proxy": (answered("413 Payload Too Large"), NOT_SAVED),
    "404 of a proxy": (answered("404 Not Found"), NOT_SAVED),
    "a log-in page": (answered("200 OK"), NOT_SAVED),
    "never sent": (never_sent, NO_ANSWER),
    "answer lost": (answer_lost, NO_ANSWER),
    "offline": (offline, NO_ANSWER),
    "too slow": (too_slow, NO_ANSWER),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_save_that_fails_says_so_beside_save_and_the_next_tap_saves_one_deal(phone: Phone, failure: str) -> None:
    fail, sentence = FAILURES[failure]
    phone.sit_at(draw_bridge(phone.server.sessions, "Bo 2H="))
    phone.choose("Ana 3NT=")
    fail(phone)
    phone.tap(phone.save)
    problem = phone.page.locator("#problems")
    expect(problem).to_have_text(sentence)
    expect(problem).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("#live")).to_have_text(sentence)
    said, save = problem.bounding_box(), phone.save.bounding_box()
    assert said is not None
    assert save is not None
    assert 0 <= save["y"] - (said["y"] + said["height"]) < 60, "the sentence stands right above Save"
    expect(phone.save).to_be_enabled()
    expect(phone.save).to_have_text("Save 100 to Ana")
    expect(phone.page.locator('.tile[aria-pressed="true"]')).to_have_attribute("value", "9")
    assert phone.is_whole()

    phone.context.set_offline(False)
    phone.server.faults.clear()
    phone.tap(phone.save)
    expect(phone.row(2)).to_be_visible()
    assert phone.kept().match.totals == (100, 60)
    assert len(phone.kept().match.lines) == 2


def test_without_javascript_a_save_that_meets_a_bug_can_be_sent_again_with_one_tap(a_phone: MakePhone) -> None:
    phone = a_phone(java_script_enabled=False)
    phone.sit_at(draw_bridge(phone.server.sessions))
    phone.choose("Ana 3NT=")
    phone.server.faults.bugs = 1
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
