"""Real readers, real SQLite, real LanceDB; the hashing embedder stands in for the model."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from shelf import SETTINGS, HashingEmbedder, prose, reading, write_html, write_pdf

from indexers.records import Page
from warehouse.errors import BadInput, Cancelled, ModelMissing, StorageError
from warehouse.ingest.indexing import passage_text
from warehouse.ingest.intake import Admission
from warehouse.ingest.reading_progress import page_problems
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run, Step


@pytest.fixture
def embedder() -> HashingEmbedder:
    return HashingEmbedder()


@pytest.fixture
def library(tmp_path: Path, embedder: HashingEmbedder) -> Iterator[Library]:
    with Library(tmp_path / "warehouse", SETTINGS, embedder) as library:
        yield library


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    return folder


def whole(library: Library, document: str) -> bool:
    """Counted here, and not by the code that sets "verified"."""
    expected = len(library.catalog.passages(document))
    return (
        expected > 0
        and library.store.tally("passages", [document]) == {document: (expected, expected)}
        and library.store.tally("headers", [document]) == {document: (1, 1)}
        and library.catalog.header(document) is not None
        and library.original(document).exists()
    )


def test_pdf_and_web_page_become_green(library: Library, inbox: Path) -> None:
    paths = [
        write_pdf(inbox / "a.pdf", [prose(1), prose(2)]),
        write_html(inbox / "b.html", "Of mills", prose(3)),
    ]
    steps: list[Step] = []
    documents = library.add(paths, Run(lambda s: steps.append(s)))  # type: ignore[arg-type]
    assert [one.state for one in documents] == ["verified", "verified"]
    assert [one.kind for one in documents] == ["pdf", "web"]
    assert [one.pages for one in documents] == [2, 1]
    assert documents[1].title == "Of mills"
    assert all(whole(library, one.id) for one in documents)
    assert all(one.embedded == one.passages for one in documents)
    assert {"adding", "reading", "embedding"} <= {step.stage for step in steps}
    assert library.catalog.page(documents[0].id, 1).words
    (hit,) = library.retrieval.search_words("mark2", 5)
    assert hit.document == documents[0].id and "mark2" in hit.text


def test_same_bytes_add_nothing(library: Library, inbox: Path, embedder: HashingEmbedder) -> None:
    first = write_html(inbox / "a.html", "One", prose(1))
    (before,) = library.add([first], Run())
    embedded = len(embedder.embedded)
    second = inbox / "b.html"
    second.write_bytes(first.read_bytes())
    (after,) = library.add([second, first], Run())
    assert after == before
    assert len(embedder.embedded) == embedded
    assert library.catalog.counts().documents == 1
    assert library.catalog.sources(before.id) == [str(first), str(second)]
    assert library.store.count("passages") == before.passages


def test_bad_files_are_listed_and_the_others_unaffected(library: Library, inbox: Path) -> None:
    good = write_html(inbox / "good.html", "Good", prose(1))
    (inbox / "empty.pdf").touch()
    (inbox / "junk.pdf").write_bytes(b"junk" * 500)
    (inbox / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    cut = write_pdf(inbox / "cut.pdf", [prose(2)] * 3)
    cut.write_bytes(cut.read_bytes()[:300])
    documents = library.add(sorted(inbox.iterdir()), Run())
    by_name = {Path(one.source).name: one for one in documents}
    assert by_name[good.name].state == "verified"
    for name in ("empty.pdf", "junk.pdf", "photo.jpg", "cut.pdf"):
        assert by_name[name].state == "failed"
        assert by_name[name].problem.startswith("Not readable")
        assert library.catalog.losses(by_name[name].id)
    assert "empty" in by_name["empty.pdf"].problem


def test_a_folder_lists_what_it_skips(library: Library, inbox: Path) -> None:
    deep = inbox / "deep"
    deep.mkdir()
    write_html(deep / "a.html", "A", prose(1))
    (inbox / "b.mp3").write_bytes(b"x")
    (inbox / "c.mp3").write_bytes(b"y")
    (inbox / ".hidden.html").write_text("hidden")
    assert len(library.add([inbox], Run())) == 1
    reasons = {Path(loss.what).name: loss.reason for loss in library.catalog.losses()}
    assert reasons.keys() == {"b.mp3", "c.mp3", ".hidden.html"}
    assert ".mp3" in reasons["b.mp3"] and "hidden" in reasons[".hidden.html"]
    with pytest.raises(BadInput):
        library.add([inbox / "absent.pdf"], Run())


def test_pages_without_text_are_kept_and_named(library: Library, inbox: Path) -> None:
    pages = [prose(1), "", "", prose(2), ""]
    (document,) = library.add([write_pdf(inbox / "a.pdf", pages)], Run())
    assert document.state == "verified"
    assert (document.pages, document.blank_pages) == (5, 3)
    assert document.problem == "No text on pages 2–3, 5."


def test_blank_pages_are_no_problem(library: Library, inbox: Path) -> None:
    (document,) = library.add([write_pdf(inbox / "a.pdf", [prose(1), None, prose(2)])], Run())
    assert (document.state, document.problem) == ("verified", "")
    assert (document.pages, document.blank_pages) == (3, 0)
    assert library.catalog.losses(document.id) == []


def test_problems_are_grouped_by_page() -> None:
    problems = ["", "no text", "could not be read.", "no text"]
    pages = [Page(at, "", 0, 0, 0, 0, (), problem) for at, problem in enumerate(problems)]
    assert page_problems(pages, "page") == "No text on pages 2, 4. Could not be read on page 3."
    assert page_problems([], "page") == ""


def test_a_locked_pdf_waits_for_its_password(library: Library, inbox: Path) -> None:
    path = inbox / "locked.pdf"
    with pymupdf.open() as made:
        made.new_page().insert_textbox(pymupdf.Rect(72, 72, 500, 700), prose(1), fontsize=10)
        made.save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open", owner_pw="own")
    (document,) = library.add([path], Run())
    assert (document.state, document.problem) == ("locked", "Needs a password.")
    with pytest.raises(BadInput, match="does not open"):
        library.unlock(document.id, "wrong", Run())
    assert library.password(document.id) == ""
    after = library.unlock(document.id, "open", Run())
    assert (after.state, after.problem) == ("verified", "")
    assert library.password(document.id) == "open"
    (again,) = library.add([path], Run(), password="open")
    assert again.state == "verified"


def test_forgetting_leaves_nothing(library: Library, inbox: Path) -> None:
    kept, gone = library.add(
        [write_html(inbox / f"{n}.html", f"Title {n}", prose(n)) for n in (1, 2)], Run()
    )
    original = library.original(gone.id)
    library.trash.forget([gone.id])
    assert not original.exists()
    assert [one.id for one in library.catalog.documents()] == [kept.id]
    assert set(library.store.rows_by_document("passages")) == {kept.id}
    assert set(library.store.rows_by_document("headers")) == {kept.id}
    assert library.retrieval.search_words("mark2", 5) == []
    (back,) = library.add([inbox / "2.html"], Run())
    assert back.state == "verified"


def test_a_second_start_embeds_nothing(tmp_path: Path, inbox: Path) -> None:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        library.add([write_html(inbox / "a.html", "A", prose(1))], Run())
        before = library.catalog.documents()
    embedder = HashingEmbedder()
    with Library(tmp_path / "w", SETTINGS, embedder) as library:
        library.resume(Run())
        assert library.catalog.documents() == before
    assert embedder.embedded == []


def test_another_embedder_embeds_everything_again(tmp_path: Path, inbox: Path) -> None:
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder(32)) as library:
        (before,) = library.add([write_html(inbox / "a.html", "A", prose(1))], Run())
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder(48)) as library:
        library.resume(Run())
        assert library.catalog.documents() == [before]
        assert whole(library, before.id)
        assert library.retrieval.passages("mark1", 3)[0].document == before.id


def test_what_lancedb_lost_is_made_again_and_orphans_dropped(library: Library) -> None:
    texts = [prose(number) for number in range(3)]
    batch = [
        Admission(reading(f"T{at}", text), "s", text.encode()) for at, text in enumerate(texts)
    ]
    one, two, three = library.admit_many(batch, Run())
    library.store.delete_documents([one.id])
    some = sorted(library.store.ids("passages", [two.id]))[0]
    library.store.delete("passages", [some])
    library.catalog.forget(three.id)
    library.resume(Run())
    assert {row.id: row.state for row in library.catalog.documents()} == {
        one.id: "verified",
        two.id: "verified",
    }
    assert whole(library, one.id) and whole(library, two.id)
    assert set(library.store.rows_by_document("passages")) == {one.id, two.id}
    assert set(library.objects.names()) == {one.id, two.id}


def test_a_damaged_index_is_made_again(tmp_path: Path) -> None:
    text = prose(5)
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        document = library.admit(reading("T", text), "s", text.encode(), Run())
    for path in (tmp_path / "w" / "lance").rglob("*"):
        if path.is_file():
            path.write_bytes(b"damaged")
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        library.resume(Run())
        assert library.catalog.document(document.id) == document
        assert whole(library, document.id)


def test_rebuild_makes_lancedb_again(library: Library) -> None:
    text = prose(5)
    document = library.admit(reading("T", text), "s", text.encode(), Run())
    library.store.recreate()
    library.rebuild(Run())
    assert library.catalog.document(document.id) == document
    assert whole(library, document.id)


def test_admitted_readings_take_the_same_path(library: Library) -> None:
    batch = [Admission(reading(f"T{n}", prose(n)), "corpus", prose(n).encode()) for n in (1, 2, 1)]
    documents = library.admit_many(batch, Run())
    assert [one.title for one in documents] == ["T1", "T2"]
    assert [one.state for one in documents] == ["verified", "verified"]
    assert all(whole(library, one.id) for one in documents)
    assert documents[0].id == hashlib.sha256(prose(1).encode()).hexdigest()


class StubbornEmbedder(HashingEmbedder):
    """Waits in every batch until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = threading.Event()
        self.go = threading.Event()

    def embed(self, texts: Sequence[str], *args: object, **more: object) -> np.ndarray:
        self.reached.set()
        self.go.wait(30)
        return super().embed(texts, *args, **more)  # type: ignore[arg-type]


