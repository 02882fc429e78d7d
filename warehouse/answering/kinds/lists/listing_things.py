"""The things that documents name, each once: what a list of things is made of.

They are read off a table that has a column for them, or the model picks them out of the sentences
near the topic (near.py); what it picks must stand there, is asked for once more ("does it belong?")
and is merged under one name. Where nothing can be picked out, the nearest sentences stand for
themselves. A pinned document is read for names in any case.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from indexers.records import Loss
from warehouse import prompts
from warehouse.answering.kinds.lists import entries
from warehouse.answering.kinds.lists.entries import Entry, Numbered
from warehouse.answering.kinds.lists.judging import BATCH, BELONGS, belong
from warehouse.answering.kinds.lists.mapping import Map, Reached
from warehouse.answering.kinds.lists.near import Near, cells, nearest
from warehouse.answering.kinds.question.topics import Topic
from warehouse.engine.protocol import Request
from warehouse.library import Library
from warehouse.proof import checks
from warehouse.research.evidence.reduction import flat
from warehouse.research.evidence.sentences import Line
from warehouse.research.meter import Metered
from warehouse.research.names import normal
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.settings import Settings

MOST_ITEMS = 12
ITEM_CHARACTERS = 60
ITEM_TOKENS = 140
TEXT_CHARACTERS = 1000
FOLLOWING = 2  # sentences after a near one that are read with it
MOST_SENTENCES = 8
SOURCE_CHARACTERS = 500
IN_COLUMN = "it stands in the column"
IN_TABLES = "not read for names: a table of another document has a column of them"
NOT_NEAR = "no sentence of it is near what the list is about"
NEAREST = "it stands nearest to the list; no name could be picked out of it"
_SCHEMA = {
    "type": "object",
    "properties": {
        "items": {
            "type": "array",
            "items": {"type": "string", "minLength": 2, "maxLength": ITEM_CHARACTERS},
            "maxItems": MOST_ITEMS,
        }
    },
    "required": ["items"],
    "additionalProperties": False,
}


class _Items(msgspec.Struct, frozen=True):
    items: tuple[str, ...]


def found(
    topic: Topic,
    mapped: Map,
    numbered: Numbered,
    library: Library,
    meter: Metered,
    settings: Settings,
    run: Run,
) -> tuple[list[Entry], list[Loss]]:
    """The things that the documents name near the topic, as they were found, and the others."""
    pinned = frozenset(run.course.pins)
    near = nearest(topic, mapped.reached, library, pinned)
    tables = _Merged()
    for cell in cells(topic, near):
        tables.add(cell.name, cell.line, f"{IN_COLUMN} “{cell.column}”")
    told = tables.documents
    close = {one.line: one.score for one in near}
    read = [one for one in mapped.reached if any(line in close for line in one.lines)]
    if told:
        read = [one for one in read if one.document.id in pinned - told]
    known = {*told, *(one.document.id for one in read)}
    losses = _unread(mapped, known, IN_TABLES if told else NOT_NEAR)
    picked, unfit = _all_picked(topic, read, close, tables, meter, settings, run)
    things, unlikely = _belonging(topic, picked, numbered, meter, run)
    listed = [*(one.entry(numbered) for one in tables.all()), *things]
    return listed or _sentences(near, numbered), [*losses, *unfit, *unlikely]


def _unread(mapped: Map, read: Collection[str], reason: str) -> list[Loss]:
    """``read`` are ids of documents."""
    return [
        Loss("reading", one.document.title, reason, one.document.id)
        for one in mapped.reached
        if one.document.id not in read
    ]


class _Thing:
    """What is named, as first written, and the lines that name it."""

    def __init__(self, name: str, why: str) -> None:
        self.name, self.why = name, why
        self.lines: list[Line] = []

    def entry(self, numbered: Numbered, chance: float = 1.0, why: str = "") -> Entry:
        evidence = tuple(dict.fromkeys(numbered.take(line, chance) for line in self.lines))
        why = why or self.why or f"the model judged that it belongs ({chance:.0%})"
        return Entry(self.name, evidence, why)


class _Merged:
    """Things under one name each; names that differ in case, an article or a plural are one."""

    def __init__(self) -> None:
        self._things: dict[str, _Thing] = {}

    def add(self, name: str, line: Line, why: str = "") -> None:
        self._things.setdefault(_key(name), _Thing(name, why)).lines.append(line)

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._things

    @property
    def documents(self) -> frozenset[str]:
        return frozenset(line.document for one in self._things.values() for line in one.lines)

    def all(self) -> list[_Thing]:
        return list(self._things.values())


def _key(name: str) -> str:
    return " ".join(sorted(analyzer.terms(name))) or normal(name)


def _all_picked(
    topic: Topic,
    read: Sequence[Reached],
    close: Mapping[Line, float],
    tables: _Merged,
    meter: Metered,
    settings: Settings,
    run: Run,
) -> tuple[_Merged, list[Loss]]:
    """What the model picks out of all that is read, and what of it is no thing on this list.

    What ``tables`` name already gets its line there.
    """
    picked = _Merged()
    losses: list[Loss] = []
    for start in range(0, len(read), BATCH):
        some = read[start : start + BATCH]
        run.step("reading", start, len(read), some[0].document.title)
        for name, line in _picked(topic, some, close, meter, settings, run):
            reason = _unfit(name, line, topic, close)
            if reason and not entries.is_kept(line, run.course, name):
                losses.append(_lost(name, line, reason))
            else:
                (tables if name in tables else picked).add(name, line)
    return picked, losses


def _belonging(
    topic: Topic, picked: _Merged, numbered: Numbered, meter: Metered, run: Run
) -> tuple[list[Entry], list[Loss]]:
    """The picks that belong on the list, as the model judges or the user says, and the others."""
    every = picked.all()
    asked = [(f"“{one.name}”", one.lines[0].framed[:SOURCE_CHARACTERS]) for one in every]
    listed: list[Entry] = []
    losses: list[Loss] = []
    for one, chance in zip(every, belong(topic.words, asked, meter, run), strict=True):
        mine = any(entries.is_kept(line, run.course, one.name) for line in one.lines)
        if mine:
            listed.append(one.entry(numbered, why=entries.KEPT))
        elif chance < BELONGS:
            reason = f"{chance:.0%} likely to belong on the list"
            losses.append(_lost(one.name, one.lines[0], reason))
        else:
            listed.append(one.entry(numbered, chance))
    return listed, losses


def _lost(name: str, line: Line, reason: str) -> Loss:
    return Loss("judging", name, reason, line.document, line.start, line.end)


def _sentences(near: Sequence[Near], numbered: Numbered) -> list[Entry]:
    return [
        Entry(one.line.title, (numbered.take(one.line, min(1.0, one.score)),), NEAREST)
        for one in near[:MOST_SENTENCES]
    ]


def _unfit(name: str, line: Line, topic: Topic, close: Mapping[Line, float]) -> str:
    """Why the model's pick is not taken; "" where it is."""
    terms = set(analyzer.terms(name))
    asked = set(analyzer.terms(topic.words))
    if terms <= asked:
        return "it is what the list is called, and no thing on it"
    if line not in close and not terms & asked:
        return "it is named far from what the list is about"
    return ""


