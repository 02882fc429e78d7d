"""What a benchmark measures with: a model, its replies kept where wanted, and the embedder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from warehouse.engine import models
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.process import LlamaEngine
from warehouse.engine.protocol import Engine, EngineInfo
from warehouse.errors import ModelMissing
from warehouse.evaluate.records import Job
from warehouse.ingest.embedders import folder_of
from warehouse.search.embedding import Embedder
from warehouse.settings import home


@contextmanager
def thinking(job: Job) -> Iterator[Engine]:
    """The job's engine, or else one of its own. Raises ModelMissing."""
    if job.engine is not None:
        yield job.engine
        return
    with opened(job) as engine:
        yield engine


@contextmanager
def opened(job: Job) -> Iterator[LlamaEngine]:
    """An engine with the job's model, or else the one in use. Raises ModelMissing."""
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


@contextmanager
def remembering(job: Job, name: str) -> Iterator[Journaled]:
    """The same; its replies are kept under the name, so that nothing is asked twice."""
    file = home() / "bench" / f"{name}.db"
    file.parent.mkdir(parents=True, exist_ok=True)
    with thinking(job) as engine, Journal(file) as journal:
        yield Journaled(engine, journal)


@contextmanager
def embedding(job: Job) -> Iterator[Embedder]:
    """The embedder of the settings. Raises ModelMissing."""
    embedder = Embedder(folder_of(job.settings.embedder))
    if not embedder.present:
        raise ModelMissing(f"The embedder {job.settings.embedder} is not there.")
    try:
        yield embedder
    finally:
        embedder.close()


def model_of(info: EngineInfo) -> dict[str, str]:
    """The model, as every row that hangs on it tells it."""
    return {"model": info.model, "sha256": info.sha256}
