"""Everything that is done to an article after it was written, kept as it is done.

    edit -> on the disk, with what can be told of it without the model -> weighed when there is time
    suggest -> kept as a suggestion, with its claims -> accepted or rejected, sentence by sentence

Nothing changes the article but ``edit``, ``accept`` and ``go_to``; each leaves a version. Any
thread may call; calls of the model are in a journal of their own, so that a suggestion that was cut
off goes on where it was.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.context import Context
from warehouse.engine.protocol import Engine
from warehouse.errors import BadInput
from warehouse.proof import claims
from warehouse.records import StudyRow
from warehouse.results.records import Article, Block, Claim, Evidence, Figure
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies import revisions, study_files, study_rows
from warehouse.studies.editing import proving
from warehouse.studies.editing.edit_context import EditContext
from warehouse.studies.editing.standing import Standing
from warehouse.studies.report import ledger
from warehouse.studies.revisions import Revisions
from warehouse.writing import tongue
from warehouse.writing.editing import article_outline, differences, quotes, rewriting, spots
from warehouse.writing.editing.records import (
    Comment,
    Draft,
    Found,
    Part,
    Spot,
    Suggestion,
    Version,
    Wish,
)
from warehouse.writing.editing.spots import Paragraph
from warehouse.writing.outline.outlining import Outline

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.studies.keeper import Studies

WISHES: dict[Wish, str] = {
    "prove": "proven from the library",
    "rewrite": "written anew from its evidence",
    "shorter": "shortened",
    "add": "with more of what the library says",
}


class Edited(Struct, frozen=True):
    """An article as it stands, with all that lies beside it; ``head`` is its version, 0 for as it
    was written. Of each comment where its words are, None where they are gone. What rests on lost
    words is stale. ``note`` says what was not written from.
    """

    article: Article
    head: int = 0
    versions: tuple[Version, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    comments: tuple[tuple[Comment, Found | None], ...] = ()
    drafts: tuple[Draft, ...] = ()
    note: str = ""

    @property
    def waits(self) -> bool:
        """Are there claims that the model is still to weigh?"""
        return any(claims.waits(entry.claim) for entry in ledger.entries(self.article))


class ArticleEditor:
    """The article of one study."""

    def __init__(self, studies: Studies, library: Library, study: StudyRow) -> None:
        self._studies, self._library, self._study = studies, library, study
        self.folder: Path = studies.folder(study.id)
        self._calls = EditContext(studies, library, study)

    def now(self) -> Edited:
        """Raises BadInput where there is no article yet, StorageError where it is damaged."""
        article = self.standing().told
        if not (self.folder / revisions.FILE).exists():
            return Edited(article)
        with Revisions(self.folder) as kept:
            return Edited(
                article,
                kept.head(),
                kept.versions(),
                kept.suggestions(),
                tuple((note, quotes.found(note.quote, article)) for note in kept.comments()),
                kept.drafts(),
            )

    def article(self) -> Article:
        """As it is kept. Raises as ``now``."""
        article = study_files.result(self.folder / study_files.FILES["write"])
        if not isinstance(article, Article):
            raise BadInput("This article is not finished.", "Let it finish: muniment resume")
        return article

    def standing(self, article: Article | None = None) -> Standing:
        """By default as it is kept, beside the library of now."""
        return Standing(article or self.article(), self._library.catalog)

    # By hand

    def first_sight(self, text: str, known: Sequence[Claim] = ()) -> tuple[Claim, ...]:
        """What can be told of a text without the model. Quick; still not for a window's thread."""
        standing = self.standing()
        return standing.lost.told_claims(standing.first_sight(text, known))

    def checked(
        self, text: str, known: Sequence[Claim], engine: Engine, run: Run
    ) -> tuple[Claim, ...]:
        """The claims of a text; the model weighs those of it that are not known. Raises Cancelled,
        EngineError.
        """
        standing = self.standing()
        with self._calls.journaled(engine) as journaled:
            return standing.lost.told_claims(standing.checked(text, known, journaled, run))

    def edit(self, spot: Spot, before: str, text: str, known: Sequence[Claim] = ()) -> Edited:
        """Put ``text`` in the place of the paragraph that reads ``before``, wherever it is by now;
        what is not ``known`` of it waits to be weighed. Blank lines part paragraphs, and no text
        takes it away. Raises BadInput where no paragraph reads so.
        """
        text = spots.tidy(text)
        with self._changing() as (article, kept):
            there, paragraph = spots.as_it_was(article, spot, before)
            for draft_spot in {spot, there}:
                kept.drop_draft(draft_spot)
            if text != before:
                told = self.standing(article).first_sight(text, (*known, *paragraph))
                fresh = spots.replaced(article, there, Part(text, told))
                what = "Paragraph edited" if text and before else "Paragraph added"
                what = what if text else "Paragraph removed"
                self._save(kept, fresh, f"{what}{_in(article, there)}")
        return self._counted() if text != before else self.now()

    def leave_out(self, section: int, figure: Figure) -> Edited:
        """Take a figure out of a section, counted from the lead. Raises BadInput."""
        with self._changing() as (article, kept):
            sections = spots.sections(article)
            figures = sections[section].figures if 0 <= section < len(sections) else ()
            if figure not in figures:
                raise BadInput("This figure is not in the article any more.")
            fresh = spots.without_figure(article, section, figure)
            self._save(kept, fresh, f"Figure left out{_in(article, Spot(section, 0))}")
        return self._counted()

    def weigh(self, engine: Engine, run: Run) -> Edited:
        """Have the model weigh every claim that waits; no new version. Raises Cancelled."""
        head, standing = self.now().head, self.standing()
        article = standing.whole
        with self._calls.journaled(engine) as journaled:
            for para in spots.paragraphs(article):
                if standing.waits(para.part.claims):
                    checked = standing.checked(para.text, para.part.claims, journaled, run)
                    article = spots.replaced(article, para.spot, Part(para.text, checked))
        if head and article != standing.whole:
            with Revisions(self.folder) as kept:
                kept.weigh(head, article)
            return self._counted()
        return self.now()

    def draft(self, spot: Spot, before: str, text: str) -> None:
        """Keep what is being typed; text as before, or none to keep, drops it. It changes no
        article, and so is kept while one is written, too.
        """
        with Revisions(self.folder) as kept:
            if text != before:
                kept.keep_draft(Draft(spot, before, text))
            else:
                kept.drop_draft(spot)

    def restructured(
        self,
        outline: Outline,
        blocks: Sequence[Block],
        evidence: Sequence[Evidence],
        losses: Sequence[Loss],
        what: str,
    ) -> Edited:
        """One more version, by ``outline``: what none of its sections tells is in ``blocks``; the
        others stay as they are by now. Raises BadInput where they are others by now.
        """
        with self._changing() as (article, kept):
            if article_outline.headings(article) != outline.base:
                raise BadInput("The sections were changed meanwhile.", "Shape them again.")
            article = revisions.with_evidence(article, tuple(evidence))
            fresh = article_outline.merged(article, outline, blocks)
            self._save(kept, fresh, what, losses)
        return self._counted()

    # Suggestions

    def suggest(
        self,
        wish: Wish,
        spot: Spot,
        context: Context,
        about: str = "",
        span: tuple[int, int] | None = None,
    ) -> Suggestion | str:
        """A suggestion for a paragraph, kept; the reason where there is none. ``about`` is for
        "add"; of a ``span``, a range in the paragraph, only the sentences that it touches are
        changed. ``context`` is that of ``context``. Nothing is written from what is lost by now.
        Raises BadInput, Cancelled, EngineError.
        """
        about = " ".join(about.split())
        if wish == "add" and not about:
            raise BadInput("It is not said what is to be added.", "Name it in a few words.")
        article = (standing := self.standing()).left
        paragraph = spots.find(article, spot, is_to_write=wish == "rewrite")
        chosen = spots.touched(paragraph, span) if span else paragraph
        match wish:
            case "prove":
                proposal = proving.prove(article, chosen, context)
            case "rewrite":
                note = article_outline.note_on(spot.section, article, self.folder)
                made = rewriting.from_evidence(article, chosen, context, note)
                proposal = standing.noted(made, spot, span)
            case "shorter":
                made = rewriting.shorter(article, chosen, context)
                proposal = standing.noted(made, spot, span)
            case "add":
                proposal = rewriting.more(article, chosen, about, context)
        proposal = rewriting.in_place(paragraph, chosen, proposal)
        with self._changing() as (_, kept):
            return kept.offer(wish, paragraph, proposal, about)

    @contextlib.contextmanager
    def context(self, engine: Engine, settings: Settings, run: Run) -> Iterator[Context]:
        """What suggestions are made with; each has samples of its own."""
        evidence = self.article().research.evidence
        with self._calls.opened(evidence, engine, settings, run) as made:
            with self._changing() as (_, kept):
                attempt = kept.suggested()
            yield rewriting.another(tongue.as_written(self.article(), made), attempt)

    def accept(self, number: int, chosen: Collection[int] | None = None) -> Edited:
        """Take a suggestion, or the changes in ``chosen``, by their place among its changes; what
        is left of it stays open. Raises BadInput.
        """
        with self._changing() as (article, kept):
            suggestion = _open(kept, number)
            paragraph = place(suggestion, article)
            changes = differences.changes(paragraph.part, suggestion.part)
            taken = range(len(changes)) if chosen is None else chosen
            part = differences.merged(paragraph.part, suggestion.part, taken)
            article = revisions.with_evidence(article, suggestion.evidence)
            fresh = spots.replaced(article, paragraph.spot, part)
            how = f"Suggestion accepted: {WISHES[suggestion.wish]}"
            how = how if paragraph.text else "Paragraph written"
            self._save(kept, fresh, f"{how}{_in(article, paragraph.spot)}")
            left = structs.replace(suggestion, spot=paragraph.spot, before=part.text)
            is_done = differences.is_same(differences.changes(part, suggestion.part))
            kept.settle(left, "accepted" if is_done else "open")
        return self._counted()

    def reject(self, number: int, chosen: Collection[int] | None = None) -> Edited:
        """Let a suggestion go, or the changes in ``chosen``. Raises BadInput."""
        with self._changing() as (article, kept):
            suggestion = _open(kept, number)
            left = None if chosen is None else _without(suggestion, article, chosen)
            kept.settle(left or suggestion, "open" if left else "rejected")
        return self.now()

    def reopen(self, suggestion: Suggestion) -> Edited:
        """As it was: what was accepted or rejected of it is taken back."""
        with self._changing() as (_, kept):
            kept.settle(suggestion, "open")
        return self.now()

    # Versions

    def at(self, number: int) -> Article:
        """The article as a version has it. Raises BadInput."""
        with self._changing() as (article, kept):
            return revisions.standing(article, kept.body(number))

    def go_to(self, number: int) -> Edited:
        """Let this version count; the others stay. Raises BadInput."""
        with self._changing() as (_, kept):
            kept.go_to(number)
        return self._counted()

    # Comments

    def comment(self, spot: Spot, start: int, end: int, text: str) -> Edited:
        """On words of a paragraph. Raises BadInput."""
        with self._changing() as (article, kept):
            kept.comment(quotes.quoted(article, spot, start, end), quotes.said(text))
        return self.now()

    def comment_on(self, words: str, text: str) -> Edited:
        """On the first place of these words. Raises BadInput."""
        with self._changing() as (article, kept):
            kept.comment(quotes.of_words(article, words), quotes.said(text))
        return self.now()

    def change_comment(
        self, number: int, text: str | None = None, resolved: bool | None = None
    ) -> Edited:
        """Other words for it, or whether it is settled. Raises BadInput."""
        with self._changing() as (_, kept):
            comment = next((note for note in kept.comments() if note.number == number), None)
            if comment is None:
                raise BadInput(f"There is no comment {number}.")
            settled = comment.resolved if resolved is None else resolved
            words = comment.text if text is None else quotes.said(text)
            kept.keep_comment(structs.replace(comment, text=words, resolved=settled))
        return self.now()

    def remove_comment(self, number: int) -> Edited:
        with self._changing() as (_, kept):
            kept.remove_comment(number)
        return self.now()

    def put_back(self, comment: Comment) -> Edited:
        """One that was removed."""
        with self._changing() as (_, kept):
            kept.keep_comment(comment)
        return self.now()

    # Inside

    @contextlib.contextmanager
    def _changing(self) -> Iterator[tuple[Article, Revisions]]:
        """The article as it stands, which nobody else changes until the end: the model is not
        asked in here. All of it is kept, or nothing. Raises BadInput while it is being written.
        """
        row = self._library.catalog.study(self._study.id)
        if row is not None and row.state == "running":
            raise BadInput("This article is being written.", "Let it finish, or stop it first.")
        self.article()  # where there is none, no file of versions is begun
        with Revisions(self.folder) as kept, kept.changing():
            yield self.article(), kept

    def _save(
        self, kept: Revisions, article: Article, what: str, losses: Sequence[Loss] = ()
    ) -> None:
        kept.begin(self.article())
        kept.save(article, what, tuple(losses))

    def _counted(self) -> Edited:
        """The list of studies tells how much of it is proven, and the ledger what it cites."""
        article, catalog = self.article(), self._library.catalog
        row = catalog.study(self._study.id)
        if row is not None:
            counts = study_rows.summary(article)
            catalog.save_study(structs.replace(row, changed=time.time(), **counts))
            catalog.note_cited(row.id, ledger.sources(article))
        return self.now()


