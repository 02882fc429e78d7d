"""Collections and tags of another program onto the shelves of this one.

Collections within collections become one name, ``Sea › Tides``. What the user took out of a
collection here is not put back: an entry is placed when it is new, when what it says of its places
has changed, and when its file has come in.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.documents.importing.records import Found, Unread
from warehouse.errors import BadInput
from warehouse.search.collections.naming_and_filing import NAME_CHARS, Shelves, key

BETWEEN = " › "


def place(entry: Found, documents: Sequence[str], shelves: Shelves) -> list[Unread]:
    """Put the documents of an entry where it stood; what cannot be named here, and why."""
    left: list[Unread] = []
    for path in entry.collections:
        try:
            _collect(_name(path), documents, shelves)
        except BadInput as error:
            left.append(Unread(f"{entry.title}, collection {BETWEEN.join(path)}", str(error)))
    for tag in entry.tags:
        try:
            shelves.tag(documents, tag)
        except BadInput as error:
            left.append(Unread(f"{entry.title}, tag {tag}", str(error)))
    return left


def _collect(name: str, documents: Sequence[str], shelves: Shelves) -> None:
    known = {key(collection.name): collection for collection in shelves.all()}
    if key(name) in known:
        shelves.put(known[key(name)], documents)
    else:
        shelves.make(name, documents)


def _name(path: Sequence[str]) -> str:
    """As much of the path as fits, its end first."""
    names = [" ".join(part.split()) for part in path]
    while len(names) > 1 and len(BETWEEN.join(names)) > NAME_CHARS:
        names.pop(0)
    return BETWEEN.join(names)[:NAME_CHARS].strip()
