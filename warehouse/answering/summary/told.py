"""The words of a summary: a piece of each document, told in a sentence and proven, and the opening.

A piece is prose that stands in the document, so that every sentence of the summary can be cited;
what cannot be told in proven words is quoted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from indexers.records import Loss
from warehouse.answering.answer import Written
from warehouse.answering.summary.chosen import Chosen
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence import pinned
from warehouse.methods.evidence.reduction import flat
from warehouse.records import Document, Hit, Place
from warehouse.results.records import Block, Claim, Evidence
from warehouse.steering import Numbers
from warehouse.writing import opening, wording
from warehouse.writing.outline import Outline, Section
from warehouse.writing.parts import Prose, Window
from warehouse.writing.plain import Filter
from warehouse.writing.unused_sentences import Spare
from warehouse.writing.wording import Refused, Said, Source

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


def pieces(chosen: Chosen, context: Context) -> list[Evidence]:
    """The most telling words of each document, or of each of its parts, and the words that the
    user keeps; each once, by document.
    """
    library, numbers = context.library, context.steering.numbers
    prose = Prose(library)
    telling: list[Evidence] = []
    for one in chosen.told:
        about = _about(one, library)
        hits = library.catalog.passage_hits(one.id)
        for group in _parts(hits) if chosen.by_parts else [hits[:PASSAGES_LOOKED_AT]]:
            if windows := prose.windows(group):
                rows = library.retrieval.embed([about, *(window.framed for window in windows)])
                best = windows[int((rows[1:] @ rows[0]).argmax())]
                telling.append(_evidence(best, prose, numbers))
    kept = pinned.places(context.steering.course.places, telling, numbers, library)
    every = {one.number: one for one in (*telling, *kept)}
    order = list(dict.fromkeys(one.place.document for one in every.values()))
    return sorted(every.values(), key=lambda one: order.index(one.place.document))


def told(
    pieces: Sequence[Evidence], by_parts: bool, context: Context
) -> tuple[list[Told], list[Loss]]:
    """Each piece in the model's own words where they are proven, else in the page's.

    A piece has the name of its document, ``by_parts`` that of its section.
    """
    context.run.step(STAGE, 0, len(pieces))
    names = [(by_parts and one.path) or one.title for one in pieces]
    sources = [Source(name, one.text, one.number) for name, one in zip(names, pieces, strict=True)]
    losses: list[Loss] = []
    made: list[Told] = []
    written = wording.anew(sources, pieces, context)
    for name, piece, one in zip(names, pieces, written, strict=True):
        losses += one.losses
        said = _quoted(piece, one, context) if isinstance(one, Refused) else one
        if said is None:
            losses.append(Loss(STAGE, name, NOTHING_ALONE, piece.place.document))
        else:
            made.append(Told(name, piece, said))
    return made, losses


def opened(
    head: str, title: str, made: Sequence[Told], context: Context
) -> tuple[Written, list[Loss]]:
    """Head, two or three proven sentences on the whole, and one line a piece; with what of the
    sentences may not stand. A single piece has no opening.
    """
    evidence = tuple(one.piece for one in made)
    rows: list[tuple[str, str, tuple[Claim, ...]]] = [("\n", "", ())]
    rows += [(f"\n- {flat(one.name)}: ", one.said.text, one.said.claims) for one in made]
    losses: list[Loss] = []
    if len(made) > 1:  # a single piece has no opening
        outline = Outline(title, tuple(Section(one.name, (one.piece,)) for one in made))
        blocks = [Block(2, one.name, one.said.text, one.said.claims) for one in made]
        begun, own, losses = opening.write(outline, blocks, evidence, context)
        if begun:
            rows.insert(0, ("\n\n", begun, own))
    text, claims = head, list[Claim]()
    for before, said, own in rows:
        text = f"{text}{before}" if text else before.lstrip("\n")
        claims += [wording.shifted(claim, len(text)) for claim in own]
        text += said
    return Written(text, tuple(claims), evidence), losses


def _about(document: Document, library: Library) -> str:
    """What a document says of itself: its title and header."""
    header = library.catalog.header(document.id)
    if header is None:
        return document.title
    return f"{document.title}: {header.summary} {'; '.join(header.topics)}"


def _parts(hits: Sequence[Hit]) -> list[list[Hit]]:
    """The passages of each part of a document: of its outermost sections, else of stretches.

    At most ``PARTS``, evenly through the document.
    """
    by_section: dict[str, list[Hit]] = {}
    for hit in hits:
        by_section.setdefault(hit.path.partition(" › ")[0], []).append(hit)
    groups = list(by_section.values())
    if len(groups) < FEWEST_SECTIONS:
        size = max(1, math.ceil(len(hits) / PARTS))
        groups = [list(hits[at : at + size]) for at in range(0, len(hits), size)]
    if len(groups) > PARTS:
        groups = [groups[round(at * (len(groups) - 1) / (PARTS - 1))] for at in range(PARTS)]
    return groups


def _evidence(window: Window, prose: Prose, numbers: Numbers) -> Evidence:
    page, label = prose.page(window)
    place = Place(window.hit.document, page, window.start, window.end)
    return Evidence(
        number=numbers.of(place),
        place=place,
        text=window.text,
        title=window.hit.title,
        page_label=label,
        path=window.hit.path,
        query="",
        score=1.0,
    )


def _quoted(piece: Evidence, refused: Refused, context: Context) -> Said | None:
    """A sentence of the piece that can stand alone, verbatim."""
    found = Spare([piece], Filter()).take(refused.text or piece.title)
    return wording.verbatim(found, [piece], context) if found else None
