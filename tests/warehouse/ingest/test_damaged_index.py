"""One file of LanceDB's is damaged: the next start, or the one after the damage was met, is well.

Every file is tried with ``-m slow``; always one of each kind.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html

from warehouse.errors import StorageError
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.lance.lance_errors import IndexDamaged
from warehouse.store.lance.store import Store

HARMS: dict[str, Callable[[Path], object]] = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "blank": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "gone": lambda path: path.unlink(),
}
OF_WORDS = ("metadata.lance", "part_0_docs.lance", "part_0_invert.lance", "part_0_tokens.lance")


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three documents, the third after the tables were tidied."""
    place = tmp_path_factory.mktemp("damaged")
    paths = [write_html(place / f"{n}.html", f"Title {n}", prose(n)) for n in (1, 2, 3)]
    with Library(place / "w", SETTINGS, HashingEmbedder()) as library:
        library.add(paths[:2], Run())
        library.store.optimise()
        library.add(paths[2:], Run())
    return place / "w"


def met(folder: Path) -> bool:
    """A start, and a search as the user makes it; whether damage was said."""
    try:
        with Library(folder, SETTINGS, HashingEmbedder()) as library:
            library.resume(Run())
            library.retrieval.search_words("mark1", 3)
            library.retrieval.passages("mark2", 3)
    except StorageError:
        return True
    return False


def assert_well(folder: Path, most_embedded: int) -> None:
    embedder = HashingEmbedder()
    with Library(folder, SETTINGS, embedder) as library:
        library.resume(Run())
        assert len(embedder.embedded) <= most_embedded
        assert [one.state for one in library.catalog.documents()] == ["verified"] * 3
        for number in (1, 2, 3):
            title = f"Title {number}"
            assert library.retrieval.search_words(f"mark{number}", 3)[0].title == title
            assert title in {hit.title for hit in library.retrieval.passages(prose(number), 3)}
        assert not library.store.is_marked


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("name", OF_WORDS)
def test_words_are_found_again_and_nothing_is_embedded(
    ready: Path, tmp_path: Path, name: str, harm: str
) -> None:
    folder = tmp_path / "w"
    shutil.copytree(ready, folder)
    for path in (folder / "lance" / "passages.lance").rglob(name):
        HARMS[harm](path)
    met(folder)
    assert_well(folder, 0)


@pytest.mark.parametrize("table", ["passages", "headers"])
@pytest.mark.parametrize("kind", ["data", "_versions"])
def test_rows_that_cannot_be_read_are_made_again(
    ready: Path, tmp_path: Path, table: str, kind: str
) -> None:
    folder = tmp_path / "w"
    shutil.copytree(ready, folder)
    for path in (folder / "lance" / f"{table}.lance" / kind).rglob("*.*"):
        HARMS["cut"](path)
    met(folder)
    assert_well(folder, 100)


@pytest.mark.slow
@pytest.mark.parametrize("harm", HARMS)
def test_any_file(ready: Path, tmp_path: Path, harm: str) -> None:
    files = sorted(one.relative_to(ready) for one in (ready / "lance").rglob("*") if one.is_file())
    assert len(files) > 20
    for file in files:
        folder = tmp_path / "w"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ready, folder)
        HARMS[harm](folder / file)
        met(folder)
        assert_well(folder, 100)


def test_bytes_that_make_the_library_itself_fail_are_damage(ready: Path, tmp_path: Path) -> None:
    said = 0
    bitmaps = (ready / "lance" / "passages.lance").rglob("bitmap_page_lookup.lance")
    for number, file in enumerate(one.relative_to(ready) for one in bitmaps):
        raw = (ready / file).read_bytes()
        for at in range(len(raw) * 2 // 5, len(raw) * 3 // 5, 23):
            folder = tmp_path / f"{number}-{at}"
            shutil.copytree(ready, folder)
            harmed = bytes(byte ^ 0xA5 for byte in raw[at : at + 8])
            (folder / file).write_bytes(raw[:at] + harmed + raw[at + 8 :])
            with Library(folder, SETTINGS, HashingEmbedder()) as library:
                try:
                    library.store.ids("passages", [one.id for one in library.documents()])
                except IndexDamaged:
                    said += 1
    assert said, "some of these bytes are read"


def test_a_shadow_that_is_damaged_is_begun_anew(
    ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "w"
    shutil.copytree(ready, folder)
    old, new, tally = HashingEmbedder(32), HashingEmbedder(64), Store.tally
    said: list[str] = []

    def damaged(self: Store, *asked: object) -> object:
        if self.folder.name == "lance-2" and not said:
            said.append("once")
            raise IndexDamaged("not what it was")
        return tally(self, *asked)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "tally", damaged)
    with Library(folder, SETTINGS, new, embedder_at=lambda made: old) as library:
        library.resume(Run())
        assert said and library.store.dimension == 64
        assert library.store.count_vectors("passages") == library.catalog.counts().passages
