"""The language of an article: the one that was chosen, else that of its sources; of several one.

What is in another is told in it, sentence by sentence, and proven by its source like all else; a
quotation stays in its own.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import structs

from indexers.text import language as classifier
from warehouse.context import Context
from warehouse.question import language
from warehouse.results.records import Decision, Evidence
from warehouse.search.languages import name_of

WHAT = "the language"  # what is decided of it


def in_one(topic: str, evidence: Sequence[Evidence], context: Context) -> Context:
    """Where the sources speak several languages and none was chosen, with the one that the topic is
    clearly in, else that of most of the words.
    """
    if context.settings.article_language or context.reading.language:
        return context
    spoken = _spoken(evidence, context)
    if len(spoken) < 2:
        return context
    [(code, _)] = spoken.most_common(1)
    likely = {one: score for one, score in classifier.ranked(topic) if one in spoken}
    best = max(likely, key=likely.__getitem__, default=code)
    if best != code and likely[best] - likely[code] >= classifier.CLEARLY:
        code = best
    reading = structs.replace(context.reading, language=code)
    return dataclasses.replace(context, reading=reading)


def told_in(documents: Iterable[str], context: Context) -> str:
    """The name of the language in which what they say is told, "" for their own."""
    chosen = context.settings.article_language
    return chosen or language.wanted(context.reading.language, documents, context.library)


def decided(evidence: Sequence[Evidence], context: Context) -> Decision | None:
    """What is told of it where the sources speak several and the user chose none."""
    code = context.reading.language
    if context.settings.article_language or not code:
        return None
    others = [name_of(one) for one, _ in _spoken(evidence, context).most_common() if one != code]
    how = f"{name_of(code)}; what your documents say in {', '.join(others)} is told in it"
    return Decision(WHAT, "rule", f"{how}, unless you choose a language") if others else None


def _spoken(evidence: Sequence[Evidence], context: Context) -> Counter[str]:
    """How many characters of evidence are in each language, by its code."""
    ids = {piece.place.document for piece in evidence}
    of = {
        id: row.language for id, row in context.library.catalog.some_documents(sorted(ids)).items()
    }
    spoken: Counter[str] = Counter()
    for piece in evidence:
        if code := of.get(piece.place.document, ""):
            spoken[code] += len(piece.text)
    return spoken
