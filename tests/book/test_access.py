"""Who may see what: only whoever has the key."""

import re

import pytest

from scorekeeper.book.access import Right, home_book, match_for, new_key, open_book
from scorekeeper.book.database import Sessions
from scorekeeper.book.errors import MatchDeleted, MatchNotFound
from scorekeeper.book.lifecycle import delete_match
from tests.builders import a_book, a_table, count

ODD_KEYS = [
    "",
    " ",
    "x",
    "x" * 21,
    "x" * 23,
    "x" * 21 + "\0",
    "x" * 21 + "é",
    "x" * 21 + "\n",
    "' OR 1=1 --",
    "%" * 22,
    "_" * 10**5,
]


def test_keys_are_128_bits_in_22_characters_safe_in_an_address() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", key) for key in keys)


def test_a_book_opens_with_its_key(sessions: Sessions) -> None:
    book = a_book(sessions, "Asia/Tashkent")
    with sessions.reading() as session:
        assert open_book(session, book.key) == book
    assert (book.timezone, book.home) == ("Asia/Tashkent", False)


@pytest.mark.parametrize("key", [*ODD_KEYS, None, 5])
def test_no_other_key_opens_anything(sessions: Sessions, key: str) -> None:
    table = a_table(sessions)
    with sessions.reading() as session:
        assert open_book(session, key) is None
        with pytest.raises(MatchNotFound):
            match_for(session, table.book, key)


def test_keys_differ_by_case(sessions: Sessions) -> None:
    book = a_book(sessions)
    with sessions.reading() as session:
        assert open_book(session, book.key.swapcase()) is None


def test_the_home_book_is_made_once_and_stays(sessions: Sessions) -> None:
    home = home_book(sessions)
    assert home.home
    assert home_book(sessions) == home
    assert count(sessions, "scorebook") == 1
    with sessions.reading() as session:
        assert open_book(session, home.key) == home


def test_a_match_is_found_by_whoever_owns_its_book(sessions: Sessions) -> None:
    table = a_table(sessions)
    with sessions.reading() as session:
        for right in Right:
            ref = match_for(session, table.book, table.ref.key, at_least=right)
            assert (ref.key, ref.book_id, ref.right, ref.deleted) == (table.ref.key, table.book.id, Right.OWN, False)


def test_a_stranger_and_the_owner_of_another_book_find_nothing(sessions: Sessions) -> None:
    table = a_table(sessions)
    other = a_book(sessions)
    with sessions.reading() as session:
        for asking in (None, other):
            for deleted in (False, True):
                with pytest.raises(MatchNotFound):
                    match_for(session, asking, table.ref.key, deleted=deleted)


def test_nobody_else_learns_that_a_match_is_deleted(sessions: Sessions) -> None:
    table = a_table(sessions)
    other = a_book(sessions)
    table.do(delete_match)
    with sessions.reading() as session:
        for asking in (None, other):
            for deleted in (False, True):
                with pytest.raises(MatchNotFound) as refused:
                    match_for(session, asking, table.ref.key, deleted=deleted)
                assert not isinstance(refused.value, MatchDeleted)


def test_a_deleted_match_is_found_only_when_asked_for(sessions: Sessions) -> None:
    table = a_table(sessions)
    table.do(delete_match)
    with sessions.reading() as session:
        with pytest.raises(MatchDeleted):
            match_for(session, table.book, table.ref.key)
        assert match_for(session, table.book, table.ref.key, deleted=True).deleted


def test_keys_are_not_shown_by_accident(sessions: Sessions) -> None:
    book = a_book(sessions)
    assert book.key not in repr(book)
