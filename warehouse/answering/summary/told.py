"""The words of a summary: a piece of each document, told in a sentence and proven, and the opening.

A piece is prose of the document; what cannot be told in proven words stands as the page has it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence import pinned
from warehouse.methods.evidence.reduction import made
from warehouse.question import language
from warehouse.records import Document, Hit
from warehouse.results.records import Block, Claim, Evidence
from warehouse.text import quoted
from warehouse.writing import overview
from warehouse.writing.retold.parts import Prose, Window
from warehouse.writing.sentences import wording
from warehouse.writing.sentences.plain import Filter
from warehouse.writing.sentences.unused_sentences import Spare
from warehouse.writing.sentences.wording import Said, Source

PASSAGES_LOOKED_AT = 30
PARTS = 12
FEWEST_SECTIONS = 3
STAGE = "writing"
NOTHING_ALONE = "no sentence of it stands alone"


class Told(Struct, frozen=True):
    """What is said of one piece, under the name that stands before it."""

    name: str
    piece: Evidence
    said: Said


def pieces(documents: Sequence[Document], by_parts: bool, context: Context) -> list[Evidence]:
    """The most telling words of each document, or of each of its parts, and what the user keeps."""
    library, numbers = context.library, context.steering.numbers
    prose = Prose(library)
    telling: list[Evidence] = []
    for document in documents:
        about = _about(document, library)
        hits = library.catalog.passage_hits(document.id)
        for group in _parts(hits) if by_parts else [hits[:PASSAGES_LOOKED_AT]]:
            if windows := prose.windows(group):
                rows = library.retrieval.embed([about, *(window.framed for window in windows)])
                best = windows[int((rows[1:] @ rows[0]).argmax())]
                telling.append(_evidence(best, context))
    kept = pinned.places(context.steering.course.places, telling, numbers, library)
    by_number = {piece.number: piece for piece in (*telling, *kept)}
    order = list(dict.fromkeys(piece.place.document for piece in by_number.values()))
    return sorted(by_number.values(), key=lambda one: order.index(one.place.document))


def told(
    pieces: Sequence[Evidence], by_parts: bool, context: Context
) -> tuple[list[Told], list[Loss]]:
    """Each piece in the model's own words where they are proven, in the language of the question,
    else in the page's.

    A piece has the name of its document, ``by_parts`` that of its section.
    """
    context.run.step(STAGE, 0, len(pieces))
    names = [(by_parts and piece.path) or piece.title for piece in pieces]
    sources = [
        Source(name, piece.text, piece.number, language=_wanted([piece], context))
        for name, piece in zip(names, pieces, strict=True)
    ]
    losses: list[Loss] = []
    telling: list[Told] = []
    written = wording.anew(sources, pieces, context)
    for name, piece, said in zip(names, pieces, written, strict=True):
        losses += said.losses
        if isinstance(said, Said):
            telling.append(Told(name, piece, said))
        elif alone := Spare([piece], Filter()).take(said.text or piece.title):
            telling.append(Told(name, piece, wording.verbatim(alone, [piece], context)))
        else:
            losses.append(Loss(STAGE, name, NOTHING_ALONE, piece.place.document))
    return telling, losses


def joined(
    head: str, title: str, pieces: Sequence[Told], context: Context
) -> tuple[str, tuple[Claim, ...], list[Loss]]:
    """(head, two or three proven sentences on the whole, and one line a piece; its claims; what of
    the sentences may not stand). A single piece has no opening.
    """
    rows = [
        ("\n", Said("", ())),
        *((f"\n- {quoted(told_piece.name)}: ", told_piece.said) for told_piece in pieces),
    ]
    losses: list[Loss] = []
    if len(pieces) > 1:
        blocks = [
            Block(2, told_piece.name, told_piece.said.text, told_piece.said.claims)
            for told_piece in pieces
        ]
        evidence = [told_piece.piece for told_piece in pieces]
        opening, opening_claims, losses = overview.write(
            title, blocks, evidence, context, _wanted(evidence, context)
        )
        if opening:
            rows.insert(0, ("\n\n", Said(opening, opening_claims)))
    text, claims = head, list[Claim]()
    for before, said in rows:
        text = f"{text}{before}" if text else before.lstrip("\n")
        claims += [claim.moved(len(text)) for claim in said.claims]
        text += said.text
    return text, tuple(claims), losses


def _wanted(pieces: Sequence[Evidence], context: Context) -> str:
    """The language of the question, where none of the pieces is in it."""
    documents = {piece.place.document for piece in pieces}
    return language.wanted(context.reading.language, documents, context.library)


def _about(document: Document, library: Library) -> str:
    """What a document says of itself: its title and header."""
    header = library.catalog.header(document.id)
    said = f": {header.summary} {'; '.join(header.topics)}" if header else ""
    return f"{document.title}{said}"


def _parts(hits: Sequence[Hit]) -> list[list[Hit]]:
    """The passages of each part of a document: of its outermost sections, else of stretches.

    At most ``PARTS``, evenly through the document.
    """
    groups = [[*some] for _, some in groupby(hits, lambda hit: hit.path.partition(" › ")[0])]
    if len(groups) < FEWEST_SECTIONS:
        size = max(1, math.ceil(len(hits) / PARTS))
        groups = [list(hits[at : at + size]) for at in range(0, len(hits), size)]
    if len(groups) > PARTS:
        groups = [groups[round(at * (len(groups) - 1) / (PARTS - 1))] for at in range(PARTS)]
    return groups


def _evidence(window: Window, context: Context) -> Evidence:
    stands = context.library.catalog.stands(window.hit.document, window.start, window.end)
    number = context.steering.numbers.of(stands[0])
    return made(window.hit, stands, window.text, "", 1.0, number)
