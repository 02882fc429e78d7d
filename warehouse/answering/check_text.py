"""A text that somebody wrote elsewhere, checked against the library sentence by sentence.

Nothing is written and nothing is repaired: for each sentence the nearest sentences of the library
are found, the check of claims (proof/claims.py) says whether they prove it, and the text comes
back with the citations it has earned. A sentence that the library contradicts keeps the citation
of what contradicts it; one that nothing is near keeps none. Where what
is near disagrees, both sides are shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.methods.absence.absent_answer import absence
from warehouse.methods.evidence import xray_losses
from warehouse.methods.evidence.brief import Brief
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.evidence.pieces import leans
from warehouse.methods.evidence.sentences import Line, of_hits
from warehouse.proof import checks, citations, claims, contradictions, disagreement
from warehouse.proof.citations import Sentence
from warehouse.proof.contradictions import Difference
from warehouse.proof.disagreement import Comparison
from warehouse.proof.numbers import numbers
from warehouse.records import Hit, Place
from warehouse.results.records import Answer, Claim, Evidence, Node, Research, Structure, SubQuery
from warehouse.search.rarity import word_shares
from warehouse.steering import Numbers, node_at
from warehouse.text import tokens_about

METHOD = "check"
LONGEST_CHARACTERS = 30_000
TITLE_CHARACTERS = 80
PASSAGES = 4
EMBEDDED = 8
MOST = 3
FLOOR = 0.35
RELATIVE = 0.6
FEWEST_WORDS = 3
_STAGE = "searching"


class _Near(Struct, frozen=True):
    """A line near a sentence, and how near: half cosine, half shared words, 0..1."""

    line: Line
    score: float


def check(text: str, context: Context) -> Answer:
    """The text with a claim for each of its sentences. Raises BadInput, Cancelled."""
    if len(text) > LONGEST_CHARACTERS:
        raise BadInput(
            f"The text has {len(text):,} characters; {LONGEST_CHARACTERS:,} can be checked.",
            "Check it in parts.",
        )
    bare, losses = _without_marks(text)
    sentences = citations.read(bare)
    title = _title(sentences)
    if not any(one.passages for one in context.library.documents()):
        return absence(title, METHOD, Research(title, Structure(), ()), context)
    near, hits = _search(sentences, context)
    evidence, cites = _numbered(near, context.steering.numbers)
    chain = xray_losses.told(
        _chain(title, sentences, near, hits, evidence, losses), context.library
    )
    context.run.show(chain)
    checked = _checked(bare, sentences, cites, evidence, context)
    opposed = [_opposed(sentences, at, near[at], context.library) for at in range(len(sentences))]
    if len(checked) == len(sentences):
        checked = tuple(map(_contradicted, checked, opposed, cites))
    comparison = Comparison(context.library.retrieval.embed, context.library.date)
    chain = disagreement.noted(chain, evidence, comparison)
    cited, moved = claims.cite(bare, checked)
    cited_numbers = {number for claim in moved for number in claim.cites}
    used = tuple(one for one in evidence if one.number in cited_numbers)
    answer = Answer(
        question=title,
        method=METHOD,
        text=cited,
        absent=False,
        claims=moved,
        research=chain,
        coverage=coverage(chain, Brief("", used, 0), moved, context),
        spend=context.engine.spend(),
    )
    context.run.show(answer)
    return answer


def _without_marks(text: str) -> tuple[str, tuple[Loss, ...]]:
    """Marks like [12] in the text name somebody else's sources; here they would name ours."""
    marks = citations.MARK.findall(text)
    bare = re.sub(rf"[ \t]*{citations.MARK.pattern}", "", text)
    reason = "numbers of its own sources; citations here are of your library"
    return bare, tuple(Loss("reading the text", mark, reason) for mark in dict.fromkeys(marks))


def _title(sentences: Sequence[Sentence]) -> str:
    first = sentences[0].bare if sentences else ""
    short = first if len(first) <= TITLE_CHARACTERS else f"{first[:TITLE_CHARACTERS].rstrip()} …"
    return f"Checked: {short}"


def _search(sentences: Sequence[Sentence], context: Context) -> tuple[list[list[_Near]], list[Hit]]:
    """For each sentence the lines near it, best first; and all passages that were looked at."""
    candidates: list[list[tuple[Line, float]]] = []
    seen: dict[str, Hit] = {}
    for done, sentence in enumerate(sentences):
        context.run.step(_STAGE, done, len(sentences), sentence.bare[:120])
        terms = len(checks.content(sentence.bare)) + bool(numbers(sentence.bare))
        if sentence.heading or terms < FEWEST_WORDS:
            candidates.append([])
            continue
        hits = context.library.retrieval.passages(_in_context(sentences, done), PASSAGES)
        seen.update((hit.id, hit) for hit in hits)
        lines = of_hits(hits, context.library)
        shares = word_shares([sentence.bare], [line.framed for line in lines])
        best = sorted(zip(lines, shares, strict=True), key=lambda pair: (-pair[1], -pair[0].near))
        candidates.append(best[:EMBEDDED])
    return _ranked(sentences, candidates, context.library), list(seen.values())


def _in_context(sentences: Sequence[Sentence], at: int) -> str:
    """The sentence, after the one it leans on: "It has five arches" says of nothing what it has."""
    said = sentences[at].bare
    return f"{_before(sentences, at)} {said}".strip()


