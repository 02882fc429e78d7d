"""Which documents belong on a list of documents.

Where documents are wanted that mention something, those in which the words stand are the list, and
no model is asked. Where none has them, or what documents are *about* is wanted, the model judges
each by header and passage, one choice each. Each stands on the list with its nearest sentence.
"""

from __future__ import annotations

from indexers.records import Loss
from warehouse.answering.lists import entries, mapping
from warehouse.answering.lists.entries import Entry, Numbered
from warehouse.answering.lists.judging import BELONGS, belong
from warehouse.answering.lists.mapping import Map, Reached
from warehouse.context import Context
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.question.topics import Topic

SOURCE_CHARACTERS = 500
HEADER_CHARACTERS = 200
BY_WORDS = "its words stand there"
NO_SENTENCE = "no whole sentence to show"
NOT_THERE = "the words do not stand there together"


def found(
    topic: Topic, mapped: Map, numbered: Numbered, context: Context
) -> tuple[list[Entry], list[Loss]]:
    """The documents that belong, best first, and the others."""
    by_words = topic.named and any(one.said for one in mapped.reached)
    asked = [] if by_words else mapped.reached
    named = [("this document", _source(one, topic)) for one in asked]
    chances = dict(
        zip(
            (one.document.id for one in asked),
            belong(f"documents about {topic.words}", named, context),
            strict=True,
        )
    )
    listed: list[Entry] = []
    losses: list[Loss] = []
    for one in mapped.reached:
        chance = chances.get(one.document.id)
        best = mapping.best_line(topic, one)
        if best is None:
            losses.append(Loss("reading", one.document.title, NO_SENTENCE, one.document.id))
            continue
        why = BY_WORDS if chance is None else f"the model judged that it belongs ({chance:.0%})"
        if entries.is_kept(best, context.steering.course):
            why = entries.KEPT
        elif by_words and not one.said:
            losses.append(_lost(best, NOT_THERE))
            continue
        elif chance is not None and chance < BELONGS:
            losses.append(_lost(best, f"{chance:.0%} likely to belong"))
            continue
        evidence = numbered.take(best, 1.0 if chance is None else chance)
        listed.append(Entry(one.document.title, (evidence,), why, one.document.id))
    return listed, losses


def _lost(best: Line, reason: str) -> Loss:
    """With its nearest sentence: by that the document can be kept."""
    return Loss("judging", best.title, reason, best.document, best.start, best.end)


def _source(one: Reached, topic: Topic) -> str:
    """What a document is judged by: the start of its header, and its sentence nearest to this."""
    best = mapping.best_line(topic, one)
    said = flat(best.text) if best else ""
    return f"{one.document.title}: {one.header[:HEADER_CHARACTERS]} … {said}"[:SOURCE_CHARACTERS]
