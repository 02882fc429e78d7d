"""The calls to Windows that containers are made with, acted out on Unix by processes that are free.

It is strict: what it never gave out cannot be closed or freed, and numbers have to make sense.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexers.sandbox import appcontainer, environment, places, win32, windows

EXISTS = -0x7FF8FF49  # HRESULT_FROM_WIN32(ERROR_ALREADY_EXISTS)
TIMED_OUT = 0x102
unix = pytest.mark.skipif(sys.platform == "win32", reason="acts Windows out")
PROGRAM = "D:AI(A;OICIID;0x1200a9;;;AC)"


def _arguments(line: str) -> list[str]:
    found = re.findall(r'"((?:[^"\\]|\\.)*)"|([^ \t]+)', line)
    return [quoted.replace('\\"', '"') or bare for quoted, bare in found][1:]


class FakeWindows:
    """``refused`` is the name of a call that fails; ``rights`` are those of paths, as SDDL."""

    def __init__(self, refused: str = "") -> None:
        self.refused = refused
        self.rights: dict[str, str] = {}
        self.profiles: set[str] = set()
        self.given: list[dict[str, Any]] = []  # of each process that was started
        self.handles: dict[int, Any] = {}
        self.memory: dict[int, str] = {}
        self.texts: list[str] = []
        self.lists: dict[int, dict[int, bytes]] = {}
        self._numbers = itertools.count(10_000, 4)

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name[0].isupper() and name == self.refused:
            return lambda *_: -1 if "AppContainer" in name else 0
        return found

    def CreateAppContainerProfile(  # noqa: N802
        self, name: str, title: str, about: str, capabilities: None, count: int, sid: Any
    ) -> int:
        assert re.fullmatch(r"[-_. A-Za-z0-9]{1,64}", name) and title and about
        assert capabilities is None and count == 0
        if name in self.profiles:
            return EXISTS
        self.profiles.add(name)
        return self.DeriveAppContainerSidFromAppContainerName(name, sid)

    def DeriveAppContainerSidFromAppContainerName(self, name: str, sid: Any) -> int:  # noqa: N802
        sid._obj.value = self._kept(f"container {name}")
        return 0

    def ConvertStringSidToSidW(self, text: str, sid: Any) -> int:  # noqa: N802
        sid._obj.value = self._kept(text)
        return 1

    def FreeSid(self, sid: ctypes.c_void_p) -> None:  # noqa: N802
        del self.memory[sid.value or 0]

    def LocalFree(self, what: Any) -> None:  # noqa: N802
        if isinstance(what, ctypes.c_wchar_p):
            self.texts.remove(what.value)
        else:
            del self.memory[what.value]

    def GetNamedSecurityInfoW(  # noqa: N802
        self, path: str, kind: int, what: int, *out: Any
    ) -> int:
        assert (kind, what) == (1, 4) and out[:4] == (None,) * 4
        if path not in self.rights:
            return 5
        out[4]._obj.value = self._kept(self.rights[path])
        return 0

    def ConvertSecurityDescriptorToStringSecurityDescriptorW(  # noqa: N802
        self, found: ctypes.c_void_p, revision: int, what: int, text: Any, length: None
    ) -> int:
        assert (revision, what, length) == (1, 4, None)
        text._obj.value = self.memory[found.value or 0]
        self.texts.append(text._obj.value)
        return 1

    def CreateJobObjectW(self, attributes: None, name: None) -> int:  # noqa: N802
        return self._opened(windows.Extended())

    def SetInformationJobObject(self, job: int, kind: int, limits: Any, size: int) -> int:  # noqa: N802
        assert kind == 9 and size == ctypes.sizeof(limits._obj)
        self.handles[job] = limits._obj
        return 1

    def InitializeProcThreadAttributeList(  # noqa: N802
        self, made: Any, count: int, flags: int, size: Any
    ) -> int:
        if made is None:
            size._obj.value = 24 * count
            return 0
        self.lists[ctypes.addressof(made)] = {}
        return 1

    def UpdateProcThreadAttribute(  # noqa: N802
        self, made: Any, flags: int, number: int, value: Any, size: int, *none: None
    ) -> int:
        assert size == ctypes.sizeof(value._obj)
        self.lists[ctypes.addressof(made)][number] = bytes(value._obj)
        return 1

    def DeleteProcThreadAttributeList(self, made: Any) -> None:  # noqa: N802
        del self.lists[ctypes.addressof(made)]

    def CreateProcessW(  # noqa: N802
        self,
        program: str,
        line: Any,
        process_security: None,
        thread_security: None,
        inherits: bool,
        flags: int,
        block: Any,
        folder: str,
        info: Any,
        made: Any,
    ) -> int:
        assert info._obj.info.size == ctypes.sizeof(win32.StartupInfoEx) and inherits
        values = self.lists[info._obj.attributes]
        security = win32.SecurityCapabilities.from_buffer_copy(values[0x20009])
        handles = memoryview(values[0x20002]).cast("N").tolist()
        standard = [info._obj.info.stdin, info._obj.info.stdout, info._obj.info.stderr]
        assert handles[:3] == standard
        variables = dict(one.split("=", 1) for one in block[:].rstrip("\0").split("\0"))
        process = subprocess.Popen(
            [program, *_arguments(line.value)],
            stdin=standard[0],
            stdout=standard[1],
            stderr=standard[2],
            pass_fds=handles[3:],
            env=variables,
            cwd=folder,
        )
        self.given.append(
            {
                "container": self.memory[security.container],
                "capabilities": [
                    (self.memory[one.sid], one.attributes)
                    for one in security.capabilities[: security.count]
                ],
                "job": self.handles[memoryview(values[0x2000D]).cast("N")[0]],
                "mitigations": int.from_bytes(values[0x20007], "little"),
                "inherited": handles[3:],
                "flags": flags,
                "variables": variables,
            }
        )
        made._obj.process = self._opened(process)
        made._obj.thread = self._opened("thread")
        made._obj.process_id = process.pid
        return 1

    def WaitForSingleObject(self, handle: int, milliseconds: int) -> int:  # noqa: N802
        forever = milliseconds == 0xFFFFFFFF
        try:
            self.handles[handle].wait(None if forever else milliseconds / 1000)
        except subprocess.TimeoutExpired:
            return TIMED_OUT
        return 0

    def GetExitCodeProcess(self, handle: int, status: Any) -> int:  # noqa: N802
        status._obj.value = self.handles[handle].returncode & 0xFFFFFFFF
        return 1

    def TerminateProcess(self, handle: int, status: int) -> int:  # noqa: N802
        self.handles[handle].kill()
        return 1

    def GetCurrentProcess(self) -> int:  # noqa: N802
        return 2**64 - 1

    def DuplicateHandle(  # noqa: N802
        self, own: int, ours: int, process: int, theirs: Any, rights: int, inherits: bool, how: int
    ) -> int:
        assert (own, rights, inherits, how) == (2**64 - 1, 0, False, 2)
        assert isinstance(self.handles[process], subprocess.Popen)
        os.fstat(ours)
        theirs._obj.value = ours
        return 1

    def CloseHandle(self, handle: int) -> int:  # noqa: N802
        closed = self.handles.pop(handle)
        if isinstance(closed, subprocess.Popen):
            closed.wait()
        return 1

    def _opened(self, what: Any) -> int:
        number = next(self._numbers)
        self.handles[number] = what
        return number

    def _kept(self, text: str) -> int:
        number = next(self._numbers)
        self.memory[number] = text
        return number


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeWindows]:
    """With its program let in already, as where Python is installed for everybody."""
    made = FakeWindows()
    for place in (*places.installed(), places.ROOT):
        made.rights[str(place)] = PROGRAM
    monkeypatch.setattr(win32, "system", lambda: made)
    forget = appcontainer.refusal.cache_clear
    forget()
    yield made
    forget()
    gc.collect()
    assert (made.handles, made.memory, made.lists, made.texts) == ({}, {}, {}, [])
    assert appcontainer._taken == set()


def started(code: str, inherited: tuple[int, ...] = ()) -> appcontainer.Process:
    with Path(os.devnull).open("wb") as errors:
        heard = environment.for_child()
        return appcontainer.start("kind", ["-c", code], heard, errors.fileno(), inherited)


def ended(process: appcontainer.Process) -> int:
    process.stdin.close()
    process.stdout.close()
    return process.wait()
