"""The modules of pages are imported beside a window that is in use: none of Qt by a worker.

PySide looks for what it knows of a class without holding Python's lock, so that a class of widgets
made in another thread can end the program. A worker therefore finds out what the pages import, and
imports what has nothing to do with the window; the rest is imported in the main thread, a module a
turn of the event loop (staged_build.py).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Generator, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS, OTHERS = "desktop", ("warehouse", "indexers")
_orders: dict[str, tuple[str, ...]] = {}


def read(pages: Iterable[str]) -> None:
    """In a worker: what these modules import, as far as nothing of it is a widget."""
    for page in pages:
        order = tuple(needed(page))
        for name in order:
            for other in _imports(name):
                if other.split(".")[0] in OTHERS:
                    import_module(other)
        _orders[page] = order


def in_pieces(page: str) -> Generator[None, None, None]:
    """In the main thread: one module after the other, the page's last."""
    for name in _orders.get(page, (page,)):
        if name not in sys.modules:
            import_module(name)
            yield


def needed(module: str) -> Iterator[str]:
    """It and the modules of the window that it imports, each behind those that it imports itself,
    as far as their sources are there.
    """
    seen = set[str]()

    def visit(name: str) -> Iterator[str]:
        seen.add(name)
        for other in _imports(name):
            if other.split(".")[0] == OURS and other not in seen:
                yield from visit(other)
        yield name

    yield from visit(module)


@cache  # pages share most of what they import
def _imports(module: str) -> tuple[str, ...]:
    """The modules of the program that it names at its top, but for types alone."""
    source = _source(module)
    names: list[str] = []
    for node in ast.parse(source.read_bytes()).body if source is not None else ():
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(name for name in names if _source(name))


def _source(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file.is_file()), None)
