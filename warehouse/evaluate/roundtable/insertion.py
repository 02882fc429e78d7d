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
    pieces = [Piece(at, case.text, "") for at, case in enumerate(cases, start=1)]
    if not pieces:
        return []
    placed = placing.insert(pieces, table.root, ground)
    below = {id: path for id, path in mindmap.paths(table.root).items() if id != ROOT}
    alike = placing.likeness(pieces, list(below.values()), ground)
    nearest = [list(below)[int(row.argmax())] for row in alike]
    return [
        Tried(
            case.level,
            float(placed.places[piece.number] == case.concept),
            float(near == case.concept),
            placed.layers,
        )
        for case, piece, near in zip(cases, pieces, nearest, strict=True)
    ]


def outline(article: Article) -> tuple[Table, list[Case]]:
    """The sections as a map, and sentences to put back, spread over each level."""
    table = begun(article.name)
    all_cases: list[Case] = []

    def grow(node: str, sections: Sequence[Section], level: int) -> None:
        nonlocal table
        for section in sections:
            table = structs.replace(table, nodes=table.nodes + 1)
            id = str(table.nodes)
            table = _with(table, node, Node(id, section.title, "resolved"))
            good = (sentence for sentence in section.sentences if len(sentence) >= SHORTEST)
            all_cases.extend(Case(sentence, id, level) for sentence in good)
            grow(id, section.subsections, level + 1)

    grow(ROOT, article.sections, 0)
    cases = [case for level in range(len(LEVELS)) for case in _spread(all_cases, level)]
    return table, cases


def rows(done: Sequence[Tried], **told: object) -> Iterator[Row]:
    for level, name in enumerate(LEVELS):
        of_level = [trial for trial in done if trial.level == level]
        if not of_level:
            continue
        inserted, embedded = (
            [trial.inserted for trial in of_level],
            [trial.embedded for trial in of_level],
        )
        measured, alone = interval(inserted), interval(embedded)
        want = f"> {alone.mean:.3f}"
        better = paired(embedded, inserted)
        more = {"better_by": f"{better.mean:+.3f}, {better}", **told}
        yield mean_row(f"insertion_{name}", measured, "share", want, **more)
        yield mean_row(f"insertion_embedding_{name}", alone, "share", "", **told)
    if done:
        yield row(
            "insertion_layers_max", max(trial.layers for trial in done), "layers", "<= 8", **told
        )


def _spread(cases: Sequence[Case], level: int) -> list[Case]:
    of_level = [case for case in cases if case.level == level]
    step = max(1, len(of_level) // OF_A_LEVEL)
    return of_level[::step][:OF_A_LEVEL]


def _with(table: Table, parent: str, child: Node) -> Table:
    def change(node: Node) -> Node:
        children = tuple(map(change, node.children))
        here = (child,) if node.id == parent else ()
        return structs.replace(node, children=(*children, *here))

    return structs.replace(table, map=structs.replace(table.map, nodes=(change(table.root),)))
