"""One request key, one change: a form that is sent twice is answered twice and acted upon once."""

import hashlib
import json
import re
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, insert, select

from scorekeeper.book.database import Session
from scorekeeper.book.errors import InvalidRequest, RequestReused
from scorekeeper.book.insertion import insert_if_new
from scorekeeper.book.tables import REQUEST

REQUEST_KEY: Final = r"[A-Za-z0-9_-]{1,64}"
"""What a request key looks like. Whoever asks makes it unique; the book only needs to find it again."""


class Asked(NamedTuple):
    """What is asked under which key. scope: within what the key is unique. digest: of verb and content."""

    scope: str
    key: str
    digest: str

    @staticmethod
    def of(verb: str, scope: str, request: str, content: object) -> "Asked":
        """*verb* with *content* (anything JSON can hold) asked under the key *request*; raises InvalidRequest."""
        if not isinstance(request, str) or not re.fullmatch(REQUEST_KEY, request):
            raise InvalidRequest("request", "A request key is 1 to 64 letters, digits, - and _.")
        body = json.dumps([verb, content], sort_keys=True, ensure_ascii=True)
        return Asked(scope, request, hashlib.sha256(body.encode()).hexdigest())


class Answer(NamedTuple):
    """What a request was answered with. match_id: None if it was about no match."""

    match_id: int | None
    version: int


_ANSWER: Final = select(REQUEST.c.digest, REQUEST.c.match_id, REQUEST.c.result_version).where(
    REQUEST.c.scope == bindparam("scope"), REQUEST.c.key == bindparam("key")
)
_KEEP: Final = insert(REQUEST)


def find_answer(session: Session, asked: Asked) -> Answer | None:
    """The answer given to *asked* before; raises RequestReused if something else was asked under its key."""
    found = session.execute(_ANSWER, {"scope": asked.scope, "key": asked.key}).first()
    if found is None:
        return None
    if found.digest != asked.digest:
        raise RequestReused
    return Answer(found.match_id, found.result_version)


def keep_answer(session: Session, asked: Asked, answer: Answer, now: datetime) -> None:
    """Remember what *asked* was answered with; the key must be new."""
    session.execute(_KEEP, answer_row(asked, answer, now))


def claim(session: Session, asked: Asked, now: datetime) -> Answer | None:
    """Take the key of *asked* for this transaction, or give the answer of whoever took it first."""
    if insert_if_new(session, REQUEST, answer_row(asked, Answer(None, 0), now)):
        return None
    return find_answer(session, asked)


def answer_row(asked: Asked, answer: Answer, now: datetime) -> dict[str, Any]:
    """The row that remembers what *asked* was answered with."""
    return {
        "scope": asked.scope,
        "key": asked.key,
        "digest": asked.digest,
        "match_id": answer.match_id,
        "result_version": answer.version,
        "at": now,
    }
