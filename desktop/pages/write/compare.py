"""The article in front beside others: the button that offers the others, and the view of both.

The other articles and the figures of all are made in a worker: sentences are embedded for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu

from desktop.house import House
from desktop.jobs import Job
from desktop.pages.write.section_html import block_html
from desktop.widgets.basics import IconButton, pop_up
from desktop.widgets.side_by_side import Column, SideBySideView
from desktop.widgets.studylist import outcome
from warehouse.app import Warehouse
from warehouse.errors import BadInput
from warehouse.records import StudyRow
from warehouse.results.records import Article, Claim
from warehouse.run import Run
from warehouse.studies.report import ledger, lost_sources
from warehouse.text import plural, shortened

if TYPE_CHECKING:
    from warehouse.evaluate.writing.side_by_side import Line

MOST_OFFERED = 12
TITLE_CHARACTERS = 60
NO_FIGURES = "No figures: the model that finds by meaning is not installed."


class ArticleCompare(QObject):
    """``button`` is for the title line, ``view`` for the middle of the page; ``turned(bool)``:
    the view comes to the front, or leaves it.
    """

    turned = Signal(bool)

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._house = house
        self._row: StudyRow | None = None
        self._article: Article | None = None
        self._job: Job | None = None
        self._wanted: tuple[StudyRow, ...] = ()
        self.view = SideBySideView(house.theme)
        self.button = IconButton(house.theme, "columns-2", "Show beside another article")
        self.button.setEnabled(False)
        self.button.clicked.connect(self._offer)
        self.view.left.connect(self.leave)

    def tell(self, row: StudyRow | None, article: Article | None) -> None:
        """A finished article is in front, perhaps in other words now; None while there is none."""
        is_same = row is not None and self._row is not None and row.id == self._row.id
        self._row, self._article = row, article
        self.button.setEnabled(article is not None)
        if article is None or not is_same:
            self.leave()
        if article is not None:
            wanted, self._wanted = self._wanted, ()
            if row is not None and row.id in {one.id for one in wanted}:
                self.beside(wanted)

    def leave(self) -> None:
        """Away from it, or from what is still being made for it."""
        self._stop()
        self.view.clear()
        self.turned.emit(False)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._job = None

    def others(self) -> list[StudyRow]:
        """Finished articles to compare with: those on the same topic first, then the newest."""
        warehouse, own = self._house.warehouse, self._row
        if warehouse is None or own is None:
            return []
        rows = [
            row
            for row in warehouse.library.catalog.studies()
            if row.kind == "write" and row.state == "done" and row.claims and row.id != own.id
        ]
        rows.sort(key=lambda one: (one.question != own.question, -one.created))
        return rows[:MOST_OFFERED]

    def menu(self, rows: Sequence[StudyRow]) -> QMenu:
        menu = QMenu(self.button)
        menu.setToolTipsVisible(True)
        for row in rows:
            title = shortened(row.title or row.question, TITLE_CHARACTERS).replace("&", "&&")
            action = menu.addAction(f"{title} · {ledger.method_name(row.method)}")
            action.setToolTip(outcome(row))
            action.triggered.connect(partial(self.beside, (row,)))
        if not rows:
            menu.addAction("There is no other article yet").setEnabled(False)
        return menu

    def bring(self, rows: Sequence[StudyRow]) -> None:
        """Open the first of them, and bring the others beside it."""
        self._wanted = tuple(rows)
        self._house.visit("write", rows[0])

    def beside(self, rows: Sequence[StudyRow]) -> None:
        """Bring them beside the article in front."""
        if self._house.warehouse is None or self._article is None or self._row is None:
            return
        self._stop()
        others = [row.id for row in rows if row.id != self._row.id]
        work = partial(_all, self._house.warehouse, self._article, others)
        label = f"Comparing {plural(1 + len(others), 'article')}"
        self._job = self._house.jobs.start(label, work)
        self._job.finished.connect(partial(self._show, self._job))

    def _offer(self) -> None:
        self._house.jobs.fetch(self.others, self._pop_up)

    def _pop_up(self, rows: Sequence[StudyRow]) -> None:
        pop_up(self.menu(rows), self.button.mapToGlobal(QPoint(0, self.button.height())))

    def _show(self, job: Job, found: tuple[Sequence[Article], Sequence[Line]]) -> None:
        if job is not self._job:
            return
        articles, figures = found
        self.view.tell(list(map(_column, articles)), figures, "" if figures else NO_FIGURES)
        self._house.show_side(False, "write")  # two texts need the room
        self.turned.emit(True)
        self.view.back.setFocus()


def _all(
    warehouse: Warehouse, article: Article, others: Sequence[str], run: Run
) -> tuple[Sequence[Article], Sequence[Line]]:
    """In a worker. Raises BadInput, Cancelled."""
    from warehouse.evaluate.writing import side_by_side

    articles = [article]
    for other in others:
        beside = warehouse.studies.load(other)
        if not isinstance(beside, Article):
            raise BadInput("That article has no text yet.", "Open it, and let it be finished.")
        articles.append(lost_sources.told(beside, warehouse.library.catalog))
    run.check()
    embedder = warehouse.library.retrieval.embedder
    return articles, side_by_side.lines(articles, embedder) if embedder.present else ()


def _column(article: Article) -> Column:
    numbers = frozenset(item.number for item in article.research.evidence)
    claims: list[Claim] = []
    pieces: list[str] = []
    for block in ledger.blocks(article):
        pieces.append(block_html(block, len(claims), numbers))
        claims += block.claims
    return Column(ledger.method_name(article.method), article.title, "".join(pieces), tuple(claims))
