"""Where a study stands still: why, and the one step that takes it further, right there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.notices import Notice
from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, row

STOPPED, CUT_OFF, NOT_BEGUN = "Stopped.", "Cut off when the program ended.", "Not begun yet."
NO_MODEL = "Choose one under Models; it then works on this computer, without a network."
NO_DOCUMENTS = "There are no documents yet either: add files or a folder."


class StudyHalt(QWidget):
    """``go_on_wanted``: from the last model call; ``models_wanted``: no model is installed;
    ``library_wanted``: there is no document.
    """

    go_on_wanted = Signal()
    models_wanted = Signal()
    library_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        inside = column_of(into=self, margins_px=(12, 8, 12, 8), spacing_px=10)
        self.is_empty = False  # the library holds no document
        self.why = STOPPED
        self._is_trouble = False
        self._trouble = label("", "bad", wrap=True)
        self._words = label("", "quiet", wrap=True)
        self.go_on = Button(theme, "Go on", "play")
        self.go_on.clicked.connect(self.go_on_wanted)
        self.models = Button(theme, "Choose a model", "cpu", kind="primary")
        self.models.clicked.connect(self.models_wanted)
        self.library = Button(theme, "Add documents", "plus")
        self.library.clicked.connect(self.library_wanted)
        inside.addWidget(self._trouble)
        inside.addWidget(self._words)
        inside.addLayout(row(self.models, self.library, self.go_on, 1))
        self.hide()

    def tell_trouble(self, notice: Notice) -> None:
        self._is_trouble = True
        missing = "model" in notice.sentence.lower() and "install" in notice.sentence.lower()
        if missing:
            empty = f" {NO_DOCUMENTS}" if self.is_empty else ""
            self._tell("", f"{notice.sentence} {NO_MODEL}{empty}", "Try again")
        else:
            self._tell(f"{notice.sentence} {notice.next_step}".strip(), "", "Try again")
        self.models.setVisible(missing)
        self.library.setVisible(missing and self.is_empty)
        self.go_on.setVisible(not missing)

    def tell_stopped(self, kept: str, verb: str = "Go on") -> None:
        """``kept`` says what there is already, as a sentence; ``why`` it stands still."""
        self._is_trouble = False
        self._tell("", f"{self.why} {kept}".strip(), verb)
        self.models.hide()
        self.library.hide()
        self.go_on.show()

    @property
    def tells_trouble(self) -> bool:
        return not self.isHidden() and self._is_trouble

    def _tell(self, trouble: str, words: str, verb: str) -> None:
        self._trouble.setText(trouble)
        self._trouble.setVisible(bool(trouble))
        self._words.setText(words)
        self._words.setVisible(bool(words))
        self.go_on.set(verb)
        self.show()
