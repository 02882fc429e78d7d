"""The words on a node, cut to the room it has.

A title is cut at its end; one that begins as another does is cut in its middle, so that the two are
not read as the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from PySide6.QtGui import QFontMetricsF

from desktop.structure.marked import COUNT_PX, PAD_PX, WORDS_PX, Cut
from desktop.structure.scene import BOX_W
from desktop.theme import interface_font
from warehouse.results.records import Node

LINES = 2
NAME_LETTERS = 30  # of a node of a net
ALIKE_LETTERS = 22  # at the beginning; fewer than any cut leaves


def cuts(nodes: Sequence[Node]) -> list[Cut]:
    """Where each title is cut."""
    titles = [" ".join(node.title.split()) for node in nodes]
    begun: dict[str, set[str]] = defaultdict(set)
    for title in titles:
        begun[title[:ALIKE_LETTERS]].add(title)
    return [
        Cut.ElideMiddle if len(begun[title[:ALIKE_LETTERS]]) > 1 else Cut.ElideRight
        for title in titles
    ]


def name_of(node: Node, cut: Cut = Cut.ElideRight) -> str:
    """Short enough to stand beside a dot."""
    title = " ".join(node.title.split())
    if len(title) <= NAME_LETTERS:
        return title
    end = NAME_LETTERS // 2 if cut == Cut.ElideMiddle else 0
    begun = title[: NAME_LETTERS - end - 1].rstrip()
    return f"{begun}…{title[len(title) - end :].lstrip()}"


def in_lines(node: Node, cut: Cut) -> tuple[list[str], str]:
    """Two lines at most, the second one elided; and how many sentences it rests on."""
    count = f"{len(node.evidence):,}" if node.evidence else ""
    metrics = QFontMetricsF(interface_font(WORDS_PX))
    room = BOX_W - 2 * PAD_PX - (COUNT_PX if count else 0)
    words = node.title.split()
    first: list[str] = []
    while words and metrics.horizontalAdvance(" ".join([*first, words[0]])) <= room:
        first.append(words.pop(0))
    if not first:
        return [metrics.elidedText(node.title, cut, room)], count
    lines = [" ".join(first)]
    if words:
        lines.append(metrics.elidedText(" ".join(words), cut, room))
    return lines[:LINES], count
