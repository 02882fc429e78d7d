"""One step of the search: what is looked for, with counts that mean something.

The number of searches unfolds them; the pen beside the words unfolds them together with what the
user can change (``steerintent.py``).
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, ThinBar, column_of, label, row
from desktop.widgets.flow import FlowLayout
from desktop.widgets.laid_out import holding
from desktop.widgets.steerintent import SteerIntent
from desktop.widgets.time_left import in_words
from desktop.widgets.tips import as_it_stands
from warehouse.render import line
from warehouse.results.records import Node
from warehouse.run import Step
from warehouse.steering import Kind

DOT_PX = 13
INDENT_PX = 26
TOP_PX = 9
HEAD_PX = 20  # of the pen: higher than a line, it would part a short name from its counts
NOTE_CHARACTERS = 44
STATES = {"open": "in work", "resolved": "done", "unresolved": "not found out"}


class IntentEntry(QWidget):
    """Dot and line at the left: filled when resolved, a ring while open, amber when not."""

    def __init__(self, theme: Theme, is_section: bool) -> None:
        super().__init__()
        self._theme = theme
        self._state = "open"
        self._title = label("", "strong", wrap=True)
        self.searches = Button(theme, "", kind="link")
        self._seen = label("", "quiet")
        self._counts = label("", "quiet", wrap=True)
        self._doing = label("", "quiet", wrap=True)
        self._bar = ThinBar(theme, "Progress of this step")
        self._bar.setFixedWidth(86)
        self._left = label("", "quiet")
        self._progress = holding(row(self._bar, self._left, 1, spacing_px=6))
        self.steer = SteerIntent(theme, is_section)
        self.searches.clicked.connect(self.steer.fold)
        self.steer.button.setFixedHeight(HEAD_PX)
        head = row((self._title, 1), self.steer.button, spacing_px=2)
        head.setAlignment(self._title, Qt.AlignmentFlag.AlignTop)
        head.setAlignment(self.steer.button, Qt.AlignmentFlag.AlignTop)
        inside = column_of(head, into=self, margins_px=(INDENT_PX, 0, 0, 16), spacing_px=2)
        flow = FlowLayout(gap_px=8)
        flow.addWidget(self.searches)
        flow.addWidget(self._seen)
        inside.addLayout(flow)
        for part in (self._counts, self._doing, self._progress, self.steer):
            inside.addWidget(part)
        self._doing.hide()
        self._progress.hide()
        theme.changed.connect(self.update)

    def tell(self, intent: Node, title: str = "") -> None:
        """``title`` says what is new in it, where that is not all of its own."""
        self._state = intent.state
        self.steer.tell(intent)
        number = f"{intent.id} " if intent.id.isdecimal() else ""
        self._title.setText(number + (title or intent.title))
        self._title.setToolTip(
            as_it_stands(intent.title) if title not in ("", intent.title) else ""
        )
        self._tell_counts(intent)
        if intent.state != "open":
            self._doing.hide()
            self._progress.hide()
        self.setAccessibleName(f"Step {intent.id}, {STATES[intent.state]}: {intent.title}")
        self.setAccessibleDescription(counts(intent))
        self.update()

    def _tell_counts(self, intent: Node) -> None:
        searches = count(len(intent.sub_queries), "search", "searches")
        seen = count(intent.seen, "document seen", "documents seen")
        self.searches.set(searches)
        self.searches.setAccessibleName(f"{searches} of step {intent.id}")
        self.searches.setToolTip("See what was searched for")
        self.searches.setVisible(bool(searches))
        self._seen.setText(seen)
        self._seen.setVisible(bool(seen))
        more = _counted(intent)
        roomy(self._counts, more)
        self._counts.setVisible(bool(more))

    def tell_step(self, step: Step, left_s: float | None) -> None:
        """The work in hand, in the entry that is open."""
        roomy(self._doing, doing(step))
        self._doing.show()
        self._bar.set(step.done, step.total)
        self._left.setText(in_words(left_s))
        self._progress.setVisible(step.counts)

    def let_steer(self, kinds: Collection[Kind]) -> None:
        self.steer.let(kinds)

    def rest(self) -> None:
        """Nothing is being done here any more."""
        self.steer.rest()
        self._doing.hide()
        self._progress.hide()

    @property
    def busy(self) -> bool:
        return self._state == "open"

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(self.contentsMargins().left() + DOT_PX / 2 + 4, TOP_PX)
        painter.setPen(QPen(QColor(tokens.line), 2))
        painter.drawLine(QPointF(middle.x(), 0), QPointF(middle.x(), self.height()))
        colour = QColor(tokens.partly if self._state == "unresolved" else tokens.accent)
        painter.setPen(QPen(colour, 2))
        painter.setBrush(colour if self._state == "resolved" else QColor(tokens.background))
        radius = (DOT_PX - 2) / 2
        painter.drawEllipse(middle, radius, radius)
        if self._state == "unresolved":
            painter.drawLine(middle - QPointF(3, 0), middle + QPointF(3, 0))
        painter.end()


def counts(intent: Node) -> str:
    """Searches · seen, set aside, read · sentences kept; what is still nought is not said."""
    searched = dotted(
        count(len(intent.sub_queries), "search", "searches"),
        count(intent.seen, "document seen", "documents seen"),
    )
    return "\n".join(part for part in (searched, _counted(intent)) if part)


def _counted(intent: Node) -> str:
    out = intent.screened_out
    lines = [
        f"{out:,} set aside by what they are about" if out else "",
        dotted(
            f"{intent.read:,} read" if intent.read else "",
            count(len(intent.evidence), "sentence kept", "sentences kept"),
        ),
        _why_none(intent) if intent.state == "unresolved" and not intent.evidence else "",
    ]
    return "\n".join(part for part in lines if part)


def _why_none(intent: Node) -> str:
    """One search may serve several questions, and stands at the one that it serves most."""
    return "nothing found for this" if intent.sub_queries else "no search of its own"


def roomy(words: QLabel, text: str) -> None:
    """Plain text with a little more room between its lines; a label has no line height."""
    if text == words.accessibleName():
        return
    lines = "<br>".join(line(part) for part in text.split("\n"))
    words.setTextFormat(Qt.TextFormat.RichText)
    words.setText(f'<p style="line-height:118%; margin:0">{lines}</p>' if text else "")
    words.setAccessibleName(text)


def dotted(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}" if number else ""


def doing(step: Step) -> str:
    """``reading APOLLO, 2 of 3``; a long note is cut, so that the figures stay in sight."""
    note = step.note
    if len(note) > NOTE_CHARACTERS:
        note = note[:NOTE_CHARACTERS].rpartition(" ")[0] + " …"
    return f"{step.stage} {note}".strip() + _of(step)


def _of(step: Step) -> str:
    return f", {step.done:,}\u00a0of\u00a0{step.total:,}" if step.counts else ""
