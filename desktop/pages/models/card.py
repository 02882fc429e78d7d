"""One model of the list: what it is, whether it is here, and one thing to do with it."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import Qt, Signal

from desktop.house import House
from desktop.jobs import Job
from desktop.speed import in_mind
from desktop.widgets.basics import Button, Card, Chip, ElidedLabel, ThinBar, column_of, label, row
from desktop.widgets.elided import Elided
from warehouse.run import Step


class Offer(Struct, frozen=True, kw_only=True):
    """A model as the list shows it; ``bytes`` 0 when unknown.

    ``rounded``: the size is known only about. ``outlook`` says how it would run here: memory and
    speed. ``usable`` False for what is only shown, such as a damaged file.
    """

    id: str
    title: str
    kind: Literal["chat", "embedder"] | str
    file: str
    note: str = ""
    licence: str = ""
    publisher: str = ""
    bytes: int = 0
    rounded: bool = False
    context: int = 0
    installed: bool = False
    outlook: str = ""
    usable: bool = True


class ModelCard(Card):
    use_wanted = Signal(str)
    headers_wanted = Signal(str)
    fetch_wanted = Signal(str)
    looked_at = Signal(str)

    def __init__(self, house: House) -> None:
        super().__init__(margin_px=14, spacing_px=4)
        self.offer = Offer(id="", title="", kind="chat", file="")
        self._job: Job | None = None
        self._name = Elided("strong")
        self._state = Chip("", "accent")
        self._note = label("", "ink", wrap=True)
        self._facts = label("", "quiet", wrap=True)
        self._outlook = label("", "small", wrap=True)
        self._button = Button(house.theme, "")
        self._facts_button = Button(house.theme, "Details", "info", "quiet")
        self._headers_button = Button(house.theme, "Use on the side", kind="quiet")
        self._headers_button.setToolTip(
            "Let it say what each document is about, and which need not be read"
        )
        self._bar = ThinBar(house.theme, "Fetched")
        self._progress = ElidedLabel("small")
        self._lay_out()
        self._button.clicked.connect(self._act)
        self._facts_button.clicked.connect(self._look)
        self._headers_button.clicked.connect(self._act_for_headers)

    def show_offer(
        self, offer: Offer, chosen: bool, job: Job | None, writes_headers: bool = False
    ) -> None:
        """``writes_headers``: it has the processing slot to itself."""
        self.offer = offer
        self._name.setText(offer.title)
        self._note.setText(_breakable(offer.note))
        self._note.setVisible(bool(offer.note))
        self._facts.setText(_facts(offer))
        self._outlook.setText(offer.outlook[:1].upper() + offer.outlook[1:])
        self._outlook.setVisible(bool(offer.outlook))
        self._state.set(_state(chosen, writes_headers, offer.installed))
        self._state.setVisible(chosen or writes_headers)
        chat = offer.installed and offer.usable and offer.kind == "chat"
        self._headers_button.setVisible(chat and not writes_headers and not chosen)
        self._headers_button.setAccessibleName(f"Use {offer.title} on the side")
        self.setAccessibleName(f"{offer.title}, {'installed' if offer.installed else 'not here'}")
        self._facts_button.setVisible(offer.installed and offer.usable and offer.kind == "chat")
        self._facts_button.setAccessibleName(f"Details of {offer.title}")
        self._show_action(offer, chosen)
        self._show_progress(job)

    def watch(self, job: Job) -> None:
        self._job = job
        job.stepped.connect(self._stepped)
        self._show_progress(job)

    def _show_action(self, offer: Offer, chosen: bool) -> None:
        if offer.installed:
            self._button.set("Use", "check")
            self._button.setVisible(offer.usable and not chosen)
        else:
            size = f" {_size(offer)}" if offer.bytes else ""
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

    def _act_for_headers(self) -> None:
        self.headers_wanted.emit(self.offer.id)

    def _look(self) -> None:
        self.looked_at.emit(self.offer.id)

    def _lay_out(self) -> None:
        words = column_of(
            row(self._name, self._state, 1),
            self._note,
            self._facts,
            self._outlook,
            self._bar,
            self._progress,
            spacing_px=3,
        )
        line = row((words, 1))
        line.addWidget(self._facts_button, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._headers_button, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.column.addLayout(line)


def _state(chosen: bool, writes_headers: bool, installed: bool) -> str:
    if not installed:
        return "chosen, not here"
    if chosen:
        return "in use"
    return "works on the side" if writes_headers else ""


def _breakable(text: str) -> str:
    """A path breaks into lines after its slashes."""
    return re.sub(r"([/\\_])", "\\1\u200b", text)


def _facts(offer: Offer) -> str:
    context = f"{in_mind(offer.context)} words in mind" if offer.context else ""
    size = _size(offer) if offer.bytes else ""
    return " · ".join(filter(None, [offer.publisher, size, context, offer.licence]))


def _size(offer: Offer) -> str:
    return f"about {offer.bytes / 1e9:.1f} GB" if offer.rounded else human_bytes(offer.bytes)


def human_bytes(count: float) -> str:
    """Decimal units, as disks are sold: 1,117,320,768 -> "1.12 GB"."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            digits = 2 if count < 10 * size and unit == "GB" else 0
            return f"{count / size:.{digits}f} {unit}"
    return f"{count:.0f} bytes"
