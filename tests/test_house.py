"""The house as it should stay: which floor knows which, and nothing in it that others wrote."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "scorekeeper"
LONGEST_FILE = 320


def tracked_files() -> list[Path]:
    """Every file of the repository, as git knows them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("which files belong to the project is for git to say, and this is no clone")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def lines_matching(pattern: str, files: list[Path]) -> Iterator[str]:
    for path in files:
        for number, line in enumerate(path.read_text(errors="ignore").splitlines(), start=1):
            if re.search(pattern, line, re.IGNORECASE):
                yield f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"


def test_the_rules_bring_in_no_framework() -> None:
    # All of them, not only the package: a module that nobody imports yet may do it too.
    modules = [f"scorekeeper.rules.{path.stem}" for path in (PACKAGE / "rules").glob("*.py") if path.stem != "__init__"]
    code = f"""
import importlib, sys
for module in {["scorekeeper.rules", *modules]}:
    importlib.import_module(module)
print([name for name in ("flask", "sqlmodel", "sqlalchemy", "wtforms", "weasyprint") if name in sys.modules])
"""
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_imports_point_down_only() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def imported(folder: Path) -> Iterator[tuple[str, str]]:
    """Every import in *folder*: what is imported, and where."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                yield name.partition(".")[0], str(path.relative_to(ROOT))


def distribution_name(requirement: str) -> str:
    """The name in a requirement such as ``psycopg[binary]>=3.3,<4``, as they are compared."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", requirement)[0]).lower()


@pytest.mark.parametrize(("folder", "extras"), [("scorekeeper", []), ("tests", ["dev", "postgres"])])
def test_every_package_imported_is_declared(folder: str, extras: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + [one for extra in extras for one in project["optional-dependencies"][extra]]
    declared = {distribution_name(requirement) for requirement in wanted}
    providers = packages_distributions()
    own = {*sys.stdlib_module_names, "scorekeeper", "tests"}
    undeclared = {
        (name, where)
        for name, where in imported(ROOT / folder)
        if name not in own and not declared & {distribution_name(one) for one in providers.get(name, [])}
    }
    assert undeclared == set()


def test_no_file_of_the_package_is_two_that_have_not_met() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in PACKAGE.rglob("*.py")}
    assert {path: length for path, length in lengths.items() if length > LONGEST_FILE} == {}


def test_nothing_that_others_wrote_is_in_the_repository() -> None:
    others = r"(\.min\.(js|css)|\.woff2?|\.ttf|\.otf|\.map|\.lock)$|(^|/)(node_modules|vendor|htmx[^/]*\.js)(/|$)"
    names = [path.relative_to(ROOT).as_posix() for path in tracked_files()]
    assert [name for name in names if re.search(others, name)] == []


def test_no_package_host_is_named() -> None:
    hosts = r"\b(pypi\.(org|python)|pythonhosted\.org|npmjs\.|unpkg\.com|jsdelivr\.net|cdnjs\.)"
    assert list(lines_matching(hosts, tracked_files())) == []


def test_set_up_files_name_no_address() -> None:
    set_up = [ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / ".ci" / "run"]
    assert list(lines_matching(r"https?://", set_up)) == []


def test_templates_hold_no_inline_script_or_style() -> None:
    inline = r"<script(?![^>]*\bsrc=)|\bnonce=|<style|\sstyle\s*=|\son[a-z]+\s*=|\bhx-on|javascript:"
    assert list(lines_matching(inline, sorted((ROOT / "templates").rglob("*.*")))) == []


def test_the_readme_shows_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "make run" in readme
    assert "make test" in readme
    pictures = re.findall(r'<img src="([^"]+)"', readme)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_the_instance_folder_is_there_and_keeps_what_is_in_it_private() -> None:
    ignored = subprocess.run(
        ["git", "check-ignore", "--quiet", "instance/scorekeeper.sqlite"], cwd=ROOT, capture_output=True, check=False
    )
    if ignored.returncode == 128:
        pytest.skip("what is ignored is for git to say, and this is no clone")
    assert ignored.returncode == 0
    assert (ROOT / "instance" / ".gitignore").is_file()
