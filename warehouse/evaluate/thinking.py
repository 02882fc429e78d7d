"""The model that a benchmark measures with: found, opened, and closed at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from warehouse.engine import models
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import Engine
from warehouse.errors import ModelMissing
from warehouse.evaluate.records import Job
from warehouse.settings import home


@contextmanager
def thinking(job: Job) -> Iterator[Engine]:
    """The engine with the job's model, or else the one in use. Raises ModelMissing."""
    wanted = job.model or job.settings.model
    path = models.locate(wanted)
    if path is None:
        raise ModelMissing(f"The model {wanted} is not installed.")
    log = home() / "bench" / "engine.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    engine = LlamaEngine(path, job.settings, log)
    try:
        yield engine
    finally:
        engine.close()
