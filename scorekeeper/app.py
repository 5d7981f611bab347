"""The Flask app: its parts put together. What they do is in `scorekeeper.web`."""

import logging
import secrets
from collections.abc import MutableMapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask.templating import Environment
from flask_babel import Babel, get_locale
from flask_wtf import CSRFProtect
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.book.database import DatabaseError, Sessions, open_database
from scorekeeper.book.lifecycle import purge
from scorekeeper.book.outages import Outage
from scorekeeper.config import Config
from scorekeeper.paper.pdf import LONGEST_RENDER, Press
from scorekeeper.web import (
    assets,
    blanks,
    downloads,
    entry,
    errors,
    guard,
    home,
    imports,
    language,
    look,
    marks,
    match,
    new_match,
    numbers,
    options,
    papers,
    partials,
    points_page,
    security,
    settings,
    sheets,
)
from scorekeeper.web.compiled import keep_compiled
from scorekeeper.web.mount import PublicAt
from scorekeeper.web.respond import htmx

HERE: Final = Path(__file__).parent
LARGEST_BODY: Final = 64 * 1024
"""Bytes of a form; the longest note takes a fifth of it."""
SESSION_LIFETIME: Final = timedelta(days=400)
HTMX_CONFIG: Final[dict[str, Any]] = {
    "historyCacheSize": 0,
    "refreshOnHistoryMiss": True,
    "includeIndicatorStyles": False,
    "allowEval": False,
    # A new screen is itself at once; otherwise it would wear the classes of the old one for a moment.
    "attributesToSettle": [],
    "selfRequestsOnly": True,
    "timeout": 15_000,
    # A refusal is swapped in like any other answer: it is the same screen with a sentence on it.
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "400|404|409|413|422", "swap": True},
        {"code": "[45]..", "swap": False, "error": True},
    ],
}


class LongSession(SecureCookieSessionInterface):
    """A session that outlives the browser's closing, in a cookie that is Secure behind https."""

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:
        """400 days from the last change: browsers keep no cookie longer."""
        return datetime.now(UTC) + SESSION_LIFETIME

    def get_cookie_secure(self, app: Flask) -> bool:
        """True where the visitor came by https."""
        return request.is_secure

    def get_cookie_path(self, app: Flask) -> str:
        """Where the app is mounted: another one on the same host is not told."""
        return request.script_root or "/"


class Templates(Environment):
    """Those of Flask, with a plain dictionary of what all know: a page begins ten parts, and each looks through it."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What templates know, as it is when the first of them is read; nothing is added later."""
        return {**self.globals, **(d or {})}


class QuietFlask(Flask):
    """Flask, but for a log that holds no addresses: those of matches and books are keys to them."""

    jinja_environment = Templates

    def log_exception(self, exc_info: Any) -> None:
        """Log a bug with the name of the view in place of the address."""
        self.logger.error("Error in %s %s", request.method, request.endpoint, exc_info=exc_info)


def create_app(config: Config, sessions: Sessions | None = None) -> Flask:
    """The app that serves the books in the database that *config* names, or those behind *sessions*.

    Raises DatabaseError if the database cannot be opened.
    """
    if sessions is None:
        sessions = open_database(config)
        try:
            purge(sessions)
        except Outage:
            raise DatabaseError(
                "The database cannot be written: it is read-only for this user, or another program holds it."
            ) from None
    app = _bare_app()
    app.config.update(
        SECRET_KEY=config.secret_key,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
        MAX_FORM_PARTS=200,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=SESSION_LIFETIME,
        # A token lives as long as its session: a phone that slept through a long deal must still save.
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.session_interface = LongSession()
    app.extensions["scorekeeper"] = sessions
    app.extensions["scorekeeper.again"] = {
        "entry.record": entry.entry_again,
        "entry.correct": entry.entry_again,
        "entry.insert": entry.entry_again,
        "new_match.start": new_match.start_again,
        "imports.check": imports.check_again,
    }
    security.protect(app, config)
    imports.let_files_in(app)
    CSRFProtect(app)
    htmx.init_app(app)
    errors.handle_errors(app)
    app.after_request(guard.renew_cookie)
    app.after_request(look.renew_cookie)
    app.after_request(papers.keep_paper)
    assets.serve_assets(app)
    for part in (
        home,
        downloads,
        imports,
        new_match,
        match,
        entry,
        settings,
        options,
        points_page,
        look,
        sheets,
        blanks,
    ):
        app.register_blueprint(part.bp)
    app.jinja_env.globals["htmx_config"] = app.json.dumps(HTMX_CONFIG)
    logging.getLogger("flask_wtf.csrf").setLevel(logging.WARNING)
    app.wsgi_app = _behind(app.wsgi_app, config)  # type: ignore[method-assign]
    return app


def paper_app(seconds: float) -> Flask:
    """An app that serves nothing and knows no scorebook: within its context sheets are drawn for paper.

    seconds: how long a PDF may take.
    """
    app = _bare_app(seconds)
    app.secret_key = secrets.token_urlsafe()  # what is drawn may look into a session; there is none
    return app


def _bare_app(seconds: float = LONGEST_RENDER) -> QuietFlask:
    """What draws pages, before anybody can ask for one."""
    folder = _data_folder()
    app = QuietFlask("scorekeeper", template_folder=str(folder / "templates"), static_folder=str(folder / "static"))
    app.config["BABEL_DEFAULT_LOCALE"] = "en"
    Babel(app)
    _dress_templates(app)
    app.extensions["scorekeeper.press"] = Press(folder / "static" / "css", seconds)
    return app


def _data_folder() -> Path:
    """Where templates and static files lie: beside the package, or inside it once installed."""
    beside = HERE.parent
    return beside if (beside / "templates" / "page.html").exists() else HERE / "_data"


def _dress_templates(app: Flask) -> None:
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["points"] = numbers.points
    app.jinja_env.filters["isolated"] = marks.isolated
    partials.keep_parts(app)
    # Templates ask for sentences the way the modules do: once a request for where they come from.
    app.jinja_env.install_gettext_callables(language.gettext, language.ngettext, newstyle=True)  # type: ignore[attr-defined]
    keep_compiled(app.jinja_env)

    @app.context_processor
    def everywhere() -> dict[str, object]:
        locale = get_locale()
        return {
            "look": look.look(),
            "locale": language.locale_name().replace("_", "-"),
            "direction": locale.text_direction if locale else "ltr",
        }


def _behind(wsgi: Any, config: Config) -> Any:
    """*wsgi* as it is found: under the path of the public address, behind the proxies configured."""
    has_path = False
    if config.public_url:
        wsgi = PublicAt(wsgi, config.public_url)
        has_path = bool(urlsplit(config.public_url).path.strip("/"))
    if config.trusted_proxies:
        count = config.trusted_proxies
        wsgi = ProxyFix(wsgi, x_for=count, x_proto=count, x_host=count, x_prefix=0 if has_path else count)
    return wsgi
