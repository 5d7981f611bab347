"""The table of points in force: short, complete, and never at odds with the scoring."""

import pytest

from scorekeeper.rules.bridgette import BRIDGETTE, BridgetteRules
from scorekeeper.rules.deal import Contract, Deal, Doubling
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE, DrawBridgeRules
from scorekeeper.rules.match import points_of
from scorekeeper.rules.table import By, contracts_of, points_table
from tests.rules.builders import combinations

EVERY_AGREEMENT = [
    *(
        (BRIDGETTE, rules)
        for rules in combinations(BRIDGETTE, game_value=(0, 250, 500, 1950, 10_000))
        if rules["passed_out"] == "replay" and rules["tie_break"] == "none"
    ),
    *((DRAW_BRIDGE, rules) for rules in combinations(DRAW_BRIDGE)),
]


def words(row):
    """The contracts of a row in few words: ``1–3 C D``."""
    spans = []
    for span in row.spans:
        levels = str(span.low) if span.low == span.high else f"{span.low}–{span.high}"
        spans.append(f"{levels} {' '.join(strain.letters for strain in span.strains)}")
    return "; ".join(spans)


def made_points(table, contract, tricks):
    """What the table says that declarer gets."""
    part = table.made[contract.doubling]
    undoubled = Contract(contract.level, contract.strain)
    (row,) = [row for row in part.rows if undoubled in row.contracts]
    key = tricks if table.by is By.TRICKS else tricks - contract.tricks_needed
    (column,) = [place for place, members in enumerate(part.columns) if key in members]
    return row.points[column]


def down_points(table, contract, tricks):
    """What the table says that the defender gets."""
    undertricks = contract.tricks_needed - tricks
    rows = [row for row in table.down if row.fewest <= undertricks <= row.most]
    assert len(rows) == (1 if table.down else 0)
    return rows[0].points[contract.doubling] if rows else 0


@pytest.mark.parametrize(
    ("game", "values"), EVERY_AGREEMENT, ids=[", ".join(map(str, rules.values())) for _, rules in EVERY_AGREEMENT]
)
def test_every_result_stands_in_the_table_with_the_points_it_scores(game, values):
    rules = game.rules(**values)
    table = points_table(game, rules)
    for undoubled in contracts_of(game):
        for doubling in Doubling:
            contract = Contract(undoubled.level, undoubled.strain, doubling)
            for tricks in range(14):
                declarer, defender = points_of(game.score(rules, Deal(0, contract, tricks)))
                if tricks >= contract.tricks_needed:
                    assert (made_points(table, contract, tricks), defender) == (declarer, 0)
                else:
                    assert (down_points(table, contract, tricks), declarer) == (defender, 0)


@pytest.mark.parametrize(
    ("game", "values"), EVERY_AGREEMENT, ids=[", ".join(map(str, rules.values())) for _, rules in EVERY_AGREEMENT]
)
def test_a_cell_is_empty_only_where_no_contract_of_its_row_can_end_so(game, values):
    table = points_table(game, game.rules(**values))
    for part in table.made:
        for row in part.rows:
            for members, figure in zip(part.columns, row.points, strict=True):
                possible = [
                    contract
                    for contract in row.contracts
                    for key in members
                    if contract.tricks_needed <= key + (0 if table.by is By.TRICKS else contract.tricks_needed) <= 13
                ]
                assert (figure is None) == (not possible)


@pytest.mark.parametrize(
    ("game", "values"), EVERY_AGREEMENT, ids=[", ".join(map(str, rules.values())) for _, rules in EVERY_AGREEMENT]
)
def test_the_spans_of_a_row_name_its_contracts(game, values):
    for part in points_table(game, game.rules(**values)).made:
        for row in part.rows:
            named = [
                Contract(level, strain)
                for span in row.spans
                for level in range(span.low, span.high + 1)
                for strain in span.strains
            ]
            assert tuple(named) == row.contracts


