"""What a method left, as text: parts indented below one another, and what joins them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from indexers.text.placenames import place_name
from warehouse.cli.research import wrapped
from warehouse.results.records import Link, Node, Research
from warehouse.structures.graph import LINKED, Edge, of_structure
from warehouse.text import shortened

LINKS_SHOWN = 5  # of one part
TITLE_CHARACTERS, SAID_CHARACTERS = 160, 240
INDENT, DEEPEST = "  ", 12
MARGIN = "     "  # as wide as a number
NOTED = ("conversations", "graph")  # elsewhere the notes of a part are its evidence once more


def lines(found: Research, whole: bool = False) -> Iterator[str]:
    """Every part with its number, its searches, what it came to, and what joins it to others.

    ``whole`` shows long texts to their end, and all that joins a part.
    """
    told = _Told(found, whole)
    depths: list[int] = []
    for at, parent in enumerate(told.graph.parents()):
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        if not depths[at]:
            yield ""
        yield from told.part(at, INDENT * min(depths[at], DEEPEST))


def relations(found: Research) -> dict[int, list[list[Link]]]:
    """Of each part, by its place, what joins it to others: the links that say the same of the same
    two together. In the order in which ``lines`` numbers them.
    """
    places: dict[str, int] = {}
    for at, node in enumerate(found.nodes):
        places.setdefault(node.id, at)
    alike: dict[tuple[int, str, str], list[Link]] = defaultdict(list)
    for link in found.structure.links:
        if link.first in places and link.second in places:
            alike[places[link.first], link.second, link.label].append(link)
    of_part: dict[int, list[list[Link]]] = defaultdict(list)
    for (at, _, _), links in alike.items():
        of_part[at].append(links)
    return of_part


class _Told:
    def __init__(self, found: Research, whole: bool) -> None:
        self.graph = of_structure(found.structure)
        self._whole = whole
        self._evidence = {piece.number: piece for piece in found.evidence}
        self._places: dict[str, int] = {}
        for at, node in enumerate(self.graph.nodes):
            self._places.setdefault(node.id, at)
        self._relations = relations(found)

    def part(self, at: int, deep: str) -> Iterator[str]:
        node, rest = self.graph.nodes[at], MARGIN + deep
        title = f"{self._cut(node.title, TITLE_CHARACTERS)} ({node.state})"
        yield wrapped(title, f"{at + 1:>3}  {deep}", rest)
        yield from (wrapped(query.told, rest, f"{rest}  ") for query in node.sub_queries)
        if said := self._said(node):
            yield wrapped(self._cut(said, SAID_CHARACTERS), f"{rest}= ", f"{rest}  ")
        links = self._relations[at]
        shown = links if self._whole else links[:LINKS_SHOWN]
        for number, relation in enumerate(shown, start=1):
            yield from self._relation(relation, f"{rest}{at + 1}.{number}  ")
        if len(shown) < len(links):
            yield f"{rest}and {len(links) - len(shown):,} more; --whole shows all"

    def _said(self, node: Node) -> str:
        return node.found or (node.notes if self.graph.kind in NOTED else "")

    def _relation(self, links: Sequence[Link], head: str) -> Iterator[str]:
        """To which part, by its number, and the sentences that say so where they are kept."""
        other, rest = self._places[links[0].second], " " * len(head)
        title = self._cut(self.graph.nodes[other].title, TITLE_CHARACTERS)
        words = f"{links[0].label or LINKED} → {other + 1}  {title}"
        yield wrapped(words, head, rest)
        for piece in Edge(0, 0, "link", tuple(links)).sentences(self._evidence).values():
            where = ", ".join(filter(None, [piece.title, place_name(piece.page_label)]))
            words = f"“{self._cut(piece.text, SAID_CHARACTERS)}” [{piece.number}] {where}"
            yield wrapped(words, rest, rest)

    def _cut(self, text: str, most: int) -> str:
        return text if self._whole else shortened(text, most)
