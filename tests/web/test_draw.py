"""Draw for the deal: a card each, from one pack, drawn by the server."""

from collections import Counter

import pytest

from scorekeeper.book.database import Sessions
from tests.web.phone import Phone
from tests.web.setting_up import filled, start, the_match
from tests.web.stored import nothing_stored

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]


def test_the_draw_shows_two_cards_and_who_deals(phone: Phone, sessions: Sessions) -> None:
    with nothing_stored(sessions):
        filled(phone, game="draw-bridge").tap("Draw for it")
    assert phone.field("first") == "draw"
    left, right, dealer = drawn_by(phone)
    assert (phone.field("left"), phone.field("right"), phone.field("game")) == ("Ana", "Bo", "draw-bridge")
    assert left != right
    start(phone)
    assert the_match(phone, sessions).match.first_dealer == ("Ana", "Bo").index(dealer)


def drawn_by(phone: Phone) -> tuple[str, str, str]:
    """Both cards, as they are read aloud, and who deals."""
    said = phone.part(class_="drawn")
    cards, _, dealer = said.removesuffix(" deals first.").rpartition(". ")
    left, _, right = cards.removeprefix("Ana drew the ").partition(", Bo the ")
    return left, right.partition(". ")[0], dealer.removeprefix("The higher suit decides: ")


def place(card: str) -> tuple[int, int]:
    rank, suit = card.split(" of ")
    return RANKS.index(rank), SUITS.index(suit)


def test_the_higher_card_deals_ace_high_ranks_before_suits(phone: Phone) -> None:
    filled(phone)
    dealers = Counter()
    for _ in range(25):
        left, right, dealer = drawn_by(phone.tap("Draw for it"))
        assert left != right
        assert dealer == ("Ana" if place(left) > place(right) else "Bo")
        dealers[dealer] += 1
    assert min(dealers.values()) > 0


def test_reloading_does_not_draw_again(phone: Phone) -> None:
    drawn = drawn_by(filled(phone).tap("Draw for it"))
    assert phone.redirects[0][0] == 303
    assert "draw=" not in phone.address
    assert [drawn_by(phone.open(phone.address)) for _ in range(3)] == [drawn] * 3


def test_a_refused_form_keeps_the_cards(phone: Phone) -> None:
    drawn = drawn_by(filled(phone, deals="99").tap("Draw for it"))
    assert start(phone).status == 422
    assert drawn_by(phone) == drawn


def test_cards_that_were_not_drawn_here_decide_nothing(phone: Phone, sessions: Sessions) -> None:
    filled(phone).tap("Draw for it")
    signed = phone.field("drawn") or ""
    body, _, signature = signed.rpartition(".")
    request = phone.form_to("/new")
    with nothing_stored(sessions):
        for forged in ("WzUxLDBd." + signature, body + "." + signature[::-1], "[51,0]", "", "\0", "x" * 150):
            phone.send(request.with_fields(drawn=forged))
            assert phone.status == 422, forged
            assert phone.alerts == ["Choose who deals first, or draw for it."]


def test_neither_token_nor_request_key_is_left_in_the_address_of_a_draw(phone: Phone) -> None:
    filled(phone).tap("Draw for it")
    assert "csrf_token" not in phone.address
    assert "request_key" not in phone.address


@pytest.mark.parametrize(
    "name", ["endpoint", "_method", "_scheme", "_external", "_anchor", "self", "values", "a b", "☃"]
)
def test_whatever_stands_in_the_address_of_a_draw_it_leads_to_the_page(phone: Phone, name: str) -> None:
    phone.open(f"/new?draw=1&left=Ana&right=Bo&{name}=javascript")
    assert phone.status == 200
    assert phone.redirects[0][1].startswith("/new?")
    assert phone.has(class_="drawn")
