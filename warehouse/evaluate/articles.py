"""Articles that people wrote (FreshWiki: title, summary, sections of sentences), as measured on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

UNDER = " › "


class Section(Struct, frozen=True):
    title: str
    sentences: tuple[str, ...] = ()
    subsections: tuple[Section, ...] = ()


class Article(Struct, frozen=True):
    title: str
    summary: str = ""
    sections: tuple[Section, ...] = ()

    @property
    def name(self) -> str:
        return self.title.replace("_", " ")


def flat(sections: Sequence[Section]) -> Iterator[Section]:
    """Each section with those under it, in the order of the text."""
    for section in sections:
        yield section
        yield from flat(section.subsections)


def sections(given: Sequence[Section], above: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every section that says something, the outer ones first: its path, and its sentences."""
    for section in given:
        heading = f"{above}{UNDER}{section.title}" if above else section.title
        said = [_ended(sentence) for sentence in section.sentences if sentence.strip()]
        if said:
            yield heading, said
        yield from sections(section.subsections, heading)


def _ended(sentence: str) -> str:
    flat = " ".join(sentence.split())
    return flat if re.search(r"[.!?]$", flat) else f"{flat}."
