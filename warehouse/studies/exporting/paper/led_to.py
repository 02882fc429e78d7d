"""Entries of the list of references as places that a word processor keeps and is led to.

Pandoc makes sections of them for OpenDocument, whose links lead to bookmarks alone, and bookmarks
that span paragraphs for Word, which LibreOffice doubles.
"""

from __future__ import annotations

from warehouse.studies.exporting.paper import tree
from warehouse.studies.exporting.paper.tree import Node

_LIST, _ENTRY = "refs", "ref-"


def led_to(whole: Node, style: str) -> Node:
    """``whole`` is a tree in which pandoc has worked out the citations; ``style`` is what the
    format calls paragraphs of the list, "" for as all others.
    """
    return {**whole, "blocks": _blocks(whole["blocks"], style)}


def _blocks(blocks: list[Node], style: str) -> list[Node]:
    linked: list[Node] = []
    for block in blocks:
        match block:
            case {"t": "Div", "c": [[str(id), *_], [{"t": "Para", "c": inside}, *more]]} if (
                id.startswith(_ENTRY)
            ):
                linked += [tree.around("Para", [tree.span([], id), *inside]), *more]
            case {"t": "Div", "c": [[id, classes, attributes], inside]}:
                if id == _LIST:
                    id, attributes = (
                        "",
                        [*attributes, *([["custom-style", style]] if style else [])],
                    )
                held = [[id, classes, attributes], _blocks(inside, style)]
                linked.append({"t": "Div", "c": held})
            case _:
                linked.append(block)
    return linked
