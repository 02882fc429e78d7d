"""Pandoc: a tree becomes a file. The one place that knows the program.

It is started for each file and ends with it, in a process that the system refuses network, files
to write and more time than a minute (process/shut_in.py); ``--sandbox`` keeps it from files that
are not named, and no folder of the user's has a say. Pandoc is under GPL-2.0-or-later and stays a
program of its own: the Python package that brings it is not imported, only looked for.
"""

from __future__ import annotations

import importlib.util
import os
from functools import cache
from pathlib import Path

import msgspec

from indexers.process import shut_in
from indexers.process.child import ChildDied, ChildSilent
from warehouse.errors import BadInput, StorageError
from warehouse.run import Run
from warehouse.studies.exporting.paper.styles import Style
from warehouse.studies.exporting.paper.tree import Node

SECONDS = 60
HEAP = "-M1500m"
_NOT_PLAIN = """
native_divs fenced_divs native_spans bracketed_spans raw_html raw_tex raw_attribute citations smart
header_attributes link_attributes inline_code_attributes fenced_code_attributes superscript
subscript simple_tables multiline_tables grid_tables implicit_figures
"""
MARKDOWN = "-".join(["markdown", *_NOT_PLAIN.split()])


def made(tree: Node, form: str, style: Style | None, run: Run, *more: str) -> bytes:
    """``form`` is a format of pandoc's; citations are worked out in ``style`` where there is one.
    Raises BadInput where the style cannot be used, StorageError, Cancelled.
    """
    command = [str(program()), "--from=json", f"--to={form}", "--output=-", "--sandbox"]
    command += [f"--data-dir={os.devnull}", "--wrap=none", *more]
    if style is not None:
        command += ["--citeproc", f"--csl={style.path}"]
    command += ["+RTS", HEAP, "-RTS"]
    try:
        reads = [style.path] if style is not None else []
        return shut_in.output_of(command, reads, msgspec.json.encode(tree), SECONDS, run.check)
    except ChildSilent as error:
        raise StorageError(
            f"Pandoc did not finish in {SECONDS} s.", "Try another style."
        ) from error
    except ChildDied as error:
        name = style.path.name if style is not None else form
        raise BadInput(
            f"Pandoc made nothing with {name}: {error}.", "Try another style."
        ) from error


@cache
def program() -> Path:
    """Raises StorageError where it is not installed."""
    spec = importlib.util.find_spec("pypandoc")
    if spec is not None and spec.origin:
        for name in ("pandoc", "pandoc.exe"):
            path = Path(spec.origin).parent / "files" / name
            if path.is_file():
                return path
    raise StorageError("Pandoc is not installed.", "Install Muniment again: it brings it along.")
