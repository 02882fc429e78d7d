"""The heartbeat over minutes of what a day in the window is: reading in, asking, scrolling."""

from __future__ import annotations

import time
from pathlib import Path
from typing import cast

from PySide6.QtWidgets import QAbstractScrollArea

from desktop.bench import opened, studies
from desktop.bench.heartbeat import Gap, Heartbeat, longest, smooth
from desktop.bench.loop import load, pass_time, until
from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.pages.reader.page import ReaderPage
from desktop.shell.window import Window
from warehouse.evaluate.records import Row

QUESTIONS = ("How are documents read?", "What is proven, and how?", "Which model is used?")
STUDY_S, INGEST_S = 120.0, 600.0
STEP_S, STEPS = 0.03, 80


def beats(
    window: Window, house: House, papers: list[Path], minutes: float, screen: str
) -> list[Row]:
    """Rows over all of it, and the longest gap of each part."""
    heart = Heartbeat()
    house.visit("library", papers)
    until(lambda: bool(house.jobs.running()), STUDY_S)
    _scroll(cast(LibraryPage, window.page("library")).table)
    until(lambda: not house.jobs.running(), INGEST_S)
    parts: dict[str, list[Gap]] = {"ingest": heart.restart()}
    parts |= {"asking": [], "scrolling": []}
    studies.use(house)
    ends = time.monotonic() + 60 * minutes
    round_number = 0
    while round_number == 0 or time.monotonic() < ends:
        heart.restart()
        page = studies.asked(window, QUESTIONS[round_number % len(QUESTIONS)])
        parts["asking"] += heart.restart()
        _scroll(page.answer)
        _scroll_document(window, house)
        parts["scrolling"] += heart.restart()
        round_number += 1
    all_gaps = [gap for gaps in parts.values() for gap in gaps]
    about = {"screen": screen, "load": load(), "rounds": str(round_number)}
    return [
        longest("heartbeat_max_gap_ms", all_gaps, about),
        smooth("heartbeat_smooth_share", all_gaps, about),
        *(longest(f"heartbeat_{name}_max_gap_ms", gaps, {}, "") for name, gaps in parts.items()),
    ]


def _scroll_document(window: Window, house: House) -> None:
    house.visit("reader", opened.longest(house).id)
    page = cast(ReaderPage, window.page("reader"))
    until(lambda: page.view.content is not None, STUDY_S)
    _scroll(page.view)


def _scroll(area: QAbstractScrollArea) -> None:
    """Down and up again, as by a wheel."""
    bar = area.verticalScrollBar()
    for step in range(STEPS):
        down = step < STEPS // 2
        bar.setValue(bar.value() + (60 if down else -60))
        pass_time(STEP_S)
