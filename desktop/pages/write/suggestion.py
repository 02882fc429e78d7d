"""A suggestion under its paragraph: what would change, each change taken or refused by itself."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, Dot, IconButton, column_of, label, row
from desktop.widgets.laid_out import holding
from desktop.widgets.marks import TOKENS
from warehouse.render import line
from warehouse.studies.editing.editor import WISHES
from warehouse.writing.editing import differences
from warehouse.writing.editing.records import Change, Part, Suggestion

NAMES = {"changed": "Otherwise", "added": "New", "removed": "Left out"}


class SuggestionCard(Card):
    """``accepted(number, changes)`` and ``rejected(number, changes)``: those that are meant, None
    for all. ``before`` is the paragraph as it reads, None where it is gone.
    """

    accepted = Signal(int, object)
    rejected = Signal(int, object)

    def __init__(self, theme: Theme, made: Suggestion, before: Part | None) -> None:
        super().__init__(margin_px=12, spacing_px=8)
        self._theme, self._made = theme, made
        about = f" about “{made.about}”" if made.about else ""
        title = f"Suggestion: {WISHES[made.wish]}{about}"
        self.setAccessibleName(title)
        changes = differences.changes(before or Part(""), made.part)
        shown = [change for change in changes if change.kind != "kept"]
        self.column.addWidget(label(title, "strong", wrap=True))
        if before is None:
            self.column.addWidget(label("Its paragraph is gone.", "quiet"))
        if made.note:
            self.column.addWidget(label(made.note, "quiet", wrap=True))
        for change in shown:
            self.column.addWidget(self._change(change, len(shown) > 1))
        take = Button(theme, "Accept" if len(shown) < 2 else "Accept all", "check")
        refuse = Button(theme, "Reject" if len(shown) < 2 else "Reject all", "x", kind="quiet")
        take.clicked.connect(partial(self.accepted.emit, made.number, None))
        refuse.clicked.connect(partial(self.rejected.emit, made.number, None))
        self.column.addLayout(row(take, refuse, 1))
        self.first = take

    def _change(self, change: Change, is_one_of_many: bool) -> QWidget:
        claim = change.after or change.before
        assert claim is not None
        state = f" · {change.after.state}" if change.after is not None else ""
        words = label(f"{NAMES[change.kind]}{state}", "quiet")
        head = row(Dot(self._theme, TOKENS[claim.state]), (words, 1))
        if is_one_of_many:
            for icon, name, wish in (
                ("check", "Accept this change", self.accepted),
                ("x", "Reject this change", self.rejected),
            ):
                button = IconButton(self._theme, icon, name, small=True)
                button.setAccessibleName(f"{name}: {claim.text}")
                button.clicked.connect(partial(wish.emit, self._made.number, (change,)))
                head.addWidget(button)
        return holding(column_of(head, TrackedWords(self._theme, change), spacing_px=2))


class TrackedWords(QLabel):
    """Words that go are struck out, words that come are underlined; both can be heard."""

    def __init__(self, theme: Theme, change: Change) -> None:
        super().__init__()
        self._theme = theme
        before = change.before.text if change.before is not None else ""
        after = change.after.text if change.after is not None else ""
        self._runs = differences.words(before, after)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setProperty("role", "reading")
        heard = {"both": "{}", "before": "[out: {}]", "after": "[in: {}]"}
        said = (heard[run.where].format(run.text) for run in self._runs)
        self.setAccessibleName(" ".join(said))
        theme.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        """The colours are in the text."""
        tags = {"both": "{}", "before": "<s>{}</s>", "after": "<u>{}</u>"}
        tokens = self._theme.tokens
        inks = {"both": tokens.ink, "before": tokens.quiet, "after": tokens.accent}
        spans = (
            f'<span style="color:{inks[run.where]}">{tags[run.where].format(line(run.text))}</span>'
            for run in self._runs
        )
        self.setText(f'<p style="line-height:125%; margin:0">{" ".join(spans)}</p>')
