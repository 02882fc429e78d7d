"""Text of a document or model as a tree, by way of the one renderer for untrusted text.

``render.prose`` makes safe HTML of an allow-list; here each of its tags becomes a node, and each
run of its numbers a citation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html.parser import HTMLParser

from warehouse.studies.exporting.paper import tree
from warehouse.studies.exporting.paper.tree import Node

Cite = Callable[[Sequence[int]], list[Node]]
_AROUND = {"strong": "Strong", "em": "Emph", "s": "Strikeout"}
_BELOW_SECTIONS = 5


class _Open:
    """A tag that is not shut yet, and what stands in it."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes = tag, attributes
        self.nodes: list[Node] = []
        self.text = ""
        self.numbers: list[int] = []
        self.rows: list[tuple[bool, list[list[Node]]]] = []
        self.items: list[list[Node]] = []
        self.cells: list[list[Node]] = []
        self.is_head = False


class _Tree(HTMLParser):
    def __init__(self, cite: Cite) -> None:
        super().__init__()
        self._cite = cite
        self._open = [_Open("", {})]

    @property
    def blocks(self) -> list[Node]:
        return _blocks(self._open[0].nodes)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self._open[-1].nodes.append(tree.BREAK)
        elif tag == "hr":
            self._open[-1].nodes.append(tree.RULE)
        elif tag != "span":  # of a claim: a paper says its state in words
            self._open.append(_Open(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if len(self._open) > 1 and self._open[-1].tag == tag:
            element = self._open.pop()
            self._shut(element, self._open[-1])

    def handle_data(self, data: str) -> None:
        self._open[-1].text += data
        self._open[-1].nodes += tree.words(data)

    def _shut(self, one: _Open, into: _Open) -> None:
        into.text += one.text
        match one.tag:
            case "a" if one.attributes.get("class") == "cite":
                into.numbers.append(int(one.attributes["href"].removeprefix("#e")))
            case "sup" if one.numbers:
                into.nodes += self._cited(one.numbers, into.nodes)
            case "strong" | "em" | "s":
                into.nodes.append(tree.around(_AROUND[one.tag], one.nodes))
            case "code" if into.tag != "pre":
                into.nodes.append(tree.code(one.text))
            case "pre":
                into.nodes.append(tree.code_block(one.text))
            case "p":
                into.nodes.append(tree.around("Para", _trimmed(one.nodes)))
            case "h5":
                into.nodes.append(tree.header(_BELOW_SECTIONS, _trimmed(one.nodes)))
            case "blockquote":
                into.nodes.append(tree.around("BlockQuote", _blocks(one.nodes)))
            case "li":
                into.items.append(_blocks(one.nodes))
            case "ul":
                into.nodes.append(tree.bullets(one.items))
            case "ol":
                into.nodes.append(tree.numbered(one.items, int(one.attributes.get("start", 1))))
            case "th" | "td":
                into.cells.append(_blocks(one.nodes))
                into.is_head = one.tag == "th"
            case "tr":
                into.rows.append((one.is_head, one.cells))
            case "thead" | "tbody":
                into.rows += one.rows
            case "table":
                into.nodes.append(_table(one.rows))
            case _:
                into.nodes += one.nodes

    def _cited(self, numbers: Sequence[int], before: list[Node]) -> list[Node]:
        gap = [tree.SPACE] if before and before[-1] != tree.SPACE else []
        return [*gap, *self._cite(numbers)]


def blocks(safe_html: str, cite: Cite) -> list[Node]:
    """``safe_html`` is what ``render.prose`` makes for a page; ``cite`` says what stands where it
    has numbers.
    """
    reader = _Tree(cite)
    reader.feed(safe_html)
    reader.close()
    return reader.blocks


def _blocks(nodes: Sequence[Node]) -> list[Node]:
    """Words that stand between blocks are a block of their own."""
    blocks: list[Node] = []
    run: list[Node] = []
    for node in (*nodes, None):
        if node is not None and tree.is_inline(node):
            run.append(node)
            continue
        if run := _trimmed(run):
            blocks.append(tree.around("Plain", run))
        run = []
        if node is not None:
            blocks.append(node)
    return blocks


def _trimmed(nodes: Sequence[Node]) -> list[Node]:
    start, end = 0, len(nodes)
    while start < end and nodes[start] == tree.SPACE:
        start += 1
    while end > start and nodes[end - 1] == tree.SPACE:
        end -= 1
    return list(nodes[start:end])


def _table(rows: Sequence[tuple[bool, list[list[Node]]]]) -> Node:
    head = next((cells for is_head, cells in rows if is_head), [])
    return tree.table(head, [cells for is_head, cells in rows if not is_head])
