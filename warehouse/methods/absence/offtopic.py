"""Is what was found about the question at all?

Of an explanation for which the model weighed the sentences of long documents, by the likeliest of
them: what is asked in other words than those of the page has neither its words nor its likeness.
Of all else without the model, by the share of the question's telling words and the likeness of the
best sentence, added up; likeness alone is enough from ``ALIKE`` on. Below ``FAR`` nothing more is
looked for. Of a matter as a whole the words have to stand in one piece, and both count from higher
on. Thresholds: 40 questions of this program's handbook, and 69 for a fact of it and of the manuals
of R; that of a likeliest sentence is its fit's own.

The topic of an article is judged before anything is explored, by the same two, of the passages that
a search for it brings up; where these leave it open the model is asked, since a topic may be told
of in other words than its own (``muniment bench offtopic`` and ``topics``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from warehouse.context import Context
from warehouse.engine import choosing
from warehouse.engine.calibrated import of_model
from warehouse.library import Library
from warehouse.methods.absence.answerable import Judged, words_there
from warehouse.methods.evidence import part_of_answer
from warehouse.methods.evidence.reduction import flat, framed
from warehouse.question import language
from warehouse.question.words import content
from warehouse.records import Hit
from warehouse.results import for_experts
from warehouse.results.records import Evidence, Research

ALIKE = 0.35
FAR = 0.3
TOGETHER = 1.1
WHOLE_ALIKE, WHOLE_TOGETHER = 0.5, 1.6
LIKENESS_COUNTS = 2.0
NEAREST = 8
OF_A_TOPIC = 20  # passages that are looked at
TOPIC_WORDS = 0.2
TOPIC_TOGETHER, TOPIC_FAR = 0.7, 0.3  # from there on it is told of; below it is not
TELLS = 0.8  # P(yes) of the model in between
SHOWN, SHOWN_CHARACTERS = 4, 350  # of the passages to the model


def of_research(
    chain: Research, evidence: Sequence[Evidence], hits: Collection[Hit], context: Context
) -> Judged | None:
    """Of what ``chain`` found for its task, ``evidence`` and ``hits`` of it; None as ``judge``."""
    library = context.library
    best = part_of_answer.likeliest(chain, evidence, library)
    documents = {piece.place.document for piece in evidence}
    if best is None or in_another_language(chain.task, documents, library):
        return judge(chain.task, evidence, hits, library, context.reading.whole)
    least = of_model(part_of_answer.FIT, context.engine.info().sha256).threshold
    words = for_experts.noted(
        "no sentence that was found tells a part of it",
        f"the best by {best:.1%}, where {least:.1%} is enough",
    )
    return Judged(best >= least, words, far=best < least, by="model")


def judge(
    question: str,
    evidence: Sequence[Evidence],
    hits: Collection[Hit],
    library: Library,
    whole: str = "",
) -> Judged | None:
    """By the evidence and the nearest of ``hits``; ``whole`` is the matter that is asked about as a
    whole. None where nothing was found, or nothing in the language of the question.
    """
    documents = {piece.place.document for piece in evidence} | {hit.document for hit in hits}
    if not documents or in_another_language(question, documents, library):
        return None
    nearest = sorted(hits, key=lambda hit: -(hit.dense or 0.0))[:NEAREST]
    texts = [framed(piece) for piece in evidence]
    texts += [f"{hit.title}: {hit.text}" for hit in nearest]
    alike = float(library.retrieval.likeness(question, texts).max())
    asked = whole or question
    share = max(words_there(asked, text) for text in (texts if whole else [" ".join(texts)]))
    enough, together = (WHOLE_ALIKE, WHOLE_TOGETHER) if whole else (ALIKE, TOGETHER)
    about = alike >= enough or share + LIKENESS_COUNTS * alike >= together
    count = len(content(asked))
    words = for_experts.noted(
        f"it has {round(share * count)} of the {count} telling words of the question, and nothing "
        "in it comes near enough in meaning",
        f"alike by {alike:.2f}, where {enough:.2f} is enough",
    )
    return Judged(about, words, far=not about and alike < FAR)


def of_topic(topic: str, hits: Sequence[Hit], context: Context) -> Judged | None:
    """Can an article be written on ``topic`` at all? By OF_A_TOPIC ``hits`` of a search for it; a
    topic that is a short name alone is not judged. Raises Cancelled.
    """
    count, library = len(content(topic)), context.library
    if not hits or not count or in_another_language(topic, {hit.document for hit in hits}, library):
        return None
    texts = [f"{hit.title}: {hit.text}" for hit in hits]
    alike = float(library.retrieval.likeness(topic, texts).max())
    share = max(words_there(topic, text) for text in texts)
    together = alike + TOPIC_WORDS * share
    if together >= TOPIC_TOGETHER:
        return Judged(True, "")
    has = round(share * count)
    said = "the words" if has == count else f"at most {has} of the {count} telling words"
    words = f"passages have {said} of the topic, but none comes near enough in meaning"
    weighed = f"together {together:.2f}, where {TOPIC_TOGETHER:.2f} is enough"
    if together < TOPIC_FAR:
        return Judged(False, for_experts.noted(words, weighed))
    sure = _tells(topic, hits, context)
    weighed += f"; the model would say yes with {sure:.0%}, where {TELLS:.0%} is enough"
    return Judged(sure >= TELLS, for_experts.noted(words, weighed), by="model")


def _tells(topic: str, hits: Sequence[Hit], context: Context) -> float:
    """P(the nearest passages tell of the topic), by the model."""
    nearest = sorted(hits, key=lambda hit: -(hit.dense or 0.0))[:SHOWN]
    shown = [
        f"[{number}] {hit.title}: {flat(hit.text)[:SHOWN_CHARACTERS]}"
        for number, hit in enumerate(nearest, start=1)
    ]
    given = {"passages": "\n".join(shown), "topic": topic}
    return choosing.chances("covers", [given], context.engine, context.run)[0]


def in_another_language(question: str, documents: Collection[str], library: Library) -> bool:
    """Is the question in none of the languages of these documents? Words and likeness tell nothing
    then.
    """
    rows = library.catalog.some_documents(sorted(documents)).values()
    spoken = {row.language for row in rows}
    known = spoken if spoken and "" not in spoken else {*spoken, *library.retrieval.languages()}
    return language.of(question, library) not in {"", *known}
