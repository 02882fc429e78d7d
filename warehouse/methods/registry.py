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


def _orag(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    from warehouse.methods import orag

    return orag.explore(task, context, recalled)


def _storm(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    from warehouse.methods import storm

    return storm.explore(task, context, recalled)


def _omnithink(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    from warehouse.methods.omnithink import tree

    return tree.explore(task, context, recalled)


def _apollo(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    from warehouse.methods.apollo import curation

    return curation.explore(task, context, recalled)


def _costorm(task: str, context: Context, recalled: Sequence[Recalled]) -> Research:
    from warehouse.methods.costorm import alone

    return alone.explore(task, context, recalled)


OF_EVIDENCE: frozenset[Kind] = frozenset({"pin", "ban", "keep", "recheck", "back"})
"""Acts that any method can honour: they name documents and words, no step of a plan."""
OF_STRUCTURE: frozenset[Kind] = OF_EVIDENCE | {"edit", "drop", "merge"}
"""Of methods that leave a structure without a plan: its nodes are renamed, left out, joined."""
AWARE = Method(
    name="aware",
    title="Full search",
    sentence="Plans what to look for, reads what may help, and looks again until it knows enough.",
    good_for="Questions that need several documents or several steps.",
    cost="Some seconds more than one search; more the more steps it takes.",
    explore=_aware,
    steerable=frozenset(get_args(Kind)) - {"drop", "merge"},
)
RAG = Method(
    name="rag",
    title="Quick search",
    sentence="One search and one answer from what it finds.",
    good_for="A single fact that one passage tells.",
    cost="The fastest, and the least thorough.",
    explore=_rag,
    steerable=OF_EVIDENCE,
    weighed=False,
)
ORAG = Method(
    name="orag",
    title="Outline",
    sentence="Drafts an outline from one search, and searches once for each section.",
    good_for="A short article on a topic with plain parts.",
    cost="A search and one look for each section: little more than the plain way.",
    explore=_orag,
    steerable=OF_EVIDENCE,
)
STORM = Method(
    name="storm",
    title="STORM",
    sentence="Lets writers with different views question an expert who reads your library.",
    good_for="An article on a broad topic that has many sides.",
    cost="Three turns for each of four writers: some minutes without a graphics card.",
    explore=_storm,
    steerable=OF_STRUCTURE,
)
OMNITHINK = Method(
    name="omnithink",
    title="OmniThink",
    sentence="Grows a tree of what is worth knowing, and reflects on what each branch teaches.",
    good_for="An article that goes deep, where you do not know yet what there is.",
    cost="Grows with the depth of the tree: some minutes without a graphics card.",
    explore=_omnithink,
    steerable=OF_STRUCTURE,
)
APOLLO = Method(
    name="apollo",
    title="APOLLO",
    sentence="Draws a graph of who and what your library tells of, and asks about its gaps.",
    good_for="An article on a topic full of names, and a net to look around in.",
    cost="Reads every new sentence for the graph: the longest way; the next study is quicker.",
    explore=_apollo,
    steerable=OF_STRUCTURE,
    sifted=True,
)
COSTORM = Method(
    name="costorm",
    title="Round table",
    sentence="Lets experts argue over your library, and a moderator ask what they leave out.",
    good_for="A topic of which you do not know yet what to ask; you can sit down there yourself.",
    cost="Some seconds for each of its turns: minutes without a graphics card.",
    explore=_costorm,
    steerable=OF_STRUCTURE,
)
METHODS: Mapping[str, Method] = {
    method.name: method for method in (AWARE, RAG, ORAG, STORM, OMNITHINK, APOLLO, COSTORM)
}
FIRST = AWARE.name
