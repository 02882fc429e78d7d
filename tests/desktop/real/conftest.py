"""A window on a real X server with a window manager; mouse and keys come through XTEST.

Xvfb, openbox and xdotool are started by the suite itself, on a display that nobody else has. They
want a process of their own, since Qt has one platform: ``QT_QPA_PLATFORM=xcb pytest
tests/desktop/real``.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from hand import Hand
from pytestqt.qtbot import QtBot

from desktop.bench import screen
from desktop.shell.window import Window

TOOLS = ("Xvfb", "openbox", "xdotool")


def _why_not() -> str:
    if os.environ.get("QT_QPA_PLATFORM") != "xcb":
        return "a real window wants QT_QPA_PLATFORM=xcb and a process of its own"
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


def _wait_for_manager(display: str) -> None:
    asked = ["xdotool", "get_num_desktops"]
    for _ in range(100):
        env = {**os.environ, "DISPLAY": display}
        if subprocess.run(asked, env=env, capture_output=True, check=False).returncode == 0:
            return
        time.sleep(0.05)
    raise RuntimeError("the window manager did not come up")


WHY_NOT = _why_not()
if not WHY_NOT:
    os.environ["DISPLAY"], _processes = screen.start(*screen.SIZE)
    atexit.register(screen.stop, _processes)
    _wait_for_manager(os.environ["DISPLAY"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if WHY_NOT and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=WHY_NOT))


@pytest.fixture
def hand(window: Window, qtbot: QtBot) -> Iterator[Hand]:
    """The mouse and the keyboard; the window is active, as a user would find it."""
    made = Hand(qtbot)
    made.wait_until(window.isActiveWindow)
    yield made
    made.rest()
