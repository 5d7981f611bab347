"""Whatever comes as a match file is read whole or refused in a sentence; no other error may come."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.errors import InvalidFile
from scorekeeper.rules.matchfile import fold_dict, read_match, read_match_text, write_match
from tests.rules.files import a_deal_entry, a_file

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-20, 20)
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["Ana", "ana ", "4H", "0NT", "=", "+1", "-1", "bridgette", "draw-bridge", "scorekeeper-match"])
)
keys = st.sampled_from([*a_file(), *a_deal_entry(), "passed_out", "tricks", "target", "doubling"]) | st.text(max_size=5)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=12,
)

A_VALID_FILE = a_file(
    "draw-bridge",
    rules={"target": 300, "undertricks": "flat"},
    deals=[a_deal_entry(tricks=11), {"passed_out": True}, a_deal_entry(result=..., tricks=3)],
)


def places_in(data, path=()):
    """The path to every part of *data*."""
    yield path
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield from places_in(data[key], (*path, key))


def with_one_part_changed(path, value):
    whole = copy.deepcopy(A_VALID_FILE)
    if not path:
        return value
    part = whole
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return whole


def check_read_or_refused(data):
    """A file is either read whole, or refused in a sentence; no other error may come."""
    try:
        file = read_match(data)
    except InvalidFile as refusal:
        sentence = str(refusal)
    else:
        sentence = "."
        assert read_match(write_match(file)) == file
        fold_dict(file.match)
    assert sentence.endswith(".")
    assert len(sentence) < 400


@settings(max_examples=300)
@given(anything)
def test_anything_is_read_or_refused(data):
    check_read_or_refused(data)


@settings(max_examples=300)
@given(st.sampled_from(list(places_in(A_VALID_FILE))), anything)
def test_a_good_file_with_one_part_changed_is_read_or_refused(path, value):
    check_read_or_refused(with_one_part_changed(path, value))


@settings(max_examples=300)
@given(anything | st.just(A_VALID_FILE), st.data())
def test_any_text_is_read_or_refused(data, draw):
    text = json.dumps(data)
    if draw.draw(st.booleans()):
        text = text[: draw.draw(st.integers(0, len(text)))]
    for given_text in (text, text.encode(), draw.draw(st.binary(max_size=20))):
        try:
            read_match_text(given_text)
        except InvalidFile as refusal:
            sentence = str(refusal)
        else:
            sentence = "."
        assert sentence.endswith(".")


def test_the_good_file_is_good():
    assert len(read_match(A_VALID_FILE).deals) == 3
    assert len(list(places_in(A_VALID_FILE))) > 20


@pytest.mark.parametrize("path", list(places_in(A_VALID_FILE)), ids=lambda path: ".".join(map(str, path)) or "whole")
def test_a_good_file_with_any_part_taken_out_is_read_or_refused(path):
    whole = copy.deepcopy(A_VALID_FILE)
    part = whole
    for key in path[:-1]:
        part = part[key]
    if path:
        del part[path[-1]]
    check_read_or_refused(whole)
