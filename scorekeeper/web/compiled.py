"""Templates as they were compiled before, so that a start, and the first look at each page, need not wait for it.

They lie beside the fonts, in the environment that holds the packages, and never among what people keep: a compiled
template is a program, and a folder with a scorebook in it may come from anybody.
"""

import importlib.metadata
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import CodeType

from jinja2 import Environment
from jinja2.bccache import Bucket, FileSystemBytecodeCache


class CompiledTemplates(FileSystemBytecodeCache):
    """Those in a folder. What cannot be read there is compiled again, what cannot be kept is not kept."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill *bucket* with what was kept for its template, if that is whole and from the same source."""
        try:
            super().load_bytecode(bucket)
            found: object = bucket.code
            if not isinstance(found, CodeType):
                bucket.reset()
        except Exception:  # a damaged file can fail in any way; the template is still there
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what *bucket* holds, where there is leave and room to."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(templates: Environment) -> None:
    """Let *templates* find again what was compiled in the same way."""
    folder = Path(sys.prefix, "share", "scorekeeper", f"templates-{_recipe(templates)}")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        templates.bytecode_cache = CompiledTemplates(str(folder))


def _recipe(templates: Environment) -> str:
    """Stands for what compiled code depends on, but for the sources, which are compared each time.

    Filters are written into it by the way they are called, and what they make of a constant as that itself.
    """
    called = [*templates.filters.items(), *templates.tests.items()]
    ours = sorted({one.__module__ for one in templates.filters.values() if one.__module__.startswith("scorekeeper.")})
    ways = (
        [importlib.metadata.version(package) for package in ("flask", "jinja2", "markupsafe")],
        templates.trim_blocks,
        templates.lstrip_blocks,
        getattr(templates.autoescape, "__qualname__", templates.autoescape),
        sorted(templates.extensions),
        getattr(templates, "newstyle_gettext", None),
        sorted((name, str(getattr(one, "jinja_pass_arg", ""))) for name, one in called),
        [Path(str(sys.modules[module].__file__)).read_bytes() for module in ours],
    )
    return sha256(repr(ways).encode()).hexdigest()[:12]
