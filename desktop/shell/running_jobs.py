"""What is running now: for each job its name, under it what it does, a thin bar, a way to stop it.

Lines are reused while a job lasts and their figures are tabular, so nothing jumps. The time that is
left goes on between two steps; work that stands still for a question says so. A click on a line, or
Return, goes to the study that it works on. In the folded side bar a sign stands for each; it opens
a menu that says which work it is, goes there, and stops it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QWidget

from desktop.house import House
from desktop.jobs import Job
from desktop.widgets.basics import (
    ElidedLabel,
    IconButton,
    IconLabel,
    ThinBar,
    column_of,
    discard,
    label,
    pop_up,
    row,
)
from desktop.widgets.rowlist import FOCUS_PX, RADIUS_PX
from desktop.widgets.time_left import Pace, in_words
from desktop.widgets.tips import as_it_stands
from warehouse.run import Step

LOOK_EVERY_MS = 1000
MOST_CHARACTERS, UNDER_CHARACTERS = 22, 32  # in the line of the name, and in the one under it
WAITED_FOR = {
    "Asking": "your question",
    "Writing": "your article",
    "Round table": "your round table",
}


class JobLine(QWidget):
    """One running job."""

    def __init__(self, house: House, job: Job) -> None:
        super().__init__()
        self.job, self._house = job, house
        self._is_narrow = self._has_note = False
        self._pace = Pace()
        job.stepped.connect(self._pace.hear)
        job.held.connect(self._pace.hold)
        self._words = ElidedLabel("now")
        self._note = ElidedLabel("tiny")
        self._bar = ThinBar(house.theme, f"Progress of {job.label}")
        self._stop_button = IconButton(house.theme, "x", f"Stop: {job.label}", small=True)
        self._stop_button.clicked.connect(self._stop)
        self._sign = IconLabel(house.theme, "loader")
        self.short = IconButton(house.theme, "loader", job.label, small=True, token="quiet")
        self.short.clicked.connect(self._offer)
        head = row(self._sign, self._words, self.short, self._stop_button, spacing_px=5)
        self._column = column_of(head, self._bar, self._note, into=self, spacing_px=2)
        self.setAccessibleName(job.label)
        self.be_narrow(False)
        if job.step is not None:
            self._pace.hear(job.step)
        self.refresh()

    def refresh(self, waits_for: str = "") -> None:
        """``waits_for`` is what the work stands still for, where it does."""
        step = self.job.step
        self._has_note = step is not None
        if self.job.run.cancelled:
            self._words.say("Stopping")
        elif step is None:
            self._words.say(self.job.label)
        else:
            self._words.say(_words(self.job.label, step))
            self._note.say(waits_for or self._under(step))
        self._bar.set(step.done if step else 0, step.total if step else 0)
        self._bar.setVisible(step is not None and step.counts)
        self._note.setVisible(self._has_note and not self._is_narrow)
        said = "\n".join(self.said)
        self._stop_button.setToolTip(as_it_stands(f"{said}\nStop: {self.job.label}"))
        self.short.setToolTip(as_it_stands(said))
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if self.way else Qt.CursorShape.ArrowCursor
        )
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if self.way else Qt.FocusPolicy.NoFocus)

    @property
    def way(self) -> Callable[[], None] | None:
        """To the study that it works on, where there is one."""
        return self.job.go

    @property
    def said(self) -> Sequence[str]:
        """Which work it is, and what it does."""
        return [words for words in (self._words.whole, self._note.whole) if words]

    def be_narrow(self, narrow: bool) -> None:
        """Its sign and the bar; the pointer is told the words."""
        self._is_narrow = narrow
        for worded in (self._sign, self._words, self._stop_button):
            worded.setHidden(narrow)
        self.short.setVisible(narrow)
        self._note.setVisible(self._has_note and not narrow)
        self._column.setContentsMargins(*((4, 0, 4, 6) if narrow else (9, 0, 0, 6)))

    def _under(self, step: Step) -> str:
        left = in_words(self._pace.left_s(step)) if step.done < step.total else ""
        stage = (
            ""
            if _is_told_first(self.job.label)
            else _counted(_stage(step.stage), step, UNDER_CHARACTERS)
        )
        return " · ".join(filter(None, [stage, left and f"{left} left", step.note]))

    def menu(self) -> QMenu:
        """What it is, and the way to stop it."""
        menu = QMenu(self)
        for words in self.said:
            menu.addAction(words.replace("&", "&&")).setEnabled(False)
        menu.addSeparator()
        if self.way is not None:
            menu.addAction("Go there").triggered.connect(self._go)
        menu.addAction("Stop this work").triggered.connect(self._stop)
        return menu

    def _offer(self) -> None:
        pop_up(self.menu(), self.short.mapToGlobal(self.short.rect().topRight()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.way is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self.rect().contains(event.position().toPoint()):
            self._go()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._house.theme.tokens.accent), FOCUS_PX))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), RADIUS_PX, RADIUS_PX)
            painter.end()

    def _go(self) -> None:
        if (way := self.way) is not None:
            way()

    def _stop(self) -> None:
        self.job.cancel()
        self.refresh()


class NowView(QWidget):
    """Hidden while nothing runs."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._lines: list[JobLine] = []
        self._column = column_of(into=self, spacing_px=2)
        self._is_narrow = False
        self._title = label("Now", "section")
        self._title.setContentsMargins(9, 0, 0, 6)
        self._column.addWidget(self._title)
        self._looking = QTimer(self, interval=LOOK_EVERY_MS)
        self._looking.timeout.connect(self._refresh)
        self._soon = QTimer(self, interval=0, singleShot=True)  # not in the way of who began it
        self._soon.timeout.connect(self._refresh)
        house.jobs.changed.connect(self._soon.start)
        self._refresh()

    def be_narrow(self, narrow: bool) -> None:
        self._is_narrow = narrow
        self._title.setHidden(narrow)
        for line in self._lines:
            line.be_narrow(narrow)

    def _refresh(self) -> None:
        running = self._house.jobs.running()
        for line in [line for line in self._lines if line.job not in running]:
            self._lines.remove(line)
            self._column.removeWidget(line)
            discard(line)
        known = {line.job for line in self._lines}
        for job in running:
            if job not in known:
                line = JobLine(self._house, job)
                line.be_narrow(self._is_narrow)
                self._lines.append(line)
                self._column.addWidget(line)
        for line in self._lines:
            line.refresh(_waits_for(line.job, running))
        self.setVisible(bool(self._lines))
        if self._lines and not self._looking.isActive():
            self._looking.start()
        elif not self._lines:
            self._looking.stop()


def _waits_for(job: Job, running: list[Job]) -> str:
    if not job.stands_still:
        return ""
    verbs = [other.label.partition(":")[0] for other in running if other.run.foreground]
    named = [WAITED_FOR.get(verb, f"“{verb}”") for verb in verbs]
    return f"waits for {named[0] if named else 'your question'}"


def _words(name: str, step: Step) -> str:
    """Its own name; one that is the name of its only stage says how far it is, too."""
    return _counted(name, step) if _is_told_first(name) else name


def _is_told_first(name: str) -> bool:
    return " " not in name


def _stage(name: str) -> str:
    return name[:1].upper() + name[1:]


def _counted(stage: str, step: Step, most: int = MOST_CHARACTERS) -> str:
    if not stage or not step.counts:
        return stage
    if len(f"{stage} {step.total:,} of {step.total:,}") > most:
        return f"{stage} {100 * step.done // step.total} %"
    return f"{stage} {step.done:,} of {step.total:,}"
