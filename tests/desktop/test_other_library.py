"""The library that is open is closed, and another takes its place: nothing of it stays behind."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import cast

import pytest
from hands import MakePdf, choose, page_of, states
from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QDialog, QWidget
from pytestqt.qtbot import QtBot
from studied import a_method, a_writing_method, use

from desktop import jobs
from desktop.app import page_makers
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.rows.bar import LibraryTitle
from desktop.pages.reader.page import ReaderPage
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from warehouse.documents.backup.moving import move
from warehouse.library import Library
from warehouse.run import Run

WAIT_MS = 20_000
MOST_COLUMNS = 20
QUESTION, TOPIC = "What happened in Brielle?", "The night of Brielle"
ITS_OWN = ("brielle", "dam broke", "floods", "by the river")


def words_of(window: Window) -> str:
    """All that is written in it, seen or not; but no notice that was put away."""
    found: list[str] = []
    gone = window.notice_bar if window.notice_bar.isHidden() else None
    for one in window.findChildren(QWidget):
        if gone is not None and (one is gone or gone.isAncestorOf(one)):
            continue
        found += [one.accessibleName(), one.accessibleDescription(), one.toolTip()]
        for name in ("text", "toPlainText", "placeholderText", "windowTitle"):
            if callable(read := getattr(one, name, None)):
                found.append(str(read()))
        if isinstance(one, QAbstractItemView):
            found += rows_of(one.model())
    return "\n".join(found).lower()


def rows_of(model: QAbstractItemModel) -> list[str]:
    return [
        str(model.index(row, column).data(Qt.ItemDataRole.DisplayRole))
        for row in range(model.rowCount())
        for column in range(MOST_COLUMNS)
        if model.hasIndex(row, column)
    ]


def left_of(window: Window) -> list[str]:
    said = words_of(window)
    return [one for one in ITS_OWN if one in said]


def quiet(house: House, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: house.library is not None and house.jobs.idle, timeout=WAIT_MS)


@pytest.fixture
def in_use(opened: Window, house: House, library: Library, qtbot: QtBot) -> Window:
    """An answer, an article, a page of a document, a search and a collection of the library."""
    use(house, library, ask_aware=a_method, write_aware=a_writing_method)
    for name in page_makers():
        opened.page(name)
    ask, write = cast(AskPage, opened.page("ask")), cast(WritePage, opened.page("write"))
    with qtbot.waitSignals([ask.work.finished, write.work.finished], timeout=WAIT_MS):
        ask.ask(QUESTION)
        write.write(TOPIC, 300)
    shelf = page_of(opened)
    shelf.title.search.setText("Brielle")
    document = choose(shelf, "floods")
    library.shelves.make("By the river", [document])
    house.order.look()
    qtbot.waitUntil(lambda: bool(house.order.collections), timeout=WAIT_MS)
    house.order.show(house.order.collections[0])
    reader = cast(ReaderPage, opened.page("reader"))
    house.visit("reader", document)
    opened.search_everything()
    qtbot.waitUntil(lambda: reader.view.content is not None, timeout=WAIT_MS)
    quiet(house, qtbot)
    opened._search.field.setText("floods")
    quiet(house, qtbot)

    def lapse() -> None:
        house.notices.say("lapsed" if house.library is library else "too late")

    house.undo.did("Removed “floods”", lambda: None, lambda: None, lapse)
    assert left_of(opened) == list(ITS_OWN)
    return opened


def test_no_word_of_a_library_stays_when_another_is_opened(
    in_use: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(house.library_left, timeout=WAIT_MS):
        house.move(tmp_path / "other")
    assert left_of(in_use) == []
    assert len(house.findChildren(LibraryTitle)) == 0
    quiet(house, qtbot)
    assert house.library is not None and house.library.medium == tmp_path / "other"
    assert left_of(in_use) == [] and in_use.current != "reader"
    ask, write = cast(AskPage, in_use.page("ask")), cast(WritePage, in_use.page("write"))
    assert ask.start.isVisibleTo(ask) and write.start.isVisibleTo(write)
    assert ask._row is None and write._row is None and not house.undo.stack.canUndo()
    assert not [one for one in house.notices.recent if one.kind == "bug"]
    said = [one.sentence for one in house.notices.recent]
    assert "lapsed" in said and "too late" not in said
    in_use.search_everything()
    assert left_of(in_use) == []
    quiet(house, qtbot)


def test_another_library_is_shown_whole(
    in_use: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    """A collection of it may have the number of the one that was shown."""
    with Library(tmp_path / "other", house.settings, house._embedder) as other:
        other.shelves.make("Elsewhere", [])
    house.move(tmp_path / "other")
    qtbot.waitUntil(
        lambda: [one.name for one in house.order.collections] == ["Elsewhere"], timeout=WAIT_MS
    )
    assert house.order.shown is None
    quiet(house, qtbot)


def test_who_comes_back_to_his_library_finds_his_work(
    in_use: Window, house: House, library: Library, qtbot: QtBot, tmp_path: Path
) -> None:
    ask = cast(AskPage, in_use.page("ask"))
    with qtbot.waitSignal(house.opened, timeout=WAIT_MS):
        house.shut_for("Closing")
    quiet(house, qtbot)
    moved = tmp_path / "moved"
    house.move(moved, lambda run: move(library.medium, moved, run))
    qtbot.waitUntil(
        lambda: house.library is not None and house.library.medium == moved, timeout=WAIT_MS
    )
    quiet(house, qtbot)
    assert in_use.page("ask") is ask and "dam broke" in ask.answer.text.toPlainText().lower()


def test_a_dialog_about_a_library_goes_with_it(
    in_use: Window, house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = QDialog(in_use)
    dialog.show()
    with qtbot.waitSignal(house.library_left, timeout=WAIT_MS):
        house.move(tmp_path / "other")
    assert not dialog.isVisible()
    quiet(house, qtbot)


def wait_until_ended(run: Run) -> None:
    while True:
        run.check()
        threading.Event().wait(0.01)


def test_what_nobody_can_stop_does_not_keep_a_library_open(
    library: Library, house: House, qtbot: QtBot
) -> None:
    unseen = house.jobs.start("Unseen", wait_until_ended, visible=False)
    with qtbot.waitSignals([unseen.ended, house.opened], timeout=WAIT_MS):
        assert house.shut_for("Changing") is not None
    assert house.library is not None and house.library is not library


def test_a_look_that_does_not_come_back_does_not_either(
    library: Library, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "UNSEEN_END_S", 0.1)
    answers = threading.Event()
    house.jobs.start("A disk that does not answer", lambda run: answers.wait(10), visible=False)
    with qtbot.waitSignal(house.opened, timeout=WAIT_MS):
        assert house.shut_for("Changing") is not None
    answers.set()


def test_what_is_read_is_read_to_its_end_before_it_is_closed(
    library: Library, house: House, qtbot: QtBot
) -> None:
    began, read = threading.Event(), []

    def count() -> int:
        began.set()
        threading.Event().wait(0.2)
        return len(library.catalog.documents())

    house.jobs.fetch(count, read.append)
    assert began.wait(5)
    with qtbot.waitSignal(house.opened, timeout=WAIT_MS):
        assert house.shut_for("Changing") is not None
    assert read == [1]


def test_a_removal_that_can_still_be_undone_is_done_before_it_closes(
    opened: Window, library: Library, house: House, qtbot: QtBot
) -> None:
    removed = library.catalog.documents()[0].id
    page_of(opened).removing.begin([removed])
    assert house.shut_for("Changing") is not None
    quiet(house, qtbot)
    assert house.library is not None and house.library is not library
    assert [one.document.id for one in house.library.catalog.trash()] == [removed]
    assert not [one for one in house.notices.recent if one.kind != "said"]


def test_what_is_dropped_while_it_closes_comes_in_when_it_is_open_again(
    opened: Window, library: Library, house: House, qtbot: QtBot, make_pdf: MakePdf
) -> None:
    page_of(opened).add([make_pdf("late.pdf", "It came late.")])
    assert house.shut_for("Changing") is not None
    quiet(house, qtbot)
    assert house.library is not None
    qtbot.waitUntil(lambda: len(states(page_of(opened))) == 2, timeout=WAIT_MS)
    quiet(house, qtbot)
    assert set(states(page_of(opened)).values()) == {"verified"}


def test_what_can_be_stopped_is_waited_for(library: Library, house: House, qtbot: QtBot) -> None:
    seen = house.jobs.start("Seen", wait_until_ended)
    assert house.shut_for("Changing") is None and house.library is library
    assert house.notices.recent[-1].sentence == "Something is still in work."
    with qtbot.waitSignal(seen.ended, timeout=WAIT_MS):
        seen.cancel()


def test_nothing_is_asked_of_a_library_that_is_closed(
    library: Library, house: House, qtbot: QtBot
) -> None:
    is_closed, may_open = threading.Event(), threading.Event()

    def hold(run: Run) -> None:
        is_closed.set()
        may_open.wait(10)

    quiet(house, qtbot)
    job = house.shut_for("Changing", hold)
    qtbot.waitUntil(is_closed.is_set, timeout=WAIT_MS)
    house.order.look()
    house.order.tag(["any"], "late")
    qtbot.waitUntil(lambda: house.jobs._jobs == [job], timeout=WAIT_MS)
    with qtbot.waitSignal(house.opened, timeout=WAIT_MS):
        may_open.set()
    quiet(house, qtbot)
    assert house.notices.recent == []


@pytest.mark.parametrize("fails", [False, True])
def test_what_comes_too_late_is_told_to_no_page_of_the_library_before(
    library: Library,
    house: House,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    fails: bool,
) -> None:
    monkeypatch.setattr(jobs, "UNSEEN_END_S", 0.1)
    answers = threading.Event()
    heard: list[object] = []

    def look() -> list[Path]:
        answers.wait(10)
        return list((tmp_path / "gone").iterdir()) if fails else []

    job = house.jobs.fetch(look, heard.append)
    with qtbot.waitSignal(house.opened, timeout=WAIT_MS):
        house.move(tmp_path / "other")
    with qtbot.waitSignal(job.ended, timeout=WAIT_MS):
        answers.set()
    quiet(house, qtbot)
    assert heard == [] and not [one for one in house.notices.recent if one.kind != "said"]