def _open(kept: Revisions, number: int) -> Suggestion:
    suggestion = next((offered for offered in kept.suggestions() if offered.number == number), None)
    if suggestion is None:
        raise BadInput(f"There is no open suggestion {number}.")
    return suggestion


def place(suggestion: Suggestion, article: Article) -> Paragraph:
    """The paragraph a suggestion is for: it may have moved, or been edited since."""
    paragraphs, before = spots.places(article), Part(suggestion.before)
    on_spot = [para for para in paragraphs if para.spot == suggestion.spot]
    same = [para for para in (*on_spot, *paragraphs) if para.text == before.text]
    for para in (*same, *(para for para in on_spot if differences.are_akin(before, para.part))):
        return para
    raise BadInput("The paragraph of this suggestion is gone.", "Reject it, or go back a version.")


def _without(made: Suggestion, article: Article, chosen: Collection[int]) -> Suggestion | None:
    """The suggestion without these changes; None where none is left."""
    part = place(made, article).part
    changes = differences.changes(part, made.part)
    left = [at for at in range(len(changes)) if at not in chosen]
    merged = differences.merged(part, made.part, left)
    if differences.is_same(differences.changes(part, merged)):
        return None
    return structs.replace(made, part=merged)


def _in(article: Article, spot: Spot) -> str:
    heading = spots.sections(article)[spot.section].title
    return f" in “{heading}”" if heading else " in the opening"
