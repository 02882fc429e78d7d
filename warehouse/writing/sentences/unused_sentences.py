"""Verbatim sentences of the evidence that an article has not used yet.

They stand in for what the model could not prove: copied by the program, they cannot be wrong.
Only a sentence that can stand alone is offered, never one that begins with "it" or "this".
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

import numpy as np

from indexers.text import cells, sentences
from warehouse.methods.evidence import prose
from warehouse.methods.evidence.reduction import flat, head
from warehouse.proof import checks
from warehouse.proof.cited import Sentence
from warehouse.results.records import Evidence
from warehouse.search.embedding import Embed
from warehouse.search.names import normal
from warehouse.writing.sentences.plain import Filter


class Spare:
    """What ``evidence`` has to offer, of ``among`` alone where that is given; ``fit`` knows what
    the article says already.
    """

    def __init__(
        self, evidence: Sequence[Evidence], fit: Filter, among: Container[str] | None = None
    ) -> None:
        self.evidence, self._fit = evidence, fit
        offered = [sentence for piece in evidence for sentence in standing(piece)]
        self._all = [sentence for sentence in offered if among is None or sentence.text in among]

    def take(self, instead_of: str = "") -> Sentence | None:
        """The unused sentence nearest to the one it replaces, used from now on."""
        free = self._unused()
        if not free:
            return None
        best = max(free, key=lambda one: checks.overlap(instead_of, one.text))
        self._fit.say(best.text)
        return best

    def nearest(self, question: str, most: int, embed: Embed) -> list[Sentence]:
        """At most ``most`` unused sentences, those nearest to the question in meaning, in the order
        of the evidence; used from now on.
        """
        free = self._unused() if most > 0 else []
        if not free:
            return []
        rows = embed([question, *(sentence.text for sentence in free)])
        taken: list[Sentence] = []
        for at in np.argsort(-(rows[1:] @ rows[0])):
            if len(taken) < most and not self._fit.repeats(free[at].text):
                self._fit.say(free[at].text)
                taken.append(free[at])
        return sorted(taken, key=self._all.index)

    def _unused(self) -> list[Sentence]:
        again = self._fit.says_again([sentence.text for sentence in self._all])
        return [sentence for sentence, said in zip(self._all, again, strict=True) if not said]


def standing(piece: Evidence) -> list[Sentence]:
    """Sentences of a piece of evidence that can stand alone, on one line each."""
    return [Sentence(text, (piece.number,)) for text in alone(piece.text, head(piece))]


def alone(words: str, around: str = "") -> list[str]:
    """The sentences of some words that can stand alone under ``around``, their title and heading,
    on one line each; no row of a table, none whose beginning may be on the page before, and none
    that hangs on its neighbours, unless there is nothing else.
    """
    able: dict[str, bool] = {}
    for raw, text, hangs, is_begun in _with_beginnings(words, around):
        if (
            not cells.has_cells(raw)
            and prose.is_prose(text)
            and not prose.leans(text)
            and not prose.speaks_of_untold(text, around)
            and is_begun
        ):
            able.setdefault(text, hangs)
    return [text for text, hangs in able.items() if not hangs] or [*able]


def hanging(words: str, around: str = "") -> set[str]:
    """Those that hang on what stands beside them, whose beginning may be there, or that send the
    reader elsewhere.
    """
    return {
        text
        for _, text, hangs, is_begun in _with_beginnings(words, around)
        if hangs or not is_begun or prose.points_elsewhere(text)
    }


def _with_beginnings(words: str, around: str) -> Iterator[tuple[str, str, bool, bool]]:
    """As ``told``, and whether it begins as a sentence does, or behind the end of one."""
    whole = False
    for raw, text, hangs in told(words, around):
        yield raw, text, hangs, whole or not text[:1].islower()
        whole = text.endswith(".")


def told(words: str, around: str = "") -> Iterator[tuple[str, str, bool]]:
    """The sentences of some words as they are, on one line without the mark of a list, and whether
    each hangs on what stands beside it: an item of a list, a question, what is in brackets, or what
    explains a term above it that ``around`` does not name.
    """
    named, label, end = normal(around), False, 0
    for place in sentences.split(words):
        raw = words[place.start : place.end]
        text = prose.without_mark(flat(raw))
        explains = label and "\n" in words[end : place.start]
        yield raw, text, explains or prose.is_bullet(raw) or prose.is_aside(text)
        label, end = prose.is_label(raw) and normal(text) not in named, place.end
