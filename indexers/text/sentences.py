"""Text to sentences: ranges, trimmed, in order; none crosses a blank line.

A block is what stands between blank lines. Inside a prose block an ender (``.``, ``!``, ``?``,
``…`` and the enders of CJK, Arabic and Devanagari) closes a sentence unless the words around it
say otherwise: abbreviations, initials, list numbers, a small letter next (though a name like
``bzip2`` begins a sentence, after a word that the text has without a full stop, too). A block with
single line breaks (code, tables, verse) is cut at line breaks only: table rows (cells separated by
a tab) one by one and long ones by their sentences, other lines gathered into units of readable
size. What introduces such lines stands before them in the same block and is prose: its last
sentence, which ends with a colon, keeps the first of the lines, for neither says much alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from indexers.records import Sentence
from indexers.text.raised import NOTED

LONGEST_CHARS = 1000
_GATHER_CHARS = 300
_LONG_ROW_CHARS = 400
_SHORTEST_WORD = 4  # letters, of one that is no abbreviation though a small letter follows
_AROUND = 50_000  # characters in which such a word is looked for

_BLANK = re.compile(r"\n[^\S\n]*\n\s*")
NOTE = rf"(?>\[\d+(?:[-–, ]+\d+)*\]|{NOTED})"  # the mark of a note, behind what ends a sentence
_CLOSERS = "\"'”’»›)\\]}"
_ENDER = re.compile(
    rf"[.!?…]+[{_CLOSERS}]*"
    rf"(?:{NOTE}+|(?<=[a-z]{{2}}[.!?])\d{{1,2}})?(?=\s)"
    r"|[。！？｡．](?:[”’」』）】》])*"
    r"|[।॥؟۔](?=\s|$)"
)
_CLOSING = "\"'”’»›)]}"
_LAST_TOKEN = re.compile(r"[^\s(\[\"“‘«—–]+$")
_SOFT_BREAK = re.compile(r"[;:,]\s|\s[–—]\s")

# Never the end of a sentence.
_HARD_WORDS = """
mr mrs ms dr prof rev fr hon gen col capt lt sgt maj gov sen rep pres st mt messrs mme mlle
fig figs eq eqs eqn tab sec sect ch chap vol vols no nos nr pp p pg art par ed eds trans cf
viz vs v i.e e.g ie eg approx ca c resp incl excl esp seq op cit ibid ref refs app def thm
z.b d.h u.a bzw bspw vgl abs bd hrsg sog evtl ggf usf m.e p.ex av n° núm pág sig sr sra srta
jan feb mar apr jun jul aug sep sept oct nov dec dept univ assn bros
"""
# The end of a sentence only before a word that often begins one.
_SOFT_WORDS = (
    "etc al inc ltd co corp jr a.m p.m u.s u.k u.n e.u ph.d b.c a.d d.c mio mrd tsd mln mld bln "
    "az rn rz rdnr tz ziff"
)
_GERMAN = frozenset(("az", "rn", "rz", "tz"))  # capitals are a state's or a nurse's
_STARTER_WORDS = """
the a an this that these those it its he she they we you i in on at as for from by with to
when while if although however but and or so then there here after before during since our
his her their my your what who how why where not no each every some many most all both one
der die das ein eine es er sie wir le la les un une il elle el los en lo
"""
_MONTH_WORDS = "januar februar märz april mai juni juli august september oktober november dezember"
_HARD, _SOFT = frozenset(_HARD_WORDS.split()), frozenset(_SOFT_WORDS.split())
_STARTERS, _MONTHS = frozenset(_STARTER_WORDS.split()), frozenset(_MONTH_WORDS.split())


def split(text: str, entire: Sequence[tuple[int, int]] = ()) -> tuple[Sentence, ...]:
    """The sentences of ``text``. Every character that is not white space is in exactly one.

    ``entire`` are ranges in order, each within a block, that are one sentence whatever is in them.
    """
    found: list[Sentence] = []
    for start, end in _blocks(text):
        for low, high in _pieces(text, start, end, entire):
            if high - low <= LONGEST_CHARS:
                found.append(Sentence(low, high))
            else:
                found.extend(Sentence(a, b) for a, b in _shortened(text, low, high))
    return tuple(found)


def texts(text: str) -> list[str]:
    """The sentences of ``text`` as they stand there."""
    return [text[sentence.start : sentence.end] for sentence in split(text)]


def _pieces(
    text: str, start: int, end: int, entire: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    at = bisect_left(entire, (start, 0)) if entire else 0
    while at < len(entire) and entire[at][1] <= end:
        for before in _trimmed(text, start, entire[at][0]):
            yield from _block(text, *before)
        yield entire[at]
        start, at = entire[at][1], at + 1
    for rest in _trimmed(text, start, end):
        yield from _block(text, *rest)


def _block(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    return _lines(text, start, end) if "\n" in text[start:end] else _prose(text, start, end)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    position = 0
    for blank in _BLANK.finditer(text):
        yield from _trimmed(text, position, blank.start())
        position = blank.end()
    yield from _trimmed(text, position, len(text))


def _trimmed(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The range without white space at its ends; none where nothing is left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return ((start, end),) if start < end else ()


def _prose(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for ender in _ENDER.finditer(text, start, end):
        if ender.end() < end and _ends(text, begin, ender, end):
            yield from _trimmed(text, begin, ender.end())
            begin = ender.end()
    yield from _trimmed(text, begin, end)


def _ends(text: str, begin: int, ender: re.Match[str], end: int) -> bool:
    mark = text[ender.start()]
    if mark not in ".!?…":
        return True
    next_word = _next_word(text, ender.end(), end)
    if not next_word:
        return False
    if next_word[0].islower():
        return ender.group() == "." and _is_a_word(text, begin, ender.start())
    if mark != "." or ender.end() - ender.start() > 1:
        return True
    return _full_stop(text, begin, ender.start(), next_word)


def _full_stop(text: str, begin: int, stop: int, next_word: str) -> bool:
    """Whether the single ``.`` at ``stop`` ends the sentence begun at ``begin``."""
    token = _LAST_TOKEN.search(text, max(begin, stop - 40), stop)
    if token is None:
        return True
    word = token.group().lower()
    other = word in _GERMAN and token.group().isupper()
    if (word in _SOFT and not other) or _is_initial(token.group()):
        return next_word.lower() in _STARTERS
    if word in _HARD:
        return False
    if word.rstrip(".").isdigit():
        alone = not text[begin : token.start()].strip()
        return not alone and next_word.lower() not in _MONTHS
    return True


def _is_a_word(text: str, begin: int, stop: int) -> bool:
    """Does a word end at ``stop`` that stands elsewhere in ``text`` without a full stop?"""
    found = _LAST_TOKEN.search(text, max(begin, stop - 40), stop)
    word = found.group().rstrip(_CLOSING) if found else ""
    if len(word) < _SHORTEST_WORD or not (word.isalpha() and word.islower()):
        return False
    if word in _HARD or word in _SOFT:
        return False
    first = max(0, stop // _AROUND - 1) * _AROUND
    parts = range(first, stop + _AROUND, _AROUND)
    return any(word in _between_spaces(text[at : at + _AROUND]) for at in parts)


@lru_cache(maxsize=4)
def _between_spaces(part: str) -> frozenset[str]:
    """Whole words of a part of a text, without the first and last, which may be cut."""
    return frozenset(part.split(" ")[1:-1])


def _is_initial(token: str) -> bool:
    letters = token.split(".")
    return all(len(part) == 1 and part.isupper() for part in letters)


def _next_word(text: str, start: int, end: int) -> str:
    while start < end and (text[start].isspace() or text[start] in "\"'“‘«‹(["):
        start += 1
    stop = start
    while stop < end and text[stop].isalnum():
        stop += 1
    return text[start : max(stop, min(start + 1, end))]


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = position = start
    first = text.find("\n", start, end)
    introduced = text[first - 1] == ":" and "\t" not in text[start:first]
    if introduced:
        *before, (begin, _) = _prose(text, start, first)
        yield from before
        position = first + 1
    filled = position
    while position < end:
        stop = text.find("\n", position, end)
        stop = end if stop < 0 else stop
        row = "\t" in text[position:stop]
        full = stop - filled > _GATHER_CHARS and filled < position
        if (row or full) and begin < position:
            yield from _trimmed(text, begin, position)
            begin = filled = position
        position = stop + 1
        if row:
            cut = _prose if stop - begin > _LONG_ROW_CHARS else _trimmed
            yield from cut(text, begin, stop)
            begin = filled = position
    yield from _trimmed(text, begin, end)


def _shortened(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut what no one would read as one sentence, at the last soft break before the limit."""
    while end - start > LONGEST_CHARS:
        cut = start + LONGEST_CHARS
        breaks = [found.end() for found in _SOFT_BREAK.finditer(text, (start + cut) // 2, cut)]
        if not breaks:
            space = text.rfind(" ", start + 1, cut)
            breaks = [space if space > start else cut]
        yield from _trimmed(text, start, breaks[-1])
        start = breaks[-1]
    yield from _trimmed(text, start, end)
