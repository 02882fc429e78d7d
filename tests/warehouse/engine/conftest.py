from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import serving

from warehouse.engine.child.context import Model
from warehouse.engine.endpoint import EndpointEngine
from warehouse.engine.process import LlamaEngine
from warehouse.settings import Settings, home

MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
REAL_HOME = home()


@pytest.fixture(scope="session")
def model_path() -> Path:
    path = REAL_HOME / "models" / MODEL_FILE
    if not path.exists():
        pytest.skip("SmolLM2-135M is not installed: muniment models fetch smollm2-135m")
    return path


@pytest.fixture(scope="module")
def model(model_path: Path) -> Iterator[Model]:
    """SmolLM2-135M in this process."""
    model = Model(model_path)
    yield model
    model.close()


@pytest.fixture(scope="session")
def llama(model_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LlamaEngine]:
    log = tmp_path_factory.mktemp("engine") / "engine.log"
    engine = LlamaEngine(model_path, Settings(context=4096, parallel=8), log)
    yield engine
    engine.close()


@pytest.fixture(scope="session")
def server(model_path: Path) -> Iterator[str]:
    """The address of llama.cpp's server with SmolLM2-135M."""
    if not serving.INSTALLED:
        pytest.skip("xllamacpp, which has llama.cpp's server, is not installed")
    with serving.served(model_path) as address:
        yield address


@pytest.fixture
def endpoint(server: str) -> Iterator[EndpointEngine]:
    engine = EndpointEngine(Settings(endpoint=server, parallel=8))
    yield engine
    engine.close()
