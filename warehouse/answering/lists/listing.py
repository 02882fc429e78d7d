"""List all, how many, since when: every document gone through, not the best few passages.

documents.py, things.py and years.py say what belongs. A figure is the length of the list that
stands beside it. What the user keeps stands on the list, whatever was said against it.
"""

from __future__ import annotations

from msgspec import structs

from indexers.records import Loss
from warehouse.answering.answer import Written, gathered
from warehouse.answering.lists import candidates, documents, entries, things, years
from warehouse.answering.lists.candidates import Candidates
from warehouse.answering.lists.entries import Listed
from warehouse.answering.read_sentences import Numbered
from warehouse.context import Context
from warehouse.question.reading import Reading
from warehouse.results.provenance import Item, Roll, Way
from warehouse.results.records import Answer
from warehouse.text import plural


def answer(reading: Reading, context: Context) -> Answer | tuple[Loss, ...]:
    """What was judged off the list, where things were wanted and no list of them is sure. Documents
    that are not found are an absence answer. Raises Cancelled.
    """
    topic, since = reading.about, reading.kind == "since"
    naming = not since and not topic.documents
    reached = candidates.find(topic, context, naming)
    context.run.show(candidates.chain(reading, reached))
    numbered = Numbered(topic.words, context)
    finder = years if since else things if naming else documents
    listed = finder.found(topic, reached, numbered, context)
    if not since:
        kept = entries.kept(listed.entries, numbered)
        quoted = {entry.document for entry in kept}
        others = tuple(document for document in listed.counted if document.id not in quoted)
        listed = structs.replace(listed, entries=[*kept, *listed.entries], counted=others)
    mine = sum(entry.why == entries.KEPT for entry in listed.entries)
    if not (listed.sure or mine):
        return tuple(loss for loss in listed.losses if loss.stage == "judging")
    chain = candidates.chain(reading, reached, numbered.evidence, listed.losses)
    context.run.show(chain)
    kept_too = f"; {mine:,} you kept" if mine else ""
    count, has = len(listed.counted), "has" if len(listed.counted) == 1 else "have"
    more = f"; {count:,} more {has} all the words, and no sentence shown" if count else ""
    how = (
        f"Words and headers of all {reached.looked:,} readable documents were gone through for "
        f"“{topic.words}”; {plural(len(reached.reached), 'document')} came near enough to be read; "
        f"{listed.how}{more}{kept_too}."
    )
    counted = [Item(document.id, document.title, documents.BY_WORDS) for document in listed.counted]
    if not (listed.entries or counted):
        return gathered(Written(""), chain, Way(reading.route, how, listed.rolls), context)
    head = listed.head or _counted(reading, listed, reached)
    text, claims = entries.told(head, listed.entries, len(counted))
    what = "Years" if since else "Found"
    items = [Item(entry.document, entry.name, entry.why, entry.numbers) for entry in listed.entries]
    rolls = (Roll(f"{what} for “{topic.words}”", (*items, *counted)), *listed.rolls)
    written = Written(text, claims, chain.evidence)
    return gathered(written, chain, Way(reading.route, how, rolls), context)


def _counted(reading: Reading, listed: Listed, reached: Candidates) -> str:
    count, topic = len(listed.entries) + len(listed.counted), reading.about
    what = plural(count, "document") if topic.documents else f"{count:,}"
    what = f"At least {what}" if reached.unread else what
    was = "was" if count == 1 else "were"
    gone = f"after all {reached.looked:,} documents were gone through"
    gone = "in the one document there is" if reached.looked == 1 else gone
    unread = f"; {reached.unread:,} that came near enough were not read" if reached.unread else ""
    return f"{what} {was} found for “{topic.words}” (list 1), {gone}{unread}."
