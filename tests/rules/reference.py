"""What every deal is worth, worked out a second time and in another way than the product does.

Contracts are words like ``4H``; the printed tables stand here as they are printed, looked up
by word; odd tricks are counted one by one.
"""

SUITS = ("C", "D", "H", "S")

FIXED_VALUES = """
0NT 1C 1D 1H 1S                      150
1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S      250
4C 4D                                250
3NT 4NT 4H 4S 5C 5D 5H 5S            game
5NT 6C 6D 6H 6S                      750
6NT 7C 7D 7H 7S                     2200
7NT                                 2500
"""

BONUS_FOR_EXACTLY = """
0NT 1C 1D 1H 1S 1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S 3NT 4C 4D 4H 4S 4NT 5C 5D 5H 5S 5NT     250
6C 6D 6H 6S 6NT                                                                         100
7C 7D 7H 7S 7NT                                                                           0
"""

DEFENDER_GETS = """
1     100   200   300
2     200   500   700
3     300   800  1100
4     400  1100  1500
5     700  2000  2700
6    1000  3000  4000
7    1000  3000  4000
8    1000  3000  4000
9    1000  3000  4000
10   1000  3000  4000
11   1000  3000  4000
12   1000  3000  4000
13   1000  3000  4000
"""

BRIDGE_SCALE = """
1      50   100   200
2     100   300   600
3     150   500  1000
4     200   800  1600
5     250  1100  2200
6     300  1400  2800
7     350  1700  3400
8     400  2000  4000
9     450  2300  4600
10    500  2600  5200
11    550  2900  5800
12    600  3200  6400
13    650  3500  7000
"""


def _by_word(table: str) -> dict[str, str]:
    rows = [line.split() for line in table.strip().splitlines()]
    return {word: row[-1] for row in rows for word in row[:-1]}


def _by_undertricks(table: str) -> dict[tuple[int, str], int]:
    rows = [[int(number) for number in line.split()] for line in table.strip().splitlines()]
    return {(row[0], mark): row[place] for row in rows for place, mark in ((1, ""), (2, "X"), (3, "XX"))}


_VALUE, _EXACT = _by_word(FIXED_VALUES), _by_word(BONUS_FOR_EXACTLY)
_PENALTY, _BRIDGE = _by_undertricks(DEFENDER_GETS), _by_undertricks(BRIDGE_SCALE)


def trick_points(strain: str, odd_tricks: int) -> int:
    """Points for odd tricks, counted one after the other."""
    total = 0
    for number in range(odd_tricks):
        if strain in ("C", "D"):
            total += 20
        elif strain in ("H", "S"):
            total += 30
        else:
            total += 40 if number == 0 else 30
    return total


def bridgette_points(
    word: str,
    mark: str,
    tricks: int,
    *,
    game_value: int = 500,
    doubling: str = "everything",
    odd_trick_points: str = "off",
    **_: object,
) -> tuple[int, int]:
    """Points of declarer and defender for the contract *word* with *mark* ("", "X", "XX")."""
    level, strain = int(word[0]), word[1:]
    bid_tricks = 6 + level
    if tricks < bid_tricks:
        return 0, _PENALTY[bid_tricks - tricks, mark]
    value = game_value if _VALUE[word] == "game" else int(_VALUE[word])
    if odd_trick_points == "on":
        value += trick_points(strain, tricks - 6)
    bonuses = {"": 0, "X": 400, "XX": 1000}[mark]
    if tricks == bid_tricks:
        bonuses += int(_EXACT[word])
    if tricks == bid_tricks + 3:
        bonuses += 350
    times = {"": 1, "X": 2, "XX": 4}[mark]
    if doubling == "everything":
        return times * (value + bonuses), 0
    if doubling == "value only":
        return times * value + bonuses, 0
    return value + bonuses, 0


def draw_bridge_points(
    word: str, mark: str, tricks: int, *, undertricks: str = "none", overtricks: str = "full", **_: object
) -> tuple[int, int]:
    """Points of declarer and defender for the contract *word* with *mark* ("", "X", "XX")."""
    level, strain = int(word[0]), word[1:]
    times = {"": 1, "X": 2, "XX": 4}[mark]
    missing = 6 + level - tricks
    if missing > 0:
        if undertricks == "none":
            return 0, 0
        if undertricks == "flat":
            return 0, sum(50 * times for _ in range(missing))
        return 0, _BRIDGE[missing, mark]
    odd_tricks = level if overtricks == "ignored" else tricks - 6
    return times * trick_points(strain, odd_tricks), 0
