"""oRAG: an outline drafted from one search, then one search for each of its sections.

Shao et al. 2024 (STORM), section 4.2, the baseline of that name. No section is planned from what
another one found.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.protocol import closed, list_of, text_of
from warehouse.engine.replies import value_of
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.methods.evidence.nodes import below, node
from warehouse.methods.evidence.reduction import notes
from warehouse.records import Recalled
from warehouse.results import reasons
from warehouse.results.records import Node, Research, Structure
from warehouse.search.names import normal
from warehouse.steering import node_at

FEWEST, MOST = 3, 6
TITLE_CHARACTERS, QUERY_CHARACTERS = 60, 80
TOKENS = 300
KIND = "outline"


class _Section(Struct, frozen=True):
    title: str
    search: str


_SECTION = closed(title=text_of(3, TITLE_CHARACTERS), search=text_of(3, QUERY_CHARACTERS))
_SCHEMA = closed(sections=list_of(_SECTION, FEWEST, MOST))


def explore(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    """A root with a child for each section. Raises Cancelled."""
    pool = EvidencePool(task, context)
    if not pool.readable:
        return pool.research(Structure(KIND))
    context.run.step("searching", 0, 1, task[:120])
    root = node(node_at(0), task, pool.begin())
    context.run.show(pool.research(Structure(KIND, (root,))))
    sections = _outline(pool, context)
    children: list[Node] = []
    for at, section in enumerate(sections):
        context.run.step("searching", at, len(sections), section.title)
        brought = pool.ask([section.search, f"{task}: {section.title}"], depth=2)
        children.append(node(below(root.id, at), section.title, brought))
        grown = structs.replace(root, children=tuple(children))
        context.run.show(pool.research(Structure(KIND, (grown,))))
    whole = structs.replace(root, children=tuple(children))
    return pool.finished(Structure(KIND, (whole,)), recalled)


def _outline(pool: EvidencePool, context: Context) -> list[_Section]:
    """The model's sections, each title once."""
    context.run.step("outlining", 0, 1)
    given = {"topic": pool.task, "notes": notes(pool.evidence) or "none"}
    reply = context.written("orag_outline", TOKENS, given, _SCHEMA)
    drafted = value_of(reply, dict[str, list[_Section]])["sections"]
    once = {
        normal(section.title): section for section in reversed(drafted) if normal(section.title)
    }
    kept = [section for section in drafted if once.get(normal(section.title)) is section]
    pool.lose(
        Loss("outlining", section.title, reasons.SECTION)
        for section in drafted
        if section not in kept
    )
    return kept
