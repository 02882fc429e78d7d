"""macOS: a profile of the system's own sandbox. Not tried on that system yet.

``sandbox_init`` is given once, when all is loaded: a process that is held cannot be held again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from pathlib import Path

_HOLDS = "no network; no programs; no writing; no other files"
_PROFILE = """(version 1)
(deny default)
(allow file-read-metadata)
(allow file-read* {places})
(allow file-read* file-write-data (literal "/dev/null"))
(allow sysctl-read)
(allow mach-lookup (global-name "com.apple.system.logger"))
(allow signal (target self))
"""
_SYSTEM = ("/System", "/Library", "/usr/lib", "/usr/share", "/private/var/db/timezone", "/dev")


def profile(readable: Iterable[Path]) -> str:
    """The rules, in the sandbox's own language: all is refused that is not named."""
    places = [*_SYSTEM, *map(str, readable)]
    return _PROFILE.format(places=" ".join(f"(subpath {_quoted(place)})" for place in places))


def known() -> bool:
    """Whether this system still has the call."""
    try:
        return hasattr(ctypes.CDLL("/usr/lib/libSystem.dylib"), "sandbox_init")
    except OSError:
        return False


def seal(readable: Iterable[Path]) -> str:
    """What is in force, in words; "" where the system did not take the profile."""
    try:
        library = ctypes.CDLL("/usr/lib/libSystem.dylib")
        said = ctypes.c_char_p()
        rules = profile(readable).encode("utf-8")
        taken = library.sandbox_init(rules, ctypes.c_uint64(0), ctypes.byref(said)) == 0
    except (OSError, AttributeError):
        return ""
    return _HOLDS if taken else ""


def _quoted(place: str) -> str:
    escaped = place.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
