"""Turning pages: how long the reader takes to open a long document, and to show another page."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QEvent, QObject, QTimer

from desktop.bench.loop import load, pass_time, until
from desktop.house import House
from desktop.pages.reader.page import ReaderPage
from desktop.reader.opening import Opening
from desktop.reader.view import Position, ReaderView
from desktop.window import Window
from warehouse.evaluate.records import Row, row
from warehouse.records import Document

TURNS = 20
SHARP_S = 10.0
SEED = 11


class Sharp(QObject):
    """When every page in sight has been painted as sharp as it gets."""

    def __init__(self, view: ReaderView) -> None:
        super().__init__()
        self.at = 0.0
        self._view = view
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.at:
            QTimer.singleShot(0, self, self._look)
        return False

    def _look(self) -> None:
        """Between two paints: what stands there was painted by the last."""
        view, sheets = self._view, self._view.sheets
        ratio = view.devicePixelRatioF()
        if sheets is not None and all(sheets.is_sharp(one, ratio) for one in view.in_sight()):
            self.at = self.at or time.perf_counter()

    def after(self, act: Callable[[], None]) -> float:
        """Milliseconds from ``act``."""
        self.at = 0.0
        began = time.perf_counter()
        act()
        self._view.viewport().update()
        until(lambda: bool(self.at), SHARP_S)
        return (self.at - began) * 1000


def page_turns(window: Window, house: House, screen: str) -> list[Row]:
    """Of the longest document there is: opened, then turned to pages drawn before and to others."""
    library = house.library
    assert library is not None
    longest = max(library.catalog.documents(), key=lambda one: one.pages)
    page = cast(ReaderPage, window.page("reader"))
    sharp = Sharp(page.view)
    opened_s = sharp.after(lambda: _open(house, page, longest)) / 1000
    pass_time(1.0)
    chance = random.Random(SEED)
    last = max(1, longest.pages - 1)
    cold = [_turn(page.view, sharp, chance.randint(0, last)) for _ in range(TURNS)]
    _turn(page.view, sharp, 0)
    pass_time(2.0)
    warm = []
    for _ in range(TURNS):
        warm.append(sharp.after(lambda: page.view.turn(1)))
        pass_time(0.4)
    about = {"pages": longest.pages, "screen": screen, "load": load()}
    name = f"open_{longest.pages}_pages_s"
    return [
        row(name, opened_s, "s", "<= 0.5", **about),
        _median("page_turn_warm_ms", warm, "<= 50", **about),
        _median("page_turn_cold_ms", cold, "<= 150", **about),
    ]


def _open(house: House, page: ReaderPage, document: Document) -> None:
    house.visit("reader", Opening(document.id))
    until(lambda: page.view.content is not None, SHARP_S)


def _turn(view: ReaderView, sharp: Sharp, page: int) -> float:
    taken = sharp.after(lambda: view.go_to(Position(page)))
    pass_time(0.1)
    return taken


def _median(name: str, taken: list[float], want: str, **facts: object) -> Row:
    slowest = f"{max(taken):.0f} ms"
    return row(
        name, statistics.median(taken), "ms", want, turns=len(taken), slowest=slowest, **facts
    )
