"""The finished article under the user's hands: every act is done in a worker and kept at once.

A paragraph is edited in its place (``pen.py``); what is suggested for one, or noted on it, lies
under it as a card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.jobs import Job
from desktop.pages.write import card_places, chosen_words, drafts
from desktop.pages.write.article import ArticleView
from desktop.pages.write.chosen_words import Chosen
from desktop.pages.write.comments import ArticleComments
from desktop.pages.write.drafts import DraftCard, Placed
from desktop.pages.write.kept_article import KeptArticle
from desktop.pages.write.library_marks import LibraryMarks
from desktop.pages.write.paragraph_edit import WISHES
from desktop.pages.write.pen import LEFT, Pen
from desktop.pages.write.suggestion import SuggestionCard
from desktop.pages.write.waiting import WaitingCard
from warehouse.app import Warehouse
from warehouse.errors import BadInput
from warehouse.records import StudyRow
from warehouse.results.records import Article, Figure
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.studies.editing import opening_and_end
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.studies.editing.settling import Settled, Wanted, settle
from warehouse.writing.editing.records import Framing, Spot, Suggestion, Wish

NO_WORDS = "A comment is about some words, and these are gone."
NOT_NOW = "The article can be edited when it is written."


class ArticleEditing(QObject):
    """``kept`` is the article as it stands."""

    def __init__(self, house: House, view: ArticleView) -> None:
        super().__init__(view)
        self._house, self._view = house, view
        self.kept = KeptArticle(house, view)
        self.pen = Pen(self.kept, view)
        self.marks = LibraryMarks(self.kept)
        self.comments = ArticleComments(self.kept)
        self._waiting: dict[Job, tuple[str, Spot]] = {}  # the study, and the paragraph in it
        self._shown: object = None
        view.opened.connect(self.edit)
        view.figures.unwanted.connect(self._leave_out)
        self.kept.changed.connect(self._changed)
        self.marks.changed.connect(self._cards)
        self.marks.asked.connect(self._wait_for)
        self.marks.rested.connect(self._look_again)
        self.marks.came.connect(self._came)
        self.pen.saved.connect(self._saved)
        self.pen.wished.connect(self._wish)
        self.pen.commented.connect(self._comment)

    def open(self, row: StudyRow | None, article: Article) -> None:
        """It is finished, and in front; what lies beside it is read in a worker."""
        self.kept.row, self.kept.now = row, Edited(article)
        if (editor := self.kept.editor()) is not None:
            self.kept.fetch(editor.now, self._opened)
            self.marks.open()

    def close(self) -> None:
        """It leaves, or is written again: what is being typed is kept as a draft."""
        self.pen.put_away()
        self.kept.row = self.kept.now = self._shown = None
        self.comments.forget()
        self.marks.close()

    def _opened(self, edited: Edited) -> None:
        self.kept.show(edited)
        for placed in drafts.placed(edited.drafts, edited.article)[:1]:
            self._take_up(placed)
        if edited.waits:
            self._weigh()

    def _look_again(self) -> None:
        """The library changed: what is stale, or waits to be weighed again."""
        if (editor := self.kept.editor()) is not None:
            self.kept.fetch(editor.now, self._opened_again)

    def _opened_again(self, edited: Edited) -> None:
        self.kept.show(edited)
        if edited.waits:
            self._weigh()

    def _take_up(self, one: Placed) -> None:
        """The others lie as cards under their paragraphs. What is under the pen is finished first,
        and may move the paragraphs.
        """
        if self.pen.spot not in (None, one.draft.spot):
            self.pen.finish(partial(self._take_up_again, one.draft.text))
            return
        self._do(drafts.keep_in_place)
        self.pen.open(one.draft.spot, one.draft.text, one.note)

    def _take_up_again(self, text: str) -> None:
        now = self.kept.now
        placed_drafts = drafts.placed(now.drafts, now.article) if now is not None else ()
        for placed in placed_drafts:
            if placed.draft.text == text:
                self._take_up(placed)

    def _open(self, spot: Spot) -> None:
        """With what was typed there before."""
        placed_drafts = self._drafts(self.kept.now) if self.kept.now is not None else ()
        typed = next((placed for placed in placed_drafts if placed.draft.spot == spot), None)
        if typed is None:
            self.pen.open(spot)
        else:
            self._take_up(typed)

    def _let_go(self, one: Placed) -> None:
        back, again = partial(drafts.put_back, one.draft), partial(drafts.drop, one.draft)
        self.kept.remember(LEFT, partial(self._do, back), partial(self._do, again))
        self._do(again)

    @property
    def _study(self) -> str:
        """The id of the article in front; "" for none."""
        return self.kept.row.id if self.kept.row is not None else ""

    @property
    def why_not(self) -> str:
        """Why nothing can be edited; "" where it can."""
        return "" if self._view.article is not None else "no article is finished here"

    @property
    def has_versions(self) -> bool:
        return bool(self.kept.now and self.kept.now.versions)

    # By hand

    def edit(self, spot: Spot | None = None) -> None:
        """The paragraph, or the one in which the reader is."""
        spot = spot or self.kept.here()
        if self.why_not or spot is None:
            self._house.notices.say(NOT_NOW)
        else:
            self.pen.free_for(spot, self._open)

    def _saved(self, words: str, edited: Edited) -> None:
        self.kept.did(words, edited)
        if edited.waits:
            self._weigh()

    def _weigh(self) -> None:
        editor, warehouse = self.kept.editor(), self._house.warehouse
        if editor is not None and warehouse is not None:
            work = partial(_weighed, editor, warehouse)
            job = self._house.jobs.start("Checking what was edited", work, foreground=False)
            job.finished.connect(partial(self._told, self._study))

    def _told(self, study: str, edited: Edited) -> None:
        if study == self._study:
            self.kept.show(edited)

    # Suggestions

    def here(self, wish: str, spot: Spot | None = None) -> None:
        """What is wished of a paragraph, by default of that in which the reader is; what is to be
        added or said is asked for first. Of what is selected it is wished alone.
        """
        spot = spot or self.pen.spot or self.kept.here()
        if self.why_not or spot is None:
            self._house.notices.say(NOT_NOW)
        elif wish in ("add", "comment") or spot == self.pen.spot:
            span = self._view.selection_in(spot)
            self.pen.free_for(spot, partial(self._ask, wish, "", span=span))
        else:
            span = self._view.selection_in(spot)
            self._wish(wish, spot, "", (self.kept.part(spot).text, *span) if span else None)

    def _ask(self, wish: str, text: str, spot: Spot, span: tuple[int, int] | None = None) -> None:
        self._open(spot)
        if self.pen.edit is not None:
            if span is not None and self.pen.edit.words() == self.kept.part(spot).text:
                self.pen.edit.text.choose(span)
            self.pen.edit.ask(wish, text)

    def _wish(self, name: str, spot: Spot, about: str, chosen: Chosen | None) -> None:
        """Have something suggested for a paragraph, or for what is chosen of what was typed in its
        place; it can be stopped where it is waited for.
        """
        editor, warehouse, now = self.kept.editor(), self._house.warehouse, self.kept.now
        if editor is None or warehouse is None or now is None:
            return
        span: tuple[int, int] | None = None
        if chosen and (place := chosen_words.find(now.article, spot, chosen)) is not None:
            spot, span = place[0], place[1:]
        self._view.show_whole()
        wish = next(wish for wish in WISHES if wish == name)
        work = partial(
            _suggested, editor, warehouse, self._house.settings, (wish, spot, about, span)
        )
        job = self._house.jobs.start(WISHES[wish][0].removesuffix(" …"), work)
        job.finished.connect(partial(self._came, self._study))
        self._wait_for(job, spot)

    def write(self, name: str) -> None:
        """The opening or the end, from what the sections say."""
        editor, warehouse, now = self.kept.editor(), self._house.warehouse, self.kept.now
        if editor is None or warehouse is None or now is None:
            return
        which: Framing = "end" if name == "end" else "opening"
        work = partial(_part_written, editor, warehouse, self._house.settings, which)
        job = self._house.jobs.start(f"Writing the {which}", work)
        job.finished.connect(partial(self._part_came, self._study, which))
        self._wait_for(job, opening_and_end.spot(which, now.article))

    def _part_came(self, study: str, which: Framing, made: Edited | Suggestion | str) -> None:
        if not isinstance(made, Edited):
            self._came(study, made)
        elif study == self._study:
            self.kept.did(f"The {which} written", made)
            self.say_left_out(made)

    def say_left_out(self, made: Edited) -> None:
        """What it was not written from."""
        if made.note:
            self._house.notices.say(made.note)

    def _came(self, study: str, made: Suggestion | str) -> None:
        if isinstance(made, str):
            self._house.notices.say(made)
        elif study == self._study:
            self._do(ArticleEditor.now)

    def _wait_for(self, job: Job, spot: Spot) -> None:
        self._waiting[job] = self._study, spot
        job.ended.connect(partial(self._waited, job))
        self._cards()

    def _waited(self, job: Job) -> None:
        if self._waiting.pop(job, None) is not None:
            self._cards()

    def _accept(self, number: int, chosen: Wanted) -> None:
        act = partial(settle, number=number, wanted=chosen, act=ArticleEditor.accept)
        self.kept.ask(act, self._accepted)

    def _accepted(self, done: Settled | None) -> None:
        if done is not None:
            ways = done.open_again, done.settle_again
            self.kept.did("Suggestion accepted", done.edited, *ways)

    def _reject(self, number: int, chosen: Wanted) -> None:
        act = partial(settle, number=number, wanted=chosen, act=ArticleEditor.reject)
        self.kept.ask(act, self._rejected)

    def _rejected(self, done: Settled | None) -> None:
        if done is not None:
            self.kept.show(done.edited)
            back, again = (partial(self._do, way) for way in (done.open_again, done.settle_again))
            self.kept.remember("Suggestion rejected", back, again)

    def _do(self, act: Callable[[ArticleEditor], Edited]) -> None:
        self.kept.ask(act, self.kept.show)

    # Figures

    def _leave_out(self, section: int, figure: Figure) -> None:
        then = partial(self.kept.did, "Figure left out")
        self.kept.ask(lambda editor: editor.leave_out(section, figure), then)

    # Comments

    def _comment(self, spot: Spot, chosen: Chosen, words: str) -> None:
        editor, now = self.kept.editor(), self.kept.now
        if editor is None or now is None:
            return
        if (place := chosen_words.find(now.article, spot, chosen)) is None:
            self._not_said(spot, words, BadInput(NO_WORDS))
        else:
            job = self.kept.fetch(partial(editor.comment, *place, words), self.kept.show)
            job.failed.connect(partial(self._not_said, spot, words))

    def _not_said(self, spot: Spot, words: str, error: BaseException) -> None:
        """What was to be said can be said of other words."""
        self._house.notices.error(error)
        place = spot if self.kept.part(spot).text else self.kept.here()
        if place is not None:
            self.pen.free_for(place, partial(self._ask, "comment", words))

    # Cards

    def _changed(self, edited: Edited) -> None:
        """The same cards as before stay, and the focus in them. A draft is kept with the paragraph
        that it belongs to by now, so that none is written over where another has moved.
        """
        self.pen.follow(edited.article)
        placed_drafts = drafts.placed(edited.drafts, edited.article)
        if {placed.draft for placed in placed_drafts} != set(edited.drafts):
            self._do(drafts.keep_in_place)
        shown = edited.suggestions, edited.comments, edited.article, self._drafts(edited)
        if shown != self._shown:
            self._shown = shown
            self._cards()

    def _drafts(self, edited: Edited) -> tuple[Placed, ...]:
        """All but what is under the pen."""
        placed_drafts = drafts.placed(edited.drafts, edited.article)
        return tuple(placed for placed in placed_drafts if placed.draft.spot != self.pen.spot)

    def _cards(self) -> None:
        """Under each paragraph what was suggested for it, noted on it, is waited for, and is marked
        in it.
        """
        if self.kept.now is None:
            return
        theme, cards = self._house.theme, dict[Spot, list[QWidget]]()
        article = self.kept.now.article
        for suggestion in self.kept.now.suggestions:
            spot, part = card_places.of_suggestion(suggestion, article)
            card = SuggestionCard(theme, suggestion, part)
            card.accepted.connect(self._accept)
            card.rejected.connect(self._reject)
            cards.setdefault(spot, []).append(card)
        for spot, note in self.comments.cards():
            cards.setdefault(spot, []).append(note)
        for placed in self._drafts(self.kept.now):
            typed = DraftCard(theme, placed)
            typed.wanted.connect(self._take_up)
            typed.unwanted.connect(self._let_go)
            cards.setdefault(placed.draft.spot, []).append(typed)
        for job, (study, spot) in self._waiting.items():
            if study == self._study:
                place = card_places.in_sight(spot, article)
                cards.setdefault(place, []).append(WaitingCard(theme, job))
        for spot, marked in self.marks.cards():
            cards.setdefault(spot, []).append(marked)
        waits = {spot for study, spot in self._waiting.values() if study == self._study}
        places = ((which, opening_and_end.spot(which, article)) for which in get_args(Framing))
        self._view.to_write.wait_for([which for which, place in places if place in waits])
        self._view.put_under(cards)


def _weighed(editor: ArticleEditor, warehouse: Warehouse, run: Run) -> Edited:
    return editor.weigh(warehouse.engines.both(), run)


def _suggested(
    editor: ArticleEditor,
    warehouse: Warehouse,
    settings: Settings,
    asked: tuple[Wish, Spot, str, tuple[int, int] | None],
    run: Run,
) -> Suggestion | str:
    wish, spot, about, span = asked
    with editor.context(warehouse.engines.both(), settings, run) as context:
        return editor.suggest(wish, spot, context, about, span)


def _part_written(
    editor: ArticleEditor, warehouse: Warehouse, settings: Settings, which: Framing, run: Run
) -> Edited | Suggestion | str:
    with editor.context(warehouse.engines.both(), settings, run) as context:
        return opening_and_end.write(editor, which, context)
