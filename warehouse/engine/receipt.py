"""The network receipt: how often a connection was asked for since the installation, and to whom.

The program opens none by itself: only fetching a model or a page by name does, and a model server
that the user has set as the endpoint. Each file asked for and each connection to the server counts
before it is opened, so that one that failed is counted too.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from warehouse.disk.durable import read_json, taking_turns, write_whole
from warehouse.settings import home


class Receipt(Struct, frozen=True):
    """``places`` has the share of ``count`` that went to each model server, by its address."""

    count: int = 0
    places: dict[str, int] = {}


def kept() -> Receipt:
    """The receipt so far; one that cannot be read counts as none kept."""
    return read_json(home() / "connections.json", Receipt, Receipt())


def note(files: int, place: str = "") -> None:
    """Add ``files`` connections to the receipt, whole or not at all. Any thread and program."""
    path = home() / "connections.json"
    with taking_turns(path.with_suffix(".lock")):
        before = kept()
        places = dict(before.places)
        if place:
            places[place] = places.get(place, 0) + files
        raw = msgspec.json.encode(Receipt(before.count + files, places))
        write_whole(path, raw)
