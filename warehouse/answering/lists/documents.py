"""Which documents belong on a list of documents, each with its nearest sentence.

Where it is enough that words stand in them, no model is asked. Where none has the words, or what
documents are *about* is wanted, the model judges each by header and sentence.
"""

from __future__ import annotations

from indexers.records import Loss
from warehouse.answering.lists import entries
from warehouse.answering.lists.candidates import Candidates
from warehouse.answering.lists.entries import BELONGS, Entry, Listed
from warehouse.answering.read_sentences import Numbered, by_words
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.evidence.sentences import Line
from warehouse.question.topics import Topic
from warehouse.records import Document

HEADER_CHARACTERS = 200
BY_WORDS = "its words stand there"
NO_SENTENCE = "no whole sentence to show"
NOT_THERE = "the words do not stand there together"


def found(topic: Topic, candidates: Candidates, numbered: Numbered, context: Context) -> Listed:
    """The documents that belong, best first, and the others. Where words tell, all of them are
    counted, also those that no sentence can be shown of.
    """
    said = any(reached.said for reached in candidates.reached)
    words_tell = topic.named and (said or bool(candidates.counted))
    shown: list[tuple[bool, Line]] = []
    losses: list[Loss] = []
    counted: list[Document] = []
    for reached in candidates.reached:
        if best := by_words(topic.words, reached.lines):
            shown.append((reached.said, best[0][1]))
        elif words_tell and reached.said:
            counted.append(reached.document)
        else:
            losses.append(Loss("reading", reached.document.title, NO_SENTENCE, reached.document.id))
    if words_tell:
        chances = [float(said) for said, _ in shown]
    else:
        asked = [("this document", _source(line, context.library)) for _, line in shown]
        chances = entries.belonging(f"documents about {topic.words}", asked, context)
    listed: list[Entry] = []
    for (_, line), chance in zip(shown, chances, strict=True):
        kept = entries.is_kept(line, context.steering.course)
        if not kept and chance < BELONGS:
            reason = NOT_THERE if words_tell else "it does not seem to belong"
            losses.append(entries.lost(line.title, line, reason, None if words_tell else chance))
            continue
        why = BY_WORDS if words_tell else entries.JUDGED.format(chance)
        rests = (numbered.take(line, chance),)
        listed.append(Entry(line.title, rests, entries.KEPT if kept else why, line.document))
    how = f"what belongs was judged by the {'words that stand there' if words_tell else 'model'}"
    return Listed(listed, losses, how, counted=(*counted, *candidates.counted))


def _source(line: Line, library: Library) -> str:
    """What a document is judged by: the start of its header, and its sentence nearest to this."""
    header = library.catalog.header(line.document)
    about = header.summary[:HEADER_CHARACTERS] if header else ""
    return f"{line.title}: {about} … {flat(line.text)}"
