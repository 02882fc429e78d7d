"""Documents that an older reader has read: told, read again, and nothing of them lost."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_html, write_pdf

from indexers import versions
from indexers.detect import KINDS
from indexers.records import OcrPage, OcrWord
from warehouse import cli
from warehouse.documents.backup.checking import check
from warehouse.documents.inspecting import outdated_readings
from warehouse.errors import Cancelled
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.run import Run
from warehouse.store.catalog import compressed_text
from warehouse.studies.report.cited_places import standing


@pytest.fixture
def documents(library: Library, tmp_path: Path) -> list[Document]:
    paths = [write_pdf(tmp_path / "a.pdf", [prose(1), prose(2)])]
    paths.append(write_html(tmp_path / "b.html", "Two", prose(3)))
    return sorted(library.add(paths, Run()), key=lambda one: one.kind)


def made_older(library: Library, document: Document) -> str:
    """As an older reader left it, with words that the present one does not find."""
    before = library.catalog.text(document.id).replace("document", "docu ment")
    with library.catalog.write() as connection:
        connection.execute("DELETE FROM texts WHERE document = ?", (document.id,))
        compressed_text.insert(connection, document.id, before)
    library.catalog.change([document.id], reader=0)
    return before


def test_every_kind_has_a_reader_with_a_number() -> None:
    assert set(KINDS.values()) <= set(versions.READERS)
    assert min(versions.READERS.values()) > 0


def test_what_the_present_reader_read_is_not_older(
    library: Library, documents: list[Document]
) -> None:
    assert [one.reader for one in documents] == [versions.present(one.kind) for one in documents]
    assert outdated_readings.older(documents) == []
    queued = msgspec.structs.replace(documents[0], reader=0, state="queued")
    assert not outdated_readings.is_older(queued)


def test_a_text_read_without_the_charset_of_its_server_is_older(
    library: Library, tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(prose(1))
    [document] = library.add([path], Run())
    assert not outdated_readings.is_older(document)
    assert outdated_readings.is_older(msgspec.structs.replace(document, reader=4))


def test_what_was_cited_stays_and_the_text_is_new(
    library: Library, documents: list[Document]
) -> None:
    paper = documents[0]
    fresh = library.catalog.text(paper.id)
    before = made_older(library, paper)
    place, words = Place(paper.id, 0, 60, 120), before[60:120]
    assert [one.id for one in outdated_readings.older(library.catalog.documents())] == [paper.id]
    report = check(library, Run())
    assert report.findings == ()
    assert report.older.startswith("1 document was read by an older reader")
    done = outdated_readings.read_anew(library, [one.id for one in documents], Run())
    assert (done.read, done.other, done.problems) == (2, 1, ())
    assert library.catalog.text(paper.id) == fresh
    assert standing(library.catalog, place, words).former
    assert outdated_readings.older(library.catalog.documents()) == []
    assert {one.state for one in library.catalog.documents()} == {"verified"}


def test_the_same_text_keeps_header_and_vectors(
    library: Library, documents: list[Document]
) -> None:
    paper = documents[0]
    header = library.catalog.header(paper.id)
    assert header is not None
    told = msgspec.structs.replace(header, summary="Of harbours and mills.", made_by="model")
    library.set_header(told)
    embedder = library.embedder
    assert isinstance(embedder, HashingEmbedder)
    embedder.embedded.clear()
    done = outdated_readings.read_anew(library, [paper.id], Run())
    assert (done.read, done.other) == (1, 0)
    assert library.catalog.header(paper.id) == told
    assert library.catalog.document(paper.id).header == "model"
    assert not [text for text in embedder.embedded if "In year" in text]


def test_the_same_text_cut_otherwise_leaves_no_rows_behind(tmp_path: Path) -> None:
    path = write_html(tmp_path / "b.html", "Two", prose(3))
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        [document] = library.add([path], Run())
    coarser = msgspec.structs.replace(SETTINGS, passage_tokens=400)
    with Library(tmp_path / "w", coarser, HashingEmbedder()) as library:
        assert outdated_readings.read_anew(library, [document.id], Run()).other == 0
        count = library.catalog.passage_count(document.id)
        assert count != document.passages
        assert library.store.tally("passages", [document.id]) == {document.id: (count, count)}
        assert library.catalog.document(document.id).problem == ""


def test_pages_that_were_wished_by_ocr_stay_so(library: Library, documents: list[Document]) -> None:
    paper = documents[0]
    said = "Quite other words that a scanner saw on this page of the ledger."
    words = enumerate(said.split())
    line = tuple(OcrWord(50 + 30 * n, 60, 76 + 30 * n, 72, word) for n, word in words)
    library.catalog.wish_ocr(paper.id, [1])
    library.catalog.keep_ocr(paper.id, OcrPage(1, 0.9, 10.0, (line,)))
    library.retry(paper.id, Run())
    outdated_readings.read_anew(library, [paper.id], Run())
    assert library.catalog.wished_ocr(paper.id) == (1,)
    assert "a scanner saw" in library.catalog.text(paper.id)


def test_one_that_cannot_be_read_again_keeps_its_text(
    library: Library, documents: list[Document]
) -> None:
    paper = documents[0]
    before = made_older(library, paper)
    original = library.original(paper.id)
    original.chmod(0o644)
    original.write_bytes(b"%PDF-1.4 gone")
    done = outdated_readings.read_anew(library, [one.id for one in documents], Run())
    assert (done.read, done.other) == (1, 0)
    assert [title for title, _ in done.problems] == [paper.title]
    assert "kept the text they had" in done.said
    assert library.catalog.text(paper.id) == before
    again = outdated_readings.read_anew(library, [documents[1].id], Run())
    assert again.problems == ()


def test_stopped_it_has_begun_only_a_few(
    library: Library, documents: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outdated_readings, "TOGETHER", 1)
    for one in documents:
        made_older(library, one)
    run = Run()
    run.show = lambda step: run.cancel()  # type: ignore[method-assign]
    with pytest.raises(Cancelled):
        outdated_readings.read_anew(library, [one.id for one in documents], run)
    states = [library.catalog.document(one.id).state for one in documents]
    assert states[1] == "verified"
    library.resume(Run())
    assert len(outdated_readings.older(library.catalog.documents())) == 1


@pytest.mark.usefixtures("home")
def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Library, "_embedder_of", lambda self, settings: HashingEmbedder())
    at = ["--warehouse", str(tmp_path / "w")]
    paths = [write_html(tmp_path / f"{n}.html", f"Title {n}", prose(n)) for n in (1, 2)]
    with Library(tmp_path / "w", SETTINGS, HashingEmbedder()) as library:
        documents = library.add(paths, Run())
        made_older(library, documents[0])
    assert cli.main([*at, "reread", "--older"]) == 0
    assert capsys.readouterr().out == ("1 document read again, the text of 1 came out otherwise.\n")
    assert cli.main([*at, "reread", "--older"]) == 0
    assert capsys.readouterr().out == "No document was read by an older reader.\n"
    assert cli.main([*at, "reread", "--all"]) == 0
    assert capsys.readouterr().out.startswith("2 documents read again, the text of 0 came")
    assert cli.main([*at, "reread", "--all", "--page", "1"]) == 1
    assert cli.main([*at, "reread"]) == 1
