"""The honest baseline: one hybrid search, the best passages, one answer; thoughts beside them
where they are on.

Same answer prompt, same claim check, same records as AWARE, so that the two can be compared.
"""

from __future__ import annotations

from msgspec import structs

from warehouse.answering import counted
from warehouse.answering.answer import conclude
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence import pinned, remembering
from warehouse.methods.evidence.evidence_filter import relevance
from warehouse.records import Hit, Place
from warehouse.results.provenance import Route, Way
from warehouse.results.records import Answer, Chain, Evidence, Intent, SubQuery
from warehouse.search.names import TitleIndex
from warehouse.steering import Numbers

METHOD = "rag"
HOW = "Plain: one search, and an answer from the best passages it found."
PASSAGES = 5
_CHARACTERS_A_TOKEN = 4.2


def ask(question: str, context: Context) -> Answer:
    """Answer from the best passages of one search. Raises Cancelled."""
    context = context.asked(question, "fact")
    question = context.reading.text
    context.run.step("searching", 0, 1, question[:120])
    recalled = remembering.recalled(question, context)
    found = retrieve(question, context.library, context.steering.numbers)
    chain = remembering.first(found, recalled, context)
    if context.steering.course.pins or context.steering.course.places:
        chain = _insisted(chain, context)
    context.run.show(chain)
    made = conclude(question, METHOD, chain, context)
    return counted.told(
        made, Way(Route("fact", "user", explains=context.reading.explains), HOW), context.library
    )


def _insisted(chain: Chain, context: Context) -> Chain:
    """The chain with what the user pinned and kept."""
    evidence, losses = pinned.beforehand(chain.task, chain.evidence, context)
    documents = dict.fromkeys((*chain.read, *(one.place.document for one in evidence)))
    losses = (*chain.losses, *losses)
    return structs.replace(chain, evidence=evidence, read=tuple(documents), losses=losses)


def retrieve(question: str, library: Library, numbers: Numbers | None = None) -> Chain:
    """The best passages as a chain of one intent; ``numbers`` to go on from, if any.

    Their scores are relevances, as those of AWARE: whether they answer is weighed by them, and what
    the fusion of ranks gives is close to nothing for the best of all passages, too.
    """
    numbers = numbers or Numbers()
    hits = library.retrieval.passages(question, PASSAGES)
    evidence = tuple(_evidence(numbers, hit, question) for hit in hits)
    titles = TitleIndex((one.id, one.title) for one in library.documents() if one.passages)
    scores = relevance(question, evidence, titles.mentioned, library)
    evidence = tuple(
        structs.replace(one, score=score) for one, score in zip(evidence, scores, strict=True)
    )
    documents = tuple(dict.fromkeys(hit.document for hit in hits))
    intent = Intent(
        index=0,
        text=question,
        state="resolved" if hits else "unresolved",
        sub_queries=(SubQuery(question, 1, len(hits)),),
        seen=len(documents),
        read=len(documents),
        kept=tuple(one.number for one in evidence),
    )
    return Chain(
        task=question,
        intents=(intent,),
        evidence=evidence,
        read=documents,
        seen_tokens=round(sum(len(hit.text) for hit in hits) / _CHARACTERS_A_TOKEN),
        nearest=tuple(Place(hit.document, hit.page, hit.start, hit.end) for hit in hits[:3]),
    )


def _evidence(numbers: Numbers, hit: Hit, query: str) -> Evidence:
    place = Place(hit.document, hit.page, hit.start, hit.end)
    return Evidence(
        number=numbers.of(place),
        place=place,
        text=hit.text,
        title=hit.title,
        page_label=hit.page_label,
        path=hit.path,
        query=query,
        intent=0,
        score=hit.score,
    )
