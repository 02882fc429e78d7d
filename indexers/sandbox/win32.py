"""The calls to Windows that containers are made with, as its headers declare them (64 bit).

Types have the widths of Windows on every system, so that a test can compare the layout anywhere.
"""

from __future__ import annotations

import ctypes
import functools
from ctypes import c_int32, c_size_t, c_uint16, c_uint32, c_void_p, c_wchar_p
from typing import Any

_RESULT = _BOOL = c_int32
_POINTER, _TEXT, _NUMBER = c_void_p, c_wchar_p, c_uint32
CALLS: dict[str, dict[str, tuple[Any, ...]]] = {  # what comes back, and what is given
    "userenv": {
        "CreateAppContainerProfile": (_RESULT, *[_TEXT] * 3, _POINTER, _NUMBER, _POINTER),
        "DeriveAppContainerSidFromAppContainerName": (_RESULT, _TEXT, _POINTER),
    },
    "advapi32": {
        "ConvertStringSidToSidW": (_BOOL, _TEXT, _POINTER),
        "ConvertSecurityDescriptorToStringSecurityDescriptorW": (
            *(_BOOL, _POINTER, _NUMBER, _NUMBER, _POINTER, _POINTER),
        ),
        "FreeSid": (_POINTER, _POINTER),
        "GetNamedSecurityInfoW": (_NUMBER, _TEXT, _NUMBER, _NUMBER, *[_POINTER] * 5),
    },
    "kernel32": {
        "CloseHandle": (_BOOL, _POINTER),
        "CreateJobObjectW": (_POINTER, _POINTER, _TEXT),
        "CreateProcessW": (
            *(_BOOL, _TEXT, _POINTER, _POINTER, _POINTER, _BOOL),
            *(_NUMBER, _POINTER, _TEXT, _POINTER, _POINTER),
        ),
        "DeleteProcThreadAttributeList": (None, _POINTER),
        "DuplicateHandle": (_BOOL, *[_POINTER] * 4, _NUMBER, _BOOL, _NUMBER),
        "GetCurrentProcess": (_POINTER,),
        "GetExitCodeProcess": (_BOOL, _POINTER, _POINTER),
        "InitializeProcThreadAttributeList": (_BOOL, _POINTER, _NUMBER, _NUMBER, _POINTER),
        "LocalFree": (_POINTER, _POINTER),
        "SetInformationJobObject": (_BOOL, _POINTER, _NUMBER, _POINTER, _NUMBER),
        "TerminateProcess": (_BOOL, _POINTER, _NUMBER),
        "UpdateProcThreadAttribute": (
            *(_BOOL, _POINTER, _NUMBER, c_size_t, _POINTER, c_size_t, _POINTER, _POINTER),
        ),
        "WaitForSingleObject": (_NUMBER, _POINTER, _NUMBER),
    },
}


class Marked(ctypes.Structure):
    """A SID, and whether it counts (SID_AND_ATTRIBUTES)."""

    _fields_ = (("sid", c_void_p), ("attributes", c_uint32))


class SecurityCapabilities(ctypes.Structure):
    _fields_ = (
        ("container", c_void_p),
        ("capabilities", ctypes.POINTER(Marked)),
        ("count", c_uint32),
        ("reserved", c_uint32),
    )


class StartupInfo(ctypes.Structure):
    _fields_ = (
        ("size", c_uint32),
        ("reserved", c_void_p),
        ("desktop", c_void_p),
        ("title", c_void_p),
        *((name, c_uint32) for name in ("x", "y", "width", "height", "columns", "rows")),
        ("fill", c_uint32),
        ("flags", c_uint32),
        ("show", c_uint16),
        ("more_size", c_uint16),
        ("more", c_void_p),
        ("stdin", c_void_p),
        ("stdout", c_void_p),
        ("stderr", c_void_p),
    )


class StartupInfoEx(ctypes.Structure):
    _fields_ = (("info", StartupInfo), ("attributes", c_void_p))


class ProcessInformation(ctypes.Structure):
    _fields_ = (
        ("process", c_void_p),
        ("thread", c_void_p),
        ("process_id", c_uint32),
        ("thread_id", c_uint32),
    )


class System:
    """The calls, by their own names."""

    def __init__(self) -> None:
        for library, calls in CALLS.items():
            loaded = getattr(ctypes, "WinDLL")(library, use_last_error=True)  # noqa: B009
            for name, (result, *given) in calls.items():
                call = getattr(loaded, name)
                call.restype, call.argtypes = result, given
                setattr(self, name, call)


@functools.cache
def system() -> Any:
    """Raises OSError, and AttributeError where this Windows has no containers."""
    return System()


def must(call: str, *given: Any) -> None:
    """Raises OSError where the system refuses."""
    if not getattr(system(), call)(*given):
        raise OSError(f"{call}: {getattr(ctypes, 'get_last_error', int)()}")
