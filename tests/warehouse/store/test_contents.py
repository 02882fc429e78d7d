"""Every name that a library makes in its folder is known to whoever encrypts or moves it."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelf import HashingEmbedder, prose, write_html

from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.contents import INDEXES, is_part
from warehouse.store.handover import HANDED


def test_a_library_in_use_holds_nothing_that_is_not_known(library: Library, tmp_path: Path) -> None:
    library.add([write_html(tmp_path / "one.html", "One", prose(1))], Run())
    library.change.to(HashingEmbedder(64), "")
    library.change.finish(Run())
    names = {path.name for path in library.folder.iterdir()}
    assert set(INDEXES) <= names
    assert {name for name in names if not is_part(name)} == {HANDED, "warehouse.lock"}


@pytest.mark.parametrize("name", ["catalogue.pdf", "catalog", "lance.txt", "objects of art"])
def test_what_is_named_alike_is_its_users(name: str) -> None:
    assert not is_part(name)
