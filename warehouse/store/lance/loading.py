"""What importing LanceDB costs is kept small, and in nobody's way.

An import holds the interpreter while the system reads, maps and links the shared object of a large
extension module; from a cold disk that takes seconds, in which the window answers nothing. Called
through ctypes the same work lets go of the interpreter, and the import then finds it done.

Half of the import is a client for servers that a library on this machine never speaks to; of its
package LanceDB needs the modules alone.
"""

from __future__ import annotations

import ctypes
import os
import sys
import types
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from pathlib import Path


def map_ahead(package: str, module: str) -> bool:
    """Map ``package.module`` without importing anything; False where there is nothing to map.

    Blocks the calling thread only. What cannot be mapped is left to the import, which says why.
    """
    if sys.platform == "win32":
        return False
    path = _shared_object(package, module)
    if path is None:
        return False
    opener = ctypes.CDLL(None).dlopen
    opener.restype, opener.argtypes = ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_int]
    return bool(opener(os.fsencode(path), os.RTLD_NOW))


def as_a_folder(package: str) -> None:
    """``package`` is there for its modules; what it would import by itself is left out."""
    spec = PathFinder.find_spec(package)
    if spec is not None and package not in sys.modules:
        module = types.ModuleType(package)
        module.__spec__, module.__path__ = spec, list(spec.submodule_search_locations or ())
        sys.modules[package] = module


def _shared_object(package: str, module: str) -> Path | None:
    spec = PathFinder.find_spec(package)
    folders = spec.submodule_search_locations if spec is not None else None
    for folder in folders or ():
        for suffix in EXTENSION_SUFFIXES:
            path = Path(folder, module + suffix)
            if path.exists():
                return path
    return None
