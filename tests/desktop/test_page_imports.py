"""Pages are imported beside the window, and what makes classes of widgets in its thread alone."""

from __future__ import annotations

import subprocess
import sys

from desktop.app import page_makers
from desktop.starting import page_imports

READ_BY_A_WORKER = """
import sys, threading
from desktop import app
from desktop.starting import page_imports
before = {name for name in sys.modules if name.split(".")[0] in ("desktop", "PySide6")}
worker = threading.Thread(target=app.read_pages)
worker.start()
worker.join()
print(*(name for name in sys.modules if name.split(".")[0] in ("desktop", "PySide6")
        and name not in before))
for name in app.page_makers():
    steps = sum(1 for _ in page_imports.in_pieces(app._module(name)))
    assert app._module(name) in sys.modules
    print(steps)
"""


def test_a_worker_imports_nothing_of_the_window() -> None:
    """In a process of its own, as the program starts."""
    command = [sys.executable, "-c", READ_BY_A_WORKER]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    imported, *steps = said.split("\n")
    assert imported == ""
    assert sum(map(int, filter(None, steps))) > 100, "a module at a time"


def test_a_page_comes_behind_what_it_imports() -> None:
    for name in page_makers():
        page = f"desktop.pages.{name}.page"
        order = [*page_imports.needed(page)]
        assert order[-1] == page and len(set(order)) == len(order)
        assert all(one.split(".")[0] == "desktop" for one in order)
    order = [*page_imports.needed("desktop.pages.write.page")]
    assert order.index("desktop.widgets.growing_text") < order.index("desktop.widgets.prose")
    assert order.index("desktop.widgets.prose") < order.index("desktop.pages.write.article")


def test_what_nobody_has_read_is_imported_at_once() -> None:
    assert [*page_imports.in_pieces("desktop.widgets.prose")] in ([], [None])
    assert "desktop.widgets.prose" in sys.modules
