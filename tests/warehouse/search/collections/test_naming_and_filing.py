from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, reading

from warehouse.errors import BadInput
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.run import Run


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        batch = [Admission(reading(f"T{n}", prose(n)), "s", bytes([n])) for n in range(3)]
        library.admit_many(batch, Run())
        yield library


def ids(library: Library) -> list[str]:
    return [one.id for one in sorted(library.catalog.documents(), key=lambda one: one.title)]


def test_a_document_may_be_in_several_collections(library: Library) -> None:
    one, two, _ = ids(library)
    shelves = library.shelves
    floods, dikes = shelves.make("Floods", [one, two]), shelves.make(" Dikes  1953 ", [one])
    assert [(each.name, each.documents) for each in shelves.all()] == [
        ("Dikes 1953", 1),
        ("Floods", 2),
    ]
    shelves.put(floods, [one, "no such document"])
    assert shelves.named("FLOODS").documents == 2
    assert [each.name for each in shelves.holding(one)] == ["Dikes 1953", "Floods"]
    shelves.take(dikes, [one])
    assert shelves.named("dikes 1953").documents == 0


def test_removing_a_collection_removes_no_document(library: Library) -> None:
    one, two, _ = ids(library)
    made = library.shelves.make("Floods", [one, two])
    library.remove(two)
    assert library.shelves.delete(made) == {one, two}, "to be put in again, if that is undone"
    assert library.shelves.all() == []
    library.trash.restore(two, Run())
    assert len(library.catalog.documents()) == 3


def test_a_removed_document_leaves_and_comes_back(library: Library) -> None:
    one, two, _ = ids(library)
    library.shelves.make("Floods", [one, two])
    library.shelves.tag([one], "dikes")
    library.remove(one)
    assert library.shelves.named("Floods").documents == 1
    assert library.shelves.tags() == []
    assert library.finder.scope("Floods").documents == {two}
    library.trash.restore(one, Run())
    assert library.finder.scope("Floods").documents == {one, two}
    assert library.shelves.tags_of(one) == ["dikes"]
    library.remove(one)
    library.trash.forget([one])
    assert library.shelves.named("Floods").documents == 1


def test_names_are_one_space_and_compared_folded(library: Library) -> None:
    made = library.shelves.make("Überflutung")
    for name in ("uberflutung", " ÜBERFLUTUNG "):
        with pytest.raises(BadInput, match="already"):
            library.shelves.make(name)
        with pytest.raises(BadInput, match="already"):
            library.shelves.save(name, "dike")
    other = library.shelves.make("Other")
    with pytest.raises(BadInput, match="already"):
        library.shelves.rename(other, "überflutung")
    assert library.shelves.rename(made, "überFlutung").name == "überFlutung"


@pytest.mark.parametrize("name", ["", "   ", '""', "\n\t", "\u0301"])
def test_a_name_is_wanted(library: Library, name: str) -> None:
    with pytest.raises(BadInput, match="missing"):
        library.shelves.make(name)
    with pytest.raises(BadInput, match="missing"):
        library.shelves.tag(ids(library), name)


def test_nothing_is_put_into_a_saved_search(library: Library) -> None:
    saved = library.shelves.save("Mark one", "mark1")
    with pytest.raises(BadInput, match="saved search"):
        library.shelves.put(saved, ids(library))
    with pytest.raises(BadInput, match="no search"):
        library.shelves.save("Nothing", "  ")
    assert library.finder.scope("mark one").documents == {ids(library)[1]}


def test_tags_are_kept_as_first_written(library: Library) -> None:
    one, two, _ = ids(library)
    assert library.shelves.tag([one], " Sea  Dikes ") == "Sea Dikes"
    assert library.shelves.tag([one, two], "sea dikes") == "Sea Dikes"
    assert [(each.name, each.documents) for each in library.shelves.tags()] == [("Sea Dikes", 2)]
    library.shelves.untag([one], "SEA DIKES")
    assert library.shelves.tags_of(one) == []
    assert library.shelves.tags_of(two) == ["Sea Dikes"]


def test_order_is_kept_when_the_library_is_closed(library: Library) -> None:
    one = ids(library)[0]
    library.shelves.make("Floods", [one])
    library.shelves.tag([one], "dikes")
    library.close()
    with Library(library.folder, SETTINGS, HashingEmbedder()) as again:
        assert again.shelves.named("Floods").documents == 1
        assert again.shelves.tags_of(one) == ["dikes"]


def test_a_saved_search_is_changed(library: Library) -> None:
    shelves = library.shelves
    saved = shelves.save("Mills", "mill")
    assert shelves.change(saved, " mill OR dam ").query == "mill OR dam"
    for one, query in ((saved, " "), (shelves.make("By hand"), "mill")):
        with pytest.raises(BadInput):
            shelves.change(one, query)
