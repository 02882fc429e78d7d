"""Highlights and notes: made on a range of a document's text, and written out as Markdown."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path

from indexers.text.placenames import place_name
from indexers.text.places import rects
from warehouse.disk import durable
from warehouse.errors import BadInput
from warehouse.records import Document
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.annotations import Annotation, Colour

MOST_LETTERS = 20_000
_ACTIVE = re.compile(r"([\\`*_\[\]<>#|])")


def make(
    catalog: Catalog, document: str, start: int, end: int, colour: Colour = "yellow"
) -> Annotation:
    """Mark ``text[start:end]``, without the blanks around it, and keep that.

    Raises BadInput for no words, or more than MOST_LETTERS.
    """
    text = catalog.text(document, start, end)
    start, end = start + len(text) - len(text.lstrip()), end - (len(text) - len(text.rstrip()))
    words = text.strip()
    if not words or len(words) > MOST_LETTERS:
        raise BadInput("Mark some words, a few pages of them at most.")
    place, label = catalog.stands(document, start, end)
    last, _ = catalog.page_at(document, end - 1)
    pages = [catalog.page(document, page) for page in range(place.page, last + 1)]
    boxes = tuple((page.index, on_page) for page in pages if (on_page := rects(page, start, end)))
    now = time.time()
    where = start, end, words, place.page, label, boxes
    annotation = Annotation(uuid.uuid4().hex, document, *where, colour, "", now, now)
    catalog.save_annotation(annotation)
    return annotation


def markdown(catalog: Catalog, documents: Iterable[Document]) -> str:
    """Of each document that has any: quotation, page and note, in the order of its text."""
    noted = [
        (document, notes) for document in documents if (notes := catalog.annotations(document.id))
    ]
    return "\n".join("\n".join(_of_document(document, notes)) for document, notes in noted)


def save(catalog: Catalog, documents: Iterable[Document], path: Path) -> Path:
    """Whole or not at all. Raises BadInput where there are none, StorageError."""
    text = markdown(catalog, documents)
    if not text:
        raise BadInput("There are no highlights or notes.")
    return durable.save(path, text.encode())


def _of_document(document: Document, notes: Iterable[Annotation]) -> Iterator[str]:
    yield f"# {_plain(document.title)}\n"
    if about := ", ".join(filter(None, [*document.authors, document.date])):
        yield f"{_plain(about)}\n"
    for annotation in notes:
        where = place_name(annotation.page_label)
        yield f"> {_plain(annotation.words)}" + (f" ({_plain(where)})" if where else "") + "\n"
        if not annotation.found:
            yield "*These words are no longer in the document as it is read now.*\n"
        if annotation.note.strip():
            yield "\n\n".join(map(_plain, annotation.note.strip().split("\n\n"))) + "\n"


def _plain(untrusted: str) -> str:
    """Text that no Markdown reader takes for HTML, a link or a heading."""
    return _ACTIVE.sub(r"\\\1", " ".join(untrusted.split()))
