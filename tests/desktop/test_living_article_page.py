"""An open article whose source is put in the trash: marked, shown, rewritten, left."""

from __future__ import annotations

from pytestqt.qtbot import QtBot
from studied import a_writing_method, use

from desktop.house import House
from desktop.living_articles import _check
from desktop.pages.write.page import WritePage
from warehouse.library import Library
from warehouse.run import Run

WAIT_MS = 15_000


def test_a_sentence_whose_source_is_gone_is_marked_and_rewritten(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, write_aware=a_writing_method)
    with qtbot.waitSignal(write.living.told, timeout=WAIT_MS):
        write.write("The dam", 300)
    qtbot.waitUntil(lambda: write._result is not None and not house.jobs.running())
    assert write.living.marks == () and write.living.isVisibleTo(write)
    for one in library.documents():
        library.remove(one.id)
    [(title, count)] = _check(house, Run())
    assert title and count > 0
    assert _check(house, Run()) == [], "what was said is not said again"
    row = write._row
    assert row is not None
    with qtbot.waitSignal(write.living.told, timeout=WAIT_MS):
        write.open_study(row)
    qtbot.waitUntil(lambda: bool(write.living.marks), timeout=WAIT_MS)
    said = write.article.text.toPlainText()
    assert "is no longer in the library" in said
    assert "to look at again since it was written" in write.living._count.text()
    mark = write.living.marks[0]
    write._to_sentence(mark.sentence)
    assert write.article.text.current() == 0
    write.living.keep(mark)
    qtbot.waitUntil(lambda: mark not in write.living.marks, timeout=WAIT_MS)
