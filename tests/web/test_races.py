"""Many phones at the same moment: one is first, the others are told, and nothing is lost or done twice."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from flask import Flask

from scorekeeper.book.database import Sessions
from tests.builders import Table, a_table, count
from tests.web.acts import at_once
from tests.web.phone import Phone, address_of

EIGHT = ("Ana 1C=", "Bo 1D=", "Ana 1H=", "Bo 1S=", "Ana 1NT=", "Bo 2C=", "Ana 2D=", "Bo 2H=")


def phones_on(app: Flask, table: Table, number: int) -> list[Phone]:
    return [Phone(app, table.book).look_at(table) for _ in range(number)]


def test_of_eight_deals_saved_at_once_one_is_stored_and_seven_are_kept_on_their_phones(
    app: Flask, sessions: Sessions
) -> None:
    table = a_table(sessions)
    phones = phones_on(app, table, 8)
    phones = at_once(*((phone.enter(deal), phone.save_request()) for phone, deal in zip(phones, EIGHT, strict=True)))
    assert Counter(phone.status for phone in phones) == {200: 1, 409: 7}
    assert len(table.deals) == 1
    # Each of the seven saves its own as the next; whoever is told again tries again.
    waiting = [phone for phone in phones if phone.status == 409]
    for number in range(2, 7):
        phone = waiting.pop()
        while phone.status == 409:
            (save,) = (name for name in phone.pressable if name.startswith("Save mine as deal"))
            phone.tap(save)
        assert len(table.deals) == number
    assert len(set(table.deals)) == 6


def test_undo_pressed_on_eight_phones_takes_one_deal_back(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H=", "Ana 2C=")
    phones = at_once(*((phone, phone.form_to("/undo")) for phone in phones_on(app, table, 8)))
    assert Counter(phone.status for phone in phones) == {200: 1, 409: 7}
    assert table.deals == ["Ana 3NT=", "Bo 4H="]
    assert all(len(phone.deals) == 2 for phone in phones)


def test_a_deal_saved_while_the_match_is_deleted_is_either_in_it_or_told(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    one, other = phones_on(app, table, 2)
    one.enter("Ana 3NT=")
    other.open(address_of(table, "delete"))
    at_once((one, one.save_request()), (other, other.form_to("/delete")))
    saved, deleted = one.status == 200, other.status == 200
    assert saved != deleted
    assert table.deals == (["Ana 3NT="] if saved else [])
    assert (one.status, other.status) in ((200, 409), (404, 200), (409, 200))


def test_eight_rematches_of_one_form_are_one_match(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    (phone,) = phones_on(app, table, 1)
    phone.open(address_of(table, "more")).tap("End early no winner")
    request = phone.form_to("/rematch")
    phones = at_once(*((phone.twin(), request) for _ in range(8)))
    assert count(sessions, "match") == 2
    assert len({one.address for one in phones}) == 1


def test_whoever_reads_while_others_write_sees_one_moment(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions)
    phone, *readers = phones_on(app, table, 5)

    def read(reader: Phone) -> list[tuple[int, tuple[str, str]]]:
        seen = []
        for _ in range(6):
            reader.look_at(table)
            assert reader.status == 200
            seen.append((len(reader.deals), reader.totals))
        return seen

    with ThreadPoolExecutor(5) as threads:
        found = [threads.submit(read, reader) for reader in readers]
        phone.record("Ana 3NT=", "Ana 3NT=", "Ana 3NT=")
        moments = [moment for one in found for moment in one.result()]
    # The totals are always those of the deals shown.
    assert {(deals, totals) for deals, totals in moments} <= {(n, (f"{750 * n:,}", "0")) for n in range(4)}
    assert len(moments) == 24
