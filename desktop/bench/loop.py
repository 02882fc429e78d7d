"""The event loop while something is measured: run as in the program, until something is so."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

LOOK_EVERY_MS = 20


def until(is_so: Callable[[], bool], limit_s: float) -> bool:
    """Run the loop until it is so, or the limit; whether it is."""
    loop, looker = QEventLoop(), QTimer()
    end = monotonic() + limit_s
    looker.timeout.connect(lambda: loop.quit() if is_so() or monotonic() > end else None)
    looker.start(LOOK_EVERY_MS)
    loop.exec()
    return is_so()


def pass_time(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def application() -> QApplication:
    """The one there is, else one of the environment's platform."""
    os.environ.update(environment())
    app = QCoreApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    return app


@contextmanager
def setting(**variables: str) -> Iterator[None]:
    """These stand in the environment meanwhile."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value


def environment() -> dict[str, str]:
    """As it is; offscreen where there is no display."""
    given = dict(os.environ)
    if sys.platform == "linux" and not (given.get("DISPLAY") or given.get("WAYLAND_DISPLAY")):
        given.setdefault("QT_QPA_PLATFORM", "offscreen")
    return given


def load() -> str:
    """Of the last minute: how many computed at the same time."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
