"""Since when: years, from every document that speaks of the topic, the earliest first.

The model says of each sentence with a year that speaks of the topic whether it tells a beginning.
Beside them stands the oldest dated document that speaks of the topic.
"""

from __future__ import annotations

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.answering.coverage_rolls import filled
from warehouse.answering.lists import entries
from warehouse.answering.lists.candidates import Candidates
from warehouse.answering.lists.entries import BELONGS, Entry, Listed
from warehouse.answering.read_sentences import Numbered, by_words
from warehouse.context import Context
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.proof.dates import years
from warehouse.question.topics import Topic
from warehouse.results.provenance import Item
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

    def lost(self, reason: str, chance: float | None = None) -> Loss:
        return entries.lost(f"{self.year}: {self.line.text[:100]}", self.line, reason, chance)


def found(topic: Topic, candidates: Candidates, numbered: Numbered, context: Context) -> Listed:
    """What tells a beginning or is kept by the user; where nothing is, what else names a year."""
    dated, over = _dated(topic, candidates, context.steering.course)
    asked = [
        {"question": context.reading.text, "source": sentence.line.framed} for sentence in dated
    ]
    judged = [*zip(dated, entries.judged("begins", asked, context), strict=True)]
    sure = [(sentence, chance) for sentence, chance in judged if sentence.kept or chance >= BELONGS]
    rest = [(sentence, chance) for sentence, chance in judged if (sentence, chance) not in sure]
    listed = [sentence.entry(f"{BEGINS} ({chance:.0%})", numbered) for sentence, chance in sure]
    losses = [sentence.lost(OVER) for sentence in over]
    for kept in entries.kept(listed, numbered):
        words = flat(kept.evidence[0].text)
        if (year := _earliest(words)) is None:
            losses.append(Loss("steering", words[:100], NO_YEAR))
        else:
            listed.append(structs.replace(kept, name=str(year)))
    listed.sort(key=lambda one: int(one.name))
    head = f"The earliest year that your documents give for “{topic.words}” is"
    if not listed:
        beside, rest = rest[:SHOWN_OTHERS], rest[SHOWN_OTHERS:]
        listed = [
            sentence.entry(f"{BESIDE} ({chance:.0%})", numbered) for sentence, chance in beside
        ]
        head = f"Your documents do not say since when, for “{topic.words}”;"
        head += " the earliest year beside it is"
    losses += [sentence.lost("it does not seem to tell it", chance) for sentence, chance in rest]
    head = f"{head} {listed[0].name} (list 1)." if listed else ""
    said = [
        reached.document for reached in candidates.reached if reached.said and reached.document.date
    ]
    oldest = [
        Item(document.id, document.title, document.date)
        for document in sorted(said, key=lambda one: one.date)
    ]
    if listed and oldest:
        first = f"“{oldest[0].name}”, {oldest[0].note}"
        head += f" The oldest dated document that speaks of it is {first} (list 2)."
    rolls = filled({"Dated documents that speak of it": oldest})
    return Listed(listed, losses, "what was read was read for years", head, rolls)


def _dated(
    topic: Topic, candidates: Candidates, course: Course
) -> tuple[list[_Dated], list[_Dated]]:
    """Sentences with a year that speak of the topic, or that the user keeps: (the nearest to it,
    the earliest first; those that are too many). Of equally near ones the earliest count.
    """
    dated = [
        _Dated(year, line, share, entries.is_kept(line, course))
        for share, line in by_words(topic.words, candidates.lines)
        if (year := _earliest(line.text)) is not None
    ]
    dated = [sentence for sentence in dated if sentence.kept or sentence.share >= SPEAKS]
    dated.sort(key=lambda one: (not one.kept, -one.share, one.year))
    return sorted(dated[:MOST], key=lambda one: one.year), dated[MOST:]


def _earliest(text: str) -> int | None:
    return min(map(int, years(text, decades=True)), default=None)
