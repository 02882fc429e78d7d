"""Will it fit, and what if not: weights, KV cache and work buffers against free memory."""

from __future__ import annotations

import psutil  # type: ignore[import-untyped]
from msgspec import Struct

from warehouse.engine.gguf import GgufFacts
from warehouse.errors import DoesNotFit
from warehouse.settings import Settings

MB = 2**20
SMALLEST_CONTEXT = 1024
WORK_ROWS = 128
WORK_TOKENS = 512
BASE_BYTES = 150 * MB


class Fit(Struct, frozen=True):
    """What to load a model with; ``note`` says what was given up, in numbers."""

    context: int
    parallel: int
    threads: int
    needed_bytes: int
    free_bytes: int
    note: str = ""


def needed_bytes(facts: GgufFacts, context: int) -> int:
    """Weights, the cells of the context, and the buffers of one micro-batch with its logits."""
    work = 4 * (WORK_ROWS * 2 * facts.vocabulary + WORK_TOKENS * 12 * facts.embedding)
    return facts.size_bytes + context * facts.cell_bytes + work + BASE_BYTES


def fit(facts: GgufFacts, settings: Settings, free_bytes: int | None = None) -> Fit:
    """A context is halved until it fits. Raises DoesNotFit when the weights alone do not.

    With GPU layers the weights leave main memory again after loading, so the same test is on
    the safe side.
    """
    free = psutil.virtual_memory().available if free_bytes is None else free_bytes
    context = settings.context
    while context > SMALLEST_CONTEXT and needed_bytes(facts, context) > free:
        context = max(SMALLEST_CONTEXT, context // 2)
    needed = needed_bytes(facts, context)
    if needed > free:
        raise DoesNotFit(
            f"{facts.name} needs about {needed / MB:,.0f} MB of memory; "
            f"{free / MB:,.0f} MB are free."
        )
    note = ""
    if context < settings.context:
        note = (
            f"The context is {context} tokens instead of {settings.context}: "
            f"{needed_bytes(facts, settings.context) / MB:,.0f} MB are needed, "
            f"{free / MB:,.0f} MB are free."
        )
    threads = settings.threads or psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    return Fit(context, settings.parallel, threads, needed, free, note)
