"""What ``muniment bench window`` is made of: its studies, its beats, its random hands."""

from __future__ import annotations

import time
from pathlib import Path
from typing import cast

from hands import MakePdf
from pytestqt.qtbot import QtBot

from desktop.bench import random_use, studies
from desktop.bench.citations import Lit, _click, _is_laid_out
from desktop.bench.heartbeat import Gap, Heartbeat, longest, smooth
from desktop.bench.loop import pass_time, until
from desktop.bench.mouse import Mouse
from desktop.bench.random_use import Trouble
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.shell.window import Window
from warehouse.library import Library

WAIT_S = 20.0


def test_a_study_without_a_model_has_evidence_that_stands_where_it_says(library: Library) -> None:
    made = studies.answer(library, "the dam of Brielle")
    assert made.research.evidence and not made.absent
    for item in made.research.evidence:
        assert (
            library.catalog.text(item.place.document, item.place.start, item.place.end) == item.text
        )
        page = library.catalog.pages(item.place.document)[item.place.page]
        assert page.start <= item.place.start < page.end
    for claim in made.claims:
        assert made.text[claim.start : claim.end] == claim.text
    assert len(studies.article(library, "dams").blocks) == studies.SECTIONS


def test_a_click_on_a_number_is_timed_to_the_lit_words(
    opened: Window, house: House, library: Library, qtbot: QtBot
) -> None:
    studies.use(house)
    page = cast(AskPage, opened.page("ask"))
    page.ask("the dam of Brielle")
    qtbot.waitUntil(lambda: page.work.busy, timeout=20_000)
    qtbot.waitUntil(lambda: not page.work.busy, timeout=20_000)
    assert until(lambda: _is_laid_out(page.answer.text), WAIT_S)
    lit = Lit(page.pane)
    assert 0 < _click(page, Mouse(), lit, 0)[1] < WAIT_S * 1000


def test_the_longest_gap_and_the_share_within_a_frame() -> None:
    gaps = [Gap(0.1, 0.1)] * 998 + [Gap(30, 25), Gap(70, 3)]
    most, share = longest("gap", gaps, {}), smooth("share", gaps, {})
    assert most.value == 70 and most.ok is False
    assert most.context["own"] == "3 ms, at most 25 ms in any gap"
    assert share.value == 0.998 and share.ok is False
    assert share.context["own_work"] == "0.99900"


def test_a_window_that_stands_still_misses_beats() -> None:
    heart = Heartbeat()
    pass_time(0.05)
    heart.restart()
    time.sleep(0.06)
    pass_time(0.05)
    assert max(heart.gaps).ms > 40


def test_random_hands_break_nothing(opened: Window, house: House, make_pdf: MakePdf) -> None:
    trouble, paper = Trouble(), make_pdf("mills.pdf", "A water mill stands at the river.")
    with random_use._shut_in(trouble):
        acts = random_use._play(opened, house, [Path(paper)], trouble, time.monotonic() + 2)
    assert acts and not trouble.found
