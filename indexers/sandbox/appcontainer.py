"""Windows: a process in a container of its own, made by who starts it. Not tried there yet.

1  ``holds`` has containers let in to the program and the model (grants.py), and tries once whether
   a process of that kind comes up in one. It has seen nothing strange then, so that no file decides
   it. Where it does not, the process is started as any other, and ``seal`` says so in it.
2  ``start`` makes the container or finds it, and starts the process in it: in a job that ends it
   when its parent is gone, with the pipes and handles that it is given, and without a console.

A process in a container opens what its names are let in to: Windows itself and programs that are
installed for everybody, but nothing of the user's. It has no capability for the network, and one of
ours that opens the folders of the program. It is let in nowhere to write; Windows gives each
container a folder for its temporary files. Kinds of processes, and two of a kind at a time, have
containers of their own, since processes of one container may open each other.

The stricter kind of container (LPAC) may not ask the registry, which Winsock does when Python
imports ``socket``. No mitigation forbids code that is made while it runs, or Win32k: libraries for
models make the one and load the other.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from ctypes import c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import IO, Any

from indexers.sandbox import environment, grants, inheriting, win32, windows

TRIAL_S = 120

_HANDLES, _MITIGATIONS, _CAPABILITIES, _JOBS = 0x20002, 0x20007, 0x20009, 0x2000D
_NO_EXTENSION_POINTS, _NO_REMOTE_IMAGES, _NO_LOW_IMAGES = 1 << 32, 1 << 52, 1 << 56
_EXTENDED, _UNICODE_ENVIRONMENT, _DETACHED = 0x80000, 0x400, 0x8
_USE_STANDARD_HANDLES, _ENABLED = 0x100, 0x4
_SAME_ACCESS = 2
_FOREVER, _ENDED = 0xFFFFFFFF, 0

_TRIAL = """
import importlib, sys
from indexers import sandbox
importlib.import_module(sys.argv[1])
print(sandbox.seal())
"""


class Process:
    """One in a container, with what Child needs of subprocess.Popen."""

    def __init__(self, handle: int, pid: int, stdin: int, stdout: int) -> None:
        self.pid = pid
        self.stdin: IO[bytes] = os.fdopen(stdin, "wb")
        self.stdout: IO[bytes] = os.fdopen(stdout, "rb")
        self._handle = handle
        self._status: int | None = None

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        """Raises subprocess.TimeoutExpired."""
        if self._status is None:
            milliseconds = _FOREVER if timeout is None else round(timeout * 1000)
            if win32.system().WaitForSingleObject(self._handle, milliseconds) != _ENDED:
                raise subprocess.TimeoutExpired("a process in a container", timeout or 0)
            status = c_uint32()
            win32.must("GetExitCodeProcess", self._handle, ctypes.byref(status))
            self._status = status.value
        return self._status

    def kill(self) -> None:
        win32.system().TerminateProcess(self._handle, 1)

    def hand(self, descriptor: int) -> int:
        """Make an open file the process's, too: its number there. Raises OSError."""
        theirs, ours = c_void_p(), inheriting.handle(descriptor)
        current = win32.system().GetCurrentProcess()
        to = (self._handle, ctypes.byref(theirs))
        win32.must("DuplicateHandle", current, ours, *to, 0, False, _SAME_ACCESS)
        return theirs.value or 0


def holds(module: str, reads: Iterable[Path]) -> bool:
    """Whether a process of this kind is held by a container, and may read these in it."""
    try:
        grants.let_in(reads)
    except (OSError, AttributeError):
        return False
    return not refusal(module)


@functools.cache
def refusal(module: str) -> str:
    """Why none of this kind comes up in a container, "" where one does; tried once."""
    try:
        grants.let_in_program()
        with Path(os.devnull).open("wb") as errors:
            command = ["-P", "-c", _TRIAL, module]
            process = start(module, command, environment.for_child(), errors.fileno())
    except (OSError, AttributeError) as error:
        return str(error)
    answer = _said(process).strip()
    return "" if "no other files" in answer else f"it came up with: {answer or 'nothing'}"


def _said(process: Process) -> str:
    """By one that is given nothing, and TRIAL_S to end."""
    late = threading.Timer(TRIAL_S, process.kill)
    late.start()
    try:
        process.stdin.close()
        with process.stdout:
            return process.stdout.read().decode("utf-8", "replace")
    finally:
        process.wait()
        late.cancel()
        late.join()


