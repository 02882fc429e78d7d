"""Rows of what a reading needs besides the file: what OCR recognised, page by page as it comes,
the pages that were asked for, and the style sheets that lay beside a saved page.

A page stays here as long as its document: a long scan that was cut short goes on from the page
where it was, and a second reading of the document repeats none.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

import msgspec

from indexers.records import OcrPage, Page, StyleSheet
from warehouse.store.catalog.database import Row
from warehouse.store.catalog.documents import DocumentRows


class RecognisedRows(DocumentRows):
    def keep_ocr(self, document: str, page: OcrPage) -> None:
        body = zlib.compress(msgspec.msgpack.encode(page), 3)
        with self.write() as connection:
            connection.execute(
                "INSERT INTO ocr_pages (document, page, wished, body) SELECT ?, ?, 0, ?"
                " WHERE EXISTS (SELECT 1 FROM documents WHERE id = ?1)"
                " ON CONFLICT (document, page) DO UPDATE SET body = excluded.body",
                (document, page.page, body),
            )

    def ocr_pages(self, document: str) -> tuple[OcrPage, ...]:
        """Those recognised so far."""
        rows = self.rows(
            "SELECT body FROM ocr_pages WHERE document = ? AND body IS NOT NULL ORDER BY page",
            [document],
        )
        return tuple(map(_decoded, rows))

    def compared_pages(self, document: str) -> tuple[OcrPage, ...]:
        """Those recognised of pages that have a text of their own."""
        rows = self.rows(
            "SELECT body FROM ocr_pages JOIN pages USING (document, page)"
            " WHERE document = ? AND body IS NOT NULL AND ocr = 0 AND first < last ORDER BY page",
            [document],
        )
        return tuple(map(_decoded, rows))

    def keep_compared(self, document: str, seen: OcrPage, page: Page) -> None:
        """What OCR saw on a page and what became of its score, in one step; a page that was read
        anew meanwhile keeps the score of that reading."""
        with self.write() as connection:
            self.keep_ocr(document, seen)
            connection.execute(
                "UPDATE pages SET quality = ?, flaw = ? WHERE document = ? AND page = ?"
                " AND first = ? AND last = ? AND ocr = 0",
                (page.quality, page.flaw, document, page.index, page.start, page.end),
            )

    def wished_ocr(self, document: str) -> tuple[int, ...]:
        """Pages that the user wants read by OCR, whatever their file says."""
        sql = "SELECT page FROM ocr_pages WHERE document = ? AND wished = 1 ORDER BY page"
        return tuple(page for (page,) in self.rows(sql, [document]))

    def wish_ocr(self, document: str, pages: Iterable[int]) -> None:
        """What was recognised of these pages before is forgotten: they are looked at anew."""
        with self.write() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO ocr_pages (document, page, wished, body)"
                " VALUES (?, ?, 1, NULL)",
                [(document, page) for page in pages],
            )

    def wish_no_ocr(self, document: str) -> None:
        """All pages with a text of their own have that again."""
        with self.write() as connection:
            connection.execute(
                "DELETE FROM ocr_pages WHERE document = ? AND wished = 1", (document,)
            )

    def keep_styles(self, document: str, sheets: Sequence[StyleSheet]) -> None:
        """In place of those kept before; none leaves those as they are."""
        if not sheets:
            return
        with self.write() as connection:
            connection.execute("DELETE FROM page_styles WHERE document = ?", (document,))
            connection.executemany(
                "INSERT INTO page_styles VALUES (?, ?, ?, ?)",
                [
                    (document, number, sheet.name, zlib.compress(sheet.raw, 3))
                    for number, sheet in enumerate(sheets)
                ],
            )

    def styles(self, document: str) -> tuple[StyleSheet, ...]:
        rows = self.rows(
            "SELECT name, body FROM page_styles WHERE document = ? ORDER BY number", [document]
        )
        return tuple(StyleSheet(name, zlib.decompress(body)) for name, body in rows)


def _decoded(row: Row) -> OcrPage:
    return msgspec.msgpack.decode(zlib.decompress(row[0]), type=OcrPage)
