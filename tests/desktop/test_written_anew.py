"""A change of an article that was edited: before it is written anew the user is asked."""

from __future__ import annotations

from edited_articles import Until, opened, said
from pytestqt.qtbot import QtBot
from studied import TEXT, WAIT_MS

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.write.page import WritePage
from warehouse.steering import Act
from warehouse.studies import revisions

OWN = "I saw it myself."


def edited(page: WritePage, until: Until) -> None:
    opened(page).done.emit(OWN)
    until(lambda: OWN in said(page) and page.editing.pen.edit is None)


def question(house: House) -> Notice:
    notice = house.notices.recent[-1]
    assert notice.sentence == revisions.HAND_EDITED and notice.act is not None
    return notice


def test_nothing_is_written_anew_before_the_user_agrees(
    written: WritePage, house: House, until: Until, qtbot: QtBot
) -> None:
    edited(written, until)
    written.chain.steered.emit(Act("add", "The costs"))
    until(lambda: house.notices.recent and house.notices.recent[-1].action == "Write it anew")
    assert not written.work.busy and OWN in said(written)
    act = question(house).act
    assert act is not None
    with qtbot.waitSignal(written.work.finished, timeout=WAIT_MS):
        act()
    until(lambda: OWN in said(written))
    assert TEXT[:10] in said(written), "the other sections are as they are written"


def test_a_change_that_is_taken_back_asks_for_nothing(
    written: WritePage, house: House, until: Until, qtbot: QtBot
) -> None:
    edited(written, until)
    written.chain.steered.emit(Act("add", "The costs"))
    until(lambda: house.notices.recent and house.notices.recent[-1].action == "Write it anew")
    act = question(house).act
    [change] = written.chain.wishes.acts
    with qtbot.waitSignal(house.notices.withdrawn, timeout=WAIT_MS):
        written.chain.steered.emit(Act("back", other=change.number))
    assert act is not None
    act()
    until(lambda: True)
    assert not written.work.busy
