"""Two articles side by side on the Write page, with what each is worth."""

from __future__ import annotations

from msgspec import structs
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from studied import a_writing_method, use

from desktop.house import House
from desktop.pages.write.page import WritePage
from warehouse.context import Context
from warehouse.library import Library
from warehouse.results.records import Article

WAIT_MS = 15_000


def another_way(question: str, context: Context, **_: object) -> Article:
    made = a_writing_method(question, context)
    blocks = (structs.replace(made.blocks[0], title="The <b>storm</b>"),)
    return structs.replace(made, method="storm", blocks=blocks)


def test_the_article_in_front_is_shown_beside_another(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    use(house, library, write_aware=another_way)
    assert not write.compare.button.isEnabled()
    for method in (another_way, a_writing_method):
        use(house, library, write_aware=method)
        with qtbot.waitSignal(write.work.finished, timeout=WAIT_MS):
            write.write("The dam", 300)
    compare = write.compare
    [other] = compare.others()
    [action] = compare.menu([other]).actions()
    with qtbot.waitSignal(compare.turned, timeout=WAIT_MS):
        action.trigger()
    assert write._middle.currentWidget() is compare.view
    left, right = (text.toPlainText() for text in compare.view.texts)
    assert "The night" in left and "Costs" in left
    assert "The <b>storm</b>" in right and "Costs" not in right
    told = [one.text() for one in compare.view.findChildren(QLabel)]
    assert "STORM" in " ".join(told)
    at = told.index("Sections")
    assert told[at + 1 : at + 3] == ["3", "1"]
    assert compare._article is not None
    write._tell_article(compare._article)  # a document changed, and its sentences were looked at
    assert write._middle.currentWidget() is compare.view and len(compare.view.texts) == 2
    compare.view.back.click()
    assert write._middle.currentWidget() is write.article
    assert compare.view.texts == []
    action.trigger()
    assert [job.label for job in house.jobs.running()] == ["Comparing 2 articles"]
    compare.leave()
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert compare.view.texts == [], "what comes late stays away"
