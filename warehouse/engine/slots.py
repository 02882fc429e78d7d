"""The models in use: one that reasons and answers, and perhaps a smaller one for the headers.

Each slot is a LlamaEngine with a child process of its own, made when it is first asked for. The
processing slot falls back to the reasoning model where none is chosen for it, or where both are
the same file. Each leaves room for the other: a model already loaded keeps only its mapped file,
which the system counts as free memory; one still to come keeps what it will need.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Literal

from warehouse.engine import probe, self_test
from warehouse.engine.model_file import hashes
from warehouse.engine.model_file.fit import needed_bytes
from warehouse.engine.model_file.gguf import inspect
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import EngineInfo
from warehouse.errors import EngineError
from warehouse.run import Run
from warehouse.settings import Settings

Slot = Literal["reasoning", "processing"]
RESERVED_CONTEXT = 4096


class Slots:
    """Any thread. ``reasoning`` and ``processing`` are files; the second None to fall back.

    ``beginnings`` is the folder where those of the first one's prompts are kept.
    """

    def __init__(
        self,
        reasoning: Path,
        processing: Path | None,
        settings: Settings,
        log_folder: Path,
        beginnings: Path | None = None,
    ) -> None:
        self._paths: dict[Slot, Path] = {"reasoning": reasoning}
        if processing is not None and processing.resolve() != reasoning.resolve():
            self._paths["processing"] = processing
        self._settings = settings
        self._logs = log_folder
        self._beginnings = beginnings
        self._engines: dict[Slot, LlamaEngine] = {}
        self._lock = threading.Lock()

    def engine(self, slot: Slot = "reasoning") -> LlamaEngine:
        """Raises ModelMissing, ModelRefused, DoesNotFit."""
        slot = slot if slot in self._paths else "reasoning"
        with self._lock:
            if slot not in self._engines:
                self._engines[slot] = self._open(slot)
            return self._engines[slot]

    def opened(self) -> tuple[LlamaEngine, ...]:
        """Those made so far, the reasoning one first."""
        with self._lock:
            return tuple(self._engines[slot] for slot in sorted(self._engines, reverse=True))

    def info(self) -> EngineInfo | None:
        """Of the reasoning model where it is in use, else of the other; None before the first."""
        return next((engine.info() for engine in self.opened()), None)

    def close(self) -> None:
        with self._lock:
            engines, self._engines = tuple(self._engines.values()), {}
        for engine in engines:
            engine.close()

    def _open(self, slot: Slot) -> LlamaEngine:
        path = self._paths[slot]
        self._logs.mkdir(parents=True, exist_ok=True)
        name = "engine.log" if slot == "reasoning" else "engine-processing.log"
        known = probe.of_model(hashes.known(path)) if path.is_file() else None
        return LlamaEngine(
            path,
            self._settings,
            self._logs / name,
            parallel=known.enough if known is not None else 0,
            reserved_bytes=self._reserved(slot),
            beginnings=self._beginnings if slot == "reasoning" else None,
        )

    def _reserved(self, slot: Slot) -> int:
        reserved = 0
        for other, path in self._paths.items():
            if other == slot:
                continue
            try:
                facts = inspect(path)
            except EngineError:
                continue  # what cannot be loaded needs no room
            loaded = other in self._engines
            reserved += (
                facts.size_bytes if loaded else needed_bytes(facts, RESERVED_CONTEXT, "q8_0")
            )
        return reserved


def measure(engine: LlamaEngine, run: Run) -> probe.Probe | None:
    """Probe an engine and keep the result. None when the figures made no sense."""
    self_test.test(engine, run)
    info = engine.info()
    about = probe.conditions(info.sha256, engine.threads, info.gpu_layers)
    probed = probe.measure(engine, about, engine.facts.size_bytes, run)
    if probed is not None:
        probe.keep(probed)
    return probed


def is_measured(engine: LlamaEngine) -> bool:
    """Whether the loaded model was probed before, under the same conditions."""
    info = engine.info()
    about = probe.conditions(info.sha256, engine.threads, info.gpu_layers)
    return probe.find(about) is not None
