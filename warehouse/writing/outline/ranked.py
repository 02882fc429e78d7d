"""Evidence by its nearness to the topic: what of it an outline is drafted over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexers.records import Loss
from warehouse.methods.evidence.prose import is_prose, leans, speaks_of_untold
from warehouse.methods.evidence.reduction import flat, framed, head, lost
from warehouse.proof import citations
from warehouse.results.records import Evidence, Research
from warehouse.search.embedding import Embed
from warehouse.structures.communities import Matrix
from warehouse.text import words_in
from warehouse.writing.sentences import unused_sentences

EVIDENCE_A_WORD = 3.0  # words of evidence for a word of an article
CHOSEN_FROM = 1.5  # times so much evidence an outline is drafted over
NEAR = 0.25  # cosine from which a piece is about a section
_OPEN = re.compile(r"[?:!][.\"'”’)]*$")
_NAME = re.compile(r"[\"“«„‘][^\"”»“‘’]*[\"”»“’][.,]?$")


class Ranked(Struct, frozen=True):
    """Research with the unit vectors of its evidence, (pieces, dimension), how near each is to the
    topic (cosines), and how much it is worth there: as near as it and its heading are together,
    and more for what tells much by itself and for what serves the user's purpose, where known.
    """

    research: Research
    rows: Matrix
    near: Matrix
    topical: Matrix

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return self.research.evidence

    def nearest_first(self) -> Research:
        """As a planner is shown it."""
        order = np.argsort(-self.topical, kind="stable")
        return _with(self.research, (self.evidence[at] for at in order))

    def only(self, kept: NDArray[np.bool_], why: str) -> tuple[Ranked, list[Loss]]:
        """Without the other evidence, and that as losses."""
        pairs = list(zip(self.evidence, kept.tolist(), strict=True))
        research = _with(self.research, (piece for piece, is_kept in pairs if is_kept))
        losses = [lost("outlining", piece, why) for piece, is_kept in pairs if not is_kept]
        rows, near, topical = self.rows[kept], self.near[kept], self.topical[kept]
        return Ranked(research, rows, near, topical), losses

    def statements(self) -> NDArray[np.bool_]:
        """The evidence that says something by itself; all of it where none does."""
        statements = np.array(
            [is_statement(piece.text, head(piece)) for piece in self.evidence], bool
        )
        return statements if statements.any() else np.ones(len(statements), bool)

    def about(self, heads: Sequence[Matrix]) -> NDArray[np.bool_]:
        """The evidence near to the topic and to a section of each draft; ``heads`` are the unit
        vectors of these. All of it where none is: the drafts are about something else then.
        """
        near = np.max([(self.rows @ vectors.T).max(axis=1) for vectors in heads], axis=0)
        is_near: NDArray[np.bool_] = np.minimum(near, self.near) >= NEAR
        return is_near if is_near.any() else np.ones(len(is_near), bool)

    def enough(self, words: int) -> NDArray[np.bool_]:
        """The evidence nearest to the topic, CHOSEN_FROM times what so many words rest on: what is
        farther would only fill sections that the library knows nothing of.
        """
        room = CHOSEN_FROM * EVIDENCE_A_WORD * words
        order = np.argsort(-self.topical, kind="stable")
        lengths = [words_of([self.evidence[at]]) for at in order]
        enough = np.zeros(len(order), bool)
        enough[order[np.cumsum([0, *lengths])[: len(order)] < room]] = True
        return enough


def ranked(research: Research, embed: Embed) -> Ranked:
    texts = [framed(piece) for piece in research.evidence]
    heads = list(dict.fromkeys(head(piece) for piece in research.evidence))
    vectors = embed([research.task, *texts, *heads])
    near = vectors[1:] @ vectors[0]
    headed = dict(zip(heads, near[len(texts) :], strict=True))
    of_heads = np.array([headed[head(piece)] for piece in research.evidence], np.float32)
    rows, near = vectors[1 : len(texts) + 1], near[: len(texts)]
    return Ranked(research, rows, near, near + of_heads)


def enough(evidence: Sequence[Evidence], near: Matrix, words: int) -> list[Evidence]:
    """Of the evidence the nearest that so many words rest on, in its order; one piece at least."""
    room, kept = EVIDENCE_A_WORD * words, set[int]()
    for at in np.argsort(-near, kind="stable").tolist():
        if not kept or room > 0:
            kept.add(at)
            room -= words_of([evidence[at]])
    return [piece for at, piece in enumerate(evidence) if at in kept]


def is_statement(text: str, around: str = "") -> bool:
    """Has it a whole sentence of words that does not lean on what stood before it, nor speaks of
    "such tools" that neither it nor ``around``, its title and heading, names?

    A question, the lead of a list or an item of it, what explains a term above it, a line of code
    or the title of a work tells a reader of an article nothing.
    """
    sentences = unused_sentences.told(text, around)
    if all(hangs for _, sentence, hangs in sentences if is_prose(sentence)):
        return False
    bare_sentences = [sentence.bare for sentence in citations.read(flat(text))]
    good = [
        is_prose(sentence)
        and not (_OPEN.search(sentence) or _NAME.match(sentence))
        and not speaks_of_untold(sentence, " ".join((around, *bare_sentences[:at])))
        for at, sentence in enumerate(bare_sentences)
    ]
    return any(good) and (not leans(bare_sentences[0]) or sum(good) > 1)


def words_of(evidence: Iterable[Evidence]) -> int:
    return sum(words_in(piece.text) for piece in evidence)


def _with(research: Research, evidence: Iterable[Evidence]) -> Research:
    return msgspec.structs.replace(research, evidence=tuple(evidence))
