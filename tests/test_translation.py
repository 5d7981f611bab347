"""Every sentence of the program can be collected for translation: those of pages, and those of errors."""

import ast
import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import scorekeeper
from scorekeeper.book.errors import BookError
from scorekeeper.rules.errors import RulesError

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "scorekeeper"
PASSED_ON = {"template", "error.template"}
"""What stands in place of a sentence where an error hands on that of another one."""


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The sentences that Babel finds."""
    catalog = tmp_path_factory.mktemp("messages") / "messages.pot"
    pybabel = Path(sys.executable).with_name("pybabel")
    command = [pybabel, "--quiet", "extract", "-F", "pyproject.toml", "-o", catalog, "."]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    with catalog.open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return {one for found in ids for one in (found if isinstance(found, tuple) else (found,))}


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the package: the name of what is called, and the call."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                yield getattr(node.func, "id", getattr(node.func, "attr", "")), node


def errors_with_a_sentence() -> set[str]:
    """The names of all errors that are made with a field and a sentence."""
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        if ".migrations" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: set[type[Exception]] = {RulesError, BookError}
    while (more := found | {kind for one in found for kind in one.__subclasses__()}) != found:
        found = more
    return {kind.__name__ for kind in found if "template" in kind.__init__.__code__.co_varnames}


def test_every_sentence_of_an_error_is_collected(collected: set[str]) -> None:
    names = errors_with_a_sentence() | {"__init__"}
    sentences = [call.args[1] for name, call in calls() if name in names and len(call.args) > 1]
    literal = {node.value for node in sentences if isinstance(node, ast.Constant)}
    assert len(literal) > 60
    assert literal - collected == set()
    assert {ast.unparse(node) for node in sentences if not isinstance(node, ast.Constant)} == PASSED_ON


@pytest.mark.parametrize("function", ["gettext", "lazy_gettext", "ngettext", "mark"])
def test_every_sentence_of_a_page_is_collected(collected: set[str], function: str) -> None:
    sentences = {
        argument.value
        for name, call in calls()
        if name == function
        for argument in call.args[: 2 if function == "ngettext" else 1]
        if isinstance(argument, ast.Constant)
    }
    assert sentences
    assert sentences - collected == set()
