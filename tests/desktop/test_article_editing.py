"""An article edited in its place: checked as it is typed, compared, led back."""

from __future__ import annotations

import pytest
from edited_articles import NIGHT, Until, open_again, opened, said, split_in_two, under
from hands import words_in
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from studied import TEXT, claims

from desktop.house import House
from desktop.pages.write import article
from desktop.pages.write.page import WritePage
from desktop.pages.write.suggestion import SuggestionCard
from warehouse.writing.editing.differences import SectionChanges
from warehouse.writing.editing.records import Change, Spot


def test_what_is_typed_is_checked_kept_and_undone(
    written: WritePage, house: House, until: Until
) -> None:
    edit = opened(written)
    assert edit.words() == TEXT and edit.text.hasFocus() and "It broke twice" not in said(written)
    assert edit.states.said == "1 supported, 1 partly, 1 not found"
    QTest.keyClicks(edit.text, " A festival was held [1].")
    until(lambda: "2 not found" in edit.states.said)
    until(lambda: "Checking" not in edit._wrong.text())
    QTest.keyClick(edit.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until(lambda: "festival" in said(written))
    assert written.editors.version.text() == "Version 2" and not written.editors.version.isHidden()
    assert "6 sentences" in written.article._facts.text()
    house.undo.undo()
    until(lambda: "festival" not in said(written))
    house.undo.redo()
    until(lambda: "festival" in said(written))


def test_an_edit_of_another_article_is_not_taken_back(
    written: WritePage, house: House, until: Until
) -> None:
    opened(written).done.emit("One sentence [1].")
    until(lambda: "One sentence" in said(written))
    written.editing.close()
    house.undo.undo()
    assert house.notices.recent[-1].sentence == "That was done to another article."
    open_again(written, until)
    until(lambda: written.editing.kept.now is not None)
    house.undo.undo()
    until(lambda: "Nobody slept" in said(written))


def test_a_sentence_among_the_proven_leads_to_its_paragraph(
    written: WritePage, until: Until
) -> None:
    written.resize(1400, 900)
    written.show()
    written.proven.setChecked(True)
    found = []
    for number in range(3):
        written.article.text.choose(number)
        found.append(written.article.spot_here())
    assert found == [Spot(0, 0), NIGHT, Spot(2, 0)]
    written.editing.edit()
    edit = written.editing.pen.edit
    assert edit is not None and written.editing.pen.spot == Spot(2, 0)
    assert edit in written.article.text.insets and not written.proven.isChecked()
    edit.leave()
    until(lambda: written.editing.pen.edit is None)
    written.proven.setChecked(True)
    written.editing.here("shorter", NIGHT)
    assert not written.proven.isChecked(), "what is suggested can be seen"
    until(lambda: under(written, SuggestionCard))


def tops(page: WritePage) -> list[int]:
    """Of every line of the text, as they lie on the page; the foot at the end."""
    document = page.article.text.document()
    layout, block, found = document.documentLayout(), document.begin(), []
    while block.isValid():
        top, lines = layout.blockBoundingRect(block).top(), block.layout()
        found += [round(top + lines.lineAt(at).y()) for at in range(lines.lineCount())]
        block = block.next()
    return [*found, page.article.text.height()]


def test_a_paragraph_that_was_under_the_pen_lies_as_before(
    written: WritePage, until: Until
) -> None:
    written.resize(1400, 900)
    written.show()
    before = tops(written)
    for spot in (NIGHT, Spot(0, 0), Spot(2, 0)):
        written.editing.edit(spot)
        edit = written.editing.pen.edit
        assert edit is not None and tops(written)[-1] > before[-1] + 100
        QTest.keyClick(edit.text, Qt.Key.Key_Escape)
        until(lambda: written.editing.pen.edit is None)
        assert tops(written) == before
    opened(written).finish()
    until(lambda: written.editing.pen.edit is None)
    assert tops(written) == before


def test_a_card_that_leaves_a_long_article_holds_its_place_until_it_is_drawn(
    written: WritePage, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = written.article
    edit = opened(written)
    monkeypatch.setattr(article, "AT_ONCE_CHARACTERS", 0)
    view._set = {}
    written.editing.pen.put_away()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert edit in view.text.insets
    view.text._place_insets()
    until(lambda: edit not in view.text.insets and "It broke twice" in said(written))


def test_the_pencil_beside_a_paragraph_opens_it(written: WritePage) -> None:
    written.resize(1400, 900)
    written.show()
    view = written.article
    pencil = view._pencil
    view.text.hovered.emit(view._spots.index(None))
    assert not pencil.isVisible()
    view.text.hovered.emit(view._spots.index(NIGHT))
    assert pencil.isVisible()
    pencil.click()
    assert written.editing.pen.spot == NIGHT


def test_the_paragraph_that_was_meant_is_opened_though_it_moves(
    written: WritePage, until: Until
) -> None:
    split_in_two(written, until)
    pen = written.editing.pen
    for typed, meant, there in (
        ("First.\n\nSecond.", Spot(1, 1), Spot(1, 2)),
        ("", Spot(1, 2), Spot(1, 1)),
    ):
        written.editing.edit(NIGHT)
        assert pen.edit is not None
        pen.edit.replace(typed)
        written.article.opened.emit(meant)
        until(lambda there=there: pen.spot == there)
        assert pen.edit.words() == TEXT
        pen.leave()
        until(lambda: pen.edit is None)


def test_tab_leads_out_of_the_pen(written: WritePage) -> None:
    edit = opened(written)
    written.window().activateWindow()
    edit.text.setFocus()
    QTest.keyClick(edit.text, Qt.Key.Key_Tab)
    assert not edit.text.hasFocus(), "and not from link to link of the text it lies in"


def test_versions_are_compared_and_gone_back_to(
    written: WritePage, house: House, until: Until
) -> None:
    edit = opened(written)
    edit.done.emit("One sentence [1].")
    until(lambda: "One sentence" in said(written))
    written.editors.show_versions()
    until(lambda: "From version 1 to now" in words_in(written.editors.versions))
    assert written._middle.currentWidget() is written.editors.versions
    versions, added = written.editors.versions, Change("added", None, claims()[0])
    shown = versions._changes.count()
    versions.tell_changes(7, ())
    assert versions._changes.count() == shown > 0, "it comes late, of another version"
    night, day = (SectionChanges(name, (added,) * 45) for name in ("Night", "Day"))
    bare, last = SectionChanges("Bare", ()), SectionChanges("Last", (added,))
    versions.tell_changes(versions._number, (night, day, bare, last))
    until(lambda: "and 11 more changes" in words_in(versions))
    assert {"Night", "Day", "Bare"} < set(words_in(versions).split("\n"))
    assert "Last" not in words_in(versions)
    written.editors.versions.go_back.click()
    until(lambda: "Nobody slept" in said(written))
    assert written.escape() and written._middle.currentWidget() is written.article
