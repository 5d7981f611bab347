"""The auction: which calls are legal, when it ends, and in which contract."""

from dataclasses import FrozenInstanceError, replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.auction import BIDS, Answer, Auction, Bid, parse_call
from scorekeeper.rules.bridgette import BRIDGETTE
from scorekeeper.rules.deal import Strain, parse_contract
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE
from scorekeeper.rules.errors import IllegalCall, InvalidContract
from tests.rules.builders import ANA, BO, games

CALLS = (*Answer, *BIDS)


def an_auction(calls="", game=BRIDGETTE, dealer=ANA):
    """An auction of calls in notation, parted by spaces."""
    return Auction(game, dealer, tuple(parse_call(call) for call in calls.split()))


def legal(auction):
    """The legal calls in notation."""
    return [str(call) for call in auction.legal_calls]


@pytest.mark.parametrize("dealer", [ANA, BO])
def test_the_auction_starts_with_the_dealer_and_goes_in_turn(dealer):
    turns = [an_auction(calls, dealer=dealer).turn for calls in ("", "1C", "1C X", "1C X XX", "1C X XX 2D")]

    assert turns == [dealer, 1 - dealer, dealer, 1 - dealer, dealer]


def test_two_passes_pass_the_deal_out():
    auction = an_auction("pass pass")

    assert auction.is_over
    assert auction.is_passed_out
    assert (auction.contract, auction.declarer, auction.turn, auction.legal_calls) == (None, None, None, ())


def test_an_opening_pass_does_not_end_the_auction():
    auction = an_auction("pass")

    assert not auction.is_over
    assert auction.turn == BO
    assert auction.add(parse_call("1C")).add(Answer.PASS).declarer == BO


@pytest.mark.parametrize(
    ("calls", "contract", "declarer"),
    [
        ("1C pass", "1C", ANA),
        ("pass 1C pass", "1C", BO),
        ("0NT pass", "0NT", ANA),
        ("1C 1D 2NT pass", "2NT", ANA),
        ("1C X pass", "1CX", ANA),
        ("1C 1H X pass", "1HX", BO),
        ("1C X XX pass", "1CXX", ANA),
        ("pass 4H X XX pass", "4HXX", BO),
        ("1C X 1D pass", "1D", ANA),
        ("1C X XX 1D pass", "1D", BO),
        ("1C X XX 1D X pass", "1DX", BO),
        ("7NT X XX pass", "7NTXX", ANA),
    ],
)
def test_a_pass_after_a_bid_a_double_or_a_redouble_ends_it_and_the_last_bidder_declares(calls, contract, declarer):
    auction = an_auction(calls)

    assert auction.is_over
    assert (auction.contract, auction.declarer) == (parse_contract(contract), declarer)
    assert not auction.is_passed_out
    assert an_auction(calls, dealer=BO).declarer == 1 - declarer


@pytest.mark.parametrize("calls", ["", "pass", "1C", "1C X", "1C X XX", "pass 1C X XX 7NT"])
def test_before_the_end_there_is_no_contract_and_no_declarer(calls):
    auction = an_auction(calls)

    assert (auction.contract, auction.declarer, auction.is_over, auction.is_passed_out) == (None, None, False, False)


@pytest.mark.parametrize(
    ("calls", "standing"),
    [("", None), ("pass", None), ("1C", "1C"), ("1C X", "1CX"), ("1C X XX", "1CXX"), ("1C X 1D", "1D")],
)
def test_what_stands_so_far_can_be_asked(calls, standing):
    assert an_auction(calls).standing == (standing and parse_contract(standing))


def test_the_lowest_bid_is_0nt_in_bridgette_and_1c_in_draw_bridge():
    assert legal(an_auction()) == ["pass", *map(str, BIDS)]
    assert legal(an_auction(game=DRAW_BRIDGE)) == ["pass", *map(str, BIDS[1:])]
    assert str(an_auction("pass").lowest_bid) == "0NT"
    assert str(an_auction("pass", game=DRAW_BRIDGE).lowest_bid) == "1C"


def test_bids_rise_by_level_and_then_by_strain():
    assert " ".join(str(bid) for bid in BIDS[:12]) == "0NT 1C 1D 1H 1S 1NT 2C 2D 2H 2S 2NT 3C"
    assert len(BIDS) == 36
    assert list(BIDS) == sorted(BIDS)


