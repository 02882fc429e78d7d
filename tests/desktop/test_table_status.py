"""The sentence that says what is being done at a round table, and the button beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from msgspec import Struct
from pytestqt.qtbot import QtBot
from studied import WAIT_MS
from table_talk import TOPIC, laid

from desktop.house import House
from desktop.pages.roundtable import status
from desktop.pages.roundtable.page import RoundTablePage
from desktop.pages.roundtable.work import TableWork
from desktop.shell.window import Window
from warehouse.results.roundtable import Table
from warehouse.run import Step


class Turning(Struct):
    """A table at which a turn is being made."""

    speaker: str = ""
    plays: bool = True
    busy: bool = True
    is_sorting: bool = False
    so_far_s: float = 0.0
    expected_s: float | None = None


def said(work: Turning, step: Step | None) -> str:
    return status.told(cast(TableWork, work), step, Table("Bridges"))


def test_who_speaks_is_said_as_soon_as_words_come() -> None:
    next_one = Step(status.SPEAKING, 0, 1, "Ann")
    assert said(Turning(), next_one) == status.FIRST
    assert said(Turning("Ann"), next_one) == "Ann is speaking."
    checked = said(Turning("Ann"), Step("checking", 0, 1))
    assert checked.startswith(status.STAGES["checking"])


def test_that_it_rests_then_is_said() -> None:
    assert said(Turning("Ann", plays=False), None) == f"Ann is speaking. {status.RESTS_THEN}"


@pytest.fixture
def table(opened: Window, house: House, make_pdf: Callable[..., Path]) -> RoundTablePage:
    return laid(opened, house, make_pdf)


def test_a_second_click_on_pause_stops_nothing(table: RoundTablePage, qtbot: QtBot) -> None:
    table.title.pace.choose("none")
    table.begin(TOPIC)
    qtbot.waitUntil(lambda: table.work.plays and table.work.busy, timeout=WAIT_MS)
    turning = table.work._job
    assert turning is not None and table.work.table is not None
    assert turning.study == table.work.table.row.id and turning.go is not None
    table.title.play.click()
    assert not table.work.plays
    table.title.play.click()
    assert not turning.run.cancelled
    qtbot.waitUntil(table.title.play.isEnabled, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: not table.work.busy, timeout=WAIT_MS)
    assert table.work.table.now.turns
