"""Match files as JSON holds them, for tests: a builder takes only what matters to the test."""

PASSED = {"passed_out": True}


def a_file(game="bridgette", **parts):
    """A match file as a dict; parts given as ``...`` are left out."""
    whole = {
        "format": "scorekeeper-match",
        "version": 1,
        "game": game,
        "players": ["Ana", "Bo"],
        "first_dealer": 0,
        "rules": {},
        "deals": [],
        **parts,
    }
    return {key: value for key, value in whole.items() if value is not ...}


def a_deal_entry(**parts):
    """A deal of a match file as a dict; parts given as ``...`` are left out."""
    whole = {"declarer": 0, "contract": "4H", "result": "+1", **parts}
    return {key: value for key, value in whole.items() if value is not ...}
