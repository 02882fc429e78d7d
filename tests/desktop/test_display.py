"""Started where no window can be opened: a sentence, never Qt's abort."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLibraryInfo

from desktop.starting.display import NONE, lacking, package, trouble

PLUGINS = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
HERE = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 and Wayland")


def started(**environment: str) -> subprocess.CompletedProcess[str]:
    """The program itself, without the display of the tests."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    return subprocess.run(
        [sys.executable, "-m", "desktop"],
        env={**kept, **environment},
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_a_display_it_says_so() -> None:
    ended = started()
    assert ended.returncode == 1
    assert ended.stderr.strip() == NONE


def test_a_display_that_does_not_answer_is_named() -> None:
    ended = started(DISPLAY=":987")
    assert ended.returncode == 1
    assert "The display :987 does not answer" in ended.stderr


def test_a_missing_library_is_named_with_its_package(tmp_path: Path) -> None:
    (tmp_path / "libxcb-cursor.so.0").touch()  # found before the system's, and no library
    ended = started(DISPLAY=":987", LD_LIBRARY_PATH=str(tmp_path))
    assert ended.returncode == 1
    assert "this system lacks libxcb-cursor.so.0" in ended.stderr
    assert "sudo apt install libxcb-cursor0 " in ended.stderr
    assert "Traceback" not in ended.stderr


def test_what_the_loader_says_is_understood() -> None:
    said = "libxcb-cursor.so.0: cannot open shared object file: No such file or directory"
    assert "libxcb-cursor0" in lacking(said)
    assert package("libxkbcommon-x11.so.0") == "libxkbcommon-x11-0"
    assert package("libGL.so.1") == "libgl1"
    assert "something else" in lacking("something else")


def test_other_ways_to_a_screen_are_left_to_qt() -> None:
    assert trouble({"QT_QPA_PLATFORM": "offscreen"}, PLUGINS) == ""
    assert trouble({"QT_QPA_PLATFORM": "xcb;offscreen", "DISPLAY": ":987"}, PLUGINS) == ""
    assert trouble({}, PLUGINS) == NONE
