"""The lists behind a coverage: which documents were read, and which could not be and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from warehouse.library import Library
from warehouse.records import Document
from warehouse.results.provenance import Item, Roll, Way
from warehouse.results.records import Answer, Research
from warehouse.text import plural

READ = "Read"
THOUGHTS = "Thoughts used"
UNREADABLE = "Could not be read"
WAITING = "Not read yet"
AGAIN = "Read, and still in work"
WITHOUT_TEXT = "Have no text"
_WORK = {
    "queued": "is read again; until then its text of before counts",
    "copied": "is read again; until then its text of before counts",
    "parsed": "its words are put into the search index",
}


def with_rolls(answer: Answer, library: Library) -> Answer:
    """The answer with the lists behind its coverage after those of its way."""
    way, chain = answer.way, answer.research
    assert way is not None
    many = plural(len(chain.recollections), "thought")
    began = f" It began from {many} of earlier answers." if chain.recollections else ""
    behind = (*thoughts_of(chain), *_read(chain, library), *unread(library.documents()))
    return structs.replace(answer, way=Way(way.route, way.how + began, (*way.rolls, *behind)))


def thoughts_of(chain: Research) -> tuple[Roll, ...]:
    """What earlier answers found out and this one began from; none where it began from nothing."""
    items = [
        Item("", recollection.text, recollection.question, recollection.numbers)
        for recollection in chain.recollections
    ]
    return filled({THOUGHTS: items})


def filled(groups: Mapping[str, Sequence[Item]]) -> tuple[Roll, ...]:
    """By their names; no roll is empty."""
    return tuple(Roll(name, tuple(items)) for name, items in groups.items() if items)


def unread(documents: Iterable[Document]) -> tuple[Roll, ...]:
    """The documents that no answer can come from, or not all it could, by the reason. One that was
    read stays read while it is read again, or its words are made again.
    """
    groups: dict[str, list[Item]] = {UNREADABLE: [], WAITING: [], AGAIN: [], WITHOUT_TEXT: []}
    for document in documents:
        if document.state in ("failed", "locked"):
            state = "needs a password" if document.state == "locked" else document.state
            groups[UNREADABLE].append(Item(document.id, document.title, document.problem or state))
        elif document.passages:
            if document.state in _WORK:
                groups[AGAIN].append(Item(document.id, document.title, _WORK[document.state]))
        elif document.state in ("queued", "copied"):
            groups[WAITING].append(Item(document.id, document.title, document.state))
        else:
            groups[WITHOUT_TEXT].append(Item(document.id, document.title, document.problem))
    return filled(groups)


def _read(chain: Research, library: Library) -> tuple[Roll, ...]:
    """Documents that were opened, with the numbers of the evidence they gave."""
    items = [
        Item(id, row.title, "", tuple(e.number for e in chain.evidence if e.place.document == id))
        for id, row in library.catalog.some_documents(chain.read).items()
    ]
    return filled({READ: items})
