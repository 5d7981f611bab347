"""Run a command beside a PostgreSQL server that exists only for it.

    python tests/postgres_cluster.py -- python -m pytest

The command finds the address of an empty database in TEST_DATABASE_URL. The server listens on
a socket in a folder of its own, on no port, so any number can run side by side. However the
command ends, the server is stopped and its folder removed; the exit status is the command's.
Where no PostgreSQL is installed it says so and does nothing, or fails if SCOREKEEPER_TEST_ALL is set.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

SERVER_USER = "postgres"
"""Who runs the server when root asks for it: PostgreSQL refuses to run as root."""
DATABASE = "scorekeeper_test"
START_SECONDS = 30
STOP_SECONDS = 20
FOLDERS = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)
# Nothing has to survive a power cut, so nothing waits for the disk; the log tells why a start failed.
SETTINGS = ("listen_addresses=", "fsync=off", "synchronous_commit=off", "full_page_writes=off", "timezone=UTC")


def find_programs() -> Path | None:
    """The folder with initdb and postgres of the newest version installed, or None."""
    on_path = shutil.which("initdb")
    places = [Path(on_path).resolve().parent] if on_path else []
    places += sorted(
        (folder for pattern in FOLDERS for folder in Path("/").glob(pattern[1:])), key=_version, reverse=True
    )
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """Start a server; yields the address of an empty database, stops and removes everything afterwards."""
    # Not the user's own temporary folder: the server's user must reach it, and a socket's path is short.
    home = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-", dir="/tmp"))
    who: dict[str, Any] = {"cwd": home}
    try:
        if os.getuid() == 0:
            account = pwd.getpwnam(SERVER_USER)
            os.chown(home, account.pw_uid, account.pw_gid)
            who |= {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        _call(programs / "initdb", "--auth=trust", "--username=scorekeeper", "--encoding=UTF8", "--locale=C",
              "--no-sync", f"--pgdata={home / 'data'}", who=who)  # fmt: skip
        settings = [f"-c{setting}" for setting in (*SETTINGS, f"unix_socket_directories={home}")]
        with (home / "log").open("w") as log:
            server = subprocess.Popen(
                [programs / "postgres", "-D", home / "data", *settings],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,  # Ctrl-C is for the command; the server is stopped after it
                **who,
            )  # fmt: skip
        try:
            _wait_until_ready(programs, home, server)
            _call(programs / "createdb", f"--host={home}", "--username=scorekeeper", DATABASE, who=who)
            yield f"postgresql://scorekeeper@/{DATABASE}?host={home}"
        finally:
            _stop(server)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main(arguments: list[str]) -> int:
    """Run the command in *arguments*; returns its exit status."""
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    if not command:
        print("Usage: python tests/postgres_cluster.py -- COMMAND [ARGUMENT]…", file=sys.stderr)
        return 2
    programs = find_programs()
    if programs is None:
        print(
            "Not run on PostgreSQL: no server programs found"
            " (apt install postgresql on Debian or Ubuntu, brew install postgresql on macOS).",
            file=sys.stderr,
        )
        return 1 if os.environ.get("SCOREKEEPER_TEST_ALL") else 0
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: sys.exit(128 + number))  # so that everything below is undone
    try:
        with cluster(programs) as url:
            return _run(command, {**os.environ, "TEST_DATABASE_URL": url})
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _run(command: list[str], environment: dict[str, str]) -> int:
    try:
        process = subprocess.Popen(command, env=environment)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 127
    try:
        status = process.wait()
    except BaseException:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        process.kill()
        raise
    return status if status >= 0 else 128 - status


def _call(*command: object, who: dict[str, Any]) -> None:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **who)
    if done.returncode:
        sys.exit(f"{command[0]} failed: {done.stderr.strip()}")


def _wait_until_ready(programs: Path, home: Path, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    asked = [programs / "pg_isready", "--quiet", f"--host={home}"]
    while subprocess.run(asked, cwd=home, check=False).returncode:
        if server.poll() is not None or time.monotonic() > deadline:
            sys.exit(f"PostgreSQL did not start: {(home / 'log').read_text().strip()}")
        time.sleep(0.05)


def _stop(server: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGINT, signal.SIGQUIT):  # fast, then immediate
        with suppress(ProcessLookupError):
            server.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            server.wait(STOP_SECONDS)
            return
    server.kill()


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in "".join(c if c.isdigit() else " " for c in str(folder)).split())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
