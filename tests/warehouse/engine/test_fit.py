from __future__ import annotations

from pathlib import Path

import pytest
from test_gguf import gguf, write

from warehouse.engine.model_file.fit import MB, RESERVE_BYTES, fit, needed_bytes
from warehouse.engine.model_file.gguf import inspect
from warehouse.errors import DoesNotFit
from warehouse.settings import Settings


def test_what_fits_is_left_alone(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    found = fit(facts, Settings(context=8192, parallel=4, threads=3), free_bytes=2**40)
    assert (found.context, found.parallel, found.threads, found.note) == (8192, 4, 3, "")


def test_the_cache_shrinks_first_then_the_context_and_both_are_said(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    asked = Settings(context=131072)
    free = needed_bytes(facts, 131072, "q8_0") + RESERVE_BYTES
    found = fit(facts, asked, free_bytes=free)
    assert (found.context, found.cache) == (131072, "q8_0")
    assert "Its cache is kept in 8 bits" in found.note
    found = fit(facts, asked, free_bytes=free - 1)
    assert (found.context, found.cache) == (65536, "f16")
    assert "65,536 tokens instead of 131,072" in found.note
    fixed = Settings(context=131072, kv_cache="f16")
    assert fit(facts, fixed, free_bytes=free).context == 65536
    assert found.needed_bytes + RESERVE_BYTES <= free


def test_nothing_asked_is_chosen_by_the_probe_and_the_memory(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    found = fit(facts, Settings(), free_bytes=2**40)
    assert (found.parallel, found.context, found.note) == (16, 16384, "")
    found = fit(facts, Settings(), free_bytes=2**40, parallel=4)
    assert (found.parallel, found.context) == (4, 8192)
    assert fit(facts, Settings(parallel=2), free_bytes=2**40, parallel=4).parallel == 2


def test_a_card_with_all_layers_writes_more_replies_in_the_same_cells(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    found = fit(facts, Settings(), free_bytes=2**40, parallel=32)  # a probe on a card found it so
    assert (found.parallel, found.on_card, found.context) == (16, 32, 16384)
    assert fit(facts, Settings(parallel=2), free_bytes=2**40).on_card == 2


def test_the_other_model_keeps_its_room(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    free = needed_bytes(facts, 16384) + RESERVE_BYTES
    assert fit(facts, Settings(), free_bytes=free + MB, reserved_bytes=MB).note == ""
    assert fit(facts, Settings(), free_bytes=free, reserved_bytes=MB).note != ""
    with pytest.raises(DoesNotFit, match="for the other model"):
        fit(facts, Settings(), free_bytes=free, reserved_bytes=free - MB)


def test_too_little_memory_is_said_in_numbers(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    with pytest.raises(DoesNotFit, match=r"Tiny needs about \d+ MB of memory .*; 9 MB are free"):
        fit(facts, Settings(), free_bytes=9 * MB)
