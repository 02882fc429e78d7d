"""A screen to measure on: the one there is, else an X server and a window manager of our own.

Where neither is to be had (no Xvfb, no openbox, another system) the window is drawn offscreen, and
every row says so.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import time

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from warehouse.errors import BadInput

TOOLS = ("Xvfb", "openbox")
SIZE = (1920, 1080)
MANAGER_COMES_UP_S = 0.5


def missing() -> list[str]:
    """What is not installed of what a screen of our own wants."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def start(width: int, height: int) -> tuple[str, list[subprocess.Popen[bytes]]]:
    """The name of a new display with a window manager on it, and the processes behind it.

    Raises BadInput where they do not come up.
    """
    reading, writing = os.pipe()
    shape = f"{width}x{height}x24"
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", shape, "-nolisten", "tcp"]
    server = subprocess.Popen([*command, "-noreset"], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as said:
        number = said.readline().strip()
    if not number:
        raise BadInput("The X server did not come up.", "Look whether Xvfb runs by itself.")
    display = f":{number}"
    manager = subprocess.Popen(
        ["openbox"],
        env={**os.environ, "DISPLAY": display},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return display, [manager, server]


def stop(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.terminate()
        process.wait(10)


def ensure() -> str:
    """A screen for the QApplication that is still to be made; in words where it is drawn."""
    if QCoreApplication.instance() is None and sys.platform == "linux" and not _is_set():
        if missing():
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
        else:
            os.environ["DISPLAY"], processes = start(*SIZE)
            os.environ["QT_QPA_PLATFORM"] = "xcb"
            atexit.register(stop, processes)
            time.sleep(MANAGER_COMES_UP_S)
    return said()


def said() -> str:
    platform = QGuiApplication.platformName() or os.environ.get("QT_QPA_PLATFORM", "")
    return "a real X server" if platform == "xcb" else platform or "the screen"


def _is_set() -> bool:
    given = os.environ
    return bool(given.get("DISPLAY") or given.get("WAYLAND_DISPLAY") or "QT_QPA_PLATFORM" in given)
