"""Notation goes both ways, and forgives what people type on a phone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.auction import BIDS, Answer, Bid, format_call, parse_call
from scorekeeper.rules.deal import (
    PASSED_OUT,
    Contract,
    Deal,
    Doubling,
    Result,
    Strain,
    format_contract,
    format_deal,
    format_result,
    parse_contract,
    parse_deal,
    parse_result,
    parse_strain,
)
from scorekeeper.rules.errors import RulesError
from tests.rules.builders import CONTRACTS


@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_every_contract_reads_back_as_it_was_written(contract):
    assert parse_contract(format_contract(contract)) == contract


@pytest.mark.parametrize("margin", range(-13, 8))
def test_every_result_reads_back_as_it_was_written(margin):
    assert parse_result(format_result(Result(margin))) == Result(margin)


@pytest.mark.parametrize("declarer", [0, 1])
def test_every_deal_reads_back_as_it_was_written(declarer):
    for contract in CONTRACTS:
        for tricks in range(14):
            deal = Deal(declarer, contract, tricks)
            assert parse_deal(format_deal(deal), declarer) == deal
    assert parse_deal(format_deal(PASSED_OUT), declarer) == PASSED_OUT


@pytest.mark.parametrize("strain", Strain, ids=str)
def test_every_strain_reads_back_as_it_was_written(strain):
    assert parse_strain(strain.letters) == strain


@pytest.mark.parametrize("call", [*BIDS, *Answer], ids=str)
def test_every_call_reads_back_as_it_was_written(call):
    assert parse_call(format_call(call)) == call


def test_no_two_values_are_written_alike():
    assert len({str(contract) for contract in CONTRACTS}) == 108
    assert len({str(Deal(0, contract, tricks)) for contract in CONTRACTS for tricks in range(14)}) == 1512
    assert len({str(call) for call in [*BIDS, *Answer]}) == 39


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("3NT", Contract(3, Strain.NT)),
        ("3N", Contract(3, Strain.NT)),
        ("3nt", Contract(3, Strain.NT)),
        ("4HX", Contract(4, Strain.HEARTS, Doubling.DOUBLED)),
        ("4hx", Contract(4, Strain.HEARTS, Doubling.DOUBLED)),
        ("2SXX", Contract(2, Strain.SPADES, Doubling.REDOUBLED)),
        ("0NT", Contract(0, Strain.NT)),
        ("1♣", Contract(1, Strain.CLUBS)),
        ("1♦x", Contract(1, Strain.DIAMONDS, Doubling.DOUBLED)),
        ("1♥\ufe0f", Contract(1, Strain.HEARTS)),
        ("1♠\ufe0eXX", Contract(1, Strain.SPADES, Doubling.REDOUBLED)),
        (" 7 NT xx ", Contract(7, Strain.NT, Doubling.REDOUBLED)),
    ],
)
def test_a_contract_may_be_typed_in_several_ways(text, contract):
    assert parse_contract(text) == contract


@pytest.mark.parametrize(
    ("text", "margin"), [("=", 0), ("+2", 2), ("-1", -1), ("-13", -13), ("−3", -3), ("–3", -3), (" + 7 ", 7)]
)
def test_a_result_may_be_typed_in_several_ways(text, margin):
    assert parse_result(text) == Result(margin)


@pytest.mark.parametrize("text", ["pass", "Pass", "PASS", "p", "passed out"])
def test_a_passed_out_deal_may_be_typed_in_several_ways(text):
    assert parse_deal(text) is PASSED_OUT


@pytest.mark.parametrize(
    ("text", "tricks"), [("4HX-1", 9), ("0NT+3", 9), ("7NT=", 13), ("4h = ", 10), ("3♠−9", 0), ("1c+6", 13)]
)
def test_a_deal_says_how_many_tricks_declarer_took(text, tricks):
    assert parse_deal(text, 1) == Deal(1, parse_deal(text).contract, tricks)


def test_a_passed_out_deal_has_no_result():
    assert (PASSED_OUT.is_passed_out, PASSED_OUT.result) == (True, None)
    assert (parse_deal("4H-1").is_passed_out, parse_deal("4H-1").result) == (False, Result(-1))


def test_the_first_player_declares_unless_another_is_named():
    assert parse_deal("4H=").declarer == 0
    assert parse_deal("4H=", 1).declarer == 1


@pytest.mark.parametrize(
    ("text", "call"),
    [("1nt", Bid(1, Strain.NT)), ("2♥", Bid(2, Strain.HEARTS)), ("Pass", Answer.PASS), ("x", Answer.DOUBLE)],
)
def test_a_call_may_be_typed_in_several_ways(text, call):
    assert parse_call(text) == call


@pytest.mark.parametrize("text", ["", "3", "NT", "3NTXXX", "3NT+1", "33NT", "3Z", "-1NT", "3XNT", "³NT", "٣NT", "3NT;"])
def test_what_is_no_contract_is_refused(text):
    with pytest.raises(RulesError):
        parse_contract(text)


@pytest.mark.parametrize("text", ["", "1", "+", "+0", "-0", "+8", "-14", "+100", "==", "1+", "+1+1", "+¹", "made"])
def test_what_is_no_result_is_refused(text):
    with pytest.raises(RulesError) as refusal:
        parse_result(text)
    assert refusal.value.field == "result"


NOTATIONS = [
    (parse_contract, format_contract),
    (parse_result, format_result),
    (parse_deal, format_deal),
    (parse_strain, lambda strain: strain.letters),
    (parse_call, format_call),
]


@given(st.text(max_size=12) | st.text("0123456789CDHSNTXPAcdhsntxpa♣♦♥♠=+-− ", max_size=12))
def test_any_text_is_either_read_or_refused(text):
    for parse, write in NOTATIONS:
        try:
            value = parse(text)
        except RulesError:
            continue
        assert parse(write(value)) == value
