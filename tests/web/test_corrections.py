"""Correcting, inserting and removing deals: every knock-on is said before it is saved."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.book.access import Book
from scorekeeper.book.database import Sessions
from scorekeeper.book.matches import insert_deal
from tests.builders import a_deal, a_new_match, a_table, draw_bridge
from tests.web.phone import Phone, address_of
from tests.web.stored import nothing_stored

MakePhone = Callable[[Book], Phone]
LEVEL_SIX = ("Ana 3NT=", "Bo 3NT=", "Ana 3NT=", "Bo 3NT=", "Ana 3NT=", "Bo 3NT=")


def removal(phone: Phone) -> str:
    """What the edit page says would become of a removal."""
    return phone.part(id="removal").removeprefix("If this deal is deleted: ")


def dealers(phone: Phone) -> list[str]:
    return [line.rpartition(". ")[2].removesuffix(" dealt.") for line in phone.deals]


def test_the_edit_page_says_what_was_and_what_the_totals_become(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H-1", "Bo 2C=")
    phone = a_phone(table.book).look_at(table).edit(2)
    assert phone.heading == "Edit deal 2"
    assert phone.save_label() == "Save change"
    with nothing_stored(sessions):
        phone.choose_tricks(10)
        assert phone.part(id="outcome") == ("Was 4 hearts, down 1 by Bo, 100 to Ana. Totals become Ana 750, Bo 1,250.")
    phone.save()
    assert table.deals == ["Ana 3NT=", "Bo 4H=", "Bo 2C="]
    assert phone.totals == ("750", "1,250")
    assert phone.heading == "Deal 4 of 6"


def test_an_earlier_deal_that_is_corrected_moves_every_running_total(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 2H=", "Bo 3NT=", "Ana 4S=", "Bo 2C=")
    phone = Phone(app, table.book).look_at(table)
    phone.edit(1).tap("Change").tap("Level 3").tap("No-trump, Ana").choose_tricks(9).save()
    assert [line.split(". ")[3] for line in phone.deals] == [
        "Ana 100, Bo 0",
        "Ana 100, Bo 100",
        "Ana 220, Bo 100",
        "Ana 220, Bo 140",
    ]
    assert phone.totals == ("220", "140")
    assert "Ana 220 Bo 140" in phone.tap("All matches").text


def test_a_finished_match_is_open_again_when_its_last_deal_is_deleted(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", "Ana 3NT=", "Bo 2C=", "Ana 3NT=", target=300)
    phone = Phone(app, table.book).look_at(table)
    assert phone.part(class_="winner").startswith("Ana wins")
    phone.edit(4)
    assert removal(phone) == "Totals become Ana 200, Bo 40. The match is not over then: it goes on. Bo deals next."
    phone.tap("Delete deal 4")
    assert table.look().status == "in play"
    assert not phone.has(class_="winner")
    assert "Deal 4: Bo deals" in phone.text
    assert "Continue match" in phone.tap("All matches").pressable


def test_a_finished_match_is_open_again_when_its_last_deal_goes_to_the_other(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", "Ana 3NT=", "Bo 2C=", "Ana 3NT=", target=300)
    phone = Phone(app, table.book).look_at(table).edit(4).tap("Change").tap("No-trump, Bo").choose_tricks(9)
    assert "The match is not over then: it goes on." in phone.part(id="outcome")
    assert phone.save().heading == "To 300"


def test_deals_after_an_end_that_moves_forward_stay_and_do_not_count(sessions: Sessions, a_phone: MakePhone) -> None:
    table = draw_bridge(sessions, "Ana 2S=", "Ana 3NT=", "Ana 3NT=", "Bo 3NT=", "Ana 2C=", target=300)
    phone = a_phone(table.book).look_at(table)
    phone.edit(1).tap("Change").tap("Level 3").tap("No-trump, Ana").choose_tricks(9)
    assert phone.part(id="outcome") == (
        "Was 2 spades, made exactly by Ana, 60 to Ana. Totals become Ana 300, Bo 0. "
        "This ends the match at deal 3: Ana wins. 2 deals after the end are not counted."
    )
    phone.save()
    assert phone.part(class_="winner").startswith("Ana wins by 300 points after three deals")
    assert len(phone.deals) == 5
    assert ["Not counted, after the end of the match." in line for line in phone.deals] == [
        False, False, False, True, True,
    ]  # fmt: skip
    assert phone.parts(class_="not-counted") == ["not counted"] * 2
    # Taking the correction back lets every deal count again, and says so beforehand.
    phone.edit(1).tap("Change").tap("Level 2").tap("Spades, Ana").choose_tricks(8)
    assert "This ends the match at deal 5: Ana wins. Every deal counts again." in phone.part(id="outcome")


def test_a_seventh_deal_that_appears_is_said_before(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, *LEVEL_SIX[:5], "Bo 3NT+1")
    phone = Phone(app, table.book).look_at(table)
    assert phone.part(class_="winner").startswith("Ana wins")
    phone.edit(6).choose_tricks(9)
    assert "The match is not over then: it goes on. Level at 2,250. A seventh deal decides." in phone.part(id="outcome")
    assert phone.save().heading == "Deal 7"


def test_a_seventh_deal_that_goes_is_said_before(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, *LEVEL_SIX)
    phone = Phone(app, table.book).look_at(table)
    assert "A seventh deal decides." in phone.text
    phone.edit(1).choose_tricks(10)
    told = phone.part(id="outcome")
    assert "This ends the match at deal 6: Bo wins." in told
    assert "No further deal is needed." in told
    phone.save()
    assert phone.part(class_="winner").startswith("Bo wins")


def test_a_seventh_deal_that_was_played_and_is_not_needed_any_more_does_not_count(
    app: Flask, sessions: Sessions
) -> None:
    table = a_table(sessions, *LEVEL_SIX, "Ana 1C=")
    phone = Phone(app, table.book).look_at(table)
    assert phone.part(class_="winner").startswith("Ana wins by 400")
    phone.edit(1).choose_tricks(10)
    assert phone.part(id="outcome").endswith(
        "This ends the match at deal 6: Bo wins. 1 deal after the end is not counted."
    )
    phone.save()
    assert phone.part(class_="winner").startswith("Bo wins by 250 points after six deals")
    assert phone.parts(class_="not-counted") == ["not counted"]


def test_a_correction_that_ends_the_match_nowhere_else_says_nothing_of_the_end(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 3NT=")
    phone = Phone(app, table.book).look_at(table).edit(1).choose_tricks(10)
    assert phone.part(id="outcome") == (
        "Was 3 no-trump, made exactly by Ana, 750 to Ana. Totals become Ana 500, Bo 750."
    )


# Removing


def test_a_removed_deal_is_named_and_undo_brings_it_back_in_its_place(sessions: Sessions, a_phone: MakePhone) -> None:
    deals = ["Ana 2H=", "Bo 2C=", "Ana 3NT=", "Bo 4S=", "Ana 1C="]
    table = draw_bridge(sessions, *deals)
    phone = a_phone(table.book).look_at(table)
    before = phone.deals, phone.totals
    phone.edit(3)
    assert removal(phone) == (
        "Totals become Ana 80, Bo 160. The 2 deals after it change dealer; the first of them becomes deal 3: "
        "Ana dealt it. Ana deals next."
    )
    phone.tap("Delete deal 3")
    assert phone.notes == ["Deal 3 is deleted: 3 no-trump by Ana, made exactly, 100 to Ana. Undo brings it back."]
    assert (phone.totals, dealers(phone)) == (("80", "160"), ["Ana", "Bo", "Ana", "Bo"])
    phone.tap("Undo: the removal of deal 3, 3 no-trump by Ana, made exactly")
    assert (phone.deals, phone.totals) == before
    assert phone.notes == ["Deal 3 is back: 3 no-trump by Ana, made exactly. Ana 180, Bo 160."]


def test_dealers_and_numbers_fit_before_and_after_a_removal_and_its_undo(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H=", "Ana 2C=")
    phone = Phone(app, table.book).look_at(table)
    assert (dealers(phone), "Deal 4: Bo deals" in phone.text) == (["Ana", "Bo", "Ana"], True)
    phone.edit(2).tap("Delete deal 2")
    assert (dealers(phone), "Deal 3: Ana deals" in phone.text) == (["Ana", "Bo"], True)
    phone.undo()
    assert (dealers(phone), "Deal 4: Bo deals" in phone.text) == (["Ana", "Bo", "Ana"], True)
    assert table.deals == ["Ana 3NT=", "Bo 4H=", "Ana 2C="]


def test_removing_the_last_deal_changes_who_deals_next(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H=")
    assert removal(Phone(app, table.book).look_at(table).edit(2)) == "Totals become Ana 750, Bo 0. Bo deals next."


def test_removing_a_deal_before_a_tie_break_says_that_it_is_not_needed_then(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 2H=", "Bo 2H=", "Ana 2H=", "Bo 2H=", "Ana 2H=", "Bo 2H=")
    phone = Phone(app, table.book).look_at(table)
    assert "Level at 1,500. A seventh deal decides." in phone.text
    assert "1 deal is still to come." in removal(phone.edit(2))


def test_a_replayed_passed_out_deal_that_was_none_leaves_one_deal_less(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "pass", "Ana 2H=")
    phone = Phone(app, table.book).open(address_of(table, "deals/1?level=1&play=1S&tricks=7"))
    outcome = phone.part(id="outcome")
    assert outcome == "Was passed out, no points. Totals become Ana 500, Bo 400. 4 deals are still to come."


def test_removing_the_only_deal_that_is_not_counted_says_nothing_of_counting(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", "Ana 3NT=", target=200)
    table.do(insert_deal, 1, a_deal("Ana 3NT="))
    assert table.look().match.lines[2].counted is False
    assert "counts" not in removal(Phone(app, table.book).look_at(table).edit(3))


def test_a_match_that_was_ended_early_never_has_a_winner(app: Flask, sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", "Bo 2C=", target=300)
    phone = Phone(app, table.book).open(address_of(table, "more")).tap("End early no winner")
    phone.open(address_of(table, "deals/1?level=7&play=0NT&doubling=XX&tricks=13"))
    assert phone.part(id="outcome") == (
        "Was 3 no-trump, made exactly by Ana, 100 to Ana. Totals become Ana 880, Bo 0. "
        "1 deal after the end is not counted."
    )
    phone.save()
    assert phone.heading == "Draw Bridge · ended early"
    assert "wins" not in phone.text
    assert "Play on" in phone.pressable


# Inserting


def test_a_forgotten_deal_is_inserted_before_another(sessions: Sessions, a_phone: MakePhone) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4H=", "Ana 2C=")
    phone = a_phone(table.book).look_at(table)
    phone.tap("More about this match").tap("Insert a forgotten deal")
    assert [name for name in phone.pressable if name.startswith("Before")] == [
        "Before deal 1 3 no-trump, made exactly by Ana",
        "Before deal 2 4 hearts, made exactly by Bo",
        "Before deal 3 2 clubs, made exactly by Ana",
    ]
    phone.tap("Before deal 2 4 hearts, made exactly by Bo")
    assert phone.heading == "Insert a deal before deal 2"
    with nothing_stored(sessions):
        phone.tap("Level 1").choose("Bo 1S+1")
        assert phone.part(id="outcome") == (
            "Totals become Ana 1,250, Bo 900. The 2 deals after it change dealer; the first of them becomes deal 3: "
            "Ana dealt it. Ana deals next."
        )
    phone.save()
    assert table.deals == ["Ana 3NT=", "Bo 1S+1", "Bo 4H=", "Ana 2C="]
    assert dealers(phone) == ["Ana", "Bo", "Ana", "Bo"]
    phone.tap("Undo: the inserted deal 2, 1 spade by Bo, made with 1 over")
    assert table.deals == ["Ana 3NT=", "Bo 4H=", "Ana 2C="]


def test_a_deal_may_be_inserted_into_a_finished_match(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 3NT+1", new=a_new_match(deals=2))
    phone = Phone(app, table.book).open(address_of(table, "deals/1/insert?level=1")).choose("Bo 1C=")
    assert "1 deal after the end is not counted." in phone.part(id="outcome")
    phone.save()
    assert phone.parts(class_="not-counted") == ["not counted"]
    assert table.deals == ["Bo 1C=", "Ana 3NT=", "Bo 3NT+1"]


@pytest.mark.parametrize("number", [0, 2, 99])
def test_a_deal_cannot_be_inserted_before_one_that_is_not_there(app: Flask, sessions: Sessions, number: int) -> None:
    table = a_table(sessions, "Ana 3NT=")
    phone = Phone(app, table.book).open(address_of(table, f"deals/{number}/insert"))
    assert phone.redirects == [(303, address_of(table))]


def test_a_passed_out_deal_can_be_corrected_into_a_played_one_and_back(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "pass")
    phone = Phone(app, table.book).look_at(table).edit(1)
    assert phone.part(id="outcome").startswith("Was passed out, no points.")
    phone.tap("Change").tap("Level 2").choose("Ana 2H=").save()
    assert table.deals == ["Ana 2H="]
    phone.edit(1).tap("Change").tap("Passed out")
    assert "Totals become Ana 0, Bo 0." in phone.part(id="outcome")
    phone.save()
    assert table.deals == ["pass"]