def test_the_table_of_bridgette_is_as_short_as_it_is_printed():
    table = points_table(BRIDGETTE, BridgetteRules())
    undoubled = table.made[Doubling.UNDOUBLED]

    assert table.by is By.RESULT
    assert undoubled.columns == ((0,), (3,), (1, 2, 4, 5, 6, 7))
    assert [(words(row), row.points) for row in undoubled.rows] == [
        ("0 NT; 1 C D H S", (400, 500, 150)),
        ("1 NT; 2 C D H S NT; 3 C D H S; 4 C D", (500, 600, 250)),
        ("3 NT; 4 H S NT; 5 C D H S", (750, 850, 500)),
        ("5 NT", (1000, None, 750)),
        ("6 C D H S", (850, None, 750)),
        ("6 NT", (2300, None, 2200)),
        ("7 C D H S", (2200, None, None)),
        ("7 NT", (2500, None, None)),
    ]
    assert [len(part.rows) for part in table.made] == [8, 8, 8]
    assert [(row.fewest, row.most, row.is_open, row.points) for row in table.down] == [
        (1, 1, False, (100, 200, 300)),
        (2, 2, False, (200, 500, 700)),
        (3, 3, False, (300, 800, 1100)),
        (4, 4, False, (400, 1100, 1500)),
        (5, 5, False, (700, 2000, 2700)),
        (6, 13, True, (1000, 3000, 4000)),
    ]


def test_the_table_of_draw_bridge_counts_tricks_where_overtricks_are_worth_as_much_as_those_bid():
    table = points_table(DRAW_BRIDGE, DrawBridgeRules())
    doubled = table.made[Doubling.DOUBLED]

    assert table.by is By.TRICKS
    assert doubled.columns == ((7,), (8,), (9,), (10,), (11,), (12,), (13,))
    assert [(words(row), row.points) for row in doubled.rows] == [
        ("1–7 C D", (40, 80, 120, 160, 200, 240, 280)),
        ("1–7 H S", (60, 120, 180, 240, 300, 360, 420)),
        ("1–7 NT", (80, 140, 200, 260, 320, 380, 440)),
    ]
    assert table.down == ()


def test_where_overtricks_are_ignored_one_column_is_enough():
    table = points_table(DRAW_BRIDGE, DrawBridgeRules(overtricks="ignored"))

    assert table.by is By.RESULT
    assert [part.columns for part in table.made] == [((0, 1, 2, 3, 4, 5, 6),)] * 3
    assert [words(row) for row in table.made[0].rows][2:8] == [
        "1 NT; 2 C D",
        "2 H S; 3 C D",
        "2 NT",
        "3 H S",
        "3 NT",
        "4 C D",
    ]


def test_a_row_never_leaves_out_a_level():
    """3NT and 5♣ are worth the same where overtricks are ignored, and still stand apart."""
    for game, values in EVERY_AGREEMENT:
        for part in points_table(game, game.rules(**values)).made:
            for row in part.rows:
                levels = sorted({contract.level for contract in row.contracts})
                assert levels == list(range(levels[0], levels[-1] + 1))


def test_the_column_of_all_other_results_stands_last():
    for game, values in EVERY_AGREEMENT:
        for part in points_table(game, game.rules(**values)).made:
            sizes = [len(members) > 1 for members in part.columns]
            assert sizes == sorted(sizes)
            assert sorted(key for members in part.columns for key in members) == list(
                range(min(map(min, part.columns)), max(map(max, part.columns)) + 1)
            )


def test_a_span_says_whether_it_holds_every_strain():
    row = points_table(BRIDGETTE, BridgetteRules()).made[0].rows[1]

    assert [len(span.strains) == 5 for span in row.spans] == [False, True, False, False]


@pytest.mark.parametrize(("undertricks", "last"), [("flat", (650, 1300, 2600)), ("bridge", (650, 3500, 7000))])
def test_undertricks_that_score_in_draw_bridge_have_a_row_each(undertricks, last):
    down = points_table(DRAW_BRIDGE, DrawBridgeRules(undertricks=undertricks)).down

    assert [(row.fewest, row.most) for row in down] == [(number, number) for number in range(1, 14)]
    assert down[-1].points == last


def test_rows_stand_in_bidding_order():
    for game in (BRIDGETTE, DRAW_BRIDGE):
        order = contracts_of(game)
        for part in points_table(game, game.rules()).made:
            first_places = [order.index(row.contracts[0]) for row in part.rows]
            assert first_places == sorted(first_places)
            assert sorted(order.index(contract) for row in part.rows for contract in row.contracts) == list(
                range(len(order))
            )
