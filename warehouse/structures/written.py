"""A structure for other programs: an outline in Markdown, OPML 2.0, Mermaid, and a picture in SVG.

Titles are text of models and documents: in each form they can be nothing but text. Evidence is
counted, with its numbers where the form has room for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from warehouse.results.records import Node, Structure
from warehouse.structures.graph import of_structure
from warehouse.structures.layout import ROW_PX, lay_out
from warehouse.text import one_line, shortened

BOX_PX, BOX_HIGH_PX, MARGIN_PX = 240, 40, 24
TITLE_CHARACTERS = 30  # in a box of the picture
_MARKDOWN = str.maketrans({sign: f"\\{sign}" for sign in r"\`*_{}[]<>()#+-.!|~$&"})
_MERMAID = {'"': "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "#": "#35;", "`": "#96;"}
Form = Literal["md", "opml", "mmd", "svg"]


def markdown(structure: Structure) -> str:
    """Nested lists; ``(12)`` counts the evidence of a node itself."""
    return "\n".join(_items(structure.nodes, 0)) + "\n"


def opml(structure: Structure, title: str) -> str:
    """OPML 2.0: the numbers of the evidence stand in ``_evidence``."""
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<opml version="2.0">',
            f"<head><title>{escape(one_line(title))}</title></head>",
            "<body>",
            *_outlines(structure.nodes),
            "</body>",
            "</opml>",
            "",
        ]
    )


def mermaid(structure: Structure) -> str:
    """A flowchart: a mind map of Mermaid cannot quote every sign."""
    lines = ["flowchart LR"]
    graph = of_structure(structure)
    for at, node in enumerate(graph.nodes):
        text = "".join(_MERMAID.get(sign, sign) for sign in _counted(node))
        lines.append(f'  n{at}["{text}"]')
    for edge in graph.edges:
        arrow = "---" if edge.kind == "link" else "-->"
        lines.append(f"  n{edge.first} {arrow} n{edge.second}")
    return "\n".join(lines) + "\n"


def svg(structure: Structure, title: str) -> str:
    """A picture that stands alone: no script, no font, no address; dark on light."""
    graph = of_structure(structure)
    points = lay_out(graph).points
    left = points[:, 0].min() if len(points) else 0.0
    top = points[:, 1].min() if len(points) else 0.0
    places = [(x - left + MARGIN_PX, y - top + MARGIN_PX) for x, y in points.tolist()]
    wide = max((x for x, _ in places), default=0.0) + BOX_PX + MARGIN_PX
    high = max((y for _, y in places), default=0.0) + ROW_PX + MARGIN_PX
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}"'
        f' width="{wide:.0f}" height="{high:.0f}" font-family="sans-serif" font-size="13">'
    )
    edges = (_curve(places[edge.first], places[edge.second]) for edge in graph.edges)
    boxes = (_box(node, place) for node, place in zip(graph.nodes, places, strict=True))
    paper = f'<rect width="{wide:.0f}" height="{high:.0f}" fill="#fcfbf7"/>'
    told = f"<title>{escape(one_line(title))}</title>"
    return "\n".join([head, told, paper, *edges, *boxes, "</svg>", ""])


FORMS: Mapping[Form, Callable[[Structure, str], str]] = {
    "md": lambda structure, title: markdown(structure),
    "opml": opml,
    "mmd": lambda structure, title: mermaid(structure),
    "svg": svg,
}
"""By the end of the file's name."""


def _items(nodes: Sequence[Node], depth: int) -> Iterator[str]:
    for node in nodes:
        count = f" ({len(node.evidence)})" if node.evidence else ""
        yield f"{'  ' * depth}- {one_line(node.title).translate(_MARKDOWN)}{count}"
        yield from _items(node.children, depth + 1)


def _outlines(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        numbers = " ".join(map(str, node.evidence))
        held = f" _evidence={quoteattr(numbers)}" if numbers else ""
        head = f"<outline text={quoteattr(one_line(node.title))}{held}"
        if node.children:
            yield f"{head}>"
            yield from _outlines(node.children)
            yield "</outline>"
        else:
            yield f"{head}/>"


def _curve(first: tuple[float, float], second: tuple[float, float]) -> str:
    (x0, y0), (x1, y1) = first, second
    x0, y0, y1 = x0 + BOX_PX, y0 + BOX_HIGH_PX / 2, y1 + BOX_HIGH_PX / 2
    middle = (x0 + x1) / 2
    path = f"M{x0:.0f} {y0:.0f} C{middle:.0f} {y0:.0f} {middle:.0f} {y1:.0f} {x1:.0f} {y1:.0f}"
    return f'<path d="{path}" fill="none" stroke="#d9d5c9" stroke-width="2"/>'


def _box(node: Node, place: tuple[float, float]) -> str:
    x, y = place
    text = escape(shortened(one_line(node.title), TITLE_CHARACTERS))
    count = f' <tspan fill="#6b675c">{len(node.evidence)}</tspan>' if node.evidence else ""
    return (
        f'<g transform="translate({x:.0f} {y:.0f})"><title>{escape(one_line(node.title))}</title>'
        f'<rect width="{BOX_PX}" height="{BOX_HIGH_PX}" rx="{BOX_HIGH_PX // 2}" fill="#fff"'
        f' stroke="#d9d5c9"/><text x="16" y="25" fill="#26241f">{text}{count}</text></g>'
    )


def _counted(node: Node) -> str:
    return one_line(node.title) + (f" ({len(node.evidence)})" if node.evidence else "")
