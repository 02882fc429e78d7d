"""The evidence pane: a narrow reader with the cited words in sight, why they prove, how found.

    pane.bring(evidence, ...)        the evidence of an answer; its first pages are fetched ahead
    pane.show_evidence(3, claim)     a number was clicked
    pane.show_place(place)           a passage that nobody cites (an absence answer)

The view is the reader's own (desktop/reader): the column of the cited words as wide as the pane,
the words in sight after a click, a walk, a change of size or zoom, and the whole document around
them. What comes too late is dropped. ``moved(number)`` follows the pane's own arrows, ``left`` is
Escape, ``ban_wanted(document)`` leaves what is shown out of a study that can be steered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from msgspec import Struct
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from desktop import notices
from desktop.house import House
from desktop.reader.content import Content
from desktop.reader.opening import Opening
from desktop.reader.paged import PagedSheets
from desktop.reader.pictures import Kept
from desktop.reader.prose import ProseSheets
from desktop.reader.tones import Tone, tone_of
from desktop.reader.view import ReaderView
from desktop.reader.zoom import Zoom
from desktop.widgets.basics import column_of, label, pop_up, rule
from desktop.widgets.evidencetitle import EvidenceTitle, whereabouts
from desktop.widgets.laid_out import holding
from desktop.widgets.pages_ahead import Ahead, Contents, read
from desktop.widgets.prooffoot import ProofFoot
from indexers.text.placenames import place_name
from warehouse.proof.claims import PROVEN
from warehouse.proof.excerpt import bearing
from warehouse.proof.named_source import without_lead
from warehouse.records import Place
from warehouse.render import without_numbers
from warehouse.results.records import Claim, Disagreement, Evidence, Side
from warehouse.studies.report import disagreement_columns

ANY_PX = 16_777_215  # what Qt means by no limit
MARGIN_PX = 18
ZOOMS = (1.0, 1.4, 2.0)


class Asked(Struct, frozen=True):
    """What is to be shown; a result that is not for the last one asked is dropped."""

    place: Place
    words: str


class EvidencePane(QWidget):
    moved = Signal(int)
    shown = Signal()
    left = Signal()
    ban_wanted = Signal(str)

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._evidence: dict[int, Evidence] = {}
        self._disagreements: tuple[Disagreement, ...] = ()
        self._number = 0
        self._place: Place | None = None
        self._claim: Claim | None = None
        self._asked: Asked | None = None
        self._kept, self._contents = Kept(), Contents()
        self.setProperty("kind", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Evidence")
        self._build()
        self._ahead = Ahead(house, self._kept, self._contents, self.view)
        house.documents_changed.connect(self._contents.forget)
        house.theme.changed.connect(self._retone)
        house.settings_changed.connect(self._retone)
        self._say_nothing()

    def _against(self, number: int) -> Side | None:
        """What another source says against a piece."""
        sides = (disagreement_columns.other(one, number) for one in self._disagreements)
        return next((side for side in sides if side), None)

    # What the pages call

    def bring(
        self, evidence: Sequence[Evidence], disagreements: Sequence[Disagreement] = ()
    ) -> None:
        """The evidence there is; the pages cited first are fetched before anyone asks."""
        self._evidence = {item.number: item for item in evidence}
        self._disagreements = tuple(disagreements)
        self._let()
        self._ahead.begin([(item.place, item.text) for item in evidence], self._tone)

    def clear(self) -> None:
        self._evidence, self._number, self._place = {}, 0, None
        self._asked, self._disagreements = None, ()
        self._say_nothing()

    def show_evidence(self, number: int, claim: Claim | None = None) -> None:
        """Nothing happens for a number that has no evidence."""
        if (item := self._evidence.get(number)) is None:
            return
        self._number, self._place, self._claim = number, item.place, claim
        self._let()
        self.foot.tell(item, claim, self._against(number))
        self.title.tell(item.title, place_name(item.page_label))
        self._look(_bearing(item, claim))

    def tell_again(self, claims: Sequence[Claim]) -> None:
        """What became of the sentence that is shown, which is among ``claims`` as it is by now."""
        known, item = self._claim, self._evidence.get(self._number)
        if known is None or item is None:
            return
        now = [claim for claim in claims if (claim.text, claim.cites) == (known.text, known.cites)]
        if now and now[0].state != known.state:
            self._claim = now[0]
            self.foot.tell(item, now[0], self._against(self._number))

    def light(self, piece: Evidence) -> None:
        """So much alone of the evidence that is shown."""
        self._look(Asked(piece.place, piece.text))

    @property
    def number(self) -> int:
        """Of the evidence that is shown, 0 for none."""
        return self._number

    def show_place(self, place: Place, why: str = "", words: str = "") -> None:
        """``words`` stood there when it was noted: a document may have been read again since."""
        self._number, self._place, self._claim = 0, place, None
        self._let()
        self.foot.tell_place(why)
        self._look(Asked(place, words))

    def show_unproven(self, claim: Claim) -> None:
        """A sentence that cites nothing has no page: what it says, and what was wrong with it."""
        self._number, self._place, self._asked = 0, None, None
        self._let()
        self.title.tell("No evidence", "")
        self.foot.tell_unproven(claim)
        self._say(f"“{without_numbers(claim.text)}”\n\nThis sentence cites nothing.")

    # Looking

    def _look(self, asked: Asked) -> None:
        if (library := self._house.library) is None:
            return
        self._asked = asked
        known = self._contents.get(asked.place.document)
        work = partial(read, library, asked.place, asked.words, known, self.view.content)
        job = self._house.jobs.fetch(work, partial(self._show, asked))
        job.failed.connect(partial(self._could_not, asked))

    def _show(self, asked: Asked, content: Content) -> None:
        self._contents.put(content)
        if asked is not self._asked:
            return
        self._stack.setCurrentWidget(self.view)
        self._fit_stack()
        self._column.activate()  # the light is brought into the height there is now
        if (before := self.view.content) is not None and before.is_same_reading(content):
            self.view.relight(content)
        else:
            self.view.show_content(content, self._sheets(content))
        self.view.setAccessibleDescription(self._said(content))
        self._tell_page()
        self.shown.emit()
        self._ahead.go_on()

    def _sheets(self, content: Content) -> PagedSheets | ProseSheets:
        if content.paged:
            return PagedSheets(self._house, content, self._kept, self._tone)
        return ProseSheets(self._house, content, narrow=True)

    def _said(self, content: Content) -> str:
        """The words that are lit, for those who hear them."""
        if self._asked is not None and self._asked.words:
            return self._asked.words
        lit = content.lit
        return content.text[lit.start : lit.end] if lit is not None else ""

    def _could_not(self, asked: Asked, error: BaseException) -> None:
        said = notices.words(error)
        if asked is self._asked:
            self._say(f"{said.sentence} {said.next_step}".strip())

    @property
    def _tone(self) -> Tone:
        return tone_of(self._house)

    def _retone(self) -> None:
        if isinstance(self.view.sheets, PagedSheets):
            self.view.sheets.set_tone(self._tone)

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
        self.view.turn(by)

    def enlarge(self) -> None:
        """The next of three sizes, then back to the width of the pane."""
        larger = self.view.zoom.larger
        at = ZOOMS.index(larger) if larger in ZOOMS else len(ZOOMS) - 1
        self.view.set_zoom(Zoom("words", 1.0, ZOOMS[(at + 1) % len(ZOOMS)]))

    def read(self) -> None:
        """The same words in the reader, full width."""
        if self._asked is not None:
            place, words = self._asked.place, self._asked.words
            self._house.visit("reader", Opening(place.document, place, words))

    def _show_in_library(self) -> None:
        if self._place is not None:
            self._house.visit("library", self._place.document)

    def _ban(self) -> None:
        if self._place is not None:
            self.ban_wanted.emit(self._place.document)

    def _menu(self, where: QPoint) -> None:
        menu = QMenu(self)
        copy = menu.addAction("Copy")
        copy.setEnabled(not self.view.selecting.is_empty)
        copy.triggered.connect(self.view.selecting.copy)
        menu.addAction("Open in the reader").triggered.connect(self.read)
        pop_up(menu, where)

    # Words

    def _tell_page(self) -> None:
        """Where the view stands, as it is scrolled."""
        content, sheets = self.view.content, self.view.sheets
        if content is None or sheets is None:
            return
        page = content.pages[sheets.page_of(self.view.sheet)]
        lit = content.lit
        is_cited = lit is None or page.index == lit.sheet or page.index in dict(lit.boxes)
        self.title.tell(content.document.title, whereabouts(content.document, page))
        self.foot.tell_page(page, len(content.pages), is_cited)

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

    def _fit_stack(self) -> None:
        """A sentence takes no more height than it needs: what is said of it stands under it."""
        is_page = self._stack.currentWidget() is self.view
        most = ANY_PX if is_page else self._nothing.heightForWidth(self._stack.width())
        self._stack.setMaximumHeight(most)

    def _let(self) -> None:
        self.title.let(bool(self._evidence), self._place is not None)

    # Building

    def _build(self) -> None:
        self._column = whole = column_of(into=self, spacing_px=0)
        self.title = EvidenceTitle(self._house.theme)
        self.title.stepped.connect(self.step)
        self.title.enlarged.connect(self.enlarge)
        self.title.opened.connect(self._show_in_library)
        self.title.reading.connect(self.read)
        self.title.banned.connect(self._ban)
        whole.addWidget(self.title)
        whole.addWidget(rule())
        self.view = ReaderView(self._house, "Page with the cited words lit", holds_light=True)
        self.view.walks_with_arrows = False
        self.view.moved.connect(self._tell_page)
        self.view.menu_wanted.connect(self._menu)
        self._problem = label("", "quiet", wrap=True)
        self._nothing = holding(
            column_of(self._problem, 1, margins_px=(MARGIN_PX, 18, MARGIN_PX, 8))
        )
        self._stack = QStackedWidget()
        self._stack.setProperty("kind", "side")
        for shown in (self._nothing, self.view):
            self._stack.addWidget(shown)
        whole.addWidget(self._stack, 1000)
        whole.addWidget(rule())
        self.foot = ProofFoot(self._house.theme)
        self.foot.turned.connect(self.turn)
        self.foot.opposed.connect(self.show_evidence)
        whole.addWidget(self.foot)
        whole.addStretch(1)
        self.setFocusProxy(self.view)

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_stack()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What the view had no use for."""
        steps: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_Left: partial(self.step, -1),
            Qt.Key.Key_Right: partial(self.step, 1),
            Qt.Key.Key_Return: self.read,
            Qt.Key.Key_Escape: self.left.emit,
        }
        if (action := steps.get(Qt.Key(event.key()))) is None:
            super().keyPressEvent(event)
        else:
            action()


def _bearing(item: Evidence, claim: Claim | None) -> Asked:
    """Of the evidence the sentences that bear the claim out; all of it where none is proven."""
    place, words = item.place, item.text
    if claim is None or claim.state not in PROVEN or place.end - place.start != len(words):
        return Asked(place, words)
    start, end = bearing(without_lead(without_numbers(claim.text), [item.title]), words)
    lit = msgspec.structs.replace(place, start=place.start + start, end=place.start + end)
    return Asked(lit, words[start:end])
