"""The things that documents name, each once: what a list of things is made of.

They are read off a table that has a column for them. Elsewhere what is called by the noun of the
list is read off every sentence (called.py), and the model picks out of the sentences near the topic
(near.py) what is called otherwise; what it picks must stand there. Both are asked for once more
("does it belong?") and merged under one name. Where nothing is found so, the nearest sentences
stand for themselves. A pinned document is read for names in any case.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from indexers.records import Loss
from warehouse.answering.lists import called, entries
from warehouse.answering.lists.called import Called
from warehouse.answering.lists.entries import Entry, Numbered
from warehouse.answering.lists.judging import BATCH, BELONGS, belong
from warehouse.answering.lists.mapping import Map, Reached
from warehouse.answering.lists.merged import Merged, key_of
from warehouse.answering.lists.near import Near, cells, nearest
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.proof import checks
from warehouse.question.topics import Topic
from warehouse.search import analyzer

MOST_ITEMS = 12
MOST_CALLED = 48
OTHERWISE = 0.8  # P(it belongs) of what is called otherwise where things are called by the noun
PROPER = 2  # names with the noun, from which on that counts
ITEM_CHARACTERS = 60
ITEM_TOKENS = 140
TEXT_CHARACTERS = 1000
FOLLOWING = 2  # sentences after a near one that are read with it
MOST_SENTENCES = 8
SOURCE_CHARACTERS = 500
IN_COLUMN = "it stands in the column"
IN_TABLES = "not read for names: a table of another document has a column of them"
NOT_NEAR = "no sentence of it is near what the list is about"
OVER = f"over the limit of {MOST_CALLED} names that are judged"
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
    context: Context,
) -> tuple[list[Entry], list[Loss]]:
    """The things that the documents name near the topic, as they were found, and the others."""
    pinned = frozenset(context.steering.course.pins)
    near = nearest(topic, mapped.reached, context.library, pinned)
    tables = Merged()
    for cell in cells(topic, near):
        tables.add(cell.name, cell.line, f"{IN_COLUMN} “{cell.column}”")
    told = tables.documents
    close = {one.line: one.score for one in near}
    read = [one for one in mapped.reached if any(line in close for line in one.lines)]
    if told:
        read = [one for one in read if one.document.id in pinned - told]
    named, over = ([], []) if told else _called(topic, mapped.reached, close)
    known = {*told, *(one.document.id for one in read), *(one.line.document for one in named)}
    losses = [*_unread(mapped, known, IN_TABLES if told else NOT_NEAR), *over]
    picked, unfit = _all_picked(topic, read, close, tables, named, context)
    things, unlikely = _belonging(topic, picked, numbered, context)
    listed = [*(one.entry(numbered) for one in tables.all()), *things]
    return listed or _sentences(near, numbered), [*losses, *unfit, *unlikely]


def _unread(mapped: Map, read: Collection[str], reason: str) -> list[Loss]:
    """``read`` are ids of documents."""
    return [
        Loss("reading", one.document.title, reason, one.document.id)
        for one in mapped.reached
        if one.document.id not in read
    ]


def _called(
    topic: Topic, reached: Sequence[Reached], close: Mapping[Line, float]
) -> tuple[list[Called], list[Loss]]:
    """What is called by the noun of the list, once a document by its nearest line; those over the
    limit. A description counts where it stands near, a name wherever it stands.
    """
    found: dict[tuple[str, str], Called] = {}
    lines = [line for document in reached for line in document.lines]
    for one in called.things(topic, lines):
        if not one.proper and one.line not in close:
            continue
        key = (key_of(one.name), one.line.document)
        before = found.setdefault(key, one)
        if close.get(one.line, 0.0) > close.get(before.line, 0.0):
            found[key] = one
    nearest = sorted(found.values(), key=lambda one: -close.get(one.line, 0.0))
    kept = nearest[:MOST_CALLED]
    over = [_lost(one.name, one.line, OVER) for one in nearest[MOST_CALLED:]]
    return [one for one in found.values() if one in kept], over


def _all_picked(
    topic: Topic,
    read: Sequence[Reached],
    close: Mapping[Line, float],
    tables: Merged,
    named: Sequence[Called],
    context: Context,
) -> tuple[Merged, list[Loss]]:
    """What is ``named`` by the noun and what the model picks out of all that is read, and what of
    it is no thing on this list.

    What ``tables`` name already gets its line there.
    """
    picked = Merged()
    losses: list[Loss] = []
    for one in named:
        (picked.add if one.proper else picked.describe)(one.name, one.line)
    naming = {one.line for one in named}
    so = len({key_of(one.name) for one in named if one.whole and one.line in close}) >= PROPER
    for start in range(0, len(read), BATCH):
        some = read[start : start + BATCH]
        context.run.step("reading", start, len(read), some[0].document.title)
        for name, line in _picked(topic, some, close, context):
            reason = _unfit(name, line, topic, close)
            if reason and not entries.is_kept(line, context.steering.course, name):
                losses.append(_lost(name, line, reason))
            elif same := _same(name, line, named):
                picked.add(same, line)
            else:
                otherwise = so and (line in naming or not called.names_it(topic, line))
                least = OTHERWISE if otherwise else BELONGS
                (tables if name in tables else picked).add(name, line, least=least)
    return picked, losses


def _same(name: str, line: Line, named: Sequence[Called]) -> str:
    """What is read off the line already and is all of the name but for words around it."""
    folded = checks.fold(name)
    own = (one.name for one in named if one.line == line)
    return next((one for one in own if checks.fold(one) in folded), "")


def _belonging(
    topic: Topic, picked: Merged, numbered: Numbered, context: Context
) -> tuple[list[Entry], list[Loss]]:
    """The picks that belong on the list, as the model judges or the user says, and the others."""
    every = picked.all()
    asked = [(f"“{one.name}”", one.lines[0].framed[:SOURCE_CHARACTERS]) for one in every]
    listed: list[Entry] = []
    losses: list[Loss] = []
    for one, chance in zip(every, belong(topic.words, asked, context), strict=True):
        mine = any(entries.is_kept(line, context.steering.course, one.name) for line in one.lines)
        if mine:
            listed.append(one.entry(numbered, why=entries.KEPT))
        elif chance < one.least:
            reason = f"{chance:.0%} likely to belong on the list"
            if chance >= BELONGS:
                reason += f"; what does is called “{topic.head}”"
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
    context: Context,
) -> list[tuple[str, Line]]:
    """What the model picks out of each document, and the nearest line that names it."""
    prompt = prompts.load("items")
    requests = [
        Request(
            prompt.name,
            prompt.render(list=topic.words, text=_text(one, close)),
            ITEM_TOKENS,
            _SCHEMA,
            seed=context.settings.seed,
        )
        for one in some
    ]
    named = []
    for one, reply in zip(some, context.engine.complete(requests, context.run), strict=True):
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
