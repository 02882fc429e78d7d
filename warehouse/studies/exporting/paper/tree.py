"""Pandoc's tree (pandoc-types 1.23), as plain values: words, headings, links, tables, metadata.

There is no function here for raw HTML or raw LaTeX, and there must never be one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from indexers.text.placenames import are_pages

Node = dict[str, Any]
VERSION = [1, 23, 1]
SPACE: Node = {"t": "Space"}
BREAK: Node = {"t": "LineBreak"}
RULE: Node = {"t": "HorizontalRule"}
_RUN = re.compile(r"[ \t\r\n]+")
_DIGIT = re.compile(r"\d")
# Characters that no XML may hold, and those that turn the direction of what follows.
_UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)


def whole(about: Mapping[str, object], blocks: Sequence[Node]) -> Node:
    held = {name: meta(value) for name, value in about.items()}
    return {"pandoc-api-version": VERSION, "meta": held, "blocks": list(blocks)}


def words(untrusted: str) -> list[Node]:
    """Text as words and spaces, whatever it holds."""
    nodes: list[Node] = []
    for at, run in enumerate(_RUN.split(fit(untrusted))):
        if at:
            nodes.append(SPACE)
        if run:
            nodes.append({"t": "Str", "c": run})
    return nodes


def fit(untrusted: str) -> str:
    return _UNFIT.sub("", untrusted)


def is_inline(node: Node) -> bool:
    return node["t"] in _INLINES


_MARKS = ("Emph", "Strong", "Strikeout", "Superscript")
_INLINES = frozenset(
    ("Str", "Space", "LineBreak", "Code", "Cite", "Link", "Image", "Span", *_MARKS)
)


def around(kind: str, inside: Sequence[Node]) -> Node:
    """``Emph``, ``Strong``, ``Strikeout``, ``Superscript``, ``Para``, ``Plain``, ``BlockQuote``."""
    return {"t": kind, "c": list(inside)}


def code(untrusted: str) -> Node:
    return {"t": "Code", "c": [_named(), fit(untrusted)]}


def code_block(untrusted: str) -> Node:
    return {"t": "CodeBlock", "c": [_named(), fit(untrusted)]}


def header(level: int, inside: Sequence[Node], id: str = "") -> Node:
    return {"t": "Header", "c": [level, _named(id), list(inside)]}


def link(inside: Sequence[Node], id: str) -> Node:
    """To a place in the same paper."""
    return {"t": "Link", "c": [_named(), list(inside), [f"#{id}", ""]]}


def image(address: str, words_of_it: str, width_in: float) -> Node:
    """``address`` is data: or the name of a file beside the paper; ``width_in`` in inches."""
    width = [["width", f"{width_in:.2f}in"]]
    return {"t": "Image", "c": [["", [], width], words(words_of_it), [address, ""]]}


def figure(inside: Node, caption: Sequence[Node]) -> Node:
    held = [None, [around("Plain", caption)]]
    return {"t": "Figure", "c": [_named(), held, [around("Plain", [inside])]]}


def div(blocks: Sequence[Node], id: str = "", direction: str = "") -> Node:
    return {"t": "Div", "c": [_named(id, direction), list(blocks)]}


def span(inside: Sequence[Node], id: str = "") -> Node:
    """A place that links lead to, inside a line."""
    return {"t": "Span", "c": [_named(id), list(inside)]}


def bullets(items: Sequence[list[Node]]) -> Node:
    return {"t": "BulletList", "c": list(items)}


def numbered(items: Sequence[list[Node]], start: int = 1) -> Node:
    return {"t": "OrderedList", "c": [[start, {"t": "Decimal"}, {"t": "Period"}], list(items)]}


def table(head: Sequence[list[Node]], rows: Sequence[Sequence[list[Node]]]) -> Node:
    """Cells are blocks; rows may be of different lengths."""
    width = max(map(len, (head, *rows)), default=0)
    columns = [[{"t": "AlignDefault"}, {"t": "ColWidthDefault"}]] * width
    body = [_named(), 0, [], [_row(row, width) for row in rows]]
    top = [_named(), [_row(head, width)] if head else []]
    return {"t": "Table", "c": [_named(), [None, []], columns, top, [body], [_named(), []]]}


def cite(sources: Mapping[str, Sequence[str]], shown: str, named: bool = True) -> Node:
    """Keys of entries, each with its pages: ``named`` with the English term, or for the style."""
    return {
        "t": "Cite",
        "c": [[_citation(*source, named) for source in sources.items()], words(shown)],
    }


def _citation(key: str, pages: Sequence[str], named: bool) -> Node:
    listed = ", ".join(pages)
    if named:
        listed = f"{'pp.' if len(pages) > 1 or any(map(are_pages, pages)) else 'p.'} {listed}"
    elif not all(map(_DIGIT.search, pages)):
        listed = f"{{{listed}}}"  # else pandoc takes a roman number for other words
    suffix = words(f", {listed}") if pages else []
    return {
        "citationId": key,
        "citationPrefix": [],
        "citationSuffix": suffix,
        "citationMode": {"t": "NormalCitation"},
        "citationNoteNum": 1,
        "citationHash": 0,
    }


def _row(cells: Sequence[list[Node]], width: int) -> list[Any]:
    padded = [*cells, *([] for _ in range(width - len(cells)))]
    return [_named(), [[_named(), {"t": "AlignDefault"}, 1, 1, cell] for cell in padded]]


def _named(id: str = "", direction: str = "") -> list[Any]:
    return [id, [], [["dir", direction]] if direction else []]


def meta(value: object) -> Node:
    """Metadata; text stays text."""
    match value:
        case bool():
            return {"t": "MetaBool", "c": value}
        case Mapping():
            return {"t": "MetaMap", "c": {key: meta(inner) for key, inner in value.items()}}
        case list() | tuple():
            return {"t": "MetaList", "c": [meta(inner) for inner in value]}
        case _:
            return {"t": "MetaInlines", "c": words(str(value))}


def text(node: object) -> str:
    """Its words, without the spaces between them."""
    if isinstance(node, dict):
        return str(node["c"]) if node.get("t") == "Str" else text(node.get("c", ""))
    return "".join(map(text, node)) if isinstance(node, list) else ""


def direction(text: str) -> str:
    """``rtl`` or ``ltr``, by the first letter that has a direction; "" where none has."""
    for mark in text:
        match unicodedata.bidirectional(mark):
            case "L":
                return "ltr"
            case "R" | "AL":
                return "rtl"
    return ""
