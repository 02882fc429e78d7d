"""A round table over two papers about a bridge, with a scripted model."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

from msgspec import structs

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "warehouse" / "roundtable"))

from seats import played, tables_over

from desktop.house import House
from desktop.pages.roundtable.page import RoundTablePage
from desktop.window import Window
from warehouse.library import Library
from warehouse.run import Run

TOPIC = "Lune Bridge"
WORDS = (
    "Lune Bridge is an iron bridge over the river Lune. Its arches were cast by Skerton Works "
    "in 1881. The deck was widened in 1934 for the tramway."
)
WORKS = (
    "Skerton Works was a foundry in the town of Halton. It employed three hundred people and "
    "closed in 1922. Its arches were of iron."
)


def laid(opened: Window, house: House, make_pdf: Callable[..., Path]) -> RoundTablePage:
    """The page in front; nobody has spoken yet."""
    library = cast(Library, house.library)
    for name, words in (("bridge.pdf", WORDS), ("works.pdf", WORKS)):
        library.add([make_pdf(name, words)], Run())
    assert house.warehouse is not None
    settings = structs.replace(house.settings, thoughts=False, absence=False)
    house.warehouse.tables = tables_over(library, played(facts=False), settings)
    opened.visit("roundtable")
    return cast(RoundTablePage, opened.page("roundtable"))
