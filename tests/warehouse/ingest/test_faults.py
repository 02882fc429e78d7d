"""Killed at every boundary: after the next start nothing is lost and nothing is doubled.

Every step of a document's way writes through a few methods; the child dies right before or right
after each, or while LanceDB writes. A sample is run always, all of them with ``-m slow``.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from killed_at import PAGE, URL
from shelf import SETTINGS, HashingEmbedder, prose, write_html, write_pdf

from warehouse.documents.importing import unfinished_imports
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.objects import sha256_of

HERE = Path(__file__).resolve().parent
ADDING = (
    "Catalog.remember_drops",
    "Intake.queue",
    "Catalog.queue",
    "Intake.copy",
    "Objects.keep_file",
    "Catalog.advance",
    "Catalog.expect",
    "Objects.keep_bytes",
    "Catalog.expect_no_more",
    "Catalog.store_readings",
    "Store.upsert",
    "Store.set_vectors",
    "Store.tally",
    "Catalog.add_losses",
    "Store.tidy",
)
LATER = ("Catalog.queue", "Catalog.advance", "Store.upsert", "Store.set_vectors")
EVERY_ADD = [
    *(f"{when}:{name}" for name in ADDING for when in ("before", "after")),
    *(f"{when}:{name}:{call}" for name in LATER for when in ("before", "after") for call in (2, 4)),
    *(f"in:Store.{name}:{ms}" for name in ("upsert", "set_vectors") for ms in (1, 5, 20, 60)),
]
FETCHING = [
    f"{when}:{name}"
    for name in ("Catalog.expect", "Objects.keep_bytes", "Catalog.queue", "Catalog.note_fetch")
    for when in ("before", "after")
]
IMPORTING = [
    *(
        f"{when}:{name}"
        for name in (
            *("Catalog.await_imports", "Catalog.begin_import", "Catalog.keep_entry"),
            *("Catalog.remember_drops", "Catalog.store_readings", "Catalog.end_import"),
        )
        for when in ("before", "after")
    ),
    *(f"{when}:{name}:2" for name in ("Catalog.keep_entry",) for when in ("before", "after")),
    *(f"before:Shelves.tag:{call}" for call in (1, 2, 3)),
]
REMOVING = [
    f"{when}:{name}"
    for name in ("Catalog.put_in_trash", "Store.delete_documents")
    for when in ("before", "after")
]
RESTORING = [
    f"{when}:{name}"
    for name in ("Catalog.take_from_trash", "Store.upsert", "Store.set_vectors", "Catalog.advance")
    for when in ("before", "after")
]
FORGETTING = [
    f"{when}:{name}"
    for name in ("Catalog.forget_all", "Store.delete_documents", "Objects.discard")
    for when in ("before", "after")
]
SAMPLE = {
    "after:Catalog.remember_drops",
    "after:Objects.keep_file",
    "after:Catalog.store_readings",
    "in:Store.upsert:5",
    "after:Store.set_vectors",
}


def cases() -> Iterator[object]:
    for point in EVERY_ADD:
        yield pytest.param(point, marks=() if point in SAMPLE else pytest.mark.slow)


def fill(folder: Path) -> Path:
    """A file of each way in: read in pages, in one go, with an attachment, twice, not at all."""
    folder.mkdir()
    write_pdf(folder / "pages.pdf", [prose(1), prose(2)])
    write_html(folder / "web.html", "Web", prose(3))
    (folder / "words.txt").write_text(prose(4))
    (folder / "twin.txt").write_text(prose(4))
    (folder / "junk.pdf").write_bytes(b"no PDF at all")
    mail = EmailMessage()
    mail["Subject"] = "With a letter"
    mail.set_content(prose(5))
    mail.add_attachment(prose(6).encode(), maintype="text", subtype="plain", filename="letter.txt")
    (folder / "mail.eml").write_bytes(mail.as_bytes())
    return folder


def start(warehouse: Path, action: str, folder: Path, point: str = "") -> int:
    paths = os.pathsep.join([str(HERE), str(HERE.parent), str(HERE.parents[2])])
    arguments = [str(warehouse), action, str(folder), point]
    return subprocess.run(
        [sys.executable, str(HERE / "killed_at.py"), *arguments],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.DEVNULL,
        timeout=120,
        check=False,
    ).returncode


def assert_whole(library: Library, expected: dict[str, str], embedder: HashingEmbedder) -> None:
    """``expected``: the state of each document by its SHA-256; text of each exactly once."""
    catalog, store = library.catalog, library.store
    assert {one.id: one.state for one in catalog.documents()} == expected
    whole = {id for id, state in expected.items() if state == "verified"}
    passages = {id: len(catalog.passages(id)) for id in whole}
    assert all(passages.values())
    assert store.rows_by_document("passages") == passages
    assert store.tally("passages", whole) == {id: (n, n) for id, n in passages.items()}
    assert store.tally("headers", whole) == dict.fromkeys(whole, (1, 1))
    assert store.count("headers") == len(whole)
    assert catalog.drops() == []
    assert catalog.expected() == set()
    removed = {one.document.id for one in library.trash.list()}
    assert whole <= set(library.objects.names()) <= set(expected) | removed
    assert all(sha256_of(path) == id for id, path in library.objects.names().items())
    assert list(library.objects.folder.rglob("*.part")) == []
    for row in catalog.documents():
        assert row.state == "verified" or (row.problem and catalog.losses(row.id))
    embedder.embedded.clear()
    library.resume(Run())
    assert embedder.embedded == [], "a second start embeds nothing"


def states_of(folder: Path) -> dict[str, str]:
    states = {sha256_of(path): "verified" for path in folder.iterdir()}
    return states | {sha256_of(folder / "junk.pdf"): "failed"}


@pytest.fixture(scope="module")
def inbox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("faults") / "in")


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory, inbox: Path) -> Path:
    """A warehouse with everything in it and one document in the trash, to be copied."""
    folder = tmp_path_factory.mktemp("ready") / "warehouse"
    with Library(folder, SETTINGS, HashingEmbedder()) as library:
        library.add([inbox], Run())
        library.remove(sha256_of(inbox / "web.html"))
    return folder


def expected_with_letter(library: Library, inbox: Path) -> dict[str, str]:
    (letter,) = (
        one.id
        for one in library.catalog.documents()
        if "letter" in one.title.lower() and one.id not in states_of(inbox)
    )
    return {**states_of(inbox), letter: "verified"}


@pytest.mark.parametrize("point", list(cases()))
def test_killed_while_adding(point: str, inbox: Path, tmp_path: Path) -> None:
    warehouse, embedder = tmp_path / "w", HashingEmbedder()
    status = start(warehouse, "add", inbox, point)
    assert status == -signal.SIGKILL or (status == 0 and point.startswith("in:"))
    with Library(warehouse, SETTINGS, embedder) as library:
        library.resume(Run())
        if point == "before:Catalog.remember_drops":
            assert library.catalog.documents() == [], "nothing was promised yet"
            library.add([inbox], Run())
        assert_whole(library, expected_with_letter(library, inbox), embedder)


@pytest.mark.parametrize(
    "point",
    [
        pytest.param(p, marks=() if p == "after:Objects.keep_bytes" else pytest.mark.slow)
        for p in FETCHING
    ],
)
def test_killed_while_a_page_arrives(point: str, inbox: Path, tmp_path: Path) -> None:
    """Once its bytes are kept it is in the library, with where it came from; else it is named."""
    warehouse = tmp_path / "w"
    assert start(warehouse, "fetch", inbox, point) == -signal.SIGKILL
    with Library(warehouse, SETTINGS, HashingEmbedder()) as library:
        library.resume(Run())
        found = library.catalog.documents()
        if point == "before:Catalog.expect":
            assert found == []
        elif point in ("after:Catalog.expect", "before:Objects.keep_bytes"):
            assert found == []
            assert [loss.what for loss in library.catalog.losses()] == [URL]
        else:
            (page,) = found
            assert page.state == "verified"
            assert library.original(page.id).read_bytes() == PAGE
            assert library.catalog.last_fetch(URL) is not None
        assert set(library.objects.names()) == {one.id for one in found}
        assert library.catalog.expected() == set()


@pytest.mark.parametrize(
    "point",
    [
        pytest.param(p, marks=() if p == "after:Catalog.keep_entry:2" else pytest.mark.slow)
        for p in IMPORTING
    ],
)
def test_killed_while_importing(point: str, tmp_path: Path) -> None:
    """Once it is noted, all of it is in after the next start: entries, files, tags."""
    folder, warehouse = tmp_path / "in", tmp_path / "w"
    folder.mkdir()
    known = write_html(folder / "known.html", "Known", prose(1))
    write_html(folder / "new.html", "New", prose(2))
    entry = "@book{{{0}, title = {{The {0}}}, keywords = {{tag of {0}}}, file = {{{0}.html}}}}"
    (folder / "all.bib").write_text("\n".join(map(entry.format, ("known", "new"))))
    with Library(warehouse, SETTINGS, HashingEmbedder()) as library:
        library.add([known], Run())
    assert start(warehouse, "import", folder, point) == -signal.SIGKILL
    with Library(warehouse, SETTINGS, HashingEmbedder()) as library:
        library.resume(Run())
        unfinished_imports.finish(library, Run())
        if point == "before:Catalog.await_imports":
            unfinished_imports.take(library, [folder / "all.bib"], Run())
        rows = {one.title: one for one in library.catalog.documents()}
        assert {title: one.state for title, one in rows.items()} == {
            "The known": "verified",
            "The new": "verified",
        }
        tags = {title: tuple(library.catalog.tags_of(one.id)) for title, one in rows.items()}
        assert tags == {"The known": ("tag of known",), "The new": ("tag of new",)}
        assert library.catalog.waiting_imports() == []
        assert library.catalog.entries_without_file() == []


@pytest.mark.parametrize(
    ("action", "point"),
    [
        pytest.param(action, point, marks=() if at == 1 else pytest.mark.slow)
        for action, points in (
            ("remove", REMOVING),
            ("restore", RESTORING),
            ("forget", FORGETTING),
        )
        for at, point in enumerate(points)
    ],
)
def test_killed_while_removing(
    action: str, point: str, ready: Path, inbox: Path, tmp_path: Path
) -> None:
    """Each document is in the library, in the trash or gone; whole where it is."""
    warehouse, embedder = tmp_path / "w", HashingEmbedder()
    shutil.copytree(ready, warehouse)
    with Library(warehouse, SETTINGS, embedder) as library:
        before = {one.id: one.state for one in library.catalog.documents()}
        first = sorted((one.title, one.id) for one in library.catalog.documents())[0][1]
    assert start(warehouse, action, inbox, point) == -signal.SIGKILL
    with Library(warehouse, SETTINGS, embedder) as library:
        library.resume(Run())
        after = {one.id for one in library.catalog.documents()}
        trash = {one.document.id for one in library.trash.list()}
        web = sha256_of(inbox / "web.html")
        begun = not point.startswith("before") or point.split(".")[0].endswith(("Store", "Objects"))
        if action == "restore":
            assert (after, trash) == (
                (before.keys() | {web}, set()) if point != RESTORING[0] else (before.keys(), {web})
            )
        elif action == "remove":
            gone = {first} if begun else set()
            assert (after, trash) == (before.keys() - gone, {web} | gone)
        else:
            gone = {first} if begun else set()
            assert (after, trash) == (before.keys() - gone, {web})
        assert_whole(library, {id: before.get(id, "verified") for id in after}, embedder)
