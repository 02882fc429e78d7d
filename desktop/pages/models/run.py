"""How the model runs: where, how much it has in mind, and how fast that is here.

What can be set of it stands in Settings, under For experts. The speed is measured once in the
background when a model was first used, and again on a click.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop.house import House
from desktop.receipt import where_it_runs
from desktop.speed import in_mind, rate, words
from desktop.widgets.basics import Button, Card, label, row
from warehouse.engine.protocol import EngineInfo
from warehouse.run import Run
from warehouse.settings import Settings

if TYPE_CHECKING:
    from warehouse.engine.probe import Probe

NOT_LOADED = "The model is at rest. It is loaded when it is first asked, which takes a moment."


class RunCard(Card):
    def __init__(self, house: House) -> None:
        super().__init__(margin_px=14, spacing_px=6)
        self._house = house
        self._now = label("", "ink", wrap=True)
        self._speed = label("", "quiet", wrap=True)
        self._measure = Button(house.theme, "Measure its speed", "clock")
        self._measure.setToolTip("Loads the model and measures for about fifteen seconds")
        self._measure.clicked.connect(self.measure)
        by_hand = Button(house.theme, "Set by hand", "sliders-horizontal", "quiet")
        by_hand.setToolTip("Graphics card, memory and cores, in Settings under For experts")
        by_hand.clicked.connect(partial(house.visit, "settings", "gpu_layers"))
        self.column.addWidget(self._now)
        self.column.addWidget(self._speed)
        self.column.addLayout(row(self._measure, by_hand, 1))
        house.engine_changed.connect(self._tell)
        self._tell(None)
        house.look_at_engine()

    def measure(self) -> None:
        """Measure the chosen model's speed; the result is kept and shown."""
        self._measure.setEnabled(False)
        job = self._house.jobs.start(
            "Measuring the model", partial(_measure, self._house), foreground=False
        )
        job.finished.connect(self._measured)
        job.ended.connect(partial(self._measure.setEnabled, True))

    def try_out(self) -> None:
        """Whether the model that was just chosen makes sense; it is loaded for that."""
        job = self._house.jobs.start(
            "Trying the model", partial(_try_out, self._house), foreground=False
        )
        job.finished.connect(self._tried)

    def _tried(self, said: str) -> None:
        if said:
            self._house.notices.say(said)
        self._house.look_at_engine()

    def _measured(self, found: Probe | None) -> None:
        if found is None:
            self._house.notices.say("The computer was too busy to measure; try again later.")
        self._house.look_at_engine()

    def _tell(self, info: EngineInfo | None) -> None:
        self._house.jobs.fetch(partial(_speed, self._house.settings, info), self._speed.setText)
        if info is None:
            self._now.setText(NOT_LOADED)
            return
        mind = f"has {in_mind(info.context)} words in mind"
        many = f"up to {info.parallel} texts side by side" if info.parallel > 1 else "one text"
        loaded = f"{info.model} is loaded {where_it_runs(info)}"
        where = f"A model server: {info.model}" if info.place else loaded
        speed = f" It writes {rate(info.speed)}." if info.speed else ""
        self._now.setText(f"{where}. It {mind} and writes {many}.{speed} {info.note}".rstrip())


def _measure(house: House, run: Run) -> Probe | None:
    """Worker. Raises BadInput while a model server thinks: its machine is not ours to judge."""
    from warehouse.engine import slots
    from warehouse.engine.process import LlamaEngine
    from warehouse.errors import BadInput

    engine = house.engines.engine()
    if not isinstance(engine, LlamaEngine):
        raise BadInput("A model server is not measured; its speed is shown while it answers.")
    return slots.measure(engine, run)


def _try_out(house: House, run: Run) -> str:
    """Worker. "" also for one that cannot be loaded, which says so when it is asked."""
    from warehouse.engine import self_test
    from warehouse.errors import EngineError

    try:
        return self_test.test(house.engines.engine(), run) if not house.settings.endpoint else ""
    except EngineError:
        return ""


def _speed(settings: Settings, info: EngineInfo | None) -> str:
    """Worker: what was measured of the chosen model on this machine."""
    from warehouse.engine import models, probe, self_test
    from warehouse.engine.model_file import hashes

    path = models.locate(settings.model)
    sha256 = info.sha256 if info is not None else hashes.known(path) if path is not None else ""
    if nonsense := self_test.failed(sha256):
        return nonsense
    if (measured := probe.of_model(sha256)) is None:
        return "How many texts side by side are best here was not measured yet."
    together = [
        f"{words(speed):.0f} with {count} texts side by side" if count > 1 else rate(speed)
        for count, speed in measured.writing.items()
    ]
    return (
        f"Measured on {measured.measured} UTC: it reads {rate(measured.reading)} and writes "
        f"{', '.join(together)}. Best is {measured.parallel} side by side."
    )
