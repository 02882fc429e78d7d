"""One thought in full: its words, to be edited, what it rests on, and what can be done with it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPlainTextEdit

from desktop.pages.thoughts.rows import Shown, source, sureness
from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, column_of, label, row
from desktop.widgets.elided import ElidedButton
from desktop.widgets.laid_out import empty
from desktop.widgets.passages import whence
from desktop.widgets.tips import as_it_stands
from warehouse.records import Root

TEXT_PX = 84  # four whole lines


class ThoughtCard(Card):
    """``edited(text)``, ``pinned(bool)``, ``confirmed()``, ``forgotten()``, ``looked_at(Root)``,
    ``wanted(id)`` of an earlier thought, ``answer_wanted()``.
    """

    edited = Signal(str)
    pinned = Signal(bool)
    confirmed = Signal()
    forgotten = Signal()
    looked_at = Signal(object)
    wanted = Signal(str)
    answer_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(margin_px=16, spacing_px=8)
        self._theme = theme
        self._shown: Shown | None = None
        self.text = QPlainTextEdit()
        self.text.setAccessibleName("The thought, in words")
        self.text.setFixedHeight(TEXT_PX)
        self._about = label("", "quiet", wrap=True)
        self._about.setToolTip("How sure: how likely it is that the words below do say this")
        self._stale = label("", "ink", wrap=True)
        self._roots = column_of(spacing_px=2)
        self._used = label("Earlier thoughts it builds on", "section")
        self._earlier = column_of(spacing_px=2)
        self.save = Button(theme, "Save", "check")
        self.save.setEnabled(False)
        self.pin = Button(theme, "Pin", "pin")
        self.confirm = Button(theme, "Use it all the same", "shield-check")
        self.answer = Button(theme, "Open the answer", "file-text")
        self.forget = Button(theme, "Forget", "trash-2")
        self.save.clicked.connect(self._save)
        self.pin.clicked.connect(self._pin)
        self.pin.setToolTip("A pinned thought stands first, and is used more readily")
        self.confirm.clicked.connect(self.confirmed)
        self.answer.clicked.connect(self.answer_wanted)
        self.forget.clicked.connect(self._forget)
        self.text.textChanged.connect(self._typed)
        inside = self.column
        inside.addWidget(self.text)
        inside.addWidget(self._about)
        inside.addWidget(self._stale)
        inside.addWidget(label("The words it rests on", "section"))
        inside.addLayout(self._roots)
        inside.addWidget(self._used)
        inside.addLayout(self._earlier)
        inside.addLayout(row(self.save, self.pin, self.confirm, self.answer, 1, self.forget))

    def tell(self, shown: Shown | None) -> None:
        """None hides it. Words that are being typed stay while the same thought is told anew, and
        are kept where another takes its place.
        """
        if self.save.isEnabled() and not self._is_same(shown):
            self._save()
        unsaved = self._is_unsaved(shown)
        self._shown = shown
        self.setVisible(shown is not None)
        for lines in (self._roots, self._earlier):
            empty(lines)
        if shown is None:
            self.save.setEnabled(False)  # what was typed is saved once
            return
        thought = shown.thought
        if not unsaved:
            self.text.setPlainText(thought.text)
        origin = f"{sureness(thought)}, {source(thought)}"
        self._about.setText(
            f"From the answer to: {thought.question}\n{origin[:1].upper()}{origin[1:]}"
        )
        self._stale.setText(_why_not_used(shown))
        self._stale.setVisible(bool(shown.stale))
        self.confirm.setVisible(bool(shown.stale and shown.standing))
        self.answer.setVisible(shown.answered)
        self._used.setVisible(bool(shown.earlier))
        self.pin.set("Unpin" if thought.pinned else "Pin")
        self.save.setEnabled(unsaved)
        for root in thought.roots:
            link = self._link(root, root in shown.standing)
            self._roots.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        for other in shown.earlier:
            other_link = ElidedButton(self._theme, other.text, kind="link")
            other_link.setToolTip(as_it_stands(f"{other.question}\n{other.text}"))
            other_link.clicked.connect(partial(self.wanted.emit, other.id))
            self._earlier.addWidget(other_link, 0, Qt.AlignmentFlag.AlignLeft)

    def _is_same(self, shown: Shown | None) -> bool:
        return shown is not None and shown.thought.id == (self._shown and self._shown.thought.id)

    def _is_unsaved(self, shown: Shown | None) -> bool:
        """Was the text changed that is told anew?"""
        if self._shown is None or shown is None or not self.save.isEnabled():
            return False
        known, new = self._shown.thought, shown.thought
        return (known.id, known.text) == (new.id, new.text)

    def _link(self, root: Root, stands: bool) -> Button:
        where = whence(root)
        button = ElidedButton(
            self._theme, where if stands else f"{where} (no longer there)", kind="link"
        )
        button.setToolTip(as_it_stands(f"{where}\n{root.text}"))
        button.setEnabled(stands)
        button.clicked.connect(partial(self.looked_at.emit, root))
        return button

    def _typed(self) -> None:
        known = self._shown
        typed = " ".join(self.text.toPlainText().split())
        self.save.setEnabled(known is not None and bool(typed) and typed != known.thought.text)

    def _save(self) -> None:
        self.edited.emit(self.text.toPlainText())

    def _forget(self) -> None:
        self.save.setEnabled(False)  # what was typed goes with it
        self.forgotten.emit()

    def _pin(self) -> None:
        if self._shown is not None:
            self.pinned.emit(not self._shown.thought.pinned)


def _why_not_used(shown: Shown) -> str:
    if not shown.stale:
        return ""
    what_next = " Look whether it still holds, then use it all the same." if shown.standing else ""
    return f"Not used: {shown.stale}.{what_next}"
