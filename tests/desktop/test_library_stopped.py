"""An addition that was stopped: its rows say so, and it can be gone on with."""

from __future__ import annotations

from hands import DONE_MS, MakePdf, page_of, press, states, wait_until_quiet, words_in
from pytestqt.qtbot import QtBot

from desktop.house import House
from desktop.pages.library.page import LibraryPage
from desktop.pages.library.rows.columns import STATE
from desktop.shell.window import Window


def told(page: LibraryPage) -> set[str]:
    rows = range(page.model.rowCount())
    return {page.model.data(page.model.index(row, STATE)) for row in rows}


def stop(house: House) -> None:
    for job in house.jobs.running():
        job.cancel()


def test_what_was_stopped_says_so_and_goes_on(
    opened: Window, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page = page_of(opened)
    files = [
        make_pdf(f"paper{n}.pdf", f"The dike broke, says paper {n}.", pages=40) for n in range(4)
    ]
    page.add(files)
    qtbot.waitUntil(lambda: len(states(page)) == 4, timeout=DONE_MS)
    stop(house)
    wait_until_quiet(house, qtbot)
    left = [one for one in page.model.documents() if one.state != "verified"]
    assert left
    qtbot.waitUntil(lambda: any("Stopped" in words for words in told(page)), timeout=DONE_MS)
    assert told(page) <= {"Stopped", "Stopped; searchable", "Ready"}
    page._select(left[0].id)
    qtbot.waitUntil(lambda: "Stopped" in words_in(page.details), timeout=DONE_MS)
    names = [one.text() for one in page.menu.menu([left[0]]).actions()]
    assert "Go on" in names
    page._select(*(one.id for one in page.model.documents()))
    qtbot.waitUntil(lambda: f"{len(left)} stopped" in words_in(page.details), timeout=DONE_MS)
    assert "being taken in" not in words_in(page.details)
    press(page.details, "Go on", qtbot)
    qtbot.waitUntil(lambda: set(states(page).values()) == {"verified"}, timeout=DONE_MS)
    wait_until_quiet(house, qtbot)
    assert told(page) == {"Ready"}
