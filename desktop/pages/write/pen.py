"""The paragraph under the pen, one at a time: kept while it is typed, and checked meanwhile.

When the fingers rest, what can be told without the model is told first, then the model weighs what
is new; the next key stops that. What is typed is kept as a draft, so that nothing is lost when the
program ends or the article is written again meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop.jobs import Job
from desktop.pages.write import drafts
from desktop.pages.write.article import ArticleView
from desktop.pages.write.kept_article import KeptArticle
from desktop.pages.write.paragraph_edit import ParagraphEdit
from warehouse.app import Warehouse
from warehouse.results.records import Article, Claim
from warehouse.run import Run
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Draft, Spot

LEFT = "What was typed is put away"
HAD_BACK = "The paragraph is as it was."
TAKEN_BACK = "You had put this away. Keep it, or leave the paragraph as it was."


class Pen(QObject):
    """``saved(words, Edited)``: it is put down, and what was written is in the article; ``wished
    (wish, spot, about, Chosen or None)`` and ``commented(spot, Chosen, words)`` come after that.
    """

    saved = Signal(str, object)
    wished = Signal(str, object, str, object)
    commented = Signal(object, object, str)

    def __init__(self, kept: KeptArticle, view: ArticleView) -> None:
        super().__init__(kept)
        self._kept, self._view = kept, view
        self._held: tuple[Spot, str, ParagraphEdit] | None = None
        self._known: tuple[Claim, ...] = ()
        self._check: Job | None = None

    @property
    def spot(self) -> Spot | None:
        """The paragraph that is being edited."""
        return self._held[0] if self._held is not None else None

    @property
    def edit(self) -> ParagraphEdit | None:
        return self._held[2] if self._held is not None else None

    def open(self, spot: Spot, text: str | None = None, note: str = "") -> None:
        """No other is under it (``free_for``). ``text`` was typed before; ``note`` tells of it."""
        if self._held is not None:
            self._held[2].setFocus()
            return
        part = self._kept.part(spot)
        name = f"Paragraph {spots.named(spot)}, being edited"
        edit = ParagraphEdit(self._kept.house.theme, name)
        edit.open(part.text if text is None else text, part.claims if text is None else (), note)
        edit.typed.connect(self._typed)
        edit.typing.connect(self.keep)
        edit.done.connect(self._finish)
        edit.left.connect(self.leave)
        edit.wished.connect(self._wish)
        edit.commented.connect(self._comment)
        self._held, self._known = (spot, part.text, edit), part.claims
        self._view.open_editor(spot, edit)
        if text is not None:
            self._typed(text)

    def free_for(self, spot: Spot, then: Callable[[Spot], None]) -> None:
        """Another one is finished first; ``then`` is told where the wanted one is by then."""
        if self._held is None or self._held[0] == spot:
            then(spot)
        else:
            self.finish(partial(self._freed, spot, self._kept.part(spot).text, then))

    def _freed(self, spot: Spot, text: str, then: Callable[[Spot], None]) -> None:
        if self._kept.now is not None and text:
            paragraph = spots.reading(self._kept.now.article, text, spot)
            if paragraph is not None:
                then(paragraph.spot)
        else:
            then(spot)

    def finish(self, then: Callable[[], None]) -> None:
        """What is under it goes into the article."""
        if self._held is not None:
            self._finish(self._held[2].words(), then)

    def follow(self, article: Article) -> None:
        """Before ``article`` is shown: the paragraph may have moved in it."""
        if self._held is not None:
            spot, before, edit = self._held
            paragraph = spots.reading(article, before, spot)
            if paragraph is not None:
                self._held = paragraph.spot, before, edit

    def bring_along(self) -> None:
        """The article in which it was followed is told next: in the one before, its editor would
        have no place, and lose the keys.
        """
        if self._held is not None:
            self._view.move_editor(self._held[0])

    def leave(self) -> None:
        """The paragraph stays as it was, and the draft goes; what was typed can be had back."""
        if self._held is None:
            return
        spot, before, edit = self._held
        text = edit.words()
        self._put_down()
        if text != before:
            back = partial(self._take_up, spot, text)
            self._kept.remember(LEFT, back, self._put_down, note=HAD_BACK)

    def _put_down(self) -> None:
        if self._held is not None:
            spot, before, edit = self._held
            gone = Draft(spot, before, edit.words())
            self._kept.ask(partial(drafts.drop, gone), self._kept.show)
        self._drop()

    def _take_up(self, spot: Spot, text: str) -> None:
        """What was put away is under the pen again, in place of what is being typed there."""
        if self._held is not None and self._held[0] == spot:
            self._held[2].replace(text)
        self.free_for(spot, lambda now: self.open(now, text, TAKEN_BACK))

    def keep(self) -> None:
        """What is being typed, as a draft."""
        if self._held is not None:
            spot, before, edit = self._held
            if (words := edit.words()) != before:
                self._kept.ask(lambda editor: editor.draft(spot, before, words), _nothing)

    def put_away(self) -> None:
        """The article leaves: what is being typed stays as a draft."""
        self.keep()
        self._drop()

    def _drop(self) -> None:
        self._stop_check()
        if self._held is not None:
            self._held = None
            self._view.close_editor()
            self._view.focus_place().setFocus()

    # While it is typed

    def _typed(self, text: str) -> None:
        self._stop_check()
        editor = self._kept.editor()
        if self._held is not None and editor is not None:
            spot, before, _ = self._held
            self._kept.fetch(partial(editor.draft, spot, before, text), _nothing)
            look = partial(editor.first_sight, text, self._known)
            self._kept.house.jobs.fetch(look, partial(self._looked, text))

    def _looked(self, text: str, claims: tuple[Claim, ...]) -> None:
        if self._held is None or self._held[2].words() != text:
            return
        waits = any(claim.state == "unchecked" for claim in claims)
        self._held[2].tell_claims(claims, waits)
        editor, house = self._kept.editor(), self._kept.house
        if waits and editor is not None and house.warehouse is not None:
            work = partial(_checked, editor, house.warehouse, text, self._known)
            job = house.jobs.start("Checking", work, foreground=False, visible=False)
            job.finished.connect(partial(self._weighed, text))
            job.failed.connect(partial(self._not_weighed, claims))
            self._check = job

    def _weighed(self, text: str, claims: tuple[Claim, ...]) -> None:
        if self._held is not None and self._held[2].words() == text:
            self._known = tuple(dict.fromkeys((*self._known, *claims)))
            self._held[2].tell_claims(claims, False)

    def _not_weighed(self, claims: Sequence[Claim], error: BaseException) -> None:
        """Without a model it can be edited all the same; why it is not weighed is said."""
        if self._held is not None:
            self._held[2].tell_claims(claims, False)
        self._kept.house.notices.error(error)

    def _stop_check(self) -> None:
        if self._check is not None:
            self._check.cancel()
            self._check = None

    # When it is put down

    def _finish(
        self, text: str, then: Callable[[], None] | None = None, asked: tuple[str, str] = ("", "")
    ) -> None:
        """``asked``, a wish and its words, is asked for again where the text cannot be kept."""
        editor = self._kept.editor()
        if self._held is not None and editor is not None:
            spot, before, _ = self._held
            save = partial(editor.edit, spot, before, text, self._known)
            words = "Paragraph edited" if text.strip() else "Paragraph removed"
            job = self._kept.fetch(save, partial(self._finished, words, then))
            job.failed.connect(partial(self._not_kept, asked))

    def _not_kept(self, asked: tuple[str, str], error: BaseException) -> None:
        self._kept.house.notices.error(error)
        if self._held is not None and asked[1]:
            self._held[2].ask(*asked)

    def _finished(self, words: str, then: Callable[[], None] | None, edited: Edited) -> None:
        """What was written is shown before the pen goes, so that nothing old flashes up."""
        self.saved.emit(words, edited)
        self._drop()
        if then is not None:
            then()

    def _wish(self, text: str, wish: str, about: str, span: tuple[int, int] | None) -> None:
        chosen = (text, *span) if span else None
        then = partial(self.wished.emit, wish, self.spot, about, chosen)
        self._finish(text, then, (wish, about))

    def _comment(self, text: str, words: str, start: int, end: int) -> None:
        then = partial(self.commented.emit, self.spot, (text, start, end), words)
        self._finish(text, then, ("comment", words))


def _checked(
    editor: ArticleEditor, warehouse: Warehouse, text: str, known: Sequence[Claim], run: Run
) -> tuple[Claim, ...]:
    return editor.checked(text, known, warehouse.engines.both(), run)


def _nothing(found: object) -> None:
    pass
