"""Rows about pages that were fetched: which bytes came from which address, and when."""

from __future__ import annotations

from email.message import Message

from warehouse.records import Provenance
from warehouse.store.catalog.database import Row
from warehouse.store.catalog.versions import VersionRows

_COLUMNS = ", ".join(Provenance.__struct_fields__)


class FetchRows(VersionRows):
    def note_fetch(self, fetch: Provenance) -> str:
        """Returns the version before, as ``note_version`` does."""
        with self.write() as connection:
            connection.execute(
                f"INSERT INTO fetches ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)",
                (fetch.document, fetch.url, fetch.final_url, fetch.fetched, fetch.content_type),
            )
            return self.note_version(fetch.url, fetch.document, fetch.fetched)

    def last_fetch(self, url: str) -> Provenance | None:
        """The newest fetch of an address whose document is still there."""
        row = self.row(
            f"SELECT {_COLUMNS} FROM fetches WHERE url = ? ORDER BY number DESC LIMIT 1", (url,)
        )
        return Provenance(*row) if row else None

    def charset(self, document: str) -> str:
        """As the server that it was got from last said; "" where it did not."""
        fetches = self.fetches(document)
        head = Message()
        head["Content-Type"] = fetches[-1].content_type if fetches else ""
        return head.get_content_charset("")

    def fetches(self, document: str) -> list[Provenance]:
        """Every time these bytes were got, the first one first."""
        rows: list[Row] = self.rows(
            f"SELECT {_COLUMNS} FROM fetches WHERE document = ? ORDER BY number", (document,)
        )
        return [Provenance(*row) for row in rows]
