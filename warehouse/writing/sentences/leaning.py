"""How much a sentence of a source leans on what stands before it there, by its likelihood.

An item of a list, "the current output" or an order on what was just shown becomes much likelier
once these are read; a sentence that stands alone hardly does. So no list of words is needed that
point back, in any language (MEASURED.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from indexers.text import sentences
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ScoreRequest
from warehouse.errors import CannotScore
from warehouse.library import Library
from warehouse.methods.evidence.prose import without_mark
from warehouse.methods.evidence.reduction import flat, head
from warehouse.results.records import Evidence
from warehouse.text import words_in

SENTENCES = 2  # before one, that it may lean on
LONG = 200  # characters of each of them that are looked at, in the mean
MOST = 1.0  # nats a word, from which it leans wholly
BEHIND = "Before it: {}\n"

Source = tuple[Evidence, str]
"""Evidence, and a sentence of it, on one line."""


def leanings(sources: Sequence[Source], context: Context) -> dict[str, float]:
    """Of each sentence, 0..1: by how many nats a word it is likelier behind what stands before it,
    the least of where it stands; 0 of the first of a document, and of all where a server tells no
    likelihoods. Raises Cancelled.
    """
    prompt = prompts.load("goes_on")
    behind = [
        (piece, sentence, before(piece, sentence, context.library)) for piece, sentence in sources
    ]
    requests = [
        ScoreRequest(prompt.name, prompt.render(document=head(piece), before=told), sentence)
        for piece, sentence, ahead in behind
        if ahead
        for told in (BEHIND.format(ahead), "")
    ]
    try:
        scores = iter(context.engine.score(requests, context.run) if requests else [])
    except CannotScore:
        return {sentence: 0.0 for _, sentence in sources}
    leaning: dict[str, float] = {}
    for _, sentence, ahead in behind:
        gain = next(scores).total - next(scores).total if ahead else 0.0
        own = min(1.0, max(0.0, gain / max(1, words_in(sentence)) / MOST))
        leaning[sentence] = min(own, leaning.get(sentence, 1.0))
    return leaning


def before(piece: Evidence, sentence: str, library: Library, most: int = SENTENCES) -> str:
    """The last ``most`` sentences of the document before this one; "" where none are."""
    places = sentences.split(piece.text)
    texts = [without_mark(flat(piece.text[place.start : place.end])) for place in places]
    start = piece.place.start
    if sentence in texts:
        start += places[texts.index(sentence)].start
    begin = max(0, start - most * LONG)
    text = library.catalog.for_prompts(piece.place.document, begin, start)
    last = [flat(text[place.start : place.end]) for place in sentences.split(text)]
    whole = last[1:] if begin and len(last) > 1 else last  # the first may be cut
    return " ".join(whole[-most:])
