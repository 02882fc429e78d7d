"""The lists behind a coverage: which documents were read, and which could not be.

"Read 412 of 430 documents, 18 unreadable" is worth nothing to somebody who cannot see which 18.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from warehouse.library import Library
from warehouse.records import Document
from warehouse.results.provenance import Item, Roll, Way, plural
from warehouse.results.records import Answer, Research

READ = "Read"
THOUGHTS = "Thoughts used"
UNREADABLE = "Could not be read"
WAITING = "Not read yet"
AGAIN = "Read, and still in work"
WITHOUT_TEXT = "Have no text"
_NOT_YET = ("queued", "copied")
_READ_AGAIN = "is read again; until then its text of before counts"
_WORDS = "its words are put into the search index"


def coverage(chain: Research, library: Library) -> tuple[Roll, ...]:
    """What was read for ``chain``, and what of the documents in reach could not be."""
    return (*_some(READ, _read(chain, library)), *unread(library.documents()))


def told(answer: Answer, way: Way, library: Library) -> Answer:
    """The answer with how it was found, the lists behind its coverage after those of ``way``."""
    many = len(answer.research.recollections)
    behind = (*way.rolls, *thoughts_of(answer.research), *coverage(answer.research, library))
    how = f"{way.how} {_begun(many)}" if many else way.how
    return structs.replace(answer, way=structs.replace(way, how=how, rolls=behind))


def thoughts_of(chain: Research) -> tuple[Roll, ...]:
    """What earlier answers found out and this one began from; none where it began from nothing."""
    items = [Item("", one.text, one.question, one.numbers) for one in chain.recollections]
    return _some(THOUGHTS, items)


def unread(documents: Iterable[Document]) -> tuple[Roll, ...]:
    """The documents that no answer can come from, or not all it could, by the reason; no roll is
    empty. One that was read stays read while it is read again, or its words are made again.
    """
    groups: dict[str, list[Item]] = {UNREADABLE: [], WAITING: [], AGAIN: [], WITHOUT_TEXT: []}
    for one in documents:
        if one.state in ("failed", "locked"):
            groups[UNREADABLE].append(Item(one.id, one.title, one.problem or _state(one)))
        elif one.state in _NOT_YET and not one.passages:
            groups[WAITING].append(Item(one.id, one.title, one.state))
        elif one.state in (*_NOT_YET, "parsed") and one.passages:
            why = _WORDS if one.state == "parsed" else _READ_AGAIN
            groups[AGAIN].append(Item(one.id, one.title, why))
        elif not one.passages:
            groups[WITHOUT_TEXT].append(Item(one.id, one.title, one.problem))
    return tuple(roll for name, items in groups.items() for roll in _some(name, items))


def _read(chain: Research, library: Library) -> list[Item]:
    """Documents that were opened, with the numbers of the evidence they gave."""
    rows = library.catalog.some_documents(chain.read)
    return [
        Item(
            id,
            row.title,
            numbers=tuple(one.number for one in chain.evidence if one.place.document == id),
        )
        for id, row in rows.items()
    ]


def _begun(count: int) -> str:
    return f"It began from {plural(count, 'thought')} of earlier answers."


def _state(document: Document) -> str:
    return "needs a password" if document.state == "locked" else document.state


def _some(name: str, items: list[Item]) -> tuple[Roll, ...]:
    return (Roll(name, tuple(items)),) if items else ()
