"""What odd tricks are worth: the figures of Draw Bridge, which a house rule of Bridgette borrows.

Source: rules of the game, "Draw Bridge", made contract.
"""

from typing import Final

from scorekeeper.rules.deal import Strain

EACH_MINOR: Final = 20
EACH_MAJOR: Final = 30
FIRST_NT: Final = 40
LATER_NT: Final = 30


def odd_trick_points(strain: Strain, odd_tricks: int) -> int:
    """Points for *odd_tricks* (0 to 7) in *strain*, undoubled."""
    if strain is Strain.NT:
        return FIRST_NT + LATER_NT * (odd_tricks - 1) if odd_tricks else 0
    return odd_tricks * (EACH_MINOR if strain.is_minor else EACH_MAJOR)
