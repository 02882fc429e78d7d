"""How much a sentence of a source leans on what stands before it there, by its likelihood.

An item of a list, "the current output" or an order on what was just shown becomes much likelier
once these are read; a sentence that stands alone hardly does. So no list of words is needed that
point back, in any language (MEASURED.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from indexers import sentences
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ScoreRequest
from warehouse.library import Library
from warehouse.methods.evidence.prose import without_mark
from warehouse.methods.evidence.reduction import flat, head
from warehouse.results.records import Evidence
from warehouse.text import words_in

BEFORE = 400  # characters that are looked at
SENTENCES = 2  # the last of them
MOST = 1.0  # nats a word, from which it leans wholly
BEHIND = "Before it: {}\n"

Source = tuple[Evidence, str]
"""Evidence, and a sentence of it, on one line."""


def leanings(sources: Sequence[Source], context: Context) -> dict[str, float]:
    """Of each sentence, 0..1: by how many nats a word it is likelier behind what stands before it;
    0 of the first of a document. Raises Cancelled.
    """
    prompt = prompts.load("goes_on")
    leaning = {sentence: 0.0 for _, sentence in sources}
    asked: dict[str, list[ScoreRequest]] = {}
    for piece, sentence in sources:
        ahead = before(piece, sentence, context.library)
        told = [prompt.render(document=head(piece), before=b) for b in (BEHIND.format(ahead), "")]
        if ahead:
            asked[sentence] = [ScoreRequest(prompt.name, messages, sentence) for messages in told]
    requests = [request for both in asked.values() for request in both]
    scores = iter(context.engine.score(requests, context.run) if requests else [])
    for sentence in asked:
        gain = next(scores).total - next(scores).total
        leaning[sentence] = min(1.0, max(0.0, gain / max(1, words_in(sentence)) / MOST))
    return leaning


def before(piece: Evidence, sentence: str, library: Library) -> str:
    """The last sentences of the document before this one; "" where none are."""
    places = sentences.split(piece.text)
    texts = (piece.text[place.start : place.end] for place in places)
    own = (
        at for at, text in zip(places, texts, strict=True) if without_mark(flat(text)) == sentence
    )
    start = piece.place.start + next((place.start for place in own), 0)
    text = library.catalog.for_prompts(piece.place.document, max(0, start - BEFORE), start)
    last = [flat(text[place.start : place.end]) for place in sentences.split(text)][-SENTENCES:]
    return " ".join(last)
