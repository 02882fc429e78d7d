"""Words of the page between quotation marks: a whole sentence, or a long run of one that is told.
Pure.

A sentence near to its source is the one that a small model
tells rightly (MEASURED.md); what it takes over is shown to be taken over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import structs

from indexers.text.raised import NOTED
from warehouse.methods.evidence.prose import leans, points_elsewhere
from warehouse.proof import checks, citations, cited, claims
from warehouse.proof.cited import Sentence
from warehouse.results.records import Claim
from warehouse.text import words_in
from warehouse.writing.sentences.notes_told import COPIED_WORDS
from warehouse.writing.sentences.plain import has_voice_of_source

_MARKS = '"“”„«»'
_INNER = re.compile(  # whole ones, whatever marks; a straight one not in "class="x"" or a word
    rf'(?:(?<![^\s(\[–—-])"|[“”„«»])(?=\S)([^{_MARKS}]*[^\s\d{_MARKS}])(?:[“”«»]|"(?!\w))'
)
_ONE = re.compile(rf"(?<!\d)[{_MARKS}][^{_MARKS}]*[{_MARKS}]")
_WORD = re.compile(r"\w+")
_NOTE = re.compile(rf"(?<=[.!?…]){NOTED}\s*$")
FEWEST_WORDS = 3  # of a quotation
SOON = 4  # words of it, among which a clause may begin
MOSTLY, LONGER = 0.5, 1.5  # of its words between marks; of its length, what a whole one may have
_BEGINS = re.compile(r"(?<![^\s(\[<‘'–—])")  # of a word, not of "-bit"
_ENDS = re.compile(r"(?=[.,;:!?)\]>’'…।]*(?:[\s—]|$))")  # not "libstdc" of "libstdc++"
_WITHIN = re.compile(r"(?<!\w)['‘]“([^“”]*)”['’](?!\w)")  # the model's own marks around ours
_PAUSE = frozenset(",;:")
_PAIRS = {"(": ")", "[": "]", "<": ">", "‘": "’", "'": "'"}


def quotation(sentence: str) -> str:
    """A sentence of the page between quotation marks, without the marks of its notes; its own
    become single ones inside. One whose marks are no pairs, or inches, stays as it is.
    """
    sentence = _without_notes(sentence)
    bare = sentence.rstrip(".")
    inner = _INNER.sub(r"‘\1’", bare)
    if _ONE.fullmatch(bare) or any(mark in inner for mark in _MARKS):
        return sentence
    return f"“{inner}”"


def _without_notes(sentence: str) -> str:
    return _NOTE.sub("", citations.without_lettered(sentence))


def spoken(claim: Claim, sources: Sequence[str]) -> Claim:
    """A proven sentence, from 0 on, with what it takes over between quotation marks."""
    bare = in_marks(citations.without_marks(claim.text), sources)
    text = citations.remarked(bare, claim.cites) if claim.cites else bare
    return structs.replace(claim, start=0, end=len(text), text=text)


def as_told(claim: Claim, sentence: str, page: str) -> Claim:
    """The same, ``sentence`` of a ``page`` being what it tells; where it takes over most of that,
    the whole sentence, which is easier to read.
    """
    partly = spoken(claim, [page])
    if not (_may_be_quoted(claim, sentence, page) and is_mostly(partly.text, sentence)):
        return partly
    text = cited.text([Sentence(quotation(sentence), claim.cites)])
    return Claim(0, len(text), text, claim.cites, "quoted", claims.COPIED)


def _may_be_quoted(claim: Claim, sentence: str, page: str) -> bool:
    """Is it one sentence that the page has so, that stands alone and says all that is told? Of one
    that says "it" the wording names what that is.
    """
    says = checks.content(citations.without_marks(claim.text)) <= checks.content(sentence)
    is_single = len(citations.read(sentence)) == 1
    stands = is_single and not (leans(sentence) or points_elsewhere(sentence))
    return says and stands and checks.is_quoted(sentence, [page])


def is_mostly(told: str, source: str) -> bool:
    """Is most of what is told between marks, and the whole sentence of the source not much longer,
    in nobody's voice, and such that it can be quoted?
    """
    words = words_in(citations.without_marks(told))
    free = words_in(checks.outside_quotations(citations.without_marks(told)))
    can_be = quotation(source) != _without_notes(source)
    fits = words_in(source) <= LONGER * words and can_be
    return free <= (1 - MOSTLY) * words and fits and not has_voice_of_source(source)


def in_marks(bare: str, sources: Sequence[str]) -> str:
    """The sentence, without citations, with each run of COPIED_WORDS or more that stands so in a
    source between quotation marks. What stands between marks already stays as it is.
    """
    folded = [checks.fold_marks(source) for source in sources]
    for run in reversed([*_runs(bare, folded)]):
        first, last = _with_brackets(bare, run, folded)
        bare = f"{bare[:first]}“{bare[first:last]}”{bare[last:]}"
    return _WITHIN.sub(r"“\1”", bare)


def _runs(bare: str, sources: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The longest, in their order, none with a quotation mark in it. Of one that begins or ends in
    the middle of the sentence the words that say nothing stand outside.
    """
    quoted = [match.span() for match in _ONE.finditer(bare)]
    words = [
        word for word in _WORD.finditer(bare) if not any(a < word.start() < b for a, b in quoted)
    ]
    at = 0
    while at + COPIED_WORDS <= len(words):
        last = at
        while last + 1 < len(words) and _stands(bare, words[at], words[last + 1], sources):
            last += 1
        if last - at + 1 >= COPIED_WORDS:
            yield from _trimmed(bare, words, at, last, sources)
            at = last
        at += 1


