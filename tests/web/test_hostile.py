"""What no browser would send: refused with a sentence, never a bug, and nothing is stored."""

from urllib.parse import quote_from_bytes

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from scorekeeper.book.database import Sessions
from tests.builders import a_table, everything
from tests.web.document import every, parse
from tests.web.phone import Phone, address_of
from tests.web.stored import nothing_stored
from tests.web.world import World, a_world, reading_rules, writing_rules

FORM = "application/x-www-form-urlencoded"
BOUNDARY = "multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
BODIES: dict[str, tuple[str | None, bytes]] = {
    "no content type": (None, b"level=3"),
    "an unknown content type": ("\x01/\x02;;;=", b"level=3"),
    "JSON": ("application/json", b'{"level": 3}'),
    "JSON that is none": ("application/json", b"{" * 5000),
    "JSON that is a list": ("application/json", b"[[1, 2], [3]]"),
    "JSON that is a number": ("application/json", b"7"),
    "XML": ("text/xml", b"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"),
    "nothing": (FORM, b""),
    "no form": (FORM, b"\x00\xff\xfe" * 1000),
    "invalid UTF-8": (FORM, b"level=%ff%fe&play=\xff\xfe&tricks=%ed%a0%80"),
    "another charset": (f"{FORM}; charset=utf-16", "level=3".encode("utf-16")),
    "a charset that is none": (f"{FORM}; charset=%00", b"level=3"),
    "NUL bytes": (FORM, b"level=%00&play=%00&tricks=%00&seen=%00&request_key=%00&csrf_token=%00"),
    "ten thousand fields": (FORM, b"&".join(b"f%d=" % number for number in range(8000)) + b"&a=" * 2000),
    "one field ten thousand times": (FORM, b"level=3&" * 7000),
    "parts without a boundary": ("multipart/form-data", b"--x\r\n"),
    "parts that never end": (BOUNDARY, b"--x\r\nContent-Disposition: form-data; name=level\r\n\r\n3"),
    "parts without names": (BOUNDARY, b"--x\r\n\r\n3\r\n--x--\r\n"),
    "a thousand parts": (BOUNDARY, b"".join(PART % (b"f", b"3") for _ in range(1000)) + b"--x--\r\n"),
    "a part with an odd charset": (BOUNDARY, PART % (b'level"\r\nContent-Type: text/plain; charset="idna', b"\xff")),
    "a file in place of a field": (BOUNDARY, PART % (b'level"; filename="../a', b"3") + b"--x--\r\n"),
    "too much": (FORM, b"note=" + b"x" * 100_000),
    "far too much": (BOUNDARY, PART % (b"note", b"x" * 3_000_000) + b"--x--\r\n"),
}


@pytest.fixture
def world(sessions: Sessions) -> World:
    return a_world(sessions)


@pytest.fixture
def phone(app: Flask, world: World) -> Phone:
    return Phone(app, world.book).open("/new")


def post(phone: Phone, address: str, body: bytes, content_type: str | None, **headers: str) -> TestResponse:
    """The answer to *body*, with a token that is good whatever the body holds."""
    headers = {"X-CSRFToken": phone.field("csrf_token") or "", **headers}
    return phone.client.post(address, base_url=phone.at, data=body, content_type=content_type, headers=headers)


def sentences_of(answer: TestResponse) -> list[str]:
    return ["".join(alert.itertext()).strip() for alert in every(parse(answer.text), role="alert")]


@pytest.mark.parametrize("body", BODIES)
def test_a_body_that_is_no_form_of_ours_is_refused_everywhere(
    app: Flask, world: World, phone: Phone, body: str
) -> None:
    content_type, data = BODIES[body]
    with nothing_stored(world.sessions):
        for rule in writing_rules(app):
            if rule.endpoint == "home.open_other":
                continue  # it has no fields but the token
            answer = post(phone, world.address_for(rule), data, content_type)
            assert answer.status_code in (400, 413, 422), rule
            assert any(sentences_of(answer)), rule


VALUES = [
    "", "-1", "14", "1e9", "9" * 4000, "-" + "9" * 5000, "\u0663", "½", "NaN", "\0", "%", "☃", " 3 ", "3\n", "\u202e",
]  # fmt: skip
FIELDS = {
    "seen": "",
    "request_key": "",
    **dict.fromkeys(["level", "play", "doubling", "tricks", "passed_out", "number", "face"], "entry."),
    **dict.fromkeys(["left", "right", "first", "drawn", "draw", "timezone", "game"], "new_match."),
    **dict.fromkeys(["target", "target_other", "deals", "game_value", "tie_break", "undertricks"], ""),
    **dict.fromkeys(["seen_left", "title", "played_on", "place", "note"], "options.change_details"),
    "dealer": "options.first_dealer",
    "before": "home.",
}
"""Fields, and how the endpoints begin that may look at them."""


@pytest.mark.parametrize("field", FIELDS)
def test_no_value_of_any_field_is_a_bug_and_what_is_refused_is_not_stored(
    app: Flask, world: World, phone: Phone, field: str
) -> None:
    rules = [rule for rule in writing_rules(app) if rule.endpoint.startswith(FIELDS[field])]
    stored = everything(world.sessions)
    for value in VALUES if len(rules) < 5 else VALUES[::3]:
        for rule in rules:
            answer = phone.ask(world.request_for(rule, phone).with_fields(**{field: value}))
            before, stored = stored, everything(world.sessions)
            assert answer.status_code < 500, (rule, value)
            assert answer.status_code < 400 or stored == before, (rule, value)


