"""The evidence pane: the page behind a number, the words lit, why it is proven, how it was found.

    pane.bring(evidence, ...)        the evidence of an answer; its first pages are fetched ahead
    pane.show_evidence(3, claim)     a number was clicked
    pane.show_place(place)           a passage that nobody cites (an absence answer)

Pictures come from a reader process through a job; the pane shows them when they arrive and drops
what arrives too late. ``moved(number)`` follows the pane's own arrows, ``left`` is Escape,
``ban_wanted(document)`` leaves what is shown out of a study that can be steered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop import notices
from desktop.house import House
from desktop.widgets.basics import label, rule
from desktop.widgets.evidencetitle import EvidenceTitle, whereabouts
from desktop.widgets.pageview import MARGIN_PX, ContextView, PageView
from desktop.widgets.place_view import Key, PlaceView, PlaceViews, look
from desktop.widgets.prooffoot import ProofFoot
from indexers.placenames import place_name
from warehouse.records import Document, Place
from warehouse.render import without_numbers
from warehouse.results.records import Claim, Disagreement, Evidence
from warehouse.studies.report import disagreement_columns

if TYPE_CHECKING:
    from warehouse.library import Library

RESIZE_MS = 150
AHEAD = 10
ANY_PX = 16_777_215  # what Qt means by no limit
ZOOMS = (1.0, 1.4, 2.0)


class EvidencePane(QWidget):
    moved = Signal(int)
    shown = Signal()
    left = Signal()
    ban_wanted = Signal(str)

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._house = house
        self._evidence: dict[int, Evidence] = {}
        self._disagreements: tuple[Disagreement, ...] = ()
        self._number = 0
        self._claim: Claim | None = None
        self._place: Place | None = None
        self._page = 0
        self._document: Document | None = None
        self._asked: Key | None = None
        self._sights = PlaceViews()
        self._ahead: list[Evidence] = []
        self.setProperty("kind", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Evidence")
        self._resized = QTimer(self)
        self._resized.setSingleShot(True)
        self._resized.setInterval(RESIZE_MS)
        self._resized.timeout.connect(self._look)
        self._build()
        self._say_nothing()

    # What the pages call

    def bring(
        self, evidence: Sequence[Evidence], disagreements: Sequence[Disagreement] = ()
    ) -> None:
        """The evidence there is; the pages cited first are fetched before anyone asks."""
        self._evidence = {item.number: item for item in evidence}
        self._disagreements = tuple(disagreements)
        self._ahead = list(evidence[:AHEAD])
        self._let()
        self._fetch_ahead()

    def clear(self) -> None:
        self._evidence, self._number, self._claim, self._place = {}, 0, None, None
        self._asked, self._disagreements = None, ()
        self._say_nothing()

    def show_evidence(self, number: int, claim: Claim | None = None) -> None:
        """Nothing happens for a number that has no evidence."""
        item = self._evidence.get(number)
        if item is None:
            return
        self._number, self._claim, self._place = number, claim, item.place
        self._page = item.place.page
        against = (disagreement_columns.other(one, number) for one in self._disagreements)
        self._let()
        self.foot.tell(item, claim, next((side for side in against if side), None))
        self.title.tell(item.title, place_name(item.page_label))
        self._look()

    def show_place(self, place: Place, why: str = "") -> None:
        self._number, self._claim, self._place, self._page = 0, None, place, place.page
        self._let()
        self.foot.tell_place(why)
        self._look()

    def show_unproven(self, claim: Claim) -> None:
        """A sentence that cites nothing has no page: what it says, and what was wrong with it."""
        self._number, self._claim, self._place, self._asked = 0, claim, None, None
        self._let()
        self.title.tell("No evidence", "")
        self.foot.tell_unproven(claim)
        self._say(f"“{without_numbers(claim.text)}”\n\nThis sentence cites nothing.")

    @property
    def view(self) -> PageView:
        return self._paper

    def _words(self) -> str:
        """Those that are cited; "" for a place that nobody cites."""
        item = self._evidence.get(self._number)
        return item.text if item is not None else ""

    # Looking

    def _key(self, document: str, page: int) -> Key:
        return Key(document, page, round(self._paper.paper_px * self.devicePixelRatioF()))

    def _look(self) -> None:
        library, place = self._house.library, self._place
        if library is None or place is None:
            return
        self._fit(self._paper.zoom)
        key = self._key(place.document, self._page)
        self._asked = key
        known = self._sights.get(key)
        job = self._house.jobs.fetch(
            partial(_find, library, place, key, known, self._words()), self._seen
        )
        job.failed.connect(partial(self._could_not, key))

    def _seen(self, found: tuple[Key, Place, PlaceView]) -> None:
        key, place, sight = found
        self._sights.put(key, sight.image)
        if key == self._asked and place == self._place:
            self._show(sight)
        self._fetch_ahead()

    def _show(self, sight: PlaceView) -> None:
        self._document = sight.document
        item = self._evidence.get(self._number)
        says = item.text if item else sight.words
        self.title.tell(sight.document.title, whereabouts(sight.document, sight.page))
        if sight.image is None:
            self._context.show_words(sight.before, sight.words, sight.after)
            self._stack.setCurrentWidget(self._in_words)
            self._fit_stack()
        else:
            points = (sight.page.width, sight.page.height)
            self._paper.show_page(sight.image, points, sight.lit, says)
            self._stack.setCurrentWidget(self._scroll)
            self._fit_stack()
            self._whole.activate()  # the light is brought into the height there is now
            self._bring_light_into_view()
        self._tell_pages(sight)
        self.shown.emit()

    def _fit(self, zoom: float) -> None:
        """The sheet as wide as the pane; a scroll bar lies over its margin and changes nothing."""
        always, never = Qt.ScrollBarPolicy.ScrollBarAsNeeded, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._scroll.setHorizontalScrollBarPolicy(always if zoom > 1 else never)
        self._paper.fit(self._scroll.width(), zoom)
        self._fit_stack()

    def _fit_stack(self) -> None:
        """No higher than what is shown, so that the words about it stand right under it."""
        shown, most = self._stack.currentWidget(), ANY_PX
        if shown is self._scroll and self._paper.zoom == 1:
            most = self._paper.height()
        elif shown is self._nothing:
            most = self._nothing.heightForWidth(self._stack.width())
        self._stack.setMaximumHeight(most)

    def _bring_light_into_view(self) -> None:
        area = self._paper.area_of_light()
        if area.isEmpty():
            self._scroll.verticalScrollBar().setValue(0)
            return
        room = self._scroll.viewport().height()
        spare = max(40, (room - round(area.height())) // 3)
        self._scroll.ensureVisible(round(area.left()), round(area.bottom()), 40, spare)
        self._scroll.ensureVisible(round(area.left()), round(area.top()), 40, 40)

    def _could_not(self, key: Key, error: BaseException) -> None:
        said = notices.words(error)
        if key == self._asked:
            self._say(f"{said.sentence} {said.next_step}".strip())

    def _fetch_ahead(self) -> None:
        """One page after the other, so that a click never waits behind them."""
        library = self._house.library
        while self._ahead and library is not None:
            place = self._ahead.pop(0).place
            key = self._key(place.document, place.page)
            if self._sights.get(key) is None:
                job = self._house.jobs.fetch(partial(_find, library, place, key, None), self._seen)
                job.failed.connect(self._ahead_failed)
                return

    def _ahead_failed(self, error: BaseException) -> None:
        self._ahead.clear()

    # Arrows, zoom and pages

    def step(self, by: int) -> None:
        """To the next cited evidence or the one before."""
        numbers = sorted(self._evidence)
        if not numbers:
            return
        at = numbers.index(self._number) + by if self._number in numbers else 0
        if 0 <= at < len(numbers):
            self.show_evidence(numbers[at])
            self.moved.emit(numbers[at])

    def turn(self, by: int) -> None:
        """To another page of the same document."""
        if self._document is not None and 0 <= self._page + by < self._document.pages:
            self._page += by
            self._look()

    def enlarge(self) -> None:
        """The next of three sizes, then back to the width of the pane."""
        at = ZOOMS.index(self._paper.zoom) if self._paper.zoom in ZOOMS else 0
        self._fit(ZOOMS[(at + 1) % len(ZOOMS)])
        self._look()

    def _show_in_library(self) -> None:
        if self._place is not None:
            self._house.visit("library", self._place.document)

    def _ban(self) -> None:
        if self._place is not None:
            self.ban_wanted.emit(self._place.document)

    # Words

    def _tell_pages(self, sight: PlaceView) -> None:
        is_cited = self._place is None or self._page == self._place.page
        self.foot.tell_page(sight.page, sight.document.pages, is_cited)

    def _say_nothing(self) -> None:
        self._let()
        self.title.tell("Evidence", "")
        self.foot.clear()
        self._say("Click a number to see the words on the page.")

    def _say(self, words: str) -> None:
        """In place of a page."""
        self._problem.setText(words)
        self._stack.setCurrentWidget(self._nothing)
        self._fit_stack()

    def _let(self) -> None:
        self.title.let(bool(self._evidence), self._place is not None)

    # Building

    def _build(self) -> None:
        self._whole = whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self.title = EvidenceTitle(self._house.theme)
        self.title.stepped.connect(self.step)
        self.title.enlarged.connect(self.enlarge)
        self.title.opened.connect(self._show_in_library)
        self.title.banned.connect(self._ban)
        whole.addWidget(self.title)
        whole.addWidget(rule())
        self._paper = PageView(self._house.theme)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._scroll.setWidget(self._paper)
        self._scroll.setAccessibleName("Page with the cited words lit")
        self._scroll.installEventFilter(self)
        self._context = ContextView(self._house.theme)
        self._problem = label("", "quiet", wrap=True)
        self._nothing = QWidget()
        inside = QVBoxLayout(self._nothing)
        inside.setContentsMargins(MARGIN_PX, 8, MARGIN_PX, 8)
        inside.addWidget(self._problem)
        inside.addStretch(1)
        self._stack = QStackedWidget()
        self._stack.setProperty("kind", "side")
        columns = QWidget()
        around = QVBoxLayout(columns)
        around.setContentsMargins(MARGIN_PX, 5, MARGIN_PX, 0)
        around.addWidget(self._context)
        self._in_words = columns
        for view in (self._nothing, self._scroll, self._in_words):
            self._stack.addWidget(view)
        whole.addSpacing(10)
        whole.addWidget(self._stack, 1000)
        self.foot = ProofFoot(self._house.theme)
        self.foot.turned.connect(self.turn)
        self.foot.opposed.connect(self.show_evidence)
        whole.addWidget(self.foot)
        whole.addStretch(1)

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_stack()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_PageUp: partial(self.turn, -1),
            Qt.Key.Key_PageDown: partial(self.turn, 1),
            Qt.Key.Key_Left: partial(self.step, -1),
            Qt.Key.Key_Right: partial(self.step, 1),
            Qt.Key.Key_Escape: self.left.emit,
        }
        action = steps.get(Qt.Key(event.key()))
        if action is None:
            super().keyPressEvent(event)
        else:
            action()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._scroll:
            self._fit(self._paper.zoom)
            self._resized.start()
        return super().eventFilter(watched, event)


def _find(
    library: Library, place: Place, key: Key, known: QImage | None, words: str
) -> tuple[Key, Place, PlaceView]:
    """In a worker; key and place come back so that late answers are known as such."""
    return key, place, look(library, place, key, known, words)
