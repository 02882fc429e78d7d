"""Will it fit, and what if not: weights, KV cache and work buffers against free memory.

The estimate is for the model on the CPU. llama.cpp keeps some matrices twice there; the file
itself is mapped. Scores of attention are never held whole (flash attention, which llama.cpp
switches on by itself where it can). A sliding window saves nothing, because prefixes can be
shared only when every layer keeps every cell. Prompts put aside (kept.py) take a part of what is
left after loading, and are not counted. What goes to a GPU is decided in the child that
sees it (loading.py), with the same figures.
"""

from __future__ import annotations

import psutil  # type: ignore[import-untyped]
from msgspec import Struct

from warehouse.engine.model_file.gguf import GgufFacts
from warehouse.engine.protocol import Cache
from warehouse.errors import DoesNotFit
from warehouse.settings import Settings

MB = 2**20
SMALLEST_CONTEXT = 1024
CONTEXT_EACH = 2048
CONTEXTS = (8192, 65_536)
PARALLEL = 16  # on a CPU a step of 16 replies costs a fifth more than one of 8
ON_CARD = 32  # where all layers are on a graphics card
PROMPTS = 8  # for so many there is room; what more replies write side by side shares it
RESERVE_BYTES = 300 * MB
LOGIT_ROWS = 128
BATCH_TOKENS = 512
BASE_BYTES = 70 * MB
TOKEN_BYTES = 700  # an entry of the vocabulary: spelling, lookup and the grammar's tree
CACHE_SHARE = {"f16": 1.0, "q8_0": 34 / 64}
"""A q8_0 block holds 32 values in 34 bytes."""


class Fit(Struct, frozen=True):
    """What to load a model with; ``note`` says what was given up, in numbers.

    ``parallel`` replies are written side by side, ``on_card`` where a card has all layers.
    """

    context: int
    parallel: int
    on_card: int
    threads: int
    cache: Cache
    needed_bytes: int
    free_bytes: int
    note: str = ""


def needed_bytes(facts: GgufFacts, context: int, cache: Cache = "f16") -> int:
    """Main memory of the engine's child with all layers on the CPU."""
    weights = facts.size_bytes + facts.repack_bytes
    cells = round(context * facts.cell_bytes * CACHE_SHARE[cache])
    own = BASE_BYTES + TOKEN_BYTES * facts.vocabulary
    return weights + cells + work_bytes(facts, context) + own


def work_bytes(facts: GgufFacts, context: int) -> int:
    """Buffers of one micro-batch, with its logits."""
    logits = 4 * LOGIT_ROWS * facts.vocabulary
    layer = 4 * BATCH_TOKENS * (4 * facts.embedding + 2 * facts.feed_forward)
    mask = 2 * BATCH_TOKENS * context
    return logits + max(logits, layer) + mask


def fit(
    facts: GgufFacts,
    settings: Settings,
    *,
    free_bytes: int | None = None,
    parallel: int = 0,
    reserved_bytes: int = 0,
) -> Fit:
    """The context, cache and parallel count to load with. Raises DoesNotFit.

    ``parallel`` is what a probe found best, 0 without one; ``reserved_bytes`` is kept for the
    other slot's model. Where memory is short the cache is halved by 8-bit values first (unless the
    settings fix it), then the context, until SMALLEST_CONTEXT.
    """
    free = psutil.virtual_memory().available if free_bytes is None else free_bytes
    free = max(0, free - reserved_bytes)
    side_by_side = settings.parallel or min(parallel or PARALLEL, PARALLEL)
    on_card = settings.parallel or ON_CARD
    asked = max(settings.context, SMALLEST_CONTEXT) if settings.context else 0
    wanted = asked or _automatic_context(facts, side_by_side)
    caches = caches_of(settings)
    for context in halves(wanted):
        for cache in caches:
            needed = needed_bytes(facts, context, cache)
            if needed + RESERVE_BYTES <= free:
                note = _note(facts, wanted, context, caches[0], cache, free)
                threads = settings.threads or physical_cores()
                return Fit(context, side_by_side, on_card, threads, cache, needed, free, note)
    least = needed_bytes(facts, min(SMALLEST_CONTEXT, wanted), caches[-1])
    kept = f" beside {reserved_bytes / MB:,.0f} MB for the other model" if reserved_bytes else ""
    raise DoesNotFit(
        f"{facts.name} needs about {least / MB:,.0f} MB of memory and {RESERVE_BYTES / MB:,.0f} "
        f"to spare; {free / MB:,.0f} MB are free{kept}."
    )


def caches_of(settings: Settings) -> tuple[Cache, ...]:
    """The kinds of cache to try, best first."""
    return ("f16", "q8_0") if settings.kv_cache == "auto" else (settings.kv_cache,)


def physical_cores() -> int:
    return psutil.cpu_count(logical=False) or psutil.cpu_count() or 1


def _automatic_context(facts: GgufFacts, parallel: int) -> int:
    """Room for PROMPTS; a model that knows only short texts gets no more of them."""
    least, most = CONTEXTS
    count = min(parallel, PROMPTS)
    return min(max(least, CONTEXT_EACH * count), most, max(facts.context, 1) * count)


def halves(wanted: int) -> list[int]:
    """Contexts to try, from the one wanted down to the smallest."""
    contexts = [wanted]
    while contexts[-1] > SMALLEST_CONTEXT:
        contexts.append(max(SMALLEST_CONTEXT, contexts[-1] // 2))
    return contexts


def _note(
    facts: GgufFacts, wanted: int, context: int, first: Cache, cache: Cache, free: int
) -> str:
    done = []
    if context < wanted:
        done.append(f"the context is {context:,} tokens instead of {wanted:,}")
    if cache != first:
        done.append("its cache is kept in 8 bits instead of 16")
    if not done:
        return ""
    words = " and ".join(done)
    return (
        f"{words[0].upper()}{words[1:]}: {needed_bytes(facts, wanted, first) / MB:,.0f} MB "
        f"and {RESERVE_BYTES / MB:,.0f} to spare are needed, {free / MB:,.0f} MB are free."
    )
