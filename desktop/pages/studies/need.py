"""What is still missing before there can be an answer: documents, a model; one step for each."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, row


class Need(QWidget):
    """Hidden where nothing is missing."""

    library_wanted = Signal()
    models_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        column = column_of(into=self, spacing_px=10)
        self._words = label("", "ink", wrap=True)
        self.to_library = Button(theme, "Add documents", "plus", kind="plain")
        self.to_models = Button(theme, "Models", "cpu", kind="plain")
        self.to_library.clicked.connect(self.library_wanted)
        self.to_models.clicked.connect(self.models_wanted)
        column.addWidget(self._words)
        column.addLayout(row(self.to_library, self.to_models, 1))
        self.hide()

    def tell(self, documents: int, model: bool) -> None:
        """How many documents can be read, and whether the chosen model is installed."""
        self._words.setText(
            " ".join(
                sentence
                for sentence, missing in (
                    ("There are no documents yet: add files or a folder.", not documents),
                    (
                        "No model is installed yet: choose one under Models; it then works on "
                        "this computer, without a network.",
                        not model,
                    ),
                )
                if missing
            )
        )
        self.to_library.setVisible(not documents)
        self.to_models.setVisible(not model)
        self._keep_room(False)
        self.setVisible(not documents or not model)

    def wait(self) -> None:
        """Nothing is said to be missing until it has been looked for; until then its room is
        kept, so that nothing below moves.
        """
        self._keep_room(self.sizePolicy().retainSizeWhenHidden() or not self.isHidden())
        self.hide()

    def _keep_room(self, is_kept: bool) -> None:
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(is_kept)
        self.setSizePolicy(policy)

    @property
    def said(self) -> str:
        return self._words.text()
