"""Since when: years, from every document that speaks of the topic, the earliest first.

A passage search brings the best sentence, not the earliest. So the sentences with a year that
speak of the topic are put in the order of their years, and the model says of each whether it tells
a beginning. Beside them stands the oldest dated document that speaks of the topic.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.answering.lists import entries
from warehouse.answering.lists.candidates import Candidates
from warehouse.answering.lists.entries import BELONGS, Entry, Listed
from warehouse.answering.read_sentences import Numbered
from warehouse.context import Context
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.proof.dates import years
from warehouse.question.topics import Topic
from warehouse.results.provenance import Item, Roll
from warehouse.search.rarity import word_shares
from warehouse.steering import Course

SPEAKS = 0.4  # share of the topic's words, by rarity, from which on a sentence speaks of it
MOST = 32
OVER = f"over the limit of {MOST} sentences that are judged"
NO_YEAR = "kept, but no year stands in it"
SHOWN_OTHERS = 8
BEGINS = "the model judged that it tells the beginning"
BESIDE = "it names the year beside the topic; the model does not take it for the beginning"


class _Dated(Struct, frozen=True):
    """A sentence with the earliest year in it, and the share of the topic's words it has."""

    year: int
    line: Line
    share: float
    kept: bool

    def entry(self, why: str, numbered: Numbered) -> Entry:
        why = entries.KEPT if self.kept else why
        evidence = (numbered.take(self.line, self.share),)
        return Entry(str(self.year), evidence, why, self.line.document)

    def lost(self, reason: str) -> Loss:
        return entries.lost(f"{self.year}: {self.line.text[:100]}", self.line, reason)


def found(topic: Topic, candidates: Candidates, numbered: Numbered, context: Context) -> Listed:
    """What tells a beginning or is kept by the user; where nothing is, what else names a year."""
    dated, over = _dated(topic, candidates, context.steering.course)
    asked = [{"question": context.reading.text, "source": one.line.framed} for one in dated]
    chances = entries.judged("begins", asked, context)
    sure: list[Entry] = []
    rest: list[tuple[_Dated, float]] = []
    for one, chance in zip(dated, chances, strict=True):
        if one.kept or chance >= BELONGS:
            sure.append(one.entry(f"{BEGINS} ({chance:.0%})", numbered))
        else:
            rest.append((one, chance))
    kept, yearless = _kept(sure, numbered, context)
    sure = sorted([*sure, *kept], key=lambda one: int(one.name))
    others = rest[: 0 if sure else SHOWN_OTHERS]
    beside = [one.entry(f"{BESIDE} ({chance:.0%})", numbered) for one, chance in others]
    losses = [one.lost(f"{chance:.0%} likely to tell it") for one, chance in rest[len(others) :]]
    losses += [*(one.lost(OVER) for one in over), *yearless]
    rolls = _oldest(candidates)
    head = _head(topic, sure, beside, rolls) if sure or beside else ""
    how = "what was read was read for years"
    return Listed(sure or beside, losses, how, head, rolls)


def _dated(
    topic: Topic, candidates: Candidates, course: Course
) -> tuple[list[_Dated], list[_Dated]]:
    """Sentences with a year that speak of the topic, or that the user keeps: (the nearest to it,
    the earliest first; those that are too many). Of equally near ones the earliest count.
    """
    lines = candidates.lines
    shares = word_shares([topic.words], [line.framed for line in lines])
    dated = [
        _Dated(year, line, share, entries.is_kept(line, course))
        for line, share in zip(lines, shares, strict=True)
        if (year := _earliest(line.text)) is not None
    ]
    dated = [one for one in dated if one.kept or one.share >= SPEAKS]
    dated.sort(key=lambda one: (not one.kept, -one.share, one.year))
    return sorted(dated[:MOST], key=lambda one: one.year), dated[MOST:]


def _earliest(text: str) -> int | None:
    return min(map(int, years(text, decades=True)), default=None)


def _kept(
    listed: Sequence[Entry], numbered: Numbered, context: Context
) -> tuple[list[Entry], list[Loss]]:
    """The other words that the user keeps, by their earliest year; others are no entry."""
    kept: list[Entry] = []
    losses: list[Loss] = []
    for one in entries.kept(context.steering.course, listed, numbered, context.library):
        said = one.evidence[0].text
        if (year := _earliest(said)) is not None:
            kept.append(structs.replace(one, name=str(year)))
        else:
            losses.append(Loss("steering", flat(said)[:100], NO_YEAR))
    return kept, losses


def _oldest(candidates: Candidates) -> tuple[Roll, ...]:
    """The dated documents that speak of it, the oldest first."""
    said = [one.document for one in candidates.reached if one.said and one.document.date]
    said.sort(key=lambda one: one.date)
    items = tuple(Item(one.id, one.title, one.date) for one in said)
    return (Roll("Dated documents that speak of it", items),) if items else ()


def _head(
    topic: Topic, sure: Sequence[Entry], beside: Sequence[Entry], spoken: Sequence[Roll]
) -> str:
    said = f"The earliest year that your documents give for “{topic.words}” is"
    if not sure:
        said = f"Your documents do not say since when, for “{topic.words}”;"
        said = f"{said} the earliest year beside it is"
    head = f"{said} {(sure or beside)[0].name} (list 1)."
    if not spoken:
        return head
    first = spoken[0].items[0]
    oldest = f"The oldest dated document that speaks of it is “{first.name}”, {first.note}"
    return f"{head} {oldest} (list 2)."
