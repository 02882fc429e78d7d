"""Rows about thoughts: the record, the unit vectors it is compared by, and what made those."""

from __future__ import annotations

import time

import msgspec
import numpy as np
from numpy.typing import NDArray

from warehouse.records import Thought
from warehouse.store.catalog.database import Database

Vectors = NDArray[np.float32]


class ThoughtRows(Database):
    def thoughts(self) -> list[Thought]:
        """The oldest first."""
        rows = self.rows("SELECT body FROM thoughts ORDER BY saved, id")
        return [msgspec.json.decode(body, type=Thought) for (body,) in rows]

    def thought_vectors(self, made: str, rows: int) -> dict[str, Vectors]:
        """By id, shape (rows, dimension); only of those that ``made`` has made."""
        stored = self.rows("SELECT id, vector FROM thoughts WHERE made = ?", (made,))
        return {id: np.frombuffer(raw, np.float32).reshape(rows, -1) for id, raw in stored}

    def save_thought(self, thought: Thought, vectors: Vectors, made: str) -> None:
        """Insert, or change where one has this id; its place in the order stays."""
        body = msgspec.json.encode(thought)
        with self.write() as connection:
            connection.execute(
                "INSERT INTO thoughts (id, saved, vector, body, made) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET vector = excluded.vector, body = excluded.body, "
                "made = excluded.made",
                (thought.id, time.time(), _raw(vectors), body, made),
            )

    def save_thought_vectors(self, vectors: dict[str, Vectors], made: str) -> None:
        """In place of those of another embedder; a thought that is gone stays gone."""
        with self.write() as connection:
            connection.executemany(
                "UPDATE thoughts SET vector = ?, made = ? WHERE id = ?",
                [(_raw(vector), made, id) for id, vector in vectors.items()],
            )

    def delete_thought(self, thought: str) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM thoughts WHERE id = ?", (thought,))


def _raw(vectors: Vectors) -> bytes:
    return np.ascontiguousarray(vectors, np.float32).tobytes()