def _trimmed(
    bare: str, words: Sequence[re.Match[str]], at: int, last: int, sources: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """From the first of its words that says something to the last, whole words both; not from the
    end of a clause on ("bug, it is important to …"), where the next begins soon.
    """
    run = words[at : last + 1]
    early = run[1:SOON] if at else ()  # a sentence is quoted from its first word on
    pauses = (word.start() for word in early if bare[: word.start()].rstrip()[-1:] in _PAUSE)
    soonest = max(pauses, default=0)
    begin = [
        word.start()
        for n, word in enumerate(run, start=at)
        if word.start() >= soonest
        and (n == 0 or word.start() == soonest or checks.content(word[0]))
        and _BEGINS.match(bare, word.start())
    ]
    ends = [
        word.end()
        for n, word in enumerate(run, start=at)
        if (n + 1 == len(words) or checks.content(word[0])) and _ENDS.match(bare, word.end())
    ]
    for first, end in product(begin, reversed(ends)):
        if _is_held(bare[first:end], sources):
            if len(_WORD.findall(bare[first:end])) >= FEWEST_WORDS:
                yield first, end
            return


def _stands(bare: str, first: re.Match[str], last: re.Match[str], sources: Sequence[str]) -> bool:
    run = bare[first.start() : last.end()]
    folded = checks.fold_marks(run)
    return not any(mark in run for mark in _MARKS) and any(folded in source for source in sources)


def _is_held(run: str, sources: Sequence[str]) -> bool:
    whole = checks.in_whole_words(checks.fold_marks(run))
    return any(whole.search(source) for source in sources)


def _with_brackets(bare: str, run: tuple[int, int], sources: Sequence[str]) -> tuple[int, int]:
    """The range, with one that it closes before it, and one that it opens behind it, where the
    source has them there, too.
    """
    first, last = run
    before, behind = bare[:first][-1:], bare[last : last + 1]
    inner = bare[first:last]
    opens = bool(before) and before in _PAIRS and _PAIRS[before] in inner
    closes = any(
        behind == end and inner.count(start) > inner.count(end) for start, end in _PAIRS.items()
    )
    wider = first - opens, last + closes
    return wider if _is_held(bare[slice(*wider)], sources) else run
