"""Rows that are taken out because they were damaged, so that they can be made again.

Their sums begin anew with what is left, since those of before are over rows that are no more.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from warehouse.disk import sealed_rows
from warehouse.store.catalog.database import Database, sentences_for_sqlite
from warehouse.store.catalog.triples import GRAPH

_OF_A_READING = ("texts", "pages", "structures", "passages", "headers", "losses", "suspects")


class MendingRows(Database):
    def begin_row_again(self, document: str, suffix: str, size_bytes: int) -> None:
        """Queue a document whose rows are damaged, with what is known of it otherwise."""
        with self.write() as connection:
            broken = {part.table for part in sealed_rows.broken(connection, document)}
            for table in broken & set(_OF_A_READING):
                connection.execute(f"DELETE FROM {table} WHERE document = ?", (document,))
            if "documents" in broken:
                known = connection.execute(
                    "SELECT source, added FROM sources WHERE document = ? ORDER BY added",
                    (document,),
                ).fetchone()
                source, added = known or ("", 0.0)
                connection.execute(
                    "INSERT INTO documents (id, title, kind, source, size_bytes, added, state,"
                    " suffix) VALUES (?1, ?2, '', ?3, ?4, ?5, 'queued', ?6) ON CONFLICT (id) DO"
                    " UPDATE SET title = ?2, source = ?3, size_bytes = ?4, added = ?5, suffix = ?6,"
                    " authors = '[]', site = '', header = ''",
                    (document, Path(source).stem, source, size_bytes, added, suffix),
                )
            connection.execute(
                "UPDATE documents SET state = 'queued', problem = '' WHERE id = ?", (document,)
            )
            for table in broken:
                sealed_rows.seal(connection, table, document)

    def begin_names_again(self) -> None:
        """No document has names any more; see ``without_names``."""
        self._empty("named", "names", "passage_names")

    def begin_sketches_again(self) -> None:
        """No document has a sketch any more; see ``without_sketch``."""
        self._empty("sketches", "bands", "sketch_bands")

    def begin_graph_again(self) -> None:
        """No sentence was read for the graph any more."""
        with self.write() as connection:
            for table in GRAPH:
                connection.execute(f"DELETE FROM {table}")
                sealed_rows.seal(connection, table)

    def index_anew(self) -> None:
        with self.write() as connection:
            connection.execute("REINDEX")

    def accept_tables(self, tables: Collection[str]) -> None:
        """The rows that are there count as right from now on."""
        with self.write() as connection:
            for table in tables:
                sealed_rows.seal(connection, table)

    def accept_schema(self) -> None:
        """Tables and triggers as they are, or as they can be made again."""
        with sentences_for_sqlite(self.path):
            sealed_rows.follow(self._connection(), is_altered=True)

    def _empty(self, table: str, listed: str, rows: str) -> None:
        with self.write() as connection:
            connection.execute(f"DELETE FROM {rows}")
            # Its trigger reads the list, which may be damaged.
            connection.execute(f"UPDATE {table} SET {listed} = '[]'")
            connection.execute(f"DELETE FROM {table}")
            for name in (table, rows):
                sealed_rows.seal(connection, name)
