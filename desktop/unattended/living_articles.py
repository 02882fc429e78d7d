"""Articles held against the library by themselves, when all is quiet and something is new in it.

One after the other, the newest first, with the model that is installed; it gives way to whatever
else is begun, and goes on when that is done. What is found is kept beside each article, and said
once.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.house import House
from desktop.jobs import Job
from warehouse.app import Warehouse
from warehouse.errors import BadInput
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.studies.editing.living_article import LivingArticle

STAGE = "Checking articles against what is new"


class LivingArticles(QObject):
    """``job`` is the one in hand."""

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self._house = house
        self.job: Job | None = None
        self._is_new, self._gave_way = True, False
        house.opened.connect(self._changed)
        house.documents_changed.connect(self._changed)
        house.document_removed.connect(self._changed)

    def consider(self) -> bool:
        """Begin, where the library has changed since the last look; False where it has not."""
        if self.job is not None or not self._is_new or self._house.warehouse is None:
            return False
        self._is_new = self._gave_way = False
        job = self._house.jobs.start(
            STAGE,
            partial(_check, self._house.warehouse, self._house.settings),
            foreground=False,
            visible=False,
        )
        self.job = job
        job.stepped.connect(partial(self._show, job))
        job.finished.connect(self._found)
        job.ended.connect(self._ended)
        return True

    def give_way(self) -> None:
        if self.job is not None and not self._gave_way:
            self._gave_way = self._is_new = True
            self.job.cancel()

    def _changed(self, *_: object) -> None:
        self._is_new = True

    def _show(self, job: Job, step: object) -> None:
        """Only a model at work is worth a line under Now."""
        if not job.visible:
            job.visible = True
            self._house.jobs.changed.emit()

    def _found(self, found: list[tuple[str, int]]) -> None:
        for title, count in found:
            self._house.notices.say(
                f"“{title}”: {plural(count, 'sentence')} to look at again.",
                "The library has changed since it was written. Open it in Write.",
            )

    def _ended(self) -> None:
        self.job = None


def _check(warehouse: Warehouse, settings: Settings, run: Run) -> list[tuple[str, int]]:
    """Worker: titles of articles with marks that are new, and how many."""
    counts = []
    for title, living in _articles(warehouse):
        run.check()
        try:
            if not living.is_due():
                continue
            before = {mark.sentence for mark in living.marks() if mark.kind != "also"}
            engine = warehouse.engines.both() if warehouse.engines.installed() else None
            marks = living.check(engine, settings, run)
        except BadInput:  # being written, or not finished
            continue
        if fresh := {mark.sentence for mark in marks if mark.kind != "also"} - before:
            counts.append((title, len(fresh)))
    return counts


def _articles(warehouse: Warehouse) -> list[tuple[str, LivingArticle]]:
    from warehouse.studies.editing.living_article import LivingArticle

    return [
        (row.title or row.question, LivingArticle(warehouse.studies, warehouse.library, row))
        for row in warehouse.studies.list()
        if row.kind == "write" and row.state == "done"
    ]
