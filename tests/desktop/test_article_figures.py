"""Figures under the sections of an article: drawn off the window's thread, left out and undone."""

from __future__ import annotations

from pathlib import Path

import pictured
import pytest
from edited_articles import Until
from figured import CAPTION, save
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from studied import WAIT_MS, a_writing_method, use

from desktop.house import House
from desktop.pages.write.figures import FigureView
from desktop.pages.write.page import WritePage
from desktop.reader.tones import DIMMED
from warehouse.context import Context
from warehouse.documents.figures.find import Figures
from warehouse.library import Library
from warehouse.results.records import Article
from warehouse.run import Run


def an_illustrated_article(question: str, context: Context, **_: object) -> Article:
    made = a_writing_method(question, context)
    document = next(one for one in context.library.documents() if one.title == "dam")
    found = Figures(context.library, document.id)
    figure = found.figure(found.captions_on(0)[0])
    assert figure is not None
    first, *rest = made.blocks
    return structs.replace(made, blocks=(structs.replace(first, figures=(figure,)), *rest))


@pytest.fixture
def written(
    write: WritePage, house: House, library: Library, tmp_path: Path, qtbot: QtBot
) -> WritePage:
    """A finished article in front with one figure in its first section."""
    library.add([save(tmp_path / "dam.pdf")], Run())
    use(house, library, write_aware=an_illustrated_article)
    with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
        write.write("The dam", 300)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    return write


def figures(page: WritePage) -> list[FigureView]:
    return [one for one in page.article.text.insets if isinstance(one, FigureView)]


def middle(image: QImage) -> QColor:
    return image.pixelColor(image.width() // 4, image.height() // 4)


def test_a_figure_stands_under_its_section_with_caption_and_source(written: WritePage) -> None:
    [view] = figures(written)
    image = view.picture.image
    assert image is not None and middle(image) == QColor(178, 204, 255)
    text = written.article.text
    assert text.heading_y(0) < view.y() < text.heading_y(1)
    assert view.picture.height() == view.picture.heightForWidth(view.picture.width()) > 100
    assert view.source.text() == "dam · p. 1"
    for control in (view, view.picture, view.source, view.leave):
        assert "Figure 1: The dam of Brielle" in control.accessibleName()


@pytest.mark.parametrize("way", ["picture", "source"])
def test_a_click_shows_its_page_with_the_caption_lit(
    written: WritePage, library: Library, until: Until, way: str
) -> None:
    [view] = figures(written)
    control: QWidget = getattr(view, way)
    QTest.mouseClick(control, Qt.MouseButton.LeftButton)
    pane = written.pane
    until(lambda: pane.view.content is not None and pane.view.content.document.title == "dam")
    content = pane.view.content
    assert content is not None and content.lit is not None and content.lit.boxes
    place = view.figure.place
    assert (content.lit.start, content.lit.end) == (place.start, place.end)
    assert pane.view.accessibleDescription() == CAPTION and not pane.isHidden()


def test_a_picture_of_a_file_without_pages_is_shown_and_leads_to_its_caption(
    write: WritePage, house: House, library: Library, tmp_path: Path, qtbot: QtBot, until: Until
) -> None:
    [town] = library.add([pictured.made(tmp_path, "docx")], Run())
    found = Figures(library, town.id)
    figure = found.figure(found.captions_on(0)[0])
    assert figure is not None
    view = FigureView(house, 1, figure)
    qtbot.addWidget(view)
    until(lambda: view.picture.image is not None)
    image = view.picture.image
    assert image is not None and middle(image) == QColor(*pictured.BLUE)
    assert view.picture.toolTip() == "Show it where it stands"
    write.article.figures.place_wanted.emit(figure)
    pane = write.pane
    until(lambda: pane.view.content is not None and pane.view.content.document.id == town.id)
    content = pane.view.content
    assert content is not None and content.lit is not None
    assert (content.lit.start, content.lit.end) == (figure.place.start, figure.place.end)


def test_it_is_left_out_and_that_is_undone(written: WritePage, house: House, until: Until) -> None:
    [view] = figures(written)
    view.leave.setFocus()
    QTest.keyClick(view.leave, Qt.Key.Key_Space)
    until(lambda: not figures(written))
    assert written.editors.version.text() == "Version 2"
    house.undo.undo()
    until(lambda: len(figures(written)) == 1 and figures(written)[0].picture.image is not None)
    house.undo.redo()
    until(lambda: not figures(written))


def test_what_is_done_beside_it_leaves_the_picture(written: WritePage, until: Until) -> None:
    before = figures(written)
    written.editing.here("comment")
    until(lambda: written.editing.pen.edit is not None)
    assert figures(written) == before
    written.article.show_only_proven(True)
    assert not figures(written)
    written.article.show_only_proven(False)
    assert figures(written) == before


def test_paper_is_dimmed_in_the_dark(written: WritePage, house: House) -> None:
    house.change(pages_at_night="dimmed")
    house.theme.choose("dark")
    image = figures(written)[0].picture.image
    assert image is not None
    corner = image.pixelColor(1, 1)
    assert corner == QColor(DIMMED)


def test_a_document_that_is_gone_is_said_so(
    written: WritePage, house: House, library: Library, until: Until
) -> None:
    [view] = figures(written)
    library.catalog.document(view.figure.place.document)
    library.remove(view.figure.place.document)
    library.trash.forget([view.figure.place.document])
    again = FigureView(house, 1, view.figure)
    until(lambda: not again.problem.isHidden())
    assert again.picture.isHidden() and again.problem.text()
    assert CAPTION in [one.text() for one in again.findChildren(type(again.problem))]
    again.deleteLater()
