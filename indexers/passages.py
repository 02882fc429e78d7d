"""Sentences to passages: windows of whole sentences inside one section.

A passage holds about ``tokens`` tokens of the embedder; neighbours share ``overlap`` sentences.
A sentence longer than that is a passage of its own. Every sentence is in at least one passage.
Words hidden from the eye are never in one passage with words that are seen, nor is a list of
references in one with what a document says itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

from indexers.records import Passage, Reading, Section
from indexers.text.literature import unheaded
from indexers.xray import quiet_sections

_PIECE = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W_]+|[^\w\s]|_")
_ALPHABETIC, _OTHER, _FOREIGN = 0.5, 0.9, 1.35
_OTHER_SCRIPTS = frozenset(
    ["ar", "be", "bg", "el", "fa", "he", "hi", "ja", "ko", "mk", "ru", "sr", "th", "uk", "ur", "zh"]
)


def approximate_tokens(text: str) -> int:
    """Word pieces of BERT's English tokenizer, estimated within a tenth for English.

    Long words break, other alphabets go nearly by the letter, CJK goes by the character.
    """
    return round(sum(map(_pieces, _PIECE.findall(text))))


def _pieces(word: str) -> float:
    length = len(word)
    if word[0] < "\u0250":
        return 1 if length < 9 else 1 + (length - 3) // 5
    if length == 1:
        return 1
    return 1 + (_ALPHABETIC if word[0] < "\u0530" else _OTHER) * (length - 1)


def _counter(language: str) -> Callable[[str], int]:
    """Words of other languages in Latin letters break more often than English ones."""
    if language in ("en", "") or language in _OTHER_SCRIPTS:
        return approximate_tokens
    return lambda text: round(_FOREIGN * approximate_tokens(text))


def cut(
    reading: Reading, tokens: int, overlap: int, count: Callable[[str], int] | None = None
) -> tuple[Passage, ...]:
    """The passages of a reading, in order. ``count`` counts tokens; by default an estimate."""
    count = count or _counter(reading.language)
    sizes = [count(reading.text[s.start : s.end]) for s in reading.sentences]
    passages = []
    paths = _Paths(quiet_sections(reading))
    starts = [page.start for page in reading.pages]
    for low, high, path in _runs(reading, paths):
        for first, last in _windows(sizes, low, high, tokens, overlap):
            start, end = reading.sentences[first].start, reading.sentences[last].end
            page = max(0, bisect_right(starts, start) - 1)
            passages.append(Passage(start, end, first, last, path, page))
    return tuple(passages)


class _Paths:
    """The section path at an offset."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self._sections = sections
        self._starts = [section.start for section in sections]
        self._paths: list[str] = []
        open_titles: list[tuple[int, str]] = []
        for section in sections:
            while open_titles and open_titles[-1][0] >= section.level:
                open_titles.pop()
            open_titles.append((section.level, section.title))
            self._paths.append(" › ".join(title for _, title in open_titles))

    def at(self, offset: int) -> tuple[int, str]:
        index = bisect_right(self._starts, offset) - 1
        return (index, self._paths[index]) if index >= 0 else (-1, "")


def _runs(reading: Reading, paths: _Paths) -> list[tuple[int, int, str]]:
    """Runs of sentence indices (last excluded) that stand in one section, with its path."""
    runs: list[tuple[int, int, str]] = []
    current = None
    hidden = [suspect for suspect in reading.suspects if suspect.kind == "hidden"]
    starts = [suspect.start for suspect in hidden]
    lists = unheaded(reading.text)
    for index, sentence in enumerate(reading.sentences):
        section, path = paths.at(sentence.start)
        at = bisect_right(starts, sentence.start) - 1
        veiled = at >= 0 and sentence.start < hidden[at].end
        in_list = bool(lists) and any(low <= sentence.start < high for low, high in lists)
        here = (section, veiled, in_list)
        if here == current:
            runs[-1] = (runs[-1][0], index + 1, path)
        else:
            runs.append((index, index + 1, path))
            current = here
    return runs


def _windows(
    sizes: Sequence[int], low: int, high: int, tokens: int, overlap: int
) -> list[tuple[int, int]]:
    """(first, last) pairs, last included, that cover ``low..high``."""
    windows = []
    before = [0, *accumulate(sizes[low:high])]
    first = low
    while first < high:
        last, total = first, sizes[first]
        while last + 1 < high and total + sizes[last + 1] <= tokens:
            last += 1
            total += sizes[last]
        rest = before[-1] - before[last + 1 - low]
        if 0 < rest <= tokens // 4 and total + rest <= tokens + tokens // 4:
            last = high - 1
        windows.append((first, last))
        if last + 1 >= high:
            break
        first = max(last + 1 - overlap, first + 1)
        while first <= last and sum(sizes[first : last + 2]) > tokens:
            first += 1
    return windows
