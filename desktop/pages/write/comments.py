"""What was noted on words of an article, under the paragraph in which they stand.

What is settled is folded into one line. A comment is written while its paragraph is edited
(``paragraph_edit.py``); here it is worded otherwise, settled and removed, each with a way back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.pages.write import card_places
from desktop.pages.write.kept_article import KeptArticle
from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, IconLabel, column_of, label, row
from desktop.widgets.request_line import RequestLine
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.text import shortened
from warehouse.writing.editing.records import Comment, Found, Spot

QUOTED_CHARACTERS = 90


class CommentCard(Card):
    """``settled(number, bool)``: it is settled, or open again; ``unwanted(number)``: remove it;
    ``reworded(number, text)``: it shall read so; ``typed(number, text)``: what is being written for
    that, "" where it is left.
    """

    settled = Signal(int, bool)
    unwanted = Signal(int)
    reworded = Signal(int, str)
    typed = Signal(int, str)

    def __init__(
        self, theme: Theme, comment: Comment, found: Found | None, being_typed: str = ""
    ) -> None:
        super().__init__(margin_px=10, spacing_px=4)
        self._comment = comment
        self.setAccessibleName(f"Comment: {comment.text}")
        quote = f"“{shortened(comment.quote.exact, QUOTED_CHARACTERS)}”"
        if found is None:
            quote += " · these words are gone"
        elif not found.exact:
            quote += " · changed since"
        said = label(quote, "quiet", wrap=True)
        self.column.addLayout(row(IconLabel(theme, "sticky-note"), (said, 1)))
        self.column.addWidget(label(comment.text, "ink", wrap=True))
        act = "Reopen" if comment.resolved else "Settled"
        settle = Button(theme, act, kind="link")
        settle.setAccessibleName(f"{act}: {comment.text}")
        settle.clicked.connect(partial(self.settled.emit, comment.number, not comment.resolved))
        remove = Button(theme, "Remove", kind="link")
        remove.setAccessibleName(f"Remove the comment: {comment.text}")
        remove.clicked.connect(partial(self.unwanted.emit, comment.number))
        self.reword = Button(theme, "Change", kind="link")
        self.reword.setAccessibleName(f"Change the comment: {comment.text}")
        self.reword.clicked.connect(self.ask)
        self.line = RequestLine("Comment")
        self.line.said.connect(self._say)
        self.line.sought.connect(partial(self.typed.emit, comment.number))
        self.line.left.connect(partial(self.typed.emit, comment.number, ""))
        self.column.addWidget(self.line)
        when = label(time.strftime("%d %b, %H:%M", time.localtime(comment.at)), "small")
        self.column.addLayout(row(settle, self.reword, remove, 1, when, spacing_px=12))
        if being_typed:
            self.ask(text=being_typed)

    def ask(self, checked: bool = False, text: str = "") -> None:
        """For other words."""
        self.line.ask("Comment", "What is to be said of it?", text or self._comment.text)

    def _say(self, text: str) -> None:
        self.line.hide()
        self.typed.emit(self._comment.number, "")
        if text != self._comment.text:
            self.reworded.emit(self._comment.number, text)


class SettledComments(QWidget):
    """A line that says how many there are and unfolds them; ``unfolded(bool)``."""

    unfolded = Signal(bool)

    def __init__(self, theme: Theme, cards: Sequence[CommentCard], is_unfolded: bool) -> None:
        super().__init__()
        self.cards = cards
        self.button = Button(theme, f"{len(cards):,} settled", kind="quiet")
        self.button.setCheckable(True)
        self.button.setToolTip("Comments that are settled")
        self.button.toggled.connect(self._fold)
        column_of(row(self.button, 1), *cards, into=self, spacing_px=4)
        self.button.setChecked(is_unfolded)
        self._show(is_unfolded)

    def _fold(self, is_unfolded: bool) -> None:
        self._show(is_unfolded)
        self.unfolded.emit(is_unfolded)

    def _show(self, is_unfolded: bool) -> None:
        self.button.set(self.button.word, "chevron-down" if is_unfolded else "chevron-right")
        for card in self.cards:
            card.setVisible(is_unfolded)


class ArticleComments(QObject):
    """Those on the article in front; every act is kept at once."""

    def __init__(self, kept: KeptArticle) -> None:
        super().__init__(kept)
        self._kept = kept
        self._unfolded = set[Spot]()
        self._typed: dict[int, str] = {}  # by comment, what is being written in its place

    def forget(self) -> None:
        """Another article comes."""
        self._unfolded.clear()
        self._typed.clear()

    def cards(self) -> Iterator[tuple[Spot, QWidget]]:
        """Each with the paragraph that it belongs under."""
        if (now := self._kept.now) is None:
            return
        theme, settled = self._kept.house.theme, dict[Spot, list[CommentCard]]()
        for comment, standing in now.comments:
            note = CommentCard(theme, comment, standing, self._typed.get(comment.number, ""))
            note.settled.connect(self.settle)
            note.unwanted.connect(self.remove)
            note.reworded.connect(self.reword)
            note.typed.connect(self._keep_typed)
            spot = standing.spot if standing else Spot(comment.quote.section, 0)
            spot = card_places.in_sight(spot, now.article)
            if comment.resolved:
                settled.setdefault(spot, []).append(note)
            else:
                yield spot, note
        for spot, notes in settled.items():
            folded = SettledComments(theme, notes, spot in self._unfolded)
            folded.unfolded.connect(partial(self._fold, spot))
            yield spot, folded

    def settle(self, number: int, is_settled: bool) -> None:
        words = "Comment settled" if is_settled else "Comment reopened"
        self._do_it(
            words,
            lambda editor: editor.change_comment(number, resolved=not is_settled),
            lambda editor: editor.change_comment(number, resolved=is_settled),
        )

    def reword(self, number: int, text: str) -> None:
        if (comment := self._of_number(number)) is not None:
            self._do_it(
                "Comment changed",
                lambda editor: editor.change_comment(number, comment.text),
                lambda editor: editor.change_comment(number, text),
            )

    def remove(self, number: int) -> None:
        if (comment := self._of_number(number)) is not None:
            self._do_it(
                "Comment removed",
                lambda editor: editor.put_back(comment),
                lambda editor: editor.remove_comment(number),
            )

    def _of_number(self, number: int) -> Comment | None:
        comments = self._kept.now.comments if self._kept.now is not None else ()
        return next((comment for comment, _ in comments if comment.number == number), None)

    def _do_it(
        self,
        words: str,
        back: Callable[[ArticleEditor], Edited],
        again: Callable[[ArticleEditor], Edited],
    ) -> None:
        show = self._kept.show
        do = partial(self._kept.ask, again, show)
        self._kept.remember(words, partial(self._kept.ask, back, show), do)
        do()

    def _fold(self, spot: Spot, is_unfolded: bool) -> None:
        """Cards that are made anew are as folded as those before."""
        (self._unfolded.add if is_unfolded else self._unfolded.discard)(spot)

    def _keep_typed(self, number: int, text: str) -> None:
        """Cards that are made anew have what was being written."""
        self._typed[number] = text
