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
from warehouse.proof import citations
from warehouse.question import language
from warehouse.results.records import Article, Decision, Evidence
from warehouse.search.languages import name_of

WHAT = "the language"  # what is decided of it
LEAST = 0.02  # of the words of all sources, that are to be in a language


def in_one(topic: str, evidence: Sequence[Evidence], context: Context) -> Context:
    """Where the sources speak several languages and none was chosen, with the one that the topic is
    clearly in, else that of most of the words.
    """
    spoken = _several(evidence, context)
    if not spoken:
        return context
    [(code, _)] = spoken.most_common(1)
    likely = {one: score for one, score in classifier.ranked(topic) if one in spoken}
    best = max(likely, key=likely.__getitem__, default=code)
    if best != code and likely[best] - likely[code] >= classifier.CLEARLY:
        code = best
    return _speaking(code, context)


def as_written(article: Article, context: Context) -> Context:
    """The same for what is written into an article that is there: it goes on in its language."""
    spoken = _several(article.research.evidence, context)
    texts = (block.text for block in (article.lead, *article.blocks))
    code = classifier.detect(citations.without_marks("\n\n".join(texts))) if spoken else ""
    return _speaking(code, context) if code in spoken else context


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


def _speaking(code: str, context: Context) -> Context:
    reading = structs.replace(context.reading, language=code)
    return dataclasses.replace(context, reading=reading)


def _several(evidence: Sequence[Evidence], context: Context) -> Counter[str]:
    """As ``_spoken``; empty where there is one, or it is known already what is to be spoken."""
    if context.settings.article_language or context.reading.language:
        return Counter()
    spoken = _spoken(evidence, context)
    return spoken if len(spoken) > 1 else Counter()


def _spoken(evidence: Sequence[Evidence], context: Context) -> Counter[str]:
    """How many characters of evidence are in each language, by its code. Where files say of
    themselves that they speak several it is looked what their words are in: some say English of
    all that a template holds. What few words are in counts for nothing.
    """
    texts: dict[str, str] = {}
    for piece in evidence:
        texts[piece.place.document] = f"{texts.get(piece.place.document, '')}\n\n{piece.text}"
    rows = context.library.catalog.some_documents(sorted(texts))
    tags = {id: row.language for id, row in rows.items()}
    spoken: Counter[str] = Counter()
    for id, text in texts.items():
        several = len({*tags.values()} - {""}) > 1
        code = (several and classifier.detect(text)) or tags.get(id, "")
        if code:
            spoken[code] += len(text)
    least = LEAST * spoken.total()
    return Counter({code: count for code, count in spoken.items() if count >= least})
