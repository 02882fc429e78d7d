"""Whether there is a screen that a window can be opened on, asked before Qt is.

Where Qt finds no way to a screen it ends the program with words for engineers. Here the same is
tried first (the libraries of its plug-in, and whether the display answers), and what is missing is
said with what to install. Only where X11 or Wayland are used; other systems have theirs built in.
"""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Mapping
from pathlib import Path

PLUGINS = {"xcb": "libqxcb.so", "wayland": "libqwayland.so"}
NONE = (
    "There is no screen to open the window on: neither DISPLAY nor WAYLAND_DISPLAY is set. "
    "Everything works in a terminal as well: muniment --help."
)
NO_ANSWER = (
    "The display {display} does not answer, so the window cannot be opened. "
    "Everything works in a terminal as well: muniment --help."
)
LACKS = (
    "The window cannot be opened: this system lacks {library}.\n"
    "Install it and start again:\n"
    "    sudo apt install {package}            (Debian, Ubuntu)\n"
    "    sudo dnf install '{library}()(64bit)'  (Fedora)\n"
)
_LIBRARY = re.compile(r"(lib[\w.+-]*?\.so(?:\.\d+)*)(?=:)")
_VERSIONED = re.compile(r"(?P<name>.+)\.so\.(?P<version>\d+).*")


def trouble(environment: Mapping[str, str], plugins: Path) -> str:
    """Why no window can be opened, with what to do; "" where one can. ``plugins`` are Qt's."""
    if not sys.platform.startswith("linux"):
        return ""
    wanted = _wanted(environment)
    if not wanted:
        return NONE
    troubles = [_of(name, environment, plugins) for name in wanted]
    return "" if "" in troubles else troubles[-1]


def package(library: str) -> str:
    """What Debian calls the package of a shared library: ``libxcb-cursor0``."""
    match = _VERSIONED.fullmatch(library)
    if match is None:
        return library
    name, version = match["name"].lower(), match["version"]
    return f"{name}-{version}" if name[-1:].isdigit() else name + version


def _wanted(environment: Mapping[str, str]) -> list[str]:
    """The platforms that Qt will try, in its order."""
    if named := environment.get("QT_QPA_PLATFORM", ""):
        return [platform.partition(":")[0] for platform in named.split(";")]
    sessions = (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY"))
    return [name for name, variable in sessions if environment.get(variable)]


def _of(platform: str, environment: Mapping[str, str], plugins: Path) -> str:
    name = platform.partition("-")[0]
    file = plugins / "platforms" / PLUGINS.get(name, "")
    if not file.is_file():
        return ""  # one without a screen, or one that Qt knows and we do not
    try:
        ctypes.CDLL(str(file))
    except OSError as error:
        return lacking(str(error))
    display = environment.get("DISPLAY", "")
    return NO_ANSWER.format(display=display) if name == "xcb" and not _answers(display) else ""


def lacking(said: str) -> str:
    """``said`` is the loader's own sentence: it names the library first."""
    match = _LIBRARY.search(said)
    if match is None:
        return f"The window cannot be opened: {said}."
    return LACKS.format(library=match[1], package=package(match[1]))


def _answers(display: str) -> bool:
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt will say what it makes of that
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    line = xcb.xcb_connect(display.encode() or None, None)
    failed = bool(xcb.xcb_connection_has_error(line))
    xcb.xcb_disconnect(line)
    return not failed
