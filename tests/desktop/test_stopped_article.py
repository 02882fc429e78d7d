"""An article that was stopped while it was written: what there is of it stays in sight."""

from __future__ import annotations

import threading

import pytest
from edited_articles import Until
from msgspec import structs
from pytestqt.qtbot import QtBot
from studied import WAIT_MS, article, chain, evidence, use

from desktop.house import House
from desktop.pages.write.article import DRAFT_COMES_BACK
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from desktop.widgets.side_column import LEAST_PX
from warehouse.context import Context
from warehouse.engine.journal.journal import Call, Journal
from warehouse.library import Library
from warehouse.results.records import Article, Block, Draft
from warehouse.studies import article_so_far
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outlining import Heading, Outline


class Endless:
    """Writes one section of two and is stopped over the second; the next time it is finished."""

    times = 0

    def __call__(self, topic: str, context: Context, outline: OutlineFile, **_: object) -> Article:
        piece = evidence(context.library)
        context.run.show(chain(context.library))
        if outline.read() is None:
            headings = (Heading("The night", "", ((piece,),)), Heading("The dam", "", ((piece,),)))
            outline.keep(Outline("The night of the dam", headings))
        made = article(context.library)
        empty = [Block(2, one.title, "", ()) for one in made.blocks[:2]]
        bare = structs.replace(made, lead=Block(1, "", "", ()), blocks=tuple(empty))
        context.run.show(bare)
        self.times += 1
        if self.times > 2:
            return made
        if self.times == 1:
            context.run.show(structs.replace(bare, blocks=(made.blocks[0], empty[1])))
        while True:
            context.run.check()
            threading.Event().wait(0.01)


def stopped(write: WritePage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: write.article.has_text, timeout=WAIT_MS)
    with qtbot.waitSignal(write.work.stopped, timeout=WAIT_MS):
        write.stop.click()


