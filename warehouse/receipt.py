"""The network receipt: how often a connection was asked for since the installation.

The program opens none by itself; only fetching a model or a page by name does. Each one
asked for counts, before it is asked for, so that a fetch that failed is counted too.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from warehouse.settings import home


class Receipt(Struct, frozen=True):
    count: int = 0


def connections() -> int:
    """The count so far; a receipt that cannot be read counts as none kept."""
    try:
        raw = (home() / "connections.json").read_bytes()
        return msgspec.json.decode(raw, type=Receipt).count
    except (OSError, msgspec.DecodeError):
        return 0


def note(files: int) -> None:
    """Add ``files`` connections to the receipt, whole or not at all."""
    path = home() / "connections.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    draft.write_bytes(msgspec.json.encode(Receipt(connections() + files)))
    draft.replace(path)
