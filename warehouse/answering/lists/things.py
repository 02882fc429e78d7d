"""The things that documents name, each once: what a list of things is made of.

They are read off a table that has a column for them, by their name where the noun of the list is
part of it ("Low Mill"), and elsewhere the model picks them out of the sentences near the topic;
what it picks must stand there. Whatever is in no table is judged once more ("does it belong?").
Where nothing is found so, the nearest sentences stand for themselves. A pinned document is read in
any case.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from indexers.records import Loss
from warehouse.answering.lists import entries
from warehouse.answering.lists.candidates import Candidates, Reached
from warehouse.answering.lists.entries import BATCH, BELONGS, Entry, Listed
from warehouse.answering.read_sentences import Numbered, nearest
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.proof import checks
from warehouse.question.topics import Topic
from warehouse.search import analyzer
from warehouse.search.names import names, normal

EMBEDDED = 96
ENOUGH = 0.5  # of the best sentence's score, from which on one is near
OTHERWISE = 0.8  # P(it belongs) of what is called otherwise where things are called by the noun
SEVERAL = 2  # names with the noun, from which on that counts
MOST_ITEMS = 12
ITEM_CHARACTERS = 60
ITEM_TOKENS = 140
TEXT_CHARACTERS = 1000
FOLLOWING = 2  # sentences after a near one that are read with it
MOST_SENTENCES = 8
SOURCE_CHARACTERS = 500
IN_TABLES = "not read for names: a table of another document has a column of them"
NOT_NEAR = "no sentence of it is near what the list is about"
NO_THING = "it is what the list is called, and no thing on it"
NEAREST = "it stands nearest to the list; no name could be picked out of it"
_CELL = re.compile(r"([^:\t]{2,40}): ([^\t]+)")
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


class _Things:
    """Each thing once, with the lines that name it: names that differ in case, an article or a
    plural are one.
    """

    def __init__(self) -> None:
        self._of: dict[str, tuple[str, list[Line]]] = {}

    def add(self, name: str, line: Line) -> None:
        self._of.setdefault(_key(name), (name, []))[1].append(line)

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._of

    def __iter__(self) -> Iterator[tuple[str, list[Line]]]:
        return iter(self._of.values())

    @property
    def documents(self) -> frozenset[str]:
        return frozenset(line.document for _, lines in self for line in lines)


def found(topic: Topic, candidates: Candidates, numbered: Numbered, context: Context) -> Listed:
    """The things that the documents name near the topic, as they were found, and the others."""
    pinned = frozenset(context.steering.course.pins)
    near = _near(topic, candidates, context, pinned)
    columns, tables = _columns(topic, near)
    told = tables.documents
    read = [one for one in candidates.reached if any(line in near for line in one.lines)]
    if told:
        read = [one for one in read if one.document.id in pinned - told]
    picked = _Things()
    for name, line in [] if told else _named(topic, candidates.lines):
        picked.add(name, line)
    known = {*told, *picked.documents, *(one.document.id for one in read)}
    losses = [
        Loss("reading", one.document.title, IN_TABLES if told else NOT_NEAR, one.document.id)
        for one in candidates.reached
        if one.document.id not in known
    ]
    for name, line in _picked(topic, read, near, context):
        kept = entries.is_kept(line, context.steering.course, name)
        if not kept and set(analyzer.terms(name)) <= set(analyzer.terms(topic.words)):
            losses.append(entries.lost(name, line, NO_THING))
        else:
            (tables if name in tables else picked).add(name, line)
    things, unlikely = _belonging(topic, picked, numbered, context)
    why = f"it stands in the column “{columns}”"
    listed = [*(_entry(name, lines, why, numbered) for name, lines in tables), *things]
    losses += unlikely
    if not listed:
        return _sentences(topic, near, losses, numbered)
    how = "what belongs was judged by the model"
    if told and not things:
        how = "the list was read off a table that has a column of them, and no other text"
    return Listed(listed, losses, how)


def _sentences(
    topic: Topic, near: Mapping[Line, float], losses: Sequence[Loss], numbered: Numbered
) -> Listed:
    """Where no name could be picked out, the nearest sentences stand for themselves."""
    listed = [
        Entry(line.title, (numbered.take(line, score),), NEAREST)
        for line, score in [*near.items()][:MOST_SENTENCES]
    ]
    head = f"No names could be picked out for “{topic.words}”; what stands nearest (list 1):"
    how = "no name could be picked out, so the nearest sentences stand for themselves"
    return Listed(listed, losses, how, head if listed else "")


def _near(
    topic: Topic, candidates: Candidates, context: Context, always: Collection[str]
) -> dict[Line, float]:
    """The sentences near the topic, best first; of the documents ``always`` at least the nearest
    one.
    """
    words, library = " ".join(topic.content), context.library
    scores = nearest(words, candidates.lines, library, EMBEDDED)
    enough = ENOUGH * max(scores.values(), default=0.0)
    near = {line: score for line, score in scores.items() if score >= enough}
    for one in candidates.reached:
        if one.document.id in always and not any(line in near for line in one.lines):
            near.update([*nearest(words, one.lines, library, EMBEDDED).items()][:1])
    return near


def _columns(topic: Topic, near: Collection[Line]) -> tuple[str, _Things]:
    """(the columns that are called like the list; what tables name in them, in its order)."""
    wanted = set(analyzer.terms(topic.head))
    columns: dict[str, None] = {}
    cells = _Things()
    for line in sorted(near, key=lambda line: (line.document, line.start)):
        for column, name in _CELL.findall(line.text) if "\t" in line.text else ():
            if wanted and wanted <= set(analyzer.terms(column)):
                columns[column.strip()] = None
                cells.add(flat(name), line)
    return "”, “".join(columns), cells


def _named(topic: Topic, lines: Sequence[Line]) -> list[tuple[str, Line]]:
    """Names of several words, the noun of the list among them, wherever they stand."""
    noun = set(analyzer.terms(topic.head))
    return [
        (name, line)
        for line in lines
        for name in names(line.text)
        if " " in name and noun and noun <= set(analyzer.terms(name))
    ]


def _picked(
    topic: Topic, read: Sequence[Reached], near: Mapping[Line, float], context: Context
) -> Iterator[tuple[str, Line]]:
    """What the model picks out of each document, and the nearest line that names it."""
    prompt = prompts.load("items")
    for start in range(0, len(read), BATCH):
        some = read[start : start + BATCH]
        context.run.step("reading", start, len(read), some[0].document.title)
        requests = [
            Request(
                prompt.name,
                prompt.render(list=topic.words, text=_text(one, near)),
                ITEM_TOKENS,
                _SCHEMA,
                seed=context.settings.seed,
            )
            for one in some
        ]
        replies = context.engine.complete(requests, context.run)
        for one, reply in zip(some, replies, strict=True):
            for name in msgspec.json.decode(reply.text, type=_Items).items:
                folded = checks.fold(name)
                holding = [line for line in one.lines if folded in checks.fold(line.text)]
                if folded and holding:
                    yield flat(name), max(holding, key=lambda line: near.get(line, 0.0))


def _text(one: Reached, near: Mapping[Line, float]) -> str:
    """What of a document is read for things: its near sentences and what follows each."""
    lines, kept, length = one.lines, set[int](), 0
    for at in sorted(range(len(lines)), key=lambda at: -near.get(lines[at], 0.0)):
        if lines[at] not in near or length > TEXT_CHARACTERS:
            break
        kept.update(range(at, min(at + 1 + FOLLOWING, len(lines))))
        length = sum(len(lines[at].text) for at in kept)
    said = " ".join(flat(lines[at].text) for at in sorted(kept))
    return f"{one.document.title}: {said}"[:TEXT_CHARACTERS]


def _belonging(
    topic: Topic, picked: _Things, numbered: Numbered, context: Context
) -> tuple[list[Entry], list[Loss]]:
    """The picks that belong on the list, as the model judges or the user says, and the others."""
    asked = [
        {
            "list": topic.words,
            "candidate": f"“{name}”",
            "source": lines[0].framed[:SOURCE_CHARACTERS],
        }
        for name, lines in picked
    ]
    noun = set(analyzer.terms(topic.head))
    called = {name for name, _ in picked if noun <= set(analyzer.terms(name))}
    listed: list[Entry] = []
    losses: list[Loss] = []
    course = context.steering.course
    chances = entries.judged("belongs", asked, context)
    for (name, lines), chance in zip(picked, chances, strict=True):
        if any(entries.is_kept(line, course, name) for line in lines):
            listed.append(_entry(name, lines, entries.KEPT, numbered))
        elif chance >= (OTHERWISE if len(called) >= SEVERAL and name not in called else BELONGS):
            listed.append(_entry(name, lines, entries.judged_so(chance), numbered, chance))
        else:
            reason = f"{chance:.0%} likely to belong on the list"
            reason += f"; what does is called “{topic.head}”" if chance >= BELONGS else ""
            losses.append(entries.lost(name, lines[0], reason))
    return listed, losses


def _entry(
    name: str, lines: Sequence[Line], why: str, numbered: Numbered, score: float = 1.0
) -> Entry:
    evidence = tuple(dict.fromkeys(numbered.take(line, score) for line in lines))
    return Entry(name, evidence, why)


def _key(name: str) -> str:
    return " ".join(sorted(analyzer.terms(name))) or normal(name)
