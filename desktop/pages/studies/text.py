"""The middle of a study: a text as it grows, what is being done meanwhile, and where it halts.

``ask/answer.py`` puts an answer here, ``write/article.py`` an article.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QWidget

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.studies.halt import CUT_OFF, NOT_BEGUN, STOPPED, StudyHalt
from desktop.widgets.basics import column_of, label
from desktop.widgets.changes import ChangesView
from desktop.widgets.contradictions import ContradictionsView
from desktop.widgets.downscroll import DownScroll
from desktop.widgets.passages import Passage, Passages, passage_of
from desktop.widgets.prose import ProseView
from desktop.widgets.time_left import WorkClock
from warehouse.records import StudyRow
from warehouse.results.records import Evidence, Research
from warehouse.studies import together

NEAR_END_PX = 30
AROUND_CLAIM_PX = 90
BESIDE_PX = 22  # air beside the column
FOUND_SHOWN = 6
CHANGED = "What stands here was made before your last change."


class StudyText(DownScroll):
    """``text`` is the prose with its claims, ``sides`` what its sources disagree about, ``halt``
    says why it stands still, ``changes`` what is otherwise than in an earlier run, ``found`` the
    best evidence while there is no text yet.
    """

    kept = "What was found is kept."

    def __init__(self, house: House, name: str, follows: bool) -> None:
        """``follows``: a growing text stays at its end from the first line on."""
        super().__init__()
        self._house, self._follows = house, follows
        self._at_end = self._is_writing = False
        self.setAccessibleName(name)
        self.text = ProseView(house.theme, name)
        self.text.chosen.connect(self.reveal)
        self.halt = StudyHalt(house.theme)
        self.changes = ChangesView(house.theme)
        self.sides = ContradictionsView(house.theme)
        self.found = Passages(house.theme, "Found so far")
        self.found.setContentsMargins(12, 8, 12, 8)
        self._waiting = label("", "quiet", wrap=True)
        self._waiting.setContentsMargins(12, 8, 12, 8)
        self.clock = WorkClock()
        self.clock.setContentsMargins(12, 0, 12, 8)
        self.verticalScrollBar().rangeChanged.connect(self._keep_at_end)

    def focus_place(self) -> QWidget:
        """The text; while there is none the sheet it will stand on."""
        return self.text if self.text.isVisibleTo(self) else self

    def hand_focus_on(self) -> None:
        """The keys that the empty sheet had go to the text that stands on it now."""
        if self.hasFocus():
            self.focus_place().setFocus()

    def clear(self, waiting: str = "") -> None:
        self.text.choose(-1)
        self.text.show_prose("")
        self._is_writing = False
        self.found.tell(())
        self.clock.stop()
        self.say(waiting)
        self.halt.hide()
        self.halt.why = STOPPED
        self.changes.tell(None)
        self.sides.tell(())

    def say(self, words: str) -> None:
        """What is being done; empty when nothing is."""
        self._waiting.setText(words)
        self._waiting.setVisible(bool(words))
        if not words:
            self.clock.stop()

    def tell_found(self, chain: Research) -> None:
        """The best of what was found, until there is a text; again when it is looked for anew."""
        if any(node.state == "open" for node in chain.nodes):
            self._is_writing = False
        if not self._is_writing:
            count = len(chain.evidence)
            title = f"Found so far: {FOUND_SHOWN} of {count:,}" if count > FOUND_SHOWN else ""
            self.found.tell(best(chain.evidence), title or "Found so far")

    def begin_writing(self) -> None:
        """There is a text to read from now on."""
        self._is_writing = True
        self.found.tell(())

    def tell_trouble(self, notice: Notice) -> None:
        """What went wrong, in place of what did not come."""
        self.say("")
        self.halt.tell_trouble(notice)

    def tell_stopped(self) -> None:
        self.say("")
        self.halt.tell_stopped(self.kept)

    def tell_unfinished(self, row: StudyRow) -> None:
        """An earlier one that was opened: why it stands still."""
        self.say("")
        if row.state == "failed":
            self.halt.tell_trouble(Notice("error", row.problem or "It could not be finished."))
        elif together.waits(row):
            self.halt.why = NOT_BEGUN
            self.halt.tell_stopped("", "Write it now")
        else:
            self.halt.why = CUT_OFF if row.state == "running" else STOPPED
            self.halt.tell_stopped(self.kept)

    def tell_former(self, changed: bool) -> None:
        """What stands here was made before, perhaps without what the user ``changed`` since;
        trouble that is told stays.
        """
        if self.halt.tells_trouble:
            return
        if changed:
            self.halt.tell_stopped(CHANGED)
        else:
            self.halt.hide()

    def reveal(self, number: int) -> None:
        """Scroll to a claim."""
        place, inner = self.text.place_of(number), self.widget()
        if place is not None and inner is not None:
            top = self.text.mapTo(inner, place.topLeft().toPoint())
            middle = top.y() + round(place.height() / 2)
            self.ensureVisible(top.x(), middle, 20, AROUND_CLAIM_PX)

    def _remember_end(self) -> None:
        """Before the text grows: whether the reader is at its end, and wants to stay there."""
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - NEAR_END_PX
        self._at_end = at_end and (self._follows or bar.maximum() > 0)

    def _keep_at_end(self, least: int, most: int) -> None:
        if self._at_end:
            self.verticalScrollBar().setValue(most)

    def _put(self, *parts: QWidget | int, top_px: int) -> None:
        """One column of widgets, as wide as the text at most; an int is air in px."""
        inner = QWidget()
        column = column_of(into=inner, margins_px=(BESIDE_PX, top_px, BESIDE_PX, 40), spacing_px=0)
        for part in parts:
            if isinstance(part, int):
                column.addSpacing(part)
            else:
                part.setMaximumWidth(self.text.maximumWidth())
                column.addWidget(part)
        column.addStretch(1)
        # The sheet, too: asked how high it is at a width, it asks its parts at that, not at theirs.
        inner.setMaximumWidth(self.text.maximumWidth() + 2 * BESIDE_PX)
        self.setWidget(inner)

    def _head(self, words: QLabel) -> QLabel:
        """A line over the text, as wide as the text."""
        words.setContentsMargins(12, 0, 12, 6)
        words.setMaximumWidth(self.text.maximumWidth())
        return words


def best(evidence: Sequence[Evidence]) -> list[Passage]:
    """The most relevant pieces, in the order of their numbers."""
    chosen = sorted(evidence, key=lambda one: -one.score)[:FOUND_SHOWN]
    return [passage_of(piece) for piece in sorted(chosen, key=lambda one: one.number)]
