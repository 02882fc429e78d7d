"""What the tests of the core share; ``bridges``, ``shelf`` and the like are on their path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bridges import shelve as shelve
from shelf import SETTINGS, HashingEmbedder
from warm_readers import no_reader_is_left as no_reader_is_left
from warm_readers import warm_readers as warm_readers

from warehouse.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty one, open; a file whose tests need another has its own."""
    with Library(tmp_path / "warehouse", SETTINGS, HashingEmbedder()) as opened:
        yield opened
