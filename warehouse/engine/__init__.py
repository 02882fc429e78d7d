"""The engine: language model calls as one batch, in a child process. See protocol.py."""

from __future__ import annotations

from pathlib import Path

from warehouse.engine.endpoint import EndpointEngine
from warehouse.engine.process import LlamaEngine
from warehouse.engine.scripted import ScriptedEngine
from warehouse.settings import Settings

__all__ = ["EndpointEngine", "LlamaEngine", "ScriptedEngine", "open_engine"]


def open_engine(model_path: Path, settings: Settings, log: Path | None = None) -> LlamaEngine:
    """An engine over a GGUF file, which its first call loads.

    ``log`` is where the child's own messages go. Raises ModelMissing, ModelRefused, DoesNotFit.
    """
    return LlamaEngine(model_path, settings, log)
