"""How the model runs: GPU layers, context, requests at a time, and how fast that is here.

Kept at once, loaded at next use. The speed is measured once in the background when a model was
first used, and again on a click.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QSpinBox, QVBoxLayout, QWidget

from desktop.house import House
from desktop.widgets.basics import Button, Card, label, row
from desktop.widgets.flow import FlowLayout
from warehouse.engine.protocol import EngineInfo
from warehouse.run import Run
from warehouse.settings import Settings

if TYPE_CHECKING:
    from warehouse.engine.probe import Probe

LINES = (
    ("gpu_layers", "GPU layers", -1, 999, "all that fit"),
    ("context", "Context", 0, 262_144, "by memory"),
    ("parallel", "At a time", 0, 64, "as measured"),
    ("threads", "Threads", 0, 256, "one a core"),
)


class RunCard(Card):
    def __init__(self, house: House) -> None:
        super().__init__(margin_px=14, spacing_px=8)
        self._house = house
        self._spins: dict[str, QSpinBox] = {}
        line = FlowLayout(gap_px=12)
        for name, title, least, most, special in LINES:
            field = QWidget()
            field.setLayout(self._field(name, title, least, most, special))
            line.addWidget(field)
        self._measure = Button(house.theme, "Measure", "clock")
        self._measure.setToolTip("Load the model and measure how fast it is here, in about 10 s")
        self._measure.clicked.connect(self.measure)
        self.column.addLayout(line)
        self.column.addLayout(row(self._measure, 1))
        self._now = label("", "quiet", wrap=True)
        self._speed = label("", "quiet", wrap=True)
        self.column.addWidget(self._now)
        self.column.addWidget(self._speed)
        house.settings_changed.connect(self._show)
        house.engine_changed.connect(self._tell)
        self._show(house.settings)
        self._tell(None)
        house.look_at_engine()

    def measure(self) -> None:
        """Measure the chosen model's speed; the result is kept and shown."""
        self._measure.setEnabled(False)
        job = self._house.jobs.start(
            "Measuring the model", partial(_measure, self._house), foreground=False
        )
        job.finished.connect(self._measured)
        job.failed.connect(self._house.notices.error)
        job.ended.connect(partial(self._measure.setEnabled, True))

    def _measured(self, found: Probe | None) -> None:
        if found is None:
            self._house.notices.say("The computer was too busy to measure; try again later.")
        self._house.look_at_engine()

    def _field(self, name: str, title: str, least: int, most: int, special: str) -> QVBoxLayout:
        spin = QSpinBox()
        spin.setRange(least, most)
        spin.setKeyboardTracking(False)
        spin.lineEdit().setTextMargins(8, 0, 8, 0)
        spin.setGroupSeparatorShown(True)
        spin.setFixedWidth(116)
        spin.setSpecialValueText(special)
        spin.setSingleStep(1024 if name == "context" else 1)
        spin.setAccessibleName(title)
        spin.valueChanged.connect(partial(self._keep, name))
        self._spins[name] = spin
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(label(title, "small"))
        column.addWidget(spin)
        return column

    def _keep(self, name: str, value: Any) -> None:
        try:
            self._house.change(**{name: value})
        except msgspec.ValidationError as error:
            self._house.notices.say(f"Not kept: {error}.")

    def _show(self, settings: Settings) -> None:
        for name, spin in self._spins.items():
            with QSignalBlocker(spin):
                spin.setValue(getattr(settings, name))

    def _tell(self, info: EngineInfo | None) -> None:
        self._house.jobs.fetch(partial(_speed, self._house.settings, info), self._speed.setText)
        if info is None:
            self._now.setText("Nothing is loaded; the model is loaded when it is first asked.")
            return
        if info.place:
            held = f"A model server thinks: {info.model}, context {info.context:,} a request"
            self._now.setText(f"{held}, {info.parallel} at a time. {info.note}")
            return
        where = (
            f"{info.gpu_layers} of {info.layers} layers on the GPU"
            if info.gpu_layers
            else f"all {info.layers} layers on the CPU"
        )
        cache = ", cache in 8 bits" if info.cache == "q8_0" else ""
        words = f"Loaded: {where}, context {info.context:,}{cache}, {info.parallel} at a time."
        speed = f" {info.speed:.0f} tokens a second." if info.speed else ""
        self._now.setText(words + speed + (f" {info.note}" if info.note else ""))


def _measure(house: House, run: Run) -> Probe | None:
    """Worker. Raises BadInput while a model server thinks: its machine is not ours to judge."""
    from warehouse.engine import LlamaEngine, slots
    from warehouse.errors import BadInput

    engine = house.engines.engine()
    if not isinstance(engine, LlamaEngine):
        raise BadInput("A model server is not measured; its speed is shown while it answers.")
    return slots.measure(engine, run)


def _speed(settings: Settings, info: EngineInfo | None) -> str:
    """Worker: what was measured of the chosen model on this machine."""
    from warehouse.engine import hashes, models, probe

    path = models.locate(settings.model)
    sha256 = info.sha256 if info is not None else hashes.known(path) if path is not None else ""
    measured = probe.of_model(sha256)
    if measured is None:
        return "Its speed here was not measured yet."
    together = [
        f"{speed:.0f} with {count} at a time" if count > 1 else f"{speed:.0f} alone"
        for count, speed in measured.writing.items()
    ]
    return (
        f"Measured on {measured.measured} UTC: reads {measured.reading:.0f} tokens a second, "
        f"writes {', '.join(together)}; best is {measured.parallel} at a time."
    )
