"""Two phones on one match: what has not seen the latest change is told, and nothing typed is lost."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.book import matches
from scorekeeper.book.access import Book
from scorekeeper.book.changes import undo
from scorekeeper.book.database import Sessions
from scorekeeper.book.lifecycle import end_early
from scorekeeper.book.matches import correct_deal, remove_deal
from scorekeeper.book.settings import change_rules, swap_seats
from scorekeeper.book.writing import Done
from scorekeeper.rules.bridgette import BridgetteRules
from tests.builders import Table, a_deal, a_new_match, a_table, draw_bridge
from tests.web.acts import ACTS, at_once
from tests.web.phone import Phone, address_of
from tests.web.stored import nothing_stored

MakePhone = Callable[[Book], Phone]
THREE = ("Ana 2H=", "Bo 2C=", "Ana 1C=")


# Recording


def test_two_deals_saved_at_once_store_one_and_tell_the_other(sessions: Sessions, a_phone: MakePhone) -> None:
    table = draw_bridge(sessions, *THREE)
    one = a_phone(table.book).look_at(table).enter("Ana 4S=")
    other = a_phone(table.book).look_at(table).enter("Bo 2H=")
    phones = at_once((one, one.save_request()), (other, other.save_request()))
    assert len(table.deals) == 4
    won, lost = sorted(phones, key=lambda phone: phone.status)
    assert (won.status, lost.status) == (200, 409)
    assert lost.heading == "Another phone was quicker"
    stored, mine = lost.parts(class_="card")
    kept = {"Ana 4S=": "4 spades, made exactly by Ana: 120 to Ana", "Bo 2H=": "2 hearts, made exactly by Bo: 60 to Bo"}
    assert stored == f"Stored {kept.pop(table.deals[3])}"
    assert [mine] == [f"Chosen here {deal}" for deal in kept.values()]
    lost.tap("Save mine as deal 5")
    assert lost.status == 200
    assert sorted(table.deals[3:]) == ["Ana 4S=", "Bo 2H="]


@pytest.mark.parametrize("then", [(), ("Bo 2H=",)])
@pytest.mark.parametrize("verb", ["record_deal", "correct_deal"])
def test_a_save_that_was_stored_says_so_though_another_phone_takes_it_back_before_the_answer(
    sessions: Sessions, a_phone: MakePhone, monkeypatch: pytest.MonkeyPatch, verb: str, then: tuple[str, ...]
) -> None:
    table = a_table(sessions, "Ana 1C=")
    real = getattr(matches, verb)

    def save_and_be_taken_back(*arguments: object, **more: object) -> Done:
        done: Done = real(*arguments, **more)
        monkeypatch.undo()
        table.undo()
        if verb == "correct_deal":
            table.do(remove_deal, 1)
        table.record(*then)
        return done

    phone = a_phone(table.book).look_at(table)
    if verb == "record_deal":
        phone.enter("Ana 4S=")
    else:
        phone.edit(1).choose("Ana 4S=")
    monkeypatch.setattr(matches, verb, save_and_be_taken_back)
    phone.save()
    assert phone.status == 200
    assert " spade" not in " ".join(phone.deals)
    said = "That was saved, and another phone has changed the match since. Ana "
    told = (*phone.notes, phone.live)
    assert any(sentence.startswith(said) for sentence in told)
    assert not any(" saved. " in sentence for sentence in told)


def test_keeping_theirs_stores_nothing(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).look_at(table).enter("Ana 3NT=")
    table.record("Bo 4H=")
    with nothing_stored(sessions):
        phone.save()
        assert phone.alerts == ["Deal 1 has been saved in the meantime. Yours is kept here."]
        assert phone.tap("Keep theirs").address == address_of(table)
    assert phone.totals == ("0", "750")


def test_the_very_same_deal_from_both_is_stored_once(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions)
    phone = a_phone(table.book).look_at(table).enter("Ana 3NT=")
    table.record("Ana 3NT=")
    with nothing_stored(sessions):
        phone.save()
        assert phone.status == 409
        assert phone.alerts == ["The very same deal 1 is stored. There is nothing to do."]
        assert "Save mine as deal 2" not in phone.pressable
        phone.tap("Go on")
    assert phone.deals == ["Edit deal 1. 3 no-trump by Ana, made exactly. 750 to Ana. Ana 750, Bo 0. Ana dealt."]


def test_a_conflict_upon_a_conflict_is_told_again(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone = Phone(app, table.book).look_at(table).enter("Ana 3NT=")
    table.record("Bo 4H=")
    phone.save()
    table.record("Bo 2C=")
    with nothing_stored(sessions):
        phone.tap("Save mine as deal 2")
        assert phone.status == 409
    phone.tap("Save mine as deal 3")
    assert table.deals == ["Bo 4H=", "Bo 2C=", "Ana 3NT="]


def test_a_deal_for_a_match_that_has_ended_meanwhile_can_only_be_let_go(app: Flask, sessions: Sessions) -> None:
    for end in (lambda table: table.record("Ana 3NT="), lambda table: table.do(end_early)):
        table = draw_bridge(sessions, target=100)
        phone = Phone(app, table.book).look_at(table).enter("Bo 4H=")
        end(table)
        with nothing_stored(sessions):
            phone.save()
        assert phone.status == 409
        assert phone.alerts == ["The match is over, so no further deal can be recorded."]
        assert "Chosen here 4 hearts, made exactly by Bo: 120 to Bo" in phone.parts(class_="card")
        assert not any(name.startswith("Save mine") for name in phone.pressable)


def test_a_deal_whose_place_was_taken_back_meanwhile_can_still_be_saved(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).enter("Bo 4H=")
    table.undo()
    with nothing_stored(sessions):
        phone.save()
        assert phone.alerts == ["The match was changed in the meantime. Nothing was stored from here yet."]
    phone.tap("Save mine as deal 1")
    assert table.deals == ["Bo 4H="]


# Correcting


def test_an_older_correction_is_shown_beside_what_is_stored_until_it_is_confirmed(
    sessions: Sessions, a_phone: MakePhone
) -> None:
    table = draw_bridge(sessions, "Bo 2C=", "Ana 3NT=")
    phone = a_phone(table.book).look_at(table).edit(2).choose_tricks(8)
    a_phone(table.book).look_at(table).edit(2).choose_tricks(10).save()
    with nothing_stored(sessions):
        phone.save()
    assert phone.status == 409
    assert phone.alerts == ["Deal 2 was changed in the meantime. Which one is right?"]
    assert phone.parts(class_="card") == [
        "Stored 3 no-trump, made with 1 over by Ana: 130 to Ana",
        "Chosen here 3 no-trump, down 1 by Ana: no points",
    ]
    assert table.deals == ["Bo 2C=", "Ana 3NT+1"]
    phone.tap("Replace with mine")
    assert table.deals == ["Bo 2C=", "Ana 3NT-1"]


def test_a_correction_can_be_let_go_for_theirs(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).edit(1).choose_tricks(8)
    table.do(correct_deal, 1, a_deal("Ana 3NT+1"))
    with nothing_stored(sessions):
        phone.save().tap("Keep theirs")
    assert phone.totals == ("500", "0")


def test_a_correction_that_both_made_alike_is_nothing_to_do(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).edit(1).choose_tricks(10)
    table.do(correct_deal, 1, a_deal("Ana 3NT+1"))
    with nothing_stored(sessions):
        phone.save()
    assert phone.status == 409
    assert phone.alerts == ["The very same deal 1 is stored. There is nothing to do."]


def test_a_correction_of_a_deal_that_is_gone_says_so(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).edit(1).choose_tricks(10)
    table.do(remove_deal, 1)
    with nothing_stored(sessions):
        phone.save()
    assert phone.status == 409
    assert phone.parts(class_="card") == ["Chosen here 3 no-trump, made with 1 over by Ana: 500 to Ana"]
    assert "Replace with mine" not in phone.pressable


def test_a_forgotten_deal_can_still_be_inserted_after_another_change(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = a_phone(table.book).open(address_of(table, "deals/1/insert?level=1")).choose("Bo 1C=")
    table.record("Bo 4H=")
    with nothing_stored(sessions):
        phone.save()
    assert phone.status == 409
    assert phone.parts(class_="card") == ["Chosen here 1 club, made exactly by Bo: 400 to Bo"]
    phone.tap("Insert mine before deal 1")
    assert table.deals == ["Bo 1C=", "Ana 3NT=", "Bo 4H="]


# Everything else


def changed_by_another_phone(table: Table) -> None:
    table.record("Bo 1C=")


FORMS_THAT_COME_BACK = ("names", "details", "rules")


@pytest.mark.parametrize("act", FORMS_THAT_COME_BACK)
def test_a_form_that_has_not_seen_the_latest_change_comes_back_with_all_that_was_typed(
    sessions: Sessions, a_phone: MakePhone, act: str
) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 2C=")
    phone = a_phone(table.book).look_at(table)
    request = ACTS[act](phone)
    changed_by_another_phone(table)
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 409
    (alert,) = phone.alerts
    assert alert.endswith("What you typed is still here; saving again keeps it.")
    again = phone.form_to(request.address)
    seen_anew = ("csrf_token", "request_key", "seen", "seen_left", "seen_right")
    for name, value in request.fields.items():
        assert name in seen_anew or again.fields[name] == value
    before = table.version
    phone.send(again)
    assert (phone.status, phone.alerts) == (200, [])
    assert table.version == before + (0 if act == "names" else 1)


def test_a_note_of_another_phone_stands_beside_the_one_typed_here(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    one, other = (Phone(app, table.book).open(address_of(table, "details")) for _ in range(2))
    one.send(one.form_to("/details").with_fields(note="theirs"))
    other.send(other.form_to("/details").with_fields(played_on="never"))
    assert other.status == 422
    other.send(other.form_to("/details").with_fields(played_on="2026-11-01", note="mine"))
    assert other.status == 409
    assert "Stored now: theirs" in other.text
    assert table.look().details.note == "theirs"
    other.send(other.form_to("/details"))
    assert table.look().details.note == "mine"


def test_a_deal_begun_before_another_phone_saved_its_own_is_recorded_after_it(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).tap("4")
    table.record("Bo 1H=")
    phone.choose("Ana 4S=")
    assert phone.notes == ["Deal 2 has been saved in the meantime; this is deal 3."]
    assert phone.heading == "Deal 3 of 6"
    with nothing_stored(sessions):
        phone.save()
    assert phone.status == 409
    phone.tap("Save mine as deal 3")
    assert table.deals == ["Ana 3NT=", "Bo 1H=", "Ana 4S="]


def test_a_correction_never_sees_anew_what_another_phone_did_while_it_was_chosen(
    app: Flask, sessions: Sessions
) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).edit(1)
    table.do(correct_deal, 1, a_deal("Ana 3NT+1"))
    phone.tap("Doubled X")
    with nothing_stored(sessions):
        phone.save()
    assert phone.status == 409
    assert table.deals == ["Ana 3NT+1"]


@pytest.mark.parametrize(
    "act", [act for act in ACTS if act not in ("record", "correct", "insert", *FORMS_THAT_COME_BACK)]
)
def test_what_has_not_seen_the_latest_change_is_not_done_and_shows_the_match_as_it_stands(
    sessions: Sessions, a_phone: MakePhone, act: str
) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 2C=")
    phone = a_phone(table.book).look_at(table)
    request = ACTS[act](phone)
    changed_by_another_phone(table)
    with nothing_stored(sessions):
        phone.send(request)
    assert phone.status == 409
    assert phone.alerts == [
        "Another phone has changed this match in the meantime, so nothing was done. Here it is as it stands now."
    ]
    assert phone.deals[-1].startswith("Edit deal")
    assert "1 club by Bo, made exactly" in phone.deals[-1]


def test_the_last_deal_removed_from_both_phones_is_removed_once(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 2C=")
    one, other = (Phone(app, table.book).look_at(table).edit(2) for _ in range(2))
    one.tap("Delete deal 2")
    with nothing_stored(sessions):
        other.tap("Delete deal 2")
    assert other.status == 409
    assert len(other.deals) == 1


def test_a_match_deleted_from_both_phones_is_deleted_once(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    one, other = (Phone(app, table.book).open(address_of(table, "delete")) for _ in range(2))
    one.tap("Delete match")
    with nothing_stored(sessions):
        other.tap("Delete match")
    assert (other.status, other.alerts) == (409, ["It can be restored under All matches."])


def test_a_deletion_that_is_redone_twice_leads_to_the_deleted_matches(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).open(address_of(table, "delete")).tap("Delete match").tap("Restore")
    phone.tap("More about this match")
    assert not any(name.startswith("Redo") for name in phone.pressable)  # a question stands before every deletion
    request = phone.form_to("/swap")
    request.address = address_of(table, "redo")
    assert phone.send(request).address == "/deleted"
    with nothing_stored(sessions):
        assert phone.send(request).address == "/deleted"
    assert phone.tap("Restore").totals == ("750", "0")


def test_a_screen_in_the_background_shows_what_was_saved_when_it_is_opened_again(
    app: Flask, sessions: Sessions
) -> None:
    table = a_table(sessions, *THREE)
    phone = Phone(app, table.book).look_at(table)
    table.record("Ana 3NT=")
    assert phone.answer.headers["Cache-Control"] == "no-store"
    phone.open(phone.address)
    assert len(phone.deals) == 4
    assert "Deal 5: Ana deals" in phone.text


def test_a_deal_chosen_while_seats_were_swapped_is_stored_only_on_purpose(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).look_at(table).enter("Bo 4H=")
    table.do(swap_seats)
    with nothing_stored(sessions):
        phone.save()
    assert phone.status == 409


def test_a_conflict_is_told_by_the_rules_of_now(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, new=a_new_match())
    phone = Phone(app, table.book).look_at(table).enter("Ana 4H=")
    table.do(change_rules, BridgetteRules(game_value=1000))
    phone.save()
    assert phone.parts(class_="card") == ["Chosen here 4 hearts, made exactly by Ana: 1,250 to Ana"]


def test_undo_on_one_phone_is_redone_on_the_other(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    table.do(undo)
    phone = Phone(app, table.book).open(address_of(table, "more"))
    phone.tap("Redo deal 1, 3 no-trump by Ana, made exactly")
    assert table.deals == ["Ana 3NT="]
