"""Both servers, each in a process of its own: the floor, and ours as `scorekeeper run` starts it."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE = 60.0
"""Seconds after which a server that does not answer is given up."""


class Server:
    """A server that answers on *port*. started: seconds from the command to its first answer."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, started: float) -> None:
        self.port, self.started = port, started
        self._process = process

    @property
    def memory(self) -> float | None:
        """MiB that the process holds; None where the system does not say it the way Linux does."""
        with suppress(OSError):
            status = Path(f"/proc/{self._process.pid}/status").read_text()
            if found := re.search(r"VmRSS:\s+(\d+) kB", status):
                return int(found[1]) / 1024
        return None


@contextmanager
def the_floor(folder: Path) -> Iterator[Server]:
    """The floor, with its sheet in *folder*."""
    with _running(free_port(), "-m", "tests.bench.floor", "{port}", str(folder / "floor.sqlite3")) as server:
        yield server


@contextmanager
def our_server(instance: Path) -> Iterator[Server]:
    """Scorekeeper, with everything it keeps in the folder *instance*."""
    command = "from scorekeeper.cli import main; raise SystemExit(main())"
    run = "run", "--host", "127.0.0.1", "--port", "{port}"
    with _running(free_port(), "-c", command, *run, SCOREKEEPER_INSTANCE=str(instance)) as server:
        yield server


@contextmanager
def _running(port: int, *arguments: str, **environ: str) -> Iterator[Server]:
    # Compiled modules are kept, as for whoever starts it at home.
    not_kept = "DATABASE_URL", "PYTHONDONTWRITEBYTECODE"
    kept = {k: v for k, v in os.environ.items() if not k.startswith("SCOREKEEPER_") and k not in not_kept}
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *(argument.replace("{port}", str(port)) for argument in arguments)],
        env=kept | environ,
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait_for_answer(process, port)
        yield Server(process, port, time.perf_counter() - begun)
    finally:
        process.terminate()
        process.wait()


def _wait_for_answer(process: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE):
            return
        time.sleep(0.005)
    raise SystemExit("The benchmark has failed: a server did not start.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
