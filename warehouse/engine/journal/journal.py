"""The journal of a study: every model call with its reply, in one SQLite file.

Beside them stands what a model was measured at when the study first went by it. What is kept is on
the disk (synchronous=FULL) when ``keep`` returns. ``journaled.py`` is the engine that writes here,
and is answered from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from warehouse.disk.study_database import StudyDatabase
from warehouse.engine import prompts

MEASURED = "measured"
"""Instead of a verb, for what is no call."""
_TABLE = """
create table if not exists calls (
    key text primary key,
    verb text not null,
    prompt text not null,
    kind text not null,
    model text not null,
    request blob not null,
    reply blob not null,
    tokens_in integer not null,
    tokens_out integer not null,
    seconds real not null,
    at real not null
) strict, without rowid
"""


class Call(Struct, frozen=True):
    """One journaled call; ``request`` and ``reply`` are JSON, ``seconds`` its share of a batch."""

    key: str
    verb: str
    prompt: str
    kind: prompts.Kind
    model: str
    request: bytes
    reply: bytes
    tokens_in: int
    tokens_out: int
    seconds: float
    at: float


class PromptSpend(Struct, frozen=True):
    """What one prompt has cost so far."""

    prompt: str
    kind: prompts.Kind
    calls: int
    tokens_in: int
    tokens_out: int
    seconds: float


class Journal(StudyDatabase):
    """The calls of one study, in one SQLite file (or in memory)."""

    TABLES = (_TABLE,)
    UNUSABLE = "The study's journal cannot be read or written"

    def find(self, keys: Iterable[str]) -> dict[str, Call]:
        """The calls already made among ``keys``. Raises StorageError."""
        calls: dict[str, Call] = {}
        with self._held():
            for key in keys:
                row = self._db.execute("select * from calls where key = ?", (key,)).fetchone()
                if row is not None:
                    calls[key] = Call(*row)
        return calls

    def keep(self, calls: Sequence[Call]) -> None:
        """Store the calls, all or none. Raises StorageError; nothing earlier is lost."""
        marks = ",".join("?" * len(Call.__struct_fields__))
        with self._writing():
            self._db.executemany(
                f"insert or ignore into calls values ({marks})",
                [msgspec.structs.astuple(call) for call in calls],
            )

    def calls(self) -> list[Call]:
        """Every call, in the order made. Raises StorageError."""
        query = "select * from calls where verb != ? order by at, key"
        return [Call(*row) for row in self._all(query, MEASURED)]

    def by_prompt(self) -> list[PromptSpend]:
        """The token table, dearest prompt first. Raises StorageError."""
        rows = self._all(
            "select prompt, kind, count(*), sum(tokens_in), sum(tokens_out), sum(seconds)"
            " from calls where verb != ?"
            " group by prompt, kind order by sum(tokens_in + tokens_out) desc",
            MEASURED,
        )
        return [PromptSpend(*row) for row in rows]


def carry(before: Path, after: Path) -> None:
    """The calls of the journal ``before`` into that of ``after``. Raises StorageError."""
    if before.exists():
        with Journal(before) as old, Journal(after) as new:
            new.keep(old.calls())
