"""Rows about thoughts: the record, and the unit vector of its text."""

from __future__ import annotations

import time

import msgspec
import numpy as np
from numpy.typing import NDArray

from warehouse.catalog.database import Database
from warehouse.records import Thought

Vector = NDArray[np.float32]


class ThoughtRows(Database):
    def thoughts(self) -> list[tuple[Thought, Vector]]:
        """All of them with their vectors, shape (dimension,); the oldest first."""
        found = self.rows("SELECT body, vector FROM thoughts ORDER BY saved, id")
        return [
            (msgspec.json.decode(body, type=Thought), np.frombuffer(vector, np.float32))
            for body, vector in found
        ]

    def save_thought(self, thought: Thought, vector: Vector) -> None:
        """Insert, or change where one has this id; its place in the order stays."""
        body = msgspec.json.encode(thought)
        raw = np.ascontiguousarray(vector, np.float32).tobytes()
        with self.write() as connection:
            connection.execute(
                "INSERT INTO thoughts VALUES (?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET vector = excluded.vector, body = excluded.body",
                (thought.id, time.time(), raw, body),
            )

    def delete_thought(self, thought: str) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM thoughts WHERE id = ?", (thought,))
