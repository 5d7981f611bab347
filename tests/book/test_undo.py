"""Undo and redo: after any verb, in any order, on any device."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import select

from scorekeeper.book.access import Book, MatchRef
from scorekeeper.book.changes import redo, undo
from scorekeeper.book.database import Sessions, open_database
from scorekeeper.book.errors import MatchNotFound, NothingToUndo, StaleMatch
from scorekeeper.book.files import file_match
from scorekeeper.book.history import Verb
from scorekeeper.book.imports import import_matches
from scorekeeper.book.lifecycle import delete_match, end_early, play_on, restore_match
from scorekeeper.book.matches import correct_deal, insert_deal, record_deal, remove_deal
from scorekeeper.book.reading import Details
from scorekeeper.book.settings import change_details, change_first_dealer, change_game, change_rules, swap_seats
from scorekeeper.book.tables import DEAL, MATCH
from scorekeeper.book.writing import Done
from scorekeeper.config import Config
from scorekeeper.rules.bridgette import BRIDGETTE, BridgetteRules
from scorekeeper.rules.deal import PASSED_OUT, Contract, Deal, Strain
from scorekeeper.rules.draw_bridge import DRAW_BRIDGE, DrawBridgeRules
from scorekeeper.rules.errors import MatchOver
from scorekeeper.rules.games import GAMES
from tests.builders import Table, a_deal, a_new_match, a_table, draw_bridge, everything
from tests.database_fixtures import Clock

DAY = date(2026, 2, 28)
KEPT = [column for column in MATCH.c if column.name not in ("version", "changed_at")]
STATUS_COLUMN = KEPT.index(MATCH.c.status)
GAME_COLUMN = KEPT.index(MATCH.c.game)


def state(table: Table) -> tuple[Any, ...]:
    """Everything about a match that undo is to bring back: its row but for version and time, and its deals."""
    deals = [c for c in DEAL.c if c.name != "id"]
    with table.sessions.reading() as session:
        row = session.execute(select(*KEPT).where(MATCH.c.id == table.ref.id)).one()
        found = session.execute(select(*deals).where(DEAL.c.match_id == table.ref.id).order_by(DEAL.c.position))
        return tuple(row), tuple(map(tuple, found))


@dataclass
class Case:
    """A verb, and the deals on the table before it."""

    verb: Callable[..., Done]
    arguments: tuple[Any, ...] = ()
    deals: tuple[str, ...] = ("Ana 1C=", "Bo 2D+1", "pass")


def update_from_file(sessions: Sessions, ref: MatchRef, *, seen: int, request: str) -> Done:
    """Let a file change all that it can about a match of Ana and Bo."""
    with sessions.reading() as session:
        here = file_match(session, ref)
    deals = (a_deal("Ana 2S="), *here.file.deals[1:], a_deal("Bo 1H+1"))
    file = replace(here.file, rules=BridgetteRules(deals=7), first_dealer=1, deals=deals)
    filed = replace(here, file=file, title="Final", note="Rain.", played_on=DAY, ended_early=True, recorded_at=())
    book = Book(ref.book_id, "", ref.timezone)
    import_matches(sessions, book, [filed], update={here.uid: seen}, request=request)
    return Done(ref.key, seen + 1)


CASES = {
    Verb.RECORD: Case(record_deal, (a_deal("Bo 4HX-1"),)),
    Verb.INSERT: Case(insert_deal, (2, a_deal("Bo 4HX-1"))),
    Verb.CORRECT: Case(correct_deal, (2, a_deal("pass"))),
    Verb.REMOVE: Case(remove_deal, (1,)),
    Verb.RULES: Case(change_rules, (BridgetteRules(deals=2),)),
    Verb.FIRST_DEALER: Case(change_first_dealer, (1,)),
    Verb.SWAP_SEATS: Case(swap_seats),
    Verb.GAME: Case(change_game, (DRAW_BRIDGE, DrawBridgeRules()), deals=()),
    Verb.DETAILS: Case(change_details, (Details("Final", DAY, "Kranj", "Rain.\nTea."),)),
    Verb.END_EARLY: Case(end_early),
    Verb.DELETE: Case(delete_match),
    Verb.IMPORT: Case(update_from_file),
}


def test_every_verb_is_among_the_cases_below() -> None:
    assert set(Verb) == set(CASES) | {Verb.PLAY_ON}


@pytest.mark.parametrize("verb", CASES)
def test_undo_after_any_verb_brings_back_what_was_and_redo_what_came(
    sessions: Sessions, clock: Clock, verb: Verb
) -> None:
    case = CASES[verb]
    table = a_table(sessions, *case.deals).deleted()
    before = state(table)
    clock.pass_by(minutes=5)
    table.do(case.verb, *case.arguments)
    after = state(table)
    assert after != before
    assert table.look().last_change is not None
    assert table.look().last_change.verb is verb
    table.do(undo)
    assert state(table) == before
    assert table.look().redoable is not None
    assert table.look().redoable.verb is verb
    table.do(redo)
    assert state(table) == after
    table.do(undo)
    assert state(table) == before


def test_undo_of_playing_on_ends_the_match_early_again(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=")
    table.do(end_early)
    ended = state(table)
    table.do(play_on)
    table.undo()
    assert state(table) == ended


def test_undo_goes_over_the_deal_that_ended_the_match(sessions: Sessions) -> None:
    table = draw_bridge(sessions, "Ana 3NT=", "Ana 3NT=", "Ana 3NT=")
    assert table.look().status == "finished"
    table.undo()
    assert (table.look().status, table.look().match.totals) == ("in play", (200, 0))
    table.do(redo)
    assert (table.look().status, table.look().winner) == ("finished", 0)


def test_there_is_nothing_to_undo_in_a_new_match(sessions: Sessions) -> None:
    table = a_table(sessions)
    before = everything(sessions)
    with pytest.raises(NothingToUndo):
        table.undo()
    with pytest.raises(NothingToUndo):
        table.do(redo)
    assert everything(sessions) == before


def test_a_new_change_ends_what_could_be_redone(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=")
    table.undo()
    table.record("Bo 3D=")
    assert table.look().redoable is None
    with pytest.raises(NothingToUndo):
        table.do(redo)


def test_undo_names_what_it_takes_back(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=", "Ana 3NT=")
    table.do(remove_deal, 3)
    line = table.look().last_change
    assert line is not None
    assert (line.verb, line.number, line.before, line.after) == (Verb.REMOVE, 3, a_deal("Ana 3NT="), None)
    table.undo()
    assert table.deals == ["Ana 1C=", "Bo 2D=", "Ana 3NT="]
    assert table.look().match.totals == (400 + 750, 500)
    again = table.look().redoable
    assert again is not None
    assert (again.verb, again.number, again.before, again.after) == (Verb.REMOVE, 3, a_deal("Ana 3NT="), None)


def test_undo_that_has_not_seen_the_latest_change_takes_nothing_back(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=")
    with pytest.raises(StaleMatch):
        table.do(undo, seen=1)
    assert table.deals == ["Ana 1C=", "Bo 2D="]


def test_undo_sent_twice_takes_back_one_change(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=")
    first = table.do(undo, seen=2, request="twice")
    second = table.do(undo, seen=2, request="twice")
    assert (second.version, second.replayed) == (first.version, True)
    assert table.deals == ["Ana 1C="]


def test_another_process_undoes_what_this_one_did(sessions: Sessions, config: Config) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=")
    other = open_database(config)
    replace(table, sessions=other).undo()
    other.close()
    assert table.deals == ["Ana 1C="]


def test_a_deal_keeps_the_time_when_it_was_recorded_through_undo_and_redo(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 1C=")
    at = clock.now
    clock.pass_by(hours=1)
    table.do(remove_deal, 1)
    table.undo()
    table.undo()
    clock.pass_by(hours=1)
    table.do(redo)
    assert everything(sessions)["deal"][0][-1] == at


def test_changes_are_only_ever_added(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", "Bo 2D=")
    before = everything(sessions)["change"]
    table.undo()
    table.do(redo)
    table.do(swap_seats)
    after = everything(sessions)["change"]
    assert after[: len(before)] == before
    assert [row[2] for row in after] == [1, 2, 3, 4, 5]


def test_changes_hold_no_names(sessions: Sessions) -> None:
    table = a_table(sessions, "Ana 1C=", new=a_new_match(names=("Margarethe", "Wolfgang")))
    table.do(swap_seats)
    table.undo()
    assert not any(name in str(everything(sessions)["change"]) for name in ("Margarethe", "Wolfgang"))


def test_a_deletion_that_is_redone_can_be_restored_for_another_thirty_days(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 1C=").deleted()
    table.do(delete_match)
    clock.pass_by(days=20)
    table.do(restore_match)
    clock.pass_by(days=20)
    table.do(redo)
    assert table.look().deleted_at == clock.now


def test_undo_cannot_bring_back_what_was_deleted_too_long_ago(sessions: Sessions, clock: Clock) -> None:
    table = a_table(sessions, "Ana 1C=").deleted()
    table.do(delete_match)
    clock.pass_by(days=30)
    for verb in (undo, restore_match):
        with pytest.raises(MatchNotFound):
            table.do(verb)


DEALS = st.one_of(
    st.just(PASSED_OUT),
    st.builds(
        Deal,
        st.integers(0, 1),
        st.builds(Contract, st.integers(1, 7), st.sampled_from(Strain)),
        st.integers(0, 13),
    ),
)
RULES = st.one_of(
    st.builds(BridgetteRules, deals=st.integers(2, 5)), st.builds(DrawBridgeRules, target=st.integers(10, 300))
)


class Evening(RuleBasedStateMachine):
    """Anything that people may do to one match, beside the plainest model of undo: a list of states."""

    database: Sessions
    clock: Clock

    def __init__(self) -> None:
        super().__init__()
        self.table = a_table(self.database).deleted()
        self.states = [state(self.table)]
        self.here = 0

    def change(self, verb: Callable[..., Done], *arguments: Any) -> None:
        """Call *verb*; what it did is one more state, and what could be redone is forgotten."""
        self.clock.pass_by(seconds=1)
        try:
            done = self.table.do(verb, *arguments)
        except MatchOver:
            done = Done("", 0, changed=False)
        if done.changed:
            self.states[self.here + 1 :] = [state(self.table)]
            self.here += 1
        assert state(self.table) == self.states[self.here]

    @invariant()
    def the_status_kept_is_that_of_the_fold(self) -> None:
        assert self.states[self.here][0][STATUS_COLUMN] == self.table.look().status

    @property
    def count(self) -> int:
        return len(self.states[self.here][1])

    @property
    def is_deleted(self) -> bool:
        return self.states[self.here][0][-1] is not None

    @precondition(lambda self: not self.is_deleted)
    @rule(deal=DEALS)
    def record(self, deal: Deal) -> None:
        self.change(record_deal, deal)

    @precondition(lambda self: self.count and not self.is_deleted)
    @rule(deal=DEALS, data=st.data())
    def insert(self, deal: Deal, data: st.DataObject) -> None:
        self.change(insert_deal, data.draw(st.integers(1, self.count)), deal)

    @precondition(lambda self: self.count and not self.is_deleted)
    @rule(deal=DEALS, data=st.data())
    def correct(self, deal: Deal, data: st.DataObject) -> None:
        self.change(correct_deal, data.draw(st.integers(1, self.count)), deal)

    @precondition(lambda self: self.count and not self.is_deleted)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        self.change(remove_deal, data.draw(st.integers(1, self.count)))

    @precondition(lambda self: not self.is_deleted)
    @rule(rules=RULES, dealer=st.integers(0, 1), title=st.sampled_from(["", "Final"]))
    def set(self, rules: Any, dealer: int, title: str) -> None:
        if isinstance(rules, GAMES[self.states[self.here][0][GAME_COLUMN]].rules):
            self.change(change_rules, rules)
        elif not self.count:
            game = BRIDGETTE if isinstance(rules, BridgetteRules) else DRAW_BRIDGE
            self.change(change_game, game, rules)
        self.change(change_first_dealer, dealer)
        self.change(change_details, Details(title, DAY + timedelta(days=dealer), None, title * 2))

    @precondition(lambda self: not self.is_deleted)
    @rule(verb=st.sampled_from([swap_seats, end_early, play_on, delete_match]))
    def act(self, verb: Callable[..., Done]) -> None:
        self.change(verb)

    @precondition(lambda self: self.here > 0)
    @rule()
    def undo(self) -> None:
        self.table.do(undo)
        self.here -= 1
        assert state(self.table) == self.states[self.here]

    @precondition(lambda self: self.here < len(self.states) - 1)
    @rule()
    def redo(self) -> None:
        self.table.do(redo)
        self.here += 1
        # A deletion that is made again is made now.
        if (deleted_at := self.table.look().deleted_at) is not None:
            self.states[self.here] = _deleted_at(self.states[self.here], deleted_at)
        assert state(self.table) == self.states[self.here]

    def teardown(self) -> None:
        while self.here:
            self.undo()
        with pytest.raises(NothingToUndo):
            self.table.undo()
        while self.here < len(self.states) - 1:
            self.redo()


def _deleted_at(kept: tuple[Any, ...], moment: datetime) -> tuple[Any, ...]:
    row, deals = kept
    return (*row[:-1], moment), deals


def test_whatever_people_do_undo_brings_back_every_state_and_redo_all_of_them(sessions: Sessions, clock: Clock) -> None:
    evening = type("AnEvening", (Evening,), {"database": sessions, "clock": clock})
    run_state_machine_as_test(
        evening,
        settings=settings(
            max_examples=15, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
