"""Words of the library that prove a sentence of an article, offered as its citations.

The check of a text from elsewhere (answering/check_text.py) does the work. A sentence gets its new
marks only where it comes out better than it stood; else what is nearest is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from indexers.text.placenames import place_name
from warehouse.answering import check_text
from warehouse.context import Context
from warehouse.proof import citations, claims
from warehouse.results.records import Answer, Article, Claim, Evidence
from warehouse.run import Hushed
from warehouse.steering import Steering
from warehouse.studies.second_search import renumbered
from warehouse.text import shortened
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Part
from warehouse.writing.editing.rewriting import Proposal
from warehouse.writing.editing.spots import Paragraph
from warehouse.writing.sentences import repair

NEAREST_CHARACTERS = 140
PROVEN_ALREADY = "Every sentence of it is proven already."
NOTHING_TO_PROVE = "There is nothing in it that could be proven."
NOTHING_NEAR = "Nothing in the library is near it."


def prove(article: Article, paragraph: Paragraph, context: Context) -> Proposal | str:
    """The paragraph with citations for what is not proven of it; the reason, where the library has
    none. Raises Cancelled.
    """
    sentences = spots.sentences(paragraph.part)
    wanted = [sentence for sentence in sentences if sentence.state not in claims.PROVEN]
    if not wanted:
        return PROVEN_ALREADY if sentences else NOTHING_TO_PROVE
    context.run.step("searching", 0, len(wanted))
    better: dict[tuple[int, int], tuple[str, tuple[Claim, ...]]] = {}
    evidence: dict[int, Evidence] = {}
    near = ""
    for sentence in wanted:
        answer = looked_for(sentence, context)
        said, fresh = renumbered(answer, context.steering.numbers)
        worth = min((repair.WORTH[other.state] for other in said), default=0)
        if worth > repair.WORTH[sentence.state]:
            better[sentence.start, sentence.end] = (
                " ".join(other.text for other in said),
                tuple(said),
            )
            evidence.update((piece.number, piece) for piece in fresh)
        else:
            near = near or _nearest(answer)
    if not better:
        return f"The library holds no words that prove it. {near or NOTHING_NEAR}"
    part = Part(*repair.spliced(paragraph.text, sentences, better))
    return Proposal(part, article.research.lacking(evidence.values()))


def looked_for(sentence: Claim, context: Context) -> Answer:
    """It alone, checked against the library."""
    quiet = replace(context, run=Hushed(context.run), steering=Steering(context.steering.course))
    return check_text.check(citations.without_marks(sentence.text), quiet)


def _nearest(found: Answer) -> str:
    best: Sequence[Evidence] = sorted(found.research.evidence, key=lambda one: -one.score)[:1]
    for piece in best:
        where = ", ".join(filter(None, [piece.title, place_name(piece.page_label)]))
        words = shortened(" ".join(piece.text.split()), NEAREST_CHARACTERS)
        return f"The nearest: “{words}” ({where})."
    return ""
