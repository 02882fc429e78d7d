"""The models that the settings choose, each opened when it is first asked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from warehouse import settings as settings_file
from warehouse.errors import MunimentError
from warehouse.settings import Settings

if TYPE_CHECKING:
    from warehouse.engine.endpoint import EndpointEngine
    from warehouse.engine.process import LlamaEngine
    from warehouse.engine.protocol import Engine, EngineInfo
    from warehouse.engine.slots import Slot, Slots


class Engines:
    """The models of the settings, or the model server set in their place; any thread.

    Each is opened at its first use. ``settings`` may be replaced; what is open stays as it is until
    ``let_go``. An ``engine`` that is given takes the place of all of them.
    """

    def __init__(self, settings: Settings, engine: Engine | None = None) -> None:
        self.settings = settings
        self._given = engine
        self._slots: Slots | None = None
        self._server: EndpointEngine | None = None
        self._lock = threading.Lock()

    def engine(self, slot: Slot = "reasoning") -> Engine:
        """Raises ModelMissing, ModelRefused, DoesNotFit, and BadInput for a server not allowed."""
        from warehouse.engine import models
        from warehouse.engine.endpoint import EndpointEngine
        from warehouse.engine.slots import Slots

        if self._given is not None:
            return self._given
        with self._lock:
            if self.settings.endpoint:
                self._server = self._server or EndpointEngine(self.settings)
                return self._server
            if self._slots is None:
                reasoning, processing = models.both_slots(self.settings)
                home = settings_file.home()
                self._slots = Slots(
                    reasoning, processing, self.settings, home / "logs", home / "beginnings"
                )
            slots = self._slots
        return slots.engine(slot)

    def both(self) -> Engine:
        """The chosen model, beside it the one that screens where there is another."""
        from warehouse.engine.two_models import TwoModels

        reasoning, processing = self.engine(), self.engine("processing")
        return reasoning if processing is reasoning else TwoModels(reasoning, processing)

    def opened(self) -> tuple[LlamaEngine, ...]:
        """Models that are in use now. Quick."""
        slots = self._slots
        return slots.opened() if slots is not None else ()

    def installed(self) -> bool:
        """Whether the chosen model's file is there, or a server named. Quick."""
        from warehouse.engine import models

        if self._given is not None or self.settings.endpoint:
            return True
        return models.locate(self.settings.model) is not None

    def info(self) -> EngineInfo | None:
        """Of what is in use; None before the first use, and of a server that is not there."""
        opened = self._server or self._slots
        try:
            return opened.info() if opened is not None else None
        except MunimentError:  # the work that asks the server says so
            return None

    def let_go(self) -> tuple[Callable[[], None], ...]:
        """The next use opens anew; call what is returned, which takes a moment, to end the old."""
        with self._lock:
            closing = [opened for opened in (self._slots, self._server) if opened is not None]
            self._slots = self._server = None
        return tuple(opened.close for opened in closing)

    def close(self) -> None:
        for close in self.let_go():
            close()
