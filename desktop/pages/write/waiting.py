"""Under a paragraph for which something is being written: what, and a way to stop it."""

from __future__ import annotations

from desktop.jobs import Job
from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, IconLabel, label, row


class WaitingCard(Card):
    def __init__(self, theme: Theme, job: Job) -> None:
        super().__init__(margin_px=10)
        self.setAccessibleName(job.label)
        stop = Button(theme, "Stop", kind="link")
        stop.setAccessibleName(f"Stop: {job.label}")
        stop.clicked.connect(job.cancel)
        line = row(IconLabel(theme, "loader"), label(f"{job.label} …", "quiet"), 1, stop)
        self.column.addLayout(line)
