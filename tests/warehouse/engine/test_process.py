"""Children that die, files that are no models, engines that are closed."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from shelf import HashingEmbedder, prose, reading
from test_gguf import survive

from indexers import sandbox
from indexers.process.child import how_ended
from warehouse.engine.around import EngineAround
from warehouse.engine.process import LlamaEngine, _Hold
from warehouse.engine.protocol import AnyRequest, Engine, Message, Request
from warehouse.engine.watch import Limits
from warehouse.errors import EngineDied, ModelMissing, ModelRefused, MunimentError
from warehouse.library import Library
from warehouse.results.records import Answer
from warehouse.run import Held, Run
from warehouse.settings import Settings
from warehouse.studies.keeper import Studies

SMALL = Settings(context=2048, parallel=4)


def story(tokens: int = 60) -> Request:
    return Request("story", (Message("user", "Tell a long story."),), tokens, temperature=1.0)


def test_files_that_are_no_models_never_reach_a_child(tmp_path: Path) -> None:
    junk = tmp_path / "junk.gguf"
    junk.write_bytes(b"GGUF" + b"\xff" * 4000)
    with pytest.raises(ModelRefused, match=r"junk\.gguf"):
        LlamaEngine(junk, SMALL)
    with pytest.raises(ModelMissing):
        LlamaEngine(tmp_path / "none.gguf", SMALL)


@pytest.mark.model
def test_a_model_cut_short_is_refused(model_path: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.gguf"
    with model_path.open("rb") as file:
        cut.write_bytes(file.read(50_000_000))
    with pytest.raises(ModelRefused, match="cut short"):
        LlamaEngine(cut, SMALL)


@pytest.mark.model
def test_a_killed_child_is_replaced_and_the_call_goes_on(model_path: Path) -> None:
    engine = LlamaEngine(model_path, SMALL)
    engine.count_tokens(["load"])
    first = engine.child_pid
    assert first is not None
    assert engine._link is not None and engine._link.loaded is not None
    assert set(sandbox.lacking(engine._link.loaded.held)) <= set(sandbox.expected_lacking())
    threading.Timer(0.4, os.kill, (first, signal.SIGKILL)).start()
    replies = engine.complete([story(40), story(40)], Run())
    assert [reply.completion_tokens > 0 for reply in replies] == [True, True]
    assert engine.child_pid != first
    engine.close()


@pytest.mark.model
def test_a_child_that_keeps_dying_ends_the_call_with_a_sentence(model_path: Path) -> None:
    engine = LlamaEngine(model_path, SMALL)
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


def gone(pid: int) -> bool:
    """Within ten seconds; a zombie is not gone."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def engine_threads() -> set[threading.Thread]:
    """Those of other tests' engines too, which may be open for the whole run."""
    return {one for one in threading.enumerate() if "engine" in one.name}


@pytest.mark.model
def test_a_child_that_hangs_is_replaced_and_the_call_goes_on(model_path: Path) -> None:
    engine = LlamaEngine(model_path, SMALL)
    engine.limits = Limits(still_s=3, loading_s=600)
    engine.count_tokens(["load"])
    first = engine.child_pid
    assert first is not None
    threading.Timer(0.3, os.kill, (first, signal.SIGSTOP)).start()
    (reply,) = engine.complete([story(60)], Run())
    assert reply.completion_tokens > 0
    assert engine.child_pid != first
    assert gone(first)
    engine.close()


@pytest.mark.model
@pytest.mark.parametrize("ending", [signal.SIGABRT, signal.SIGSEGV, signal.SIGKILL])
def test_how_a_child_ended_is_said_and_nothing_of_it_stays(
    model_path: Path, ending: signal.Signals
) -> None:
    """SIGABRT is how llama.cpp gives up, SIGKILL how the system takes back memory."""
    before = engine_threads()
    engine = LlamaEngine(model_path, SMALL)
    engine.count_tokens(["load"])
    pid = engine.child_pid
    assert pid is not None
    os.kill(pid, ending)
    assert gone(pid), "no zombie waits for the next call"
    engine.close()
    assert engine_threads() <= before
    assert ending.name in str(engine._died(f"while working ({how_ended(-ending)})"))
    step = engine._died(f"while working ({how_ended(-ending)})").next_step
    assert ("Memory" in step) == (ending == signal.SIGKILL)


