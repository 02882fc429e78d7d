"""Containers of Windows: their layout is that of its headers, and what is asked of the system."""

from __future__ import annotations

import ctypes
import gc
import sys
from pathlib import Path
from typing import Any

import made_pdfs
import pytest
from fake_windows import FakeWindows, ended, started, unix
from fake_windows import fake as fake

from indexers import sandbox
from indexers.process.child import Child, ChildDied
from indexers.readers import ReaderPool
from indexers.sandbox import (
    appcontainer,
    grants,
    landlock,
    win32,
    windows,
)


@pytest.mark.parametrize(
    ("structure", "size", "offsets"),
    [
        (win32.Marked, 16, (0, 8)),
        (win32.SecurityCapabilities, 24, (0, 8, 16, 20)),
        (
            win32.StartupInfo,
            104,
            (0, 8, 16, 24, 32, 36, 40, 44, 48, 52, 56, 60, 64, 66, 72, 80, 88, 96),
        ),
        (win32.StartupInfoEx, 112, (0, 104)),
        (win32.ProcessInformation, 24, (0, 8, 16, 20)),
        (windows._Basic, 64, (0, 8, 16, 24, 32, 40, 48, 56, 60)),
        (windows.Extended, 144, (0, 64, 112, 120, 128, 136)),
        (windows.Groups, 8 + 64 * 16, (0, 8)),
    ],
)
def test_structures_lie_as_in_the_headers_of_windows(
    structure: type[ctypes.Structure], size: int, offsets: tuple[int, ...]
) -> None:
    """The figures are those of mingw-w64's for 64 bits."""
    assert ctypes.sizeof(structure) == size
    assert tuple(getattr(structure, name).offset for name, *_ in structure._fields_) == offsets


def test_a_capability_has_the_sid_that_windows_derives() -> None:
    """Of one that every Windows knows by name, ``registryRead``."""
    assert grants.capability_sid("registryRead") == (
        "S-1-15-3-1024-1065365936-1281604716-3511738428-1654721687"
        "-432734479-3232135806-4053264122-3456934681"
    )


