"""The graph of a study: the triples of its evidence, for prompts and as the structure it leaves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from warehouse.context import Context
from warehouse.documents.graph import extraction
from warehouse.documents.graph.network import EMPTY, Edge, Network, network, node_id, standing
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.results.records import Evidence, Link, Node, Structure
from warehouse.structures.communities import communities
from warehouse.text import shortened

KIND = "graph"
SHOWN = 40  # relations that a prompt has room for
GROUPS, LEAST_EXPLORED, BEST_KNOWN = 8, 4, 3
LINE_CHARACTERS = 160


class StudyGraph:
    """Grows with the evidence of ``pool``."""

    def __init__(self, pool: EvidencePool, context: Context) -> None:
        self._pool, self._context = pool, context
        self._network: Network = EMPTY

    def grow(self) -> int:
        """Read the new evidence; how many relations there are now. Raises Cancelled."""
        context, evidence = self._context, self._pool.evidence
        places = [piece.place for piece in evidence]
        extraction.extract(places, context.library, context.engine, context.run)
        triples = standing(places, context.library)
        self._network = network(triples, context.library, context.engine, context.run)
        return len(self._network.edges)

    def told(self) -> str:
        """For a prompt: every relation, or where they are too many the communities of names with
        their least explored members, and how much is left out.
        """
        edges = self._network.edges
        if not edges:
            return "nothing yet"
        if len(edges) <= SHOWN:
            return "\n".join(f"- {_line(edge, self._network)}" for edge in edges)
        return "\n".join(self._groups())

    def structure(self, root: Node) -> Structure:
        """``root`` is the topic with its questions; evidence that no triple came of is its own."""
        held: dict[int, list[int]] = defaultdict(list)
        links: dict[tuple[str, str, str, int], Link] = {}
        ids = [node_id(key) for key in self._network.keys]
        for edge in self._network.edges:
            numbers = [piece.number for piece in self._pieces(edge)]
            for name in (edge.head, edge.tail):
                held[name] += numbers
            number = numbers[0] if numbers else 0
            told = edge.triple
            key = ids[edge.head], ids[edge.tail], told.relation, number
            start, end = (told.start, told.end) if number else (0, 0)
            if (same := links.get(key)) is not None:  # told again in this piece
                start, end = min(same.start, start), max(same.end, end)
            links[key] = Link(*key, start, end)
        names = tuple(
            Node(ids[at], title, "resolved", tuple(dict.fromkeys(held[at])))
            for at, title in enumerate(self._network.names)
            if held[at]
        )
        return Structure(KIND, (root, *names), tuple(links.values()))

    def _pieces(self, edge: Edge) -> Iterator[Evidence]:
        """The evidence in which the sentence of the edge ends."""
        triple = edge.triple
        for piece in self._pool.evidence:
            if piece.place.meets(triple.document, triple.end - 1, triple.end):
                yield piece

    def _groups(self) -> Iterator[str]:
        net, links = self._network, self._network.links()
        groups = [group for group in communities(len(net.names), net.pairs) if len(group) > 1]
        shown: set[int] = set()
        for group in groups[:GROUPS]:
            known = sorted(group, key=lambda name: -links[name])
            best, rest = known[:BEST_KNOWN], known[BEST_KNOWN:]
            least = rest[-LEAST_EXPLORED:]
            shown |= {*best, *least}
            yield f"- About {_names(best, net)}; little is known of {_names(least, net)}"
            edges = [edge for edge in net.edges if {edge.head, edge.tail} <= {*best, *least}]
            yield from (f"  - {_line(edge, net)}" for edge in edges[: SHOWN // GROUPS])
        yield f"(left out: {len(net.names) - len(shown)} other names of {len(net.names)})"


def _names(some: Sequence[int], net: Network) -> str:
    return ", ".join(net.names[name] for name in some) or "no other"


def _line(edge: Edge, net: Network) -> str:
    said = f"{net.names[edge.head]} | {edge.triple.relation} | {net.names[edge.tail]}"
    return shortened(said, LINE_CHARACTERS)
