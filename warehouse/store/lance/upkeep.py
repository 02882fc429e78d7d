"""When the tables of LanceDB are tidied, and when an index over the vectors pays.

Below VECTORS_WORTH_AN_INDEX every vector is compared, which is exact and takes a few milliseconds.
Above it the vectors are put into cells (IVF, Jegou et al. 2011) with 8 bits a number, PROBES of
them are looked through, and the best are compared again by their full vectors. Rows added since
are compared one by one until the next tidying.
"""

from __future__ import annotations

import threading
import time
from typing import Any

VECTORS_WORTH_AN_INDEX = 50_000
VECTORS_IN_A_CELL = 1000
PROBES = 24
COMPARED_AGAIN = 3
QUIET_S = 2.0
PATIENCE_S = 60.0
_VECTOR_INDEX = "vector_idx"


class Quiet:
    """Tidying waits until no search has come for QUIET_S, but at most PATIENCE_S."""

    def __init__(self) -> None:
        self._searched = 0.0

    def searched(self) -> None:
        self._searched = time.monotonic()

    def wait(self) -> None:
        until = time.monotonic() + PATIENCE_S
        pause = threading.Event()
        while (now := time.monotonic()) < until and now - self._searched < QUIET_S:
            pause.wait(QUIET_S / 10)


def index_where_it_pays(table: Any) -> None:
    """Make the index over the vectors, if there are enough and it is not there."""
    if has_index(table) or table.count_rows("vector IS NOT NULL") < VECTORS_WORTH_AN_INDEX:
        return
    from lancedb.index import IvfSq

    cells = max(1, table.count_rows() // VECTORS_IN_A_CELL)
    config = IvfSq(distance_type="cosine", num_partitions=cells, max_iterations=20, sample_rate=64)
    table.create_index("vector", config=config, name=_VECTOR_INDEX)


def has_index(table: Any) -> bool:
    return any(index.name == _VECTOR_INDEX for index in table.list_indices())