@unix
def test_a_process_in_a_container_is_talked_to_and_ends(fake: FakeWindows) -> None:
    process = started("print('heard', input(), flush=True); input()")
    process.stdin.write(b"us\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"heard us\n"
    assert process.poll() is None
    process.kill()
    assert ended(process) == -9 & 0xFFFFFFFF
    assert process.poll() == process.wait(5) == -9 & 0xFFFFFFFF


@unix
def test_a_container_may_do_one_thing_and_nothing_in_the_network(fake: FakeWindows) -> None:
    assert ended(started("pass")) == 0
    [given] = fake.given
    assert given["container"] == "container Muniment.kind.0"
    assert given["capabilities"] == [(grants.capability_sid(), 4)]
    assert grants.capability_sid().startswith("S-1-15-3-1024-")
    assert given["job"].basic.flags == 0x2008 and given["job"].basic.processes == 1
    assert given["flags"] == 0x80408
    assert given["mitigations"] == 1 << 32 | 1 << 52 | 1 << 56
    assert given["inherited"] == []


@unix
def test_two_of_a_kind_are_in_containers_of_their_own(fake: FakeWindows) -> None:
    pair = [started("input()"), started("input()")]
    for one in pair:
        ended(one)
    del pair, one
    gc.collect()
    ended(started("pass"))
    told = [given["container"] for given in fake.given]
    assert told == [f"container Muniment.kind.{number}" for number in (0, 1, 0)]


@unix
@pytest.mark.parametrize(
    "call",
    [
        "DeriveAppContainerSidFromAppContainerName",
        "ConvertStringSidToSidW",
        "CreateJobObjectW",
        "SetInformationJobObject",
        "InitializeProcThreadAttributeList",
        "UpdateProcThreadAttribute",
        "CreateProcessW",
    ],
)
def test_where_a_step_is_refused_nothing_stays_open(fake: FakeWindows, call: str) -> None:
    fake.refused = call
    fake.profiles.add("Muniment.kind.0")
    before = len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0
    with pytest.raises(OSError, match="Muniment.kind.0" if "Derive" in call else call):
        started("pass")
    assert fake.given == []
    if sys.platform == "linux":
        assert len(list(Path("/proc/self/fd").iterdir())) == before

    # The fixture looks for what else is left.


@unix
def test_none_is_started_in_a_container_that_does_not_come_up(fake: FakeWindows) -> None:
    """The trial asks what holds it; on this system that is no container."""
    fake.refused = "CreateProcessW"
    assert "CreateProcessW" in appcontainer.refusal("indexers.reader_process")
    assert not appcontainer.holds("indexers.reader_process", ())
    fake.refused = ""
    assert not appcontainer.holds("indexers.reader_process", ())  # it is not tried again
    assert fake.given == []


@unix
@pytest.mark.parametrize(
    ("says", "refusal"),
    [
        ("print('no network; no writing; no other files')", ""),
        ("print('no writing')", "it came up with: no writing"),
        ("raise SystemExit(1)", "it came up with: nothing"),
    ],
)
def test_one_is_tried_that_has_seen_nothing_strange(
    fake: FakeWindows, monkeypatch: pytest.MonkeyPatch, says: str, refusal: str
) -> None:
    monkeypatch.setattr(appcontainer, "_TRIAL", says)
    assert appcontainer.refusal("indexers.reader_process") == refusal
    assert appcontainer.holds("indexers.reader_process", ()) is not bool(refusal)
    monkeypatch.setattr(sys, "platform", "win32")
    assert sandbox.expected_lacking() == (["network", "other files"] if refusal else [])
    assert len(fake.given) == 1


@unix
@pytest.mark.skipif(not landlock.version(), reason="no Landlock on this machine")
def test_the_trial_loads_what_the_process_loads(fake: FakeWindows) -> None:
    """Here Landlock makes it say what a container would."""
    assert appcontainer.refusal("indexers.reader_process") == ""
    assert appcontainer.refusal("indexers.no_such_module") == "it came up with: nothing"


def token(facts: dict[int, Any]) -> Any:
    """A library that tells these facts of the process's own token."""

    class Security:
        def OpenProcessToken(self, own: Any, rights: int, token: Any) -> int:  # noqa: N802
            return 1

        def GetTokenInformation(  # noqa: N802
            self, token: Any, what: int, into: Any, size: int, needed: Any
        ) -> int:
            if what not in facts:
                return 0
            ctypes.memmove(into, ctypes.byref(facts[what]), ctypes.sizeof(facts[what]))
            return 1

        def ConvertSidToStringSidW(self, sid: Any, text: Any) -> int:  # noqa: N802
            text._obj.value = {1: grants.capability_sid(), 2: "S-1-15-3-1"}.get(sid.value)
            return int(bool(text._obj.value))

    return Security()


def may(*sids: int) -> windows.Groups:
    made = windows.Groups(len(sids))
    for number, sid in enumerate(sids):
        made.groups[number] = win32.Marked(sid, 4)
    return made


@pytest.mark.parametrize(
    ("facts", "contained"),
    [
        ({29: ctypes.c_uint32(1), 30: may(1)}, True),
        ({29: ctypes.c_uint32(1), 30: may()}, True),
        ({29: ctypes.c_uint32(1), 30: may(1, 2)}, False),
        ({29: ctypes.c_uint32(1), 30: may(3)}, False),
        ({29: ctypes.c_uint32(0), 30: may()}, False),
        ({29: ctypes.c_uint32(1)}, False),
        ({}, False),
    ],
    ids=["ours", "none", "network", "untold", "free", "no list", "no answer"],
)
def test_a_process_asks_whether_it_is_in_a_container(
    facts: dict[int, Any], contained: bool
) -> None:
    class Kernel:
        def __init__(self) -> None:
            self.GetCurrentProcess = lambda: 2**64 - 1
            self.closed = 0

        def CloseHandle(self, token: Any) -> int:  # noqa: N802
            self.closed += 1
            return 1

    kernel = Kernel()
    assert windows._contained(kernel, token(facts)) is contained
    assert kernel.closed == 1


def test_a_child_that_shuts_nothing_in_is_started_as_any(fake: FakeWindows) -> None:
    """Those that fetch need the network."""
    one = Child("indexers.versions")
    with pytest.raises(ChildDied):
        one.receive(20)
    one.kill()
    assert fake.given == []


@pytest.mark.skipif(sys.platform != "win32", reason="needs Windows")
def test_what_is_told_before_of_a_reader_is_what_holds_it(pool: ReaderPool, tmp_path: Path) -> None:
    pool.read(made_pdfs.simple(tmp_path / "a.pdf"))
    assert sandbox.lacking(pool.sandbox) == sandbox.expected_lacking()
