"""What a container of Windows can read: what it is let in to, and the open files it is handed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import made_pdfs
import pytest
from fake_windows import PROGRAM, FakeWindows, ended, started, unix
from fake_windows import fake as fake

from indexers.process import child, handed, messages
from indexers.process.child import ChildDied
from indexers.readers import _Reader
from indexers.sandbox import (
    appcontainer,
    grants,
    inheriting,
    places,
)


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
