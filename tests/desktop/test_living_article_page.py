"""An open article whose source is put in the trash: marked, rewritten, left."""

from __future__ import annotations

from bridge_article import weighs
from edited_articles import Until, finish, opened, remove_all, said, under
from hands import press, words_in
from pytestqt.qtbot import QtBot
from shelf import reread
from studied import WAIT_MS

from desktop.house import House
from desktop.pages.write.library_marks import REST_MS, MarkCard
from desktop.pages.write.page import WritePage
from desktop.pages.write.suggestion import SuggestionCard
from desktop.unattended.living_articles import _check
from warehouse.library import Library
from warehouse.run import Run


def cards(page: WritePage) -> list[MarkCard]:
    return under(page, MarkCard)


def test_a_sentence_whose_source_is_gone_is_marked_and_rewritten(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    finish(write, house, library, qtbot, weighs())
    assert house.warehouse is not None
    assert cards(write) == []
    for one in library.documents():
        library.remove(one.id)
    [(title, count)] = _check(house.warehouse, house.settings, Run())
    assert title and count > 0
    assert _check(house.warehouse, house.settings, Run()) == [], "what was said is not said again"
    write.editing.marks.look()
    qtbot.waitUntil(lambda: bool(cards(write)) and house.jobs.idle, timeout=WAIT_MS)
    assert "is no longer in the library" in cards(write)[0].marks[0].why
    cards(write)[0].rewrite.emit(cards(write)[0].marks[0])
    qtbot.waitUntil(lambda: bool(under(write, SuggestionCard)) and house.jobs.idle, timeout=WAIT_MS)
    assert cards(write), "marks stay until a suggestion is taken"
    assert write.editing.kept.now is not None
    under(write, SuggestionCard)[0].first.click()
    qtbot.waitUntil(lambda: not under(write, SuggestionCard) and house.jobs.idle, timeout=WAIT_MS)
    assert "Suggestion accepted" in write.editing.kept.now.versions[-1].what
    left = cards(write)[0].marks[0]
    cards(write)[0].unwanted.emit(left)
    qtbot.waitUntil(lambda: left not in write.editing.marks.marks, timeout=WAIT_MS)


def test_an_article_in_front_is_marked_as_its_source_goes_and_comes_back(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    finish(write, house, library, qtbot)
    assert cards(write) == []
    gone = remove_all(library, house)
    qtbot.waitUntil(lambda: bool(cards(write)), timeout=WAIT_MS)
    for one in gone:
        library.trash.restore(one, Run())
    house.documents_changed.emit(tuple(library.documents()))
    qtbot.waitUntil(lambda: not cards(write), timeout=WAIT_MS)


def test_an_article_in_front_is_marked_as_its_source_is_read_again(
    write: WritePage, house: House, library: Library, qtbot: QtBot
) -> None:
    finish(write, house, library, qtbot)
    before = {one.id: (one.title, library.catalog.text(one.id)) for one in library.documents()}
    for id, (title, text) in before.items():
        reread(library, id, title, f"A new scan.  {text}")
    house.documents_changed.emit(tuple(library.documents()))
    qtbot.wait(2 * REST_MS)
    qtbot.waitUntil(lambda: house.jobs.idle, timeout=WAIT_MS)
    assert cards(write) == [], "its words still stand"
    for id, (title, _) in before.items():
        reread(library, id, title, "Nothing of it can be read any more.")
    house.documents_changed.emit(tuple(library.documents()))
    qtbot.waitUntil(lambda: bool(cards(write)), timeout=WAIT_MS)
    assert cards(write)[0].accessibleName().startswith("Its source was read again: ")
    assert "was read again and no longer reads like this" in words_in(cards(write)[0])


def test_sentences_of_a_paragraph_that_lost_one_source_share_a_card(
    written: WritePage, house: House, library: Library, until: Until, qtbot: QtBot
) -> None:
    opened(written).done.emit("The gate held [1]. It broke twice [1].")
    until(lambda: "The gate held" in said(written) and written.editing.pen.edit is None)
    remove_all(library, house)
    until(lambda: [len(one.marks) for one in cards(written)] == [1, 2])
    shared = cards(written)[1]
    assert shared.accessibleName() == "Its source is gone: 2 sentences"
    assert words_in(shared).count("is no longer in the library") == 1
    press(shared, "Leave it", qtbot)
    until(lambda: [one.marks[0].sentence for one in cards(written)][1:] == ["It broke twice [1]."])
