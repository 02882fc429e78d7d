"""What ``muniment bench fuzz`` found, each once the end of a reader or more than its patience."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexers.errors import NotReadable
from indexers.readers import ReaderPool

FOUND = sorted(Path(__file__).with_name("fuzzed").iterdir())


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_what_fuzzing_found_is_read_or_refused(pool: ReaderPool, path: Path) -> None:
    try:
        assert pool.read(path).sentences
    except NotReadable as refused:
        assert "damaged" in refused.reason
