"""Undo and redo: across reloads and devices, for everything that can be done to a match."""

from dataclasses import replace
from datetime import timedelta

from scorekeeper.book.access import MatchRef
from scorekeeper.book.database import Sessions
from scorekeeper.book.errors import MatchNotFound, NothingToUndo
from scorekeeper.book.history import Act, changes_of, tops_of
from scorekeeper.book.patches import Patch
from scorekeeper.book.reading import KEPT_DAYS
from scorekeeper.book.writing import Before, Change, Done, change_match


def undo(sessions: Sessions, ref: MatchRef, *, seen: int, request: str) -> Done:
    """Take the last change back that was not taken back yet; raises NothingToUndo and what `change_match` raises."""
    return change_match(sessions, ref, take_back, what="undo", seen=seen, request=request, deleted=True)


def redo(sessions: Sessions, ref: MatchRef, *, seen: int, request: str) -> Done:
    """Make the change again that undo took back last; raises NothingToUndo and what `change_match` raises.

    That may be the deletion of the match: then it is found only as a deleted one.
    """
    return change_match(sessions, ref, _make_again, what="redo", seen=seen, request=request)


def take_back(before: Before) -> Change:
    """The change that takes back the last one; raises NothingToUndo, and MatchNotFound if it was a deletion too old."""
    deleted_at = before.columns["deleted_at"]
    if deleted_at is not None and deleted_at <= before.now - timedelta(days=KEPT_DAYS):
        raise MatchNotFound
    done, _ = tops_of(before.session, before.match_id)
    if done is None:
        raise NothingToUndo("match", "There is nothing to undo.")
    return _turned(before, done, Act.UNDO)


def _make_again(before: Before) -> Change:
    _, undone = tops_of(before.session, before.match_id)
    if undone is None:
        raise NothingToUndo("match", "There is nothing to redo.")
    return _turned(before, undone, Act.REDO)


def _turned(before: Before, seq: int, act: Act) -> Change:
    kept = changes_of(before.session, before.match_id, [seq])[seq]
    return Change(kept.verb, _dated(kept.patch.turned(), before), act, undoes=seq)


def _dated(patch: Patch, before: Before) -> Patch:
    """A deletion that is made again is made now: its thirty days begin anew."""
    if patch.after.get("deleted_at") is None:
        return patch
    return replace(patch, after={**patch.after, "deleted_at": before.now})