PARENT = """
import sys, threading, time
from pathlib import Path
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import Message, Request
from warehouse.run import Run
from warehouse.settings import Settings

engine = LlamaEngine(Path(sys.argv[1]), Settings(context=2048, parallel=4))
request = Request("story", (Message("user", "Tell a long story."),), 1500, temperature=1.0)
threading.Thread(target=lambda: engine.complete([request] * 4, Run()), daemon=True).start()
if sys.argv[2] == "working":
    engine.count_tokens(["loaded"])
while engine.child_pid is None:
    time.sleep(0.01)
print(engine.child_pid, flush=True)
time.sleep(60)
"""


@pytest.mark.model
@pytest.mark.parametrize("when", ["loading", "working"])
def test_no_child_outlives_a_parent_that_was_killed(model_path: Path, when: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(model_path), when],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert gone(pid)


class Passing(EngineAround):
    """Between the journal and the engine: writes down what the journal did not have."""

    def __init__(self, engine: LlamaEngine) -> None:
        super().__init__(engine)
        self.asked: list[bytes] = []
        self._lock = threading.Lock()

    def _asked(self, requests: Sequence[AnyRequest]) -> Engine:
        with self._lock:
            self.asked += [msgspec.json.encode(request) for request in requests]
        return self.engine


@pytest.mark.model
def test_a_study_whose_engine_is_killed_at_random_is_finished(
    model_path: Path, tmp_path: Path
) -> None:
    """Up to two deaths, moments drawn by lot: the run goes on, and nothing is asked twice."""
    before = engine_threads()
    chance, over = random.Random(3), threading.Event()
    llama = LlamaEngine(model_path, SMALL, tmp_path / "engine.log")
    engine = Passing(llama)
    killed: list[int] = []
    due = [2]

    def kill() -> None:
        while len(killed) < 2 and not over.wait(0.02):
            pid = llama.child_pid
            if len(engine.asked) < due[-1] or pid is None or pid in killed:
                continue
            over.wait(chance.uniform(0, 0.5))
            killed.append(pid)
            due.append(len(engine.asked) + chance.randint(1, 3))
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    settings = Settings(context=2048, parallel=4, passage_tokens=60, max_intents=1, depth=1)
    with Library(tmp_path / "warehouse", settings, HashingEmbedder(256)) as library:
        for number in range(2):
            text = prose(number, 4)
            name = f"{number}.html"
            library.admit(reading(f"Mill {number}", text), name, text.encode(), Run())
        studies = Studies(library)
        study = studies.start("ask", "What does the word mark1 stand in?", "rag")
        killer.start()
        try:
            answer = studies.run(study, engine, settings, Run())
        finally:
            over.set()
            killer.join()
        asked = list(engine.asked)
        again = studies.run(study, engine, settings, Run())
        assert not set(engine.asked[len(asked) :]) & set(asked), "asked though the journal has it"
    llama.close()
    assert isinstance(answer, Answer) and isinstance(again, Answer)
    assert answer.text == again.text
    assert killed, "the test did its work"
    assert len(asked) == len(set(asked))
    assert all(gone(pid) for pid in killed)
    assert engine_threads() <= before


@pytest.mark.model
def test_closing_ends_open_calls(model_path: Path) -> None:
    engine = LlamaEngine(model_path, SMALL)
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
        engine = LlamaEngine(path, SMALL)
        stop = threading.Timer(90, engine.close)
        stop.start()
        try:
            engine.complete([Request("t", (Message("user", "Say yes."),), 4)], Run())
        except MunimentError as error:
            assert str(error)
        finally:
            stop.cancel()
            engine.close()


def test_background_work_hears_that_it_stands_still_for_a_person() -> None:
    heard: list[object] = []
    wanted = iter((True, True, False, True))
    hold = _Hold(Run(heard.append, foreground=False), lambda: next(wanted))
    for _ in range(4):
        hold.look()
    hold.end()
    assert heard == [Held(True), Held(False), Held(True), Held(False)]
    who_waits: list[object] = []
    _Hold(Run(who_waits.append), lambda: True).look()
    assert not who_waits


@pytest.mark.model
def test_a_question_holds_what_is_written_in_the_background(model_path: Path) -> None:
    engine = LlamaEngine(model_path, SMALL)
    heard: list[object] = []
    written = threading.Thread(
        target=engine.complete, args=([story(200)], Run(heard.append, foreground=False))
    )
    written.start()
    engine.complete([story(40)], Run())
    written.join()
    assert heard == [Held(True), Held(False)]
