"""Under a path of its own, such as /scores/, behind a proxy that keeps the path or takes it away."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from scorekeeper.config import Config
from tests.web.document import every
from tests.web.phone import Phone
from tests.web.world import World, a_world

PATH = "/scores"
ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post", "hx-push-url")


class Proxy:
    """Serves an app under PATH, and nothing else; *strips* says whether the app is asked without it."""

    def __init__(self, app: Any, *, strips: bool) -> None:
        self._app, self._strips = app, strips
        self.lost: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        asked = environ["PATH_INFO"]
        if asked != PATH and not asked.startswith(f"{PATH}/"):
            self.lost.append(asked)
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"another program"]
        if self._strips:
            environ["PATH_INFO"] = asked.removeprefix(PATH) or "/"
        return self._app(environ, start_response)


@pytest.fixture(params=["keeps", "strips", "strips and says so"])
def proxied(make_app: Callable[[Config], Flask], config: Config, request: pytest.FixtureRequest) -> Flask:
    """An app behind a proxy. In the third round only the proxy knows the path, and tells the app."""
    says_so = request.param == "strips and says so"
    public_url = "https://score.example" if says_so else "https://score.example/scores"
    app = make_app(replace(config, public_url=public_url, trusted_proxies=1))
    app.testing = True
    app.wsgi_app = Proxy(app.wsgi_app, strips=request.param != "keeps")  # type: ignore[method-assign]
    app.config["SAYS_SO"] = says_so
    return app


def a_proxied_phone(app: Flask, world: World | None = None, *, script: bool = False) -> Phone:
    phone = Phone(app, world and world.book, script=script, at=f"https://score.example{PATH}")
    phone.headers = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "score.example",
        "Referer": f"https://score.example{PATH}/",
    }
    if app.config["SAYS_SO"]:
        phone.headers["X-Forwarded-Prefix"] = PATH
    return phone


def addresses_on(phone: Phone) -> set[str]:
    """Every address that stands on the screen."""
    return {
        element.attrib[name]
        for element in every(phone.document)
        for name in ADDRESSES
        if element.get(name, "true") != "true" and not element.attrib[name].startswith("#")
    }


def test_every_address_on_every_page_begins_with_the_path(proxied: Flask, sessions: Sessions) -> None:
    world = a_world(sessions)
    phone = a_proxied_phone(proxied, world)
    for address in world.pages(proxied):
        phone.open(PATH + address)
        for status, location in phone.redirects:
            assert status == 303
            assert location.startswith(f"{PATH}/"), (address, location)
        for found in addresses_on(phone):
            assert found.startswith(f"{PATH}/"), (address, found)
        for cookie in phone.answer.headers.getlist("Set-Cookie"):
            assert f"Path={PATH}" in cookie.split("; "), cookie
    assert proxied.wsgi_app.lost == []  # type: ignore[attr-defined]


def test_the_files_of_a_page_lie_under_the_path_too(proxied: Flask) -> None:
    phone = a_proxied_phone(proxied).open(f"{PATH}/")
    files = [address for address in addresses_on(phone) if "." in address.rpartition("/")[2]]
    assert len(files) >= 5
    for address in files:
        assert phone.get(address).status_code == 200


@pytest.mark.parametrize("script", [False, True], ids=["page", "fragment"])
def test_an_evening_under_the_path_never_leaves_it(proxied: Flask, script: bool) -> None:
    phone = a_proxied_phone(proxied, script=script).open(PATH)
    phone.tap("New match").fill(left="Ana", right="Bo", game="bridgette", deals="2")
    phone.tap("Draw for it")
    phone.send(phone.form_to("/new"))
    match = phone.address
    assert match.startswith(f"{PATH}/m/")
    phone.record("Ana 3NT=").undo().record("Bo 1C=", "Ana 4H=")
    assert phone.part(class_="winner").startswith("Ana wins")
    phone.edit(1).tap("Delete deal 1").undo()
    phone.open(f"{match}delete").tap("Delete match").tap("Restore")
    assert phone.address == match
    phone.send(phone.form_to("/rematch"))
    assert phone.address.startswith(f"{PATH}/m/")
    phone.forget_cookie("scorekeeper")
    phone.open(f"{match}more")
    phone.forget_cookie("scorekeeper")
    phone.send(phone.form_to("/swap")).tap("Do it now")
    assert phone.address == match
    assert proxied.wsgi_app.lost == []  # type: ignore[attr-defined]


def test_a_fragment_is_pushed_under_the_path_and_only_where_it_moves(proxied: Flask, sessions: Sessions) -> None:
    world = a_world(sessions)
    phone = a_proxied_phone(proxied, world, script=True)
    match = f"{PATH}/m/{world.playing.ref.key}/"
    phone.open(match).enter("Ana 3NT=").save()
    assert phone.answer.headers["HX-Push-Url"] == match
    assert "HX-Push-Url" not in phone.undo().answer.headers


def test_the_link_of_a_book_is_whole_and_leads_back(proxied: Flask, sessions: Sessions) -> None:
    world = a_world(sessions)
    phone = a_proxied_phone(proxied, world).open(f"{PATH}/book")
    link = f"https://score.example{PATH}/open/{world.book.key}"
    assert f">{link}</textarea>" in phone.html
    other = a_proxied_phone(proxied).open(urlsplit(link).path)
    assert [location for _, location in other.redirects] == [f"{PATH}/?opened=1", f"{PATH}/"]
    assert other.cookie("scorebook") == world.book.key
