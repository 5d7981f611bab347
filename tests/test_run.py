"""`scorekeeper run` and `scorekeeper db`, each in a process of its own, on a database of its own."""

import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.fonts import make_fonts
from scorekeeper.serve import refusal_at
from tests.database_fixtures import postgres_schema

COMMAND = Path(sys.executable).with_name("scorekeeper")
READY = "Stop with Ctrl-C."
START_SECONDS = 90
STOP_SECONDS = 4
"""Less than the five that waitress gives to answers which never end."""
FAST_START = 2.0
"""Seconds of work until the first answer, once the database is there; a clock would tell how busy the machine is."""
DATABASE = "scorekeeper.sqlite3"


def environment(instance: Path, **more: str) -> dict[str, str]:
    """That of this process, without any configuration but what is given."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("SCOREKEEPER_") and k != "DATABASE_URL"}
    return kept | {"SCOREKEEPER_INSTANCE": str(instance)} | more


def scorekeeper(*arguments: object, instance: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *map(str, arguments)],
        env=environment(instance, **more),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Running:
    """A server that is up. said: what it printed until then. link: the address it told."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.said = ""
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        assert process.stdout
        for line in process.stdout:
            self.said += line
            if READY in line:
                break
        else:
            assert process.stderr
            pytest.fail(f"the server did not start: {process.stderr.read()}")
        found = re.search(r"^ +(http\S+)$", self.said, re.MULTILINE)
        assert found, self.said
        self.link = found[1]

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of the answer to *path*; cookies are kept and redirects followed, as a browser does."""
        try:
            with self._browser.open(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Exit status, and what went to standard error."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=STOP_SECONDS)
        return self.process.returncode, errors


@contextmanager
def running(
    instance: Path, *arguments: str, command: Sequence[str | Path] = (COMMAND,), **more: str
) -> Iterator[Running]:
    port = free_port()
    with subprocess.Popen(
        [*command, "run", "--port", str(port), *arguments],
        env=environment(instance, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        killer = threading.Timer(START_SECONDS, process.kill)
        killer.start()
        try:
            yield Running(process, port)
        finally:
            killer.cancel()
            process.kill()


def test_a_fresh_start_makes_a_database_and_tells_a_link_that_opens_the_home_book(tmp_path: Path) -> None:
    with running(tmp_path / "instance") as server:
        place = urlsplit(server.link)
        assert place.port == server.port
        status, page = server.get(place.path)
        assert status == 200
        assert "<html" in page
        assert server.get("/")[0] == 200
    assert (tmp_path / "instance" / DATABASE).is_file()


def test_the_link_stands_there_as_a_qr_code_too(tmp_path: Path) -> None:
    segno = pytest.importorskip("segno")
    with running(tmp_path) as server:
        modules = [list(row) for row in segno.make(server.link, error="l", micro=False).matrix_iter(border=2)]
        drawn = [line for line in server.said.splitlines() if set(line) <= set(" ▀▄█") and line.strip()]
    # Light modules are drawn, dark ones left blank: two rows of modules in a line of half blocks.
    light = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[1 - light[block][half] for block in line] for line in drawn for half in (0, 1)]
    assert rows[: len(modules)] == modules


@pytest.mark.alone
def test_the_next_start_is_fast_and_tells_the_same_link(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        path = urlsplit(server.link).path
        assert server.stop() == (0, "")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with running(tmp_path) as server:
        assert server.get(path)[0] == 200
        assert urlsplit(server.link).path == path
        assert server.stop() == (0, "")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < FAST_START


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_quietly_and_at_once(number: signal.Signals, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.get("/")
        assert server.stop(number) == (0, "")


def test_answers_tell_nothing_about_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as server, urllib.request.urlopen(f"http://127.0.0.1:{server.port}/") as answer:
        assert "Server" not in answer.headers


def test_a_server_for_the_world_tells_its_public_address(tmp_path: Path) -> None:
    with running(tmp_path, SCOREKEEPER_PUBLIC_URL="https://example.org/scores/") as server:
        assert server.link == "https://example.org/scores/"


def test_on_loopback_only_the_address_says_so(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "127.0.0.1") as server:
        assert server.link.startswith(f"http://127.0.0.1:{server.port}/")
        assert server.get(urlsplit(server.link).path)[0] == 200


@pytest.mark.parametrize(
    ("address", "answered"),
    [
        ("http://192.168.1.20:8000", True),
        ("http://127.0.0.1", True),
        ("http://[fd12::1]:8000", True),
        ("http://100.64.0.9:8000", False),
        ("http://8.8.4.4:8000", False),
    ],
)
def test_an_address_at_which_the_app_would_not_answer_comes_with_a_word_on_it(address: str, answered: bool) -> None:
    said = refusal_at(address)
    assert (said is None) == answered
    assert answered or f"SCOREKEEPER_PUBLIC_URL={address}" in str(said)


def test_where_no_fonts_were_made_one_sentence_says_how(tmp_path: Path) -> None:
    elsewhere = "import sys; sys.prefix = sys.argv.pop(1); from scorekeeper.cli import main; sys.exit(main())"
    with running(tmp_path, command=(sys.executable, "-c", elsewhere, tmp_path)) as server:
        assert server.said.count("`scorekeeper fonts`") == 1
        assert server.get("/")[0] == 200
    make_fonts()  # set-up has done it, unless the tests are run without
    with running(tmp_path) as server:
        assert "fonts" not in server.said


def test_a_terminal_without_blocks_gets_the_link_alone(tmp_path: Path) -> None:
    with running(tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0") as server:
        assert "█" not in server.said
        assert "\\u2588" not in server.said


def test_a_taken_port_is_one_sentence_and_the_database_is_left_alone(tmp_path: Path) -> None:
    with closing(socket.socket()) as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        done = scorekeeper("run", "--port", port, instance=tmp_path / "instance")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"port {port} is taken" in done.stderr
    assert not (tmp_path / "instance").exists()


def test_a_host_that_is_not_ours_is_one_sentence(tmp_path: Path) -> None:
    for host in ("192.0.2.77", "no-such-host.invalid", "", "a b"):
        done = scorekeeper("run", "--port", free_port(), "--host", host, instance=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "no address of this machine" in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"SCOREKEEPER_PUBLIC_URL": "example.org"},
        {"SCOREKEEPER_TRUSTED_PROXIES": "-1"},
        {"SCOREKEEPER_SECRET_KEY": "short"},
        {"DATABASE_URL": "mysql://root@localhost/scores"},
    ],
)
def test_malformed_configuration_is_one_sentence(wrong: dict[str, str], tmp_path: Path) -> None:
    for command in (["run", "--port", free_port()], ["db", "upgrade"], ["db", "purge"]):
        done = scorekeeper(*command, instance=tmp_path, **wrong)
        assert (done.returncode, done.stdout) == (2, "")
        assert next(iter(wrong)) in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_damaged_or_newer_database_is_one_sentence_and_stays_as_it_is(tmp_path: Path) -> None:
    damaged, newer = tmp_path / "damaged", tmp_path / "newer"
    damaged.mkdir()
    (damaged / DATABASE).write_bytes(b"no database at all" * 100)
    assert scorekeeper("db", "upgrade", instance=newer).returncode == 0
    with closing(sqlite3.connect(newer / DATABASE)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = 'from the future'")
    run = ["run", "--port", str(free_port())]
    for instance, said, command in (
        (damaged, "damaged", run),
        (newer, "newer version", run),
        (newer, "newer version", ["db", "upgrade"]),
        (newer, "newer version", ["db", "purge"]),
    ):
        before = (instance / DATABASE).read_bytes()
        done = scorekeeper(*command, instance=instance)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
        assert (instance / DATABASE).read_bytes() == before


@pytest.mark.postgres
def test_the_same_on_postgresql(tmp_path: Path) -> None:
    with postgres_schema() as url:
        with running(tmp_path, DATABASE_URL=url) as server:
            link = urlsplit(server.link).path
            assert server.get(link)[0] == 200
        with running(tmp_path, DATABASE_URL=url) as server:
            assert urlsplit(server.link).path == link
        assert "nothing to do" in scorekeeper("db", "upgrade", instance=tmp_path, DATABASE_URL=url).stdout
        assert "0 deleted matches" in scorekeeper("db", "purge", instance=tmp_path, DATABASE_URL=url).stdout
    assert not (tmp_path / DATABASE).exists()


def test_a_database_server_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    nowhere = f"postgresql://ana@/scores?host={tmp_path}"
    done = scorekeeper("run", "--port", free_port(), instance=tmp_path, DATABASE_URL=nowhere)
    assert (done.returncode, done.stdout) == (2, "")
    assert "DATABASE_URL" in done.stderr
    assert done.stderr.count("\n") == 1


def test_upgrade_says_what_it_did(tmp_path: Path) -> None:
    assert "A new database was created" in scorekeeper("db", "upgrade", instance=tmp_path).stdout
    assert "nothing to do" in scorekeeper("db", "upgrade", instance=tmp_path).stdout


def test_purge_says_how_many_went(tmp_path: Path) -> None:
    done = scorekeeper("db", "purge", instance=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "0 deleted matches were removed for good.\n"
