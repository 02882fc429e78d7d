"""What a method left, as text: parts indented below one another, and what joins them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from indexers.text.placenames import place_name
from warehouse.cli.research import wrapped
from warehouse.results.records import Link, Node, Research
from warehouse.structures.graph import Edge, of_structure
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


class _Told:
    def __init__(self, found: Research, whole: bool) -> None:
        self.graph = of_structure(found.structure)
        self._whole = whole
        self._evidence = {piece.number: piece for piece in found.evidence}
        self._places: dict[str, int] = {}
        for at, node in enumerate(self.graph.nodes):
            self._places.setdefault(node.id, at)
        self._links: dict[int, list[Link]] = defaultdict(list)
        for link in found.structure.links:
            if link.first in self._places and link.second in self._places:
                self._links[self._places[link.first]].append(link)

    def part(self, at: int, deep: str) -> Iterator[str]:
        node, rest = self.graph.nodes[at], MARGIN + deep
        title = f"{self._cut(node.title, TITLE_CHARACTERS)} ({node.state})"
        yield wrapped(title, f"{at + 1:>3}  {deep}", rest)
        yield from (wrapped(query.told, rest, f"{rest}  ") for query in node.sub_queries)
        if said := self._said(node):
            yield wrapped(self._cut(said, SAID_CHARACTERS), f"{rest}= ", f"{rest}  ")
        links = self._links[at]
        shown = links if self._whole else links[:LINKS_SHOWN]
        for link in shown:
            yield from self._link(link, rest)
        if len(shown) < len(links):
            yield f"{rest}- and {len(links) - len(shown):,} more; --whole shows all"

    def _said(self, node: Node) -> str:
        return node.found or (node.notes if self.graph.kind in NOTED else "")

    def _link(self, link: Link, rest: str) -> Iterator[str]:
        """To which part, by its number, and the sentence that says so where one is kept."""
        other = self._places[link.second]
        title = self._cut(self.graph.nodes[other].title, TITLE_CHARACTERS)
        words = f"{link.label or 'hangs on'} → {other + 1}  {title}"
        yield wrapped(words, f"{rest}- ", f"{rest}  ")
        for piece in Edge(0, 0, "link", (link,)).sentences(self._evidence).values():
            where = ", ".join(filter(None, [piece.title, place_name(piece.page_label)]))
            words = f"“{self._cut(piece.text, SAID_CHARACTERS)}” [{piece.number}] {where}"
            yield wrapped(words, f"{rest}  ", f"{rest}  ")

    def _cut(self, text: str, most: int) -> str:
        return text if self._whole else shortened(text, most)
