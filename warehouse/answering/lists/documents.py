"""Which documents belong on a list of documents, each with its nearest sentence.

Where it is enough that words stand in them, no model is asked. Where none has the words, or what
documents are *about* is wanted, the model judges each by header and sentence.
"""

from __future__ import annotations

from indexers.records import Loss
from warehouse.answering.lists import entries
from warehouse.answering.lists.candidates import Candidates, Reached
from warehouse.answering.lists.entries import BELONGS, Entry, Listed
from warehouse.answering.read_sentences import Numbered
from warehouse.context import Context
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.question.topics import Topic

SOURCE_CHARACTERS = 500
HEADER_CHARACTERS = 200
BY_WORDS = "its words stand there"
NO_SENTENCE = "no whole sentence to show"
NOT_THERE = "the words do not stand there together"


def found(topic: Topic, candidates: Candidates, numbered: Numbered, context: Context) -> Listed:
    """The documents that belong, best first, and the others."""
    by_words = topic.named and any(one.said for one in candidates.reached)
    best = [(one, one.best_line(topic)) for one in candidates.reached]
    shown = [(one, line) for one, line in best if line is not None]
    losses = [
        Loss("reading", one.document.title, NO_SENTENCE, one.document.id)
        for one, line in best
        if line is None
    ]
    if by_words:
        chances = [float(one.said) for one, _ in shown]
    else:
        wanted = f"documents about {topic.words}"
        asked = [
            {"list": wanted, "candidate": "this document", "source": _source(one, line)}
            for one, line in shown
        ]
        chances = entries.judged("belongs", asked, context)
    listed: list[Entry] = []
    for (one, line), chance in zip(shown, chances, strict=True):
        kept = entries.is_kept(line, context.steering.course)
        if not kept and chance < BELONGS:
            reason = NOT_THERE if by_words else f"{chance:.0%} likely to belong"
            losses.append(entries.lost(line.title, line, reason))
            continue
        why = BY_WORDS if by_words else entries.judged_so(chance)
        evidence = (numbered.take(line, chance),)
        why = entries.KEPT if kept else why
        listed.append(Entry(one.document.title, evidence, why, one.document.id))
    how = f"what belongs was judged by the {'words that stand there' if by_words else 'model'}"
    return Listed(listed, losses, how)


def _source(one: Reached, line: Line) -> str:
    """What a document is judged by: the start of its header, and its sentence nearest to this."""
    about = one.header[:HEADER_CHARACTERS]
    return f"{one.document.title}: {about} … {flat(line.text)}"[:SOURCE_CHARACTERS]
