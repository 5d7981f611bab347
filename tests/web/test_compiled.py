"""Compiled templates are kept for the next start, and nothing depends on it."""

import marshal
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import Environment, pass_context
from jinja2.bccache import bc_magic

from scorekeeper.web.compiled import CompiledTemplates, keep_compiled


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they are kept, for this test alone."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))
    return tmp_path / "environment" / "share" / "scorekeeper"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that were compiled."""
    names: list[str] = []
    real = Environment.compile

    def compile_(self: Environment, source: str, name: str | None = None, *rest: object) -> object:
        names.append(str(name))
        return real(self, source, name, *rest)  # type: ignore[call-overload]

    monkeypatch.setattr(Environment, "compile", compile_)
    return names


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("templates-*/*"))


def test_the_next_start_finds_what_this_one_compiled(make_app: Callable[[], Flask], compiled: list[str]) -> None:
    first = make_app().test_client().get("/")
    assert "home.html" in compiled
    compiled.clear()
    again = make_app().test_client().get("/")
    assert compiled == []
    assert again.text == first.text


@pytest.mark.parametrize("damage", [b"", b"not compiled", bc_magic + b"garbage", None])
def test_a_damaged_file_is_compiled_again(
    make_app: Callable[[], Flask], compiled: list[str], folder: Path, damage: bytes | None
) -> None:
    first = make_app().test_client().get("/")
    for file in kept(folder):
        file.write_bytes(file.read_bytes()[:-20] if damage is None else damage)
    compiled.clear()
    assert make_app().test_client().get("/").text == first.text
    assert "home.html" in compiled


def test_what_is_no_code_is_compiled_again(make_app: Callable[[], Flask], folder: Path) -> None:
    first = make_app().test_client().get("/")
    for file in kept(folder):
        with file.open("rb") as opened:
            opened.read(len(bc_magic))
            pickle.load(opened)  # noqa: S301 - of this very test
            whole = opened.tell()
        file.write_bytes(file.read_bytes()[:whole] + marshal.dumps(5))
    assert make_app().test_client().get("/").text == first.text


def test_where_nothing_can_be_kept_pages_are_drawn_all_the_same(make_app: Callable[[], Flask], folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where the folder would be")
    assert make_app().test_client().get("/").status_code == 200


def test_a_folder_that_goes_away_is_missed_by_nobody(make_app: Callable[[], Flask], folder: Path) -> None:
    app = make_app()
    for place in folder.glob("templates-*"):
        place.rmdir()
    assert app.test_client().get("/").status_code == 200
    assert kept(folder) == []


def test_another_source_is_compiled_anew(folder: Path, compiled: list[str]) -> None:
    def drawn(source: str) -> str:
        templates = Environment(autoescape=True)
        keep_compiled(templates)
        assert isinstance(templates.bytecode_cache, CompiledTemplates)
        bucket = templates.bytecode_cache.get_bucket(templates, "page", None, source)
        if bucket.code is None:
            bucket.code = templates.compile(source, "page", None)
            templates.bytecode_cache.set_bucket(bucket)
        return templates.template_class.from_code(templates, bucket.code, {}).render()

    assert [drawn("one"), drawn("one"), drawn("two")] == ["one", "one", "two"]
    assert len(compiled) == 2


def test_what_is_compiled_in_another_way_lies_elsewhere(folder: Path) -> None:
    ways: list[dict[str, bool]] = [{}, {"trim_blocks": True}, {"lstrip_blocks": True}, {"autoescape": False}, {}]
    for way in ways:
        keep_compiled(Environment(**{"autoescape": True, **way}))  # noqa: S701 - nothing is drawn
    other = Environment(autoescape=True)
    other.filters["upper"] = pass_context(lambda _, text: str(text).upper())
    keep_compiled(other)
    assert len(list(folder.glob("templates-*"))) == 5
