"""Highlights and notes: kept through another reading, gone with their document."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from indexers.passages import cut
from indexers.records import Page, Reading, Sentence, Word
from indexers.text.places import rects
from warehouse.ingest.headers_plain import plain_header
from warehouse.records import Document
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.annotations import Annotation, Letters, matched
from warehouse.store.catalog.content import Parsed
from warehouse.store.catalog.database import Database
from warehouse.store.catalog.schema import MIGRATIONS

FIRST = "A weir was built. The mill stood still for years."
SECOND = (
    "OCR adds this line.\nA weir was built. The mill\nstood still for years. The mill stood here."
)


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    catalog = Catalog(tmp_path / "catalog.db")
    yield catalog
    catalog.close()


def paged(text: str, page_end: int) -> Reading:
    """Two pages; every word 10 points wide and high, one under the other."""
    pages = []
    for index, (start, end) in enumerate(((0, page_end), (page_end, len(text)))):
        words, at = [], start
        for number, word in enumerate(text[start:end].split()):
            at = text.index(word, at)
            words.append(Word(at, at + len(word), 10, 20.0 * number, 20, 20.0 * number + 10))
            at += len(word)
        pages.append(Page(index, str(index + 1), start, end, 100, 900, tuple(words)))
    sentences = (Sentence(0, len(text)),)
    return Reading("pdf", "Mills", text, tuple(pages), (), sentences)


def read(catalog: Catalog, made: Reading) -> None:
    catalog.queue(Document("a", "Mills", "pdf", "/a.pdf", 1, 1.0, "queued"), ".pdf")
    header = plain_header(catalog.document("a"), made)
    catalog.store_readings([Parsed("a", made, cut(made, 60, 1), header, "", 0)])


def marked(text: str, words: str, page: int = 0) -> Annotation:
    start = text.index(words)
    boxes = ((page, ((1.0, 2.0, 3.0, 4.0),)),)
    return Annotation("n", "a", start, start + len(words), words, page, str(page + 1), boxes)


def test_a_note_comes_back_as_it_was_kept(catalog: Catalog) -> None:
    read(catalog, paged(FIRST, 18))
    note = msgspec.structs.replace(marked(FIRST, "A weir"), note="Which one?", colour="rose")
    catalog.save_annotation(note)
    assert catalog.annotations("a") == [note]
    catalog.delete_annotation("n")
    assert catalog.annotations("a") == []


def test_another_reading_takes_a_note_to_its_words(catalog: Catalog) -> None:
    read(catalog, paged(FIRST, 18))
    catalog.save_annotation(marked(FIRST, "mill stood", 1))
    read(catalog, paged(SECOND, SECOND.index("The mill")))
    (after,) = catalog.annotations("a")
    assert SECOND[after.start : after.end] == "mill\nstood"
    assert after.found and after.page == 1
    assert after.boxes == ((1, ((10.0, 20.0, 20.0, 30.0), (10.0, 40.0, 20.0, 50.0))),)


def test_words_that_are_gone_keep_their_place_on_the_page(catalog: Catalog) -> None:
    read(catalog, paged(FIRST, 18))
    before = marked(FIRST, "mill stood", 1)
    catalog.save_annotation(before)
    read(catalog, paged("Nothing of the kind. Nor here.", 20))
    (after,) = catalog.annotations("a")
    assert not after.found and after.boxes == before.boxes and after.words == "mill stood"
    read(catalog, paged(FIRST, 18))
    assert catalog.annotations("a")[0].found


def flowing(text: str) -> Reading:
    page = Page(0, "", 0, len(text), 0, 0)
    return Reading("web", "Mills", text, (page,), (), (Sentence(0, len(text)),))


def test_of_the_same_words_those_nearest_to_where_they_stood_are_taken() -> None:
    before = "The contract.\n\n" + "Other words. " * 300 + "The contract ends."
    note = marked(before, "contract ends")
    note = msgspec.structs.replace(note, end=note.start + 8, words="contract", boxes=())
    after = "Read again. " + before
    kept = matched(note, Letters(after), flowing(after).pages)
    assert kept.start == note.start + len("Read again. ")


def test_of_the_same_words_of_a_page_those_where_it_was_marked_are_taken() -> None:
    text = "A mill, a weir and a mill."
    note = marked(text, "mill.")
    box = rects(paged(text, len(text)).pages[0], note.start, note.start + 4)
    note = msgspec.structs.replace(note, words="mill", end=note.start + 4, boxes=((0, box),))
    after = "Head. " + text
    assert matched(note, Letters(after), paged(after, len(after)).pages).start == note.start + len(
        "Head. "
    )


def test_a_long_note_keeps_its_end(catalog: Catalog) -> None:
    words = " ".join(f"Mill {number} stood." for number in range(600))
    read(catalog, flowing(words))
    catalog.save_annotation(msgspec.structs.replace(marked(words, words), boxes=()))
    read(catalog, flowing(f"Again: {words}"))
    (after,) = catalog.annotations("a")
    assert after.found and after.end - after.start == len(words) > 8000


def test_a_very_long_note_is_looked_for_in_no_time() -> None:
    words = "0 0\t0.0 " * 8000
    note = msgspec.structs.replace(marked(words, words), boxes=())
    began = time.process_time()
    for before, is_there in (
        ("Again: ", True),
        (f"{words[:-9]} Not so: ", True),
        (words[9:], False),
    ):
        after = before + words.replace(" ", "\n ") if is_there else before
        kept = matched(note, Letters(after), flowing(after).pages)
        assert kept.found is is_there
        assert not is_there or after[kept.start : kept.end].split() == words.split()
    assert time.process_time() - began < 1


def test_notes_go_with_their_document(catalog: Catalog) -> None:
    read(catalog, paged(FIRST, 18))
    catalog.save_annotation(marked(FIRST, "A weir"))
    catalog.forget("a")
    assert catalog.annotations("a") == []
    catalog.save_annotation(marked(FIRST, "A weir"))
    assert catalog.annotations("a") == []


def test_a_warehouse_from_before_there_were_notes_opens(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    place = [one.name for one in MIGRATIONS].index("annotations")
    Database(path, MIGRATIONS[:place]).close()
    catalog = Catalog(path)
    read(catalog, paged(FIRST, 18))
    catalog.save_annotation(marked(FIRST, "A weir"))
    catalog.close()
