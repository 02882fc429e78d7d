"""How the model runs: GPU layers, context, requests at a time. Kept at once, loaded at next use."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout

from desktop.house import House
from desktop.widgets.basics import Card, label
from warehouse.engine.protocol import EngineInfo
from warehouse.settings import Settings

LINES = (
    ("gpu_layers", "GPU layers", -1, 999, "all that fit"),
    ("context", "Context", 1024, 262_144, ""),
    ("parallel", "At a time", 1, 64, ""),
    ("threads", "Threads", 0, 256, "one a core"),
)


class RunCard(Card):
    def __init__(self, house: House) -> None:
        super().__init__(margin_px=14, spacing_px=8)
        self._house = house
        self._spins: dict[str, QSpinBox] = {}
        line = QHBoxLayout()
        line.setSpacing(20)
        for name, title, least, most, special in LINES:
            line.addLayout(self._field(name, title, least, most, special))
        line.addStretch(1)
        self.column.addLayout(line)
        self._now = label("", "quiet", wrap=True)
        self.column.addWidget(self._now)
        house.settings_changed.connect(self._show)
        house.engine_changed.connect(self._tell)
        self._show(house.settings)
        self._tell(None)
        house.look_at_engine()

    def _field(self, name: str, title: str, least: int, most: int, special: str) -> QVBoxLayout:
        spin = QSpinBox()
        spin.setRange(least, most)
        spin.setKeyboardTracking(False)
        spin.lineEdit().setTextMargins(8, 0, 8, 0)
        spin.setGroupSeparatorShown(True)
        spin.setFixedWidth(116)
        spin.setSpecialValueText(special)
        spin.setAccessibleName(title)
        spin.valueChanged.connect(partial(self._keep, name))
        self._spins[name] = spin
        column = QVBoxLayout()
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
        if info is None:
            self._now.setText("Nothing is loaded; the model is loaded when it is first asked.")
            return
        where = (
            f"{info.gpu_layers} of {info.layers} layers on the GPU"
            if info.gpu_layers
            else f"all {info.layers} layers on the CPU"
        )
        words = f"Loaded: {where}, context {info.context:,}, {info.parallel} at a time."
        speed = f" {info.speed:.0f} tokens a second." if info.speed else ""
        self._now.setText(words + speed + (f" {info.note}" if info.note else ""))
