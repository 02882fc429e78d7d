"""What was found, sorted into the map: insert, reorganise, clean (Co-STORM, section 3.2).

Insert: the concepts nearest to the piece and its question are candidates, and the model says which;
its word and the likeness are weighed together. Where none will do, from the top down, layer by
layer, at most DEEPEST. A concept with more pieces than the settings say is divided: the model names
the parts, and its pieces are inserted among them. Until it is sorted a piece stands at the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

import numpy as np
from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, closed, list_of, text_of
from warehouse.engine.replies import value_of
from warehouse.methods.costorm import mindmap
from warehouse.methods.costorm.ground import Ground
from warehouse.methods.evidence.reduction import flat
from warehouse.results.records import Evidence, Node
from warehouse.results.roundtable import Table, question_of
from warehouse.search.embedding import Vectors
from warehouse.search.names import normal
from warehouse.text import shortened

CANDIDATES, DEEPEST = 8, 8
LETTERS, NONE = ascii_uppercase[:CANDIDATES], "X"
WARMTH = 0.05  # of the likeness: so much more cosine counts as e times the model's word
NONE_FITS = 0.5  # P(none) from which no candidate will do
CONCEPT_TOKENS = 90
SHOWN, SHOWN_CHARACTERS, PIECE_CHARACTERS = 14, 110, 300
STAGE = "placing"


class Piece(Struct, frozen=True):
    """What is to be placed: its words and the question that found it, "" where none did."""

    number: int
    text: str
    question: str


class Placed(Struct, frozen=True):
    """The concept of each piece by its number, and how many layers the longest walk went down."""

    places: dict[int, str]
    layers: int = 0


def sorted_in(table: Table, ground: Ground) -> Table:
    """With what waited placed, and large concepts divided. Raises Cancelled."""
    pieces = pieces_of(table, ground.shown(table, table.unsorted))
    if pieces and table.root.children:
        ground.context.run.step(STAGE, 0, len(pieces))
        placement = insert(pieces, table.root, ground)
        table = mindmap.placed(table, placement.places)
        table = structs.replace(table, layers=max(table.layers, placement.layers))
    table = structs.replace(table, unsorted=())
    while (crowded := _crowded(table, ground)) is not None:
        table = divided(table, crowded, ground)
    return table


def pieces_of(table: Table, evidence: Sequence[Evidence]) -> list[Piece]:
    """What only the topic has found has no question: it is as near to all as to one."""
    found_by, topic = question_of(table), normal(table.topic)
    questions = [found_by.get(piece.number, piece.query) for piece in evidence]
    return [
        Piece(piece.number, flat(piece.text), "" if normal(question) == topic else question)
        for piece, question in zip(evidence, questions, strict=True)
    ]


def insert(pieces: Sequence[Piece], root: Node, ground: Ground) -> Placed:
    """Each piece in a concept of the tree; in the root only where nothing else fits."""
    below = {id: path for id, path in mindmap.paths(root).items() if id != root.id}
    places = {piece.number: root.id for piece in pieces}
    if not below:
        return Placed(places)
    ids, names = list(below), list(below.values())
    near = likeness(pieces, names, ground)
    candidates = [np.argsort(-row)[:CANDIDATES].tolist() for row in near]
    options = [[names[at] for at in indices] for indices in candidates]
    chances = _chances(pieces, options, root.title, ground)
    walking: list[Piece] = []
    for at, (piece, indices, chance) in enumerate(zip(pieces, candidates, chances, strict=True)):
        if chance[-1] >= NONE_FITS:
            walking.append(piece)
        else:
            places[piece.number] = ids[indices[_best(chance[:-1], near[at][indices])]]
    walked = walk(walking, root, ground)
    return Placed(places | walked.places, walked.layers)


def walk(pieces: Sequence[Piece], root: Node, ground: Ground) -> Placed:
    """From the root down, a layer at a time: all that are still on their way in one batch, each
    before the children nearest to it.
    """
    here = {piece.number: root for piece in pieces}
    moving, layers = list(pieces), 0
    while moving and layers < DEEPEST:
        moving = [piece for piece in moving if here[piece.number].children]
        if not moving:
            break
        layers += 1
        children = [_nearest(piece, here[piece.number].children, ground) for piece in moving]
        titles = [[child.title for child, _ in ranked] for ranked in children]
        chances = _chances(moving, titles, root.title, ground)
        going: list[Piece] = []
        for piece, ranked, chance in zip(moving, children, chances, strict=True):
            if chance[-1] < NONE_FITS:
                at = _best(chance[:-1], [cosine for _, cosine in ranked])
                here[piece.number] = ranked[at][0]
                going.append(piece)
        moving = going
    return Placed({number: node.id for number, node in here.items()}, layers)


def _nearest(piece: Piece, children: Sequence[Node], ground: Ground) -> list[tuple[Node, float]]:
    """The children that a piece may be shown, the likest first, each with its cosine."""
    near: list[float] = likeness([piece], [child.title for child in children], ground)[0].tolist()
    order = sorted(range(len(near)), key=lambda at: -near[at])[:CANDIDATES]
    return [(children[at], near[at]) for at in order]


def likeness(pieces: Sequence[Piece], names: Sequence[str], ground: Ground) -> Vectors:
    """Cosines, (pieces, names): of the words or of the question, whichever is nearer."""
    by_words = ground.alike([piece.text for piece in pieces], names)
    by_question = ground.alike([piece.question or piece.text for piece in pieces], names)
    return np.maximum(by_words, by_question)


def _best(chances: Sequence[float], alike: Sequence[float] | Vectors) -> int:
    weighed = np.log(np.maximum(chances, 1e-6)) + np.asarray(alike) / WARMTH
    return int(weighed.argmax())


def _chances(
    pieces: Sequence[Piece], asked: Sequence[Sequence[str]], topic: str, ground: Ground
) -> list[tuple[float, ...]]:
    """Of each piece how likely it belongs to each of its places, and to none, last."""
    prompt = prompts.load("table_place")
    requests = [
        ChooseRequest(
            prompt.name,
            prompt.render(
                none=NONE,
                places="\n".join(f"{at}. {name}" for at, name in zip(LETTERS, names, strict=False)),
                question=piece.question or topic,
                text=shortened(piece.text, PIECE_CHARACTERS),
            ),
            (*LETTERS[: len(names)], NONE),
        )
        for piece, names in zip(pieces, asked, strict=True)
    ]
    choices = ground.context.engine.choose(requests, ground.context.run) if requests else []
    return [choice.probabilities for choice in choices]


# Reorganise


def divided(table: Table, node: Node, ground: Ground) -> Table:
    """The pieces of a concept among parts of it that the model names; cleaned from below.

    Each goes to the part it is nearest to; what may not be shown stays. Where that divides nothing,
    it is remembered.
    """
    ground.context.run.step("dividing", 0, 1, node.title)
    pieces = pieces_of(table, ground.shown(table, node.evidence))
    new_table = mindmap.grown(table, node.id, _named(node, pieces, ground))
    grown = mindmap.concept(new_table, node.id)
    if grown.children:
        alone = structs.replace(
            grown, children=tuple(structs.replace(child, children=()) for child in grown.children)
        )
        new_table = mindmap.placed(new_table, insert(pieces, alone, ground).places)
    new_table = mindmap.cleaned(new_table)
    after = new_table.map.find(node.id)
    if after is None or len(after.evidence) < len(node.evidence):
        return new_table
    size = len(pieces)
    loss = Loss(STAGE, node.title, f"its {size} pieces could not be divided")
    vain = {**new_table.vain, node.id: size}
    return structs.replace(new_table, vain=vain, losses=(*new_table.losses, loss))


def _crowded(table: Table, ground: Ground) -> Node | None:
    """The first concept with too many pieces that may be shown, unless it could not be divided not
    long ago.
    """
    most = ground.context.settings.concept_pieces
    shown = {piece.number for piece in ground.standing(table)}
    for node in table.map.walk():
        size = len(shown.intersection(node.evidence))
        is_new = size >= table.vain.get(node.id, -most) + most
        if size > most and is_new and node.id not in table.pinned:
            return node
    return None


def _named(node: Node, pieces: Sequence[Piece], ground: Ground) -> list[str]:
    lines = [f"- {shortened(piece.text, SHOWN_CHARACTERS)}" for piece in pieces[:SHOWN]]
    given = {"concept": node.title, "notes": "\n".join(lines)}
    reply = ground.context.written("table_concepts", CONCEPT_TOKENS, given, _CONCEPTS)
    named = value_of(reply, dict[str, list[str]])
    return [flat(concept) for concept in named["concepts"]]


_CONCEPTS = closed(concepts=list_of(text_of(3, mindmap.NAME_CHARACTERS), 2, 5))
