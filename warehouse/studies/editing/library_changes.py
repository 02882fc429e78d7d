"""What became of the proofs of an article since it was written: gone, changed, said otherwise.

Old proofs need no model (report/lost_sources.py). New documents, and new readings, are searched
with every sentence; of all that is near, a number or date that cannot be true beside the sentence
contradicts it, and of the rest the check of claims tells whether the nearest bears it out. What the
former reading said already is nothing new.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Literal

from msgspec import Struct

from indexers.text.placenames import place_name
from warehouse.answering.read_sentences import nearest
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.reduction import made
from warehouse.methods.evidence.sentences import Line, of_hits
from warehouse.proof import claims, contradictions, entailment, named_source
from warehouse.proof.entailment import Pair
from warehouse.records import Hit, Place
from warehouse.results.records import Article, Claim, Evidence
from warehouse.run import Check, unstopped
from warehouse.store.catalog import Catalog
from warehouse.studies.report import ledger, lost_sources
from warehouse.studies.report.lost_sources import ReadText
from warehouse.text import shortened

Kind = Literal["gone", "changed", "read again", "contradicted", "found", "also"]
NEAR = 0.5  # half the share of the words and half the cosine
PASSAGES, EMBEDDED = 3, 6
SAID_CHARACTERS = 160
_PROVEN = (*claims.PROVEN, "unchecked")  # what waits to be weighed may be proven already
_AGREES: dict[bool, tuple[Kind, str]] = {
    True: ("also", "says so, too"),
    False: ("found", "says so"),
}


class Mark(Struct, frozen=True):
    """``sentence`` as it stands in the article, and why it is to be looked at; ``document`` is the
    one that is gone, has changed or is new, ``said`` what a new one says. "read again": the text
    that was cited reads otherwise now. "found": it proves what was not proven. "also" asks for
    nothing: a new document says the same as the old ones.
    """

    sentence: str
    kind: Kind
    why: str
    document: str
    said: Evidence | None = None


class Statement(Struct, frozen=True):
    """``written`` as it stands in the article; ``said`` without marks and the document in front."""

    written: str
    said: str
    is_proven: bool


def of_proofs(article: Article, catalog: Catalog, check: Check = unstopped) -> list[Mark]:
    """Sentences that rest on what is gone or has changed, in reading order; one mark each. Raises
    what ``check`` does.
    """
    lost = lost_sources.of(ledger.cited(article), catalog, check)
    marks = []
    for claim in _claims(article):
        for number in claim.cites:
            if number in lost:
                one = lost[number]
                marks.append(Mark(claim.text, one.kind, f"[{number}]: {one.why}", one.document))
                break
    return marks


class Fresh(Struct, frozen=True):
    """``documents`` that an article was not held against. Those of them that are in ``again`` it
    was, in the reading that they had at ``since``, Unix seconds.
    """

    documents: tuple[str, ...]
    again: frozenset[str] = frozenset()
    since: float = 0.0


def of_new(article: Article, new: Fresh, context: Context) -> list[Mark]:
    """What new documents say to its sentences, and documents that were read again, as far as they
    did not say it before. Raises Cancelled, EngineError.
    """
    library, documents = context.library, new.documents
    former = _Formers(new, library.catalog)
    fresh, weaker = frozenset(documents), library.catalog.weaker(documents)
    known = {piece.number: piece for piece in article.research.evidence}
    statements = [
        Statement(claim.text, named_source.said(claim, known), claim.state in _PROVEN)
        for claim in _claims(article)
        if claim.cites or claim.state != "unchecked"
    ]
    against: list[dict[Line, str]] = []  # of each statement, and why
    beside: list[tuple[Statement, Line]] = []
    for old_statement in context.run.each("searching", statements, lambda old: old.said[:120]):
        near = former.left(_near(old_statement.said, fresh, weaker, context))
        otherwise = {line: why for line in near if (why := _otherwise(old_statement, line))}
        of_document = {line.document: line for line in [*otherwise][::-1]}  # the nearest of each
        against.append(
            {line: why for line, why in otherwise.items() if of_document[line.document] is line}
        )
        # That a source says so, too, is worth telling of a new one alone.
        silent = new.again if old_statement.is_proven else ()
        telling = (line for line in near if line not in otherwise and line.document not in silent)
        beside += [(old_statement, line) for line in islice(telling, 1)]
    pairs = [_pair(*pair) for pair in beside]
    weighed = entailment.weighed(pairs, context.engine, context.run)
    borne_out = {
        old_statement: line
        for (old_statement, line), verdict in zip(beside, weighed, strict=True)
        if verdict.state in claims.PROVEN
    }
    marks = []
    for old_statement, told in zip(statements, against, strict=True):
        for line, why in told.items():
            marks.append(_mark(old_statement, line, "contradicted", why, new, library))
        if old_statement in borne_out:
            line = borne_out[old_statement]
            kind, what = _AGREES[old_statement.is_proven]
            marks.append(_mark(old_statement, line, kind, what, new, library))
    return marks


class _Formers:
    """The readings that an article was held against before these."""

    def __init__(self, new: Fresh, catalog: Catalog) -> None:
        self._texts = {
            document: ReadText(partial(_former_text, document, new.since, catalog))
            for document in new.again
        }

    def left(self, lines: Sequence[Line]) -> list[Line]:
        """Those of which the words are new."""
        return [line for line in lines if not self._had(line)]

    def _had(self, line: Line) -> bool:
        text, place = self._texts.get(line.document), Place(line.document, 0, line.start, line.end)
        return text is not None and text.has(line.text, place)


def _former_text(document: str, since: float, catalog: Catalog) -> str:
    former = catalog.former_at(document, since)
    return former.text if former is not None else ""


def _near(
    said: str, left: frozenset[str], weaker: Mapping[str, str], context: Context
) -> list[Line]:
    """Best first, of every document that has any. Those whose passages are found first are looked
    at one by one, and the others while anything near is found: one search where nothing is. Of
    two that count as one source the better one speaks.
    """
    library, scores = context.library, dict[Line, float]()
    while left:
        context.run.check()
        hits = library.retrieval.within(left).passages(said, PASSAGES)
        found = dict.fromkeys(hit.document for hit in hits)
        if not _scores(said, hits, EMBEDDED * len(found), library):
            break
        for document in found:
            alone = library.retrieval.within(frozenset([document])).passages(said, PASSAGES)
            scores |= _scores(said, alone, EMBEDDED, library)
        left -= found.keys() | {id for id, better in weaker.items() if better in found}
    return sorted(scores, key=lambda line: -scores[line])


def _scores(said: str, hits: Sequence[Hit], most: int, library: Library) -> dict[Line, float]:
    scores = nearest(said, of_hits(hits, library), library, most)
    return {line: score for line, score in scores.items() if score >= NEAR}


def _claims(article: Article) -> Iterator[Claim]:
    return (entry.claim for entry in ledger.entries(article))


def _otherwise(one: Statement, line: Line) -> str:
    mine = contradictions.facts(one.said)
    difference = contradictions.other_value(mine, contradictions.facts(line.text, line.title))
    return f"says {difference.second}, and not {difference.first}" if difference else ""


def _pair(one: Statement, line: Line) -> Pair:
    shown = f"{line.title}: {line.text}"
    return Pair(one.said, shown, (shown,))


def _mark(one: Statement, line: Line, kind: Kind, what: str, new: Fresh, library: Library) -> Mark:
    stands = library.catalog.stands(line.document, line.start, line.end)
    said = made(line, stands, line.text, one.said, 1.0, 0)
    again = "read again" if line.document in new.again else ""
    where = ", ".join(filter(None, [f"“{said.title}”", again, place_name(said.page_label)]))
    words = shortened(" ".join(line.text.split()), SAID_CHARACTERS)
    return Mark(one.written, kind, f"{where}, {what}: “{words}”", line.document, said)
