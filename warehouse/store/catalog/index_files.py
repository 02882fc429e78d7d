"""Rows of the files of the search index: LanceDB writes a file once and never changes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from warehouse.store.catalog.database import Database


class IndexFileRows(Database):
    def index_files(self) -> dict[str, str]:
        """Path within the folder of the index, with its SHA-256."""
        return dict(self.rows("SELECT path, sha256 FROM index_files"))

    def forget_index_files(self) -> None:
        """Before the index is made anew: its files may have the same names."""
        with self.write() as connection:
            connection.execute("DELETE FROM index_files")

    def note_index_files(self, fresh: Mapping[str, str], gone: Collection[str]) -> None:
        with self.write() as connection:
            connection.executemany(
                "DELETE FROM index_files WHERE path = ?", [(path,) for path in gone]
            )
            connection.executemany(
                "INSERT OR REPLACE INTO index_files VALUES (?, ?)", list(fresh.items())
            )
