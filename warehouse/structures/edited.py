"""What a method left, as the user has it: nodes renamed, left out, or joined to another, and links
left out.

Pure. The method's own work stays as it was, and so does its journal: only what comes after it, an
outline or an answer, is made from the structure as it is here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.records import Place
from warehouse.results.records import Link, Node, Research, Structure
from warehouse.steering import Act, Course, fold
from warehouse.structures.graph import relation_words

STAGE = "structure"
LEFT_OUT = "left out by you"
BASELESS = "rests only on what you left out"
NOT_THERE = "you changed this; there is no such part now"


def edited(made: Research, course: Course) -> Research:
    """Evidence goes that no node holds any more; what none held before stays. What only tells of
    the evidence of others, such as an insight or a conversation with its turns, holds none of it,
    and goes with it.

    A node goes with the one it was joined to. What is not there, in this pass or any more, is told.
    """
    if not course.changes:
        return made
    wished = _Wished(made, course.changes)
    into = {id: _end(id, wished.merged) for id in wished.titles}
    dropped = {node.id for node in _below(made.structure.nodes, wished.dropped)}
    gone = dropped | {id for id, end in into.items() if end in dropped}
    unlinked = _unlinked(made.structure, wished.unlinked, into, gone)
    gone |= unlinked
    before, made = made.nodes, _without(made, wished.unlinked)
    telling = _telling(made.nodes)
    holding = [node for node in made.nodes if not {node.id, into[node.id]} <= telling]
    held = {number for node in holding if node.id not in gone for number in node.evidence}
    held |= {piece.number for piece in made.evidence if _is_kept(piece.place, course)}
    lost = {number for node in before for number in node.evidence} - held
    baseless = _baseless(made.nodes, telling, into, gone, lost) | unlinked
    losses = [Loss(STAGE, title, NOT_THERE) for title in dict.fromkeys(wished.missing)]
    losses += [Loss(STAGE, said, LEFT_OUT) for said in dict.fromkeys(wished.unlinked.values())]
    losses += [Loss(STAGE, node.title, LEFT_OUT) for node in before if node.id in gone - unlinked]
    losses += [Loss(STAGE, node.title, BASELESS) for node in made.nodes if node.id in baseless]
    gone |= baseless
    nodes = _kept(made.structure.nodes, into, gone, lost, made, wished.titles)
    links = _links(made.structure.links, into, gone, lost)
    structure = structs.replace(
        made.structure, nodes=tuple(nodes), links=tuple(dict.fromkeys(links))
    )
    return structs.replace(
        made,
        structure=structure,
        evidence=tuple(piece for piece in made.evidence if piece.number not in lost),
        losses=(*made.losses, *losses),
        left_out=tuple(piece.place for piece in made.evidence if piece.number in lost),
    )


class _Wished:
    """The acts one after the other: ``titles`` of all nodes by their ids, ``dropped`` ids, what was
    ``merged`` into what, and the links that were left out (``unlinked``), each in words.
    ``missing`` are titles and links that are not there.
    """

    def __init__(self, made: Research, acts: Iterable[Act]) -> None:
        self._links = made.structure.links
        self._own = {node.id: node.title for node in made.nodes}
        self.unlinked: dict[Link, str] = {}
        self.titles = dict(self._own)
        self.dropped = set[str]()
        self.merged: dict[str, str] = {}
        self.missing: list[str] = []
        for act in acts:
            self._take(act)

    def _take(self, act: Act) -> None:
        if (id := self._meant(act.node, act.target)) is None:
            self.missing.append(act.target)
        elif act.kind == "edit":
            self.titles[id] = act.text
        elif act.kind == "drop" and not act.into:
            self.dropped.add(id)
        elif (other := self._meant(act.into, act.text)) is None:
            self.missing.append(act.text)
        elif act.kind == "drop":
            self._unlink(id, act.label, other)
        else:
            self.merged[id] = other

    def _unlink(self, first: str, label: str, second: str) -> None:
        """What was joined to either by then is part of it."""
        said = relation_words(self.titles[first], label, self.titles[second])
        ends = (_end(first, self.merged), _end(second, self.merged))
        meant = [
            link
            for link in self._links
            if link.label == label
            and (_end(link.first, self.merged), _end(link.second, self.merged)) == ends
        ]
        self.unlinked.update(dict.fromkeys(meant, said))
        if not meant:
            self.missing.append(said)

    def _meant(self, id: str, title: str) -> str | None:
        """The node of this id that has the title, as it is now or as the method has it; else the
        only one that has it, whatever its id. An act without a title means the id.
        """
        wanted = fold(title)
        if id in self._own and wanted in ("", fold(self.titles[id]), fold(self._own[id])):
            return id
        for titles in (self.titles, self._own) if wanted else ():
            called = [other for other, has in titles.items() if fold(has) == wanted]
            if called:
                return called[0] if len(called) == 1 else None
        return None


def _unlinked(
    structure: Structure, out: Collection[Link], into: dict[str, str], gone: set[str]
) -> set[str]:
    """The names of a graph that no link is left of; elsewhere a node stands for itself."""
    if structure.kind != "graph":
        return set()
    left = _links((link for link in structure.links if link not in out), into, gone, set())
    bare = _ends(_links(out, into, gone, set())) - _ends(left)
    return {id for id, end in into.items() if end in bare}


def _ends(links: Iterable[Link]) -> set[str]:
    return {id for link in links for id in (link.first, link.second)}


def _without(made: Research, out: Collection[Link]) -> Research:
    """Without these links; a name of a graph holds no more what only they say of it."""
    structure = made.structure
    links = tuple(link for link in structure.links if link not in out)
    nodes = structure.nodes
    if structure.kind == "graph":
        said, told = _evidence(out), _evidence(links)
        lost = {id: said[id] - told[id] for id in said}
        nodes = tuple(
            structs.replace(
                node, evidence=tuple(n for n in node.evidence if n not in lost.get(node.id, ()))
            )
            for node in nodes
        )
    return structs.replace(made, structure=structs.replace(structure, nodes=nodes, links=links))


def _evidence(links: Iterable[Link]) -> defaultdict[str, set[int]]:
    """What they say of each node, by its id."""
    said = defaultdict[str, set[int]](set)
    for link in links:
        for id in (link.first, link.second):
            said[id].add(link.evidence)
    return said


def _is_kept(place: Place, course: Course) -> bool:
    """Did the user ask for these very words?"""
    return any(place.meets(at.document, at.start, at.end) for at in course.places)


def _telling(nodes: Sequence[Node]) -> set[str]:
    """The ids of those that found nothing themselves, and have only what others found."""
    found = {number for node in nodes if node.sub_queries for number in node.evidence}
    return {
        node.id
        for node in nodes
        if node.evidence and not node.sub_queries and found.issuperset(node.evidence)
    }


def _baseless(
    nodes: Sequence[Node],
    telling: set[str],
    into: Mapping[str, str],
    gone: set[str],
    lost: set[int],
) -> set[str]:
    """Of those ``telling`` the ones of which nothing is left, neither below them nor joined."""
    bare = set[str]()
    for node in reversed(nodes):  # a parent after its children
        left = {child.id for child in node.children} - gone - bare
        if left or node.id not in telling or node.id in gone or into[node.id] != node.id:
            continue
        parts = (part for part in nodes if into[part.id] == node.id and part.id not in gone)
        held = {number for part in parts for number in part.evidence} - lost
        if not held or (node.children and held.issubset(node.evidence)):
            bare.add(node.id)
    return {id for id, end in into.items() if end in bare} - gone


def _end(id: str, merged: Mapping[str, str]) -> str:
    """The node that it has become part of; itself where it has not, or where they go in a round."""
    seen = [id]
    while (following := merged.get(seen[-1])) is not None:
        if following in seen:
            return id
        seen.append(following)
    return seen[-1]


def _below(nodes: Iterable[Node], dropped: set[str], inside: bool = False) -> Iterator[Node]:
    """Those left out, and all below them."""
    for node in nodes:
        is_out = inside or node.id in dropped
        if is_out:
            yield node
        yield from _below(node.children, dropped, is_out)


def _kept(
    nodes: Iterable[Node],
    into: dict[str, str],
    gone: set[str],
    lost: set[int],
    made: Research,
    titles: Mapping[str, str],
) -> Iterator[Node]:
    for node in nodes:
        if into[node.id] != node.id:  # its children stand in its place, unless it holds its target
            yield from _kept(node.children, into, gone, lost, made, titles)
            continue
        if node.id in gone:
            continue
        parts = [part for part in made.nodes if into[part.id] == node.id and part.id not in gone]
        numbers = dict.fromkeys(number for part in (node, *parts) for number in part.evidence)
        yield structs.replace(
            node,
            title=titles[node.id],
            evidence=tuple(number for number in numbers if number not in lost),
            children=tuple(_kept(node.children, into, gone, lost, made, titles)),
        )


def _links(
    links: Iterable[Link], into: dict[str, str], gone: set[str], lost: set[int]
) -> Iterator[Link]:
    for link in links:
        if link.evidence in lost:
            continue
        first, second = (into.get(id, id) for id in (link.first, link.second))
        if first != second and not {first, second, link.first, link.second} & gone:
            yield structs.replace(link, first=first, second=second)
