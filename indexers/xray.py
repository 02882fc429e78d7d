"""The x-ray of a reading: what cannot be seen, what speaks to a machine, and which words may not
go into a prompt.

Readers tell what they saw hidden; here sentences addressed to a machine are added, of all words,
seen or not. ``withheld`` are the ranges that stay out of prompts until the user allows them, and
``masked`` takes them out of a text without moving a single offset.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from indexers.orders import addressed
from indexers.records import Reading, Section, Sentence, Suspect

VERSION = 2
_BLANK = " "


class _Range(Protocol):
    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def look_through(
    text: str, sentences: Sequence[Sentence], told: Iterable[Suspect]
) -> tuple[Suspect, ...]:
    """All suspects of a text in order; hidden words that speak to a machine say both."""
    speaking = addressed.suspects(text, sentences)
    suspects = [_with(suspect, speaking) for suspect in told if suspect.start < suspect.end]
    hidden = [suspect for suspect in suspects if suspect.kind == "hidden"]
    suspects += [
        suspect for suspect in speaking if not any(_meet(suspect, other) for other in hidden)
    ]
    return tuple(sorted(suspects, key=lambda one: (one.start, one.end, one.kind)))


def _with(one: Suspect, speaking: Sequence[Suspect]) -> Suspect:
    inside = [other.reason for other in speaking if _meet(one, other)]
    if one.kind != "hidden" or not inside:
        return one
    return msgspec.structs.replace(one, reason="; ".join([one.reason, *dict.fromkeys(inside)]))


def _meet(one: _Range, other: _Range) -> bool:
    return one.start < other.end and other.start < one.end


def withheld(suspects: Iterable[Suspect]) -> tuple[Suspect, ...]:
    """Those whose words stay out of prompts; characters were taken out of the text already."""
    return tuple(suspect for suspect in suspects if suspect.kind != "characters")


def masked(text: str, start: int, ranges: Iterable[_Range]) -> str:
    """``text``, which begins at offset ``start``, with blanks for what stands in the ranges."""
    end = start + len(text)
    pieces, at = [], start
    inside = [(span.start, span.end) for span in ranges if span.start < end and span.end > start]
    for low, high in sorted(inside):
        low, high = max(low, at), min(high, end)
        if low < high:
            pieces += [text[at - start : low - start], _BLANK * (high - low)]
            at = high
    return "".join([*pieces, text[at - start :]])


def quiet_sections(reading: Reading) -> tuple[Section, ...]:
    """The sections whose headings may stand in a prompt, in front of what they govern."""
    out = withheld(reading.suspects)
    if not out:
        return reading.sections
    return tuple(
        section
        for section in reading.sections
        if not any(other.start <= section.start < other.end for other in out)
        and not addressed.speaks(section.title)
    )
