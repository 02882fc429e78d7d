"""A temporary home for every test, and the real models where they are installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from warehouse.settings import home as home_now

REAL_MODELS = home_now() / "models"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing a test does reaches the user's settings, models or warehouse."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("MUNIMENT_HOME", str(folder))
    return folder


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
