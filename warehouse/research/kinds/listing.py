"""List all, how many: every document gone through, not the best few passages.

Where documents are wanted that mention something, those in which the words stand are the list, and
no model is asked. Where none has them, or what documents are *about* is wanted, the model judges
each by header and passage, one choice each. Where things are wanted that documents name, they are
read off a table that has a column for them, or the model picks them out of the sentences near the
topic (near.py); what it picks must stand there, is asked for once more ("does it belong?") and is
merged under one name. A figure is the length of the list that stands beside it. What was passed
over is in the loss ledger with the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from indexers.records import Loss
from warehouse import prompts
from warehouse.engine.protocol import Request
from warehouse.library import Library
from warehouse.research.answer import absence, gathered
from warehouse.research.kinds import entries, mapping, topics
from warehouse.research.kinds.entries import Entry, Numbered
from warehouse.research.kinds.judging import BATCH, BELONGS, belong
from warehouse.research.kinds.mapping import Map, Reached
from warehouse.research.kinds.near import Near, cells, nearest
from warehouse.research.kinds.topics import Topic
from warehouse.research.lines import Line
from warehouse.research.meter import Metered
from warehouse.research.names import normal
from warehouse.research.records import Answer
from warehouse.research.reduction import flat
from warehouse.research.ways import Route, Way, plural
from warehouse.run import Run
from warehouse.search import analyzer
from warehouse.settings import Settings
from warehouse.writing import checks

MOST_ITEMS = 12
ITEM_CHARACTERS = 60
ITEM_TOKENS = 140
TEXT_CHARACTERS = 1000
FOLLOWING = 2  # sentences after a near one that are read with it
MOST_SENTENCES = 8
SOURCE_CHARACTERS = 500
HEADER_CHARACTERS = 200
BY_WORDS = "its words stand there"
NO_SENTENCE = "no whole sentence to show"
NOT_THERE = "the words do not stand there together"
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


def answer(
    question: str, route: Route, library: Library, meter: Metered, settings: Settings, run: Run
) -> Answer:
    """Raises Cancelled. Nothing found is an absence answer."""
    topic = topics.read(question)
    mapped = mapping.over(topic, library, run)
    run.show(mapping.chain(question, topic, mapped, open=True))
    numbered = Numbered(topic.words, run.numbers)
    if topic.documents:
        found, losses = _documents(topic, mapped, numbered, meter, run)
    else:
        found, losses = _items(topic, mapped, numbered, library, meter, settings, run)
    chain = mapping.chain(question, topic, mapped, numbered.evidence, losses)
    run.show(chain)
    how = _how(topic, mapped, found)
    if not found:
        made = absence(question, route.kind, chain, library, meter)
        return msgspec.structs.replace(made, way=Way(route, how))
    text, claims = entries.told(_head(topic, found, mapped), found)
    way = Way(route, how, (entries.roll(f"Found for “{topic.words}”", found),))
    made = gathered(question, text, claims, chain, way, library, meter)
    run.show(made)
    return made


def _documents(
    topic: Topic, mapped: Map, numbered: Numbered, meter: Metered, run: Run
) -> tuple[list[Entry], list[Loss]]:
    """The documents that belong, best first."""
    by_words = topic.named and any(one.said for one in mapped.reached)
    asked = [] if by_words else mapped.reached
    named = [("this document", _source(one, topic)) for one in asked]
    chances = dict(
        zip(
            (one.document.id for one in asked),
            belong(f"documents about {topic.words}", named, meter, run),
            strict=True,
        )
    )
    found, losses = [], []
    for one in mapped.reached:
        chance = chances.get(one.document.id)
        best = mapping.best_line(topic, one)
        if by_words and not one.said:
            losses.append(Loss("judging", one.document.title, NOT_THERE, one.document.id))
        elif best is None:
            losses.append(Loss("reading", one.document.title, NO_SENTENCE, one.document.id))
        elif chance is not None and chance < BELONGS:
            reason = f"{chance:.0%} likely to belong"
            losses.append(Loss("judging", one.document.title, reason, one.document.id))
        else:
            why = BY_WORDS if chance is None else f"the model judged that it belongs ({chance:.0%})"
            score = 1.0 if chance is None else chance
            evidence = (numbered.take(best, score),)
            found.append(Entry(one.document.title, evidence, why, one.document.id))
    return found, losses


def _items(
    topic: Topic,
    mapped: Map,
    numbered: Numbered,
    library: Library,
    meter: Metered,
    settings: Settings,
    run: Run,
) -> tuple[list[Entry], list[Loss]]:
    """The things that the documents name near the topic, each once, as they were found.

    Where nothing can be picked out, the nearest sentences stand for themselves.
    """
    near = nearest(topic, mapped.reached, library)
    tables = _Merged()
    for cell in cells(topic, near):
        tables.add(cell.name, cell.line, f"{IN_COLUMN} “{cell.column}”")
    if things := tables.all():
        return [one.entry(numbered) for one in things], _unread(mapped, tables.documents, IN_TABLES)
    close = {one.line: one.score for one in near}
    read = [one for one in mapped.reached if any(line in close for line in one.lines)]
    losses = _unread(mapped, {one.document.id for one in read}, NOT_NEAR)
    picked = _Merged()
    for start in range(0, len(read), BATCH):
        some = read[start : start + BATCH]
        run.step("reading", start, len(read), some[0].document.title)
        for name, line in _picked(topic, some, close, meter, settings, run):
            if reason := _unfit(name, line, topic, close):
                losses.append(Loss("judging", name, reason, line.document, line.start, line.end))
            else:
                picked.add(name, line)
    found = []
    every = picked.all()
    asked = [(f"“{one.name}”", one.lines[0].framed[:SOURCE_CHARACTERS]) for one in every]
    for one, chance in zip(every, belong(topic.words, asked, meter, run), strict=True):
        if chance < BELONGS:
            losses.append(Loss("judging", one.name, f"{chance:.0%} likely to belong on the list"))
        else:
            found.append(one.entry(numbered, chance))
    return found or _sentences(near, numbered), losses


def _unread(mapped: Map, read: Collection[str], reason: str) -> list[Loss]:
    """``read`` are ids of documents."""
    return [
        Loss("reading", one.document.title, reason, one.document.id)
        for one in mapped.reached
        if one.document.id not in read
    ]


class _Thing:
    """What is named, as first written, and the lines that name it."""

    def __init__(self, key: str, name: str, why: str) -> None:
        self.key, self.name, self.why = key, name, why
        self.lines: list[Line] = []

    def entry(self, numbered: Numbered, chance: float = 1.0) -> Entry:
        evidence = tuple(dict.fromkeys(numbered.take(line, chance) for line in self.lines))
        why = self.why or f"the model judged that it belongs ({chance:.0%})"
        return Entry(self.name, evidence, why)


class _Merged:
    """Things under one name each; names that differ in case, an article or a plural are one."""

    def __init__(self) -> None:
        self._things: dict[str, _Thing] = {}

    def add(self, name: str, line: Line, why: str = "") -> None:
        key = " ".join(sorted(analyzer.terms(name))) or normal(name)
        self._things.setdefault(key, _Thing(key, name, why)).lines.append(line)

    @property
    def documents(self) -> frozenset[str]:
        return frozenset(line.document for one in self._things.values() for line in one.lines)

    def all(self) -> list[_Thing]:
        return list(self._things.values())


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
    found = []
    for one, reply in zip(some, meter.complete(requests, run), strict=True):
        for name in msgspec.json.decode(reply.text, type=_Items).items:
            folded = checks.fold(name)
            holding = [line for line in one.lines if folded in checks.fold(line.text)]
            if folded and holding:
                found.append((flat(name), max(holding, key=lambda line: close.get(line, 0.0))))
    return found


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


def _source(one: Reached, topic: Topic) -> str:
    """What a document is judged by: the start of its header, and its sentence nearest to this."""
    best = mapping.best_line(topic, one)
    said = flat(best.text) if best else ""
    return f"{one.document.title}: {one.header[:HEADER_CHARACTERS]} … {said}"[:SOURCE_CHARACTERS]


def _head(topic: Topic, found: Sequence[Entry], mapped: Map) -> str:
    count = len(found)
    if all(one.why == NEAREST for one in found):
        return f"No names could be picked out for “{topic.words}”; what stands nearest (list 1):"
    what = plural(count, "document") if topic.documents else f"{count:,}"
    was = "was" if count == 1 else "were"
    gone = f"after all {mapped.looked:,} documents were gone through"
    if mapped.looked == 1:
        gone = "in the one document there is"
    return f"{what} {was} found for “{topic.words}” (list 1), {gone}."


def _how(topic: Topic, mapped: Map, found: Sequence[Entry]) -> str:
    read = plural(len(mapped.reached), "document")
    said = topic.named and any(one.said for one in mapped.reached)
    judged = (
        f"what belongs was judged {'by the words that stand there' if said else 'by the model'}"
    )
    if found and all(one.why.startswith(IN_COLUMN) for one in found):
        judged = "the list was read off a table that has a column of them, and no other text"
    elif found and all(one.why == NEAREST for one in found):
        judged = "no name could be picked out, so the nearest sentences stand for themselves"
    return (
        f"Words and headers of all {mapped.looked:,} readable documents were gone through for "
        f"“{topic.words}”; {read} came near enough to be read; {judged}."
    )
