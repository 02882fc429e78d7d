"""The journal: nothing asked twice, nothing lost to a kill, and every token accounted for."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from counting import CountingEngine

from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import (
    ChooseRequest,
    Completion,
    Message,
    Request,
    ScoreRequest,
)
from warehouse.errors import Cancelled, EngineDied, StorageError
from warehouse.run import Run


def ask(text: str, seed: int = 42) -> Request:
    return Request("plan", (Message("user", text),), max_tokens=10, seed=seed)


def echo(request: Request) -> str:
    return f"reply to {request.messages[-1].content}"


def test_a_call_is_made_once(tmp_path: Path) -> None:
    engine = CountingEngine(tmp_path / "log", echo)
    with Journal(tmp_path / "journal.db") as journal:
        first = Journaled(engine, journal).complete([ask("a"), ask("b")], Run())
    with Journal(tmp_path / "journal.db") as journal:
        again = Journaled(engine, journal).complete([ask("a"), ask("b")], Run())
    assert again == first
    assert [reply.text for reply in first] == ["reply to a", "reply to b"]
    assert sorted(engine.finished) == ["a", "b"]


def test_only_the_missing_part_of_a_batch_is_sent(tmp_path: Path) -> None:
    engine = CountingEngine(tmp_path / "log", echo)
    kept = Journaled(engine, Journal())
    kept.complete([ask("b")], Run())
    told: list[tuple[int, str]] = []
    replies = kept.complete(
        [ask("a"), ask("b"), ask("c"), ask("a"), ask("d")],
        Run(),
        lambda index, text: told.append((index, text)),
    )
    assert [reply.text[-1] for reply in replies] == ["a", "b", "c", "a", "d"]
    assert sorted(engine.finished) == ["a", "b", "c", "d"]
    assert told[0] == (1, "reply to b")
    assert dict(told) == {
        0: "reply to a",
        1: "reply to b",
        2: "reply to c",
        4: "reply to d",
    }
    kept.close()


@pytest.mark.parametrize("change", ["seed", "text", "model", "prompt"])
def test_anything_that_changes_the_reply_is_another_call(tmp_path: Path, change: str) -> None:
    engine = CountingEngine(tmp_path / "log", echo)
    journal = Journal()
    Journaled(engine, journal).complete([ask("a")], Run())
    other = CountingEngine(tmp_path / "log", echo, sha256="1" * 64)
    request = {
        "seed": ask("a", seed=43),
        "text": ask("a "),
        "model": ask("a"),
        "prompt": Request("other", (Message("user", "a"),), max_tokens=10),
    }[change]
    Journaled(other if change == "model" else engine, journal).complete([request], Run())
    assert len(engine.finished) == 2
    journal.close()


def test_scores_and_choices_are_kept_too(tmp_path: Path) -> None:
    engine = CountingEngine(
        tmp_path / "log", likely=lambda request: -1.5, pick=lambda request: (0.25, 0.75)
    )
    kept = Journaled(engine, Journal())
    message = (Message("user", "x"),)
    for _ in range(2):
        assert kept.score([ScoreRequest("rank", message, "q")], Run())[0].total == -1.5
        choice = kept.choose([ChooseRequest("check", message, ("yes", "no"))], Run())[0]
        assert choice.probabilities == (0.25, 0.75)
    assert engine.finished == ["q", "x"]
    assert [call.verb for call in kept.journal.calls()] == ["score", "choose"]
    kept.close()


def test_spend_counts_replays_apart(tmp_path: Path) -> None:
    engine = CountingEngine(tmp_path / "log", echo)
    journal = Journal()
    Journaled(engine, journal).complete([ask("a"), ask("b")], Run())
    kept = Journaled(engine, journal)
    kept.complete([ask("b"), ask("c")], Run())
    spend = kept.spend()
    assert (spend.calls, spend.replayed) == (2, 1)
    assert spend.reasoning_tokens + spend.processing_tokens == 12
    assert [(row.prompt, row.calls) for row in journal.by_prompt()] == [("plan", 3)]
    journal.close()


def test_cancelled_before_anything_is_sent(tmp_path: Path) -> None:
    engine = CountingEngine(tmp_path / "log", echo)
    run = Run()
    run.cancel()
    kept = Journaled(engine, Journal())
    with pytest.raises(Cancelled):
        kept.complete([ask("a")], run)
    assert engine.finished == []
    kept.close()


def test_a_journal_whose_pages_are_damaged_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    engine = CountingEngine(tmp_path / "log", echo)
    with Journal(file) as journal:
        Journaled(engine, journal).complete([ask(f"{'x' * 900} {n}") for n in range(20)], Run())
    raw = bytearray(file.read_bytes())
    raw[8192:] = b"\x7f" * (len(raw) - 8192)
    file.write_bytes(raw)
    with Journal(file) as journal:
        with pytest.raises(StorageError, match="cannot be read"):
            Journaled(engine, journal).complete([ask(f"{'x' * 900} {n}") for n in range(20)], Run())
        with pytest.raises(StorageError, match="cannot be read"):
            journal.calls()


def test_a_journal_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"not a database, not at all" * 100)
    with pytest.raises(StorageError):
        Journal(tmp_path / "journal.db")


KILLED = """
import sys
import time
from pathlib import Path
from counting import CountingEngine
from warehouse.engine.protocol import Message, Request
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.run import Run

