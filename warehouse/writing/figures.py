"""Figures and tables of the sources for the sections of an article, by their captions.

Looked at are the captions on the pages that a section cites and on the next, and in what has no
pages those near by. One whose caption is
like the section, or that a cited passage names ("see Figure 3") and that is somewhat like it, is
taken: one for each section, a few in an article, each once. An article never fails for a figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from indexers.errors import ReadingError, Stopped
from indexers.records import Loss
from warehouse.context import Context
from warehouse.documents.figures.captions import Caption, label_of
from warehouse.documents.figures.find import Figures
from warehouse.errors import Cancelled, MunimentError
from warehouse.proof import citations
from warehouse.results.records import Block, Evidence, Figure

LIKE, LIKE_NAMED = 0.5, 0.3
"""Cosines of caption and section from which a figure is taken. With all-MiniLM-L6-v2, 35,000 pairs
of a paragraph and a caption of the same manual that it does not name lie under LIKE but for 2 in
100, 133 pairs of which it does lie over LIKE_NAMED but for 13 in 100.
"""
MOST = 3  # in an article
MOST_LOOKED_AT = 12  # pages that are rendered for it
FEWEST_LETTERS = 12  # of a caption, its label left out
ILLUSTRATING = "illustrating"
_MAY_NAME = re.compile(r"\b(?=[FfTtAaCcSs])")
_NUMBER = re.compile(r"\d.*|[IVX]+$")


class Candidate(Struct, frozen=True):
    section: int
    figures: Figures
    caption: Caption
    is_named: bool
    cosine: float

    @property
    def fits(self) -> bool:
        return self.cosine >= (LIKE_NAMED if self.is_named else LIKE)

    @property
    def key(self) -> tuple[str, int]:
        return self.figures.document.id, self.caption.start


def illustrated(
    blocks: Sequence[Block],
    sections: Sequence[int],
    evidence: Sequence[Evidence],
    context: Context,
) -> tuple[list[Block], list[Loss]]:
    """The blocks, some of those in ``sections`` with a figure. Raises Cancelled."""
    all_blocks = list(blocks)
    try:
        fitting = sorted(
            (
                candidate
                for candidate in _candidates(all_blocks, sections, evidence, context)
                if candidate.fits
            ),
            key=lambda one: (not one.is_named, -one.cosine),
        )
        for at, figure in _taken(fitting, all_blocks, context):
            all_blocks[at] = structs.replace(all_blocks[at], figures=(figure,))
    except Cancelled:
        raise
    except Stopped as error:
        raise Cancelled from error
    except (MunimentError, ReadingError) as error:
        return all_blocks, [Loss(ILLUSTRATING, "the figures", str(error))]
    except Exception as bug:  # of ours: it costs a figure, not the article
        return all_blocks, [Loss(ILLUSTRATING, "the figures", f"a mistake in the program: {bug}")]
    return all_blocks, []


def _taken(
    found: Sequence[Candidate], blocks: Sequence[Block], context: Context
) -> Iterator[tuple[int, Figure]]:
    """The best first; one that cannot be drawn makes room for the next."""
    standing = [figure for block in blocks for figure in block.figures]
    used = {(figure.place.document, figure.place.start) for figure in standing}
    full = {at for at, block in enumerate(blocks) if block.figures}
    left = MOST - len(standing)
    for looked, candidate in enumerate(found[:MOST_LOOKED_AT]):
        if left <= 0:
            return
        if candidate.section in full or candidate.key in used:
            continue
        context.run.step(ILLUSTRATING, looked, min(len(found), MOST_LOOKED_AT))
        figure = candidate.figures.figure(candidate.caption)
        if figure is not None:
            left -= 1
            full.add(candidate.section)
            used.add(candidate.key)
            yield candidate.section, figure


def _candidates(
    blocks: Sequence[Block],
    sections: Sequence[int],
    evidence: Sequence[Evidence],
    context: Context,
) -> list[Candidate]:
    library = context.library
    known: dict[str, Figures] = {}
    numbered = {piece.number: piece for piece in evidence}
    candidates: list[Candidate] = []
    for at in sections:
        context.run.check()
        cited = dict.fromkeys(number for claim in blocks[at].claims for number in claim.cites)
        pieces = [numbered[number] for number in cited if number in numbered]
        places: dict[tuple[str, int], tuple[Figures, Caption, bool]] = {}
        for piece in pieces:
            id = piece.place.document
            if not library.catalog.knows(id):
                continue
            if id not in known:
                context.run.step(ILLUSTRATING, 0, 1, piece.title)
                known[id] = Figures(library, id, lambda: context.run.cancelled)
            names = set(_named(piece.text))
            for caption in known[id].captions_near(piece.place):
                is_named = _name(caption.label) in names
                before = places.get((id, caption.start))
                places[id, caption.start] = (
                    known[id],
                    caption,
                    is_named or (before is not None and before[2]),
                )
        candidates += _weighed(at, blocks[at], list(places.values()), context)
    return candidates


def _weighed(
    at: int, block: Block, places: Sequence[tuple[Figures, Caption, bool]], context: Context
) -> list[Candidate]:
    captions = [
        (figures, caption, named, figures.words(caption)) for figures, caption, named in places
    ]
    captions = [
        entry for entry in captions if len(entry[3]) - len(entry[1].label) >= FEWEST_LETTERS
    ]
    if not captions:
        return []
    section = f"{block.title}. {citations.without_marks(block.text)}"
    cosines = context.library.retrieval.likeness(section, [words for *_, words in captions])
    return [
        Candidate(at, figures, caption, named, float(cosine))
        for (figures, caption, named, _), cosine in zip(captions, cosines, strict=True)
    ]


def _named(text: str) -> Iterator[tuple[str, str]]:
    """What figures and tables a text speaks of."""
    for word in _MAY_NAME.finditer(text):
        if (label := label_of(text[word.start() : word.start() + 40])) is not None:
            yield _name(label[1])


def _name(label: str) -> tuple[str, str]:
    """``fig 3`` is ``Figure 3``."""
    named, number = label_of(label), _NUMBER.search(label)
    return (named[0] if named else "", number.group() if number else label)
