"""Orders to a machine in what a file says of itself: title, authors, site, outline, page labels.

These words stand in headers and in front of passages, and no sentence of the text covers them. What
speaks to a machine is left out there and told; the text itself is for the x-ray.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from indexers import addressed
from indexers.records import Loss, Page, Reading, Section, Sentence

_PARTING = "\n\n\n\n\n"  # farther than what is weighed together
_JOINTS = re.compile(r"[_\-.+\s]+")
_REASON = "left out: it speaks to a machine"
_SHOWN_CHARS = 120


def without(reading: Reading) -> Reading:
    """``reading`` without them; it is the same one where there are none."""
    titles = [one.title for one in reading.sections]
    labels = [one.label for one in reading.pages]
    fields = [reading.title, *reading.authors, reading.site]
    speaking = _speaking([*fields, *titles, *labels])
    kept = tuple(one for one in reading.told if not any(map(addressed.speaks, one.values)))
    if not speaking and kept == reading.told:
        return reading
    told = [*_told("title", [reading.title], speaking), *_told("author", reading.authors, speaking)]
    told += [*_told("site", [reading.site], speaking), *_told("heading", titles, speaking)]
    told += _told("page label", labels, speaking)
    return msgspec.structs.replace(
        reading,
        title="" if reading.title in speaking else reading.title,
        authors=tuple(one for one in reading.authors if one not in speaking),
        site="" if reading.site in speaking else reading.site,
        sections=_sections(reading.sections, speaking),
        pages=_pages(reading.pages, speaking),
        losses=(*reading.losses, *told),
        told=kept,
    )


def name_speaks(name: str) -> bool:
    """Whether the name of a file, without its ending, does: its words are joined by other signs."""
    return addressed.speaks(name) or addressed.speaks(_JOINTS.sub(" ", name))


def _speaking(words: Sequence[str]) -> frozenset[str]:
    """Of many short texts, by one look at them all."""
    once = list(dict.fromkeys(filter(None, words)))
    places, at = [], 0
    for one in once:
        places.append(Sentence(at, at + len(one)))
        at += len(one) + len(_PARTING)
    text = _PARTING.join(once)
    return frozenset(text[one.start : one.end] for one in addressed.suspects(text, places))


def _told(what: str, words: Sequence[str], speaking: frozenset[str]) -> list[Loss]:
    found = dict.fromkeys(one for one in words if one in speaking)
    return [Loss("reading", f"{what} “{one[:_SHOWN_CHARS]}”", _REASON) for one in found]


def _sections(sections: tuple[Section, ...], speaking: frozenset[str]) -> tuple[Section, ...]:
    return tuple(one for one in sections if one.title not in speaking)


def _pages(pages: tuple[Page, ...], speaking: frozenset[str]) -> tuple[Page, ...]:
    if not any(one.label in speaking for one in pages):
        return pages
    return tuple(
        msgspec.structs.replace(one, label=str(one.index + 1)) if one.label in speaking else one
        for one in pages
    )