def _picked(
    topic: Topic,
    some: Sequence[Reached],
    close: Mapping[Line, float],
    meter: Metered,
    settings: Settings,
    run: Run,
) -> list[tuple[str, Line]]:
    """What the model picks out of each document, and the nearest line that names it."""
    prompt = prompts.load("items")
    requests = [
        Request(
            prompt.name,
            prompt.render(list=topic.words, text=_text(one, close)),
            ITEM_TOKENS,
            _SCHEMA,
            seed=settings.seed,
        )
        for one in some
    ]
    named = []
    for one, reply in zip(some, meter.complete(requests, run), strict=True):
        for name in msgspec.json.decode(reply.text, type=_Items).items:
            folded = checks.fold(name)
            holding = [line for line in one.lines if folded in checks.fold(line.text)]
            if folded and holding:
                named.append((flat(name), max(holding, key=lambda line: close.get(line, 0.0))))
    return named


def _text(one: Reached, close: Mapping[Line, float]) -> str:
    """What of a document is read for things: its near sentences and what follows each."""
    order = sorted(range(len(one.lines)), key=lambda at: -close.get(one.lines[at], 0.0))
    kept: set[int] = set()
    for at in order:
        if one.lines[at] not in close or _length(one, kept) > TEXT_CHARACTERS:
            break
        kept.update(range(at, min(at + 1 + FOLLOWING, len(one.lines))))
    said = " ".join(flat(one.lines[at].text) for at in sorted(kept))
    return f"{one.document.title}: {said}"[:TEXT_CHARACTERS]


def _length(one: Reached, kept: Collection[int]) -> int:
    return sum(len(one.lines[at].text) for at in kept)
