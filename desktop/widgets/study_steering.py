"""What the user wishes of a study as a whole, and what was wished so far.

One more thing to look for, a document that is to be read, one that is not; under them every change
with its time and what became of it, each with a way back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, quiet_icon, row
from desktop.widgets.flow import FlowLayout
from desktop.widgets.laid_out import empty, holding
from desktop.widgets.named_documents import Titles
from desktop.widgets.request_line import RequestLine
from warehouse.steering import Act, Kind
from warehouse.studies.steering import acts_in_words

_ACTIONS: tuple[tuple[str, Kind, str], ...] = (
    ("Look for more", "add", "One more thing to look for"),
    ("Must read", "pin", "A document that is read in any case"),
    ("Leave out", "ban", "A document that is not read for this"),
)
_HINTS: dict[Kind, tuple[str, str]] = {
    "add": ("One more thing to look for", "What else should it look for?"),
    "pin": ("A document to read", "Title of a document to read"),
    "ban": ("A document not to read", "Title of a document not to read"),
}


SEVERAL = "Several documents are called so. Choose one from the list."
NONE = "No document is called so. Choose one from the list."


class StudySteering(QWidget):
    """``steered(Act)``; ``titles_wanted(text)``: documents whose title has these words."""

    steered = Signal(object)
    titles_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._kind: Kind = "add"
        self._titles = Titles()
        self._said = ""  # what waits for its documents to be sought
        self._acts: dict[int, Act] = {}
        self._shown: tuple[Act, ...] = ()
        self.line = RequestLine("Wish")
        self.line.said.connect(self._say)
        self.line.sought.connect(self._seek)
        self._trouble = label("", "small", wrap=True)
        self._list = column_of(spacing_px=6)
        self._actions: dict[Kind, Button] = {}
        actions = FlowLayout(gap_px=12)
        for text, kind, about in _ACTIONS:
            button = Button(theme, text, kind="link")
            button.setToolTip(about)
            button.setAccessibleName(about)
            button.clicked.connect(partial(self.ask, kind))
            actions.addWidget(button)
            self._actions[kind] = button
        column_of(
            actions,
            self.line,
            self._trouble,
            self._list,
            into=self,
            margins_px=(0, 4, 0, 10),
            spacing_px=6,
        )
        self.clear()

    def clear(self) -> None:
        self._acts = {}
        self.line.hide()
        self._tell_trouble("")
        self._show_acts()

    def let(self, kinds: Collection[Kind]) -> None:
        """Only what this study has a use for is offered."""
        for kind, button in self._actions.items():
            button.setVisible(kind in kinds)
        if self._kind not in kinds:
            self.line.hide()
        self.setVisible(bool(kinds))

    def tell(self, acts: Iterable[Act]) -> None:
        """Acts as they stand; one that was recorded and is not among them stays in sight."""
        for act in acts:
            known = self._acts.get(act.number)
            if known is None or known.state == "waiting" or act.state == "back":
                self._acts[act.number] = act
        self._show_acts()

    def ask(self, kind: Kind) -> None:
        self._kind, self._said = kind, ""
        self._tell_trouble("")
        self.line.ask(*_HINTS[kind])

    def offer(self, titles: Titles) -> None:
        """Documents whose title may be meant."""
        self._titles = titles
        self.line.suggest(titles.lines)
        if self._said and self._said == titles.sought and self.line.isVisible():
            self._say(self._said)

    @property
    def acts(self) -> tuple[Act, ...]:
        return tuple(self._acts[number] for number in sorted(self._acts))

    def _seek(self, text: str) -> None:
        self._said = ""
        if self._kind != "add":
            self.titles_wanted.emit(text)

    def _say(self, text: str) -> None:
        if self._kind == "add":
            self.line.hide()
            self.steered.emit(Act("add", text))
            return
        documents = self._titles.meant(text)
        if documents is None:
            self._said = text
            self.titles_wanted.emit(text)
            return
        self._said = ""
        if len(documents) != 1:
            self._tell_trouble(SEVERAL if documents else NONE)
            return
        self.line.hide()
        self._tell_trouble("")
        self.steered.emit(Act(self._kind, document=documents[0].id))

    def _tell_trouble(self, words: str) -> None:
        self._trouble.setText(words)
        self._trouble.setVisible(bool(words))

    def _show_acts(self) -> None:
        if self._shown == self.acts:
            return
        self._shown = self.acts
        empty(self._list)
        for act in self.acts:
            self._list.addWidget(self._row(act))

    def _row(self, act: Act) -> QWidget:
        words = label(acts_in_words.line(act, day=False), "small", wrap=True)
        back = quiet_icon(self._theme, "undo-2", "Take this change back")
        back.setAccessibleName(f"Take back: {acts_in_words.told(act)}")
        back.clicked.connect(partial(self.steered.emit, Act("back", other=act.number)))
        back.setVisible(act.kind != "back" and act.state in ("waiting", "taken"))
        inside = row((words, 1), back, spacing_px=4)
        inside.setAlignment(back, Qt.AlignmentFlag.AlignTop)
        return holding(inside)
