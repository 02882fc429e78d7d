"""The log of an SQLite database, as far as it holds whole transactions.

https://www.sqlite.org/walformat.html
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import IO

from warehouse.errors import Damaged

LOG, INDEX = "-wal", "-shm"
_HEADER_BYTES, _FRAME_HEADER_BYTES, _INDEX_HEADER_BYTES = 32, 24, 48
_SALTS = slice(16, 24)  # of the header
TRIES = 5


def committed(source: IO[bytes], log: Path) -> tuple[int, bytes]:
    """Bytes of the log that hold whole transactions, and its salts, others in each that is begun.

    SQLite says in the index of the log, twice, how many frames that are; what stands behind them is
    written over.
    """
    begin = source.read(_HEADER_BYTES)
    if len(begin) < _HEADER_BYTES:
        return 0, b""
    (page_bytes,) = struct.unpack(">I", begin[8:12])
    index = log.with_name(log.name.removesuffix(LOG) + INDEX)
    for _ in range(TRIES):
        headers = index.read_bytes()[: 2 * _INDEX_HEADER_BYTES]
        first, other = headers[:_INDEX_HEADER_BYTES], headers[_INDEX_HEADER_BYTES:]
        if first == other and len(first) == _INDEX_HEADER_BYTES:
            frames = int.from_bytes(first[16:20], sys.byteorder)
            frame_bytes = int(page_bytes) + _FRAME_HEADER_BYTES
            return (_HEADER_BYTES + frames * frame_bytes if frames else 0), begin[_SALTS]
    raise Damaged(f"{log.name} could not be encrypted: it does not come to rest.")
