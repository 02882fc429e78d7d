"""A real window over a real library in a temporary home, offscreen; nothing is left behind."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "warehouse"))

import pymupdf
import pytest
from edited_articles import until as until
from edited_articles import written as written
from hands import DONE_MS, page_of
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shelf import HashingEmbedder
from studied import DAM
from warm_readers import no_reader_is_left as no_reader_is_left
from warm_readers import warm_readers as warm_readers

from desktop.app import page_makers
from desktop.house import House
from desktop.pages.ask.page import AskPage
from desktop.pages.library.page import LibraryPage
from desktop.pages.write.page import WritePage
from desktop.shell.window import Window
from desktop.state import WindowState
from desktop.theme import Theme
from warehouse.library import Library
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.store import private

SETTINGS = Settings(theme="light", readers=1, model_headers=False, passage_tokens=60)


@pytest.fixture(autouse=True, scope="session")
def files_are_private() -> Iterator[None]:
    """As in the program."""
    before = os.umask(private.UMASK)
    yield
    os.umask(before)


@pytest.fixture(autouse=True, scope="module")
def garbage_goes_in_the_main_thread() -> Iterator[None]:
    """As in the program: what watches files must not die in a worker, Qt would ask it on and on."""
    gc.disable()
    yield
    gc.unfreeze()
    gc.collect()
    gc.enable()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # a style polishes all there are
    made = Theme(qapp, "light")
    yield made
    made.setParent(None)
    made.deleteLater()


@pytest.fixture(scope="session")
def stocked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a warehouse with one PDF in it, of three pages; to be copied."""
    folder = tmp_path_factory.mktemp("stocked")
    paper = write_pdf(folder / "floods.pdf", f"Nothing was known before. {DAM}", pages=3)
    with Library(folder / "warehouse", SETTINGS, HashingEmbedder()) as library:
        library.add([paper], Run())
    return folder / "warehouse"


@pytest.fixture(scope="session")
def shelved(stocked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As ``stocked``, with two more papers."""
    folder = tmp_path_factory.mktemp("shelved")
    shutil.copytree(stocked, folder / "warehouse")
    mills = write_pdf(folder / "mills.pdf", "A water mill stands at the river.")
    ships = write_pdf(folder / "ships.pdf", "Ships carry water and a mill stone.")
    with Library(folder / "warehouse", SETTINGS, HashingEmbedder()) as library:
        library.add([mills], Run())
        library.add([ships], Run())
    return folder / "warehouse"


@pytest.fixture
def house(theme: Theme, home: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    """Closed yet; its warehouse is the stocked one where the test wants ``library``, and the
    shelved one where it wants ``shelf``.
    """
    if "library" in request.fixturenames:
        made_once = "shelved" if "shelf" in request.fixturenames else "stocked"
        shutil.copytree(request.getfixturevalue(made_once), home / "warehouse")
    made = House(theme, SETTINGS, embedder=HashingEmbedder())
    yield made
    made.close()
    left = [
        one.name for one in threading.enumerate() if one.name.startswith(("job", "read_", "keep_"))
    ]
    assert not left


@pytest.fixture
def window(house: House, qtbot: QtBot) -> Iterator[Window]:
    made = Window(house, page_makers(), WindowState(width=1200, height=800))
    qtbot.addWidget(made)
    made.show()
    yield made
    QTest.keyRelease(made, Qt.Key.Key_Shift)  # a key clicked with it leaves it down for Qt
    made.close()


@pytest.fixture
def opened(house: House, window: Window, qtbot: QtBot) -> Window:
    """The window, its library open."""
    with qtbot.waitSignal(house.opened, timeout=20_000):
        house.open()
    return window


def write_pdf(path: Path, words: str, pages: int = 1, password: str = "") -> Path:
    """A few sentences on each page; with ``password`` it is encrypted."""
    with pymupdf.open() as document:
        for number in range(pages):
            page = document.new_page()
            text = f"{words} This is page {number + 1} of a short paper about it."
            page.insert_textbox((72, 72, 520, 700), text, fontsize=11)
        code = pymupdf.PDF_ENCRYPT_AES_256 if password else pymupdf.PDF_ENCRYPT_NONE
        document.save(path, encryption=code, user_pw=password, owner_pw=password)
    return path


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[..., Path]:
    """``write_pdf`` in the folder of the test."""
    return lambda name, *rest, **more: write_pdf(tmp_path / name, *rest, **more)


@pytest.fixture
def library(opened: Window, house: House) -> Library:
    """The one that is open, with the stocked PDF in it."""
    assert house.library is not None
    return house.library


@pytest.fixture
def page(library: Library, opened: Window) -> AskPage:
    return cast(AskPage, opened.page("ask"))


@pytest.fixture
def write(library: Library, opened: Window) -> WritePage:
    return cast(WritePage, opened.page("write"))


@pytest.fixture
def shelf(library: Library, opened: Window, qtbot: QtBot) -> LibraryPage:
    """The Library page over floods.pdf, mills.pdf and ships.pdf."""
    page = page_of(opened)
    page._reload()
    qtbot.waitUntil(lambda: page.model.rowCount() == 3, timeout=DONE_MS)
    return page
