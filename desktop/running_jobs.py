"""What is running now: a line and a thin bar for each job, with a way to stop it.

Lines are reused while a job lasts and their figures are tabular, so nothing jumps. The time that is
left goes on between two steps; work that stands still for a question says so.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

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
    row,
)
from desktop.widgets.time_left import Pace, in_words
from warehouse.run import Step

LOOK_EVERY_MS = 1000
MOST_CHARACTERS = 22
WAITED_FOR = {"Asking": "your question", "Writing": "your article"}


class JobLine(QWidget):
    """One running job."""

    def __init__(self, house: House, job: Job) -> None:
        super().__init__()
        self.job = job
        self._is_narrow = self._has_note = False
        self._pace = Pace()
        job.stepped.connect(self._pace.hear)
        job.held.connect(self._pace.hold)
        self._words = ElidedLabel("now")
        self._note = ElidedLabel("tiny")
        self._bar = ThinBar(house.theme, f"Progress of {job.label}")
        stop = IconButton(house.theme, "x", f"Stop: {job.label}", small=True)
        stop.clicked.connect(self._stop)
        self._sign, self._stop_button = IconLabel(house.theme, "loader"), stop
        head = row(self._sign, self._words, stop, spacing_px=5)
        self._column = column_of(head, self._bar, self._note, into=self, spacing_px=2)
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
        self._bar.setVisible(step is not None and step.total > 1)
        self._note.setVisible(self._has_note and not self._is_narrow)
        said = filter(
            None, [self._words.whole, self._note.whole, self._stop_button.accessibleName()]
        )
        self._stop_button.setToolTip("\n".join(said))

    def be_narrow(self, narrow: bool) -> None:
        """The bar and the way to stop it; the pointer is told the words."""
        self._is_narrow = narrow
        for worded in (self._sign, self._words):
            worded.setHidden(narrow)
        self._note.setVisible(self._has_note and not narrow)
        self._column.setContentsMargins(*((4, 0, 4, 6) if narrow else (9, 0, 0, 6)))

    def _under(self, step: Step) -> str:
        left = in_words(self._pace.left_s(step)) if step.done < step.total else ""
        return " · ".join(filter(None, [left and f"{left} left", step.note]))

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
        house.jobs.changed.connect(self._refresh)
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
    verbs = [one.label.partition(":")[0] for one in running if one.run.foreground]
    known = [WAITED_FOR[verb] for verb in verbs if verb in WAITED_FOR]
    return f"waits for {known[0] if known else 'your question'}"


def _words(name: str, step: Step) -> str:
    stage = name if " " not in name else step.stage or name
    stage = stage[:1].upper() + stage[1:]
    if step.total <= 1:  # of one thing there is no part to tell
        return stage
    if len(f"{stage} {step.total:,} of {step.total:,}") > MOST_CHARACTERS:
        return f"{stage} {100 * step.done // step.total} %"
    return f"{stage} {step.done:,} of {step.total:,}"
