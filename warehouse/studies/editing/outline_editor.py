"""The outline of a study under the user's hands: before its article is written, and after.

Before, what is kept here is what the article is written by when the study goes on. After, ``write``
writes what the article does not have yet, as one more version of it; sections that were not changed
stay as they are, edits included. Calls of the model are in the journal of the article's edits.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from indexers.records import Loss
from warehouse.engine.protocol import Engine
from warehouse.errors import BadInput, Cancelled, MunimentError
from warehouse.methods.evidence import reduction
from warehouse.methods.evidence.evidence_pool import EvidencePool
from warehouse.methods.registry import sifted
from warehouse.records import StudyRow
from warehouse.results.records import Article, Research
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies import article_so_far, study_files
from warehouse.studies.editing import opening_and_end
from warehouse.studies.editing.edit_context import EditContext
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.studies.report import lost_sources
from warehouse.studies.steering.acts import chain_of
from warehouse.text import plural
from warehouse.writing import composed
from warehouse.writing.editing import article_outline, outline_edits, rewriting
from warehouse.writing.editing.outline_edits import Path
from warehouse.writing.outline import borne_out, kept_outline, outlining, snippets
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outline_history import Fit
from warehouse.writing.outline.outlining import Outline

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.studies.keeper import Studies


SAME_DRAFT = "the draft came out the same"


class Planned(Struct, frozen=True):
    """An outline as it stands; ``article`` is the one that was written, None before; ``so_far`` is
    what there is then of one that was stopped. ``unchanged`` is why a heading that was drafted
    again is as it was, "" where it is another; ``note`` says what was not drafted from.
    """

    outline: Outline
    article: Article | None = None
    so_far: Article | None = None
    unchanged: str = ""
    note: str = ""

    @property
    def waits(self) -> int:
        """How many headings are still to be written."""
        return len(article_outline.to_write(self.outline))

    @property
    def is_done(self) -> bool:
        """Does the article follow it already?"""
        return self.article is not None and article_outline.follows(self.article, self.outline)


class OutlineEditor:
    """The outline of one study."""

    def __init__(self, studies: Studies, library: Library, study: StudyRow) -> None:
        self._studies, self._library, self._study = studies, library, study
        self._folder = studies.folder(study.id)
        self._file = OutlineFile(self._folder)
        self._calls = EditContext(studies, library, study)

    def now(self) -> Planned:
        """Raises BadInput where there is none yet, StorageError where it is damaged."""
        kept, article = self._file.read(), self._article()
        if article is None:
            if kept is None:
                raise BadInput("There is no outline yet.", "Have one drafted: write --outline")
            return Planned(kept, so_far=article_so_far.read(self._folder))
        if not article.blocks:
            raise BadInput("Nothing was written that has an outline.")
        current = article_outline.fitting(kept, article) if kept is not None else None
        if current is not None:
            return Planned(current, article)
        return Planned(article_outline.of(article, kept), article)

    def change(self, outline: Outline) -> Planned:
        """Keep it as it is wanted from now on. Raises BadInput while the article is written; one
        that was cut off before it was finished waits like one that was stopped.
        """
        return self._keep(lambda now, fit: self._file.change(now, outline, fit))

    def put(self, outline: Outline) -> Planned:
        """As ``change``, to what it was before or after some changes: these are taken back, or
        done again.
        """
        return self._keep(lambda now, fit: self._file.put(now, outline, fit))

    def take_back(self) -> Planned:
        """As it was before the last change, and before the one before that. Raises BadInput."""
        return self._keep(lambda now, fit: self._file.step(now, -1, fit))

    def do_again(self) -> Planned:
        """What was taken back last. Raises BadInput."""
        return self._keep(lambda now, fit: self._file.step(now, 1, fit))

    def _keep(self, act: Callable[[Outline, Fit], None]) -> Planned:
        row = self._library.catalog.study(self._study.id)
        is_cut_off = row is not None and row.id not in self._studies.running
        if row is not None and row.state == "running" and (self._article() or not is_cut_off):
            raise BadInput("This article is being written.", "Let it finish, or stop it first.")
        now = self.now()
        act(now.outline, partial(_fitted, now))
        return self.now()

    def draft(self, path: Path, engine: Engine, settings: Settings, run: Run) -> Planned:
        """One heading drafted again alone, with what stands below it. Raises Cancelled."""
        planned = self.now()
        heading, research = outline_edits.at(planned.outline, path), self._research(planned)
        sources = lost_sources.of(research.evidence, self._library.catalog)
        count = planned.outline.redrafted + 1
        with self._calls.opened(research.evidence, engine, settings, run) as made:
            context = rewriting.another(made, count)
            words = context.settings.article_words
            pool = EvidencePool(self._study.question, context, composed.breadth(words))
            pool.adopt(sources.standing(research.evidence))
            pool.leave_out(research.left_out)
            share = sum(1 for _ in heading.walk()) / sum(1 for _ in planned.outline.walk())
            words = round(words * share)
            fresh, losses = outlining.branch(heading, pool, words, context)
            if fresh != heading:
                alone, mine = Outline("", (fresh,)), [heading.title]
                names = [one.title for _, one in planned.outline.walk() if one is not heading]
                alone, named = borne_out.borne_out(alone, pool.task, context, mine, names)
                [fresh], losses = alone.sections, [*losses, *named]
            if sifted(self._study.method):
                [fresh], useless = snippets.useful([fresh], planned.outline.title, context)
                losses = [*losses, *useless]
        outline = outline_edits.redrafted(self.now().outline, path, fresh).outline
        new = (piece.query for piece in research.lacking(outline.evidence()))
        searches = tuple(dict.fromkeys([*outline.searches, *new]))
        titles = {part.title for _, part in heading.walk()}
        others = (loss for loss in outline.losses if loss.document or loss.what not in titles)
        lost = tuple(dict.fromkeys([*kept_outline.still_lost([*others], outline), *losses]))
        outline = structs.replace(outline, redrafted=count, searches=searches, losses=lost)
        note = sources.left_out(Outline("", (heading,)).evidence())
        drafted = structs.replace(self.change(outline), note=note)
        if fresh != heading:
            return drafted
        own = (loss.reason for loss in losses if loss.what == heading.title and not loss.document)
        why = next(own, SAME_DRAFT)
        return structs.replace(drafted, unchanged=f"“{heading.title}” stays as it was: {why}.")

    def write(self, engine: Engine, settings: Settings, run: Run) -> Edited:
        """The article by its outline: what is missing is written, the rest stays, and an opening
        and an end that suit the sections as they are then are suggested; an opening that failed is
        written. Nothing is written from what is lost by now. Raises BadInput where it is not
        written yet, Cancelled.
        """
        planned, editor = self.now(), ArticleEditor(self._studies, self._library, self._study)
        article, count = planned.article, planned.waits
        if article is None:
            raise BadInput("This article is not finished.", "Let it go on.")
        evidence = self._research(planned).evidence
        lost = lost_sources.of(evidence, self._library.catalog)
        outline, left_out = article_outline.without(planned.outline, lost)
        with self._calls.opened(evidence, engine, settings, run) as made:
            context = rewriting.another(made, len(editor.now().versions))
            plan, blocks, fresh, losses = article_outline.written(
                lost.left(article), outline, context, lost
            )
            gone = (reduction.lost("outlining", one, lost[one.number].why) for one in left_out)
            losses = [*_untold(planned.outline, article), *gone, *losses]
            done = [f"{plural(count, 'section')} written"] if count else []
            what = ": ".join(["Outline changed", *done])
            edited = editor.restructured(plan, blocks, fresh, losses, what)
            self._file.keep(article_outline.of(edited.article, plan))
            is_other = count or len(edited.article.blocks) < len(article.blocks)
            if is_other:
                # The sections stand; stopped or failing here leaves opening and end as they are.
                with contextlib.suppress(Cancelled, MunimentError):
                    for which in opening_and_end.to_renew(edited.article):
                        opening_and_end.write(editor, which, context)
        return structs.replace(editor.now(), note=lost.left_out(left_out))

    def _article(self) -> Article | None:
        article = study_files.result(self._folder / study_files.FILES["write"])
        return article if isinstance(article, Article) else None

    def _research(self, planned: Planned) -> Research:
        """What was found for it, and what its outline holds."""
        if planned.article is not None:
            research = planned.article.research
        else:
            research = chain_of(self._folder) or Research(self._study.question)
        pieces = (*research.evidence, *planned.outline.evidence())
        known = {piece.number: piece for piece in pieces}
        return structs.replace(research, evidence=tuple(known.values()))


def _fitted(now: Planned, kept: Outline) -> Outline | None:
    """What it was once, over the article as it is; None where that was another."""
    if now.article is not None:
        return article_outline.fitting(kept, now.article)
    return kept if kept.base == now.outline.base else None


def _untold(outline: Outline, article: Article) -> list[Loss]:
    """What was left out of the outline since the article was written, and is not in it."""
    told = set(article.research.losses)
    return [loss for loss in kept_outline.still_lost(outline.losses, outline) if loss not in told]
