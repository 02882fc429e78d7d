"""One topic by several methods: the next article is begun when one has ended, all are told in a
line over the one in front, and the comparison is offered when the last is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import structs
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel

from desktop.house import House
from desktop.pages.studies.work import StudyWork
from desktop.pages.write.compare import TITLE_CHARACTERS, ArticleCompare
from desktop.widgets.basics import Button, column_of, label
from desktop.widgets.flow import FlowLayout
from desktop.widgets.intententry import doing
from desktop.widgets.laid_out import empty, holding
from desktop.widgets.studylist import came_of
from warehouse.app import Warehouse
from warehouse.records import StudyRow
from warehouse.studies import together
from warehouse.studies.report.ledger import method_name
from warehouse.text import shortened

SIDE_BY_SIDE = "Show side by side"
MARGINS_PX = (34, 14, 22, 0)  # over the text


class WrittenTogether(QObject):
    """``line`` names those that are written with the one in front; ``opened(row)``: one of them is
    wanted.
    """

    opened = Signal(object)

    def __init__(self, house: House, work: StudyWork, compare: ArticleCompare) -> None:
        super().__init__(house)
        self._house, self._work, self._compare = house, work, compare
        self._front = ""
        self._worked: set[str] = set()  # those seen in work
        self._offered: Callable[[], None] | None = None
        self.rows: tuple[StudyRow, ...] = ()
        self.links: list[Button | QLabel] = []
        self._flow = FlowLayout(gap_px=12)
        self.line = holding(column_of(self._flow, margins_px=MARGINS_PX))
        self.line.setAccessibleName("The same topic by several methods")
        self.tell(None)
        work.ended.connect(self._ended)
        compare.turned.connect(self._place)
        house.jobs.changed.connect(self._say)

    def tell(self, row: StudyRow | None) -> None:
        """The article in front, None while there is none."""
        self._front = row.id if row is not None else ""
        self._show(self.rows if self._front in {one.id for one in self.rows} else ())
        if row is not None:
            self._read(row, self._tell)

    def _read(self, row: StudyRow, then: Callable[[Sequence[StudyRow]], None]) -> None:
        """``then`` comes while the library is the same."""
        warehouse = self._house.warehouse

        def told(rows: Sequence[StudyRow]) -> None:
            if warehouse is self._house.warehouse:
                then(rows)

        if warehouse is not None:
            self._house.jobs.fetch(partial(_group, warehouse, row), told)

    def _tell(self, rows: Sequence[StudyRow]) -> None:
        if any(row.id == self._front for row in rows):
            self._show(tuple(rows) if len(rows) > 1 else ())

    def _show(self, rows: tuple[StudyRow, ...]) -> None:
        self.rows = rows
        empty(self._flow)
        self.links = [self._link(row) for row in rows]
        for link in self.links:
            self._flow.addWidget(link)
        if len(written := _written(rows)) > 1:
            beside = Button(self._house.theme, SIDE_BY_SIDE, kind="link")
            beside.clicked.connect(partial(self._beside, written))
            self._flow.addWidget(beside)
        self._place()
        self._say()

    def _link(self, row: StudyRow) -> Button | QLabel:
        """To every one but that in front, which is seen."""
        if row.id == self._front:
            return label(method_name(row.method), "quiet")
        # read before its end, or begun so lately that its job does not name it yet
        in_work = row.id in self._worked or bool(self._house.jobs.running())
        said = came_of(row, row.state == "running" and in_work)
        link = Button(self._house.theme, _words(row, said), kind="link")
        link.clicked.connect(partial(self.opened.emit, row))
        return link

    def _place(self) -> None:
        """The comparison names them itself."""
        self.line.setVisible(bool(self.rows) and not self._compare.view.texts)

    def _say(self) -> None:
        """How far those in work are; what came of one that has ended is told when it is read."""
        steps = {job.study: job.step for job in self._house.jobs.running() if job.study}
        self._worked.update(steps)
        for row, link in zip(self.rows, self.links, strict=True):
            if row.id in steps and isinstance(link, Button):
                step = steps[row.id]
                said = doing(structs.replace(step, note="")).lower() if step else came_of(row, True)
                link.set(_words(row, said))

    def _ended(self, row: StudyRow, halted: bool) -> None:
        self._read(row, partial(self._go_on, row, halted))

    def _go_on(self, ended: StudyRow, halted: bool, rows: Sequence[StudyRow]) -> None:
        """``ended`` is as it was before: what had a title was only done again."""
        self._tell(rows)
        if len(rows) < 2 or ended.title:
            return
        due = together.due(rows)
        if due is not None and due.id != ended.id:
            self._work.go_on(due, in_front=False)
        elif all(row.state in together.ENDED for row in rows):
            self._end(ended, rows)
        elif halted and ended.id != self._front:
            [now] = (row for row in rows if row.id == ended.id)
            said = f"The outline of {_topic(rows)} by {method_name(now.method)} is drafted."
            self._house.notices.offer(said, "Open it", partial(self._house.visit, "write", now))

    def _end(self, ended: StudyRow, rows: Sequence[StudyRow]) -> None:
        written, failed = _written(rows), [row for row in rows if row.state == "failed"]
        names = [method_name(row.method) for row in written]
        is_told = ended.id != self._front and ended.id in {row.id for row in failed}
        if len(written) > 1:
            said = f"{_topic(rows)} is written by {', '.join(names[:-1])} and {names[-1]}."
            self._offered = partial(self._beside, written)
            self._house.notices.offer(said, SIDE_BY_SIDE, self._offered)
        elif written and failed and not is_told:
            why = "; ".join(f"{method_name(row.method)} failed: {row.problem}" for row in failed)
            self._house.notices.say(f"{_topic(rows)} is written by {names[0]} alone.", why)

    def _beside(self, written: Sequence[StudyRow]) -> None:
        """The one in sight beside the others; where it is none of them, the first."""
        if self._offered is not None:
            self._house.notices.withdrawn.emit(self._offered)
        is_one = self.line.isVisible() and self._front in {row.id for row in written}
        (self._compare.beside if is_one else self._compare.bring)(written)


def _group(warehouse: Warehouse, row: StudyRow) -> tuple[StudyRow, ...]:
    """In a worker."""
    return together.group(warehouse.library.catalog.studies(), row)


def _topic(rows: Sequence[StudyRow]) -> str:
    return f"“{shortened(rows[0].question, TITLE_CHARACTERS)}”"


def _words(row: StudyRow, said: str) -> str:
    return f"{method_name(row.method)}: {shortened(said, TITLE_CHARACTERS)}"


def _written(rows: Sequence[StudyRow]) -> list[StudyRow]:
    """Those with something to compare."""
    return [row for row in rows if row.state == "done" and row.claims]
