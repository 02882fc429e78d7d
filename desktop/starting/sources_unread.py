"""PySide reads the source of every module that is imported after it.

It looks whether the module switches on one of PySide's features (names in snake case, true
properties), and linecache keeps what was read: 40 MB of a window. No module here does so.
"""

from __future__ import annotations

import sys

import PySide6.QtCore  # noqa: F401  what is changed is loaded by it


def begin() -> None:
    """From now on no source is read. Call it before the window's modules are imported."""
    features = sys.modules.get("shibokensupport.feature")
    if hasattr(features, "_mod_uses_pyside"):
        setattr(features, "_mod_uses_pyside", lambda module: False)  # noqa: B010  for mypy
