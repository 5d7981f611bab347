"""Templates as they were compiled before, so that a start, and the first look at each page, need not wait for it.

They lie beside the fonts, in the environment that holds the packages, and never among what people keep: a compiled
template is a program, and a folder with a scorebook in it may come from anybody.
"""

import importlib.metadata
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment
from jinja2.bccache import Bucket, FileSystemBytecodeCache


class CompiledTemplates(FileSystemBytecodeCache):
    """Those in a folder. What cannot be read there is compiled again, what cannot be kept is not kept."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill *bucket* with what was kept for its template, if that is whole and from the same source."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # a damaged file can fail in any way; the template is still there
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what *bucket* holds, where there is leave and room to."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(templates: Environment) -> None:
    """Let *templates* find again what was compiled in the same way by the same packages."""
    folder = Path(sys.prefix, "share", "scorekeeper", f"templates-{_recipe(templates)}")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        templates.bytecode_cache = CompiledTemplates(str(folder))


def _recipe(templates: Environment) -> str:
    """Stands for all that what is compiled depends on, but for the sources, which are looked at each time."""
    ways = (
        importlib.metadata.version("jinja2"),
        templates.trim_blocks,
        templates.lstrip_blocks,
        sorted(templates.extensions),
        getattr(templates, "newstyle_gettext", None),
    )
    return sha256(repr(ways).encode()).hexdigest()[:12]
