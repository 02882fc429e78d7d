"""Since when: years, from every document that speaks of the topic, the earliest first.

A passage search brings the best sentence, not the earliest. So all documents are gone through, the
sentences with a year that speak of the topic are put in the order of their years, and the model
says of each, by one choice, whether it tells a beginning. The documents' own dates are told beside
them: a thing can be no younger than a document that speaks of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.answering.answer import Written, gathered
from warehouse.answering.lists import entries, mapping
from warehouse.answering.lists.entries import Entry, Numbered
from warehouse.answering.lists.judging import BATCH, BELONGS, POLES
from warehouse.answering.lists.listing import narrowed
from warehouse.answering.lists.mapping import Map
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest
from warehouse.library import Library
from warehouse.methods.absence.absent_answer import absence
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.proof.dates import years
from warehouse.question.reading import Reading
from warehouse.question.topics import Topic
from warehouse.results.provenance import Item, Roll, Way, plural
from warehouse.results.records import Answer
from warehouse.search.rarity import word_shares
from warehouse.steering import Course

SPEAKS = 0.4  # share of the topic's words, by rarity, from which on a sentence speaks of it
MOST = 32
OVER = f"over the limit of {MOST} sentences that are judged"
NO_YEAR = "kept, but no year stands in it"
SHOWN_OTHERS = 8


class _Dated(Struct, frozen=True):
    """A sentence with the earliest year in it."""

    year: int
    line: Line
    share: float


def answer(reading: Reading, context: Context) -> Answer:
    """Raises Cancelled. No sentence with a year is an absence answer."""
    question, route, topic = reading.text, reading.route, reading.about
    library, limited = narrowed(reading.limits, context.library)
    context = dataclasses.replace(context, library=library)
    mapped = mapping.over(topic, context)
    context.run.show(mapping.chain(question, topic, mapped, open=True))
    dated, over = _dated(topic, mapped, context.steering.course)
    chances = _judged(question, dated, context)
    numbered = Numbered(topic.words, context.steering.numbers)
    found, others, losses = _sorted(dated, chances, numbered, context.steering.course)
    losses += [_lost(one, OVER) for one in over]
    kept, yearless = _kept(context.steering.course, found, numbered, context.library)
    found, losses = sorted([*found, *kept], key=lambda one: int(one.name)), losses + yearless
    shown = found or others
    chain = mapping.chain(question, topic, mapped, numbered.evidence, losses)
    context.run.show(chain)
    read = plural(len(mapped.reached), "document")
    how = (
        f"Words and headers of all {mapped.looked:,} readable documents were gone through for "
        f"“{topic.words}”; {read} came near enough to be read for years.{limited}"
    )
    spoken = _oldest(mapped)
    if not shown:
        made = absence(question, route.kind, chain, context)
        return structs.replace(made, way=Way(route, how, spoken))
    text, claims = entries.told(_head(topic, found, others, spoken), shown)
    rolls = (entries.roll(f"Years for “{topic.words}”", shown), *spoken)
    way = Way(route, how, rolls)
    return gathered(Written(text, claims, chain.evidence), chain, way, context)


def _dated(topic: Topic, mapped: Map, course: Course) -> tuple[list[_Dated], list[_Dated]]:
    """Sentences with a year that speak of the topic, or that the user keeps: (the nearest to it,
    the earliest first; those that are too many). Of equally near ones the earliest count.
    """
    lines = [line for one in mapped.reached for line in one.lines]
    shares = word_shares([topic.words], [line.framed for line in lines])
    found = [
        _Dated(year, line, share)
        for line, share in zip(lines, shares, strict=True)
        if (share >= SPEAKS or entries.is_kept(line, course))
        and (year := _earliest(line.text)) is not None
    ]
    found.sort(key=lambda one: (not entries.is_kept(one.line, course), -one.share, one.year))
    return sorted(found[:MOST], key=lambda one: one.year), found[MOST:]


def _earliest(text: str) -> int | None:
    return min(map(int, years(text, decades=True)), default=None)


def _judged(question: str, dated: Sequence[_Dated], context: Context) -> list[float]:
    """P(the sentence tells when it began), for each."""
    prompt = prompts.load("begins")
    chances: list[float] = []
    for start in range(0, len(dated), BATCH):
        context.run.step("judging", start, len(dated))
        requests = [
            ChooseRequest(
                prompt.name, prompt.render(question=question, source=one.line.framed), POLES
            )
            for one in dated[start : start + BATCH]
        ]
        chances += [
            choice.probabilities[0] for choice in context.engine.choose(requests, context.run)
        ]
    return chances


def _sorted(
    dated: Sequence[_Dated], chances: Sequence[float], numbered: Numbered, course: Course
) -> tuple[list[Entry], list[Entry], list[Loss]]:
    """(those that tell a beginning, or that the user keeps; where there are none, the others that
    name a year; losses).
    """
    sure: list[tuple[_Dated, float]] = []
    rest: list[tuple[_Dated, float]] = []
    for one, chance in zip(dated, chances, strict=True):
        mine = entries.is_kept(one.line, course)
        (sure if mine or chance >= BELONGS else rest).append((one, chance))
    told = "the model judged that it tells the beginning"
    not_told = "it names the year beside the topic; the model does not take it for the beginning"
    found = [
        _entry(
            one,
            entries.KEPT if entries.is_kept(one.line, course) else _sure(told, chance),
            numbered,
        )
        for one, chance in sure
    ]
    others = (
        []
        if found
        else [_entry(one, _sure(not_told, chance), numbered) for one, chance in rest[:SHOWN_OTHERS]]
    )
    losses = [_lost(one, f"{chance:.0%} likely to tell it") for one, chance in rest]
    return found, others, losses if found else losses[SHOWN_OTHERS:]


def _lost(one: _Dated, reason: str) -> Loss:
    what, line = f"{one.year}: {one.line.text[:100]}", one.line
    return Loss("judging", what, reason, line.document, line.start, line.end)


def _kept(
    course: Course, found: Sequence[Entry], numbered: Numbered, library: Library
) -> tuple[list[Entry], list[Loss]]:
    """The other words that the user keeps, by their earliest year; others are no entry."""
    kept: list[Entry] = []
    losses: list[Loss] = []
    for one in entries.kept(course, found, numbered, library):
        said = one.evidence[0]
        if (year := _earliest(said.text)) is not None:
            kept.append(structs.replace(one, name=str(year)))
        else:
            losses.append(Loss("steering", flat(said.text)[:100], NO_YEAR))
    return kept, losses


def _sure(why: str, chance: float) -> str:
    return f"{why} ({chance:.0%})"


def _entry(one: _Dated, why: str, numbered: Numbered) -> Entry:
    return Entry(str(one.year), (numbered.take(one.line, one.share),), why, one.line.document)


def _oldest(mapped: Map) -> tuple[Roll, ...]:
    """The dated documents that speak of it, the oldest first."""
    said = [one.document for one in mapped.reached if one.said and one.document.date]
    said.sort(key=lambda one: one.date)
    items = tuple(Item(one.id, one.title, one.date) for one in said)
    return (Roll("Dated documents that speak of it", items),) if items else ()


def _head(
    topic: Topic, found: Sequence[Entry], others: Sequence[Entry], spoken: Sequence[Roll]
) -> str:
    if found:
        head = f"The earliest year that your documents give for “{topic.words}” is {found[0].name}"
    else:
        head = (
            f"Your documents do not say since when, for “{topic.words}”; "
            f"the earliest year beside it is {others[0].name}"
        )
    head = f"{head} (list 1)."
    if spoken:
        first = spoken[0].items[0]
        head += (
            f" The oldest dated document that speaks of it is “{first.name}”, {first.note} "
            "(list 2)."
        )
    return head
