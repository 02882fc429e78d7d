"""List all, how many: every document gone through, not the best few passages.

Where documents are wanted that mention something, those in which the words stand are the list, and
no model is asked. Where none has them, or what documents are *about* is wanted, the model judges
each by header and passage, one choice each. Where things are wanted that documents name, the model
picks them out of each document that is worth reading; what it picks must stand there, is asked for
once more ("does it belong?") and is merged under one name. A figure is the length of the list that
stands beside it. What was passed over is in the loss ledger with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence

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
TEXT_CHARACTERS = 1600
SOURCE_CHARACTERS = 500
HEADER_CHARACTERS = 200
BY_WORDS = "its words stand there"
NO_SENTENCE = "no whole sentence to show"
NOT_THERE = "the words do not stand there together"
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


class _Picked(msgspec.Struct, frozen=True):
    """A thing that a document names, in the lines that name it; ``name`` as first written."""

    name: str
    lines: tuple[Line, ...]


def answer(
    question: str, route: Route, library: Library, meter: Metered, settings: Settings, run: Run
) -> Answer:
    """Raises Cancelled. Nothing found is an absence answer."""
    topic = topics.read(question)
    mapped = mapping.over(topic, library, run)
    run.show(mapping.chain(question, topic, mapped, open=True))
    numbered = Numbered(topic.words, run.numbers)
    work = _documents if topic.documents else _items
    found, losses = work(topic, mapped, numbered, meter, settings, run)
    chain = mapping.chain(question, topic, mapped, numbered.evidence, losses)
    run.show(chain)
    how = _how(topic, mapped)
    if not found:
        made = absence(question, route.kind, chain, library, meter)
        return msgspec.structs.replace(made, way=Way(route, how))
    text, claims = entries.told(_head(topic, found, mapped), found)
    way = Way(route, how, (entries.roll(f"Found for “{topic.words}”", found),))
    made = gathered(question, text, claims, chain, way, library, meter)
    run.show(made)
    return made


def _documents(
    topic: Topic, mapped: Map, numbered: Numbered, meter: Metered, settings: Settings, run: Run
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
    topic: Topic, mapped: Map, numbered: Numbered, meter: Metered, settings: Settings, run: Run
) -> tuple[list[Entry], list[Loss]]:
    """The things that the documents name, each once, in the order in which they were found."""
    merged: dict[str, _Picked] = {}
    for start in range(0, len(mapped.reached), BATCH):
        some = mapped.reached[start : start + BATCH]
        run.step("reading", start, len(mapped.reached), some[0].document.title)
        for one in _picked(topic, some, meter, settings, run):
            known = merged.get(_key(one.name))
            lines = (*known.lines, *one.lines) if known else one.lines
            merged[_key(one.name)] = _Picked(known.name if known else one.name, lines)
    every = list(merged.values())
    asked = [(f"“{one.name}”", one.lines[0].framed[:SOURCE_CHARACTERS]) for one in every]
    found, losses = [], []
    for one, chance in zip(every, belong(topic.words, asked, meter, run), strict=True):
        if chance < BELONGS:
            losses.append(Loss("judging", one.name, f"{chance:.0%} likely to belong on the list"))
            continue
        evidence = tuple(dict.fromkeys(numbered.take(line, chance) for line in one.lines))
        why = f"the model judged that it belongs ({chance:.0%})"
        found.append(Entry(one.name, evidence, why))
    return found, losses


def _picked(
    topic: Topic, some: Sequence[Reached], meter: Metered, settings: Settings, run: Run
) -> list[_Picked]:
    """What the model picks out of each document, without what does not stand there."""
    prompt = prompts.load("items")
    requests = [
        Request(
            prompt.name,
            prompt.render(list=topic.words, text=_text(one, topic)),
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
                found.append(_Picked(flat(name), (holding[0],)))
    return found


def _text(one: Reached, topic: Topic) -> str:
    """What of a document is read for things: the sentences nearest to the topic, in their order."""
    room = TEXT_CHARACTERS
    kept: list[Line] = []
    for line in mapping.ranked(topic, one):
        room -= len(line.text)
        if room < 0 and kept:
            break
        kept.append(line)
    said = " ".join(flat(line.text) for line in sorted(kept, key=lambda line: line.start))
    return f"{one.document.title}: {said}"[:TEXT_CHARACTERS]


def _source(one: Reached, topic: Topic) -> str:
    """What a document is judged by: the start of its header, and its sentence nearest to this."""
    best = mapping.best_line(topic, one)
    said = flat(best.text) if best else ""
    return f"{one.document.title}: {one.header[:HEADER_CHARACTERS]} … {said}"[:SOURCE_CHARACTERS]


def _key(name: str) -> str:
    """Names that differ in case, accents, an article or a plural are one."""
    return " ".join(sorted(analyzer.terms(name))) or normal(name)


def _head(topic: Topic, found: Sequence[Entry], mapped: Map) -> str:
    count = len(found)
    what = plural(count, "document") if topic.documents else f"{count:,}"
    was = "was" if count == 1 else "were"
    gone = f"after all {mapped.looked:,} documents were gone through"
    if mapped.looked == 1:
        gone = "in the one document there is"
    return f"{what} {was} found for “{topic.words}” (list 1), {gone}."


def _how(topic: Topic, mapped: Map) -> str:
    read = plural(len(mapped.reached), "document")
    said = topic.named and any(one.said for one in mapped.reached)
    judged = "by the words that stand there" if said else "by the model"
    return (
        f"Words and headers of all {mapped.looked:,} readable documents were gone through for "
        f"“{topic.words}”; {read} came near enough to be read; what belongs was judged {judged}."
    )
