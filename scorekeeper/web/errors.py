"""Where errors meet HTTP: one table, and a page that says in words what can be done."""

from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request, url_for
from flask_wtf.csrf import CSRFError, generate_csrf
from werkzeug.exceptions import HTTPException

from scorekeeper.book.errors import (
    BookError,
    MatchDeleted,
    MatchNotFound,
    PlayerNotFound,
    StaleMatch,
)
from scorekeeper.book.outages import BookBusy, BookReadOnly, Outage
from scorekeeper.rules.bookfile import LARGEST_FILE
from scorekeeper.rules.errors import RulesError
from scorekeeper.web.forms import BrokenForm
from scorekeeper.web.language import gettext
from scorekeeper.web.match import match_screen
from scorekeeper.web.respond import FRESH_CSRF, screen
from scorekeeper.web.sentences import sentence_of

STATUS: dict[type[Exception], int] = {
    MatchNotFound: 404,
    PlayerNotFound: 404,
    StaleMatch: 409,
    BrokenForm: 400,
    BookError: 422,
    RulesError: 422,
    Outage: 503,
}
"""The status of every error that is no bug; a class stands for those below it unless they stand here too."""
RETRY_SECONDS: Final = 5
"""When to ask again after a 503, for whoever asks by program."""


def handle_errors(app: Flask) -> None:
    """Answer errors with a page that helps; whatever is in no table stays a 500."""
    for kind in STATUS:
        app.register_error_handler(kind, _unavailable if kind is Outage else _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, _token_expired)
    app.register_error_handler(500, _bug)


def http_status_of(error: Exception) -> int:
    """The status in the table of the nearest class of *error*."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def _refused(error: Exception) -> Response:
    assert isinstance(error, RulesError | BookError)  # noqa: S101 - only these are registered
    status = http_status_of(error)
    if isinstance(error, MatchDeleted):
        return _page(404, gettext("The match is deleted"), gettext("It can be restored under All matches."))
    if isinstance(error, MatchNotFound):
        return _page(
            404,
            gettext("This match is in another scorebook"),
            gettext("To see it here, ask whoever keeps it for the link of their scorebook."),
        )
    if status == 404:
        return _page(404, *_not_found())
    if isinstance(error, StaleMatch) and error.current.deleted_at is not None:
        return _page(status, gettext("The match is deleted"), gettext("It can be restored under All matches."))
    if isinstance(error, StaleMatch):
        sentence = gettext(
            "Another phone has changed this match in the meantime, so nothing was done. Here it is as it stands now."
        )
        return match_screen(error.current, status=409, wrong=(sentence,))
    return _page(status, gettext("That did not work"), sentence_of(error))


def _not_found() -> tuple[str, str]:
    return gettext("Nothing is here"), gettext("The address may be mistyped, or what was here is gone.")


def _http(error: HTTPException) -> Response:
    code = error.code or 500
    if code < 400 and error.response is not None:  # a redirect that routing asks for
        return error.response  # type: ignore[return-value]
    heading, sentence = {
        400: (gettext("That could not be read"), gettext("Open the page again and try once more.")),
        404: _not_found(),
        405: (
            gettext("That is not done this way"),
            gettext("This address changes something; use the button on the page."),
        ),
        413: (
            gettext("That is too much"),
            gettext("What was sent is larger than anything this page needs. Nothing was stored."),
        ),
    }.get(code, (gettext("That did not work"), gettext("Nothing was stored. Please try again.")))
    if code == 413 and (request.endpoint or "").startswith("imports."):
        sentence = gettext("A file has %(most)s MB at most. Nothing was stored.", most=LARGEST_FILE // 1024**2)
    # Our own refusals carry a sentence of their own; werkzeug's are for programmers.
    if (
        code == 400
        and error.description
        and error.description != type(error).description
        and not isinstance(error, CSRFError)
    ):
        sentence = error.description
    answer = _page(code, heading, sentence)
    if error.get_response().headers.get("Allow"):
        answer.headers["Allow"] = error.get_response().headers["Allow"]
    return answer


def _token_expired(error: CSRFError) -> Response:
    """The form comes back filled, with a fresh token: one more tap does what was asked.

    Not so if another site sent it: that would make one tap of whatever a stranger thought up.
    """
    if _is_from_elsewhere():
        return _page(
            400,
            gettext("That came from another site"),
            gettext("Nothing was done. Open the page here and use its button."),
        )
    again = current_app.extensions["scorekeeper.again"].get(request.endpoint)
    if again is not None:
        try:
            answer: Response = again(**(request.view_args or {}))
        except BookError as refused:  # raised while an error is handled, so nobody else would
            return _refused(refused)
        except Outage as outage:
            return _unavailable(outage)
        return answer
    sentence = gettext(
        "This page had been open for a long time, or this browser keeps no cookies. Nothing is lost: "
        "one more tap does it."
    )
    answer = _once_more(400, gettext("Once more, please"), sentence)
    answer.headers[FRESH_CSRF] = generate_csrf()  # for the page that still shows the form
    return answer


def _is_from_elsewhere() -> bool:
    """True if the browser says that a page of another site sent this request."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin")
    return origin is not None and urlsplit(origin).netloc.lower() != request.host.lower()


