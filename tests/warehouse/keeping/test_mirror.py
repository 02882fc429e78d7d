"""Backups that grow: only what is new is copied, every one of them can be restored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse.errors import BadInput, Cancelled
from warehouse.keeping.mirror import back_up_again, is_mirror, newest, restore
from warehouse.library import Library
from warehouse.run import Run


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "papers", SETTINGS, HashingEmbedder()) as made:
        made.add(
            [write_html(tmp_path / f"{n}.html", f"Title {n}", prose(n)) for n in (1, 2)], Run()
        )
        yield made


def days(mirror: Path) -> int:
    return len(list((mirror / "backups").iterdir()))


def test_the_second_copies_only_what_is_new(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = tmp_path / "stick" / "papers.muniment"
    back_up_again(library, mirror, Run())
    before = {path: path.stat().st_mtime_ns for path in (mirror / "objects").rglob("*.html")}
    library.add([write_html(tmp_path / "3.html", "Title 3", prose(3))], Run())
    monkeypatch.setattr("time.strftime", lambda *args: "2030-01-01T00-00-00")
    manifest, copied = back_up_again(library, mirror, Run())
    assert manifest.documents == 3
    new = library.original(next(iter(library.catalog.search("Title 3"))))
    catalog = newest(mirror) / "catalog.db"
    assert copied == new.stat().st_size + catalog.stat().st_size
    after = {path: path.stat().st_mtime_ns for path in (mirror / "objects").rglob("*.html")}
    assert before.items() < after.items()
    assert days(mirror) == 2
    again = tmp_path / "again"
    assert restore(mirror, again, Run()).documents == 3
    with Library(again, SETTINGS, HashingEmbedder()) as restored:
        restored.resume(Run())
        assert {one.state for one in restored.catalog.documents()} == {"verified"}
        assert restored.retrieval.search_words("mark3", 1)[0].title == "Title 3"


def test_a_damaged_original_is_noticed_by_restore(library: Library, tmp_path: Path) -> None:
    mirror = tmp_path / "papers.muniment"
    back_up_again(library, mirror, Run())
    original = next((mirror / "objects").rglob("*.html"))
    raw = bytearray(original.read_bytes())
    raw[9] ^= 1
    original.write_bytes(raw)
    with pytest.raises(BadInput, match="damaged"):
        restore(mirror, tmp_path / "again", Run())
    original.unlink()
    with pytest.raises(BadInput, match="missing"):
        restore(mirror, tmp_path / "again", Run())
    assert not (tmp_path / "again").exists()
    back_up_again(library, mirror, Run())
    restore(mirror, tmp_path / "again", Run())


def test_stopped_it_leaves_the_one_before(library: Library, tmp_path: Path) -> None:
    mirror = tmp_path / "papers.muniment"
    back_up_again(library, mirror, Run())
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        back_up_again(library, mirror, run)
    assert days(mirror) == 1
    assert restore(mirror, tmp_path / "again", Run()).documents == 2


def test_a_folder_of_something_else_is_refused(library: Library, tmp_path: Path) -> None:
    other = tmp_path / "photos"
    other.mkdir()
    (other / "a.jpg").touch()
    with pytest.raises(BadInput, match="something else"):
        back_up_again(library, other, Run())
    assert [path.name for path in other.iterdir()] == ["a.jpg"]
    assert not is_mirror(other)
