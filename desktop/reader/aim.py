"""Words brought into sight, and kept there until the user scrolls away.

Where words stand on a page is known when the page is there, and how high a leaf of text is when it
is laid out. So a view aims at them: it goes as near as is known, and again when more is.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF

from desktop.reader.glass import Glass

LIGHT_DOWN = 0.3  # of the height: where words come to stand
EDGE_PX = 24


class Aim:
    def __init__(self, view: Glass) -> None:
        self._view = view
        self._range: tuple[int, int] | None = None
        self._at_top = False

    @property
    def is_taken(self) -> bool:
        return self._range is not None

    def take(self, start: int, end: int, at_top: bool = False) -> None:
        """Move no more than is needed, but ``at_top``."""
        self._range, self._at_top = (start, end), at_top
        self.approach(always=at_top)

    def take_light(self) -> None:
        """The lit words, a third down the view."""
        lit = self._view.lit
        if lit is not None:
            self._range, self._at_top = (lit.start, lit.end), False
            self.approach(always=True)

    def give_up(self) -> None:
        self._range = None

    def sheet_came(self, sheet: int) -> None:
        """It is known now where its words stand; -1: of any."""
        if self._range is not None and (sheet < 0 or sheet in self._sheets()):
            self.approach(always=self._at_top)

    def approach(self, always: bool = False) -> None:
        view, sheets = self._view, self._view.sheets
        if sheets is None or self._range is None:
            return
        lit = view.lit
        is_light = lit is not None and self._range == (lit.start, lit.end)
        sheet = view.lit_sheet(lit.sheet) if is_light and lit else sheets.sheet_of(self._range[0])
        sheets.measure(sheet)
        area = view.area_of_light() if is_light else view.area_of(*self._range)
        if not area.isEmpty():
            self._bring(area, sheet, always)
        elif sheet not in view.in_sight() or always:
            view.put_sheet(sheet)

    def _sheets(self) -> range:
        sheets = self._view.sheets
        assert sheets is not None and self._range is not None
        start, end = self._range
        return range(sheets.sheet_of(start), sheets.sheet_of(max(start, end - 1)) + 1)

    def _bring(self, area: QRectF, sheet: int, always: bool) -> None:
        view = self._view
        height = view.viewport().height()
        if always or area.top() < EDGE_PX or area.bottom() > height - EDGE_PX:
            spare = min(height * LIGHT_DOWN, height - area.height() - EDGE_PX)
            spare = EDGE_PX if self._at_top else max(EDGE_PX, spare)
            view.scroll_to(view.verticalScrollBar().value() + area.top() - spare)
        across = view.horizontalScrollBar()
        if across.maximum():
            with view.by_program():
                across.setValue(round(self._across(area, sheet, across.value())))

    def _across(self, area: QRectF, sheet: int, scrolled: int) -> float:
        """How far sideways: the column in the middle, or its beginning, and the words in sight."""
        width = self._view.viewport().width()
        left, right = area.left() + scrolled, area.right() + scrolled
        begin, end = self._column(sheet) or (left, right)
        value = (begin + end - width) / 2 if end - begin <= width else begin - EDGE_PX / 2
        if left < value or right > value + width:
            value = left - EDGE_PX / 2
        return value

    def _column(self, sheet: int) -> tuple[float, float] | None:
        """What is fitted to the width stays in sight: no bar leads to what would be cut off."""
        content, sheets = self._view.content, self._view.sheets
        left, right = self._view.zoom.column(content) if content is not None else (0.0, 0.0)
        if sheets is None or right <= left:
            return None
        begin = sheets.left(sheet, self._view.viewport().width())
        return begin + left * sheets.scale, begin + right * sheets.scale
