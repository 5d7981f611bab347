"""People: how names are kept, compared and changed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.book.database import Sessions
from scorekeeper.book.errors import InvalidName, PlayerNotFound
from scorekeeper.book.lifecycle import delete_match, start_match
from scorekeeper.book.players import clean_name, player_for, suggestions
from scorekeeper.rules.names import name_key
from tests.builders import Table, a_book, a_new_match, a_ref, a_request, a_table, count, everything, rename
from tests.database_fixtures import Clock

FAMILY = "👨‍👩‍👧"
KISS = "👩‍❤️‍💋‍👨"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "Bo",
        "Å",
        "Łukasz",
        "Gʻulom",
        "O’Neill",
        "عمر",
        "נועה",
        "علی‌رضا",
        "愛",
        "🃏 Ana",
        FAMILY,
        KISS,
        ENGLAND,
        "❤️",
        "=1+1",
        "<script>alert(1)</script>",
        "../../x",
        "Ana & Bo",
        "%(name)s",
        "W" * 40,
        "🃏" * 40,
        "0",
    ],
)
def test_a_name_is_kept_as_it_is(sessions: Sessions, name: str) -> None:
    assert clean_name(name) == name
    book = a_book(sessions)
    key = start_match(sessions, book, a_new_match(names=(name, "the other one")), request="start").match_key
    assert Table(sessions, book, a_ref(sessions, book, key)).look().names[0] == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana ", "Ana"),
        ("Ana\tMaria\n", "Ana Maria"),
        ("Ana \u00a0 Maria", "Ana Maria"),
        ("Zoe\u0308", "Zoë"),
        ("\u200bAna\u200b", "Ana"),
        ("A\u00adna", "Ana"),
        ("\ufeffAna", "Ana"),
        ("\u202aAna\u202c", "Ana"),
        ("\u202eanA", "anA"),
        ("\u200dAna\u200d \u200c", "Ana"),
        ("Ana\u2028Maria", "Ana Maria"),
    ],
)
def test_what_nobody_sees_is_not_kept(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\t\n",
        "\u200b",
        "\u200d",
        "\ufe0f",
        "\u3164",
        "\u2800",
        "\u0301",
        "\u00ad\u2060",
        "\U000e0067",
        "  \u200b \u2800 ",
    ],
)
def test_a_name_that_nobody_sees_is_refused(name: str) -> None:
    with pytest.raises(InvalidName, match="Type a name"):
        clean_name(name)


@pytest.mark.parametrize("name", ["A\0na", "A\x07na", "\x7f", "A\x85na\x1b[31m", "A\ud800na", "\udfff"])
def test_control_characters_and_halves_of_characters_are_refused(name: str) -> None:
    with pytest.raises(InvalidName, match="control"):
        clean_name(name)


@pytest.mark.parametrize("name", ["W" * 41, "🃏" * 41, "é" * 41, "x" * 500, "x" * 10**6])
def test_a_name_of_more_than_forty_characters_is_refused(name: str) -> None:
    with pytest.raises(InvalidName) as refused:
        clean_name(name, "left")
    assert (refused.value.field, refused.value.values) == ("left", {"most": 40})
    assert str(refused.value) == "A name has at most 40 characters."


def test_characters_are_counted_as_they_are_kept() -> None:
    assert len(clean_name("e\u0301" * 40)) == 40


@given(st.text(max_size=60))
def test_any_text_is_a_name_or_refused_and_a_name_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except InvalidName:
        return
    assert 1 <= len(name) <= 40
    assert clean_name(name) == name == unicodedata.normalize("NFC", name)
    name.encode()
    assert name_key(name) == name_key(name.upper()) or name.upper().lower() != name.lower()


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "ANA"), ("straße", "STRASSE"), ("\uff21na", "ana"), ("A\u200dna", "Ana"), ("Σοφός", "ΣΟΦΌΣ"), ("ﬁ", "FI")],
)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Zoe", "Zoë"), ("👩", "👨"), ("A", "\u0410")])
def test_names_that_look_different_are_different(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_the_same_person_plays_however_the_name_is_typed(sessions: Sessions) -> None:
    table = a_table(sessions)
    for typed in (" ana ", "ANA", "Ana\u200b"):
        a_table(sessions, book=table.book, new=a_new_match(names=(typed, "Bo")))
    assert count(sessions, "player") == 2
    assert count(sessions, "match") == 4


def test_people_of_one_book_are_not_those_of_another(sessions: Sessions) -> None:
    one, two = a_book(sessions), a_book(sessions)
    with sessions.writing() as session:
        first, second = player_for(session, one.id, "Ana"), player_for(session, two.id, "Ana")
    assert first.id != second.id


def test_two_players_of_a_match_differ(sessions: Sessions) -> None:
    book = a_book(sessions)
    before = everything(sessions)
    for names in (("Ana", "Ana"), ("Ana", " ANA"), ("Ana", "A\u200bna")):
        with pytest.raises(InvalidName, match="Both are called") as refused:
            start_match(sessions, book, a_new_match(names=names), request=a_request())
        assert refused.value.field == "right"
    assert everything(sessions) == before


@pytest.mark.parametrize(
    ("names", "field", "sentence"),
    [
        (("", "Bo"), "left", "Type a name for the left player."),
        (("Ana", " \u200b"), "right", "Type a name for the right player."),
        (("Ana", "x" * 41), "right", "A name has at most 40 characters."),
        (("A\0", "Bo"), "left", "A name cannot hold control characters."),
    ],
)
def test_a_wrong_name_is_refused_at_its_seat_and_nothing_stored(
    sessions: Sessions, names: tuple[str, str], field: str, sentence: str
) -> None:
    book = a_book(sessions)
    before = everything(sessions)
    with pytest.raises(InvalidName) as refused:
        start_match(sessions, book, a_new_match(names=names), request="start")
    assert (refused.value.field, str(refused.value)) == (field, sentence)
    assert everything(sessions) == before


def test_suggestions_begin_with_whoever_played_last(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions)
    clock.pass_by(days=1)
    a_table(sessions, book=table.book, new=a_new_match(names=("Cy", "Ana")))
    clock.pass_by(days=1)
    wrong = a_table(sessions, book=table.book, new=a_new_match(names=("Aan", "Bo")))
    a_table(sessions, new=a_new_match(names=("Stranger", "Someone else")))
    wrong.do(delete_match)
    with sessions.reading() as session:
        assert [person.name for person in suggestions(session, table.book.id)] == ["Ana", "Cy", "Bo"]
        assert suggestions(session, 10**6) == []


def test_a_new_name_shows_in_every_match_and_changes_no_result(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    older = a_table(sessions, "Bo 1C=", book=table.book)
    players, before = table.look().players, older.look().match
    rename(table, {players[0].id: " Anna "})
    assert table.look().players == (players[0]._replace(name="Anna"), players[1])
    assert (table.look().names, older.look().names) == (("Anna", "Bo"), ("Anna", "Bo"))
    assert older.look().match == before


def test_a_new_name_alone_is_no_change_of_the_match(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    before = table.look()
    done = rename(table, {before.players[0].id: "Anna"})
    assert (done.changed, done.version) == (False, before.version)
    after = table.look()
    assert (after.version, after.last_change) == (before.version, before.last_change)
    assert len(everything(sessions)["change"]) == 1
    table.record("Bo 2D=")
    table.undo()
    assert (table.look().names, table.deals) == (("Anna", "Bo"), ["Ana 1C="])


def test_the_same_names_again_are_no_change_of_anything(sessions: Sessions) -> None:
    table = a_table(sessions)
    before = everything(sessions)
    assert not rename(table, {player.id: player.name for player in table.look().players}).changed
    assert everything(sessions) == before


def test_a_name_given_with_other_details_is_kept_with_them_or_not_at_all(sessions: Sessions) -> None:
    table = a_table(sessions)
    ana, bo = table.look().players
    before = everything(sessions)
    with pytest.raises(InvalidName):
        rename(table, {ana.id: "Anna", bo.id: "anna"}, title="Final")
    assert everything(sessions) == before
    assert rename(table, {ana.id: "Anna"}, title="Final").changed
    assert (table.look().names, table.look().details.title) == (("Anna", "Bo"), "Final")


def test_a_name_may_change_its_case(sessions: Sessions) -> None:
    table = a_table(sessions)
    rename(table, {table.look().players[0].id: "ANA"})
    assert table.look().names == ("ANA", "Bo")


def test_two_players_may_swap_their_names(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 3NT=")
    ana, bo = table.look().players
    rename(table, {ana.id: "bo", bo.id: "Ana"})
    assert table.look().players == (ana._replace(name="bo"), bo._replace(name="Ana"))
    assert table.look().match.totals == (750, 0)
    again = a_table(sessions, book=table.book, new=a_new_match(names=("Bo", "ANA")))
    assert again.look().players == table.look().players


@pytest.mark.parametrize("name", ["bo", "Cy"])
def test_the_name_of_someone_else_is_refused(sessions: Sessions, name: str) -> None:
    table = a_table(sessions)
    a_table(sessions, book=table.book, new=a_new_match(names=("Ana", "Cy")))
    before = everything(sessions)
    with pytest.raises(InvalidName, match=f"Someone else in this book is called {name}"):
        rename(table, {table.look().players[0].id: name})
    assert everything(sessions) == before


@pytest.mark.parametrize("number", [-1, 0, 10**6, 2**31, 10**30])
def test_nobody_by_that_number_is_renamed(sessions: Sessions, number: int) -> None:
    table = a_table(sessions)
    before = everything(sessions)
    with pytest.raises(PlayerNotFound):
        rename(table, {number: "Anna"})
    assert everything(sessions) == before


def test_nobody_of_another_book_is_renamed(sessions: Sessions) -> None:
    table = a_table(sessions)
    with pytest.raises(PlayerNotFound):
        rename(a_table(sessions), {table.look().players[0].id: "Anna"})
    assert table.look().names == ("Ana", "Bo")
