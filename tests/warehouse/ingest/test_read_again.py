"""A document read again: its text is new as a whole, and what was cited before stays true."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pymupdf
import pytest
from shelf import SETTINGS, HashingEmbedder, prose, write_pdf

from indexers.records import OcrPage, OcrWord
from indexers.text.places import rects
from warehouse.documents.inspecting import quality
from warehouse.errors import BadInput, Cancelled
from warehouse.library import Library
from warehouse.records import Document, Place
from warehouse.run import Run
from warehouse.store.catalog.former_readings import same_words
from warehouse.studies.report.cited_places import around, standing

NEW = "Quite other words that a scanner saw on this page of the ledger."


@pytest.fixture
def document(library: Library, tmp_path: Path) -> Document:
    [added] = library.add([write_pdf(tmp_path / "a.pdf", [prose(1), prose(2), prose(3)])], Run())
    return added


def seen(page: int, words: str = NEW) -> OcrPage:
    line = tuple(
        OcrWord(50 + 30 * at, 60, 76 + 30 * at, 72, word) for at, word in enumerate(words.split())
    )
    return OcrPage(page, 0.9, 10.0, (line,))


def read_second_page_by_ocr(library: Library, document: Document) -> Document:
    library.catalog.wish_ocr(document.id, [1])
    library.catalog.keep_ocr(document.id, seen(1))
    return library.retry(document.id, Run())


def cited(library: Library, document: Document) -> tuple[Place, str]:
    """A sentence of the last page, whose range moves when the second page gets shorter."""
    page = library.catalog.page(document.id, 2)
    words = library.catalog.text(document.id, page.start + 10, page.start + 60)
    return Place(document.id, 2, page.start + 10, page.start + 60), words


def test_the_new_text_is_found_and_the_old_is_not(library: Library, document: Document) -> None:
    after = read_second_page_by_ocr(library, document)
    assert after.state == "verified"
    text = library.catalog.text(document.id)
    assert NEW in text
    assert "mark2" not in text
    assert library.retrieval.search_words("mark2", 5) == []
    [hit] = library.retrieval.search_words("scanner", 5)
    assert NEW in hit.text
    passages = library.catalog.passage_count(document.id)
    assert library.store.tally("passages", [document.id]) == {document.id: (passages, passages)}
    assert library.catalog.pages(document.id)[1].ocr == 0.9


def test_it_can_be_read_as_at_first_again(library: Library, document: Document) -> None:
    first = library.catalog.text(document.id)
    read_second_page_by_ocr(library, document)
    library.read_again(document.id, [], Run())
    assert library.catalog.text(document.id) == first
    assert library.catalog.wished_ocr(document.id) == ()


def test_an_old_citation_is_shown_where_it_stood(library: Library, document: Document) -> None:
    place, words = cited(library, document)
    before = standing(library.catalog, place, words)
    lit = rects(before.page, place.start, place.end)
    sides = around(library.catalog, place, words, 40)
    assert not before.former
    read_second_page_by_ocr(library, document)
    assert library.catalog.text(document.id, place.start, place.end) != words
    after = standing(library.catalog, place, words)
    assert after.former
    assert rects(after.page, place.start, place.end) == lit
    assert after.text[place.start : place.end] == words
    assert around(library.catalog, place, words, 40) == sides
    blanked = words[:10] + " " * 10 + words[20:]
    assert standing(library.catalog, place, blanked).former
    assert not standing(library.catalog, place).former
    assert not standing(library.catalog, place, "words that never stood there").former


def test_the_same_text_again_leaves_no_former_reading(library: Library, document: Document) -> None:
    library.retry(document.id, Run())
    assert not library.catalog.was_read_again(document.id)
    assert library.catalog.document(document.id).state == "verified"
    assert library.catalog.read_again_since(0.0) == frozenset()


def test_the_reading_of_a_time_is_found(library: Library, document: Document) -> None:
    catalog, first, began = library.catalog, library.catalog.text(document.id), time.time()
    read_second_page_by_ocr(library, document)
    second, between = catalog.text(document.id), time.time()
    library.read_again(document.id, [], Run())
    assert catalog.times_read_again() == {document.id: 2}
    assert catalog.read_again_since(between) == {document.id}
    assert catalog.read_again_since(time.time()) == frozenset()
    [*texts] = (getattr(catalog.former_at(document.id, at), "text", "") for at in (began, between))
    assert texts == [first, second] and catalog.former_at(document.id, time.time()) is None


def test_a_second_reading_that_fails_takes_nothing_away(
    library: Library, document: Document
) -> None:
    original = library.original(document.id)
    original.chmod(0o644)
    whole = original.read_bytes()
    original.write_bytes(b"%PDF-1.4 gone")
    after = library.retry(document.id, Run())
    assert after.state == "verified"
    assert after.problem
    assert "mark2" in library.catalog.text(document.id)
    original.write_bytes(whole)


def test_pages_that_are_not_there_cannot_be_wished(library: Library, document: Document) -> None:
    with pytest.raises(BadInput, match="It has 3 pages"):
        library.read_again(document.id, [3], Run())


def test_one_that_is_being_worked_on_is_left_alone(library: Library, document: Document) -> None:
    with library.ingest.only_here([document.id]):
        for act in (
            lambda: library.read_again(document.id, [1], Run()),
            lambda: library.retry(document.id, Run()),
        ):
            with pytest.raises(BadInput, match="being worked on"):
                act()
    assert library.catalog.document(document.id).state == "verified"
    assert list(library.catalog.wished_ocr(document.id)) == []


def test_ocr_pages_go_with_their_document(library: Library, document: Document) -> None:
    read_second_page_by_ocr(library, document)
    assert library.catalog.wished_ocr(document.id) == (1,)
    library.catalog.forget(document.id)
    library.catalog.keep_ocr(document.id, seen(2))
    assert library.catalog.ocr_pages(document.id) == ()
    assert list(library.catalog.formers(document.id)) == []


def test_quality_is_kept_and_told(library: Library, document: Document) -> None:
    found = quality.of(library, document.id)
    assert found.score > 0.9
    assert found.poor == ()
    assert quality.below(library, document.id, 0.5) == []
    assert same_words("one two", "one    ")
    assert not same_words("one two", "one too")


def scan(path: Path, pages: int) -> Path:
    made = pymupdf.open()
    for number in range(pages):
        printed = pymupdf.open()
        page = printed.new_page(width=200, height=80)
        page.insert_text((10, 40), f"Sheet number {number + 1} of many", fontsize=14)
        blank = made.new_page(width=200, height=80)
        blank.insert_image(blank.rect, pixmap=page.get_pixmap(dpi=150))
        printed.close()
    made.save(str(path))
    made.close()
    return path


@pytest.mark.slow
def test_a_scan_cut_short_goes_on_from_its_page(tmp_path: Path) -> None:
    settings = SETTINGS.__class__(readers=1, passage_tokens=60, reader_memory_mb=3072)
    path = scan(tmp_path / "scan.pdf", 4)
    with Library(tmp_path / "w", settings, HashingEmbedder()) as library:
        run = Run()

        def stop_in_the_middle() -> None:
            while not run.cancelled:
                [*rows] = library.catalog.documents()
                if rows and len(library.catalog.ocr_pages(rows[0].id)) >= 1:
                    run.cancel()
                time.sleep(0.02)

        watcher = threading.Thread(target=stop_in_the_middle)
        watcher.start()
        with pytest.raises(Cancelled):
            library.add([path], run)
        watcher.join()
        [document] = library.catalog.documents()
        kept = library.catalog.ocr_pages(document.id)
        assert 1 <= len(kept) < 4
    with Library(tmp_path / "w", settings, HashingEmbedder()) as library:
        fresh: list[int] = []
        keep = library.catalog.keep_ocr
        library.catalog.keep_ocr = lambda id, page: (fresh.append(page.page), keep(id, page))[1]  # type: ignore[method-assign]
        library.resume(Run())
        [document] = library.catalog.documents()
        assert document.state == "verified"
        assert fresh == list(range(len(kept), 4))
        text = library.catalog.text(document.id).replace(" ", "")
        assert all(f"Sheetnumber{number}ofmany" in text for number in range(1, 5))
