"""The foot of the side bar: which model thinks here, and how often the network was used.

The program opens no connection by itself; what was fetched by name is counted on the receipt, and
each connection to a model server, where the user has set one in place of the model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.speed import rate
from desktop.widgets.basics import IconLabel, column_of, label, row
from desktop.widgets.tips import as_it_stands
from warehouse.engine.receipt import Receipt as Kept
from warehouse.engine.receipt import kept
from warehouse.settings import Settings

if TYPE_CHECKING:
    from warehouse.engine.protocol import EngineInfo

LOOK_EVERY_MS = 3000


def model_line(info: EngineInfo | None, settings: Settings) -> str:
    """ "qwen2.5 · 23 words a second · on the processor"; before the first use just its name, which
    is the one in the settings: what the file calls itself would stand there only after that.

    With a model server: where the text goes, always.
    """
    if settings.endpoint:
        name = _short(info.model) if info else settings.endpoint_model or "A model server"
        speed = rate(info.speed) if info and info.speed else ""
        place = info.place if info and info.place else settings.endpoint
        return " · ".join(filter(None, [name, speed, f"the text goes to {place}"]))
    if info is None:
        return f"{_short(settings.model)} · at rest until it is asked"
    speed = rate(info.speed) if info.speed else ""
    return " · ".join(filter(None, [_short(settings.model), speed, where_it_runs(info)]))


def where_it_runs(info: EngineInfo) -> str:
    if not info.gpu_layers:
        return "on the processor"
    if info.gpu_layers >= info.layers:
        return "on the graphics card"
    part = "mostly" if 2 * info.gpu_layers >= info.layers else "partly"
    return f"{part} on the graphics card"


def network_words(receipt: Kept) -> str:
    """What the connections were for: none of the user's text, or to which server it went."""
    if not receipt.places:
        return (
            "Nothing of yours was sent. Muniment connects only to fetch what you ask for by name."
        )
    servers = "\n".join(f"{count:,} to {place}" for place, count in receipt.places.items())
    return f"Text of yours went to the model server that you set:\n{servers}"


def _short(model: str) -> str:
    name = model.replace("\\", "/").rsplit("/", 1)[-1]
    return name.removesuffix(".gguf")


class Receipt(QWidget):
    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._info: EngineInfo | None = None
        self._model = label("", "tiny", wrap=True)
        self._network = label("", "tiny", wrap=True)
        self._icons = [IconLabel(house.theme, icon, size_px=13) for icon in ("cpu", "shield-check")]
        column = column_of(into=self, margins_px=(9, 0, 4, 0), spacing_px=4)
        for icon, line in zip(self._icons, (self._model, self._network), strict=True):
            column.addLayout(row(icon, (line, 1), spacing_px=6))
        house.engine_changed.connect(self._show_model)
        house.settings_changed.connect(self._settings_changed)
        timer = QTimer(self)
        timer.timeout.connect(self._look)
        timer.start(LOOK_EVERY_MS)
        self._show_model(None)
        self._show_network()

    def be_narrow(self, narrow: bool) -> None:
        """The icons alone; the pointer is told what they stand for."""
        for line in (self._model, self._network):
            line.setHidden(narrow)

    def _look(self) -> None:
        self._show_network()
        if self._house.jobs.running():
            self._house.look_at_engine()

    def _settings_changed(self) -> None:
        """Those of the model let go of it, which ``engine_changed`` tells; others do not."""
        self._show_model(self._info)

    def _show_model(self, info: EngineInfo | None) -> None:
        self._info = info
        self._say_model(model_line(info, self._house.settings))
        if info is None:
            self._house.jobs.fetch(self._house.engines.installed, self._tell_missing)

    def _tell_missing(self, is_here: bool) -> None:
        if not is_here and self._info is None:
            name = _short(self._house.settings.model)
            self._say_model(f"{name} · not on this computer yet, see Models")

    def _say_model(self, words: str) -> None:
        self._model.setText(words)
        self._icons[0].setToolTip(as_it_stands(words))

    def _show_network(self) -> None:
        now = kept()
        noun = "connection" if now.count == 1 else "connections"
        self._network.setText(f"{now.count:,} {noun} since install")
        for part in (self._network, self._icons[1]):
            part.setToolTip(as_it_stands(f"{self._network.text()}. {network_words(now)}"))
