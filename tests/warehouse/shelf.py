"""Documents and an embedder for the tests of storage and ingest; the embedder needs no model."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pymupdf
from numpy.typing import NDArray

from indexers.passages import cut
from indexers.records import Page, Reading
from indexers.text import sentences
from warehouse.ingest.headers_plain import plain_header
from warehouse.library import Library
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.settings import Settings
from warehouse.store.catalog.content import Parsed

SETTINGS = Settings(readers=1, passage_tokens=60)

SUBJECTS = ("harbour", "ledger", "mill", "orchard", "bridge", "archive", "lantern", "treaty")
VERBS = ("records", "measures", "repairs", "describes", "settles", "counts", "forbids")


class HashingEmbedder:
    """A bag of stems, hashed into unit vectors; counts what it was asked for."""

    present = True

    def __init__(self, dimension: int = 32) -> None:
        self.dimension = dimension
        self.name = f"hashing-{dimension}"
        self.embedded: list[str] = []
        self.closed = False

    def embed(
        self,
        texts: Sequence[str],
        background: bool = False,
        on_batch: Callable[[int], None] | None = None,
    ) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for term in analyzer.terms(text) or ["nothing"]:
                code = zlib.crc32(term.encode())
                row[code % self.dimension] += 1.0 if code & 1 << 20 else -1.0
            if not row.any():
                row[0] = 1.0
            row /= np.linalg.norm(row)
        self.embedded += texts
        if on_batch is not None:
            on_batch(len(texts))
        return rows

    def close(self) -> None:
        self.closed = True


def prose(number: int, sentences_wanted: int = 12) -> str:
    """Different for each number, always the same for one; holds the word ``markNUMBER``."""
    lines = [f"The word mark{number} stands only in this document."]
    for at in range(sentences_wanted):
        subject = SUBJECTS[(number + at) % 7]
        verb = VERBS[(number * 3 + at * 7) % 7]
        other = SUBJECTS[(number * 7 + at * 3 + 1) % 7]
        lines.append(f"In year {1500 + number * 13 + at} the {subject} {verb} the {other}.")
    return " ".join(lines)


def write_pdf(path: Path, pages: Sequence[str | None]) -> Path:
    """One text a page; an empty one makes a picture of nothing, None a blank page."""
    with pymupdf.open() as document:
        for text in pages:
            page = document.new_page()
            if text:
                page.insert_textbox(pymupdf.Rect(72, 72, 523, 770), text, fontsize=10)
            elif text is not None:
                pixels = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 40, 40), False)
                pixels.clear_with(200)
                page.insert_image(page.rect, pixmap=pixels)
        document.save(path)
    return path


def write_html(path: Path, title: str, text: str) -> Path:
    body = f"<article><h1>{title}</h1><p>{text}</p></article>"
    path.write_text(f"<!doctype html><html><head><title>{title}</title></head><body>{body}</body>")
    return path


def write_two(folder: Path) -> Path:
    """A new folder with a PDF of two pages, mark1 and mark2, and the web page "Two" of mark3."""
    folder.mkdir()
    write_pdf(folder / "one.pdf", [prose(1), prose(2)])
    write_html(folder / "two.html", "Two", prose(3))
    return folder


def reading(title: str, *paragraphs: str, language: str = "en") -> Reading:
    """A web reading of one page."""
    text = "\n\n".join(paragraphs)
    return Reading(
        kind="web",
        title=title,
        text=text,
        pages=(Page(0, "1", 0, len(text), 0, 0),),
        sections=(),
        sentences=sentences.split(text),
        language=language,
    )


def reread(library: Library, document: str, title: str, text: str) -> None:
    """By a reader that finds this text, and to the end."""
    found = reading(title, text)
    header = plain_header(library.catalog.document(document), found)
    library.catalog.store_readings([Parsed(document, found, cut(found, 60, 1), header, "", 0)])
    library.ingest.process([document], Run())
