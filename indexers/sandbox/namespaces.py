"""Namespaces of its own, and no privileges: an empty network, no other's mounts, names or IPC.

A process namespace is not taken: it needs two more processes for each one held, whose first does
not die of its own signals; what it would keep away is refused by the filter of calls.
"""

from __future__ import annotations

import ctypes

_USER, _MOUNT, _NETWORK, _IPC, _NAMES = 0x10000000, 0x00020000, 0x40000000, 0x08000000, 0x04000000
_CAPABILITIES_3 = 0x20080522


class _Head(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def leave() -> bool:
    """Before any thread is started. False where the kernel does not allow it."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return bool(libc.unshare(_USER | _MOUNT | _NETWORK | _IPC | _NAMES) == 0)
    except (OSError, AttributeError):
        return False


def drop_privileges() -> None:
    """Also root has none then but over what is its own."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        none = (ctypes.c_uint32 * 6)()
        libc.capset(ctypes.byref(_Head(_CAPABILITIES_3, 0)), ctypes.byref(none))
    except (OSError, AttributeError):
        return
