"""Children that die, files that are no models, engines that are closed."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from test_gguf import survive

from warehouse.engine import open_engine
from warehouse.engine.protocol import Message, Request
from warehouse.errors import EngineDied, ModelMissing, ModelRefused, MunimentError
from warehouse.run import Run
from warehouse.settings import Settings

SMALL = Settings(context=2048, parallel=4)


def story(tokens: int = 60) -> Request:
    return Request("story", (Message("user", "Tell a long story."),), tokens, temperature=1.0)


def test_files_that_are_no_models_never_reach_a_child(tmp_path: Path) -> None:
    junk = tmp_path / "junk.gguf"
    junk.write_bytes(b"GGUF" + b"\xff" * 4000)
    with pytest.raises(ModelRefused, match=r"junk\.gguf"):
        open_engine(junk, SMALL)
    with pytest.raises(ModelMissing):
        open_engine(tmp_path / "none.gguf", SMALL)


@pytest.mark.model
def test_a_model_cut_short_is_refused(model_path: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.gguf"
    with model_path.open("rb") as file:
        cut.write_bytes(file.read(50_000_000))
    with pytest.raises(ModelRefused, match="cut short"):
        open_engine(cut, SMALL)


@pytest.mark.model
def test_a_killed_child_is_replaced_and_the_call_goes_on(model_path: Path) -> None:
    engine = open_engine(model_path, SMALL)
    engine.count_tokens(["load"])
    first = engine.child_pid
    assert first is not None
    threading.Timer(0.4, os.kill, (first, signal.SIGKILL)).start()
    replies = engine.complete([story(40), story(40)], Run())
    assert [reply.completion_tokens > 0 for reply in replies] == [True, True]
    assert engine.child_pid != first
    engine.close()


@pytest.mark.model
def test_a_child_that_keeps_dying_ends_the_call_with_a_sentence(model_path: Path) -> None:
    engine = open_engine(model_path, SMALL)
    over = threading.Event()

    def kill() -> None:
        while not over.wait(0.05):
            pid = engine.child_pid
            if pid is not None:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with pytest.raises(EngineDied, match="ended"):
            engine.complete([story(2000)], Run())
    finally:
        over.set()
        killer.join()
    assert engine.complete([story(3)], Run())[0].completion_tokens <= 3
    engine.close()


@pytest.mark.model
def test_closing_ends_open_calls(model_path: Path) -> None:
    engine = open_engine(model_path, SMALL)
    engine.count_tokens(["load"])
    caught: list[BaseException] = []

    def call() -> None:
        try:
            engine.complete([story(1500)], Run())
        except EngineDied as error:
            caught.append(error)

    caller = threading.Thread(target=call)
    caller.start()
    time.sleep(0.3)
    pid = engine.child_pid
    engine.close()
    caller.join(10)
    assert len(caught) == 1
    assert pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(EngineDied):
        engine.complete([story(3)], Run())


@pytest.mark.slow
@pytest.mark.model
def test_a_mutated_model_ends_its_child_at_most(tmp_path: Path, model_path: Path) -> None:
    """Files that pass the check go to llama.cpp: an answer, or an error with a sentence."""
    passed = survive(tmp_path, model_path, 60, 5)
    whole = model_path.read_bytes()
    assert passed
    for path in passed[:20]:
        head = path.read_bytes()[: 2**21]
        path.write_bytes(head + whole[len(head) :])
        engine = open_engine(path, SMALL)
        stop = threading.Timer(90, engine.close)
        stop.start()
        try:
            engine.complete([Request("t", (Message("user", "Say yes."),), 4)], Run())
        except MunimentError as error:
            assert str(error)
        finally:
            stop.cancel()
            engine.close()
