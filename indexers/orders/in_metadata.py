"""Orders to a machine in what a file says of itself: title, authors, site, outline, page labels.

These words stand in headers and in front of passages, and no sentence of the text covers them. What
speaks to a machine is left out there and told; the text itself is for the x-ray.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from indexers.orders import addressed
from indexers.records import Loss, Page, Reading, Section, Sentence

_PARTING = "\n\n\n\n\n"  # farther than what is weighed together
_JOINTS = re.compile(r"[_\-.+\s]+")
_REASON = "left out: it speaks to a machine"
_SHOWN_CHARS = 120


def without(reading: Reading) -> Reading:
    """``reading`` without them; it is the same one where there are none."""
    titles = [section.title for section in reading.sections]
    labels = [page.label for page in reading.pages]
    fields = [reading.title, *reading.authors, reading.site]
    speaking = _speaking([*fields, *titles, *labels])
    kept = tuple(fact for fact in reading.told if not any(map(addressed.speaks, fact.values)))
    if not speaking and kept == reading.told:
        return reading
    losses = [
        *_told("title", [reading.title], speaking),
        *_told("author", reading.authors, speaking),
    ]
    losses += [*_told("site", [reading.site], speaking), *_told("heading", titles, speaking)]
    losses += _told("page label", labels, speaking)
    return msgspec.structs.replace(
        reading,
        title="" if reading.title in speaking else reading.title,
        authors=tuple(author for author in reading.authors if author not in speaking),
        site="" if reading.site in speaking else reading.site,
        sections=_sections(reading.sections, speaking),
        pages=_pages(reading.pages, speaking),
        losses=(*reading.losses, *losses),
        told=kept,
    )


def name_speaks(name: str) -> bool:
    """Whether the name of a file, without its ending, does: its words are joined by other signs."""
    return addressed.speaks(name) or addressed.speaks(_JOINTS.sub(" ", name))


def _speaking(words: Sequence[str]) -> frozenset[str]:
    """Of many short texts, by one look at them all."""
    once = list(dict.fromkeys(filter(None, words)))
    places, at = [], 0
    for phrase in once:
        places.append(Sentence(at, at + len(phrase)))
        at += len(phrase) + len(_PARTING)
    text = _PARTING.join(once)
    return frozenset(
        text[suspect.start : suspect.end] for suspect in addressed.suspects(text, places)
    )


def _told(what: str, words: Sequence[str], speaking: frozenset[str]) -> list[Loss]:
    spoken = dict.fromkeys(phrase for phrase in words if phrase in speaking)
    return [Loss("reading", f"{what} “{phrase[:_SHOWN_CHARS]}”", _REASON) for phrase in spoken]


def _sections(sections: tuple[Section, ...], speaking: frozenset[str]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.title not in speaking)


def _pages(pages: tuple[Page, ...], speaking: frozenset[str]) -> tuple[Page, ...]:
    if not any(page.label in speaking for page in pages):
        return pages
    return tuple(
        msgspec.structs.replace(page, label=str(page.index + 1)) if page.label in speaking else page
        for page in pages
    )