def _before(sentences: Sequence[Sentence], at: int) -> str:
    return sentences[at - 1].bare if at and leans(sentences[at].bare) else ""


def _opposed(
    sentences: Sequence[Sentence], at: int, near: Sequence[_Near], library: Library
) -> tuple[int, Difference] | None:
    """(which of the near lines gives another number or date, what differs); None for none."""
    mine = contradictions.facts(sentences[at].bare, _before(sentences, at))
    for index, one in enumerate(near):
        under = f"{one.line.title} {_earlier(one.line, library)}"
        theirs = contradictions.facts(one.line.text, under)
        if (difference := contradictions.other_value(mine, theirs)) is not None:
            return index, difference
    return None


def _earlier(line: Line, library: Library) -> str:
    """The sentence of the document that a line leans on, "" for none."""
    if not leans(line.text):
        return ""
    every = library.catalog.sentences(line.document)
    before = [one for one in every if one.end <= line.start][-1:]
    return "".join(library.catalog.for_prompts(line.document, one.start, one.end) for one in before)


def _contradicted(
    claim: Claim, opposed: tuple[int, Difference] | None, cites: Sequence[int]
) -> Claim:
    """A claim that is not proven and that its source contradicts in a number or date says nothing
    in part: it cites what it is contradicted by.
    """
    if opposed is None or claim.state in claims.PROVEN or claim.state == "unchecked":
        return claim
    index, difference = opposed
    number = cites[index]
    why = f"[{number}] contradicts it: {difference.second}, and not {difference.first}; {claim.why}"
    return structs.replace(claim, state="not found", cites=(number,), why=why)


def _ranked(
    sentences: Sequence[Sentence], candidates: list[list[tuple[Line, float]]], library: Library
) -> list[list[_Near]]:
    framed = list(dict.fromkeys(line.framed for lines in candidates for line, _ in lines))
    if not framed:
        return [[] for _ in sentences]
    rows = library.retrieval.embed([*(sentence.bare for sentence in sentences), *framed])
    told = dict(zip(framed, rows[len(sentences) :], strict=True))
    ranked: list[list[_Near]] = []
    for row, lines in zip(rows[: len(sentences)], candidates, strict=True):
        near = [_Near(line, (float(told[line.framed] @ row) + share) / 2) for line, share in lines]
        near.sort(key=lambda one: -one.score)
        floor = max(FLOOR, RELATIVE * near[0].score) if near else 0.0
        ranked.append([one for one in near if one.score >= floor][:MOST])
    return ranked


def _numbered(
    near: Sequence[Sequence[_Near]], given: Numbers
) -> tuple[tuple[Evidence, ...], list[tuple[int, ...]]]:
    """Evidence numbered by first use, and for each sentence the numbers it is to be judged by."""
    evidence: dict[tuple[str, int], Evidence] = {}
    cites: list[tuple[int, ...]] = []
    for lines in near:
        numbers = []
        for one in lines:
            key = (one.line.document, one.line.start)
            if key not in evidence:
                evidence[key] = _evidence(one, given)
            numbers.append(evidence[key].number)
        cites.append(tuple(numbers))
    return tuple(evidence.values()), cites


def _evidence(near: _Near, given: Numbers) -> Evidence:
    line = near.line
    place = Place(line.document, line.page, line.start, line.end)
    return Evidence(
        number=given.of(place),
        place=place,
        text=line.text,
        title=line.title,
        page_label=line.page_label,
        path=line.path,
        query="",
        score=near.score,
    )


def _chain(
    title: str,
    sentences: Sequence[Sentence],
    near: Sequence[Sequence[_Near]],
    hits: Sequence[Hit],
    evidence: tuple[Evidence, ...],
    losses: tuple[Loss, ...],
) -> Research:
    documents = tuple(dict.fromkeys(hit.document for hit in hits))
    intent = Node(
        id=node_at(0),
        title="What the library says to each sentence",
        state="resolved" if evidence else "unresolved",
        sub_queries=tuple(
            SubQuery(sentence.bare, 1, len(found))
            for sentence, found in zip(sentences, near, strict=True)
            if not sentence.heading
        ),
        seen=len(documents),
        read=len(documents),
        evidence=tuple(one.number for one in evidence),
    )
    tokens = tokens_about(sum(len(hit.text) for hit in hits))
    return Research(title, Structure(nodes=(intent,)), evidence, losses, documents, tokens)


def _checked(
    bare: str,
    sentences: Sequence[Sentence],
    cites: Sequence[tuple[int, ...]],
    evidence: tuple[Evidence, ...],
    context: Context,
) -> tuple[Claim, ...]:
    """Claims whose ranges point into ``bare``. Each sentence is judged by its own neighbours."""
    marked = [
        citations.remarked(sentence.written, numbers) if numbers else sentence.written
        for sentence, numbers in zip(sentences, cites, strict=True)
    ]
    judged = claims.check("\n".join(marked), evidence, context.engine, context.run)
    if len(judged) != len(sentences):  # a mark changed where a sentence ends: judged without marks
        return claims.check(bare, evidence, context.engine, context.run)
    return tuple(_told(claim, sentence) for claim, sentence in zip(judged, sentences, strict=True))


def _told(claim: Claim, sentence: Sentence) -> Claim:
    placed = structs.replace(claim, start=sentence.start, end=sentence.end, text=sentence.written)
    if claim.state != "not found" or claim.why != claims.NOT_IN_CITED:
        return placed
    return structs.replace(placed, cites=(), why="nothing near it in the library says it")
