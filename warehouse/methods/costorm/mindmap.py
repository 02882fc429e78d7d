"""The map as a tree of concepts, and every change that can be made to it. Pure: no model, no text.

Nothing is ever unplaced: whatever is done to a concept, its evidence stands in another one after
it. Ids are for ever: a concept that is gone gives its id to none. Each function makes a new table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import structs

from warehouse.errors import BadInput
from warehouse.results.records import Node, Structure
from warehouse.results.roundtable import MAP, ROOT, Table, all_evidence
from warehouse.search.names import normal
from warehouse.steering import typed
from warehouse.text import shortened

NAME_CHARACTERS = 60
Change = Callable[[Node], Node]


def name(text: str) -> str:
    """A concept's name on one line, of a length a map can show."""
    return shortened(typed(text), NAME_CHARACTERS)


def paths(root: Node) -> dict[str, str]:
    """Of every concept its path, ``topic › concept``, by its id, a parent before its children."""
    by_id: dict[str, str] = {}
    waiting = [("", root)]
    while waiting:
        above, node = waiting.pop()
        by_id[node.id] = f"{above} › {node.title}" if above else node.title
        waiting += [(by_id[node.id], child) for child in reversed(node.children)]
    return by_id


def parent_of(root: Node, id: str) -> Node | None:
    return next(
        (node for node in Structure(MAP, (root,)).walk() if any(c.id == id for c in node.children)),
        None,
    )


def placed(table: Table, places: dict[int, str]) -> Table:
    """Each number at the concept of that id, and nowhere else."""

    def change(node: Node) -> Node:
        kept = [number for number in node.evidence if places.get(number, node.id) == node.id]
        here = [number for number, id in places.items() if id == node.id]
        return structs.replace(node, evidence=tuple(dict.fromkeys((*kept, *here))))

    return _mapped(table, change)


def grown(table: Table, parent: str, names: Sequence[str]) -> Table:
    """New concepts below ``parent``; a name that a child, it itself or the topic has makes none."""
    node = concept(table, parent)
    known = {normal(other.title) for other in (table.root, node, *node.children)}
    fresh: list[Node] = []
    nodes = table.nodes
    for text in names:
        title = name(text)
        if title and normal(title) not in known:
            nodes += 1
            known.add(normal(title))
            fresh.append(Node(str(nodes), title, "resolved"))
    table = structs.replace(table, nodes=nodes)
    return _changed(table, parent, children=(*node.children, *fresh))


def cleaned(table: Table) -> Table:
    """From the leaves up: concepts without evidence go, an only child is merged into its parent.

    What the user pinned stays, and what they want more of is looked for where it went.
    """
    held = frozenset(table.pinned)

    def clean(node: Node) -> Node:
        children = [clean(child) for child in node.children]
        children = [c for c in children if c.evidence or c.children or c.id in held]
        if len(children) == 1 and children[0].id not in held:
            [only] = children
            evidence = tuple(dict.fromkeys((*node.evidence, *only.evidence)))
            return structs.replace(node, evidence=evidence, children=only.children)
        return structs.replace(node, children=tuple(children))

    new_table = _with_root(table, clean(table.root))
    return structs.replace(new_table, deeper=_gone_to(table.deeper, table.root, new_table.root))


def _gone_to(id: str, before: Node, after: Node) -> str:
    """The concept that has what ``id`` had before: itself, or the next one above that is left."""
    left = paths(after)
    while id and id not in left:
        above = parent_of(before, id)
        id = above.id if above else ""
    return id


# What the user does


def renamed(table: Table, id: str, text: str) -> Table:
    """Raises BadInput for no name, or one that stands beside it."""
    title = name(text)
    if not title:
        raise BadInput("A concept needs a name.")
    node = concept(table, id)
    above = parent_of(table.root, id)
    if above and any(c.id != id and normal(c.title) == normal(title) for c in above.children):
        raise BadInput(f"“{title}” stands there already.", "Merge the two instead.")
    return _changed(table, node.id, title=title)


