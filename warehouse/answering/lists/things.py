"""The things that documents name, each once: what a list of things is made of.

They are read off a table that has a column for them, by their name where the noun of the list is
part of it ("Low Mill"), and elsewhere the model picks them out of the sentences near the topic;
what it picks must stand there. Whatever is in no table is judged once more ("does it belong?").
Fewer than FEWEST things that are in no table are no sure list, nor is any of them where the
question may want one fact.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from indexers.records import Loss
from warehouse.answering.lists import entries
from warehouse.answering.lists.candidates import Candidates, Reached
from warehouse.answering.lists.entries import BATCH, BELONGS, Entry, Listed
from warehouse.answering.read_sentences import Numbered, nearest
from warehouse.context import Context
from warehouse.engine.protocol import closed
from warehouse.engine.replies import value_of
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.proof import checks
from warehouse.question.topics import Topic
from warehouse.search import analyzer
from warehouse.search.names import names, normal

EMBEDDED = 96
ENOUGH = 0.5  # of the best sentence's score, from which on one is near
FEWEST = 2
ITEM_TOKENS = 140
TEXT_CHARACTERS = 1000
FOLLOWING = 2  # sentences after a near one that are read with it
IN_TABLES = "not read for names: a table of another document has a column of them"
NOT_NEAR = "no sentence of it is near what the list is about"
OFF_THE_LIST = "it does not seem to belong on the list"
NO_THING = "it is what the list is called, and no thing on it"
_CELL = re.compile(r"([^:\t]{2,40}): ([^\t]+)")
_ITEM = {"type": "string", "minLength": 2, "maxLength": 60}
_SCHEMA = closed(items={"type": "array", "items": _ITEM, "maxItems": 12})

Named = tuple[str, Line]
Thing = tuple[str, list[Line]]
"""By its first name, with every line that names it."""


def found(topic: Topic, candidates: Candidates, numbered: Numbered, context: Context) -> Listed:
    """The things that the documents name near the topic, as they were found, and the others."""
    near = _near(topic, candidates, context)
    columns, cells = _columns(topic, near)
    in_tables = {line.document for _, line in cells}
    named = [] if cells else _named(topic, near)
    read = [
        reached for reached in candidates.reached if any(line in near for line in reached.lines)
    ]
    if cells:
        wanted = {*context.steering.course.pins} - in_tables
        read = [reached for reached in read if reached.document.id in wanted]
    known = {
        *in_tables,
        *(line.document for _, line in named),
        *(reached.document.id for reached in read),
    }
    losses = [
        Loss(
            "reading", reached.document.title, IN_TABLES if cells else NOT_NEAR, reached.document.id
        )
        for reached in candidates.reached
        if reached.document.id not in known
    ]
    keys = {_key(name) for name, _ in cells}
    for name, line in _picked(topic, read, near, context):
        kept = entries.is_kept(line, context.steering.course, name)
        if not kept and set(analyzer.terms(name)) <= set(analyzer.terms(topic.words)):
            losses.append(entries.lost(name, line, NO_THING))
        else:
            (cells if _key(name) in keys else named).append((name, line))
    things, unlikely = _belonging(topic, _once(named), numbered, context)
    why = f"it stands in the column “{columns}”"
    listed = [*(_entry(thing, why, numbered) for thing in _once(cells)), *things]
    losses += unlikely
    how = "what belongs was judged by the model"
    if in_tables and not things:
        how = "the list was read off a table that has a column of them, and no other text"
    may_be_fact = context.reading.route.other == "fact"
    sure = bool(cells) or (len(listed) >= FEWEST and not may_be_fact)
    return Listed(listed, losses, how, sure=sure)


def _near(topic: Topic, candidates: Candidates, context: Context) -> dict[Line, float]:
    """The sentences near the topic, best first; of a pinned document at least the nearest one."""
    words, library = " ".join(topic.content), context.library
    scores = nearest(words, candidates.lines, library, EMBEDDED)
    enough = ENOUGH * max(scores.values(), default=0.0)
    near = {line: score for line, score in scores.items() if score >= enough}
    for reached in candidates.reached:
        pinned = reached.document.id in context.steering.course.pins
        if pinned and not any(line in near for line in reached.lines):
            near.update([*nearest(words, reached.lines, library, EMBEDDED).items()][:1])
    return near


def _columns(topic: Topic, near: Collection[Line]) -> tuple[str, list[Named]]:
    """(the columns that are called like the list; what tables name in them, in its order)."""
    columns: dict[str, None] = {}
    cells: list[Named] = []
    for line in sorted(near, key=lambda line: (line.document, line.start)):
        for column, name in _CELL.findall(line.text) if "\t" in line.text else ():
            if _is_called(column, topic):
                columns[column.strip()] = None
                cells.append((flat(name), line))
    return "”, “".join(columns), cells


def _named(topic: Topic, near: Iterable[Line]) -> list[Named]:
    """Names of several words, the noun of the list among them and more than the topic says, in the
    sentences near it.
    """
    said = set(analyzer.terms(topic.words))
    return [
        (name, line)
        for line in near
        for name in names(line.text)
        if " " in name and _is_called(name, topic) and not set(analyzer.terms(name)) <= said
    ]


def _is_called(name: str, topic: Topic) -> bool:
    """Is the noun of the list part of the name?"""
    noun = set(analyzer.terms(topic.head))
    return bool(noun) and noun <= set(analyzer.terms(name))


def _picked(
    topic: Topic, read: Sequence[Reached], near: Mapping[Line, float], context: Context
) -> Iterator[Named]:
    """What the model picks out of each document, and the nearest line that names it."""
    for start in range(0, len(read), BATCH):
        some = read[start : start + BATCH]
        context.run.step("reading", start, len(read), some[0].document.title)
        given = [{"list": topic.words, "text": _text(reached, near)} for reached in some]
        replies = context.written_each("items", ITEM_TOKENS, given, _SCHEMA)
        for reached, reply in zip(some, replies, strict=True):
            for name in value_of(reply, dict[str, list[str]])["items"]:
                folded = checks.fold(name)
                holding = [line for line in reached.lines if folded in checks.fold(line.text)]
                if folded and holding:
                    yield flat(name), max(holding, key=lambda line: near.get(line, 0.0))


def _text(one: Reached, near: Mapping[Line, float]) -> str:
    """What of a document is read for things: its near sentences and what follows each."""
    lines, kept = one.lines, set[int]()
    able = [at for at, line in enumerate(lines) if line in near]
    for at in sorted(able, key=lambda at: -near[lines[at]]):
        if sum(len(lines[kept_at].text) for kept_at in kept) > TEXT_CHARACTERS:
            break
        kept.update(range(at, min(at + 1 + FOLLOWING, len(lines))))
    said = " ".join(flat(lines[at].text) for at in sorted(kept))
    return f"{one.document.title}: {said}"[:TEXT_CHARACTERS]


def _belonging(
    topic: Topic, picked: Sequence[Thing], numbered: Numbered, context: Context
) -> tuple[list[Entry], list[Loss]]:
    """The picks that belong on the list, as the model judges or the user says, and the others."""
    listed: list[Entry] = []
    losses: list[Loss] = []
    asked = [(f"“{name}”", lines[0].framed) for name, lines in picked]
    chances = entries.belonging(topic.words, asked, context)
    for thing, chance in zip(picked, chances, strict=True):
        name, lines = thing
        if any(entries.is_kept(line, context.steering.course, name) for line in lines):
            listed.append(_entry(thing, entries.KEPT, numbered))
        elif chance >= BELONGS:
            listed.append(_entry(thing, entries.JUDGED.format(chance), numbered, chance))
        else:
            losses.append(entries.lost(name, lines[0], OFF_THE_LIST, chance))
    return listed, losses


def _entry(thing: Thing, why: str, numbered: Numbered, score: float = 1.0) -> Entry:
    name, lines = thing
    evidence = tuple(dict.fromkeys(numbered.take(line, score) for line in lines))
    return Entry(name, evidence, why)


def _once(named: Iterable[Named]) -> list[Thing]:
    """Names that differ in case, an article or a plural are those of one thing."""
    things: dict[str, Thing] = {}
    for name, line in named:
        things.setdefault(_key(name), (name, []))[1].append(line)
    return [*things.values()]


def _key(name: str) -> str:
    return " ".join(sorted(analyzer.terms(name))) or normal(name)
