"""What became of the proofs of an article since it was written: gone, changed, said otherwise.

Old proofs need no model: a document is there or not, and its newer version has the words or not, as
has its text where it was read again. New documents, and new readings, are searched with every
sentence; of all that is near, a number or date that cannot be true beside the sentence contradicts
it, and of the rest the check of claims tells whether the nearest bears it out. What the former
reading said already is nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Literal

from msgspec import Struct

from indexers.text.placenames import place_name
from warehouse.answering.read_sentences import nearest
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.reduction import made
from warehouse.methods.evidence.sentences import Line, of_hits
from warehouse.proof import checks, claims, contradictions, entailment, named_source
from warehouse.proof.entailment import Pair
from warehouse.records import Hit, Place
from warehouse.results.records import Article, Claim, Evidence
from warehouse.run import Check, unstopped
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.former_readings import same_words
from warehouse.studies.report import ledger
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
_ENDS = " .!?;:,。"  # of the words of a page, which may go on there now


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
    evidence = {piece.number: piece for piece in ledger.cited(article)}
    trouble = _troubles(article, evidence.values(), catalog, check)
    marks = []
    for claim in _claims(article):
        for number in claim.cites:
            if number in trouble:
                kind, why = trouble[number]
                document = evidence[number].place.document
                marks.append(Mark(claim.text, kind, f"[{number}]: {why}", document))
                break
    return marks


def lost(article: Article, catalog: Catalog) -> dict[int, Kind]:
    """What became of the evidence that can no longer be shown, or that has changed."""
    troubles = _troubles(article, article.research.evidence, catalog, unstopped)
    return {number: kind for number, (kind, _) in troubles.items()}


def still_says(piece: Evidence, catalog: Catalog) -> bool:
    """Is its document there, and has it these words, if it was read again meanwhile?"""
    return _Source(piece.place.document, "", catalog).trouble(piece) is None


def _troubles(
    article: Article, evidence: Iterable[Evidence], catalog: Catalog, check: Check
) -> dict[int, tuple[Kind, str]]:
    """What became of the pieces that do not stand as they did."""
    newer = catalog.newer(ledger.sources(article))
    sources: dict[str, _Source] = {}
    troubles: dict[int, tuple[Kind, str]] = {}
    for piece in evidence:
        check()
        document = piece.place.document
        if document not in sources:
            sources[document] = _Source(document, newer.get(document, ""), catalog)
        if (trouble := sources[document].trouble(piece)) is not None:
            troubles[piece.number] = trouble
    return troubles


class _Source:
    """A document that is cited, as it is by now. Only one that has changed is read."""

    def __init__(self, document: str, newer: str, catalog: Catalog) -> None:
        self._is_there, self._newer = catalog.knows(document), newer
        # What is damaged on the disk reads otherwise, too, and is made again (muniment check).
        self._was_read_again = catalog.was_read_again(document) and not catalog.broken(
            document, "texts"
        )
        self._text = _Text(partial(catalog.text, newer or document))

    def trouble(self, piece: Evidence) -> tuple[Kind, str] | None:
        if not self._is_there:
            return "gone", f"“{piece.title}” is no longer in the library"
        if not (self._newer or self._was_read_again) or self._text.has(piece.text, piece.place):
            return None
        if self._newer:
            return "changed", f"the newer version of “{piece.title}” no longer has these words"
        return "read again", f"“{piece.title}” was read again and no longer reads like this"


class _Text:
    """Read and folded once, and only where that is needed."""

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read

    def has(self, words: str, place: Place) -> bool:
        """At that range, where ``words`` may have blanks, or anywhere."""
        return (
            same_words(self._whole[place.start : place.end], words)
            or _is_in(words.strip(_ENDS), self._whole)
            or _is_in(checks.fold_marks(words).strip(_ENDS), self._folded)
        )

    @cached_property
    def _whole(self) -> str:
        return self._read()

    @cached_property
    def _folded(self) -> str:
        return checks.fold_marks(self._whole)


def _is_in(words: str, text: str) -> bool:
    at = text.find(words)  # where they are not, no expression goes through the whole text
    return at >= 0 and checks.in_whole_words(words).search(text, at) is not None


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
            document: _Text(partial(_former_text, document, new.since, catalog))
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