def test_words_are_found_before_the_first_vector(tmp_path: Path, inbox: Path) -> None:
    embedder = StubbornEmbedder()
    paths = [write_html(inbox / f"{n}.html", f"Title {n}", prose(n)) for n in range(4)]
    with Library(tmp_path / "w", SETTINGS, embedder) as library:
        worker = threading.Thread(target=library.add, args=(paths, Run()))
        worker.start()
        assert embedder.reached.wait(60)
        for n in range(4):
            assert library.retrieval.search_words(f"mark{n}", 1)[0].title == f"Title {n}"
        assert library.store.count_vectors("passages") == 0
        assert library.store.count("headers") == 4
        embedder.go.set()
        worker.join(60)
        assert library.catalog.counts().states == {"verified": 4}


def test_a_document_removed_while_it_is_embedded(tmp_path: Path, inbox: Path) -> None:
    embedder = StubbornEmbedder()
    paths = [write_html(inbox / f"{n}.html", f"Title {n}", prose(n)) for n in range(2)]
    with Library(tmp_path / "w", SETTINGS, embedder) as library:
        worker = threading.Thread(target=library.add, args=(paths, Run()))
        worker.start()
        assert embedder.reached.wait(60)
        by_title = {one.title: one for one in library.catalog.documents()}
        gone, kept = by_title["Title 0"], by_title["Title 1"]
        library.remove(gone.id)
        embedder.go.set()
        worker.join(60)
        assert [one.id for one in library.catalog.documents()] == [kept.id]
        assert library.catalog.document(kept.id).state == "verified"
        assert set(library.store.rows_by_document("passages")) == {kept.id}
        assert set(library.store.rows_by_document("headers")) == {kept.id}


