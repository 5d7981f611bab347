"""Parts of pages that are drawn once: kept or not, nobody can tell."""

import re

import pytest
from flask import Flask
from jinja2 import UndefinedError

from scorekeeper.book import reading
from scorekeeper.book.database import Sessions
from scorekeeper.web import chart, entry_screen, pad
from tests.builders import Table, a_book, a_table
from tests.web.acts import ACTS
from tests.web.phone import Phone, address_of

ALTERS = ("record", "correct", "insert", "remove the first", "undo", "swap", "first dealer", "rules", "names")


@pytest.fixture
def table(sessions: Sessions) -> Table:
    return a_table(sessions, "Ana 4H=", "Bo 3NTX-1")


def page(phone: Phone, table: Table) -> str:
    """The page of the match, without what is new in every answer."""
    html = phone.open(address_of(table)).html
    return re.sub(r'X-CSRFToken[^}]*|name="(?:csrf_token|request_key)" value="[^"]*"', "", html)


def forget_parts(app: Flask) -> None:
    for kept in (
        app.extensions["scorekeeper.parts"],
        pad._row,
        chart._chart,
        entry_screen._levels,
        entry_screen._strains,
    ):
        kept.cache_clear()
    app.extensions["scorekeeper.whole"].forget()
    reading._LOOKED_AT.forget()


@pytest.mark.parametrize("act", ALTERS)
def test_after_every_change_the_page_is_what_it_would_be_if_no_part_had_been_kept(
    app: Flask, table: Table, act: str
) -> None:
    phone = Phone(app, table.book)
    page(phone, table)
    phone.send(ACTS[act](phone))
    kept = page(phone, table)
    forget_parts(app)
    assert kept == page(phone, table)


def test_two_devices_that_draw_results_differently_do_not_get_each_others_rows(app: Flask, table: Table) -> None:
    signs, tricks = Phone(app, table.book), Phone(app, table.book)
    tricks.keep_cookie("look", "light.two.tricks")
    forget_parts(app)
    drawn = [page(signs, table), page(tricks, table)]
    forget_parts(app)
    assert drawn == [page(one, table) for one in (signs, tricks)]
    assert drawn[0] != drawn[1]


def test_two_books_do_not_get_each_others_rows(app: Flask, sessions: Sessions, table: Table) -> None:
    other = a_table(sessions, *table.deals, book=a_book(sessions))
    pages = [page(Phone(app, one.book), one) for one in (table, other)]
    assert [one.ref.key in html for html in pages for one in (table, other)] == [True, False, False, True]


def test_a_part_is_given_its_values_and_nothing_else(app: Flask) -> None:
    with app.test_request_context("/"), pytest.raises(UndefinedError, match="'row' is undefined"):
        app.jinja_env.globals["partial"]("_line.html")
