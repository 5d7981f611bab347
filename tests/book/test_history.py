"""What undo and redo would take, from the list of changes alone."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.book.history import Step, stacks

ACTS = st.lists(st.sampled_from(["change", "undo", "redo"]), max_size=60)


def test_nothing_can_be_undone_in_a_new_match() -> None:
    assert stacks([]) == ((), ())


def test_a_change_can_be_undone_and_then_redone() -> None:
    change = Step(1, None)
    assert stacks([change]) == ((1,), ())
    assert stacks([change, Step(2, undoes=1)]) == ((), (2,))
    assert stacks([change, Step(2, undoes=1), Step(3, undoes=2)]) == ((3,), ())
    assert stacks([change, Step(2, undoes=1), Step(3, undoes=2), Step(4, undoes=3)]) == ((), (4,))


def test_a_new_change_ends_what_could_be_redone() -> None:
    assert stacks([Step(1, None), Step(2, undoes=1), Step(3, None)]) == ((3,), ())


@given(ACTS)
def test_the_stacks_are_those_of_an_editor(acts: list[str]) -> None:
    """Against the plainest model: a list of pages, and how many of them are turned back."""
    steps: list[Step] = []
    done: list[str] = []
    undone: list[str] = []
    names: dict[int, str] = {}  # which change a step made, took back or made again
    for seq, act in enumerate(acts, start=1):
        undo, redo = stacks(steps)
        assert [names[step] for step in undo] == done
        assert [names[step] for step in redo] == undone
        if act == "change":
            steps.append(Step(seq, None))
            names[seq] = f"change {seq}"
            done.append(names[seq])
            undone.clear()
        elif act == "undo" and undo:
            steps.append(Step(seq, undo[-1]))
            names[seq] = names[undo[-1]]
            undone.append(done.pop())
        elif act == "redo" and redo:
            steps.append(Step(seq, redo[-1]))
            names[seq] = names[redo[-1]]
            done.append(undone.pop())
