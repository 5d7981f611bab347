"""What every form of a write carries, checked before any verb is called."""

from typing import NamedTuple

from flask import request
from flask_wtf import FlaskForm
from wtforms import HiddenField
from wtforms.validators import InputRequired, Regexp

from scorekeeper.book.access import new_key
from scorekeeper.book.errors import BookError
from scorekeeper.book.requests import REQUEST_KEY


def typed_length(characters: int) -> int:
    """The ``maxlength`` of a field for so many characters: browsers count UTF-16 units, two for some."""
    return 2 * characters


class BrokenForm(BookError):
    """A form without the fields that our pages put into it."""


class Act(NamedTuple):
    """What a page puts into the form of a change of a match, and what comes back with it.

    seen: the version of the match that the page showed. request: the key of this one change,
    the same when it is sent again.
    """

    seen: int
    request: str


def new_act(version: int, request_key: str | None = None) -> Act:
    """For a change that has seen *version*, under a new request key unless it is an old one."""
    return Act(version, request_key or new_key())


class Form(FlaskForm):  # type: ignore[misc]
    """A form with a token against forged requests."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """How Flask-WTF reads it."""

        def wrap_formdata(self, form: object, formdata: object) -> object:
            """The fields that came with this request, unless none are wanted: no JSON and no files."""
            return None if formdata is None else request.form

        def get_translations(self, form: object) -> None:
            """None: what a form says of its fields is never shown, and translating it is a sixth of a page's time."""


class AskedForm(Form):
    """A form that does its act once, however often it is sent: it carries a request key."""

    request_key = HiddenField(validators=[InputRequired(), Regexp(rf"^{REQUEST_KEY}\Z")])


class ActForm(AskedForm):
    """Reads an `Act`. Pages write it by the macro ``act_fields``: they hold many, and only one comes back."""

    seen = HiddenField(validators=[InputRequired(), Regexp(r"^[0-9]{1,10}\Z")])


def find_act() -> Act | None:
    """The hidden fields that came with this request, even if its token has expired; None if they are not whole."""
    form = ActForm(meta={"csrf": False})
    return Act(int(form.seen.data), form.request_key.data) if form.validate() else None


def read_act() -> Act:
    """The hidden fields that came with this request; raises BrokenForm."""
    # The token was checked for the whole app already; a form that checks it too would make a new one first.
    form = ActForm(meta={"csrf": False})
    if not form.validate():
        raise BrokenForm(
            next(iter(form.errors)),
            "This form was not complete. Open the page again and try once more.",
        )
    return Act(int(form.seen.data), form.request_key.data)
