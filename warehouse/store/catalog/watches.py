"""Rows about watched folders: which ones, what is passed over, what was taken in of each."""

from __future__ import annotations

import time
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from warehouse.store.catalog.database import Database
from warehouse.store.objects import Look


class Watch(Struct, frozen=True):
    """``ignored`` are patterns of names or paths; ``problem`` is a sentence or empty."""

    folder: str
    ignored: tuple[str, ...]
    added: float
    problem: str = ""


class WatchRows(Database):
    def watches(self) -> list[Watch]:
        rows = self.rows("SELECT folder, ignored, added, problem FROM watches ORDER BY added")
        return [
            Watch(folder, msgspec.json.decode(ignored, type=tuple[str, ...]), added, problem)
            for folder, ignored, added, problem in rows
        ]

    def set_watch(self, folder: str, ignored: tuple[str, ...]) -> None:
        """Begin to watch, or change what is passed over."""
        patterns = msgspec.json.encode(ignored).decode()
        with self.write() as connection:
            connection.execute(
                "INSERT INTO watches (folder, ignored, added) VALUES (?1, ?2, ?3)"
                " ON CONFLICT (folder) DO UPDATE SET ignored = ?2",
                (folder, patterns, time.time()),
            )

    def end_watch(self, folder: str) -> bool:
        """Whether it was watched."""
        with self.write() as connection:
            return bool(
                connection.execute("DELETE FROM watches WHERE folder = ?", (folder,)).rowcount
            )

    def set_watch_problem(self, folder: str, problem: str) -> None:
        with self.write() as connection:
            connection.execute(
                "UPDATE watches SET problem = ?2 WHERE folder = ?1 AND problem != ?2",
                (folder, problem),
            )

    def watched(self, folder: str) -> dict[str, Look]:
        """Files by path, as they looked when they were taken in."""
        rows = self.rows(
            "SELECT path, size_bytes, mtime_ns FROM watched WHERE folder = ?", (folder,)
        )
        return {path: Look(size, mtime) for path, size, mtime in rows}

    def watch_again(self, path: str) -> bool:
        """A file that was marked as seen did not come in: the next look takes it for new, as its
        share may be back then, or another program done with it. Whether it was marked.
        """
        with self.write() as connection:
            sql = "DELETE FROM watched WHERE path = ?"
            return connection.execute(sql, (path,)).rowcount > 0

    def set_watched(self, folder: str, looks: Mapping[str, Look]) -> None:
        """Nothing happens for a folder that is watched no longer."""
        with self.write() as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO watched SELECT folder, ?2, ?3, ?4 FROM watches"
                " WHERE folder = ?1",
                [(folder, path, *look) for path, look in looks.items()],
            )
