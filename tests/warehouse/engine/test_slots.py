from __future__ import annotations

import queue
import shutil
from pathlib import Path

import pytest
from test_gguf import gguf, write

from warehouse.engine import probe, wire
from warehouse.engine.model_file import hashes
from warehouse.engine.probe import Probe
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import Message, Request
from warehouse.engine.slots import Slots
from warehouse.errors import ModelMissing, StorageError
from warehouse.run import Run
from warehouse.settings import Settings, home


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    large = write(tmp_path, gguf())
    small = tmp_path / "small.gguf"
    shutil.copy(large, small)
    return large, small


def test_one_engine_serves_both_where_nothing_else_is_chosen(files: tuple[Path, Path]) -> None:
    large, _ = files
    for processing in (None, large):
        slots = Slots(large, processing, Settings(), large.parent / "logs")
        assert slots.info() is None
        assert slots.engine("processing") is slots.engine("reasoning")
        assert len(slots.opened()) == 1
        slots.close()


def test_two_models_are_two_engines_that_leave_each_other_room(files: tuple[Path, Path]) -> None:
    slots = Slots(*files, Settings(), files[0].parent / "logs")
    processing = slots.engine("processing")
    reasoning = slots.engine("reasoning")
    assert processing is not reasoning
    assert slots.opened() == (reasoning, processing)
    assert slots.engine("processing") is processing
    slots.close()
    assert slots.opened() == ()


def test_the_probe_chooses_how_many_at_a_time(files: tuple[Path, Path]) -> None:
    large, _ = files
    about = probe.conditions(hashes.fingerprint(large), 2, 0)
    probe.keep(Probe(about, "Tiny", 1, 1.0, {1: 10.0, 2: 20.0, 4: 21.0}, "2026-01-01 00:00"))
    for settings, parallel in ((Settings(), 2), (Settings(parallel=5), 5)):
        slots = Slots(large, None, settings, large.parent / "logs")
        assert slots.engine().info().parallel == parallel
        slots.close()


def test_a_file_that_goes_away_meanwhile_is_said(files: tuple[Path, Path]) -> None:
    slots = Slots(files[0], None, Settings(), files[0].parent / "logs")
    engine = slots.engine()
    files[0].unlink()
    with pytest.raises(ModelMissing, match="cannot be read"):
        engine.info()
    slots.close()


class Heard:
    """A link to a child that has begun to write; keeps what it is told."""

    def __init__(self) -> None:
        self.sent: list[wire.Down] = []

    def open(self, call: int) -> queue.SimpleQueue[wire.Up]:
        inbox: queue.SimpleQueue[wire.Up] = queue.SimpleQueue()
        inbox.put(wire.Grown(call, ((0, "It"),)))
        return inbox

    def send(self, message: wire.Down) -> None:
        self.sent.append(message)

    def close_call(self, call: int) -> None: ...


def test_a_listener_that_fails_leaves_no_work_behind(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(index: int, text: str) -> None:
        raise StorageError("The disk is full.")

    engine = LlamaEngine(files[0], Settings())
    link = Heard()
    monkeypatch.setattr(engine, "_loaded", lambda run: link)
    with pytest.raises(StorageError):
        engine.complete([Request("t", (Message("user", "Why?"),), 9)], Run(), full)
    assert [type(one) for one in link.sent] == [wire.SubmitRequests, wire.Cancel]


def test_a_hash_that_cannot_be_remembered_is_a_hash_all_the_same(files: tuple[Path, Path]) -> None:
    (home() / "model-hashes.json").mkdir(parents=True)
    assert hashes.fingerprint(files[0]) == hashes.fingerprint(files[1])
    assert hashes.known(files[0]) == ""


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    slots = Slots(tmp_path / "none.gguf", None, Settings(), tmp_path)
    with pytest.raises(ModelMissing):
        slots.engine()
