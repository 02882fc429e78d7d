"""The outline of an article shaped in the window: by keys, by dragging, before it is written."""

from __future__ import annotations

import threading
import time
from functools import partial

import pytest
from bridge_article import weighs
from drafted_outlines import stop_at_the_outline, titles
from edited_articles import Until
from msgspec import structs
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from studied import DAM, WAIT_MS, a_writing_method, article, evidence, use

from desktop.house import House
from desktop.pages.write.page import WritePage
from desktop.theme import Theme
from desktop.widgets.basics import Button
from desktop.widgets.dragged import evidence_dragged
from desktop.widgets.outline import OutlineView
from warehouse.app import Engines
from warehouse.context import Context
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.library import Library
from warehouse.results.records import Article
from warehouse.run import Run
from warehouse.studies.editing.outline_editor import OutlineEditor
from warehouse.writing.editing.outline_edits import Path
from warehouse.writing.outline.outline_file import OutlineFile
from warehouse.writing.outline.outlining import Heading, Outline


def test_an_outline_is_shaped_before_the_article_is_written(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    stop_at_the_outline(write, house, library, qtbot, until)
    assert [one.said for one in write.outline.tree.rows.rows] == ["1 thin", "1 thin"]
    heading = write.editors.heading
    assert write._middle.currentWidget() is heading and heading.title.text() == "The night"
    assert DAM in heading.evidence._shown[0].words
    heading.evidence.links[0].click()
    qtbot.waitUntil(lambda: write.pane.isVisible(), timeout=WAIT_MS)
    heading.notes.setPlainText("Say who was awake.")
    heading.save()
    tree = write.outline.tree
    tree.put_at((1,))
    QTest.keyClick(tree, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    until(lambda: titles(write) == ["The dam", "The night"])
    assert tree.current() == (0,)
    row = write._row
    assert row is not None and house.warehouse is not None
    kept = OutlineFile(house.warehouse.studies.folder(row.id)).read()
    assert kept is not None and [one.notes for _, one in kept.walk()] == ["", "Say who was awake."]
    write._new()
    write.open_study(house.warehouse.studies.list()[0])
    until(lambda: titles(write) == ["The dam", "The night"])
    assert not write.work.busy, "it waits for its user"
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.outline.write.click()
    until(lambda: not write.outline.write.isVisible())
    assert titles(write) == ["The dam", "The night"]
    assert write._middle.currentWidget() is write.article


def test_what_is_taken_back_comes_to_the_front(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    stop_at_the_outline(write, house, library, qtbot, until)
    tree, heading = write.outline.tree, write.editors.heading
    heading.notes.setPlainText("Say who was awake.")
    heading.save()
    until(lambda: True)
    tree.put_at((1,))
    write.outline.do("look", (1,))
    assert heading.title.text() == "The dam"
    house.undo.undo()
    until(lambda: tree.current() == (0,))
    assert heading.title.text() == "The night" and not heading.notes.toPlainText()


def test_a_heading_rests_while_the_model_works_by_the_outline(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    stop_at_the_outline(write, house, library, qtbot, until)
    heading, shaping = write.editors.heading, write.editors.shaping
    ended = threading.Event()
    shaping._start("Drafting a heading", partial(wait_for, ended), lambda made: None)
    assert heading.about.isReadOnly() and heading.title.isReadOnly()
    assert not heading._works.isHidden() and heading._thin.isHidden()
    row = shaping._row
    shaping.open(None)
    assert not heading.about.isReadOnly(), "the outline of another article"
    shaping.stop()
    assert house.jobs.running() and not house.jobs.running()[0].run.cancelled
    shaping.open(row)
    assert heading.about.isReadOnly()
    heading._draft.click()
    until(lambda: not heading.about.isReadOnly())
    assert heading._works.isHidden() and not heading._thin.isHidden()


def wait_for(ended: threading.Event, run: Run) -> None:
    while not ended.wait(0.01):
        run.check()


def test_headings_are_dragged_renamed_merged_and_undone(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    until(lambda: write.outline.tree.rows.can_change)
    tree, model = write.outline.tree, write.outline.tree.rows
    assert [one.path for one in model.rows] == [(0,), (0, 0), (1,)]
    assert [one.said for one in model.rows] == ["1", "1 thin", "failed"]
    dragged = model.mimeData([model.index_of((1,))])
    assert not model.dropMimeData(dragged, Qt.DropAction.MoveAction, 0, 0, QModelIndex())
    assert titles(write) == ["Costs", "The night", "The dam"]
    until(lambda: not write.outline._waits.isHidden())
    assert "Nothing needs to be written" in write.outline._waits.text()
    tree.put_at((0,))
    assert model.setData(tree.currentIndex(), "The bill")
    assert titles(write)[0] == "The bill"
    QTest.keyClick(tree, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert titles(write) == ["The bill", "The dam"]
    assert "1 section to be written" in write.outline._waits.text()
    for _ in range(3):
        house.undo.undo()
    until(lambda: titles(write) == ["The night", "The dam", "Costs"])
    assert write.outline.write.isHidden()
    tree.put_at((1,))
    tree.chosen.emit(model.at(tree.currentIndex()))
    assert write._middle.currentWidget() is write.article
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert write._middle.currentWidget() is write.editors.heading
    assert write.escape() and write._middle.currentWidget() is write.article


def test_what_is_done_in_the_window_and_elsewhere_has_one_history(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    stop_at_the_outline(write, house, library, qtbot, until)
    assert house.warehouse is not None and write._row is not None
    studies = house.warehouse.studies
    elsewhere = OutlineEditor(studies, house.warehouse.library, write._row)
    for name in ("One", "Two", "Three", "Four"):
        write.outline.tree.rows.renamed.emit((0,), name)
    house.undo.undo()
    house.undo.undo()
    assert titles(write)[0] == "Two"
    until(lambda: not write.editors.shaping._keeping)
    assert elsewhere.do_again().outline.sections[0].title == "Three"
    assert elsewhere.take_back().outline.sections[0].title == "Two"
    assert elsewhere.take_back().outline.sections[0].title == "One"
    write._new()
    house.undo.forget()
    write.open_study(studies.list()[0])
    until(lambda: titles(write) == ["One", "The dam"])
    write.outline.tree.put_at((1,))
    actions = {one.text(): one for one in write.outline.menu().actions()}
    actions["Take the last change back"].trigger()
    until(lambda: titles(write) == ["The night", "The dam"])
    assert write.outline.tree.current() == (0,), "what was taken back comes to the front"
    write.outline.do("undo")
    until(lambda: house.notices.recent)
    assert "nothing to take back in this outline" in house.notices.recent[-1].sentence
    for name in ("One", "Two"):
        write.outline.do("redo")
        until(partial(lambda name: titles(write) == [name, "The dam"], name))
    house.undo.undo()
    assert titles(write) == ["One", "The dam"]
    until(lambda: not write.editors.shaping._keeping)
    assert elsewhere.do_again().outline.sections[0].title == "Two"


def test_a_note_to_the_writer_is_kept_when_the_program_ends(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    stop_at_the_outline(write, house, library, qtbot, until)
    write.outline.do("remove", (1,))
    write.editors.heading.notes.setPlainText("Say who was awake.")
    assert house.warehouse is not None and write._row is not None
    folder = house.warehouse.studies.folder(write._row.id)
    house.close()
    kept = OutlineFile(folder).read()
    assert kept is not None and [one.notes for _, one in kept.walk()] == ["Say who was awake."]


def test_what_is_new_in_the_outline_is_written(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    until(lambda: write.outline.tree.rows.can_change)
    assert house.warehouse is not None
    told = "In the storm of that night the dam of Brielle broke."
    opening = "At night a storm took the dam from the people of Brielle [1]."
    lines = [Line("retell", "", told, repeat=True), *weighs("festival")]
    lines.append(Line("lead", "", opening, repeat=True))
    house.warehouse.engines = Engines(house.settings, ScriptedEngine(lines))
    write.outline.do("remove", (1,))
    write.outline.do("anew", (0, 0))
    until(lambda: write.outline.write.isVisible())
    write.outline.write.click()
    until(lambda: write.editors.version.text() == "Version 2")
    assert titles(write) == ["The night", "The dam"] and write.outline.write.isHidden()
    [suggestion] = write.editors.editing.kept.now.suggestions
    assert suggestion.spot.section == 0, "an opening that suits them is suggested"
    made = write.article.article
    assert made is not None and made.blocks[0].text.endswith("Nobody slept.")
    house.undo.undo()
    until(lambda: titles(write) == ["The night", "The dam", "Costs"])


def test_a_section_that_failed_is_written_again_where_it_stands(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    def failing(topic: str, context: Context, outline: OutlineFile, **_: object) -> Article:
        made = article(context.library)
        piece = evidence(context.library)
        heads = tuple(Heading(one.title, "", ((piece,),)) for one in made.blocks)
        outline.keep(Outline("The dam", heads))
        lost = structs.replace(made.blocks[1], text="", claims=(), failed="The model ended.")
        return structs.replace(made, blocks=(made.blocks[0], lost, *made.blocks[2:]))

    use(house, library, write_aware=failing)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    until(lambda: write.outline.tree.rows.can_change)
    told = "In the storm of that night the dam of Brielle broke."
    lines = [Line(name, "", told, repeat=True) for name in ("lead", "retell", "join")]
    lines += weighs("festival")
    assert house.warehouse is not None
    house.warehouse.engines = Engines(house.settings, ScriptedEngine(lines))
    again = write.article.to_write.of_section(1).findChild(Button)
    assert again is not None and again.isVisible() and again.text() == "Write this section again"
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    until(lambda: write.editors.version.text() == "Version 2")
    made = write.article.article
    assert made is not None and made.blocks[1].text and not made.blocks[1].failed


def test_evidence_is_dragged_to_another_heading_and_the_title_is_changed(
    write: WritePage, house: House, library: Library, qtbot: QtBot, until: Until
) -> None:
    stop_at_the_outline(write, house, library, qtbot, until)
    heading, model = write.editors.heading, write.outline.tree.rows
    assert heading._path == (0,)
    piece = heading.evidence._shown[0].what
    dragged = heading._dragged(piece)
    onto = model.index_of((1,))
    assert model.canDropMimeData(dragged, Qt.DropAction.MoveAction, -1, -1, onto)
    model.dropMimeData(dragged, Qt.DropAction.MoveAction, -1, -1, onto)
    until(lambda: [one.count for one in model.rows] == [0, 1])
    assert not heading.evidence._shown, "the heading in front shows what it has now"
    house.undo.undo()
    until(lambda: [one.count for one in model.rows] == [1, 1])
    move, leave = heading.menu(piece).actions()
    [other] = move.menu().actions()
    assert other.text() == "2  The dam"
    leave.trigger()
    until(lambda: [one.count for one in model.rows] == [0, 1])
    write.outline.name.setText("The dam of Brielle")
    write.outline.name.finished.emit()
    until(lambda: write.editors.shaping.planned.outline.title == "The dam of Brielle")
    house.undo.undo()
    until(lambda: write.outline.name.text() != "The dam of Brielle")


def test_an_outline_of_sixty_headings_is_shown_by_one_change(theme: Theme, qtbot: QtBot) -> None:
    """Its rows are told one model, not sixty widgets; the tree is as high as they are."""
    tree = OutlineView(theme)
    qtbot.addWidget(tree)
    below = tuple(Heading(f"Part {n}") for n in range(4))
    outline = Outline("Long", tuple(Heading(f"Section {n}", children=below) for n in range(12)))
    resets: list[float] = []
    tree.rows.modelReset.connect(lambda: resets.append(time.monotonic()))
    tree.tell(outline)
    tree.put_at((3, 1))
    tree.tell(outline)
    assert len(tree.rows.rows) == 60 and len(resets) == 1
    assert tree.current() == (3, 1) and tree.visualRect(tree.rows.index_of((11, 3))).isValid()


@pytest.fixture
def tree(theme: Theme, qtbot: QtBot) -> OutlineView:
    made = OutlineView(theme)
    qtbot.addWidget(made)
    below = (Heading("One"), Heading("Two"))
    made.tell(Outline("Long", (Heading("First", children=below), Heading("Second"))))
    made.resize(240, made.height())
    made.show()
    return made


def drag(tree: OutlineView, data: QMimeData, over: Path, third: int) -> tuple[Path, int] | None:
    """Over the upper (0), the middle or the lower third of a row."""
    area = tree.visualRect(tree.rows.index_of(over))
    spot = QPoint(area.left() + 30, area.top() + area.height() * (2 * third + 1) // 6)
    modifiers, move = Qt.KeyboardModifier.NoModifier, Qt.DropAction.MoveAction
    event = QDragMoveEvent(spot, move, data, Qt.MouseButton.LeftButton, modifiers)
    tree.dragMoveEvent(event)
    assert event.isAccepted() == (tree.landing is not None)
    return None if tree.landing is None else (tree.landing.above, tree.landing.row)


def test_where_a_dragged_heading_will_stand_is_seen_before_it_is_let_go(
    tree: OutlineView, qtbot: QtBot
) -> None:
    data = tree.rows.mimeData([tree.rows.index_of((1,))])
    bare = tree.grab().toImage()
    assert drag(tree, data, (0,), 0) == ((), 0), "above the first, and not its part"
    line = tree.grab().toImage()
    assert drag(tree, data, (0,), 1) == ((0,), -1)
    assert tree.grab().toImage() not in (bare, line), "a ring"
    assert drag(tree, data, (0,), 2) == ((0,), 0), "between it and its first part"
    assert drag(tree, data, (0, 1), 2) == ((0,), 2)
    assert drag(tree, data, (1,), 1) is None, "on itself"
    assert drag(tree, tree.rows.mimeData([tree.rows.index_of((0,))]), (0, 1), 0) is None
    area = tree.visualRect(tree.rows.index_of((0,)))
    buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    spot = QPointF(area.left() + 30, area.top() + 3)
    with qtbot.waitSignal(tree.rows.moved) as moved:
        tree.dropEvent(QDropEvent(spot, Qt.DropAction.MoveAction, data, buttons, modifiers))
    assert moved.args == [(1,), (0,)] and tree.landing is None
    assert tree.grab().toImage() == bare


def test_evidence_is_dropped_on_headings_alone(tree: OutlineView) -> None:
    data = evidence_dragged((1,), 4)
    for third in range(3):
        assert drag(tree, data, (0, 0), third) == ((0, 0), -1)


def test_a_heading_that_is_renamed_keeps_what_is_typed_while_others_change(
    tree: OutlineView, qtbot: QtBot
) -> None:
    tree.tell(Outline("Long", (Heading("First"), Heading("Second"))))
    tree.put_at((1,))
    tree.rename()
    field = tree.viewport().findChild(QLineEdit)
    assert field is not None and field.text() == "Second"
    qtbot.keyClicks(field, "The se")
    told: list[QModelIndex] = []
    tree.rows.dataChanged.connect(lambda first, last: told.append(first))
    tree.tell(Outline("Long", (Heading("At first"), Heading("Second"))))
    assert told == [tree.rows.index_of((0,))] and field.text() == "The se"
    with qtbot.waitSignal(tree.rows.renamed) as renamed:
        qtbot.keyClicks(field, "a\r")
    assert renamed.args == [(1,), "The sea"]
