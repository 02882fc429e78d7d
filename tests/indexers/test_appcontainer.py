"""Containers of Windows: their layout is that of its headers, and what is asked of the system."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import made_pdfs
import pytest
from fake_windows import FakeWindows

from indexers import sandbox
from indexers.process import child, handed, messages
from indexers.process.child import Child, ChildDied
from indexers.readers import ReaderPool, _Reader
from indexers.sandbox import (
    appcontainer,
    environment,
    grants,
    inheriting,
    landlock,
    places,
    win32,
    windows,
)

unix = pytest.mark.skipif(sys.platform == "win32", reason="acts Windows out")
PROGRAM = "D:AI(A;OICIID;0x1200a9;;;AC)"


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
def test_it_inherits_what_is_lent_and_nothing_else(fake: FakeWindows, tmp_path: Path) -> None:
    for name in ("lent", "kept"):
        (tmp_path / name).write_text(name)
    with (tmp_path / "lent").open() as lent, (tmp_path / "kept").open() as kept:
        os.set_inheritable(kept.fileno(), True)
        numbers = (lent.fileno(), kept.fileno())
        code = (
            "import os\n"
            f"for one in {numbers}:\n"
            "    try:\n        print(os.read(one, 9))\n"
            "    except OSError:\n        print(one)"
        )
        with inheriting.lent([lent.fileno()]) as lendings:
            process = started(code, tuple(lendings))
        assert process.stdout.read().split() == [b"b'lent'", b"%d" % kept.fileno()]
    assert ended(process) == 0


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


@pytest.mark.parametrize(
    ("rights", "may"),
    [
        (PROGRAM, True),
        (f"D:(A;;FA;;;SY)(A;OICI;0x1200a9;;;{grants.capability_sid()})", True),
        (f"D:(A;;0x1200a9;;;{grants.capability_sid()})", True),
        (f"D:(A;;FA;;;{grants.capability_sid()})", True),
        ("D:NO_ACCESS_CONTROL", True),
        ("D:AI(A;OICIIO;0x1200a9;;;AC)", False),  # only what lies in it
        ("D:AI(A;;0x120089;;;AC)", False),  # to read and not to run
        ("D:AI(D;;0x1200a9;;;AC)", False),
        ("D:(A;;FA;;;SY)(A;;FA;;;BA)(A;;0x1200a9;;;BU)(A;;FA;;;WD)", False),
        (f"D:(A;;0x1200a9;;;{grants.capability_sid('another')})", False),
        ("", False),
    ],
)
def test_what_a_container_may_read_is_told_by_the_rights(rights: str, may: bool) -> None:
    assert grants.may_read(rights) is may


@unix
def test_what_may_not_be_read_is_let_in_to_once(
    fake: FakeWindows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, folder, open_to_all = (tmp_path / name for name in ("model", "folder", "everybody's"))
    model.touch()
    folder.mkdir()
    open_to_all.mkdir()
    fake.rights = {str(model): "D:", str(folder): "D:", str(open_to_all): PROGRAM}
    granted = []

    def grant(place: Path, right: str) -> None:
        granted.append((place.name, right))
        fake.rights[str(place)] += f"(A;;0x1200a9;;;{grants.capability_sid()})"

    monkeypatch.setattr(grants, "_grant", grant)
    for _ in range(2):
        grants.let_in([model, folder, open_to_all, tmp_path / "gone"])
    assert granted == [("model", "(RX)"), ("folder", "(OI)(CI)(RX)")]
    grants.let_in([tmp_path / "gone"])
    fake.rights[str(folder)] = "D:"
    grants.let_in([folder], below=False)
    assert granted[2:] == [("folder", "(RX)")]


@unix
def test_of_the_program_its_own_folder_is_only_looked_through(
    fake: FakeWindows, monkeypatch: pytest.MonkeyPatch
) -> None:
    granted: dict[Path, str] = {}
    fake.rights = dict.fromkeys(fake.rights, "D:")
    monkeypatch.setattr(grants, "_grant", granted.__setitem__)
    grants.let_in_program()
    assert granted.pop(places.ROOT) == "(RX)"
    assert set(granted) == {place for place in places.installed() if place.exists()}
    assert set(granted.values()) == {"(OI)(CI)(RX)"}
    home = Path.home()
    pythons = {Path(sys.base_prefix).resolve()}  # /usr, where the system's own Python runs us
    others = {home, *home.parents, *map(Path, places._SYSTEM)} - pythons
    assert not others & set(granted)


@unix
def test_a_model_that_cannot_be_let_in_to_is_held_by_no_container(
    fake: FakeWindows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appcontainer, "refusal", lambda module: "")
    assert appcontainer.holds("kind", ())
    assert not appcontainer.holds("kind", [tmp_path])  # its rights are not told


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


@unix
def test_a_document_is_handed_over_by_a_number(fake: FakeWindows, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"The mill stands at the river.")
    process = started("input()")
    descriptor = handed.opened(path)
    number = process.hand(descriptor)
    request = messages.decode_request(messages.encode(messages.Read("a.txt", "", file=number)))
    with_number = handed.numbered(request.file, "a.txt")
    assert with_number.read_bytes() == b"The mill stands at the river."
    with_number.close()
    fake.refused = "DuplicateHandle"
    with pytest.raises(OSError, match="DuplicateHandle"):
        process.hand(0)
    ended(process)


@unix
def test_the_request_tells_the_number(
    fake: FakeWindows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A child in a container that gives its requests back."""
    path = made_pdfs.simple(tmp_path / "a.pdf")
    monkeypatch.setattr(appcontainer, "holds", lambda module, reads: True)
    monkeypatch.setattr(child, "_sockets", lambda: (None, None))
    monkeypatch.setattr("indexers.readers._MODULE", "echoing")
    (tmp_path / "echoing.py").write_text(
        "from indexers.process.child import *\n"
        "incoming, outgoing = pipes_of_child()\n"
        "write_frame(outgoing, read_frame(incoming))\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    reader = _Reader(1024, 20, None)
    reader._ask(messages.Render(str(path), "", 0, 1.0))
    assert reader._child is not None and reader._child.hands_files
    request = messages.decode_request(reader._child.receive(20))
    assert isinstance(request, messages.Render) and request.file >= 0
    with pytest.raises(ChildDied, match="ended with status 0"):
        reader._child.receive(20)
    assert len(fake.given[0]["inherited"]) == 1
    reader.end()


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