def test_what_is_written_stays_in_sight_when_it_is_stopped(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    use(house, library, write_aware=Endless())
    write.write("The dam", 300)
    text = write.article.text
    qtbot.waitUntil(lambda: "It broke twice" in text.toPlainText(), timeout=WAIT_MS)
    write.article.tell_draft(Draft("The dam", "Nobody had heard the first question concerns the"))
    qtbot.waitUntil(lambda: "first question" in text.toPlainText(), timeout=WAIT_MS)
    stopped(write, qtbot)
    until(lambda: write.editors.shaping.planned)
    assert "first question" not in text.toPlainText(), "it is not kept"
    assert write._middle.currentWidget() is write.article
    assert "It broke twice" in write.article.text.toPlainText()
    said = f"Stopped. 8 words written and kept. {DRAFT_COMES_BACK}"
    assert write.article.halt._words.text() == said
    assert write.article.halt.go_on.text() == write.outline.write.text() == "Go on writing"
    assert not write.outline.write.isVisibleTo(write), "one button is enough"
    write.outline.do("look", (0,))
    assert write._middle.currentWidget() is write.editors.heading
    assert write.outline.write.isVisibleTo(write)
    write.editors.heading._back.click()
    assert write._middle.currentWidget() is write.article
    assert not write.outline.write.isVisibleTo(write)


def test_there_is_one_button_to_go_on_whatever_is_in_front(
    write: WritePage, opened: Window, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    def offered() -> list[bool]:
        return [one.isVisible() for one in (write.article.halt.go_on, write.outline.write)]

    use(house, library, write_aware=Endless())
    opened.resize(1440, 900)
    write.write("The dam", 300)
    stopped(write, qtbot)
    until(lambda: write.editors.shaping.planned)
    until(lambda: offered() == [True, False])
    write.chain.picture.click()
    assert offered() == [False, True], "the picture is in front"
    write.chain.picture.click()
    assert offered() == [True, False]
    write.beside.setFixedWidth(LEAST_PX - 1)
    until(lambda: write.beside.rail.isVisible())
    assert offered() == [True, False]
    write.beside.change_over()
    assert offered() == [False, True], "the outline is in front"
    write.beside.change_over()
    assert offered() == [True, False]


def test_a_stopped_article_is_in_sight_when_it_is_opened_again(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    use(house, library, write_aware=Endless())
    write.write("The dam", 300)
    stopped(write, qtbot)
    row = write._row
    assert row is not None and house.warehouse is not None
    folder = house.warehouse.studies.folder(row.id)
    for is_last in (False, True):
        write._new()
        [row] = house.warehouse.studies.list()
        write.open_study(row)
        until(lambda: "It broke twice" in write.article.text.toPlainText())
        assert not write.work.busy and write._middle.currentWidget() is write.article
        assert write.length.text() == "300 words" and not write.length.isHidden()
        assert "8 words written and kept" in write.article.halt._words.text()
        assert write.outline.write.text() == "Go on writing" and write.chain.entries
        write.outline.write.click()
        if not is_last:  # told again from the beginning, and stopped before there is a word of it
            assert "It broke twice" in write.article.text.toPlainText(), "it stays meanwhile"
            assert not write.article.halt.isVisible()
            qtbot.waitUntil(lambda: bool(write.outline.tree.rows.rows), timeout=WAIT_MS)
            assert "It broke twice" in write.article.text.toPlainText()
            with qtbot.waitSignal(write.work.stopped, timeout=WAIT_MS):
                write.stop.click()
            until(lambda: "It broke twice" in write.article.text.toPlainText())
            assert article_so_far.read(folder) is not None
    until(lambda: write.article.article is not None)
    assert article_so_far.read(folder) is None


def test_what_a_crash_cut_off_is_in_sight_and_goes_on_when_asked(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    use(house, library, write_aware=Endless())
    write.write("The dam", 300)
    stopped(write, qtbot)
    until(lambda: write.editors.shaping.planned)
    write._new()
    assert house.warehouse is not None
    [row] = house.warehouse.studies.list()
    row = structs.replace(row, state="running")
    library.catalog.save_study(row)
    write.open_study(row)
    until(lambda: write.article.has_text)
    said = "Cut off when the program ended. 8 words written and kept."
    assert not write.work.busy and write.article.halt._words.text() == said
    until(lambda: len(write.outline.tree.rows.rows) == 2)
    until(lambda: write.article.halt.go_on.isVisibleTo(write))
    assert not write.outline.write.isVisibleTo(write)
    write.outline.do("rename", (1,))
    write.outline.tree.rows.renamed.emit((1,), "The old dam")
    until(lambda: write.editors.shaping.planned)
    kept = OutlineFile(house.warehouse.studies.folder(row.id)).read()
    assert kept is not None and [one.title for one in kept.sections][1] == "The old dam"
    assert not house.notices.recent
    write.article.halt.go_on.click()
    assert write.work.busy and "It broke twice" in write.article.text.toPlainText()
    with qtbot.waitSignal(write.work.stopped, timeout=WAIT_MS):
        write.stop.click()
    until(lambda: write.editors.shaping.planned)
    assert "8 words written and kept" in write.article.halt._words.text()


@pytest.mark.parametrize(
    ("spent_s", "told"),
    [
        (60.0, "what was left probably takes about 30 s"),
        (100.0, "so far; it takes longer than was expected"),
    ],
)
def test_how_long_it_takes_is_told_of_what_was_left(
    write: WritePage,
    house: House,
    library: Library,
    qtbot: QtBot,
    until: Until,
    spent_s: float,
    told: str,
) -> None:
    use(house, library, write_aware=Endless())
    write.write("The dam", 300)
    stopped(write, qtbot)
    until(lambda: write.editors.shaping.planned)
    assert house.warehouse is not None
    studies = house.warehouse.studies
    [row] = studies.list()
    for at in range(3):
        other = structs.replace(row, id=f"20260101-00000{at}-0123abcd", state="done", seconds=90.0)
        library.catalog.save_study(other)
    with Journal(studies.folder(row.id) / "journal.db") as journal:
        journal.keep([Call("a", "complete", "p", "reasoning", "m", b"", b"", 9, 9, spent_s, 1.0)])
    write.article.halt.go_on.click()
    qtbot.waitUntil(lambda: told in write.article.clock.text(), timeout=WAIT_MS)


@pytest.mark.parametrize("state", ["running", "failed"])
def test_one_without_a_word_shows_its_outline_and_why_it_stands_still(
    write: WritePage, house: House, library: Library, until: Until, state: str
) -> None:
    assert house.warehouse is not None
    row = house.warehouse.studies.start("write", "The dam")
    piece = evidence(library)
    headings = (Heading("The night", "", ((piece,),)), Heading("The dam", "", ((piece,),)))
    OutlineFile(house.warehouse.studies.folder(row.id)).keep(Outline("The dam", headings))
    row = structs.replace(row, state=state, problem="The disk is full.")
    library.catalog.save_study(row)
    write.open_study(row)
    until(lambda: write.outline.tree.rows.rows)
    assert write._middle.currentWidget() is write.article and not write.article.halt.isHidden()
    said = write.article.halt._words.text() + write.article.halt._trouble.text()
    assert ("Cut off" if state == "running" else "The disk is full.") in said
    write.outline.do("look", (0,))
    assert write._middle.currentWidget() is write.editors.heading
    write.editors.heading._back.click()
    assert write._middle.currentWidget() is write.article
