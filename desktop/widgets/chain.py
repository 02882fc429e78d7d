"""The knowledge chain as it grows: one entry an intent, with counts that mean something.

Entries are updated in place, so that nothing flickers and figures do not jump. Below them stands
what the user steered, and what the whole study read, used and left out, with the loss ledger on
request. What the user asks of any of them leaves here as an ``Act``.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, ThinBar, discard, label, row
from desktop.widgets.lossview import LossView
from desktop.widgets.pace import in_words
from desktop.widgets.steerintent import SteerIntent
from desktop.widgets.wishes import Wishes
from indexers.records import Loss
from warehouse.render import line
from warehouse.research.records import Answer, Article, Chain, Claim, Coverage, Intent
from warehouse.run import Step
from warehouse.studies import found
from warehouse.studies.ledger import entries, plural, read_of

DOT_PX = 13
INDENT_PX = 26
TOP_PX = 9
NOTE_CHARACTERS = 44


class IntentEntry(QWidget):
    """Dot and line at the left: filled when resolved, a ring while open, amber when not."""

    def __init__(self, theme: Theme, is_section: bool) -> None:
        super().__init__()
        self._theme = theme
        self._state = "open"
        self._title = label("", "strong", wrap=True)
        self._counts = label("", "quiet", wrap=True)
        self._reading = label("", "quiet", wrap=True)
        self._bar = ThinBar(theme, "Progress of this intent")
        self._bar.setFixedWidth(86)
        self._left = label("", "quiet")
        self._progress = QWidget()
        self._progress.setLayout(row(self._bar, self._left, 1, spacing_px=6))
        self.steer = SteerIntent(theme, is_section)
        head = row(self._title, self.steer.button, spacing_px=2)
        head.setStretch(0, 1)
        head.setAlignment(self.steer.button, Qt.AlignmentFlag.AlignTop)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(INDENT_PX, 0, 0, 16)
        inside.setSpacing(2)
        inside.addLayout(head)
        for part in (self._counts, self._reading, self._progress, self.steer):
            inside.addWidget(part)
        self._progress.hide()
        self._reading.hide()
        theme.changed.connect(self.update)

    def tell(self, intent: Intent) -> None:
        self._state = intent.state
        self.steer.tell(intent)
        self._title.setText(f"{intent.index + 1} {intent.text}")
        _roomy(self._counts, counts(intent))
        self._counts.setVisible(bool(counts(intent)))
        busy = intent.state == "open" and bool(intent.reading)
        self._reading.setText(intent.reading if busy else "")
        self._reading.setVisible(busy)
        if intent.state != "open":
            self._progress.hide()
        self.setAccessibleName(f"Intent {intent.index + 1}, {intent.state}: {intent.text}")
        self.setAccessibleDescription(counts(intent))
        self.update()

    def tell_step(self, step: Step, left_s: float | None) -> None:
        """The work in hand, in the entry that is open."""
        self._reading.setText(doing(step))
        self._reading.show()
        self._bar.set(step.done, step.total)
        self._left.setText(in_words(left_s))
        self._progress.setVisible(bool(step.total))

    def rest(self) -> None:
        """Nothing is being done here any more."""
        self.steer.rest()
        self._reading.hide()
        self._progress.hide()

    @property
    def said(self) -> str:
        return self._counts.accessibleName()

    @property
    def busy(self) -> bool:
        return self._state == "open"

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(DOT_PX / 2 + 4, TOP_PX)
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


class ChainView(QWidget):
    """Chain, account and losses in one column, at home in a scroll area. ``steered(Act)``."""

    steered = Signal(object)

    def __init__(self, theme: Theme, of_sections: bool = False) -> None:
        """``of_sections``: the intents are sections of an article."""
        super().__init__()
        self._theme, self._of_sections = theme, of_sections
        self._entries: list[IntentEntry] = []
        self._may_steer = False
        self.setAccessibleName("Knowledge chain")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(20, 20, 16, 20)
        self._column.setSpacing(0)
        self._column.addWidget(label("Knowledge chain", "quiet"))
        self._column.addSpacing(12)
        self._entry_box = QVBoxLayout()
        self._entry_box.setSpacing(0)
        self._column.addLayout(self._entry_box)
        self._waiting = label("", "quiet", wrap=True)
        self._waiting.setContentsMargins(INDENT_PX, 0, 0, 10)
        self._column.addWidget(self._waiting)
        self.wishes = Wishes(theme)
        self.wishes.steered.connect(self.steered)
        self._column.addWidget(self.wishes)
        self._column.addSpacing(6)
        self._account = label("", "quiet", wrap=True)
        self._column.addWidget(self._account)
        self._see = Button(theme, "see list", kind="link")
        self._see.setAccessibleName("See what was left out")
        self._see.clicked.connect(self._toggle_losses)
        self._left_out = label("", "quiet")
        left_out = row(self._left_out, self._see, 1, spacing_px=4)
        self._column.addLayout(left_out)
        self._spend = label("", "quiet", wrap=True)
        self._column.addWidget(self._spend)
        self.ledger = LossView(theme)
        self.ledger.steered.connect(self.steered)
        self._column.addWidget(self.ledger)
        self._column.addStretch(1)
        self.clear()

    def set_margins(self, left: int, top: int, right: int, bottom: int) -> None:
        self._column.setContentsMargins(left, top, right, bottom)

    def clear(self) -> None:
        self._show_entries(())
        self.wishes.clear()
        self.let_steer(False)
        for words in (self._account, self._left_out, self._spend, self._waiting):
            words.setText("")
            words.hide()
        self.ledger.hide()
        self._see.set("see list")
        self._tell_losses((), ())

    def let_steer(self, may: bool) -> None:
        """Whether there is a study that can be changed."""
        self._may_steer = may
        self.wishes.setVisible(may)
        for entry in self._entries:
            entry.steer.button.setVisible(may)
            entry.steer.setVisible(may and entry.steer.isVisibleTo(entry))

    def tell(self, chain: Chain) -> None:
        """A snapshot while it grows, or the chain of a finished study."""
        self._show_entries(chain.intents)
        self.wishes.tell(chain.acts)
        self._tell_losses(chain.losses, ())
        if not self._spend.isVisible():
            self._say(self._account, growing_account(chain))

    def tell_step(self, step: Step, left_s: float | None) -> None:
        """What is being done now; before the first intent it stands alone."""
        open_entries = [entry for entry in self._entries if entry.busy]
        if open_entries:
            self._waiting.hide()
            open_entries[-1].tell_step(step, left_s)
        else:
            parts = [doing(step), in_words(left_s)]
            self._say(self._waiting, " · ".join(part for part in parts if part))

    def rest(self) -> None:
        self._waiting.hide()
        for entry in self._entries:
            entry.rest()

    def tell_result(self, result: Answer | Article) -> None:
        self.tell(result.chain)
        claims = [one.claim for one in entries(result)]
        self._tell_losses(result.chain.losses, claims, result.method)
        self.rest()
        self._say(self._account, "\n".join(accounted(result)))
        self._say(self._spend, spent(result))

    def _show_entries(self, intents: Sequence[Intent]) -> None:
        while len(self._entries) > len(intents):
            entry = self._entries.pop()
            self._entry_box.removeWidget(entry)
            discard(entry)
        for at, intent in enumerate(intents):
            if at == len(self._entries):
                entry = IntentEntry(self._theme, self._of_sections)
                entry.steer.steered.connect(self.steered)
                entry.steer.button.setVisible(self._may_steer)
                self._entries.append(entry)
                self._entry_box.addWidget(entry)
            self._entries[at].tell(intent)

    def _tell_losses(
        self, losses: Sequence[Loss], claims: Sequence[Claim], method: str = ""
    ) -> None:
        self.ledger.tell(losses, claims, method)
        count = len(self.ledger.dropped)
        self._say(self._left_out, f"{count:,} left out ·" if count else "")
        self._see.setVisible(bool(count))

    def _toggle_losses(self) -> None:
        self.ledger.setVisible(self.ledger.isHidden())
        self._see.set("see list" if self.ledger.isHidden() else "hide list")

    def _say(self, words: QLabel, text: str) -> None:
        _roomy(words, text)
        words.setVisible(bool(text))

    @property
    def entries(self) -> Sequence[IntentEntry]:
        return self._entries


def counts(intent: Intent) -> str:
    """Searches · seen, screened out, read · sentences kept; what is still nought is not said."""
    out = intent.screened_out
    lines = [
        _dotted(
            _count(len(intent.sub_queries), "search", "searches"),
            _count(intent.seen, "document seen", "documents seen"),
        ),
        f"{out:,} screened out by header" if out else "",
        _dotted(
            f"{intent.read:,} read" if intent.read else "",
            _count(len(intent.kept), "sentence kept", "sentences kept"),
        ),
        "nothing found for this" if intent.state == "unresolved" and not intent.kept else "",
    ]
    return "\n".join(part for part in lines if part)


def _roomy(words: QLabel, text: str) -> None:
    """Plain text with a little more room between its lines; a label has no line height."""
    lines = "<br>".join(line(part) for part in text.split("\n"))
    words.setTextFormat(Qt.TextFormat.RichText)
    words.setText(f'<p style="line-height:118%; margin:0">{lines}</p>' if text else "")
    words.setAccessibleName(text)


def _dotted(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}" if number else ""


def doing(step: Step) -> str:
    """``reading APOLLO, 2 of 3``; a long note is cut, so that the figures stay in sight."""
    note = step.note
    if len(note) > NOTE_CHARACTERS:
        note = note[:NOTE_CHARACTERS].rpartition(" ")[0] + " …"
    return f"{step.stage} {note}".strip() + _of(step)


def _of(step: Step) -> str:
    return f", {step.done:,}\u00a0of\u00a0{step.total:,}" if step.total else ""


def growing_account(chain: Chain) -> str:
    read = len(chain.read) or sum(intent.read for intent in chain.intents)
    kept = len(chain.evidence)
    parts = [_count(read, "document read", "documents read"), _count(kept, "sentence", "sentences")]
    return " · ".join(part for part in parts if part)


def accounted(result: Answer | Article) -> list[str]:
    """What was read; of an answer without passages what was looked at in their place."""
    way = result.way if isinstance(result, Answer) else None
    if way is not None and way.route.kind in ("library", "chat"):
        return [found.covered(result)]
    return account(result.coverage)


def account(cover: Coverage) -> list[str]:
    """Read 12 of 48 documents; unreadable; passages used, said even when there are none."""
    lines = [read_of(cover)]
    if cover.unreadable:
        lines.append(f"{cover.unreadable:,} unreadable")
    lines.append(f"{plural(cover.passages_used, 'passage')} used")
    if cover.density_after:
        lines.append(f"Density {cover.density_before:.2f} → {cover.density_after:.2f}")
    return lines


def spent(result: Answer | Article) -> str:
    spend = result.spend
    tokens = spend.reasoning_tokens + spend.processing_tokens
    if not tokens:
        return ""
    parts = [f"{tokens:,} tokens", f"{spend.seconds:,.0f} s"]
    if spend.replayed:
        parts.append(f"{spend.replayed:,} of {spend.calls:,} calls replayed")
    return " · ".join(parts)
