"""Which paragraph says what a document is about.

Front matter (licences, permissions, thanks, tables of contents) comes first in many documents and
speaks of something else. It is told by signals, not by its words: what it says comes back nowhere
in the document. A paragraph near the beginning is believed when its words are spread over the
document as those of its paragraphs usually are, or when it speaks of what the title names; the
first such one is taken, since that is where authors say it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from statistics import median

from msgspec import Struct

from indexers.records import Reading, Sentence
from indexers.text.cells import has_cells
from warehouse.search.common_words import is_common

LOOKED_CHARS = (20_000, 60_000)  # at least, and at most an eighth of the document
SLICES, SLICE_CHARS, SAMPLED_CHARS = 24, 400, 16_000
FEWEST_SLICES = 4
USUAL, HALF_USUAL = 0.8, 0.35  # of the median of the paragraphs looked at
OF_TITLE = 0.5
SHORTEST_CHARS, SHORTEST_SENTENCE_CHARS = 80, 40
FEWEST_WORDS = 5
_WORD = re.compile(r"[^\W\d_][\w’'-]*[^\W_]|[^\W\d_]")
_BLANK = re.compile(r"\n[^\S\n]*\n\s*")
_ENDED = re.compile(r"[.!?。！？।؟][\"'”’»)\]]*$")


def words(text: str) -> Iterator[str]:
    """In lower case, without those that say nothing of what a text is about."""
    for match in _WORD.finditer(text):
        word = match.group().lower()
        if len(word) > 2 and not is_common(word):
            yield word


class Spread:
    """Over how much of a text its words are spread."""

    def __init__(self, text: str) -> None:
        self.slices = min(SLICES, len(text) // SLICE_CHARS)
        self._length = max(1, len(text))
        self._where: dict[str, set[int]] = {}
        for number in range(self.slices):
            start, end = (len(text) * at // self.slices for at in (number, number + 1))
            for word in set(words(text[start : min(end, start + SAMPLED_CHARS)])):
                self._where.setdefault(word, set()).add(number)

    def of(self, word: str) -> float:
        """The share of the slices that have it, 0..1."""
        return len(self._where.get(word, ())) / max(1, self.slices)

    def elsewhere(self, said: set[str], at: int) -> float:
        """How often the words come back in slices other than the one at ``at``: their mean share,
        0..1.
        """
        its_slice = {min(self.slices - 1, at * self.slices // self._length)}
        back = sum(len(self._where.get(word, set()) - its_slice) for word in said)
        return back / max(1, len(said)) / max(1, self.slices - 1)


class Paragraph(Struct, frozen=True):
    """Its sentences of prose; ``likeness`` is that to the rest of the document, ``of_title`` the
    share of the title's words that it has.
    """

    sentences: tuple[str, ...]
    likeness: float
    of_title: float


def telling(reading: Reading, spread: Spread) -> tuple[str, ...]:
    """The sentences of the paragraph that says what it is about, and of those that follow it;
    none where no paragraph does.
    """
    paragraphs = list(_paragraphs(reading, spread))
    if not paragraphs:
        return ()
    usual = median(paragraph.likeness for paragraph in paragraphs)
    for at, paragraph in enumerate(paragraphs):
        if sum(map(len, paragraph.sentences)) >= SHORTEST_CHARS and _speaks_of_it(paragraph, usual):
            follow = (next for next in paragraphs[at + 1 :] if _speaks_of_it(next, usual))
            return (*paragraph.sentences, *(said for next in follow for said in next.sentences))
    return ()


def _speaks_of_it(one: Paragraph, usual: float) -> bool:
    if usual <= 0 or one.likeness >= USUAL * usual:
        return True
    return one.of_title >= OF_TITLE and one.likeness >= HALF_USUAL * usual


def _paragraphs(reading: Reading, spread: Spread) -> Iterator[Paragraph]:
    """Those at the beginning that are prose, in their order."""
    text = reading.text
    least, most = LOOKED_CHARS
    end = min(len(text), max(least, min(most, len(text) // 8)))
    titled = set(words(reading.title))
    starts = [sentence.start for sentence in reading.sentences]
    for low, high in _blocks(text, end):
        inside = reading.sentences[bisect_left(starts, low) : bisect_left(starts, high)]
        prose = _prose(text, inside)
        said = set(words(" ".join(prose)))
        if len(said) < FEWEST_WORDS:
            continue
        enough = spread.slices >= FEWEST_SLICES
        likeness = spread.elsewhere(said, low) if enough else 1.0
        yield Paragraph(prose, likeness, len(titled & said) / max(1, len(titled)))


def _blocks(text: str, end: int) -> Iterator[tuple[int, int]]:
    start = 0
    for blank in _BLANK.finditer(text, 0, end):
        yield start, blank.start()
        start = blank.end()
    if start < end:
        yield start, end


def _prose(text: str, inside: Sequence[Sentence]) -> tuple[str, ...]:
    """The sentences of a block that are prose; none where most of it is not."""
    said = [text[sentence.start : sentence.end] for sentence in inside]
    prose = tuple(" ".join(sentence.split()) for sentence in said if is_prose(sentence))
    return prose if len(prose) >= 0.6 * len(said) else ()


def is_prose(sentence: str) -> bool:
    """Whether it is a whole sentence in words: no heading, row, entry of contents, or code."""
    flat = " ".join(sentence.split())
    tokens = flat.split(" ")
    letters = sum(mark.isalpha() for mark in flat)
    digits = sum(mark.isdigit() for mark in flat)
    small = sum(token[:1].islower() for token in tokens)
    return (
        len(flat) >= SHORTEST_SENTENCE_CHARS
        and _ENDED.search(flat) is not None
        and not has_cells(sentence)
        and letters > 0.7 * len(flat)
        and digits < 0.06 * len(flat)
        and small >= 0.4 * len(tokens)
    )
