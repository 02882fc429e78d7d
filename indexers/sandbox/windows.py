"""Windows: what a process can take from itself. Not tried on that system yet.

A job allows one process and so much memory, and ends it with its parent; a policy refuses to start
programs; low integrity refuses to write to what is of the usual one, which the user's files are.
The network and reading stay open: only an AppContainer shuts them, which the one who starts a
process has to make and which needs rights on Python's own folders.
"""

from __future__ import annotations

import ctypes
from ctypes import wintypes
from typing import Any

_EXTENDED_LIMITS = 9
_ONE_PROCESS, _PROCESS_MEMORY, _END_WITH_JOB = 0x8, 0x100, 0x2000
_NO_CHILD_PROCESSES = 13
_ADJUST_DEFAULT, _QUERY, _INTEGRITY_LEVEL = 0x80, 0x8, 25
_LOW = "S-1-16-4096"
_INTEGRITY = 0x20


class _Basic(ctypes.Structure):
    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", wintypes.DWORD),
        ("least_set", ctypes.c_size_t),
        ("most_set", ctypes.c_size_t),
        ("processes", wintypes.DWORD),
        ("affinity", ctypes.c_size_t),
        ("priority", wintypes.DWORD),
        ("scheduling", wintypes.DWORD),
    )


class _Extended(ctypes.Structure):
    _fields_ = (
        ("basic", _Basic),
        ("counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process", ctypes.c_size_t),
        ("peak_job", ctypes.c_size_t),
    )


class _Label(ctypes.Structure):
    _fields_ = (("sid", ctypes.c_void_p), ("attributes", wintypes.DWORD))


def enter(memory_mb: int) -> str:
    """What is in force, in words."""
    kernel = _library("kernel32")
    held = []
    if kernel is not None and _in_job(kernel, memory_mb):
        held.append("no programs" if _no_programs(kernel) else "one process")
        if memory_mb:
            held.append(f"memory {memory_mb} MB")
    return "; ".join(held)


def seal() -> str:
    """The same, from now on."""
    kernel, security = _library("kernel32"), _library("advapi32")
    if kernel is None or security is None or not _low_integrity(kernel, security):
        return ""
    return "no writing"


def _library(name: str) -> Any:
    try:
        return getattr(ctypes, "WinDLL")(name, use_last_error=True)  # noqa: B009
    except (OSError, AttributeError):
        return None


def _in_job(kernel: Any, memory_mb: int) -> bool:
    """The handle stays open for as long as the process lives: with it ends the job."""
    kernel.CreateJobObjectW.restype = wintypes.HANDLE
    kernel.GetCurrentProcess.restype = wintypes.HANDLE
    job = wintypes.HANDLE(kernel.CreateJobObjectW(None, None))
    limits = _Extended()
    limits.basic.flags = _ONE_PROCESS | _END_WITH_JOB | (_PROCESS_MEMORY if memory_mb else 0)
    limits.basic.processes = 1
    limits.process_memory = memory_mb * 1024 * 1024
    told = kernel.SetInformationJobObject(
        job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
    )
    own = wintypes.HANDLE(kernel.GetCurrentProcess())
    return bool(told and kernel.AssignProcessToJobObject(job, own))


def _no_programs(kernel: Any) -> bool:
    flags = wintypes.DWORD(1)
    return bool(
        kernel.SetProcessMitigationPolicy(
            _NO_CHILD_PROCESSES, ctypes.byref(flags), ctypes.sizeof(flags)
        )
    )


def _low_integrity(kernel: Any, security: Any) -> bool:
    token, sid = wintypes.HANDLE(), ctypes.c_void_p()
    own = wintypes.HANDLE(kernel.GetCurrentProcess())
    if not security.OpenProcessToken(own, _ADJUST_DEFAULT | _QUERY, ctypes.byref(token)):
        return False
    try:
        if not security.ConvertStringSidToSidW(_LOW, ctypes.byref(sid)):
            return False
        label = _Label(sid, _INTEGRITY)
        size = ctypes.sizeof(label) + security.GetLengthSid(sid)
        return bool(
            security.SetTokenInformation(token, _INTEGRITY_LEVEL, ctypes.byref(label), size)
        )
    finally:
        kernel.CloseHandle(token)
