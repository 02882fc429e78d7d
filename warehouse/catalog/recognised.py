"""Rows of what OCR recognised, page by page as it comes, and of the pages that were asked for.

A page stays here as long as its document: a long scan that was cut short goes on from the page
where it was, and a second reading of the document repeats none.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import msgspec

from indexers.records import OcrPage
from warehouse.catalog.documents import DocumentRows


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
        found = self.rows(
            "SELECT body FROM ocr_pages WHERE document = ? AND body IS NOT NULL ORDER BY page",
            [document],
        )
        decoder = msgspec.msgpack.Decoder(OcrPage)
        return tuple(decoder.decode(zlib.decompress(body)) for (body,) in found)

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
