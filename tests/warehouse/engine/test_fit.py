from __future__ import annotations

from pathlib import Path

import pytest
from test_gguf import gguf, write

from warehouse.engine.fit import MB, fit, needed_bytes
from warehouse.engine.gguf import inspect
from warehouse.errors import DoesNotFit
from warehouse.settings import Settings


def test_what_fits_is_left_alone(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    found = fit(facts, Settings(context=8192, parallel=4, threads=3), free_bytes=2**40)
    assert (found.context, found.parallel, found.threads, found.note) == (8192, 4, 3, "")


def test_the_context_shrinks_until_it_fits_and_says_so(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    free = needed_bytes(facts, 40_000)
    found = fit(facts, Settings(context=131072), free_bytes=free)
    assert found.context == 32768
    assert "32768 tokens instead of 131072" in found.note
    assert found.needed_bytes <= free


def test_too_little_memory_is_said_in_numbers(tmp_path: Path) -> None:
    facts = inspect(write(tmp_path, gguf()))
    with pytest.raises(DoesNotFit, match=r"Tiny needs about \d+ MB of memory; 9 MB are free"):
        fit(facts, Settings(), free_bytes=9 * MB)
