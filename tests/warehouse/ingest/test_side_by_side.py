"""What comes between the steps of an ingest in another thread: an edit, a removal, an undo, the
same file once more, the emptying of the trash. Nothing is lost, nothing stands still.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from numpy.typing import NDArray
from shelf import SETTINGS, HashingEmbedder, prose, reading, write_html

from indexers.readers import ReaderPool
from indexers.records import Reading
from warehouse.errors import BadInput
from warehouse.ingest.trash import Trash
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run
from warehouse.store.lance.store import Store

WAIT_S = 60


class Interrupted(HashingEmbedder):
    """``between`` is done once, in the middle of the first embedding after it was set."""

    between: Callable[[], None] | None = None

    def embed(
        self,
        texts: Sequence[str],
        background: bool = False,
        on_batch: Callable[[int], None] | None = None,
    ) -> NDArray[Any]:
        between, self.between = self.between, None
        if between is not None and background:
            between()
        return super().embed(texts, background, on_batch)


class Beside:
    """Work in another thread, which has to come to an end without an error."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._error: list[BaseException] = []
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._error.append(error)

    def done(self, wait_s: float = WAIT_S) -> None:
        self._thread.join(wait_s)
        assert not self._thread.is_alive() and not self._error


@pytest.fixture
def embedder() -> Interrupted:
    return Interrupted()


@pytest.fixture
def library(tmp_path: Path, embedder: Interrupted) -> Iterator[Library]:
    with Library(tmp_path / "w", SETTINGS, embedder) as made:
        yield made


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return write_html(tmp_path / "1.html", "Title 1", prose(1))


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(WAIT_S * 100):
        if holds():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it never came to that")


def assert_whole(library: Library) -> None:
    (row,) = library.catalog.documents()
    count = library.catalog.passage_count(row.id)
    assert (row.state, row.problem, row.embedded) == ("verified", "", count)
    assert library.store.tally("passages", [row.id]) == {row.id: (count, count)}
    assert library.store.tally("headers", [row.id]) == {row.id: (1, 1)}
    assert library.original(row.id).exists()
    assert library.catalog.losses(row.id) == []


def test_a_title_corrected_while_it_is_embedded_can_be_searched(
    library: Library, embedder: Interrupted, page: Path
) -> None:
    beside: list[Beside] = []

    def correct() -> None:
        id = library.catalog.documents()[0].id
        beside.append(Beside(lambda: library.edit(id, {"title": ("Zeppelin",)}, Run())))
        wait_until(lambda: library.catalog.document(id).title == "Zeppelin")

    embedder.between = correct
    library.add([page], Run())
    beside[0].done()
    assert_whole(library)
    assert library.retrieval.search_words("Zeppelin", 5)


def test_removed_and_brought_back_while_it_is_embedded(
    library: Library, embedder: Interrupted, page: Path
) -> None:
    beside: list[Beside] = []

    def change_ones_mind() -> None:
        id = library.catalog.documents()[0].id
        library.remove(id)
        beside.append(Beside(lambda: library.trash.restore(id, Run())))

    embedder.between = change_ones_mind
    library.add([page], Run())
    beside[0].done()
    assert_whole(library)


def test_of_one_removed_while_it_is_read_nothing_is_told_any_more(
    tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Document] = []
    read = ReaderPool.read

    def removed_meanwhile(self: ReaderPool, path: Path, *rest: Any, **more: Any) -> Reading:
        more["on_page"](1, 2)
        assert told[-1].pages_done == 1
        library.remove(told[-1].id)
        told.clear()
        more["on_page"](2, 2)
        return read(self, path, *rest, **more)

    monkeypatch.setattr(ReaderPool, "read", removed_meanwhile)
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder(), told.append) as library:
        library.add([page], Run())
        assert told == [] and library.catalog.documents() == []


def test_removed_and_added_again_while_it_is_embedded(
    library: Library, embedder: Interrupted, page: Path
) -> None:
    beside: list[Beside] = []

    def change_ones_mind() -> None:
        id = library.catalog.documents()[0].id
        library.remove(id)
        beside.append(Beside(lambda: library.add([page], Run())))
        wait_until(lambda: library.catalog.knows(id))

    embedder.between = change_ones_mind
    library.add([page], Run())
    beside[0].done()
    assert_whole(library)
    assert library.trash.list() == []


def test_the_same_file_twice_at_once_is_whole_for_both(
    library: Library, embedder: Interrupted, page: Path
) -> None:
    states: list[str] = []
    beside: list[Beside] = []
    embedder.between = lambda: beside.append(
        Beside(lambda: states.append(library.add([page], Run())[0].state))
    )
    library.add([page], Run())
    beside[0].done()
    assert states == ["verified"]
    assert_whole(library)