folder, die_at = Path(sys.argv[1]), int(sys.argv[2])
engine = CountingEngine(
    folder / "log", lambda r: "re " + r.messages[-1].content, die_at=die_at, parallel=1
)
with Journal(folder / "journal.db") as journal:
    kept = Journaled(engine, journal)
    for step in range(3):
        replies = kept.complete(
            [Request("plan", (Message("user", f"{step}-{i}"),), 10) for i in range(5)], Run()
        )
        assert [r.text for r in replies] == [f"re {step}-{i}" for i in range(5)]
"""


def test_killed_at_any_call_and_resumed_none_is_repeated(tmp_path: Path) -> None:
    def run(die_at: int) -> int:
        return subprocess.run(
            [sys.executable, "-c", KILLED, str(tmp_path), str(die_at)],
            env={"PYTHONPATH": ":".join([str(Path(__file__).parents[2]), *sys.path])},
            timeout=60,
            check=False,
        ).returncode

    for _ in range(2):
        assert run(5) == -signal.SIGKILL
    assert run(-1) == 0
    finished = (tmp_path / "log").read_text().splitlines()
    assert sorted(finished) == sorted(f"{step}-{i}" for step in range(3) for i in range(5))


IN_A_BATCH = """
import os
import sys
from pathlib import Path
from counting import CountingEngine
from warehouse.engine.protocol import ChooseRequest, Message, ScoreRequest
from warehouse.run import Run
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled

folder, calls = Path(sys.argv[1]), int(sys.argv[2])
said = [(Message("user", f"choose {i}"),) for i in range(calls // 2)]
for life in range(calls):
    if os.fork():
        _, status = os.wait()
        assert os.WTERMSIG(status) == 9, "one call, and then it was killed"
        continue
    engine = CountingEngine(
        folder / "log", likely=lambda r: -1.0, pick=lambda r: (0.5, 0.5), die_at=1
    )
    with Journal(folder / "journal.db") as journal:
        kept = Journaled(engine, journal)
        kept.score([ScoreRequest("rank", m, m[0].content.replace("choose", "score")) for m in said],
                   Run())
        kept.choose([ChooseRequest("check", m, ("yes", "no")) for m in said], Run())
        os.kill(os.getpid(), 9)
"""


def test_killed_at_any_call_of_a_batch_none_is_repeated(tmp_path: Path) -> None:
    """As many lives as calls, each killed when its second call begins."""
    calls = 40
    subprocess.run(
        [sys.executable, "-c", IN_A_BATCH, str(tmp_path), str(calls)],
        env={"PYTHONPATH": ":".join([str(Path(__file__).parents[2]), *sys.path])},
        timeout=120,
        check=True,
    )
    finished = (tmp_path / "log").read_text().splitlines()
    wanted = [f"{verb} {i}" for verb in ("score", "choose") for i in range(calls // 2)]
    assert finished == wanted


def test_what_ended_together_is_kept_and_told_together(tmp_path: Path) -> None:
    """An engine whose batch fails in its middle: what had ended is not asked again."""
    message = (Message("user", "x"),)
    asked: list[str] = []

    def likely(request: ScoreRequest) -> float:
        asked.append(request.continuation)
        if asked == ["a", "b", "c"]:
            raise EngineDied("It ended.")
        return -float(len(asked))

    kept = Journaled(CountingEngine(tmp_path / "log", likely=likely), Journal())
    requests = [ScoreRequest("rank", message, text) for text in ("a", "b", "c", "a")]
    with pytest.raises(EngineDied):
        kept.score(requests, Run())
    told: list[tuple[int, float]] = []
    found = kept.score(
        requests, Run(), lambda done: told.extend((at, one.total) for at, one in done)
    )
    assert asked == ["a", "b", "c", "c"]
    assert [one.total for one in found] == [-1.0, -2.0, -4.0, -1.0]
    assert told == [(0, -1.0), (1, -2.0), (3, -1.0), (2, -4.0)]
    kept.close()


def test_each_reply_is_kept_as_it_ends(tmp_path: Path) -> None:
    journal = Journal()

    def write(request: Request) -> str:
        text = echo(request)
        for _ in range(1000):
            if text.endswith("fast") or journal.calls():
                return text
            time.sleep(0.01)
        raise AssertionError("the fast reply was not kept while the slow one was written")

    engine = CountingEngine(tmp_path / "log", write)
    Journaled(engine, journal).complete([ask("slow"), ask("fast")], Run())
    assert len(journal.calls()) == 2
    journal.close()


def test_an_error_loses_no_other_reply(tmp_path: Path) -> None:
    def write(request: Request) -> str:
        if request.messages[-1].content == "bad":
            raise EngineDied("It ended.")
        return echo(request)

    kept = Journaled(CountingEngine(tmp_path / "log", write), Journal())
    with pytest.raises(EngineDied):
        kept.complete([ask("a"), ask("bad"), ask("b")], Run())
    assert len(kept.journal.calls()) == 2
    kept.close()


def test_a_reply_reads_back_as_it_was(tmp_path: Path) -> None:
    odd = Completion('{"a": "\\u0000 “x” 数"}', "length", 3, 4)
    engine = CountingEngine(tmp_path / "log", lambda request: odd.text)
    kept = Journaled(engine, Journal())
    assert kept.complete([ask("a")], Run())[0].text == odd.text
    assert kept.complete([ask("a")], Run())[0].text == odd.text
    kept.close()
