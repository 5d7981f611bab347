"""Headers, host names, cookies and proxies."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.book.database import Sessions
from scorekeeper.config import Config
from scorekeeper.network import own_host_names
from tests.builders import a_book, a_table
from tests.web.document import every
from tests.web.phone import Phone, address_of
from tests.web.screen import Request
from tests.web.stored import nothing_stored

MakeApp = Callable[..., Flask]


def policy(phone: Phone) -> dict[str, str]:
    """The content security policy by its directives."""
    parts = phone.answer.headers["Content-Security-Policy"].split("; ")
    return dict(part.partition(" ")[::2] for part in parts)


@pytest.mark.parametrize("address", ["/", "/new", "/nowhere", "/open/nonsense", "/static/nothing.css", "/m/x/"])
def test_every_answer_is_armoured(phone: Phone, address: str) -> None:
    phone.open(address)
    assert phone.answer.headers["X-Content-Type-Options"] == "nosniff"
    assert phone.answer.headers["X-Frame-Options"] == "DENY"
    assert phone.answer.headers["Referrer-Policy"] == "same-origin"
    rules = policy(phone)
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == rules["form-action"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert not any("unsafe" in value or "*" in value or "http" in value for value in rules.values())


def test_refusals_and_redirects_are_armoured_too(phone: Phone) -> None:
    client = phone.client
    other_name = client.get("/", headers={"Host": "other.example"})
    for answer in (client.post("/new"), client.put("/"), client.get("/m/abc"), other_name):
        assert answer.status_code >= 300
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert answer.headers["Cache-Control"] == "no-store"


def test_no_page_of_a_book_is_kept_by_any_cache(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book)
    for address in ("/", "/history", "/deleted", "/new", address_of(table), address_of(table, "deals/1")):
        assert phone.open(address).answer.headers["Cache-Control"] == "no-store"


def test_no_answer_says_what_serves_it_or_allows_other_origins(phone: Phone) -> None:
    phone.open("/")
    assert "Server" not in phone.answer.headers
    assert not [name for name, _ in phone.answer.headers if name.lower().startswith("access-control")]


# Host names


OURS = [
    "192.168.1.2:8000", "10.0.0.7", "172.16.4.4:80", "127.0.0.1:8000", "localhost", "LOCALHOST:8000", "[::1]:8000",
    "[fe80::1]", "[fd00::1]:8000", "169.254.1.1", "localhost.",
]  # fmt: skip
NOT_OURS = [
    "evil.example", "evil.example:8000", "192.168.1.2.evil.example", "8.8.8.8", "[2606:4700::1111]",
    "localhost.evil.example", "evil.example@localhost", "localhost, evil.example", "localhost/evil",
    "", " ", "127.0.0.1:x", "127.0.0.1:123456",
    "172.32.0.1", "xn--localhost", "0x7f000001", "2130706433", "\u0660.0.0.1",
]  # fmt: skip


def test_the_names_of_a_home_are_answered(phone: Phone) -> None:
    for host in (*OURS, *own_host_names()):
        assert phone.client.get("/", environ_overrides={"HTTP_HOST": host}).status_code == 200, host


def test_other_names_are_told_what_to_set_and_get_nothing(app: Flask, sessions: Sessions) -> None:
    phone = Phone(app, a_table(sessions).book)
    phone.open("/new").fill(left="Cy", right="Di", first="0")
    fields = phone.form_to("/new").fields
    with nothing_stored(sessions):
        for host in NOT_OURS:
            for answer in (
                phone.client.get("/", environ_overrides={"HTTP_HOST": host}),
                phone.client.post("/new", data=fields, environ_overrides={"HTTP_HOST": host}),
            ):
                assert answer.status_code == 400, host
                assert "SCOREKEEPER_PUBLIC_URL" in answer.text
                assert "Ana" not in answer.text


def test_the_public_address_is_answered_beside_the_names_of_the_home(make_app: MakeApp, config: Config) -> None:
    app = make_app(replace(config, public_url="https://Score.example:8443"))
    for host, status in (
        ("score.example:8443", 200),
        ("SCORE.example:8443", 200),
        ("192.168.1.2:8000", 200),
        ("score.example", 400),
        ("score.example:8000", 400),
        ("other.example", 400),
    ):
        assert app.test_client().get("/", environ_overrides={"HTTP_HOST": host}).status_code == status, host


# Cookies


def cookies_of(phone: Phone) -> dict[str, set[str]]:
    """The attributes of every cookie that the last answer set, by its name."""
    return {
        cookie.partition("=")[0]: set(cookie.split("; ")[1:]) for cookie in phone.answer.headers.getlist("Set-Cookie")
    }


def test_cookies_are_for_this_site_alone_and_for_no_script(app: Flask, sessions: Sessions) -> None:
    phone = Phone(app, a_book(sessions)).open("/new")
    cookies = cookies_of(phone)
    assert set(cookies) == {"scorebook", "scorekeeper"}
    for attributes in cookies.values():
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= attributes
        assert "Secure" not in attributes
        assert not any(attribute.startswith("Domain") for attribute in attributes)


FORWARDED = {
    "X-Forwarded-For": "203.0.113.5",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "score.example",
    "X-Forwarded-Prefix": "/elsewhere",
    "Forwarded": "for=203.0.113.5;proto=https;host=score.example",
}


def test_without_configuration_no_proxy_is_believed(app: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    phone = Phone(app, book)
    phone.headers = FORWARDED
    phone.open("/new")
    assert all("Secure" not in attributes for attributes in cookies_of(phone).values())
    assert "elsewhere" not in phone.html
    phone.open("/book")
    assert f"http://192.168.1.2:8000/open/{book.key}" in phone.html
    assert "score.example" not in phone.html


@pytest.fixture
def behind_a_proxy(make_app: MakeApp, config: Config) -> Flask:
    app = make_app(replace(config, public_url="https://score.example", trusted_proxies=1))
    app.testing = True
    return app


def test_behind_a_proxy_that_is_trusted_cookies_are_secure(behind_a_proxy: Flask, sessions: Sessions) -> None:
    book = a_book(sessions)
    phone = Phone(behind_a_proxy, book)
    phone.headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "score.example"}
    phone.open("/new")
    assert all("Secure" in attributes for attributes in cookies_of(phone).values())
    assert set(cookies_of(phone)) == {"scorebook", "scorekeeper"}
    phone.open("/book")
    assert f"https://score.example/open/{book.key}" in phone.html


def test_over_https_a_form_from_elsewhere_is_refused_and_ours_is_not(behind_a_proxy: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(behind_a_proxy, table.book, at="https://score.example")
    phone.headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "score.example"}
    phone.look_at(table).enter("Ana 3NT=")
    request = phone.save_request()
    for referrer in ("https://evil.example/", "http://score.example/", ""):
        with nothing_stored(sessions):
            phone.headers["Referer"] = referrer
            assert phone.ask(request).status_code == 400
    phone.headers["Referer"] = f"https://score.example{address_of(table)}"
    assert phone.send(request).status == 200
    assert table.deals == ["Ana 3NT="]


def test_only_as_many_proxies_are_believed_as_are_configured(behind_a_proxy: Flask) -> None:
    phone = Phone(behind_a_proxy)
    # What the visitor claims comes first; only what our own proxy has added counts.
    phone.headers = {"X-Forwarded-Proto": "https, http", "X-Forwarded-Host": "evil.example, 192.168.1.2"}
    phone.open("/new")
    assert phone.status == 200
    assert "Secure" not in cookies_of(phone)["scorekeeper"]
    phone.headers = {"X-Forwarded-Host": "evil.example"}
    assert phone.open("/new").status == 400


def test_a_cookie_that_was_tampered_with_is_no_session(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 3NT=")
    request = phone.save_request()
    value = phone.cookie("scorekeeper") or ""
    # Not the last sign: some of its bits say nothing.
    other_sign = "A" if value[-5] != "A" else "B"
    for forged in (value[:-5] + other_sign + value[-4:], value[::-1], "", "☃", "x" * 4000):
        phone.keep_cookie("scorekeeper", forged)
        with nothing_stored(sessions):
            assert phone.ask(request).status_code == 400


def test_the_first_match_and_deal_from_a_phone_at_home_need_no_setting(app: Flask, sessions: Sessions) -> None:
    phone = Phone(app, at="http://192.168.1.2:8000").open("/")
    phone.tap("New match").fill(left="Ana", right="Bo", first="0")
    phone.send(phone.form_to("/new")).record("Ana 3NT=")
    assert phone.totals == ("750", "0")


@pytest.mark.parametrize("value", ["", "x", "☃", "\0", "x" * 5000, "' OR 1=1 --"])
def test_a_cookie_that_is_no_key_is_that_of_a_visitor(app: Flask, value: str) -> None:
    answer = app.test_client(use_cookies=False).get("/", headers={"Cookie": f"scorebook={value}".replace("\0", "%00")})
    assert answer.status_code == 200
    assert "New match" in answer.text


# Other sites, and https that a proxy ends


@pytest.mark.parametrize("sign", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_what_another_site_sends_is_no_tap_away_from_being_done(
    app: Flask, sessions: Sessions, sign: dict[str, str]
) -> None:
    mine, theirs = a_table(sessions), a_book(sessions)
    phone = Phone(app, mine.book)
    phone.headers.update(sign)
    for address in (f"/open/{theirs.key}", address_of(mine, "end"), address_of(mine, "deals/"), "/new"):
        with nothing_stored(sessions):
            phone.send(Request("POST", address, MultiDict({"level": "1", "play": "0C", "tricks": "7"})))
        assert phone.status == 400
        assert "csrf_token" not in phone.html
    assert phone.cookie("scorebook") == mine.book.key


def test_an_https_address_makes_cookies_secure_without_a_word_from_the_proxy(
    make_app: MakeApp, config: Config, sessions: Sessions
) -> None:
    app = make_app(replace(config, public_url="https://score.example/scores"))
    table = a_table(sessions)
    phone = Phone(app, table.book, at="http://score.example/scores").open("/scores/book")
    assert "Secure" in phone.answer.headers["Set-Cookie"]
    assert f">https://score.example/scores/open/{table.book.key}</textarea>" in phone.html
    at_home = Phone(app, table.book, at="http://192.168.1.2:8000/scores").open("/scores/book")
    assert "Secure" not in at_home.answer.headers["Set-Cookie"]


@pytest.mark.parametrize("written", ["https://score.example:443", "https://score.example"])
@pytest.mark.parametrize("asked", ["score.example", "score.example:443"])
def test_the_usual_port_may_be_written_out_or_not(make_app: MakeApp, config: Config, written: str, asked: str) -> None:
    client = make_app(replace(config, public_url=written)).test_client()
    assert client.get("/", headers={"Host": asked}).status_code == 200
    assert client.get("/", headers={"Host": "score.example:8443"}).status_code == 400


@pytest.mark.parametrize("script", [False, True], ids=["page", "fragment"])
def test_a_request_of_htmx_is_known_by_its_header_alone(app: Flask, sessions: Sessions, script: bool) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book, script=script).look_at(table)
    if script:
        phone.edit(1).tap("Close")
    undo = replace(phone.form_to("/undo"), htmx=True).with_fields(csrf_token=None)
    assert phone.ask(undo).status_code == 400
    (screen,) = every(phone.document, id="screen")
    phone.headers = json.loads(screen.attrib["hx-headers"])
    assert phone.ask(undo).status_code == 200
    assert table.deals == []
