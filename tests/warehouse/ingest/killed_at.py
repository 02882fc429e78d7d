"""The process that ``test_faults`` kills with -9 at a boundary that has a name.

python killed_at.py WAREHOUSE ACTION FOLDER POINT

ACTION is what is done: add, fetch (bytes that are no file), import (the .bib files of the folder),
remove, restore or forget (the first document by title). POINT is ``before:Class.method``,
``after:Class.method`` (its second call with ``:2``) or ``in:Class.method:MS``, that many
milliseconds after the call began; "" kills nobody.
"""

from __future__ import annotations

import functools
import hashlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shelf import SETTINGS, HashingEmbedder, prose

from warehouse.documents.importing import unfinished_imports
from warehouse.ingest.intake import Intake
from warehouse.library import Library
from warehouse.records import Provenance
from warehouse.run import Run
from warehouse.search.collections.naming_and_filing import Shelves
from warehouse.store.catalog import Catalog
from warehouse.store.lance.store import Store
from warehouse.store.objects import Objects

CLASSES = {one.__name__: one for one in (Catalog, Intake, Objects, Shelves, Store)}
PAGE = f"<!doctype html><title>Fetched</title><article><p>{prose(77)}</p></article>".encode()
URL = "https://example.org/page"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_later(ms: float) -> None:
    time.sleep(ms / 1000)
    die()


def arm(point: str) -> None:
    when, name, *rest = point.split(":")
    owner, method = name.split(".")
    number = int(rest[0]) if rest else 1
    real: Callable[..., Any] = getattr(CLASSES[owner], method)
    calls = 0

    @functools.wraps(real)
    def armed(*args: Any, **values: Any) -> Any:
        nonlocal calls
        calls += 1
        if when == "before" and calls == number:
            die()
        if when == "in":
            threading.Thread(target=die_later, args=(number,), daemon=True).start()
        result = real(*args, **values)
        if when == "after" and calls == number:
            die()
        return result

    setattr(CLASSES[owner], method, armed)


def act(library: Library, action: str, folder: Path) -> None:
    def first() -> str:
        return sorted((one.title, one.id) for one in library.catalog.documents())[0][1]

    if action == "add":
        library.add([folder], Run())
    elif action == "fetch":
        came_from = Provenance(hashlib.sha256(PAGE).hexdigest(), URL, URL, 1.0, "text/html")
        library.add_bytes(PAGE, ".html", URL, Run(), came_from)
    elif action == "import":
        unfinished_imports.take(library, sorted(folder.glob("*.bib")), Run())
    elif action == "remove":
        library.remove(first())
    elif action == "restore":
        library.trash.restore(library.trash.list()[0].document.id, Run())
    elif action == "forget":
        library.trash.forget([first()])


def main() -> None:
    warehouse, action, folder, point = sys.argv[1:]
    with Library(Path(warehouse), SETTINGS, HashingEmbedder()) as library:
        if point:
            arm(point)
        act(library, action, Path(folder))
    print("finished", flush=True)


if __name__ == "__main__":
    main()
