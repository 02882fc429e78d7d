"""Windows: what containers may read: the program and its models, and none of the user's files.

They are let in by one capability, a name that opens nothing else. A folder is asked first, and what
is installed for everybody lets containers in already; rights that were given once stay there.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import re
import struct
import subprocess
import threading
from collections.abc import Iterable
from ctypes import c_void_p, c_wchar_p
from pathlib import Path

from indexers.sandbox import places, win32

CAPABILITY = "Muniment.readsItsProgram"
ALL_PACKAGES = "AC"  # S-1-15-2-1, every container but the strictest
READ_AND_EXECUTE, FULL = 0x1200A9, "FA"
_FILES, _DACL = 1, 4
_NO_WINDOW = 0x08000000

_granting = threading.Lock()


def capability_sid(name: str = CAPABILITY) -> str:
    """What Windows derives from the name of a capability (DeriveCapabilitySidsFromName)."""
    digest = hashlib.sha256(name.upper().encode("utf-16-le")).digest()
    return "-".join(["S-1-15-3-1024", *map(str, struct.unpack("<8I", digest))])


def let_in_program() -> None:
    """Raises OSError, as ``let_in``."""
    let_in(places.installed())
    let_in([places.ROOT], below=False)  # its names are looked through when Python imports


def let_in(wanted: Iterable[Path], below: bool = True) -> None:
    """Let our capability read these, and what is in them where ``below``, unless it may already.
    Raises OSError where that is refused, as for what belongs to another.
    """
    with _granting:
        for place in wanted:
            if place.exists() and not may_read(_rights(place)):
                _grant(place, "(OI)(CI)(RX)" if below and place.is_dir() else "(RX)")


def may_read(rights: str) -> bool:
    """``rights`` as Windows writes them (SDDL). A file system without any lets everybody in."""
    for how, what, who in re.findall(r"\(A;(\w*);(\w+);;;([\w-]+)\)", rights):
        inherited_only = "IO" in re.findall("..", how)
        if who in (ALL_PACKAGES, capability_sid()) and not inherited_only:
            mask = int(what, 16) if what.startswith("0x") else 0
            if what == FULL or mask & READ_AND_EXECUTE == READ_AND_EXECUTE:
                return True
    return "NO_ACCESS_CONTROL" in rights


def _rights(place: Path) -> str:
    calls, descriptor, text = win32.system(), c_void_p(), c_wchar_p()
    nothing = (None, None, None, None)
    refused = calls.GetNamedSecurityInfoW(
        str(place), _FILES, _DACL, *nothing, ctypes.byref(descriptor)
    )
    if refused:
        raise OSError(f"the rights on {place} are not told: {refused}")
    try:
        win32.must(
            "ConvertSecurityDescriptorToStringSecurityDescriptorW",
            *(descriptor, 1, _DACL, ctypes.byref(text), None),
        )
        return text.value or ""
    finally:
        calls.LocalFree(text)
        calls.LocalFree(descriptor)


def _grant(place: Path, right: str) -> None:
    """By the program of Windows, which also passes it on to what is there. Raises OSError."""
    program = Path(os.environ.get("SYSTEMROOT", r"C:\Windows")) / "System32" / "icacls.exe"
    done = subprocess.run(
        [program, place, "/grant", f"*{capability_sid()}:{right}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=_NO_WINDOW,
    )
    if done.returncode:
        raise OSError(f"{place} cannot be opened to containers: icacls {done.returncode}")
