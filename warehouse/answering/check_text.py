"""A text that somebody wrote elsewhere, checked against the library sentence by sentence.

Nothing is written and nothing is repaired: the sentences of the library nearest to each prove it or
not (proof/claims.py). A sentence that the library contradicts cites what contradicts it; one that
nothing is near cites nothing. Where what is near disagrees, both sides are shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import structs

from indexers.records import Loss
from warehouse.answering.answer import Written, finished
from warehouse.answering.read_sentences import Numbered, gone_through, nearest
from warehouse.context import Context
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.methods.absence.absent_answer import absence
from warehouse.methods.evidence import xray_losses
from warehouse.methods.evidence.prose import leans
from warehouse.methods.evidence.sentences import Line, of_hits
from warehouse.proof import checks, citations, claims, contradictions, disagreement
from warehouse.proof.citations import Sentence
from warehouse.proof.disagreement import Comparison
from warehouse.proof.numbers import numbers
from warehouse.records import Hit
from warehouse.results.records import Answer, Claim, Evidence, Research, Structure, SubQuery
from warehouse.text import shortened, tokens_about

METHOD = "check"
LONGEST_CHARACTERS = 30_000
TITLE_CHARACTERS = 80
PASSAGES = 4
EMBEDDED = 8
MOST = 3
FLOOR = 0.35
RELATIVE = 0.6
FEWEST_WORDS = 3


def check(text: str, context: Context) -> Answer:
    """The text with a claim for each of its sentences. Raises BadInput, Cancelled."""
    if len(text) > LONGEST_CHARACTERS:
        size = f"The text has {len(text):,} characters; {LONGEST_CHARACTERS:,} can be checked."
        raise BadInput(size, "Check it in parts.")
    bare, losses = _without_marks(text)
    sentences = citations.read(bare)
    title = f"Checked: {shortened(sentences[0].bare, TITLE_CHARACTERS) if sentences else ''}"
    if not any(document.passages for document in context.library.documents()):
        return absence(title, METHOD, Research(title), context)
    near, hits = _search(sentences, context)
    numbered = Numbered("", context)
    cited = [{numbered.take(*pair).number: pair[0] for pair in lines.items()} for lines in near]
    evidence = numbered.evidence
    read = tuple(dict.fromkeys(hit.document for hit in hits))
    tokens = tokens_about(sum(len(hit.text) for hit in hits))
    chain = Research(title, Structure(), evidence, losses, read, tokens)
    queries = [
        SubQuery(sentence.bare, 1, len(lines))
        for sentence, lines in zip(sentences, near, strict=True)
        if not sentence.heading
    ]
    chain = gone_through(chain, "What the library says to each sentence", queries, len(read))
    chain = xray_losses.told(chain, context.library)
    context.run.show(chain)
    checked = _checked(bare, sentences, cited, evidence, context)
    comparison = Comparison(context.library.retrieval.embed, context.library.date)
    chain = structs.replace(chain, disagreements=disagreement.find(evidence, comparison))
    marked, moved = claims.cite(bare, checked)
    cited_numbers = {number for claim in moved for number in claim.cites}
    used = tuple(piece for piece in evidence if piece.number in cited_numbers)
    return finished(Written(marked, moved, used), chain, context, METHOD)


def _without_marks(text: str) -> tuple[str, tuple[Loss, ...]]:
    """Marks like [12] in the text name somebody else's sources; here they would name ours."""
    marks = citations.MARK.findall(text)
    bare = re.sub(rf"[ \t]*{citations.MARK.pattern}", "", text)
    reason = "numbers of its own sources; citations here are of your library"
    return bare, tuple(Loss("reading the text", mark, reason) for mark in dict.fromkeys(marks))


def _search(
    sentences: Sequence[Sentence], context: Context
) -> tuple[list[dict[Line, float]], list[Hit]]:
    """For each sentence the lines near it, best first; and all passages that were looked at."""
    near: list[dict[Line, float]] = []
    seen: dict[str, Hit] = {}
    for done, sentence in enumerate(sentences):
        context.run.step("searching", done, len(sentences), sentence.bare[:120])
        terms = len(checks.content(sentence.bare)) + bool(numbers(sentence.bare))
        hits: list[Hit] = []
        if not sentence.heading and terms >= FEWEST_WORDS:
            query = f"{_before(sentences, done)} {sentence.bare}".strip()
            hits = context.library.retrieval.passages(query, PASSAGES)
        seen.update((hit.id, hit) for hit in hits)
        lines = of_hits(hits, context.library)
        scores = nearest(sentence.bare, lines, context.library, EMBEDDED)
        floor = max(FLOOR, RELATIVE * max(scores.values(), default=0.0))
        near.append({line: scores[line] for line in [*scores][:MOST] if scores[line] >= floor})
    return near, list(seen.values())


def _before(sentences: Sequence[Sentence], at: int) -> str:
    """The sentence it leans on: "It has five arches" says of nothing what it has; "" for none."""
    return sentences[at - 1].bare if at and leans(sentences[at].bare) else ""


def _checked(
    bare: str,
    sentences: Sequence[Sentence],
    cited: Sequence[Mapping[int, Line]],
    evidence: tuple[Evidence, ...],
    context: Context,
) -> tuple[Claim, ...]:
    """Claims whose ranges point into ``bare``. Each sentence is judged by its own neighbours."""
    marked = [
        citations.remarked(sentence.written, tuple(lines)) if lines else sentence.written
        for sentence, lines in zip(sentences, cited, strict=True)
    ]
    judged = claims.check("\n".join(marked), evidence, context.engine, context.run)
    if len(judged) != len(sentences):  # a mark changed where a sentence ends: judged without marks
        return claims.check(bare, evidence, context.engine, context.run)
    checked = []
    for at, (claim, sentence) in enumerate(zip(judged, sentences, strict=True)):
        start, end = sentence.start, sentence.end
        claim = structs.replace(claim, start=start, end=end, text=sentence.written)
        if claim.why == claims.NOT_IN_CITED:
            claim = structs.replace(claim, cites=(), why="nothing near it in the library says it")
        checked.append(_contradicted(claim, _before(sentences, at), cited[at], context.library))
    return tuple(checked)


def _contradicted(claim: Claim, before: str, cited: Mapping[int, Line], library: Library) -> Claim:
    """A claim that is not proven and that a line of ``cited`` contradicts in a number or date says
    nothing in part: it cites what it is contradicted by. It leans on the sentence ``before``.
    """
    if claim.state in claims.PROVEN or claim.state == "unchecked":
        return claim
    mine = contradictions.facts(claim.text, before)
    for number, line in cited.items():
        theirs = contradictions.facts(line.text, f"{line.title} {_earlier(line, library)}")
        if (difference := contradictions.other_value(mine, theirs)) is not None:
            values = f"{difference.second}, and not {difference.first}"
            why = f"[{number}] contradicts it: {values}; {claim.why}"
            return structs.replace(claim, state="not found", cites=(number,), why=why)
    return claim


def _earlier(line: Line, library: Library) -> str:
    """The sentence of the document that a line leans on, "" for none."""
    if not leans(line.text):
        return ""
    sentences = library.catalog.sentences(line.document)
    before = [sentence for sentence in sentences if sentence.end <= line.start][-1:]
    return "".join(
        library.catalog.for_prompts(line.document, sentence.start, sentence.end)
        for sentence in before
    )
