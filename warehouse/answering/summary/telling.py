"""The words of a summary: a piece of each document, told in a sentence and proven, and the opening.

A piece is prose that stands in the document, so that every sentence of the summary can be cited;
what cannot be told in proven words is quoted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from indexers.records import Loss
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.reduction import flat
from warehouse.records import Document, Hit, Place
from warehouse.results.records import Block, Claim, Evidence
from warehouse.steering import Numbers
from warehouse.writing import opening as openings
from warehouse.writing import wording
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


def pieces(
    documents: Sequence[Document],
    by_parts: bool,
    library: Library,
    prose: Prose,
    numbers: Numbers,
) -> list[Evidence]:
    """The most telling words of each document, or of each of its parts."""
    found: list[Evidence] = []
    for one in documents:
        hits = library.catalog.passage_hits(one.id)
        groups = _parts(hits) if by_parts else [hits[:PASSAGES_LOOKED_AT]]
        header = library.catalog.header(one.id)
        about = f"{one.title}: {header.summary} {'; '.join(header.topics)}" if header else one.title
        for group in groups:
            window = _nearest(about, prose.windows(group), library)
            if window is not None:
                found.append(_evidence(window, prose, numbers))
    return found


def told(
    found: Sequence[Evidence], by_parts: bool, context: Context
) -> tuple[list[Told], list[Loss]]:
    """Each piece in the model's own words where they are proven, else in the page's.

    A piece has the name of its document, ``by_parts`` that of its section.
    """
    context.run.step(STAGE, 0, len(found))
    names = [(by_parts and one.path) or one.title for one in found]
    sources = [Source(name, one.text, one.number) for name, one in zip(names, found, strict=True)]
    losses: list[Loss] = []
    made: list[Told] = []
    written = wording.anew(sources, found, context)
    for name, piece, one in zip(names, found, written, strict=True):
        losses += one.losses
        said = _quoted(piece, one, context) if isinstance(one, Refused) else one
        if said is None:
            losses.append(Loss(STAGE, name, NOTHING_ALONE, piece.place.document))
        else:
            made.append(Told(name, piece, said))
    return made, losses


def opening(
    title: str,
    made: Sequence[Told],
    context: Context,
) -> tuple[str, tuple[Claim, ...], list[Loss]]:
    """Two or three proven sentences on the whole, and what of them may not stand; nothing for a
    single piece.
    """
    if len(made) < 2:
        return "", (), []
    outline = Outline(title, tuple(Section(one.name, (one.piece,)) for one in made))
    blocks = [Block(2, one.name, one.said.text, one.said.claims) for one in made]
    evidence = [one.piece for one in made]
    return openings.write(outline, blocks, evidence, context)


def text(
    begun: tuple[str, tuple[Claim, ...]], made: Sequence[Told], head: str
) -> tuple[str, tuple[Claim, ...]]:
    """Head, opening and one line a piece; with all claims at their places."""
    whole = head
    claims: list[Claim] = []
    if begun[0]:
        whole += "\n\n" if whole else ""
        claims += [wording.shifted(claim, len(whole)) for claim in begun[1]]
        whole += begun[0]
    for at, one in enumerate(made):
        whole += "\n" if at else "\n\n" if whole else ""
        whole += f"- {flat(one.name)}: "
        claims += [wording.shifted(claim, len(whole)) for claim in one.said.claims]
        whole += one.said.text
    return whole, tuple(claims)


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


def _nearest(about: str, windows: Sequence[Window], library: Library) -> Window | None:
    """The window nearest to what the document says of itself."""
    if not windows:
        return None
    rows = library.retrieval.embed([about, *(window.framed for window in windows)])
    return windows[int((rows[1:] @ rows[0]).argmax())]


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
