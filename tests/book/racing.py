"""What the processes of a race do. Each opens the database for itself and waits for the start signal."""

import multiprocessing
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from scorekeeper.book.access import home_book
from scorekeeper.book.database import open_database, upgrade_database
from scorekeeper.book.errors import StaleMatch
from scorekeeper.book.lifecycle import start_match
from scorekeeper.book.matches import record_deal
from scorekeeper.book.reading import load_match
from scorekeeper.book.schema import Schema
from scorekeeper.config import Config, load_config
from scorekeeper.rules.deal import parse_deal

Runner = Callable[..., Any]
PRELOADED = ["alembic.command", "scorekeeper.book.lifecycle", "scorekeeper.book.matches", "tests.book.racing"]


def race(runner: Runner, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Call *runner* with each of the *arguments* at the same moment, each in a process; returns what they return.

    A runner that fails gives its traceback, so that no failure goes unseen.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)  # imported once, not by every process of every race
    start = context.Barrier(len(arguments))
    results: Any = context.Queue()
    processes = [
        context.Process(target=_run, args=(runner, number, given, start, results))
        for number, given in enumerate(arguments)
    ]
    for process in processes:
        process.start()
    found = dict(results.get(timeout=60) for _ in processes)
    for process in processes:
        process.join(30)
    return [found[number] for number in range(len(arguments))]


def _run(runner: Runner, number: int, given: tuple[Any, ...], start: Barrier, results: Any) -> None:
    try:
        outcome = runner(lambda: start.wait(30), *given)
    except BaseException:
        outcome = traceback.format_exc()
    results.put((number, outcome))


def record_once(wait: Callable[[], object], config: Config, ref: Any, deal: Any, seen: int, request: str) -> str:
    """Record one deal; says how it went."""
    sessions = open_database(config)
    wait()
    try:
        done = record_deal(sessions, ref, deal, seen=seen, request=request)
    except StaleMatch as stale:
        return f"told about version {stale.current.version}"
    finally:
        sessions.close()
    return "replayed" if done.replayed else "stored"


def record_many(wait: Callable[[], object], config: Config, ref: Any, name: str, times: int) -> float:
    """Record *times* deals, looking again whenever told; returns how long the slowest took, in seconds."""
    sessions = open_database(config)
    wait()
    slowest = 0.0
    for number in range(times):
        begun = time.monotonic()
        while True:
            with sessions.reading() as session:
                seen = load_match(session, ref).version
            try:
                record_deal(sessions, ref, parse_deal("1C="), seen=seen, request=f"{name}-{number}")
                break
            except StaleMatch:
                continue
        slowest = max(slowest, time.monotonic() - begun)
    sessions.close()
    return slowest


def start_once(wait: Callable[[], object], config: Config, new: Any, visitor: str | None, book: Any) -> str:
    """Start a match; returns its key."""
    sessions = open_database(config)
    wait()
    try:
        return start_match(sessions, book, new, visitor=visitor, request="start").match_key
    finally:
        sessions.close()


def home_once(wait: Callable[[], object], config: Config) -> str:
    """Open the database, which may not exist yet, and the home book; returns its key."""
    wait()
    sessions = open_database(config)
    try:
        return home_book(sessions).key
    finally:
        sessions.close()


def configure_once(wait: Callable[[], object], folder: Path) -> str:
    """Read the configuration; returns the secret key."""
    wait()
    return load_config({"SCOREKEEPER_INSTANCE": str(folder)}).secret_key


def upgrade_once(wait: Callable[[], object], config: Config, schema: Schema) -> str:
    """Migrate the database; says from what to what."""
    wait()
    done = upgrade_database(config, schema_=schema)
    return f"{done.before} to {done.after}"


def count_deals(wait: Callable[[], object], config: Config, ref: Any) -> int:
    """Open the database, read how many deals the match has, close it."""
    wait()
    sessions = open_database(config)
    with sessions.reading() as session:
        found = len(load_match(session, ref).match.lines)
    sessions.close()
    return found
