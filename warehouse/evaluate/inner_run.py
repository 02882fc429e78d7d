"""A piece of work within a benchmark: it shows nothing outside, and stops with the benchmark."""

from __future__ import annotations

from warehouse.run import Listener, Run


class Inner(Run):
    """``listener`` hears what it shows; its steps are not those of the benchmark."""

    def __init__(self, outer: Run, listener: Listener | None = None) -> None:
        super().__init__(listener, outer.foreground)
        self._outer = outer

    def check(self) -> None:
        self._outer.check()

    @property
    def cancelled(self) -> bool:
        return self._outer.cancelled
