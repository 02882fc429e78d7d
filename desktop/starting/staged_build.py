"""What the main thread must build itself is built in pieces, one a turn of the event loop.

A *making* is a generator: it yields after every part and returns the page. A part takes a few
milliseconds, so that the window goes on answering while its pages come into being.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

EVERY_MS = 5  # of rest between two pieces: what a person does goes first
Making = Generator[None, None, QWidget]


class Pieces(QObject):
    """Makings by name, in their order; ``made(name, page)`` is called once for each."""

    def __init__(self, made: Callable[[str, QWidget], None], parent: QObject) -> None:
        super().__init__(parent)
        self._made = made
        self._makings: dict[str, Making] = {}
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._go_on)

    def add(self, name: str, making: Making) -> None:
        self._makings.setdefault(name, making)
        self._timer.start()

    def first(self, name: str) -> None:
        """Before the others: somebody waits for it."""
        self._makings = {name: self._makings.pop(name), **self._makings}

    def finish(self, name: str) -> None:
        """All that is left of it, at once."""
        while name in self._makings:
            self._step(name)

    def stop(self) -> None:
        """What is half made stays, for what was asked for it may still come."""
        self._timer.stop()

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(self._makings)

    def _go_on(self) -> None:
        if self._makings:
            self._step(next(iter(self._makings)))
        else:
            self._timer.stop()

    def _step(self, name: str) -> None:
        making = self._makings.pop(name)
        try:
            next(making)
        except StopIteration as end:
            self._made(name, end.value)
        else:
            self._makings = {name: making, **self._makings}


def whole(make: Callable[[], QWidget]) -> Making:
    """A page that is made in one piece."""
    yield
    return make()