@pytest.mark.parametrize(
    ("calls", "answers"),
    [
        ("", ["pass"]),
        ("pass", ["pass"]),
        ("6NT", ["pass", "X"]),
        ("6NT X", ["pass", "XX"]),
        ("6NT X XX", ["pass"]),
    ],
)
def test_a_bid_can_be_doubled_and_a_double_redoubled_by_the_next_player_only(calls, answers):
    bids = ["7C", "7D", "7H", "7S", "7NT"]

    assert legal(an_auction(calls))[: len(answers)] == answers
    assert legal(an_auction(calls))[-5:] == bids
    if "6NT" in calls:
        assert legal(an_auction(calls)) == answers + bids


def test_above_7nt_there_is_no_bid():
    assert legal(an_auction("7NT")) == ["pass", "X"]
    assert legal(an_auction("7NT X")) == ["pass", "XX"]
    assert legal(an_auction("7NT X XX")) == ["pass"]
    assert an_auction("7NT").lowest_bid is None


def test_once_it_is_over_no_call_is_legal():
    for calls in ("pass pass", "1C pass", "1C X XX pass"):
        auction = an_auction(calls)
        assert (auction.turn, auction.lowest_bid, auction.legal_calls) == (None, None, ())


@pytest.mark.parametrize(
    ("calls", "call", "sentence"),
    [
        ("pass pass", "1C", "The auction is over."),
        ("1C pass", "pass", "The auction is over."),
        ("1C X pass", "XX", "The auction is over."),
        ("1C", "1C", "After 1C the lowest bid is 1D."),
        ("1S", "1H", "After 1S the lowest bid is 1NT."),
        ("2NT X XX", "2NT", "After 2NT the lowest bid is 3C."),
        ("7NT", "7NT", "There is no bid above 7NT."),
        ("", "X", "Only a bid that the opponent has just made can be doubled."),
        ("pass", "X", "Only a bid that the opponent has just made can be doubled."),
        ("1C X", "X", "Only a bid that the opponent has just made can be doubled."),
        ("1C X XX", "X", "Only a bid that the opponent has just made can be doubled."),
        ("", "XX", "Only a double that the opponent has just called can be redoubled."),
        ("1C", "XX", "Only a double that the opponent has just called can be redoubled."),
        ("1C X XX", "XX", "Only a double that the opponent has just called can be redoubled."),
    ],
)
def test_an_illegal_call_is_refused_with_what_is_possible(calls, call, sentence):
    auction = an_auction(calls)

    with pytest.raises(IllegalCall) as refusal:
        auction.add(parse_call(call))

    assert (refusal.value.field, str(refusal.value)) == ("call", sentence)
    assert auction == an_auction(calls)


def test_level_0_is_no_bid_in_draw_bridge():
    with pytest.raises(IllegalCall) as refusal:
        an_auction("0NT", game=DRAW_BRIDGE)

    assert str(refusal.value) == "In Draw Bridge the lowest bid is 1C."


@pytest.mark.parametrize("call", ["1C", "pass", None, 1, ("1C",)])
def test_what_is_no_call_is_refused(call):
    with pytest.raises(IllegalCall) as refusal:
        an_auction().add(call)
    assert str(refusal.value) == "A call is a bid like 1NT, pass, X (double) or XX (redouble)."


@pytest.mark.parametrize("dealer", [-1, 2, None, True, "0"])
def test_a_dealer_who_does_not_play_is_refused(dealer):
    with pytest.raises(IllegalCall) as refusal:
        an_auction(dealer=dealer)
    assert refusal.value.field == "dealer"


@pytest.mark.parametrize("text", ["", "1NTX", "3X", "XXX", "redo", "0", "pass pass"])
def test_a_text_that_is_no_call_is_refused(text):
    with pytest.raises(IllegalCall) as refusal:
        parse_call(text)
    assert refusal.value.field == "call"


@pytest.mark.parametrize("text", ["8C", "0H"])
def test_a_bid_no_game_knows_is_refused_by_its_level(text):
    with pytest.raises(InvalidContract) as refusal:
        parse_call(text)
    assert refusal.value.field == "level"


def test_a_bid_checks_itself():
    with pytest.raises(InvalidContract):
        Bid(0, Strain.HEARTS)
    with pytest.raises(InvalidContract):
        Bid(1, "H")


