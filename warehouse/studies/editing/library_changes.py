"""What became of the proofs of an article since it was written: gone, changed, said otherwise.

Old proofs need no model: a document is there or not, and its newer version has the words or not.
New documents are searched with every sentence; of what is near, a number or date that cannot be
true beside the sentence contradicts it, and the check of claims tells what bears it out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

from msgspec import Struct

from indexers.placenames import place_name
from warehouse.answering.read_sentences import nearest
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.reduction import made
from warehouse.methods.evidence.sentences import Line, of_hits
from warehouse.proof import checks, citations, claims, contradictions, entailment
from warehouse.proof.entailment import Pair
from warehouse.results.records import Article, Claim, Evidence
from warehouse.store.catalog import Catalog
from warehouse.studies.report import ledger
from warehouse.text import shortened

Kind = Literal["gone", "changed", "contradicted", "also"]
NEAR = 0.5  # half the share of the words and half the cosine
PASSAGES, EMBEDDED = 3, 6
SAID_CHARACTERS = 160


class Mark(Struct, frozen=True):
    """``sentence`` as it stands in the article, and why it is to be looked at; ``document`` is the
    one that is gone, has changed or is new, ``said`` what a new one says. "also" asks for nothing:
    a new document says the same.
    """

    sentence: str
    kind: Kind
    why: str
    document: str
    said: Evidence | None = None


def of_proofs(article: Article, catalog: Catalog) -> list[Mark]:
    """Sentences that rest on what is gone or has changed, in reading order; one mark each."""
    cited = ledger.sources(article)
    newer = catalog.newer(cited)
    evidence = {one.number: one for one in article.research.evidence}
    trouble = {number: _lost(one, newer, catalog) for number, one in evidence.items()}
    marks = []
    for claim in _statements(article):
        for number in claim.cites:
            if number in trouble and (lost := trouble[number]) is not None:
                kind, why = lost
                document = evidence[number].place.document
                marks.append(Mark(claim.text, kind, f"[{number}]: {why}", document))
                break
    return marks


def lost(article: Article, catalog: Catalog) -> frozenset[int]:
    """The numbers of the evidence that can no longer be shown, or that has changed."""
    newer = catalog.newer(ledger.sources(article))
    every = article.research.evidence
    return frozenset(one.number for one in every if _lost(one, newer, catalog) is not None)


def _lost(one: Evidence, newer: dict[str, str], catalog: Catalog) -> tuple[Kind, str] | None:
    document = one.place.document
    if not catalog.knows(document):
        return "gone", f"“{one.title}” is no longer in the library"
    if document in newer and not checks.holds(catalog.text(newer[document]), checks.fold(one.text)):
        return "changed", f"the newer version of “{one.title}” no longer has these words"
    return None


def of_new(article: Article, documents: Collection[str], context: Context) -> list[Mark]:
    """What new documents say to its sentences. Raises Cancelled, EngineError."""
    library = context.library
    retrieval = library.retrieval.within(frozenset(documents))
    told = list(_statements(article))
    near: list[tuple[Claim, Line]] = []
    for done, claim in enumerate(told):
        bare = citations.without_marks(claim.text)
        context.run.step("searching", done, len(told), bare[:120])
        lines = of_hits(retrieval.passages(bare, PASSAGES), library)
        scores = nearest(bare, lines, library, EMBEDDED)
        near += [(claim, line) for line in [*scores][:1] if scores[line] >= NEAR]
    against = {at: why for at, one in enumerate(near) if (why := _otherwise(*one))}
    asked = [one for at, one in enumerate(near) if at not in against]
    weighed = entailment.weighed([_pair(*one) for one in asked], context.engine, context.run)
    borne_out = {
        one for one, found in zip(asked, weighed, strict=True) if found.state in claims.PROVEN
    }
    marks = []
    for at, (claim, line) in enumerate(near):
        if at in against:
            marks.append(_mark(claim, line, "contradicted", against[at], library))
        elif (claim, line) in borne_out:
            marks.append(_mark(claim, line, "also", "says so, too", library))
    return marks


def _statements(article: Article) -> Iterator[Claim]:
    """The sentences that rest on something."""
    return (one.claim for one in ledger.entries(article) if one.claim.cites)


def _otherwise(claim: Claim, line: Line) -> str:
    mine = contradictions.facts(citations.without_marks(claim.text))
    difference = contradictions.other_value(mine, contradictions.facts(line.text, line.title))
    return f"says {difference.second}, and not {difference.first}" if difference else ""


def _pair(claim: Claim, line: Line) -> Pair:
    shown = f"{line.title}: {line.text}"
    return Pair(citations.without_marks(claim.text), shown, (shown,))


def _mark(claim: Claim, line: Line, kind: Kind, what: str, library: Library) -> Mark:
    stands = library.catalog.stands(line.document, line.start, line.end)
    said = made(line, stands, line.text, citations.without_marks(claim.text), 1.0, 0)
    where = ", ".join(filter(None, [f"“{said.title}”", place_name(said.page_label)]))
    words = shortened(" ".join(line.text.split()), SAID_CHARACTERS)
    return Mark(claim.text, kind, f"{where}, {what}: “{words}”", line.document, said)
