"""Another embedder: its index is built beside the one in use, and used when it is whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, reading

from warehouse.errors import Cancelled
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.search.embedding import OnBatch, Vectors
from warehouse.store.catalog import Catalog
from warehouse.store.contents import INDEXES

DOCUMENTS = 6


def admissions(numbers: Sequence[int]) -> list[Admission]:
    return [Admission(reading(f"Book {at}", prose(at)), "s", str(at).encode()) for at in numbers]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "w"
    with Library(folder, SETTINGS, HashingEmbedder(32)) as library:
        library.admit_many(admissions(range(DOCUMENTS)), Run())
    return folder


def opened(folder: Path, new: HashingEmbedder, old: HashingEmbedder) -> Library:
    return Library(folder, SETTINGS, new, embedder_at=lambda made: old)


def found(library: Library, number: int) -> str:
    return library.retrieval.passages(f"mark{number}", 1)[0].title


def of_passages(embedder: HashingEmbedder) -> list[str]:
    """Without headers and questions."""
    return [text for text in embedder.embedded if "In year" in text and "Topics:" not in text]


def test_the_old_index_serves_until_the_new_one_is_whole(folder: Path) -> None:
    old, new = HashingEmbedder(32), HashingEmbedder(64)
    with opened(folder, new, old) as library:
        assert found(library, 3) == "Book 3"
        assert old.embedded and not new.embedded
        assert library.change.begun == "hashing-64"

        library.admit_many(admissions([DOCUMENTS]), Run())
        assert found(library, DOCUMENTS) == f"Book {DOCUMENTS}"

        library.resume(Run())
        assert library.change.begun == ""
        old.embedded.clear()
        assert found(library, DOCUMENTS) == f"Book {DOCUMENTS}"
        assert not old.embedded and old.closed
        passages = library.catalog.counts().passages
        assert library.store.count_vectors("passages") == passages
        assert library.store.count_vectors("headers") == DOCUMENTS + 1
        assert library.store.dimension == 64

    again = HashingEmbedder(64)
    with Library(folder, SETTINGS, again) as library:
        library.resume(Run())
        assert again.embedded == []
        assert found(library, 1) == "Book 1"
    assert [name for name in INDEXES if (folder / name).exists()] == ["lance-2"]


class Breaking(HashingEmbedder):
    """Breaks off after so many texts."""

    def __init__(self, dimension: int, texts: int) -> None:
        super().__init__(dimension)
        self.left = texts

    def embed(
        self, texts: Sequence[str], background: bool = False, on_batch: OnBatch | None = None
    ) -> Vectors:
        self.left -= len(texts)
        if self.left < 0:
            raise Cancelled
        return super().embed(texts, background, on_batch)


def test_what_was_built_before_it_broke_off_is_not_embedded_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warehouse.ingest.indexing.GROUP_PASSAGES", 4)
    first = Breaking(64, 15)
    with opened(folder, first, HashingEmbedder(32)) as library:
        with pytest.raises(Cancelled):
            library.resume(Run())
        assert found(library, 2) == "Book 2"
    assert of_passages(first)

    second = HashingEmbedder(64)
    with opened(folder, second, HashingEmbedder(32)) as library:
        library.resume(Run())
        assert found(library, 2) == "Book 2"
        everything = library.catalog.counts().passages
    assert len(of_passages(first)) + len(of_passages(second)) == everything
    assert not set(of_passages(first)) & set(of_passages(second))


def test_a_change_that_is_taken_back_leaves_nothing(folder: Path) -> None:
    with opened(folder, HashingEmbedder(64), HashingEmbedder(32)) as library:
        library.store.warm()
    with Library(folder, SETTINGS, HashingEmbedder(32)) as library:
        library.resume(Run())
        assert library.change.begun == ""
        assert found(library, 4) == "Book 4"
    assert [name for name in INDEXES if (folder / name).exists()] == ["lance"]


def test_a_third_embedder_takes_the_place_of_the_second(folder: Path) -> None:
    with opened(folder, HashingEmbedder(64), HashingEmbedder(32)) as library:
        library.change.to(HashingEmbedder(48), "")
        assert library.change.begun == "hashing-48"
        library.change.finish(Run())
        assert library.store.dimension == 48
        assert found(library, 5) == "Book 5"


@pytest.mark.parametrize("dimension", [32, 64])
def test_another_analyzer_makes_the_words_again_and_keeps_the_vectors(
    folder: Path, dimension: int
) -> None:
    catalog = Catalog(folder / "catalog.db")
    made = f'"analyzer":"{analyzer.VERSION}"'
    assert made in catalog.fact("index")
    catalog.set_fact("index", catalog.fact("index").replace(made, '"analyzer":"0"'))
    catalog.close()
    old, new = HashingEmbedder(32), HashingEmbedder(dimension)
    with opened(folder, new, old) as library:
        assert {row.state for row in library.catalog.documents()} == {"parsed"}
        assert library.catalog.embedded_share() == 1.0, "its vectors are there"
        library.ingest.resume(Run())
        assert {row.state for row in library.catalog.documents()} == {"verified"}
        assert not of_passages(old) and not of_passages(new)
        assert found(library, 2) == "Book 2"
        library.resume(Run())
        assert library.store.dimension == dimension
        assert bool(of_passages(new)) == (dimension == 64)


def test_an_embedder_that_is_not_there_yet_leaves_the_index_to_its_own(folder: Path) -> None:
    new = HashingEmbedder(64)
    new.present = False
    with opened(folder, new, HashingEmbedder(32)) as library:
        assert library.embedder.name == "hashing-32" and library.change.begun == ""
        library.admit_many(admissions([DOCUMENTS]), Run())
        library.resume(Run())
        assert found(library, DOCUMENTS) == f"Book {DOCUMENTS}"
        assert new.embedded == []
