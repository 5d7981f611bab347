"""One phone that sends the same twice: it is done once, and answered twice."""

from collections.abc import Callable

import pytest

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from tests.builders import a_table, draw_bridge
from tests.web.acts import ACTS, at_once
from tests.web.phone import Phone
from tests.web.stored import nothing_stored

MakePhone = Callable[[Book], Phone]
THREE = ("Ana 2H=", "Bo 2C=", "Ana 1C=")


def test_go_key_and_save_together_store_one_deal(sessions: Sessions, a_phone: MakePhone) -> None:
    table = draw_bridge(sessions, *THREE)
    phone = a_phone(table.book).look_at(table).enter("Ana 3NT=")
    request = phone.save_request()
    phones = at_once((phone, request), (phone.twin(), request))
    assert table.deals == [*THREE, "Ana 3NT="]
    for one in phones:
        assert one.status == 200
        assert len(one.deals) == 4
        assert one.totals == ("180", "40")


def test_eight_saves_of_one_form_store_one_deal(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).look_at(table).enter("Ana 3NT=")
    phones = at_once(*((phone.twin(), phone.save_request()) for _ in range(8)))
    assert table.deals == ["Ana 3NT="]
    assert [(one.status, one.totals) for one in phones] == [(200, ("750", "0"))] * 8


@pytest.mark.parametrize("act", ACTS)
def test_whatever_is_sent_again_after_a_lost_answer_is_done_once_and_ends_where_it_should(
    sessions: Sessions, a_phone: MakePhone, act: str
) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 2C=")
    phone = a_phone(table.book).look_at(table)
    request = ACTS[act](phone)
    before = table.version
    first = phone.twin().send(request)
    assert first.status == 200
    assert table.version == before + (0 if act == "names" else 1)
    with nothing_stored(sessions):
        second = phone.send(request)
    assert second.status == 200
    assert second.address == first.address
    assert second.document.find(".//h1").text == first.document.find(".//h1").text  # type: ignore[union-attr]


SAME_BODY = ("undo", "redo", "swap", "end early", "delete")
"""Acts that have no content which could be another."""


@pytest.mark.parametrize("act", [act for act in ACTS if act not in (*SAME_BODY, "names")])
def test_the_same_request_key_with_other_content_is_refused(sessions: Sessions, a_phone: MakePhone, act: str) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 2C=")
    phone = a_phone(table.book).look_at(table)
    request = ACTS[act](phone)
    phone.twin().send(request)
    other = {
        "record": {"tricks": "9"},
        "correct": {"tricks": "11"},
        "insert": {"tricks": "8"},
        "first dealer": {"dealer": "0"},
        "rules": {"tie_break": "one deal"},
        "details": {"title": "Semifinal"},
    }.get(act, {})
    changed = request.with_fields(**other)
    if act.startswith("remove"):
        changed.address = changed.address.replace("/1/", "/9/").replace("/2/", "/1/")
    with nothing_stored(sessions):
        phone.send(changed)
    assert phone.status == 422
    if act in ("record", "correct", "insert"):
        assert phone.heading == "Saved already"  # what is stored stands beside what was chosen
    elif act in ("rules", "details"):
        assert phone.alerts[0].startswith("The first save from this page was stored, though its answer got lost.")
        assert phone.send(phone.form_to(request.address)).status == 200
    else:
        assert phone.alerts == ["This form was already sent with other content; reload the page."]


def test_a_result_that_was_changed_after_its_answer_got_lost_replaces_what_was_stored(
    sessions: Sessions, a_phone: MakePhone
) -> None:
    table = a_table(sessions, "Bo 2C=")
    phone = a_phone(table.book).look_at(table).enter("Ana 3NT=")
    save = phone.save_request()
    phone.ask(save)
    phone.send(save.with_fields(tricks="10"))  # with script, choosing asks for no page and so for no new key
    assert phone.heading == "Saved already"
    assert table.deals == ["Bo 2C=", "Ana 3NT="]
    phone.tap("Replace with mine")
    assert phone.status == 200
    assert table.deals == ["Bo 2C=", "Ana 3NT+1"]


def test_a_result_that_was_changed_back_after_its_answer_got_lost_is_there_already(
    sessions: Sessions, a_phone: MakePhone
) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).look_at(table).enter("Ana 3NT=")
    phone.ask(phone.save_request())
    phone.save()
    assert (phone.status, phone.totals) == (200, ("750", "0"))
    assert table.deals == ["Ana 3NT="]
