"""Loading a model in the child: GPU layers that fit, else fewer; a context that fits, else shorter.

What was given up is said in numbers, in ``note``.
"""

from __future__ import annotations

from pathlib import Path

import psutil  # type: ignore[import-untyped]
from msgspec import Struct

from indexers.sandbox import places
from warehouse.engine import wire
from warehouse.engine.child.chat import Chat
from warehouse.engine.child.context import (
    Context,
    LoadFailed,
    Model,
    free_gpu_bytes,
    made_for_gpu,
    supports_gpu,
)
from warehouse.engine.child.guard import Guard
from warehouse.engine.child.scheduler import SEQUENCES
from warehouse.engine.model_file.fit import CACHE_SHARE, halves
from warehouse.engine.protocol import Cache
from warehouse.errors import DoesNotFit, ModelRefused

GPU_RESERVE_BYTES = 700 * 2**20
ALL_LAYERS = 999


class Loaded(Struct, frozen=True):
    model: Model
    context: Context
    chat: Chat
    gpu_layers: int
    parallel: int
    cache: Cache
    note: str


def load(order: wire.Load) -> Loaded:
    """Raises ModelRefused (template) and DoesNotFit."""
    notes: list[str] = []
    model, layers = _model(order, notes)
    guard = Guard()
    chat = Chat(model.template(), model, guard)
    guard.trying = False
    # More threads only wait for a card that has all layers, and it has time for more replies.
    whole = layers > model.layers
    threads, parallel = (1, order.on_card) if whole else (order.threads, order.parallel)
    context, cache = _context(order, model, threads, notes)
    note = " ".join(filter(None, [*notes, _idle(order)]))
    return Loaded(model, context, chat, layers, parallel, cache, note)


def _idle(order: wire.Load) -> str:
    """Why no card computes, where one was meant to."""
    if not order.gpu_layers or supports_gpu():
        return ""
    if made_for_gpu() and places.graphics():
        return "The graphics card did not start, and the CPU computes alone."
    return "This build of llama.cpp uses the CPU alone." if order.gpu_layers > 0 else ""


def _model(order: wire.Load, notes: list[str]) -> tuple[Model, int]:
    wanted = _first_layers(order)
    for layers in _steps_down(wanted):
        try:
            model = Model(Path(order.path), layers)
        except LoadFailed:
            continue
        layers = min(layers, model.layers + 1)
        if layers < order.layers and order.gpu_layers < 0 and supports_gpu():
            notes.append(f"{layers} of {model.layers} layers are on the GPU; more did not fit.")
        elif 0 <= order.gpu_layers != layers and supports_gpu():
            notes.append(f"{layers} of {model.layers} layers are on the GPU; {wanted} did not fit.")
        return model, layers
    if psutil.virtual_memory().available > order.weights_bytes:
        raise ModelRefused(
            f"{Path(order.path).name} cannot be used: it is malformed, or of a kind that this"
            " llama.cpp does not know; there is memory enough for it."
        )
    raise DoesNotFit(
        f"The model ({order.weights_bytes / 2**20:.0f} MB) could not be loaded into memory."
    )


def _first_layers(order: wire.Load) -> int:
    """GPU layers to try first: what was asked for, or what free GPU memory holds."""
    if not supports_gpu():
        return 0
    if order.gpu_layers >= 0:
        return order.gpu_layers
    cells = order.cells * order.cell_bytes * CACHE_SHARE[order.caches[0]]
    needed = order.weights_bytes + cells + order.work_bytes
    free = max(0, free_gpu_bytes() - GPU_RESERVE_BYTES)
    return ALL_LAYERS if free >= needed else int(free / needed * order.layers)


def _steps_down(wanted: int) -> list[int]:
    halves = [wanted]
    while halves[-1] > 0:
        halves.append(halves[-1] // 2)
    return halves


def _context(
    order: wire.Load, model: Model, threads: int, notes: list[str]
) -> tuple[Context, Cache]:
    for cells in halves(order.cells):
        for cache in order.caches:
            try:
                context = Context(model, cells, SEQUENCES, threads, cache)
            except LoadFailed:
                continue
            if cells < order.cells:
                notes.append(f"The context is {cells} tokens; {order.cells} did not fit in memory.")
            if cache != order.caches[0]:
                notes.append("Its cache is kept in 8 bits; 16 did not fit in memory.")
            return context, cache
    needed = order.cells * order.cell_bytes / 2**20
    raise DoesNotFit(f"No memory for a context of {order.cells} tokens ({needed:.0f} MB).")
