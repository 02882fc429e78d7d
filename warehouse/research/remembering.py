"""Thoughts brought back for a question: the words they rest on become its first evidence.

A thought itself is never cited: its roots are, with page and rectangles like any other evidence.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.library import Library
from warehouse.memory.memory import Memory
from warehouse.records import Recalled, Root
from warehouse.research.growing import Growing
from warehouse.research.records import Evidence

FOUND_BY = "remembered"


def remember(recalled: Sequence[Recalled], growing: Growing, library: Library) -> None:
    """Numbered evidence of every root that still stands, each once, the best thought first.

    Only what the study is limited to, where it is.
    """
    memory = Memory(library)
    scope = library.scope
    roots: dict[Root, Recalled] = {}
    for one in recalled:
        for root in memory.standing(one.thought):
            allowed = root.place.document not in library.banned
            if allowed and (scope is None or root.place.document in scope.documents):
                roots.setdefault(root, one)
    if not roots:
        return
    growing.vectors += list(library.retrieval.embed([root.text for root in roots]))
    evidence = [_evidence(root, growing.numbers.of(root.place), one) for root, one in roots.items()]
    used = {evidence.query for evidence in evidence}
    growing.remember([one for one in recalled if _query(one) in used], evidence)


def _evidence(root: Root, number: int, one: Recalled) -> Evidence:
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
