"""One reader pool for the tests that need processes, so that they start once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from indexers.readers import ReaderPool


@pytest.fixture(scope="session")
def pool() -> Iterator[ReaderPool]:
    made = ReaderPool(1, memory_mb=1024, patience_s=20)
    yield made
    made.close()
