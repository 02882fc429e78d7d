"""Windows: what a process can take from itself. Not tried on that system yet.

A job allows one process and so much memory; a policy refuses to start programs; low integrity
refuses to write to what is of the usual one, which the user's files are. The network and other
files are shut by the container that it was started in, where it was (appcontainer.py).
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator
from ctypes import c_int64, c_size_t, c_uint32, c_uint64, c_void_p, wintypes
from typing import Any

from indexers.sandbox.win32 import Marked

EXTENDED_LIMITS = 9
_ONE_PROCESS, _PROCESS_MEMORY, _END_WITH_JOB = 0x8, 0x100, 0x2000
_NO_CHILD_PROCESSES = 13
_ADJUST_DEFAULT, _QUERY = 0x80, 0x8
_INTEGRITY_LEVEL, _IS_CONTAINED, _CAPABILITIES = 25, 29, 30
_LOW = "S-1-16-4096"
_NETWORK = ("S-1-15-3-1", "S-1-15-3-2", "S-1-15-3-3")  # to call, to listen, within a network
_INTEGRITY = 0x20


class _Basic(ctypes.Structure):
    _fields_ = (
        ("process_time", c_int64),
        ("job_time", c_int64),
        ("flags", c_uint32),
        ("least_set", c_size_t),
        ("most_set", c_size_t),
        ("processes", c_uint32),
        ("affinity", c_size_t),
        ("priority", c_uint32),
        ("scheduling", c_uint32),
    )


class Groups(ctypes.Structure):
    """With room for more than a container of ours has."""

    _fields_ = (("count", c_uint32), ("groups", Marked * 64))


class Extended(ctypes.Structure):
    _fields_ = (
        ("basic", _Basic),
        ("counters", c_uint64 * 6),
        ("process_memory", c_size_t),
        ("job_memory", c_size_t),
        ("peak_process", c_size_t),
        ("peak_job", c_size_t),
    )


def limits(memory_mb: int) -> Extended:
    """One process, which ends when nobody has the job open any more; 0 for no limit of memory."""
    extended = Extended()
    extended.basic.flags = _ONE_PROCESS | _END_WITH_JOB | (_PROCESS_MEMORY if memory_mb else 0)
    extended.basic.processes = 1
    extended.process_memory = memory_mb * 1024 * 1024
    return extended


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
    """The same, from now on; a container holds from the first instruction."""
    kernel, security = _library("kernel32"), _library("advapi32")
    if kernel is None or security is None:
        return ""
    if _contained(kernel, security):
        return "no network; no writing; no other files"
    return "no writing" if _low_integrity(kernel, security) else ""


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
    wanted = limits(memory_mb)
    is_set = kernel.SetInformationJobObject(
        job, EXTENDED_LIMITS, ctypes.byref(wanted), ctypes.sizeof(wanted)
    )
    process = wintypes.HANDLE(kernel.GetCurrentProcess())
    return bool(is_set and kernel.AssignProcessToJobObject(job, process))


def _no_programs(kernel: Any) -> bool:
    flags = c_uint32(1)
    return bool(
        kernel.SetProcessMitigationPolicy(
            _NO_CHILD_PROCESSES, ctypes.byref(flags), c_size_t(ctypes.sizeof(flags))
        )
    )


def _contained(kernel: Any, security: Any) -> bool:
    with _own_token(kernel, security, _QUERY) as token:
        alone, may = c_uint32(), Groups()
        return (
            _told(security, token, _IS_CONTAINED, alone)
            and alone.value == 1
            and _told(security, token, _CAPABILITIES, may)
            and may.count <= len(may.groups)
            and not any(_is_network(security, group.sid) for group in may.groups[: may.count])
        )


def _told(security: Any, token: Any, what: int, into: Any) -> bool:
    size, needed = ctypes.sizeof(into), c_uint32()
    given = (ctypes.byref(into), size, ctypes.byref(needed))
    return bool(security.GetTokenInformation(token, what, *given))


def _is_network(security: Any, sid: int) -> bool:
    """What cannot be told counts as one."""
    text = wintypes.LPWSTR()
    if not security.ConvertSidToStringSidW(c_void_p(sid), ctypes.byref(text)):
        return True
    return text.value in _NETWORK


def _low_integrity(kernel: Any, security: Any) -> bool:
    sid = c_void_p()
    with _own_token(kernel, security, _ADJUST_DEFAULT | _QUERY) as token:
        if not security.ConvertStringSidToSidW(_LOW, ctypes.byref(sid)):
            return False
        label = Marked(sid, _INTEGRITY)
        size = ctypes.sizeof(label) + security.GetLengthSid(sid)
        return bool(
            security.SetTokenInformation(token, _INTEGRITY_LEVEL, ctypes.byref(label), size)
        )


@contextlib.contextmanager
def _own_token(kernel: Any, security: Any, rights: int) -> Iterator[Any]:
    """No token, of which nothing is told, where the system does not give it."""
    kernel.GetCurrentProcess.restype = wintypes.HANDLE
    process, token = wintypes.HANDLE(kernel.GetCurrentProcess()), wintypes.HANDLE()
    given = security.OpenProcessToken(process, rights, ctypes.byref(token))
    try:
        yield token
    finally:
        if given:
            kernel.CloseHandle(token)