def added(table: Table, parent: str, text: str) -> Table:
    """A concept of the user's own, pinned until it has evidence or they let it go."""
    if not name(text):
        raise BadInput("A concept needs a name.")
    new_table = grown(table, parent, [text])
    if new_table.nodes == table.nodes:
        raise BadInput(f"“{name(text)}” stands there already.")
    return structs.replace(new_table, pinned=(*new_table.pinned, str(new_table.nodes)))


def moved(table: Table, id: str, to: str) -> Table:
    """With all below it. Raises BadInput for the root, and where it would stand below itself."""
    node = _not_root(table, id)
    if concept(table, to).id in paths(node):
        raise BadInput("A concept cannot stand below itself.")
    without = _without(table, id)
    return _changed(without, to, children=(*concept(without, to).children, node))


def merged(table: Table, id: str, into: str) -> Table:
    """Its evidence and its children go to the other one. Raises BadInput as ``moved``."""
    node = _not_root(table, id)
    if concept(table, into).id in paths(node):
        raise BadInput("A concept cannot be merged into one below it.", "Merge that into this.")
    return _handed_on(table, node, into)


def deleted(table: Table, id: str) -> Table:
    """Its evidence and its children go to the concept above it. Raises BadInput for the root."""
    node = _not_root(table, id)
    above = parent_of(table.root, id)
    assert above is not None
    return _handed_on(table, node, above.id)


def pinned(table: Table, id: str, held: bool = True) -> Table:
    concept(table, id)
    others = tuple(pin for pin in table.pinned if pin != id)
    return structs.replace(table, pinned=(*others, id) if held else others)


def piece_moved(table: Table, number: int, to: str) -> Table:
    """One piece of evidence to another concept. Raises BadInput for what is not there."""
    concept(table, to)
    if number not in all_evidence(table.root):
        raise BadInput(f"There is no evidence [{number}] on the map.")
    waiting = tuple(other for other in table.unsorted if other != number)
    return structs.replace(placed(table, {number: to}), unsorted=waiting)


def concept(table: Table, id: str) -> Node:
    """Raises BadInput where there is none."""
    node = table.map.find(id)
    if node is None:
        raise BadInput(f"There is no concept {id!r} on the map.")
    return node


def _not_root(table: Table, id: str) -> Node:
    if id == ROOT:
        raise BadInput("The topic itself stays where it is.")
    return concept(table, id)


def _handed_on(table: Table, node: Node, to: str) -> Table:
    pins = tuple(pin for pin in table.pinned if pin != node.id)
    deeper = to if table.deeper == node.id else table.deeper
    without = structs.replace(_without(table, node.id), pinned=pins, deeper=deeper)

    into = concept(without, to)
    evidence = tuple(dict.fromkeys((*into.evidence, *node.evidence)))
    return _changed(without, to, evidence=evidence, children=(*into.children, *node.children))


def _without(table: Table, id: str) -> Table:
    def change(one: Node) -> Node:
        return structs.replace(one, children=tuple(c for c in one.children if c.id != id))

    return _mapped(table, change)


def _changed(table: Table, id: str, **changes: object) -> Table:
    """With one concept changed."""
    return _mapped(table, lambda one: structs.replace(one, **changes) if one.id == id else one)


def _mapped(table: Table, change: Change) -> Table:
    """Every concept changed, the children first."""

    def walk(node: Node) -> Node:
        return change(structs.replace(node, children=tuple(map(walk, node.children))))

    return _with_root(table, walk(table.root))


def _with_root(table: Table, root: Node) -> Table:
    return structs.replace(table, map=structs.replace(table.map, nodes=(root,)))


def unplaced(table: Table) -> Iterable[int]:
    """Evidence that no concept has: there is none, unless it has just been found."""
    held = set(all_evidence(table.root))
    return (piece.number for piece in table.evidence if piece.number not in held)