def test_what_was_added_again_is_not_emptied_with_the_trash(library: Library, page: Path) -> None:
    (document,) = library.add([page], Run())
    library.remove(document.id)
    there = [one.document.id for one in library.trash.list()]
    library.add([page], Run())
    assert library.trash.empty(there) == 0
    assert_whole(library)


@pytest.mark.parametrize("step", ["the index", "the original"])
def test_added_again_while_the_trash_is_emptied(
    library: Library, page: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    (document,) = library.add([page], Run())
    library.remove(document.id)
    beside: list[Beside] = []
    delete, clear = Store.delete_documents, Trash._clear

    def add_again() -> None:
        if not beside:
            beside.append(Beside(lambda: library.add([page], Run())))
            wait_until(lambda: library.catalog.knows(document.id))

    def deleted(self: Store, documents: Any) -> None:
        delete(self, documents)
        if step == "the original":
            add_again()

    def cleared(self: Trash, gone: Any) -> None:
        if step == "the index":
            add_again()
        clear(self, gone)

    monkeypatch.setattr(Store, "delete_documents", deleted)
    monkeypatch.setattr(Trash, "_clear", cleared)
    library.trash.empty([document.id])
    beside[0].done()
    assert_whole(library)


def test_what_was_not_complete_says_so_no_longer_when_it_is(library: Library, page: Path) -> None:
    (document,) = library.add([page], Run())
    library.store.delete_documents([document.id])
    library.indexing.verify([document.id])
    assert library.catalog.document(document.id).problem.startswith("Not complete")
    library.resume(Run())
    assert_whole(library)


def test_what_a_deck_lacks_still_is_told_by_its_slides(library: Library) -> None:
    whole = reading("Deck", prose(1))
    empty = msgspec.structs.replace(whole.pages[0], index=1, start=len(whole.text))
    deck = msgspec.structs.replace(whole, kind="slides", pages=(*whole.pages, empty))
    document = library.admit(deck, "deck.pptx", b"deck", Run())
    assert document.problem == "No text on slide 2."
    library.store.delete_documents([document.id])
    library.indexing.verify([document.id])
    library.resume(Run())
    assert library.catalog.document(document.id).problem == "No text on slide 2."


def test_what_is_done_does_not_wait_for_the_rest(
    library: Library, embedder: Interrupted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A title is corrected while others of the same drop are still embedded."""
    monkeypatch.setattr("warehouse.ingest.indexing.GROUP_PASSAGES", 1)
    paths = [write_html(tmp_path / f"{n}.html", f"Title {n}", prose(n)) for n in (1, 2)]
    found: list[bool] = []

    def once_one_is_verified() -> None:
        rows = {one.state: one.id for one in library.catalog.documents()}
        if "verified" not in rows:
            embedder.between = once_one_is_verified
            return
        library.edit(rows["verified"], {"title": ("Zeppelin",)}, Run())
        found.append(bool(library.retrieval.search_words("Zeppelin", 5)))

    embedder.between = once_one_is_verified
    library.add(paths, Run())
    assert found == [True]
    assert {one.state for one in library.catalog.documents()} == {"verified"}


def test_several_brought_back_are_found_before_one_is_embedded(
    library: Library, embedder: Interrupted, tmp_path: Path
) -> None:
    paths = [write_html(tmp_path / f"{n}.html", f"Title {n}", prose(n)) for n in (1, 2, 3)]
    ids = [one.id for one in library.add(paths, Run())]
    found: set[str] = set()
    for id in ids:
        library.remove(id)

    def look() -> None:
        found.update(*(_found(library, f"mark{n}") for n in (1, 2, 3)))

    embedder.between = look
    library.trash.restore_all(ids, Run())
    assert found == set(ids)
    assert {one.state for one in library.catalog.documents()} == {"verified"}


def test_one_that_is_not_in_the_trash_does_not_keep_the_others_from_their_vectors(
    library: Library, tmp_path: Path
) -> None:
    paths = [write_html(tmp_path / f"{n}.html", f"Title {n}", prose(n)) for n in (1, 2)]
    first, second = [one.id for one in library.add(paths, Run())]
    library.remove(first)
    with pytest.raises(BadInput, match="not in the trash"):
        library.trash.restore_all([first, second], Run())
    assert {one.state for one in library.catalog.documents()} == {"verified"}


def test_what_was_stopped_is_told_without_waiting(library: Library) -> None:
    """The window asks for it while one index takes the place of another."""
    with library.ingest.alone():
        Beside(library.ingest.stopped).done(5)


def _found(library: Library, words: str) -> set[str]:
    return {hit.document for hit in library.retrieval.search_words(words, 5)}
