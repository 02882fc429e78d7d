"""Rows made from a reading: text, pages with their words, sentences, passages, header.

A reading is stored whole in one transaction, and replaces what an earlier one had left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from indexers import versions
from indexers.records import Code, Page, Passage, Reading, Section, Sentence, Word
from indexers.text.placenames import pages_label
from indexers.xray import masked
from warehouse.errors import BadInput, Damaged
from warehouse.records import Header, Hit, Place
from warehouse.store.catalog import compressed_text
from warehouse.store.catalog.annotations import keep_annotations
from warehouse.store.catalog.database import Row
from warehouse.store.catalog.former_readings import keep_former
from warehouse.store.catalog.reading_rows import PAGE_COLUMNS, insert_reading, unpack
from warehouse.store.catalog.sketches import Sketch
from warehouse.store.catalog.suspects import SuspectRows
from warehouse.store.catalog.triples import drop_triples

_OF_A_READING = (
    "texts",
    "pages",
    "structures",
    "passages",
    "headers",
    "losses",
    "suspects",
    "named",
)


class Parsed(Struct, frozen=True):
    """All that the parsed step stores for one document."""

    document: str
    reading: Reading
    passages: tuple[Passage, ...]
    header: Header
    problem: str
    blank_pages: int
    sketch: Sketch | None = None


class PassageText(Struct, frozen=True):
    """What is indexed and embedded of a passage; ``text`` is its canonical text."""

    id: str
    document: str
    title: str
    path: str
    text: str


class ContentRows(SuspectRows):
    def store_readings(self, batch: Sequence[Parsed]) -> None:
        """Everything of each reading, and the state "parsed", in one transaction."""
        with self.write() as connection:
            for parsed in batch:
                if not self.knows(parsed.document):
                    continue
                written = self.header(parsed.document)
                is_same = keep_former(connection, parsed.document, parsed.reading.text)
                stay = self._known_sentences(parsed.document) if is_same else ()
                drop_triples(connection, parsed.document, {*stay} & {*parsed.reading.sentences})
                self._clear(connection, parsed.document)
                insert_reading(connection, parsed.document, parsed.reading, parsed.passages)
                keep_annotations(connection, parsed.document, parsed.reading)
                self._describe(parsed)
                self.weigh_kept_out(parsed.document)
                if is_same and written is not None and written.made_by == "model":
                    self.set_header(self.about(written))  # it says what it said of the same text
                self.keep_sketch(parsed.document, parsed.sketch)
                self.add_losses(parsed.document, parsed.reading.losses)

    def _known_sentences(self, document: str) -> tuple[Sentence, ...]:
        try:
            return self.sentences(document)
        except Damaged:  # a new reading mends it
            return ()

    def _clear(self, connection: sqlite3.Connection, document: str) -> None:
        for table in _OF_A_READING:
            connection.execute(f"DELETE FROM {table} WHERE document = ?", (document,))

    def _describe(self, parsed: Parsed) -> None:
        reading = parsed.reading
        title = {"title": reading.title} if reading.title else {}
        self.change(
            [parsed.document],
            state="parsed",
            **title,
            kind=reading.kind,
            pages=len(reading.pages),
            pages_done=len(reading.pages),
            passages=len(parsed.passages),
            embedded=0,
            language=reading.language,
            date=reading.date,
            authors=msgspec.json.encode(reading.authors).decode(),
            site=reading.site,
            problem=parsed.problem,
            blank_pages=parsed.blank_pages,
            header="",
            reader=versions.present(reading.kind),
        )
        self.read_again(parsed.document, reading.told)
        self.set_header(self.about(parsed.header))

    def text(self, document: str, start: int = 0, end: int | None = None) -> str:
        """``text[start:end]`` of the canonical text; "" for an unread document."""
        first = start // compressed_text.PIECE_CHARS
        last = (end - 1) // compressed_text.PIECE_CHARS if end else -1 if end == 0 else 2**31
        pieces = self.rows(
            "SELECT body FROM texts WHERE document = ? AND piece BETWEEN ? AND ? ORDER BY piece",
            (document, first, last),
        )
        offset = first * compressed_text.PIECE_CHARS
        text = compressed_text.joined(body for (body,) in pieces)
        return text[start - offset : None if end is None else end - offset]

    def for_prompts(self, document: str, start: int = 0, end: int | None = None) -> str:
        """``text`` with blanks for what the x-ray keeps out; every offset stays what it was."""
        text = self.text(document, start, end)
        return masked(text, start, self.withheld([document]).get(document, ()))

    def length(self, document: str) -> int:
        """Characters of the canonical text."""
        row = self.row("SELECT length FROM structures WHERE document = ?", (document,))
        return int(row[0]) if row else 0

    def figures(self, document: str) -> int:
        """As its reader counted them."""
        row = self.row("SELECT figures FROM structures WHERE document = ?", (document,))
        return int(row[0]) if row else 0

    def pages(self, document: str) -> list[Page]:
        """All pages in order, without their words."""
        rows = self.rows(
            f"SELECT {PAGE_COLUMNS} FROM pages WHERE document = ? ORDER BY page",
            [document],
        )
        return [_page(row, ()) for row in rows]

    def page(self, document: str, index: int) -> Page:
        """One page with its word boxes. Raises BadInput when there is none."""
        row = self.row(
            f"SELECT words, {PAGE_COLUMNS} FROM pages WHERE document = ? AND page = ?",
            (document, index),
        )
        if row is None:
            raise BadInput(f"There is no page {index + 1} in that document.")
        words = unpack(row[0], tuple[Word, ...]) if row[0] else ()
        return _page(row[1:], words)

    def page_at(self, document: str, offset: int) -> tuple[int, str]:
        """(index, label) of the page on which a canonical offset stands; (0, "") without pages."""
        row = self.row(
            "SELECT page, label FROM pages WHERE document = ? AND first <= ?"
            " ORDER BY page DESC LIMIT 1",
            (document, offset),
        )
        return (int(row[0]), str(row[1])) if row else (0, "")

    def stands(self, document: str, start: int, end: int) -> tuple[Place, str]:
        """The place of a canonical range, and what the page or pages that it is on are called."""
        page, first = self.page_at(document, start)
        last = self.page_at(document, max(start, end - 1))[1]
        return Place(document, page, start, end), pages_label(first, last)

    def sections(self, document: str) -> tuple[Section, ...]:
        blob = self._structure(document, "sections")
        return unpack(blob, tuple[Section, ...]) if blob else ()

    def sentences(self, document: str) -> tuple[Sentence, ...]:
        blob = self._structure(document, "sentences")
        return unpack(blob, tuple[Sentence, ...]) if blob else ()

    def code(self, document: str) -> tuple[Code, ...]:
        """Ranges of the canonical text; none of what was read before they were told."""
        blob = self._structure(document, "code")
        return unpack(blob, tuple[Code, ...]) if blob else ()

    def _structure(self, document: str, column: str) -> bytes:
        row = self.row(f"SELECT {column} FROM structures WHERE document = ?", (document,))
        return bytes(row[0]) if row else b""

    def reading(self, document: str) -> Reading:
        """The stored reading, word boxes left out."""
        about = self.document(document)
        row = self.row("SELECT tables, figures FROM structures WHERE document = ?", (document,))
        tables, figures = row or (0, 0)
        return Reading(
            kind=about.kind,
            title=about.title,
            text=self.text(document),
            pages=tuple(self.pages(document)),
            sections=self.sections(document),
            sentences=self.sentences(document),
            authors=about.authors,
            date=about.date,
            site=about.site,
            language=about.language,
            tables=tables,
            figures=figures,
            losses=tuple(self.losses(document)),
            suspects=tuple(self.suspects(document)),
            code=self.code(document),
        )

    def passages(self, document: str) -> list[Passage]:
        rows = self.rows(
            "SELECT first, last, first_sentence, last_sentence, path, page FROM passages"
            " WHERE document = ? ORDER BY number",
            [document],
        )
        return [Passage(*row) for row in rows]

    def passage_count(self, document: str) -> int:
        row = self.row("SELECT count(*) FROM passages WHERE document = ?", (document,))
        return int(row[0]) if row else 0

    def uncovered_pages(self, document: str) -> int:
        """Pages with a problem-free text of which no part is in any passage."""
        row = self.row(
            "SELECT count(*) FROM pages WHERE document = ?1 AND problem = '' AND NOT EXISTS ("
            " SELECT 1 FROM passages WHERE passages.document = ?1"
            " AND passages.first < pages.last AND passages.last > pages.first)",
            [document],
        )
        return int(row[0]) if row else 0

    def passage_around(self, document: str, start: int, end: int) -> str:
        """The first passage that has all of this range, else that in which it begins; "" for
        none.
        """
        row = self.row(
            "SELECT id FROM passages WHERE document = ?1 AND first <= ?2 AND last > ?2"
            " ORDER BY last < ?3, number LIMIT 1",
            (document, start, end),
        )
        return str(row[0]) if row else ""

    def passage_texts(self, document: str) -> list[PassageText]:
        """In order; empty for a document that was removed."""
        row = self.row("SELECT title FROM documents WHERE id = ?", (document,))
        title = str(row[0]) if row else ""
        text = self.text(document)
        passages = self.rows(
            "SELECT id, path, first, last FROM passages WHERE document = ? ORDER BY number",
            [document],
        )
        return [
            PassageText(id, document, title, path, text[start:end])
            for id, path, start, end in passages
        ]

    def passage_ids(self, document: str) -> list[str]:
        rows = self.rows("SELECT id FROM passages WHERE document = ? ORDER BY number", [document])
        return [id for (id,) in rows]

    def passage_hits(self, document: str) -> list[Hit]:
        """Every passage of a document, in order, as hits with score 0."""
        return list(self.hits(self.passage_ids(document)).values())

    def hits(self, ids: Sequence[str], whole: bool = False) -> dict[str, Hit]:
        """The passages of these ids, in their order, with score 0; unknown ids are left out.

        What the x-ray keeps out of prompts is blank in them, and a passage that is nothing else is
        left out, too; ``whole`` shows all, to the user alone.
        """
        hits: dict[str, Hit] = {}
        for at in range(0, len(ids), 500):
            part = ids[at : at + 500]
            rows = self.rows(
                "SELECT passages.id, passages.document, title, path, passages.page, label,"
                " passages.first, passages.last FROM passages"
                " JOIN documents ON documents.id = passages.document"
                " JOIN pages ON pages.document = passages.document AND pages.page = passages.page"
                f" WHERE passages.id IN ({', '.join('?' * len(part))})"
                " AND documents.state != 'removed'",
                part,
            )
            texts = self._ranges([(row[1], row[6], row[7]) for row in rows])
            for row, text in zip(rows, texts, strict=True):
                id, document, title, path, page, label, start, end = row
                hits[id] = Hit(id, document, title, path, page, label, start, end, text, 0.0)
        if not whole:
            hits = self._without_withheld(hits)
        return {id: hits[id] for id in ids if id in hits}

    def set_sketches(self, sketches: Iterable[tuple[str, int]]) -> None:
        """(passage, its sketch); see ``warehouse/search/simhash.py``."""
        with self.write() as connection:
            connection.executemany(
                "UPDATE passages SET sketch = ?2 WHERE id = ?1 AND sketch IS NOT ?2", sketches
            )

    def sketches(self, ids: Sequence[str]) -> dict[str, int | None]:
        """None for a passage that was indexed before there were any."""
        sketches: dict[str, int | None] = {}
        for at in range(0, len(ids), 500):
            part = ids[at : at + 500]
            marks = ", ".join("?" * len(part))
            sketches.update(
                self.rows(f"SELECT id, sketch FROM passages WHERE id IN ({marks})", part)
            )
        return sketches

    def _ranges(self, wanted: Sequence[tuple[str, int, int]]) -> list[str]:
        """The texts of (document, start, end)."""
        places = {
            (document, piece)
            for document, start, end in wanted
            for piece in compressed_text.touched(start, end)
        }
        if not places:
            return []
        # Joined, since "(document, piece) IN (VALUES ...)" looks at every text there is.
        pieces = self.rows(
            f"WITH wanted (id, number) AS (VALUES {', '.join(['(?, ?)'] * len(places))})"
            " SELECT document, piece, body FROM wanted"
            " CROSS JOIN texts ON document = wanted.id AND piece = wanted.number",
            [value for place in places for value in place],
        )
        return compressed_text.ranges(pieces, wanted)

    def passage_with(self, prefix: str) -> str:
        """The one passage whose id begins so; "" for none or several."""
        like = (f"{prefix}*",) if prefix.isalnum() else ("",)
        rows = self.rows("SELECT id FROM passages WHERE id GLOB ? LIMIT 2", like)
        return str(rows[0][0]) if len(rows) == 1 else ""

    def _without_withheld(self, found: dict[str, Hit]) -> dict[str, Hit]:
        kept_out = self.withheld(hit.document for hit in found.values())
        for id, hit in list(found.items()) if kept_out else ():
            text = masked(hit.text, hit.start, kept_out.get(hit.document, ()))
            if text.strip():
                found[id] = msgspec.structs.replace(hit, text=text)
            elif hit.text.strip():
                del found[id]
        return found

    def header(self, document: str) -> Header | None:
        row = self.row("SELECT body FROM headers WHERE document = ?", (document,))
        return msgspec.json.decode(row[0], type=Header) if row else None

    def headers_without_questions(self, most: int) -> list[str]:
        """Documents with a header from before there were questions in them, the newest first."""
        rows = self.rows(
            "SELECT document FROM headers JOIN documents ON id = document"
            " WHERE state = 'verified' AND instr(CAST(body AS TEXT), '\"asked_by\":\"p') = 0"
            ' AND instr(CAST(body AS TEXT), \'"asked_by":"m\') = 0 ORDER BY added DESC LIMIT ?',
            (most,),
        )
        return [document for (document,) in rows]

    def about(self, header: Header) -> Header:
        """The header with title, authors, date and language as they count now."""
        row = self.document(header.document)
        return msgspec.structs.replace(
            header, title=row.title, authors=row.authors, date=row.date, language=row.language
        )

    def set_header(self, header: Header) -> None:
        with self.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO headers VALUES (?, ?, ?)",
                (header.document, header.made_by, msgspec.json.encode(header)),
            )
            self.change([header.document], header=header.made_by)


def _page(row: Row, words: tuple[Word, ...]) -> Page:
    index, label, start, end, width, height, problem, ocr, quality, flaw = row
    return Page(index, label, start, end, width, height, words, problem, ocr, quality, flaw)
