"""From a knowledge chain to an outline: title, sections, and which evidence each may use.

The model names note numbers under a schema; the program then makes sure that every piece of
evidence stands in exactly one section, so that two sections cannot say the same. Evidence the
model left out goes to the section whose notes it is most like.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from warehouse import prompts
from warehouse.engine.protocol import Engine, Request
from warehouse.library import Library
from warehouse.research.names import normal
from warehouse.research.records import Evidence
from warehouse.research.reduction import flat, head
from warehouse.run import Run
from warehouse.settings import Settings

LEAST_SECTIONS, MOST_SECTIONS = 3, 6
WORDS_A_SECTION = 200
NOTES_A_SECTION = 3
NOTE_CHARACTERS = 130
TITLE_CHARACTERS = 60
OUTLINE_TOKENS = 500


class Section(Struct, frozen=True):
    title: str
    evidence: tuple[Evidence, ...]


class Outline(Struct, frozen=True):
    title: str
    sections: tuple[Section, ...]


class _Section(Struct, frozen=True):
    title: str
    notes: tuple[int, ...]


class _Reply(Struct, frozen=True):
    title: str
    sections: tuple[_Section, ...]


def outline(
    task: str,
    evidence: Sequence[Evidence],
    library: Library,
    engine: Engine,
    settings: Settings,
    run: Run,
) -> Outline:
    """Sections that share out all of ``evidence`` (not empty)."""
    count = sections_for(len(evidence), settings.article_words)
    listed = "\n".join(f"[{one.number}] {head(one)}: {_short(one)}" for one in evidence)
    prompt = prompts.load("outline")
    request = Request(
        prompt.name,
        prompt.render(task=task, notes=listed, count=str(count)),
        OUTLINE_TOKENS,
        schema=_schema([one.number for one in evidence], count),
        seed=settings.seed,
    )
    reply = msgspec.json.decode(engine.complete([request], run)[0].text, type=_Reply)
    chosen = _distinct(reply.sections)
    shares = _shared_out([set(section.notes) for section in chosen], evidence, library)
    sections = [
        Section(section.title.strip(" .:"), tuple(one for one in evidence if one.number in share))
        for section, share in zip(chosen, shares, strict=True)
    ]
    title = reply.title.strip(" .") or task
    return Outline(title, tuple(section for section in sections if section.evidence))


def sections_for(notes: int, words: int) -> int:
    """How many sections the wanted length and the evidence there is can carry."""
    wanted = max(LEAST_SECTIONS, min(MOST_SECTIONS, round(words / WORDS_A_SECTION)))
    return max(1, min(wanted, notes // NOTES_A_SECTION))


def _short(evidence: Evidence) -> str:
    return flat(evidence.text)[:NOTE_CHARACTERS]


def _distinct(sections: Sequence[_Section]) -> list[_Section]:
    """Sections with the same title are one."""
    by_title: dict[str, _Section] = {}
    for section in sections:
        key = normal(section.title)
        notes = (*(by_title[key].notes if key in by_title else ()), *section.notes)
        by_title[key] = _Section(section.title, notes)
    return list(by_title.values())


def _shared_out(
    claimed: Sequence[set[int]], evidence: Sequence[Evidence], library: Library
) -> list[set[int]]:
    """Every number in one set: the first that claimed it, else the set it is most like."""
    shares: list[set[int]] = [set() for _ in claimed]
    placed: dict[int, int] = {}
    for index, numbers in enumerate(claimed):
        for number in sorted(numbers - placed.keys()):
            placed[number] = index
            shares[index].add(number)
    homeless = [one for one in evidence if one.number not in placed]
    if not homeless:
        return shares
    rows = library.retrieval.embed([f"{head(one)}: {flat(one.text)}" for one in evidence])
    at = {one.number: index for index, one in enumerate(evidence)}
    for one in homeless:
        alike = [
            max((float(np.dot(rows[at[one.number]], rows[at[n]])) for n in share), default=-1.0)
            for share in shares
        ]
        shares[int(np.argmax(alike))].add(one.number)
    return shares


def _schema(numbers: Sequence[int], count: int) -> dict[str, Any]:
    section = {
        "type": "object",
        "properties": {
            "title": {"type": "string", "minLength": 4, "maxLength": TITLE_CHARACTERS},
            "notes": {
                "type": "array",
                "items": {"type": "integer", "enum": list(numbers)},
                "minItems": 1,
                "maxItems": len(numbers),
            },
        },
        "required": ["title", "notes"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {
            "title": {"type": "string", "minLength": 4, "maxLength": TITLE_CHARACTERS + 30},
            "sections": {
                "type": "array",
                "items": section,
                "minItems": count,
                "maxItems": count,
            },
        },
        "required": ["title", "sections"],
        "additionalProperties": False,
    }
