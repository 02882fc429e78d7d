"""A temporary home for every test, and the real models where they are installed."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from warehouse.settings import home as home_now

REAL_MODELS = home_now() / "models"
YOUNG = 50_000
"""Objects that come before the young are collected. With Python's 700 a sixth of the time goes."""


def pytest_collection_finish() -> None:
    gc.set_threshold(YOUNG, 50, 50)


@pytest.fixture(scope="session", autouse=True)
def home_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """For what is made once for many tests, before the first of them has its own home."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("home")
        patch.setenv("MUNIMENT_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing a test does reaches the user's settings, models or warehouse."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("MUNIMENT_HOME", str(folder))
    return folder


class Unsynced(sqlite3.Connection):
    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql.lower().startswith("pragma synchronous="):
            sql = "pragma synchronous=off"
        return super().execute(sql, *values)


@pytest.fixture(autouse=True)
def disk_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written outlives a killed process all the same; it is for a power cut that the
    program waits. The children of tests, and those that are killed, wait as it does.
    """
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Unsynced))
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def installed(name: str) -> Path:
    path = REAL_MODELS / name
    if not path.exists():
        pytest.skip(f"{name} is not installed; python3 bootstrap.py test fetches it")
    return path


@pytest.fixture
def smollm2() -> Path:
    """The real SmolLM2-135M; tests that load it carry the marker ``model``."""
    return installed("SmolLM2-135M-Instruct.Q4_1.gguf")


@pytest.fixture
def minilm() -> Path:
    """The real embedder's folder."""
    return installed("all-minilm-l6-v2")


@pytest.fixture(scope="session")
def beginnings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a home keeps of prompts that were read: read once for all tests that begin anew."""
    return tmp_path_factory.mktemp("beginnings")


@pytest.fixture
def cheap_passphrases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2id without the time and memory that it is there to cost."""
    from warehouse.store.encryption import keys

    monkeypatch.setattr(keys, "COST", keys.Cost(passes=1, lanes=1, memory_kib=64))
