"""Every method by its name: the one list from which command line, window and studies are made.

A method is loaded when it first explores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, get_args

from warehouse.methods.method import Method
from warehouse.records import Recalled
from warehouse.steering import Kind

if TYPE_CHECKING:
    from warehouse.context import Context
    from warehouse.results.records import Research


def _aware(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    from warehouse.methods.aware import effort

    return effort.explore(task, context, recalled)


def _rag(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    from warehouse.methods import rag

    return rag.explore(task, context, recalled)


AWARE = Method(
    name="aware",
    title="Full search",
    sentence="Plans what to look for, reads what may help, and looks again until it knows enough.",
    good_for="Questions that need several documents or several steps.",
    cost="Some seconds more than one search; more the more steps it takes.",
    explore=_aware,
    steerable=frozenset(get_args(Kind)),
)
RAG = Method(
    name="rag",
    title="Quick search",
    sentence="One search and one answer from what it finds.",
    good_for="A single fact that one passage tells.",
    cost="The fastest, and the least thorough.",
    explore=_rag,
    steerable=frozenset({"pin", "ban", "keep", "recheck", "back"}),
    weighed=False,
)
METHODS: Mapping[str, Method] = {method.name: method for method in (AWARE, RAG)}
FIRST = AWARE.name
