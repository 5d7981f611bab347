"""Results as tricks: a device that wants them sees ``10`` where others see ``=``, on tiles, pad and in sentences."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.book.database import Sessions
from tests.builders import Table, a_table, draw_bridge
from tests.web.document import every
from tests.web.phone import Phone, address_of


def drawn(phone: Phone, **attributes: str) -> list[str]:
    """What is seen, not read, of the elements with these attributes: pips are nothing."""
    return [" ".join("".join(one.itertext()).split()) for one in every(phone.document, **attributes)]


def tiles(phone: Phone) -> dict[str, str]:
    """What is drawn on the tiles, by their names."""
    found = every(phone.document, "button", name="tricks")
    return {tile.get("aria-label", ""): "".join(next(every(tile, "bdi")).itertext()) for tile in found}


def test_the_pad_shows_tricks_apart_from_the_contract_and_the_edit_page_says_them(
    app: Flask, sessions: Sessions
) -> None:
    table = a_table(sessions, "Ana 3NT=", "Bo 4SX-1", "Ana 2H+1", "pass")
    phone = Phone(app, table.book).look_at(table)
    assert drawn(phone, tag="bdi", class_="contract") == ["3NT =", "4X −1", "2 +1"]
    phone.keep_cookie("look", "auto.two.tricks")
    phone.look_at(table)
    assert drawn(phone, tag="bdi", class_="contract") == ["3NT · 9", "4X · 9", "2 · 9"]
    assert phone.deals[1].startswith("Edit deal 2. 4 spades doubled by Bo, down 1, 9 tricks. ")
    phone.edit(2)
    assert phone.part(id="outcome").startswith("Was 4 spades doubled, down 1, 9 tricks by Bo, ")
    assert "4X · 9" in drawn(phone, tag="bdi", class_="contract")


def test_a_single_trick_is_one_trick(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 7NT-12")
    phone = Phone(app, table.book)
    phone.keep_cookie("look", "auto.two.tricks")
    assert "down 12, 1 trick." in phone.look_at(table).deals[0]


@pytest.mark.parametrize("make", [a_table, draw_bridge], ids=["bridgette", "draw bridge"])
def test_tiles_show_tricks_in_the_same_groups_and_are_called_the_same(
    app: Flask, sessions: Sessions, make: Callable[..., Table]
) -> None:
    table = make(sessions)
    face = address_of(table, "deals/1?level=4&play=0S")
    signs, phone = tiles(Phone(app, table.book).open(face)), Phone(app, table.book)
    phone.keep_cookie("look", "auto.two.tricks")
    tricks = tiles(phone.open(face))
    assert list(signs) == list(tricks)
    assert list(signs.values()) == ["=", "+1", "+2", "+3", *(f"−{down}" for down in range(1, 11))]
    assert list(tricks.values()) == [str(taken) for taken in (10, 11, 12, 13, *range(9, -1, -1))]
    assert all(f", {taken} tricks, " in name for name, taken in tricks.items())
    made = next(every(phone.document, aria_labelledby="made"))
    assert len(list(every(made, "button"))) == 4
    phone.choose_tricks(9)
    saved = phone.save()
    assert drawn(saved, tag="bdi", class_="contract") == ["4 · 9"]


def test_two_devices_at_one_table_may_differ(app: Flask, sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    one, other = Phone(app, table.book), Phone(app, table.book)
    one.open("/settings").fill(results="tricks")
    one.tap("Save and go back")
    assert drawn(one.look_at(table), tag="bdi", class_="contract") == ["3NT · 9"]
    assert drawn(other.look_at(table), tag="bdi", class_="contract") == ["3NT ="]
