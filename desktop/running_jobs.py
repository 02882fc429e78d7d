"""What is running now: a line and a thin bar for each job, with a way to stop it.

Lines are reused while a job lasts and their figures are tabular, so nothing jumps.
"""

from __future__ import annotations

import time

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.house import House
from desktop.jobs import Job
from desktop.widgets.basics import ElidedLabel, IconButton, IconLabel, ThinBar, discard, label, row
from warehouse.run import Step

ESTIMATE_AFTER_S = 4.0
MOST_CHARACTERS = 22


class JobLine(QWidget):
    """One running job."""

    def __init__(self, house: House, job: Job) -> None:
        super().__init__()
        self.job = job
        self._stage = ""
        self._stage_began = time.monotonic()
        self._stage_first = 0
        self._words = ElidedLabel("now")
        self._note = ElidedLabel("tiny")
        self._bar = ThinBar(house.theme, f"Progress of {job.label}")
        stop = IconButton(house.theme, "x", f"Stop: {job.label}", small=True)
        stop.clicked.connect(self._stop)
        head = row(IconLabel(house.theme, "loader"), self._words, stop, spacing_px=5)
        column = QVBoxLayout(self)
        column.setContentsMargins(9, 0, 0, 6)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._bar)
        column.addWidget(self._note)
        self.refresh()

    def refresh(self) -> None:
        step = self.job.step
        if self.job.run.cancelled:
            self._words.say("Stopping")
        elif step is None:
            self._words.say(self.job.label)
        else:
            self._words.say(_words(self.job.label, step))
            self._note.say(self._under(step))
        self._bar.set(step.done if step else 0, step.total if step else 0)
        self._bar.setVisible(step is not None and step.total > 0)
        self._note.setVisible(step is not None)

    def _under(self, step: Step) -> str:
        now = time.monotonic()
        if step.stage != self._stage:
            self._stage, self._stage_began, self._stage_first = step.stage, now, step.done
        gained, spent = step.done - self._stage_first, now - self._stage_began
        left = ""
        if spent > ESTIMATE_AFTER_S and gained > 0 and step.total > step.done:
            left = duration((step.total - step.done) * spent / gained) + " left"
        return " · ".join(filter(None, [left, step.note]))

    def _stop(self) -> None:
        self.job.cancel()
        self.refresh()


class NowView(QWidget):
    """Hidden while nothing runs."""

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._lines: list[JobLine] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        title = label("Now", "section")
        title.setContentsMargins(9, 0, 0, 6)
        self._column.addWidget(title)
        house.jobs.changed.connect(self._refresh)
        self._refresh()

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
                self._lines.append(line)
                self._column.addWidget(line)
        for line in self._lines:
            line.refresh()
        self.setVisible(bool(self._lines))


def _words(name: str, step: Step) -> str:
    stage = name if " " not in name else step.stage or name
    stage = stage[:1].upper() + stage[1:]
    if not step.total:
        return stage
    if len(f"{stage} {step.total:,} of {step.total:,}") > MOST_CHARACTERS:
        return f"{stage} {100 * step.done // step.total} %"
    return f"{stage} {step.done:,} of {step.total:,}"


def duration(seconds: float) -> str:
    """Plain words for a rest: "8 s", "6 min", "1 h 20 min"."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
