"""An article that is killed again and again: its rows, over a model that never says a thing twice.

A child is a call in this process, and its death an exception.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from bridge_article import TOPIC, shelved
from counting import CountingEngine, filled

from warehouse.engine.protocol import ChooseRequest, Request
from warehouse.evaluate.records import Job, Row
from warehouse.evaluate.writing import killed
from warehouse.evaluate.writing.topics import Topic
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.writing.ways import WAYS

KILLS = 4


class Death(BaseException):
    """In place of SIGKILL."""


@pytest.fixture
def lives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How each child ended. Every one has a model of its own, which rounds otherwise."""
    ended: list[int] = []
    library = shelved(tmp_path / "warehouse")

    def write(request: Request) -> str:
        words = f"Arches and deck {len(ended)}"
        return words if request.schema is None else json.dumps(filled(request.schema, words))

    def pick(request: ChooseRequest) -> list[float]:
        return [1 / len(request.labels)] * len(request.labels)

    @contextmanager
    def topics(_: Job) -> Iterator[Any]:
        yield library, [Topic(TOPIC, (), "")]

    @contextmanager
    def thinking(_: Job) -> Iterator[CountingEngine]:
        log = tmp_path / "calls"
        yield CountingEngine(log, write, lambda _: -1.0 - len(ended), pick, parallel=1)

    def child(task: killed.Task) -> int:
        task.file(killed.ASKED).unlink(missing_ok=True)
        try:
            killed.write(task)
        except Death:
            ended.append(-signal.SIGKILL)
        else:
            ended.append(0)
        return ended[-1]

    def die() -> None:
        raise Death

    monkeypatch.setattr(killed, "topics", topics)
    monkeypatch.setattr(killed, "thinking", thinking)
    monkeypatch.setattr(killed, "_child", child)
    monkeypatch.setattr(killed, "_die", die)
    yield ended
    library.close()


def rows(method: str, folder: Path) -> dict[str, Row]:
    job = Job(Settings(readers=1), Run(), folder, KILLS, methods=(method,))
    return {one.name: one for one in killed.killed(job)}


@pytest.mark.parametrize("method", list(WAYS))
def test_what_was_kept_makes_the_article_and_is_not_asked_again(
    method: str, lives: list[int], tmp_path: Path
) -> None:
    made = rows(method, tmp_path)
    assert made[f"kill_repeated_{method}"].value == 0
    assert made[f"kill_same_{method}"].value == 1
    assert lives.count(-signal.SIGKILL) >= 1


def test_an_article_that_asks_anew_is_told(
    lives: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A way that asks something else in every life is not resumed."""
    whole = killed.WORKS["write", "rag"]

    def forgetful(topic: str, context: Any) -> Any:
        return whole(f"{topic} {len(lives)}", context)

    monkeypatch.setattr(killed, "WORKS", {("write", "rag"): forgetful})
    assert rows("rag", tmp_path)["kill_same_rag"].value == 0