def test_an_auction_never_changes():
    auction = an_auction("1C")
    with pytest.raises(FrozenInstanceError):
        auction.calls = ()


def expected_calls(game, standing, doubling):
    """The legal calls, by the words of the rules, where *standing* is the place of the last bid in BIDS."""
    if standing is None:
        return {Answer.PASS, *(BIDS if game is BRIDGETTE else BIDS[1:])}
    answers = [{Answer.PASS, Answer.DOUBLE}, {Answer.PASS, Answer.REDOUBLE}, {Answer.PASS}][doubling]
    return answers | set(BIDS[standing + 1 :])


@pytest.mark.parametrize("game", [BRIDGETTE, DRAW_BRIDGE], ids=lambda game: game.key)
def test_in_every_position_exactly_the_legal_calls_are_taken(game):
    bids = BIDS if game is BRIDGETTE else BIDS[1:]
    positions = [(None, 0), *product(range(BIDS.index(bids[0]), len(BIDS)), range(3))]
    for opened_with_pass, (standing, doubling) in product([False, True], positions):
        calls = [Answer.PASS] * opened_with_pass + ([] if standing is None else [BIDS[standing]])
        calls += [Answer.DOUBLE, Answer.REDOUBLE][:doubling]
        auction = Auction(game, ANA, tuple(calls))
        expected = expected_calls(game, standing, doubling)
        assert set(auction.legal_calls) == expected
        assert len(auction.legal_calls) == len(expected)
        for call in CALLS:
            if call in expected:
                assert auction.add(call).calls == (*calls, call)
            else:
                with pytest.raises(IllegalCall):
                    auction.add(call)


def test_all_auctions_of_the_five_highest_bids_end_as_counted_by_hand():
    """Any rising choice of n bids, each left alone, doubled or redoubled: 4 to the power of 5, but one of no bid.

    Each may begin with an opening pass; and there is the deal that is passed out.
    """
    seven_only = replace(BRIDGETTE, lowest_level=7)
    unfinished, finished = [Auction(seven_only, ANA)], []
    while unfinished:
        auction = unfinished.pop()
        for call in auction.legal_calls:
            longer = auction.add(call)
            (finished if longer.is_over else unfinished).append(longer)

    assert len(finished) == len(set(finished)) == 2 * (4**5 - 1) + 1
    assert sum(auction.is_passed_out for auction in finished) == 1
    for auction in finished:
        last_bid = max((place for place, call in enumerate(auction.calls) if isinstance(call, Bid)), default=None)
        if last_bid is not None:
            said_after = "".join(str(call) for call in auction.calls[last_bid + 1 : -1])
            assert str(auction.contract) == str(auction.calls[last_bid]) + {"": "", "X": "X", "XXX": "XX"}[said_after]
            assert auction.declarer == last_bid % 2


@given(game=games, dealer=st.sampled_from([ANA, BO]), data=st.data())
def test_legal_calls_always_come_to_an_end(game, dealer, data):
    auction = Auction(game, dealer)
    while not auction.is_over:
        assert len(auction.calls) < 2 + 3 * len(BIDS)
        # Bids just above the last one are drawn often, so that auctions grow long.
        call = data.draw(st.sampled_from(auction.legal_calls[:3]) | st.sampled_from(auction.legal_calls))
        auction = auction.add(call)

    assert auction.turn is None
    assert (auction.contract is None) == (auction.declarer is None) == auction.is_passed_out
    if auction.contract is not None:
        assert auction.contract.level >= game.lowest_level


@given(game=games, calls=st.lists(st.sampled_from(CALLS), max_size=8))
def test_any_calls_are_an_auction_exactly_if_each_was_legal_after_those_before(game, calls):
    auction, each_was_legal = Auction(game, ANA), True
    for call in calls:
        if call not in auction.legal_calls:
            each_was_legal = False
            break
        auction = auction.add(call)
    if each_was_legal:
        assert Auction(game, ANA, tuple(calls)) == auction
    else:
        with pytest.raises(IllegalCall):
            Auction(game, ANA, tuple(calls))


def test_the_longest_auction_is_taken():
    calls = [Answer.PASS]
    for bid in BIDS:
        calls += [bid, Answer.DOUBLE, Answer.REDOUBLE]
    auction = Auction(BRIDGETTE, ANA, (*calls, Answer.PASS))

    assert auction.is_over
    assert str(auction.contract) == "7NTXX"
