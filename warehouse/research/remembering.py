"""Thoughts brought back for a question: the words they rest on become its first evidence.

A thought itself is never cited: its roots are, with page and rectangles like any other evidence.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.course import Numbers
from warehouse.library import Library
from warehouse.memory.memory import Memory
from warehouse.records import Place, Recalled, Root
from warehouse.research.growing import Growing
from warehouse.research.records import Chain, Evidence
from warehouse.run import Run
from warehouse.settings import Settings

FOUND_BY = "remembered"


def recalled(question: str, library: Library, settings: Settings, run: Run) -> list[Recalled]:
    """The thoughts near the question, best first; none where thoughts are off."""
    return Memory(library).recall(question, run.study) if settings.thoughts else []


def remember(found: Sequence[Recalled], growing: Growing, library: Library) -> None:
    """Numbered evidence of every root that still stands, before anything is searched."""
    evidence = _evidence(found, growing.numbers, library)
    if not evidence:
        return
    growing.vectors += list(library.retrieval.embed([one.text for one in evidence]))
    growing.remember(_used(found, evidence), evidence)


def first(chain: Chain, found: Sequence[Recalled], numbers: Numbers, library: Library) -> Chain:
    """The chain with what the thoughts rest on before its own evidence; what stands there already
    is not taken twice.
    """
    known = [one.place for one in chain.evidence]
    evidence = [
        one
        for one in _evidence(found, numbers, library)
        if not any(_is_inside(one.place, place) for place in known)
    ]
    read = dict.fromkeys((*chain.read, *(one.place.document for one in evidence)))
    return structs.replace(
        chain,
        evidence=(*evidence, *chain.evidence),
        read=tuple(read),
        thoughts=tuple(one.thought.id for one in _used(found, evidence)),
    )


def _evidence(found: Sequence[Recalled], numbers: Numbers, library: Library) -> list[Evidence]:
    """Every root that still stands, each once, the best thought first.

    Only what the study is limited to, where it is.
    """
    memory = Memory(library)
    scope = library.scope
    roots: dict[Root, Recalled] = {}
    for one in found:
        for root in memory.standing(one.thought):
            allowed = root.place.document not in library.banned
            if allowed and (scope is None or root.place.document in scope.documents):
                roots.setdefault(root, one)
    return [_of_root(root, numbers.of(root.place), one) for root, one in roots.items()]


def _used(found: Sequence[Recalled], evidence: Sequence[Evidence]) -> list[Recalled]:
    queries = {one.query for one in evidence}
    return [one for one in found if _query(one) in queries]


def _is_inside(place: Place, other: Place) -> bool:
    same = place.document == other.document
    return same and other.start <= place.start and place.end <= other.end


def _of_root(root: Root, number: int, one: Recalled) -> Evidence:
    return Evidence(
        number=number,
        place=root.place,
        text=root.text,
        title=root.title,
        page_label=root.page_label,
        path=root.path,
        query=_query(one),
        intent=0,
        score=one.cosine,
    )


def _query(one: Recalled) -> str:
    return f"{FOUND_BY}: {one.thought.question}"
