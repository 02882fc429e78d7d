"""Knowledge curation: the graph grows from questions about itself, as long as they find anything.

APOLLO, section 3.1. Below the topic stand the questions, each with its reason, its searches and
what they brought; beside it the names, with the relations between them.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warehouse.context import Context
from warehouse.methods.apollo.questions import Question, Questioner
from warehouse.methods.apollo.study_graph import KIND, StudyGraph
from warehouse.methods.evidence import nodes
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.records import Recalled
from warehouse.results.records import Research, Structure
from warehouse.steering import node_at


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """The graph of what was found. Raises Cancelled."""
    return _Curation(task, context).explore(recalled)


class _Curation:
    def __init__(self, task: str, context: Context) -> None:
        self._context = context
        self._pool = EvidencePool(task, context)
        self._graph = StudyGraph(self._pool, context)
        self._questioner = Questioner(self._pool, context)

    def explore(self, recalled: Sequence[Recalled]) -> Research:
        pool, run = self._pool, self._context.run
        if not pool.readable:
            return pool.research(Structure(KIND))
        run.step("searching", 0, 1, pool.task[:120])
        self._root = nodes.node(node_at(0), pool.task, pool.begin())
        self._show()
        self._graph.grow()
        self._show()
        rounds = self._context.settings.graph_rounds
        for number in range(1, rounds + 1):
            run.step("asking", number - 1, rounds)
            before = len(pool.evidence)
            if not self._look_up(self._questioner.ask(self._graph.told()), number):
                break
            self._show()
            if len(pool.evidence) == before:
                break  # what the questions bring is known
            self._graph.grow()
            self._show()
        return pool.finished(self._structure(), recalled)

    def _look_up(self, questions: Sequence[Question], number: int) -> bool:
        """Search for all; is there anything to go on from?"""
        searches = [search for question in questions for search in question.searches]
        self._context.run.step("searching", 0, len(searches))
        brought = dict(zip(searches, self._pool.ask(searches, number + 1), strict=True))
        children = list(self._root.children)
        for question in questions:
            id = nodes.below(self._root.id, len(children))
            node = nodes.node(id, question.text, [brought[search] for search in question.searches])
            children.append(structs.replace(node, notes=f"{question.direction}: {question.why}"))
        self._root = structs.replace(self._root, children=tuple(children))
        return bool(searches)

    def _structure(self) -> Structure:
        return self._graph.structure(self._root)

    def _show(self) -> None:
        self._context.run.show(self._pool.research(self._structure()))
