"""Sentences of an article put back into its outline: does a piece find its concept?

FreshWiki, as in the paper's appendix B, with single sentences in place of cited pages: the outline
is the map, each sentence is inserted, and right is the very section it stood in. Beside it what
likeness alone would choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from warehouse.evaluate.articles import Article, Section
from warehouse.evaluate.metrics import interval, mean_row, paired
from warehouse.evaluate.records import Row, row
from warehouse.methods.costorm import mindmap, placing
from warehouse.methods.costorm.ground import Ground
from warehouse.methods.costorm.placing import Piece
from warehouse.results.records import Node
from warehouse.results.roundtable import ROOT, Table, begun

OF_A_LEVEL = 6  # sentences of each level of an article
SHORTEST = 40  # characters of a sentence that tells something
LEVELS = ("first", "second")


class Case(Struct, frozen=True):
    """A sentence, the concept it is from and its level, from 0."""

    text: str
    concept: str
    level: int


class Tried(Struct, frozen=True):
    """Right by insertion, right by likeness alone, and the layers walked."""

    level: int
    inserted: float
    embedded: float
    layers: int


def tried(article: Article, ground: Ground) -> list[Tried]:
    table, cases = outline(article)
    pieces = [Piece(at, one.text, "") for at, one in enumerate(cases, start=1)]
    if not pieces:
        return []
    placed = placing.insert(pieces, table.root, ground)
    below = {id: path for id, path in mindmap.paths(table.root).items() if id != ROOT}
    alike = placing.likeness(pieces, list(below.values()), ground)
    nearest = [list(below)[int(row.argmax())] for row in alike]
    return [
        Tried(
            one.level,
            float(placed.places[piece.number] == one.concept),
            float(near == one.concept),
            placed.layers,
        )
        for one, piece, near in zip(cases, pieces, nearest, strict=True)
    ]


def outline(article: Article) -> tuple[Table, list[Case]]:
    """The sections as a map, and sentences to put back, spread over each level."""
    table = begun(article.name)
    found: list[Case] = []

    def grow(node: str, sections: Sequence[Section], level: int) -> None:
        nonlocal table
        for section in sections:
            table = structs.replace(table, nodes=table.nodes + 1)
            id = str(table.nodes)
            table = _with(table, node, Node(id, section.title, "resolved"))
            good = (one for one in section.sentences if len(one) >= SHORTEST)
            found.extend(Case(one, id, level) for one in good)
            grow(id, section.subsections, level + 1)

    grow(ROOT, article.sections, 0)
    cases = [one for level in range(len(LEVELS)) for one in _spread(found, level)]
    return table, cases


def rows(done: Sequence[Tried], **told: object) -> Iterator[Row]:
    for level, name in enumerate(LEVELS):
        own = [one for one in done if one.level == level]
        if not own:
            continue
        inserted, embedded = [one.inserted for one in own], [one.embedded for one in own]
        measured, alone = interval(inserted), interval(embedded)
        want = f"> {alone.mean:.3f}"
        better = paired(embedded, inserted)
        more = {"better_by": f"{better.mean:+.3f}, {better}", **told}
        yield mean_row(f"insertion_{name}", measured, "share", want, **more)
        yield mean_row(f"insertion_embedding_{name}", alone, "share", "", **told)
    if done:
        yield row("insertion_layers_max", max(one.layers for one in done), "layers", "<= 8", **told)


def _spread(cases: Sequence[Case], level: int) -> list[Case]:
    own = [one for one in cases if one.level == level]
    step = max(1, len(own) // OF_A_LEVEL)
    return own[::step][:OF_A_LEVEL]


def _with(table: Table, parent: str, child: Node) -> Table:
    def change(node: Node) -> Node:
        children = tuple(map(change, node.children))
        here = (child,) if node.id == parent else ()
        return structs.replace(node, children=(*children, *here))

    return structs.replace(table, map=structs.replace(table.map, nodes=(change(table.root),)))
