"""A new version takes over collections, tags and the user's words: told, and to be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelf import HashingEmbedder, prose

from warehouse import cli
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.catalog.inherited import Inherited


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tides.txt"


def put(library: Library, path: Path, number: int) -> str:
    path.write_text(prose(number))
    (document,) = library.add([path], Run())
    return document.id


def first(library: Library, path: Path) -> str:
    document = put(library, path, 1)
    library.shelves.make("Floods", [document])
    library.shelves.tag([document], "river")
    library.edit(document, {"title": ("The Tides",), "date": ("2001",)}, Run())
    return document


def test_a_changed_file_takes_over(library: Library, path: Path) -> None:
    before = first(library, path)
    after = put(library, path, 20)
    assert library.catalog.inherited(after) == [
        Inherited(before, ("Floods",), ("river",), ("title",))
    ]
    assert [one.name for one in library.shelves.holding(after)] == ["Floods"]
    assert library.shelves.tags_of(after) == ["river"]
    row = library.catalog.document(after)
    assert (row.title, row.date, row.state) == ("The Tides", "", "verified")
    header = library.catalog.header(after)
    assert header is not None and header.title == "The Tides"
    assert library.shelves.tags_of(before) == ["river"], "the old one stays where it was"


def test_it_can_be_taken_back(library: Library, path: Path) -> None:
    before = first(library, path)
    after = put(library, path, 20)
    document = library.give_back(after, before, Run())
    assert (document.title, document.state) == ("tides", "verified")
    assert library.shelves.tags_of(after) == []
    assert library.shelves.holding(after) == []
    assert library.catalog.inherited(after) == []
    assert library.shelves.tags_of(before) == ["river"]
    header = library.catalog.header(after)
    assert header is not None and header.title == "tides"
    assert put(library, path, 20) == after
    assert library.shelves.tags_of(after) == [], "what was taken back does not come again"


def test_what_was_changed_since_is_the_users(library: Library, path: Path) -> None:
    before = first(library, path)
    after = put(library, path, 20)
    library.edit(after, {"title": ("Tides, second edition",)}, Run())
    library.shelves.untag([after], "river")
    assert library.catalog.inherited(after) == [Inherited(before, ("Floods",), (), ())]
    assert library.give_back(after, before, Run()).title == "Tides, second edition"


def test_what_it_had_already_is_not_taken_over(library: Library, path: Path) -> None:
    other = put(library, path.with_name("copy.txt"), 20)
    library.shelves.tag([other], "river")
    before = first(library, path)
    assert put(library, path, 20) == other
    assert library.catalog.inherited(other) == [Inherited(before, ("Floods",), (), ())]
    library.give_back(other, before, Run())
    assert library.shelves.tags_of(other) == ["river"]


def test_an_old_version_that_comes_back_takes_nothing(library: Library, path: Path) -> None:
    before = first(library, path)
    after = put(library, path, 20)
    library.shelves.tag([after], "second")
    assert put(library, path, 1) == before
    assert library.shelves.tags_of(before) == ["river"]


def test_on_the_command_line(
    home: Path, path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warehouse.ingest.embedders.Embedder", lambda *_: HashingEmbedder())
    path.write_text(prose(1))
    assert cli.main(["add", str(path)]) == 0
    id = capsys.readouterr().out.splitlines()[-1].split()[0]
    assert cli.main(["tag", "river", id]) == 0
    path.write_text(prose(20))
    assert cli.main(["add", str(path)]) == 0
    new = capsys.readouterr().out.splitlines()[-1].split()[0]
    assert cli.main(["versions", new]) == 0
    assert f"Taken over from {id}: tag river" in capsys.readouterr().out
    assert cli.main(["versions", new, "--take-back"]) == 0
    assert "Taken over" not in capsys.readouterr().out