def test_no_query_is_a_bug_and_none_writes(app: Flask, world: World, phone: Phone) -> None:
    with nothing_stored(world.sessions):
        for rule in reading_rules(app):
            for value in VALUES[::3]:
                query = dict.fromkeys(FIELDS, value)
                answer = phone.client.get(world.address_for(rule), base_url=phone.at, query_string=query)
                assert answer.status_code < 500, (rule, value)


@pytest.mark.parametrize(
    "part",
    ["%00", "%ff", "%ed%a0%80", "..", "%2e%2e", "%2f", "%3f", "%0d%0aSet-Cookie:%20a=b", "x" * 5000, "☃", "-1", "1e9"],
)
def test_no_address_is_a_bug(app: Flask, world: World, phone: Phone, part: str) -> None:
    base = address_of(world.playing)
    with nothing_stored(world.sessions):
        for address in (f"/m/{part}/", f"/m/{part}/deals/1", f"{base}deals/{part}", f"{base}{part}", f"/open/{part}",
                        f"/deleted/{part}/restore", f"/{part}", f"/static/{part}"):  # fmt: skip
            for method in ("GET", "POST"):
                answer = phone.client.open(address, base_url=phone.at, method=method, buffered=True)
                assert answer.status_code < 500, address
                assert "a=b" not in answer.headers.get("Set-Cookie", "")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Accept-Language", "☃".encode().decode("latin-1")),
        ("Accept-Language", "x" * 5000),
        ("Accept-Encoding", "gzip;q=banana"),
        ("Content-Length", "-1"),
        ("Content-Length", "nonsense"),
        ("Cookie", "scorebook; =; ;;;=x; scorekeeper=" + "x" * 5000),
        ("Referer", "http://["),
        ("HX-Current-URL", "http://["),
        ("HX-Request", "nonsense"),
        ("HX-Prompt", "☃".encode().decode("latin-1")),
        ("If-None-Match", '"' * 100),
        ("If-Modified-Since", "the day before yesterday"),
        ("Range", "bytes=0-1000000000000,5-1"),
        ("X-CSRFToken", "x" * 5000),
        ("X-HTTP-Method-Override", "DELETE"),
    ],
)
def test_no_header_is_a_bug(app: Flask, world: World, phone: Phone, name: str, value: str) -> None:
    with nothing_stored(world.sessions):
        for address in (address_of(world.playing), "/new", "/assets/scorekeeper.css"):
            answer = phone.client.get(address, base_url=phone.at, headers={name: value}, buffered=True)
            assert answer.status_code < 500
        answer = phone.client.post(address_of(world.playing, "undo"), base_url=phone.at, headers={name: value})
        assert answer.status_code in (400, 413)


# Whatever there is

STEADY = settings(
    derandomize=True,
    database=None,
    deadline=None,
    # The matches are made once; what one example does to them is where the next one begins.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
texts = (
    st.sampled_from(VALUES)
    | st.text(max_size=30)
    | st.integers().map(str)
    | st.sampled_from(["1", "3", "0NT", "X", "9"])
)
fields = st.lists(
    st.tuples(
        st.sampled_from(sorted(FIELDS)) | st.text(min_size=1, max_size=8),
        texts.map(str.encode) | st.binary(max_size=20),
    ),
    max_size=12,
)


def body_of(sent: list[tuple[str, bytes]]) -> bytes:
    return "&".join(f"{quote_from_bytes(name.encode())}={quote_from_bytes(value)}" for name, value in sent).encode()


@settings(STEADY, max_examples=150)
@given(data=st.data())
def test_nothing_that_can_be_sent_is_a_bug(app: Flask, world: World, phone: Phone, data: st.DataObject) -> None:
    rules = sorted(writing_rules(app), key=lambda rule: rule.endpoint)
    rule = data.draw(st.sampled_from(rules))
    whole = world.request_for(rule, phone)
    # Mostly a form that would do, with a few fields that will not: so the refusals lie deep.
    kept = data.draw(st.sets(st.sampled_from(sorted(whole.fields)))) if data.draw(st.booleans()) else set()
    sent = [(name, value.encode()) for name, value in whole.fields.items() if name not in kept]
    sent = data.draw(fields) + sent
    before = everything(world.sessions)
    answer = post(
        phone, whole.address, body_of(sent), FORM, **({"HX-Request": "true"} if data.draw(st.booleans()) else {})
    )
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert everything(world.sessions) == before
        assert any(sentences_of(answer))


@settings(STEADY, max_examples=100)
@given(data=st.data())
def test_nothing_that_can_be_asked_is_a_bug_or_writes(
    app: Flask, world: World, phone: Phone, data: st.DataObject
) -> None:
    rules = sorted(reading_rules(app), key=lambda rule: rule.endpoint)
    rule = data.draw(st.sampled_from(rules))
    query = body_of(data.draw(fields)).decode()
    with nothing_stored(world.sessions):
        answer = phone.client.get(f"{world.address_for(rule)}?{query}", base_url=phone.at)
    assert answer.status_code < 500


def test_the_phone_can_still_play_after_all_that(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table)
    for content_type, body in BODIES.values():
        for token in (phone.field("csrf_token") or "", ""):
            answer = post(phone, address_of(table, "deals/"), body, content_type, **{"X-CSRFToken": token})
            assert answer.status_code in (400, 413, 422)
    assert phone.record("Ana 3NT=").totals == ("750", "0")
