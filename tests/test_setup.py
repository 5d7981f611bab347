"""Set-up: what `make` installs and when, what it says where something is missing, the throwaway PostgreSQL."""

import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from tests import postgres_cluster

ROOT = Path(__file__).parents[1]
CLUSTER = [sys.executable, str(ROOT / "tests" / "postgres_cluster.py"), "--"]
MAKE = shutil.which("make")
TOOLS = ("sh", "test", "cat", "pwd", "echo", "touch", "rm", "mkdir")

needs_make = pytest.mark.skipif(MAKE is None, reason="make is missing, and these tests are about the Makefile")

# Notes what it is asked for. Making an environment copies it there, as Python's venv does with itself.
PYTHON = """#!/bin/sh
echo "$@" >> "{log}"
case "$*" in
  *version_info\\ \\<*) exit {too_old} ;;
  *ensurepip*) exit {no_venv} ;;
  *version_info*) echo 3.11 ;;
  *weasyprint*) exit {no_pango} ;;
  "-m venv"*) mkdir -p .venv/bin && cat "$0" > .venv/bin/python && chmod +x .venv/bin/python ;;
esac
"""


class Clone:
    """A clone of the project on a machine that has only the tools named here and a Python that takes notes."""

    def __init__(self, place: Path, *, too_old: bool = False, no_venv: bool = False, no_pango: bool = False) -> None:
        self.folder = place / "my clone"
        self.folder.mkdir()
        self.log = place / "log"
        self.path = place / "bin"
        self.path.mkdir()
        for tool in (*TOOLS, "chmod"):
            if found := shutil.which(tool):
                (self.path / tool).symlink_to(found)
        python = self.path / "python3"
        python.write_text(
            PYTHON.format(log=self.log, too_old=int(too_old), no_venv=int(no_venv), no_pango=int(no_pango))
        )
        python.chmod(0o755)
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, self.folder / name)

    def make(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        self.log.unlink(missing_ok=True)
        return subprocess.run(
            [str(MAKE), *arguments],
            cwd=self.folder, env={"PATH": str(self.path)}, capture_output=True, text=True, check=False,
        )  # fmt: skip

    @property
    def installed(self) -> bool:
        """Whether the last call installed anything."""
        return self.log.exists() and "pip install" in self.log.read_text()


@needs_make
def test_the_first_make_installs_and_the_next_does_not(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    first = clone.make("install")
    assert (first.returncode, first.stderr) == (0, "")
    assert clone.installed
    again = clone.make("install")
    assert again.returncode == 0
    assert not clone.log.exists()


@needs_make
def test_a_changed_pyproject_installs_again_into_the_same_environment(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    clone.make("install")
    later = time.time() + 5
    os.utime(clone.folder / "pyproject.toml", (later, later))
    clone.make("install")
    assert clone.installed
    assert "-m venv" not in clone.log.read_text()


@needs_make
def test_a_clone_that_was_moved_gets_a_new_environment(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    clone.make("install")
    clone.folder = clone.folder.rename(tmp_path / "elsewhere")
    clone.make("install")
    assert "-m venv" in clone.log.read_text()
    assert clone.installed


@needs_make
def test_tests_bring_what_they_need_beside_the_rest(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    clone.make("install")
    clone.make(".venv/installed-dev")
    assert ".[dev,postgres]" in clone.log.read_text()


@needs_make
@pytest.mark.parametrize(
    ("lacks", "package"),
    [({"too_old": True}, "apt install python3 python3-venv"), ({"no_venv": True}, "apt install python3.11-venv")],
)
def test_what_is_missing_is_named_in_one_sentence(lacks: dict[str, bool], package: str, tmp_path: Path) -> None:
    clone = Clone(tmp_path, **lacks)
    done = clone.make("run")
    sentence, *rest = done.stderr.splitlines()
    assert package in sentence
    assert "brew install python" in sentence
    assert all("make" in line for line in rest)  # make's own word that it stopped
    assert done.returncode != 0
    assert not (clone.folder / ".venv").exists()


@needs_make
def test_a_missing_pango_is_said_and_stops_nothing(tmp_path: Path) -> None:
    done = Clone(tmp_path, no_pango=True).make("install")
    assert len(done.stderr.splitlines()) == 1
    assert "libpango-1.0-0" in done.stderr
    assert "brew install pango" in done.stderr
    assert done.returncode == 0


@needs_make
def test_fonts_are_made_once(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    clone.make("install")
    assert clone.log.read_text().count("-m scorekeeper.cli fonts") == 1
    clone.make("install")
    assert not clone.log.exists()


@needs_make
def test_fonts_that_cannot_be_made_stop_nothing_and_are_tried_again(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    python = clone.path / "python3"
    python.write_text(
        python.read_text().replace('"-m venv"*)', '*fonts) echo "no place" >&2; exit 2 ;;\n  "-m venv"*)')
    )
    for _ in range(2):
        done = clone.make("install")
        assert (done.returncode, done.stderr) == (0, "no place\n")
        assert "fonts" in clone.log.read_text()


@needs_make
def test_a_failed_install_fails_and_is_tried_again(tmp_path: Path) -> None:
    clone = Clone(tmp_path)
    python = clone.path / "python3"
    works = python.read_text()
    python.write_text(works.replace('"-m venv"*)', '*pip*) exit 7 ;;\n  "-m venv"*)'))
    assert clone.make("install").returncode != 0
    python.write_text(works)
    assert clone.make("install").returncode == 0
    assert clone.installed


def test_ci_is_a_script_that_can_be_run() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    assert "SCOREKEEPER_TEST_ALL=1" in script.read_text()


# A machine that lacks something


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite of one test that needs PostgreSQL, with the switches of this one."""
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path / "conftest.py")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    postgres\n    browser\n")
    (tmp_path / "test_it.py").write_text("import pytest\n@pytest.mark.postgres\ndef test_it(): pass\n")
    return tmp_path


@pytest.mark.parametrize(
    ("switches", "status", "said"),
    [
        ({}, 0, "1 skipped"),
        ({"SCOREKEEPER_TEST_ALL": "1"}, 1, "needs PostgreSQL"),
        ({"TEST_DATABASE_URL": "postgresql://"}, 0, "1 passed"),
        ({"SCOREKEEPER_TEST_ALL": "1", "TEST_DATABASE_URL": "postgresql://"}, 0, "1 passed"),
    ],
)
def test_a_test_is_skipped_for_want_of_something_unless_all_are_wanted(
    switches: dict[str, str], status: int, said: str, suite: Path
) -> None:
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("SCOREKEEPER_TEST_ALL", "TEST_DATABASE_URL") and not name.startswith("PYTEST")
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rs"],
        cwd=suite, env=environment | switches, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said in done.stdout
    assert done.returncode == status


@pytest.mark.parametrize(("wanted", "status"), [("", 0), ("1", 1)])
def test_without_postgresql_the_command_is_left_out_unless_all_are_wanted(
    wanted: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgres_cluster, "FOLDERS", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_TEST_ALL", wanted)
    assert postgres_cluster.main(["--", sys.executable, "-c", "open('ran', 'w')"]) == status
    assert "apt install postgresql" in capsys.readouterr().err
    assert not (ROOT / "ran").exists()


# The throwaway PostgreSQL


def leftovers() -> set[Path]:
    return set(Path("/tmp").glob("scorekeeper-pg-*"))


@pytest.mark.postgres
def test_the_command_gets_an_empty_database_and_its_exit_status_is_kept(tmp_path: Path) -> None:
    code = (
        "import os, sys, psycopg\n"
        "url = os.environ['TEST_DATABASE_URL']\n"
        "tables = \"select count(*) from pg_tables where schemaname = 'public'\"\n"
        "print(url, psycopg.connect(url).execute(tables).fetchone()[0])\n"
        "sys.exit(7)\n"
    )
    done = subprocess.run([*CLUSTER, sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 7, done.stderr
    url, tables = done.stdout.split()
    assert tables == "0"
    assert not Path(url.rpartition("host=")[2]).exists()


@pytest.mark.alone
@pytest.mark.postgres
def test_a_command_that_does_not_exist_leaves_nothing_behind() -> None:
    before = leftovers()
    done = subprocess.run([*CLUSTER, "no-such-command"], capture_output=True, text=True, check=False)
    assert done.returncode == 127
    assert leftovers() <= before


@pytest.mark.postgres
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_it_stops_the_command_and_the_server(number: signal.Signals) -> None:
    code = "import os, time; print(os.environ['TEST_DATABASE_URL'], flush=True); time.sleep(60)"
    with subprocess.Popen(
        [*CLUSTER, sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        folder = Path(process.stdout.readline().strip().rpartition("host=")[2])
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        process.send_signal(number)
        assert process.wait(30) == 128 + number
    assert not folder.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)


# What is installed elsewhere


def test_a_wheel_brings_templates_and_static_files(tmp_path: Path) -> None:
    building = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path]
    subprocess.run(building, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for folder in ("templates", "static"):
        ours = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.*") if path.is_file()}
        assert ours <= {name.removeprefix("scorekeeper/_data/") for name in names}
    assert not any(name.startswith(("tests/", "instance/")) for name in names)
