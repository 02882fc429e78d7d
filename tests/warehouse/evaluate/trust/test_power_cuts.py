"""The disks that a power cut may leave, and a warehouse that is opened on each of some of them."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from shelf import SETTINGS, HashingEmbedder, prose

from warehouse.documents.backup import checking, damage
from warehouse.evaluate.trust import crash_states
from warehouse.evaluate.trust.file_operations import (
    ROOT,
    Disk,
    Done,
    Entry,
    History,
    Operation,
    Synced,
    Written,
    record,
)
from warehouse.evaluate.trust.power_cuts import cuts
from warehouse.evaluate.trust.worlds import World
from warehouse.library import Library
from warehouse.run import Run
from warehouse.studies.steering.acts import ActLog

TESTS = Path(__file__).resolve().parents[2]
OLD, NEW, TORN = b"a" * 1024, b"b" * 1024, b"c" * 4096


def history(*operations: Operation) -> History:
    before, after = Disk(), Disk()
    for disk in (before, after):
        disk.files = {1: bytearray(OLD), 2: bytearray()}
        disk.folders[ROOT] = {"kept": 1}
    for one in operations:
        after.do(one)
    return History(before, operations, after)


def states(made: History, number: int = 60) -> list[dict[str, bytes]]:
    found = []
    for seed in range(number):
        way = crash_states.WAYS[seed % len(crash_states.WAYS)]
        disk = crash_states.after(made, len(made.operations), way, random.Random(seed))
        found.append({name: bytes(disk.files[one]) for name, one in disk.folders[ROOT].items()})
    return found


def test_what_was_flushed_is_kept_and_all_else_may_be_gone() -> None:
    fresh, write = Entry(ROOT, "fresh", 2), Written(2, 0, TORN)
    whole = states(history(fresh, write, Synced(2), Synced(ROOT), Done("it")))
    assert all(one == {"kept": OLD, "fresh": TORN} for one in whole)
    without_folder = states(history(fresh, write, Synced(2)))
    assert {len(one) for one in without_folder} == {1, 2}
    assert {one["fresh"] for one in without_folder if "fresh" in one} == {TORN}
    without_bytes = {one["fresh"] for one in states(history(fresh, write, Synced(ROOT)))}
    assert {b"", TORN} < without_bytes and any(0 < one.count(0) < 4096 for one in without_bytes)


def test_a_rename_is_never_half_done() -> None:
    renamed = Entry(ROOT, "kept", 2, (ROOT, "draft"))
    made = history(Entry(ROOT, "draft", 2), Written(2, 0, NEW), Synced(2), renamed)
    assert {one["kept"] for one in states(made)} == {OLD, NEW}


@pytest.fixture
def adding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], list[str]]:
    """The command that adds a document to the library in a folder."""
    paths = [str(TESTS / "ingest"), str(TESTS), str(TESTS.parents[1])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    papers = tmp_path / "in"
    papers.mkdir()
    (papers / "one.txt").write_text(prose(1))
    script = str(TESTS / "ingest" / "killed_at.py")
    return lambda folder: [sys.executable, script, str(folder), "add", str(papers), ""]


@pytest.mark.traces
def test_an_added_document_outlives_the_power(
    tmp_path: Path, adding: Callable[[Path], list[str]]
) -> None:
    top = tmp_path / "world"
    top.mkdir()
    made = record({"add": adding(top / "papers")}, top, tmp_path / "log")
    for way in ("none", "torn"):
        crash_states.after(made, len(made.operations), way, random.Random(3)).write(top)
        with Library(top / "papers", SETTINGS, embedder := HashingEmbedder()) as library:
            library.resume(Run())
            [row] = library.catalog.documents()
            assert row.state == "verified" and library.objects.is_whole(row.id, ".txt")
            assert checking.check(library, Run()).findings == ()
            assert embedder.embedded == []


@pytest.mark.slow
@pytest.mark.traces
def test_nothing_told_is_lost_with_the_power(
    tmp_path: Path, adding: Callable[[Path], list[str]]
) -> None:
    with World(tmp_path / "world", "shelf:HashingEmbedder") as world:
        made = list(cuts(world, {"add": adding(world.top / "papers")}, 30, Run()))
    assert [one for one in made if one.wrong] == []


@pytest.mark.traces
def test_a_study_whose_files_were_being_begun_is_not_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TESTS.parents[1]))
    top = tmp_path / "study"
    top.mkdir()
    script = (
        "import sys; from pathlib import Path; from warehouse.studies.steering.acts import ActLog\n"
        "ActLog(Path(sys.argv[1])).close()"
    )
    made = record({"begin": [sys.executable, "-c", script, str(top)]}, top, tmp_path / "log")
    chance = random.Random(1)
    for moment in range(1, len(made.operations) + 1):
        for way in set(crash_states.WAYS):
            crash_states.after(made, moment, way, chance).write(top)
            assert not list(damage.damaged_databases(top)), (moment, way)
            ActLog(top).close()


@pytest.mark.traces
def test_what_is_recorded_is_what_is_there(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    (top / "old").write_bytes(OLD)
    script = f"""
import os, shutil
from pathlib import Path
top = Path({str(top)!r})
(top / "folder").mkdir()
shutil.copy(top / "old", top / "folder" / "copy")
os.link(top / "old", top / "linked")
with open(top / "folder" / "copy", "r+b") as file:
    file.seek(100)
    file.write(b"\\xff\\n\\"x")
    file.truncate(700)
    os.fsync(file.fileno())
os.rename(top / "folder", top / "renamed")
os.unlink(top / "old")
with open(top / "linked", "ab") as file:
    file.write(b"end")
"""
    made = record({"it": [sys.executable, "-c", script]}, top, tmp_path / "log")
    made.after.write(tmp_path / "again")
    for name in ("renamed/copy", "linked"):
        assert (tmp_path / "again" / name).read_bytes() == (top / name).read_bytes()
    assert sorted(one.name for one in (tmp_path / "again").iterdir()) == ["linked", "renamed"]
    assert Synced(made.after.find(["renamed", "copy"]) or 0) in made.operations
