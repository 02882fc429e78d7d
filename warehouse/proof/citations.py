"""Reading a written text: its sentences, and the citation marks each one carries.

A mark is ``[3]``, ``[1][4]``, ``[1, 4]`` or ``[2-4]``. It belongs to the sentence it follows,
whether the author put it before the full stop or after. What may be years is one at an end only:
"as Weber [1998] showed" has none. Marks are blanked out, not cut, so every range stays a range of
the text as written. What is shown and exported takes marks from here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from indexers.text import sentences
from warehouse.proof.units import begins_with_day

_PART = r"(?!0+\b)\d{1,4}(?:\s*[–-]\s*\d{1,4})?"
INSIDE = rf"{_PART}(?:\s*[,;]\s*{_PART})*"
_YEARS = r"(?:(?:1\d|20)\d\d[\s,;–-]*)+"
_AT_END = rf"(?:[^\S\n]*\[{INSIDE}\]){{0,8}}[^\S\n]*(?:[.!?…;。！？\n]|\Z)"
MARK = re.compile(rf"\[(?!{_YEARS}\](?!{_AT_END})){INSIDE}\]")
IN_NOTE = r"[1-9]\d{0,2}(?:\s*[,;–-]\s*[1-9]\d{0,2})*"  # of a page: no year, and no [0, 10]
NOTE = re.compile(rf"\[{IN_NOTE}\]")
_BRACKETED = re.compile(rf"[^\S\n]?\[{IN_NOTE} ?\]")
_APART = re.compile(rf"(?:(?<=[.,;:!?…。！？”’»])| )(?:{NOTE.pattern})+")
_LETTER = r"\[[a-z]\]"
# Marks of notes that are letters, "came, [a] and": with a gap behind a stop or comma. Elsewhere an
# editor put that letter in, or it is code, or a sound.
_LETTERED = re.compile(rf"(?<=[.,!?…)])(?:[^\S\n]{_LETTER})+(?![\w(\[.,])")
_NAMED = re.compile(r"[^\S\n]?\[(?:note|nb) [1-9]\d?\](?!\w)")
_LINE = re.compile(r"[^\n]+")
_CLOSED = re.compile(rf"{MARK.pattern}[.!?]\s+(?=\S)")  # nothing goes on after it
_GAP = re.compile(r"\s*")
_LEAD = re.compile(r"\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+|>\s*)?")
_HEADING = re.compile(r"#+(?:\s|$)")
_WORD = re.compile(r"[^\W_]")
_RANGE = re.compile(r"(\d+)\s*[–-]\s*(\d+)")
LONGEST_RANGE = 20


class Sentence(Struct, frozen=True):
    """``written`` is ``text[start:end]``; ``bare`` has no marks; ``cites`` in order, once each."""

    start: int
    end: int
    written: str
    bare: str
    cites: tuple[int, ...]
    heading: bool = False


def read(text: str) -> tuple[Sentence, ...]:
    """Every sentence of the text, headings and list items included, in order."""
    return tuple(sentence for line in _LINE.finditer(text) for sentence in _line(text, line))


def cited(text: str) -> tuple[int, ...]:
    """The numbers that the marks in the text name, in order of first mention."""
    numbers: list[int] = []
    for mark in MARK.findall(text):
        for part in re.split(r"[,;]", mark.strip("[]")):
            span = _RANGE.fullmatch(part.strip())
            low, high = (int(span[1]), int(span[2])) if span else (int(part), int(part))
            numbers.extend(range(low, min(high, low + LONGEST_RANGE) + 1))
    return tuple(dict.fromkeys(numbers))


def without_marks(text: str) -> str:
    """The text without its marks and without the gaps they leave."""
    bare = re.sub(rf"\s*{MARK.pattern}", "", text)
    return " ".join(bare.split())


def with_gaps(text: str) -> str:
    """Words of a page with gaps in the marks of its own notes, "[3 ]": they cite nothing here."""
    return NOTE.sub(lambda note: f"{note[0][:-1]} ]", text)


def without_notes(text: str) -> str:
    """Words of a page without the marks of its own notes; what may be code, "x[1]", has a gap."""
    return with_gaps(_APART.sub("", without_lettered(text)))


def without_any_note(text: str) -> str:
    """For comparing: words of a page without what looks like a mark of its notes."""
    return without_lettered(_BRACKETED.sub("", text))


def without_lettered(text: str) -> str:
    """Words of a page without the marks of its notes that are letters, or named so; where such
    letters stand in other places, too, they are no notes.
    """
    if "[" not in text:
        return text
    bare = _LETTERED.sub("", text)
    return _NAMED.sub("", text if re.search(_LETTER, bare) else bare)


def remarked(sentence: str, cites: tuple[int, ...]) -> str:
    """The sentence with marks for ``cites`` before its end, in place of those it has."""
    bare = re.sub(rf"\s*{MARK.pattern}", "", sentence).rstrip()
    stop = len(bare.rstrip(".!?。！？"))
    return f"{bare[:stop]} {''.join(f'[{number}]' for number in cites)}{bare[stop:]}"


def _line(text: str, line: re.Match[str]) -> Iterator[Sentence]:
    lead = (_GAP if begins_with_day(line[0]) else _LEAD).match(line[0])
    first = line.start() + (lead.end() if lead else 0)
    body = text[first : line.end()]
    if _HEADING.match(body):
        yield Sentence(first, line.end(), body, body.strip(" #"), (), heading=True)
        return
    masked = MARK.sub(lambda mark: " " * len(mark[0]), body)
    breaks = sorted(
        {sentence.start for sentence in sentences.split(masked)[1:]}
        | {match.end() for match in _CLOSED.finditer(body)}
    )
    breaks = [  # a stop alone belongs to what it ends
        at for at, end in pairwise([*breaks, len(body)]) if _WORD.search(masked, at, end)
    ]
    for start, end in pairwise([0, *breaks, len(body)]):
        piece = body[start:end].rstrip()
        if bare := without_marks(piece):
            yield Sentence(first + start, first + start + len(piece), piece, bare, cited(piece))