def test_without_an_embedder_words_are_found_and_the_rest_waits(
    tmp_path: Path, inbox: Path
) -> None:
    path = write_html(inbox / "a.html", "A", prose(1))
    with Library(tmp_path / "w", SETTINGS) as library:
        with pytest.raises(ModelMissing, match="words can be found"):
            library.add([path], Run())
        (document,) = library.catalog.documents()
        assert document.state == "searchable"
        assert library.retrieval.search_words("mark1", 3)[0].document == document.id


def test_cancel_stops_at_once_and_resume_goes_on(library: Library, inbox: Path) -> None:
    paths = [write_html(inbox / f"{n}.html", f"Title {n}", prose(n)) for n in range(12)]
    run = Run()
    stopped: list[float] = []

    def work() -> None:
        with pytest.raises(Cancelled):
            library.add(paths, run)
        stopped.append(time.monotonic())

    worker = threading.Thread(target=work)
    worker.start()
    while not library.catalog.in_states("parsed", "searchable") and worker.is_alive():
        time.sleep(0.01)
    asked = time.monotonic()
    run.cancel()
    worker.join(30)
    assert stopped and stopped[0] - asked < 1.0
    assert library.catalog.counts().states.get("verified", 0) < 12
    library.resume(Run())
    assert library.catalog.counts().states == {"verified": 12}


