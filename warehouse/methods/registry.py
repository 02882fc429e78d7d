"""Every method by its name: the one list from which command line, window and studies are made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from warehouse.methods.method import Method
from warehouse.steering import Kind

OF_EVIDENCE: frozenset[Kind] = frozenset({"pin", "ban", "keep", "recheck", "back"})
"""Acts that any method can honour: they name documents and words, no step of a plan."""
OF_STRUCTURE: frozenset[Kind] = OF_EVIDENCE | {"add", "edit", "drop", "merge"}
"""Of methods that leave a structure without a plan: its nodes are renamed, left out, joined, and
others added."""
AWARE = Method(
    name="aware",
    title="Full search",
    sentence="Plans what to look for, reads what may help, and looks again until it knows enough.",
    good_for="Questions that need several documents or several steps.",
    cost="Some seconds more than one search; more the more steps it takes.",
    module="aware.effort",
    steerable=frozenset(get_args(Kind)) - {"drop", "merge"},
    deepened_by="effort",
)
RAG = Method(
    name="rag",
    title="Quick search",
    sentence="One search and one answer from what it finds.",
    good_for="A single fact that one passage tells.",
    cost="The fastest, and the least thorough.",
    module="rag",
    steerable=OF_EVIDENCE,
    weighed=False,
    widened=False,
)
ORAG = Method(
    name="orag",
    title="Outline",
    sentence="Drafts an outline from one search, and searches once for each section.",
    good_for="A short article on a topic with plain parts.",
    cost="A search and one look for each section: little more than the plain way.",
    module="orag",
    steerable=OF_STRUCTURE,
)
STORM = Method(
    name="storm",
    title="STORM",
    sentence="Lets writers with different views question an expert who reads your library.",
    good_for="An article on a broad topic that has many sides.",
    cost="A few turns for each of four writers: some minutes without a graphics card.",
    module="storm",
    steerable=OF_STRUCTURE,
    deepened_by="talk_turns",
)
OMNITHINK = Method(
    name="omnithink",
    title="OmniThink",
    sentence="Grows a tree of what is worth knowing, and reflects on what each branch teaches.",
    good_for="An article that goes deep, where you do not know yet what there is.",
    cost="Grows with the depth of the tree: some minutes without a graphics card.",
    module="omnithink.tree",
    steerable=OF_STRUCTURE,
    deepened_by="tree_depth",
)
APOLLO = Method(
    name="apollo",
    title="APOLLO",
    sentence="Draws a graph of who and what your library tells of, and asks about its gaps.",
    good_for="An article on a topic full of names, and a net to look around in.",
    cost="Reads every new sentence for the graph: the longest way; the next study is quicker.",
    module="apollo.curation",
    steerable=OF_STRUCTURE,
    sifted=True,
    deepened_by="graph_rounds",
)
COSTORM = Method(
    name="costorm",
    title="Round table",
    sentence="Lets experts argue over your library, and a moderator ask what they leave out.",
    good_for="A topic of which you do not know yet what to ask; you can sit down there yourself.",
    cost="Some seconds for each of its turns: minutes without a graphics card.",
    module="costorm.alone",
    steerable=OF_STRUCTURE,
    deepened_by="turns_alone",
)
METHODS: Mapping[str, Method] = {
    method.name: method for method in (AWARE, RAG, ORAG, STORM, OMNITHINK, APOLLO, COSTORM)
}
FIRST = AWARE.name


def sifted(name: str) -> bool:
    """Is the evidence of articles by the method of this name sifted?"""
    return name in METHODS and METHODS[name].sifted


def has_depth(name: str) -> bool:
    """Can it be chosen how deep the method of this name goes?"""
    return name in METHODS and bool(METHODS[name].deepened_by)
