"""What of a model goes to a graphics card, and what is said where less does than was meant to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from warehouse.engine import wire
from warehouse.engine.child import loading
from warehouse.engine.child.context import LoadFailed

LAYERS, GB = 28, 1 << 30


class Card:
    """A model of LAYERS layers, of which ``room`` can be loaded."""

    room = LAYERS + 1

    def __init__(self, path: Path, gpu_layers: int) -> None:
        self.layers = LAYERS
        self.template = str
        if min(gpu_layers, LAYERS + 1) > self.room:
            raise LoadFailed("no room")


def order(gpu_layers: int) -> wire.Load:
    return wire.Load(
        path="model.gguf",
        gpu_layers=gpu_layers,
        layers=LAYERS,
        weights_bytes=GB,
        cells=4096,
        cell_bytes=28_672,
        work_bytes=200 << 20,
        caches=("f16",),
        parallel=8,
        on_card=32,
        threads=4,
    )


@pytest.fixture(autouse=True)
def card(monkeypatch: pytest.MonkeyPatch) -> type[Card]:
    monkeypatch.setattr(loading, "Model", Card)
    monkeypatch.setattr(loading, "supports_gpu", lambda: True)
    monkeypatch.setattr(loading, "free_gpu_bytes", lambda: 8 * GB)
    monkeypatch.setattr(Card, "room", LAYERS + 1)
    return Card


@pytest.mark.parametrize(
    ("asked", "free_gb", "room", "layers", "said"),
    [
        (-1, 8, LAYERS + 1, [LAYERS + 1], ""),
        (-1, 1, LAYERS + 1, range(1, LAYERS), "{} of 28 layers are on the GPU; more did not fit."),
        (-1, 8, 0, [0], "0 of 28 layers are on the GPU; more did not fit."),
        (20, 8, 10, [10], "10 of 28 layers are on the GPU; 20 did not fit."),
        (0, 8, LAYERS + 1, [0], ""),
    ],
)
def test_layers_that_do_not_fit_on_the_card_are_told(
    monkeypatch: pytest.MonkeyPatch,
    card: type[Card],
    asked: int,
    free_gb: int,
    room: int,
    layers: Sequence[int],
    said: str,
) -> None:
    monkeypatch.setattr(loading, "free_gpu_bytes", lambda: free_gb * GB)
    monkeypatch.setattr(card, "room", room)
    notes: list[str] = []
    _, found = loading._model(order(asked), notes)
    assert found in layers
    assert "".join(notes) == said.format(found)


@pytest.mark.parametrize(
    ("room", "side_by_side", "threads"), [(LAYERS + 1, 32, 1), (LAYERS, 8, 4), (0, 8, 4)]
)
def test_a_card_with_all_layers_writes_more_side_by_side_on_one_thread(
    monkeypatch: pytest.MonkeyPatch, card: type[Card], room: int, side_by_side: int, threads: int
) -> None:
    made: list[int] = []

    def context(order: wire.Load, model: Card, threads: int, notes: list[str]) -> tuple[None, str]:
        made.append(threads)
        return None, "f16"

    monkeypatch.setattr(card, "room", room)
    monkeypatch.setattr(loading, "_context", context)
    monkeypatch.setattr(loading, "Chat", lambda *_: None)
    loaded = loading.load(order(-1))
    assert (loaded.parallel, made) == (side_by_side, [threads])


@pytest.mark.parametrize(
    ("asked", "made_for_one", "there_is_one", "said"),
    [
        (-1, True, True, "The graphics card did not start, and the CPU computes alone."),
        (20, True, True, "The graphics card did not start, and the CPU computes alone."),
        (20, False, True, "This build of llama.cpp uses the CPU alone."),
        (-1, False, True, ""),
        (-1, True, False, ""),
        (0, True, True, ""),
    ],
)
def test_a_card_that_does_not_start_is_told(
    monkeypatch: pytest.MonkeyPatch, asked: int, made_for_one: bool, there_is_one: bool, said: str
) -> None:
    cards = (Path("/dev/card0"),) if there_is_one else ()
    monkeypatch.setattr(loading, "supports_gpu", lambda: False)
    monkeypatch.setattr(loading, "made_for_gpu", lambda: made_for_one)
    monkeypatch.setattr(loading.places, "graphics", lambda: cards)
    assert loading._idle(order(asked)) == said