def test_two_drops_at_once_double_nothing(library: Library, inbox: Path) -> None:
    paths = [write_html(inbox / f"{n}.html", f"Title {n}", prose(n)) for n in range(6)]
    threads = [threading.Thread(target=library.add, args=(paths, Run())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert library.catalog.counts().states == {"verified": 6}
    assert all(whole(library, one.id) for one in library.catalog.documents())


def test_every_change_is_told(tmp_path: Path, inbox: Path) -> None:
    told: list[Document] = []
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder(), told.append) as library:
        (document,) = library.add([write_html(inbox / "a.html", "A", prose(1))], Run())
    states = list(dict.fromkeys(one.state for one in told))
    assert states == [
        "queued", "copied", "parsed", "searchable", "embedded", "headed", "verified",
    ]  # fmt: skip
    assert told[-1] == document


def test_a_file_that_is_gone_before_the_copy(library: Library, inbox: Path) -> None:
    path = write_html(inbox / "a.html", "A", prose(1))
    (queued,) = library.ingest._intake.queue(library.ingest._intake.remember([path]), Run())
    path.unlink()
    library.resume(Run())
    document = library.catalog.document(queued)
    assert (document.state, document.problem) == (
        "failed",
        "The file was moved or deleted before it could be copied.",
    )
    write_html(path, "A", prose(1))
    (back,) = library.add([path], Run())
    assert (back.id, back.state, back.problem) == (document.id, "verified", "")


def test_one_program_at_a_time(library: Library) -> None:
    with pytest.raises(StorageError, match="open in another window"):
        Library(library.folder, SETTINGS, HashingEmbedder())


def test_passages_carry_title_and_path_into_the_index(library: Library) -> None:
    text = prose(1)
    document = library.admit(reading("Zanzibar", text), "s", text.encode(), Run())
    assert library.retrieval.search_words("zanzibar", 5)[0].document == document.id
    assert passage_text(library.catalog.passage_texts(document.id)[0]).startswith("Zanzibar\n")


def test_a_new_header_is_searchable_at_once(library: Library) -> None:
    import msgspec

    text = prose(1)
    document = library.admit(reading("T", text), "s", text.encode(), Run())
    header = library.catalog.header(document.id)
    assert header is not None
    library.set_header(
        msgspec.structs.replace(header, summary="About xylophones.", made_by="model")
    )
    (hit,) = library.retrieval.headers("xylophones", 3)
    assert hit.document == document.id and hit.lexical and hit.dense
    assert library.catalog.document(document.id).header == "model"
    assert library.store.count("headers") == 1