def start(
    module: str,
    arguments: Sequence[str],
    heard: Mapping[str, str],
    errors: int,
    inherited: Sequence[int] = (),
) -> Process:
    """Python with these arguments in the container of ``module``; ``heard`` is its environment,
    ``errors`` a descriptor, ``inherited`` handles that can be. Raises OSError.
    """
    with contextlib.ExitStack() as after, contextlib.ExitStack() as undo:
        their_in, stdin = _pipe(after, undo)
        stdout, their_out = _pipe(undo, after)
        standard = after.enter_context(inheriting.lent([their_in, their_out, errors]))
        name, job = _name(module, undo), _job(undo)
        handles = [*standard, *inherited]
        values: dict[int, Any] = {
            _CAPABILITIES: _capabilities(name, after),
            _HANDLES: (c_void_p * len(handles))(*handles),
            _JOBS: (c_void_p * 1)(job),
            _MITIGATIONS: c_uint64(_NO_EXTENSION_POINTS | _NO_REMOTE_IMAGES | _NO_LOW_IMAGES),
        }
        attributes = _attributes(values, after)
        info = win32.StartupInfoEx(attributes=ctypes.addressof(attributes))
        info.info.size, info.info.flags = ctypes.sizeof(info), _USE_STANDARD_HANDLES
        info.info.stdin, info.info.stdout, info.info.stderr = standard
        created = _created(arguments, heard, info)
        after.callback(win32.system().CloseHandle, created.thread)
        undo.callback(win32.system().CloseHandle, created.process)
        process = Process(created.process, created.process_id, stdin, stdout)
        undo.pop_all()
        weakref.finalize(process, _let_go, win32.system(), [job, created.process], name)
    return process


def _created(
    arguments: Sequence[str], heard: Mapping[str, str], info: win32.StartupInfoEx
) -> win32.ProcessInformation:
    # python.exe of a virtual environment starts another; the job holds one, which is that other.
    python = str(getattr(sys, "_base_executable", "") or sys.executable)
    if python != sys.executable:
        heard = {**heard, "__PYVENV_LAUNCHER__": sys.executable}
    named = sorted(heard.items(), key=lambda one: one[0].upper())
    block = ctypes.create_unicode_buffer("".join(f"{name}={value}\0" for name, value in named))
    line = ctypes.create_unicode_buffer(subprocess.list2cmdline([python, *arguments]))
    flags = _EXTENDED | _UNICODE_ENVIRONMENT | _DETACHED
    created = win32.ProcessInformation()
    given = (python, line, None, None, True, flags, block, sys.base_prefix)
    win32.must("CreateProcessW", *given, ctypes.byref(info), ctypes.byref(created))
    return created


def _pipe(read_end: contextlib.ExitStack, write_end: contextlib.ExitStack) -> tuple[int, int]:
    reads, writes = os.pipe()
    read_end.callback(os.close, reads)
    write_end.callback(os.close, writes)
    return reads, writes


_taken: set[str] = set()
_naming = threading.Lock()


def _name(module: str, undo: contextlib.ExitStack) -> str:
    """Of a container that no other process of ours is in."""
    names = (f"Muniment.{module}.{number}" for number in itertools.count())
    with _naming:
        name = next(name for name in names if name not in _taken)
        _taken.add(name)
    undo.callback(_taken.discard, name)
    return name


def _let_go(system: Any, handles: Sequence[int], name: str) -> None:
    for handle in handles:
        system.CloseHandle(handle)
    _taken.discard(name)


def _job(undo: contextlib.ExitStack) -> int:
    job = win32.system().CreateJobObjectW(None, None)
    if not job:
        raise OSError("CreateJobObjectW was refused")
    undo.callback(win32.system().CloseHandle, job)
    limits = windows.limits(0)  # of memory the process takes its own, see windows.enter
    size = ctypes.sizeof(limits)
    win32.must("SetInformationJobObject", job, windows.EXTENDED_LIMITS, ctypes.byref(limits), size)
    return int(job)


def _capabilities(name: str, after: contextlib.ExitStack) -> win32.SecurityCapabilities:
    """The container of this name, and the one thing that it may do."""
    calls, container, capability = win32.system(), c_void_p(), c_void_p()
    refused = calls.CreateAppContainerProfile(name, name, name, None, 0, ctypes.byref(container))
    if refused:  # mostly since it is there
        refused = calls.DeriveAppContainerSidFromAppContainerName(name, ctypes.byref(container))
    if refused:
        raise OSError(f"no container {name}: {refused & 0xFFFFFFFF:#x}")
    after.callback(calls.FreeSid, container)
    win32.must("ConvertStringSidToSidW", grants.capability_sid(), ctypes.byref(capability))
    after.callback(calls.LocalFree, capability)
    marked = win32.Marked(capability, _ENABLED)
    return win32.SecurityCapabilities(container, ctypes.pointer(marked), 1, 0)


def _attributes(values: Mapping[int, Any], after: contextlib.ExitStack) -> ctypes.Array[Any]:
    """They point to the values, which have to live as long."""
    calls, size = win32.system(), c_size_t()
    calls.InitializeProcThreadAttributeList(None, len(values), 0, ctypes.byref(size))
    attributes = ctypes.create_string_buffer(size.value)
    win32.must("InitializeProcThreadAttributeList", attributes, len(values), 0, ctypes.byref(size))
    after.callback(calls.DeleteProcThreadAttributeList, attributes)
    for number, value in values.items():
        given = (attributes, 0, number, ctypes.byref(value), ctypes.sizeof(value))
        win32.must("UpdateProcThreadAttribute", *given, None, None)
    return attributes
