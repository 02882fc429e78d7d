"""Questions and articles that an end of the program cut off, said once when the library is opened.

Nothing goes on unasked: each is led to, where it shows how far it came and can go on. What else was
cut off does go on by itself: reading, changes of the index, and summaries (background.py).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer

from desktop.house import House
from warehouse.app import Warehouse
from warehouse.records import StudyRow
from warehouse.studies import together
from warehouse.text import plural, shortened

NOUNS = {"ask": "question", "write": "article"}
NAME_CHARACTERS, NAMED = 60, 3
AFTER_OTHERS_MS = 7_000  # what else is said at the start can be read first
SHOWN_S = 600.0


class Interrupted(QObject):
    def __init__(self, house: House, after_others_ms: int = AFTER_OTHERS_MS) -> None:
        super().__init__(house)
        self._house, self._after_others_ms = house, after_others_ms
        self._told: set[str] = set()
        house.opened.connect(self._look)

    def _look(self) -> None:
        warehouse = self._house.warehouse
        if warehouse is not None:
            self._house.jobs.fetch(partial(_cut_off, warehouse, time.time()), self._found)

    def _found(self, rows: Sequence[StudyRow]) -> None:
        fresh = [row for row in rows if row.id not in self._told]
        self._told |= {row.id for row in fresh}
        waits_ms = self._after_others_ms if self._house.notices.recent else 0
        if fresh:
            QTimer.singleShot(waits_ms, self, partial(self._tell, self._house.warehouse, fresh))

    def _tell(self, warehouse: Warehouse | None, rows: Sequence[StudyRow]) -> None:
        """Nothing where that is closed by now."""
        if warehouse is None or warehouse is not self._house.warehouse:
            return
        verb = "Open the newest" if rows[1:] else "Open it"
        open_it = partial(self._open, warehouse, rows)
        self._house.notices.offer(words(rows), verb, open_it, seconds=SHOWN_S)

    def _open(self, warehouse: Warehouse, rows: Sequence[StudyRow]) -> None:
        """The first; the others stay offered."""
        self._house.visit(rows[0].kind, rows[0])
        if rows[1:]:
            self._tell(warehouse, rows[1:])


def words(rows: Sequence[StudyRow]) -> str:
    """``2 articles were cut off when the program ended: “A” and “B”. What they had is kept.``"""
    cut_off = [row for row in rows if not together.waits(row)]
    told = []
    if cut_off:
        were, they = ("were", "they") if cut_off[1:] else ("was", "it")
        told = [f"{_many(cut_off)} {were} cut off when the program ended: {_named(cut_off)}."]
        told += [f"What {they} had is kept."]
    if waiting := [row for row in rows if together.waits(row)]:
        are = "are" if waiting[1:] else "is"
        told += [f"{_many(waiting)} {are} not begun yet: {_named(waiting)}."]
    return " ".join(told)


def _many(rows: Sequence[StudyRow]) -> str:
    kinds = {NOUNS.get(row.kind, "study") for row in rows}
    return plural(len(rows), kinds.pop()) if len(kinds) == 1 else f"{len(rows):,} pieces of work"


def _named(rows: Sequence[StudyRow]) -> str:
    alike = Counter(f"“{shortened(row.title or row.question, NAME_CHARACTERS)}”" for row in rows)
    named = list(alike.items())[:NAMED]
    names = [f"{name} ({count:,} times)" if count > 1 else name for name, count in named]
    if more := len(rows) - sum(count for _, count in named):
        names.append(f"{more:,} more")
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _cut_off(warehouse: Warehouse, opened_at: float) -> Sequence[StudyRow]:
    """Worker, the newest first. The methods are imported only where there is something to look for;
    what was begun since is at work. One that was next to be begun is found, too.
    """

    def kept() -> list[StudyRow]:
        rows = warehouse.library.catalog.studies()
        return [row for row in rows if row.kind in NOUNS and row.created < opened_at]

    if not any(row.state == "running" or together.waits(row) for row in kept()):
        return []
    cut_off = {row.id for row in warehouse.studies.unfinished()}
    rows = sorted(kept(), key=lambda row: -row.created)
    due = {row.id for row in together.all_due(rows)}
    return [row for row in rows if row.id in cut_off | due]
