"""One model of the list: what it is, whether it is here, and one thing to do with it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from desktop.house import House
from desktop.jobs import Job
from desktop.widgets.basics import Button, Card, Chip, ElidedLabel, ThinBar, label, row
from warehouse.run import Step


class Offer(Struct, frozen=True, kw_only=True):
    """A model as the list shows it; ``bytes`` 0 when unknown."""

    id: str
    title: str
    kind: Literal["chat", "embedder"] | str
    file: str
    note: str = ""
    licence: str = ""
    publisher: str = ""
    bytes: int = 0
    context: int = 0
    installed: bool = False


class ModelCard(Card):
    use_wanted = Signal(str)
    fetch_wanted = Signal(str)
    looked_at = Signal(str)

    def __init__(self, house: House) -> None:
        super().__init__(margin_px=14, spacing_px=4)
        self.offer = Offer(id="", title="", kind="chat", file="")
        self._job: Job | None = None
        self._name = label("", "strong")
        self._state = Chip("", "accent")
        self._note = ElidedLabel("ink")
        self._facts = ElidedLabel("quiet")
        self._button = Button(house.theme, "")
        self._facts_button = Button(house.theme, "Facts", "info", "quiet")
        self._bar = ThinBar(house.theme, "Fetched")
        self._progress = ElidedLabel("small")
        self._lay_out()
        self._button.clicked.connect(self._act)
        self._facts_button.clicked.connect(self._look)

    def show_offer(self, offer: Offer, chosen: bool, job: Job | None) -> None:
        self.offer = offer
        self._name.setText(offer.title)
        self._note.say(offer.note)
        self._note.setVisible(bool(offer.note))
        self._facts.say(_facts(offer))
        self._state.set("in use" if chosen and offer.installed else "chosen, not here")
        self._state.setVisible(chosen)
        self.setAccessibleName(f"{offer.title}, {'installed' if offer.installed else 'not here'}")
        self._facts_button.setVisible(offer.installed and offer.file.endswith(".gguf"))
        self._facts_button.setAccessibleName(f"Facts about {offer.title}")
        self._show_action(offer, chosen)
        self._show_progress(job)

    def watch(self, job: Job) -> None:
        self._job = job
        job.stepped.connect(self._stepped)
        self._show_progress(job)

    def _show_action(self, offer: Offer, chosen: bool) -> None:
        if offer.installed:
            self._button.set("Use", "check")
            self._button.setVisible(not chosen)
        else:
            size = f" {human_bytes(offer.bytes)}" if offer.bytes else ""
            self._button.set(f"Fetch{size}", "download")
            self._button.setVisible(True)

    def _show_progress(self, job: Job | None) -> None:
        self._job = job
        self._bar.setVisible(job is not None)
        self._progress.setVisible(job is not None)
        if job is not None:
            self._button.set("Stop", "square")
            self._button.setVisible(True)
            self._progress.say("Looking for a source")

    def _stepped(self, step: Step) -> None:
        self._bar.set(step.done, step.total)
        parts = [step.stage]
        if step.total:
            parts.append(f"{human_bytes(step.done)} of {human_bytes(step.total)}")
        if step.note:
            parts.append(step.note)
        self._progress.say(" · ".join(parts))

    def _act(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._progress.say("Stopping; what is here is kept")
        elif self.offer.installed:
            self.use_wanted.emit(self.offer.id)
        else:
            self.fetch_wanted.emit(self.offer.id)

    def _look(self) -> None:
        self.looked_at.emit(self.offer.id)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self.offer.installed:
            self._look()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addLayout(row(self._name, self._state, 1))
        words.addWidget(self._note)
        words.addWidget(self._facts)
        words.addWidget(self._bar)
        words.addWidget(self._progress)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addLayout(words, 1)
        line.addWidget(self._facts_button, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.column.addLayout(line)


def _facts(offer: Offer) -> str:
    context = f"context {offer.context:,}" if offer.context else ""
    size = human_bytes(offer.bytes) if offer.bytes else ""
    return " · ".join(filter(None, [offer.publisher, size, context, offer.licence]))


def human_bytes(count: float) -> str:
    """Decimal units, as disks are sold: 1,117,320,768 -> "1.12 GB"."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            digits = 2 if count < 10 * size and unit == "GB" else 0
            return f"{count / size:.{digits}f} {unit}"
    return f"{count:.0f} bytes"
