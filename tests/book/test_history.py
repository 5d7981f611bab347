"""What undo and redo would take, from the list of changes alone."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.book.history import Act, Step, tops

ACTS = st.lists(st.sampled_from(list(Act)), max_size=60)
DO, UNDO, REDO = Act


def after(*steps: Step) -> tuple[int | None, int | None]:
    """What can be undone and redone after *steps*, the oldest first."""
    return tops(reversed(steps))


def test_nothing_can_be_undone_in_a_new_match() -> None:
    assert after() == (None, None)


def test_a_change_can_be_undone_and_then_redone() -> None:
    steps = [Step(1, DO), Step(2, UNDO, 1), Step(3, REDO, 2), Step(4, UNDO, 3)]
    assert [after(*steps[:count]) for count in (1, 2, 3, 4)] == [(1, None), (None, 2), (3, None), (None, 4)]


def test_a_new_change_ends_what_could_be_redone() -> None:
    assert after(Step(1, DO), Step(2, UNDO, 1), Step(3, DO)) == (3, None)


def test_undo_goes_further_back_over_what_was_undone_before() -> None:
    steps = [Step(1, DO), Step(2, DO), Step(3, UNDO, 2), Step(4, DO), Step(5, UNDO, 4)]
    assert after(*steps) == (1, 5)
    assert after(*steps, Step(6, UNDO, 1)) == (None, 6)


def test_no_more_of_a_long_match_is_read_than_needed() -> None:
    def steps() -> Iterator[Step]:
        yield Step(1000, DO)
        raise AssertionError("the newest change already says it all")

    assert tops(steps()) == (1000, None)


@given(ACTS)
def test_the_tops_are_those_of_an_editor(acts: list[Act]) -> None:
    """Against the plainest model: two piles of names, and what each step did to them."""
    steps: list[Step] = []
    done: list[int] = []  # the step at which the change was made last
    undone: list[int] = []  # the step at which it was taken back last
    for seq, act in enumerate(acts, start=1):
        undo, redo = after(*steps)
        assert (undo, redo) == (done[-1] if done else None, undone[-1] if undone else None)
        if act is DO:
            steps.append(Step(seq, DO))
            done.append(seq)
            undone.clear()
        elif act is UNDO and undo is not None:
            steps.append(Step(seq, UNDO, done.pop()))
            undone.append(seq)
        elif act is REDO and redo is not None:
            steps.append(Step(seq, REDO, undone.pop()))
            done.append(seq)
        else:
            # Numbers need not be without gaps.
            continue