def _bug(error: Exception) -> Response:
    cause = getattr(error, "original_exception", None)
    if isinstance(cause, Outage):  # met while another error was being answered
        return _unavailable(cause)
    not_saved = gettext("Not saved. Nothing is lost, please try again.")
    return _failed(500, gettext("Something went wrong here"), not_saved, gettext("Please try again."))


def _unavailable(outage: Outage) -> Response:
    """The database cannot do it now. Whoever asked has lost nothing; whoever runs the server finds why in the log."""
    current_app.logger.warning("%s in %s %s: %s", type(outage).__name__, request.method, request.endpoint, outage)
    answer = _failed(http_status_of(outage), *_outage_words(outage))
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    return answer


def _outage_words(outage: Outage) -> tuple[str, str, str]:
    """A heading, a sentence for what was to be saved, and one for a page that was to be shown."""
    if isinstance(outage, BookBusy):
        return (
            gettext("The scorebook is busy"),
            gettext("The scorebook is busy, so nothing was saved. Nothing is lost, please try again in a moment."),
            gettext("Please try again in a moment."),
        )
    if isinstance(outage, BookReadOnly):
        return (
            gettext("The scorebook cannot be written"),
            gettext(
                "Not saved: the disk of the scorebook is full, or may only be read. Nothing is lost; "
                "try again once whoever runs the server has seen to it."
            ),
            gettext("Its disk is full, or may only be read. Whoever runs the server can see to it."),
        )
    return (
        gettext("The scorebook cannot be reached"),
        gettext(
            "Not saved: the scorebook cannot be reached. Nothing is lost, please try again in a moment. "
            "If it stays so, tell whoever runs the server."
        ),
        gettext("Please try again in a moment. If it stays so, tell whoever runs the server."),
    )


def _failed(status: int, heading: str, not_saved: str, not_shown: str) -> Response:
    return _once_more(status, heading, not_saved) if request.method == "POST" else _page(status, heading, not_shown)


def _once_more(status: int, heading: str, sentence: str) -> Response:
    """What was sent, ready to be sent again; its request key makes sure that it is done once.

    Where the form is still shown it stays, and gets the sentence beside it.
    """
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    return screen(
        "again.html",
        status=status,
        is_beside=True,
        heading=heading,
        sentence=sentence,
        action=_this_address(),
        fields=fields,
        said=sentence,
    )


def _page(status: int, heading: str, sentence: str) -> Response:
    return screen(
        "error.html",
        status=status,
        is_beside=request.method == "POST",
        heading=heading,
        sentence=sentence,
        again=_this_address() if status >= 500 and request.method == "GET" else "",
        home=url_for("home.home"),
        said=sentence,
    )


def _this_address() -> str:
    # One slash only: two would lead to another site.
    path = request.full_path if request.query_string else request.path
    return f"{request.script_root}/{path.lstrip('/')}"
