"""Beginnings of prompts: made before anything is asked, kept in the home, read back by the next."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from warehouse.engine import beginnings, prompts, wire
from warehouse.engine.child import often_read
from warehouse.engine.child.chat import Chat
from warehouse.engine.child.context import Context, Model
from warehouse.engine.child.prepare import Preparer
from warehouse.engine.child.scheduler import SEQUENCES, Scheduler
from warehouse.engine.link import Link
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import ChooseRequest
from warehouse.engine.watch import Limits
from warehouse.run import Run
from warehouse.settings import Settings

SETTINGS = Settings(context=2048, parallel=4)
READ = [(np.arange(70, dtype=np.int32), np.arange(90, dtype=np.uint8))]
ASKED = ChooseRequest(
    "kind", prompts.load("kind").render(question="Who was the first keeper?"), ("A", "B", "C")
)


def test_what_is_kept_is_read_back_for_the_same_build_and_cells(tmp_path: Path) -> None:
    path = beginnings.place(tmp_path, "a" * 64)
    assert beginnings.load(path, "f16") == []
    beginnings.save(path, beginnings.packed(READ, "f16"))
    (tokens, state), *more = beginnings.load(path, "f16")
    assert not more
    assert tokens.tolist() == READ[0][0].tolist() and state.tolist() == READ[0][1].tolist()
    assert beginnings.load(path, "q8_0") == []


@pytest.mark.parametrize("at", [0, 40, -1])
def test_a_file_that_was_changed_is_not_read(tmp_path: Path, at: int) -> None:
    path = tmp_path / "one.bin"
    beginnings.save(path, beginnings.packed(READ, "f16"))
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)
    assert beginnings.load(path, "f16") == []
    path.write_bytes(data[:20])
    assert beginnings.load(path, "f16") == []


def test_a_folder_that_cannot_be_written_costs_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    beginnings.save(tmp_path / "file" / "one.bin", b"x")


@pytest.mark.model
def test_the_next_process_reads_only_what_is_asked(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(often_read, "PROMPTS", (ASKED.prompt, "whole"))
    monkeypatch.setattr(often_read, "BUDGET_S", math.inf)
    path = tmp_path / "one.bin"
    chat = Chat(model.template(), model)
    first, plain, later = (Context(model, 2048, SEQUENCES, 2) for _ in range(3))
    made, body = often_read.read(path, chat, first, "f16")
    assert len(made) == 2 and body
    beginnings.save(path, body)
    again, new = often_read.read(path, chat, later, "f16")
    assert len(again) == len(made) and not new
    whole, without = _asked(model, chat, plain, [])
    rest, known = _asked(model, chat, later, again)
    assert rest < whole / 4
    assert np.allclose(without, known, atol=0.02)
    for context in (first, plain, later):
        context.close()


def _asked(
    model: Model, chat: Chat, context: Context, read: list[beginnings.Read]
) -> tuple[int, tuple[float, ...]]:
    """Tokens that were evaluated for ASKED, and what was chosen."""
    scheduler = Scheduler(context, 4)
    for tokens, state in read:
        scheduler.kept.know(tokens, state)
    scheduler.submit(Preparer(model, chat, 2048).choices(wire.SubmitChoices(1, True, (ASKED,))))
    done = []
    while not scheduler.idle:
        done += scheduler.step()
    return scheduler.prompt_tokens_evaluated, done[0].task.result().probabilities


@pytest.fixture(scope="module")
def first_answer(
    model_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, tuple[float, ...]]:
    """The folder that a first process made, and what it chose."""
    folder = tmp_path_factory.mktemp("beginnings") / "kept"
    return folder, _chosen(model_path, folder)


@pytest.fixture
def kept(first_answer: tuple[Path, tuple[float, ...]]) -> Path:
    [file] = first_answer[0].iterdir()
    return file


@pytest.mark.model
def test_a_child_keeps_them_once_and_answers_alike(
    model_path: Path, first_answer: tuple[Path, tuple[float, ...]], kept: Path
) -> None:
    folder, answer = first_answer
    before = kept.stat().st_ino
    assert np.allclose(answer, _chosen(model_path, folder), atol=0.02)
    [after] = folder.iterdir()
    assert (after, after.stat().st_ino) == (kept, before), "no reason to make them anew"


def _chosen(model_path: Path, folder: Path) -> tuple[float, ...]:
    engine = LlamaEngine(model_path, SETTINGS, beginnings=folder)
    try:
        return engine.choose([ASKED], Run())[0].probabilities
    finally:
        engine.close()


@pytest.mark.model
def test_what_a_child_says_after_it_was_given_words_is_not_kept(
    model_path: Path, kept: Path, tmp_path: Path
) -> None:
    engine = LlamaEngine(model_path, SETTINGS)
    path = Path(shutil.copy(kept, tmp_path / "late.bin"))
    link = Link(structs.replace(engine._order(), beginnings=str(path)), None, Limits())
    link.wait(lambda: None)
    before = path.read_bytes()
    link._take(wire.Learned(b"words of a document"))
    assert path.read_bytes() == before
    link.end()
    engine.close()
