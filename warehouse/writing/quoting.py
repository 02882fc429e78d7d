"""Words of the page between quotation marks: a whole sentence, or a long run of one that is told.
Pure.

A sentence near to its source is the one that a small model
tells rightly (MEASURED.md); what it takes over is shown to be taken over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import structs

from warehouse.proof import checks, citations
from warehouse.results.records import Claim
from warehouse.writing.notes_told import COPIED_WORDS

_MARKS = '"“”„«»'
_INNER = re.compile(  # whole ones, whatever marks; a straight one not in "class="x"" or a word
    rf'(?:(?<![^\s(\[–—-])"|[“”„«»])(?=\S)([^{_MARKS}]*[^\s\d{_MARKS}])(?:[“”«»]|"(?!\w))'
)
_ONE = re.compile(f"[{_MARKS}][^{_MARKS}]*[{_MARKS}]")
_WORD = re.compile(r"\w+")
_PAIRS = {"(": ")", "[": "]", "<": ">", "‘": "’", "'": "'"}


def quotation(sentence: str) -> str:
    """A sentence of the page between quotation marks; its own become single ones inside. One whose
    marks are no pairs, or inches, stays as it is.
    """
    bare = sentence.rstrip(".")
    inner = _INNER.sub(r"‘\1’", bare)
    if _ONE.fullmatch(bare) or any(mark in inner for mark in _MARKS):
        return sentence
    return f"“{inner}”"


def spoken(claim: Claim, sources: Sequence[str]) -> Claim:
    """A proven sentence, from 0 on, with what it takes over between quotation marks."""
    bare = in_marks(citations.without_marks(claim.text), sources)
    text = citations.remarked(bare, claim.cites) if claim.cites else bare
    return structs.replace(claim, start=0, end=len(text), text=text)


def in_marks(bare: str, sources: Sequence[str]) -> str:
    """The sentence, without citations, with each run of COPIED_WORDS or more that stands so in a
    source between quotation marks. What stands between marks already stays as it is.
    """
    folded = [checks.fold_marks(source) for source in sources]
    for first, last in reversed([*_runs(bare, folded)]):
        bare = f"{bare[:first]}“{bare[first:last]}”{bare[last:]}"
    return bare


def _runs(bare: str, sources: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The longest, in their order, none with a quotation mark in it. Of one that begins or ends in
    the middle of the sentence the words that say nothing stand outside.
    """
    quoted = [one.span() for one in _ONE.finditer(bare)]
    words = [one for one in _WORD.finditer(bare) if not any(a < one.start() < b for a, b in quoted)]
    at = 0
    while at + COPIED_WORDS <= len(words):
        last = at
        while last + 1 < len(words) and _stands(bare, words[at], words[last + 1], sources):
            last += 1
        if last - at + 1 >= COPIED_WORDS:
            telling = [n for n in range(at, last + 1) if checks.content(words[n][0])] or [at, last]
            first = words[telling[0] if at else 0]
            yield _with_brackets(
                bare, first.start(), words[last if last + 1 == len(words) else telling[-1]].end()
            )
            at = last
        at += 1


def _stands(bare: str, first: re.Match[str], last: re.Match[str], sources: Sequence[str]) -> bool:
    run = bare[first.start() : last.end()]
    if any(mark in run for mark in _MARKS):
        return False
    whole = re.compile(rf"(?<!\w){re.escape(checks.fold_marks(run))}(?!\w)")
    return any(whole.search(source) for source in sources)


def _with_brackets(bare: str, first: int, last: int) -> tuple[int, int]:
    """The range, with one that it closes before it, and one that it opens behind it."""
    before, behind = bare[first - 1 : first], bare[last : last + 1]
    opens = bool(before) and before in _PAIRS and _PAIRS[before] in bare[first:last]
    run = bare[first:last]
    closes = any(
        behind == end and run.count(start) > run.count(end) for start, end in _PAIRS.items()
    )
    return first - opens, last + closes
