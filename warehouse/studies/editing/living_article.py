"""An article that is kept alive: looked at whenever the library has changed, mended where wanted.

    check  -> marks (library_changes.py), kept beside the article with what was known by then
    rewrite -> a suggestion for the sentence of one mark alone, taken like any other
    settle -> the mark is not wanted, and does not come again

A mark goes when its sentence does. Nothing here changes the article. One that is limited to some
documents is held against those, their newer versions, and what its limit holds by now.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs

from warehouse.context import Context
from warehouse.disk import durable
from warehouse.engine.protocol import Engine
from warehouse.errors import BadInput
from warehouse.ingest.reconcile import INDEXED
from warehouse.proof import citations, claims
from warehouse.records import Document, StudyRow
from warehouse.results.records import Article, Claim, Evidence
from warehouse.run import Check, Run, unstopped
from warehouse.settings import Settings
from warehouse.studies import study_files
from warehouse.studies.editing import library_changes, proving
from warehouse.studies.editing.editor import ArticleEditor
from warehouse.studies.editing.library_changes import Fresh, Mark
from warehouse.studies.report import ledger, lost_sources
from warehouse.studies.revisions import Revisions
from warehouse.studies.second_search import renumbered
from warehouse.writing import paragraphs, wishes
from warehouse.writing.editing import article_outline, spots
from warehouse.writing.editing.records import Part, Suggestion
from warehouse.writing.editing.rewriting import Proposal
from warehouse.writing.editing.spots import Paragraph
from warehouse.writing.paragraphs import Notes
from warehouse.writing.sentences import repair
from warehouse.writing.sentences.plain import Filter

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.studies.keeper import Studies

FILE = "library_changes.json"
NOTHING_ELSE = "What the library says now could not be told in a proven sentence."

Settled = tuple[str, str, str]


class Kept(Struct, frozen=True):
    """``known`` are the documents that the article was held against, as they read at ``at``, Unix
    seconds; ``settled`` the sentence, kind and document of marks that were not wanted. Without
    ``in_reach`` it is of a time when ``known`` were those of the whole library.
    """

    at: float = 0.0
    known: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    settled: tuple[Settled, ...] = ()
    in_reach: bool = False


class LivingArticle:
    """The article of one study. Any thread."""

    def __init__(self, studies: Studies, library: Library, study: StudyRow) -> None:
        self._library, self._study = library, study
        self._file = studies.folder(study.id) / FILE
        self.editor = ArticleEditor(studies, library, study)

    def marks(self) -> tuple[Mark, ...]:
        """Those of the last look whose sentences still stand."""
        return self._standing(self._kept().marks)

    def is_due(self) -> bool:
        """Is there a document that it was not held against, or one that was and is gone, or reads
        otherwise?
        """
        kept = self._kept()
        return not kept.at or bool(self._fresh(kept)) or self.marks_of_proofs() != _old(kept.marks)

    def marks_of_proofs(self) -> tuple[Mark, ...]:
        return self._wanted(self._of_proofs())

    def _of_proofs(self, check: Check = unstopped) -> list[Mark]:
        return library_changes.of_proofs(self.editor.article(), self._library.catalog, check)

    def check(self, engine: Engine | None, settings: Settings, run: Run) -> tuple[Mark, ...]:
        """Look at it again, and keep what is found. Without an engine new documents wait. Raises
        BadInput where there is no article, Cancelled, EngineError.
        """
        article, began, kept = self.editor.article(), time.time(), self._kept()
        again, fresh = self._read_again(kept), self._fresh(kept)
        fresh_marks: list[Mark] = []
        if fresh and engine is not None:
            with self.editor.context(engine, settings, run) as context:
                known_before = again.intersection(fresh, self._known(kept))
                new_texts = Fresh(fresh, known_before, self._since(kept))
                fresh_marks = library_changes.of_new(article, new_texts, self._alive(context))
        old, present = self._of_proofs(run.check), {row.id for row in self._library.documents()}
        kept = self._kept()  # by now: marks may have been settled meanwhile
        new = [mark for mark in (*kept.marks, *fresh_marks) if mark.said is not None]
        held, at = self._known(kept), self._since(kept)
        if engine is not None:  # of a new reading that was not searchable yet nothing is known
            held = (*(one for one in held if one not in again or one in fresh), *fresh)
            at = began
        known = tuple(document for document in dict.fromkeys(held) if document in present)
        marks = self._wanted([*old, *new])
        self._keep(structs.replace(kept, at=at, known=known, marks=marks, in_reach=True))
        return self.marks()

    def settle(self, mark: Mark) -> tuple[Mark, ...]:
        """It is not wanted any more."""
        kept = self._kept()
        left = tuple(other for other in kept.marks if _key(other) != _key(mark))
        self._keep(structs.replace(kept, marks=left, settled=(*kept.settled, _key(mark))))
        return self.marks()

    def rewrite(self, mark: Mark, context: Context) -> Suggestion | str:
        """A suggestion for that sentence alone, kept with the others of the article; the reason
        where there is none. ``context`` is that of the editor. Raises BadInput, Cancelled.
        """
        article = self.editor.article()
        paragraph, claim = _place(article, mark)
        proposal = self._proposed(article, paragraph, claim, mark, self._alive(context))
        with Revisions(self._file.parent) as kept:
            return kept.offer("rewrite", paragraph, proposal)

    def _proposed(
        self, article: Article, paragraph: Paragraph, claim: Claim, mark: Mark, context: Context
    ) -> Proposal | str:
        lost = lost_sources.of(article.research.evidence, self._library.catalog)
        standing = tuple(
            piece
            for piece in lost.standing(article.research.evidence)
            if piece.number in claim.cites
        )
        if mark.said is not None:
            said = structs.replace(mark.said, number=context.steering.numbers.of(mark.said.place))
            if mark.kind == "also":
                cites = tuple(dict.fromkeys((*(one.number for one in standing), said.number)))
                proven = _citing(claim, cites, (said, *standing), context)
            else:
                found = mark.kind == "found"
                proven = _proven(claim, (said, *standing), context) if found else ()
            if proven:
                part = _with(paragraph, claim, proven[0].text, proven)
                return Proposal(part, article.research.lacking((said,)))
            return self._told_anew(article, paragraph, claim, (said, *standing), context)
        said_by, evidence = renumbered(proving.looked_for(claim, context), context.steering.numbers)
        if said_by and all(sentence.state in claims.PROVEN for sentence in said_by):
            words = " ".join(sentence.text for sentence in said_by)
            part = _with(paragraph, claim, words, said_by)
            return Proposal(part, article.research.lacking(evidence))
        proposal = self._told_anew(article, paragraph, claim, (*standing, *evidence), context)
        return Proposal(_without(paragraph, claim)) if isinstance(proposal, str) else proposal

    def _told_anew(
        self,
        article: Article,
        paragraph: Paragraph,
        claim: Claim,
        notes: tuple[Evidence, ...],
        context: Context,
    ) -> Proposal | str:
        """The sentence from other notes, as the user's note on its section wants it."""
        if not notes:
            return NOTHING_ELSE
        said = Filter(context.library.retrieval.embed)
        for entry in ledger.entries(article):
            if entry.claim.text != claim.text:
                said.say(citations.without_marks(entry.claim.text))
        note = article_outline.note_on(paragraph.spot.section, article, self._file.parent)
        asked = [Notes(paragraph.heading, notes, wishes.of_paragraph(context.settings, note))]
        [written] = paragraphs.write(asked, article.title, said, context)
        if not written.text or written.text == claim.text:
            return NOTHING_ELSE
        part = _with(paragraph, claim, written.text, written.claims)
        return Proposal(part, article.research.lacking(notes))

    def _fresh(self, kept: Kept) -> tuple[str, ...]:
        known = frozenset(self._known(kept)) - self._read_again(kept)
        return tuple(row.id for row in _searchable(self._reach()) if row.id not in known)

    def _read_again(self, kept: Kept) -> frozenset[str]:
        return self._library.catalog.read_again_since(self._since(kept))

    def _since(self, kept: Kept) -> float:
        return kept.at or self._study.created

    def _known(self, kept: Kept) -> tuple[str, ...]:
        """Of a limited article no more than it was held against."""
        if not kept.known:
            return self._before()
        limit = None if kept.in_reach else study_files.scope(self._file.parent)
        return tuple(one for one in kept.known if limit is None or one in limit.documents)

    def _before(self) -> tuple[str, ...]:
        """What was there when it was written, as far as that is known: also while the index, in
        which all of it stood, is made again.
        """
        chain = self.editor.article().research
        sources = dict.fromkeys(piece.place.document for piece in chain.evidence)
        limit, created = study_files.scope(self._file.parent), self._study.created
        library = self._library.within(limit) if limit else self._library
        there = (row.id for row in _searchable(library) if row.added < created)
        return (*sources, *chain.read, *there)

    def _reach(self) -> Library:
        """The library, of which no more than what it is limited to by now."""
        limit, within = study_files.scope(self._file.parent), self._study.within
        if limit is None:
            return self._library
        documents = limit.documents
        with contextlib.suppress(BadInput):  # the collection is gone
            now = study_files.limit_now(self._file.parent, within, self._library.finder)
            documents |= now.documents if now else frozenset()
        documents |= frozenset(self._library.catalog.newer(documents).values())
        return self._library.within(structs.replace(limit, documents=documents))

    def _alive(self, context: Context) -> Context:
        """With what is in reach by now; an edit sees what the article began with."""
        return replace(context, library=self._reach().without(context.library.banned))

    def _wanted(self, marks: list[Mark]) -> tuple[Mark, ...]:
        settled, catalog = set(self._kept().settled), self._library.catalog
        unique = {_key(mark): mark for mark in marks if _key(mark) not in settled}
        return tuple(
            mark
            for mark in unique.values()
            if mark.said is None or lost_sources.still_says(mark.said, catalog)
        )

    def _standing(self, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
        sentences = {entry.claim.text for entry in ledger.entries(self.editor.article())}
        return tuple(mark for mark in marks if mark.sentence in sentences)

    def _kept(self) -> Kept:
        """Nothing, where it was never looked at or the file is damaged: it is made again."""
        with contextlib.suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode(self._file.read_bytes(), type=Kept)
        return Kept()

    def _keep(self, kept: Kept) -> None:
        durable.save(self._file, msgspec.json.encode(kept))


def _searchable(library: Library) -> Iterator[Document]:
    """What has passages, which are indexed: the rest is nothing that an article is held against."""
    return (row for row in library.documents() if row.passages and row.state in INDEXED)


def _proven(claim: Claim, notes: tuple[Evidence, ...], context: Context) -> tuple[Claim, ...]:
    """The sentence as it stands, citing the first note or all; none if neither proves it."""
    for cites in ((notes[0].number,), tuple(note.number for note in notes)):
        if told := _citing(claim, cites, notes, context):
            return told
    return ()


def _citing(
    claim: Claim, cites: tuple[int, ...], notes: tuple[Evidence, ...], context: Context
) -> tuple[Claim, ...]:
    words = citations.remarked(citations.without_marks(claim.text), cites)
    told = claims.check(words, notes, context.engine, context.run)
    return told if len(told) == 1 and told[0].state in claims.PROVEN else ()


def _place(article: Article, mark: Mark) -> tuple[Paragraph, Claim]:
    for paragraph in spots.paragraphs(article):
        for claim in paragraph.part.claims:
            if claim.text == mark.sentence:
                return paragraph, claim
    raise BadInput("This sentence no longer stands in the article.")


def _with(paragraph: Paragraph, claim: Claim, words: str, told: Sequence[Claim]) -> Part:
    better = {(claim.start, claim.end): (words, tuple(told))}
    return Part(*repair.spliced(paragraph.text, paragraph.part.claims, better))


def _without(paragraph: Paragraph, claim: Claim) -> Part:
    before, after = paragraph.text[: claim.start].rstrip(), paragraph.text[claim.end :].lstrip()
    text = f"{before} {after}".strip()
    by = len(text) - len(after) - (len(paragraph.text) - len(after))
    kept = [other for other in paragraph.part.claims if other != claim]
    moved = (other if other.end <= claim.start else other.moved(by) for other in kept)
    return Part(text, tuple(moved))


def _old(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    return tuple(mark for mark in marks if mark.said is None)


def _key(mark: Mark) -> Settled:
    return mark.sentence, mark.kind, mark.document
