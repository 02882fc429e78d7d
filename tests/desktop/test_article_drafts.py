"""What is typed in an article is kept, taken up where its paragraph is by now, and had back."""

from __future__ import annotations

from functools import partial

import pytest
from edited_articles import NIGHT, Until, open_again, opened, said, split_in_two, under
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from studied import TEXT

from desktop.house import House
from desktop.pages.write.drafts import DraftCard
from desktop.pages.write.page import WritePage
from desktop.widgets import growing_text
from desktop.widgets.basics import Button
from warehouse.results.records import Block
from warehouse.studies.revisions import Revisions
from warehouse.writing.editing import article_outline
from warehouse.writing.editing.records import Spot
from warehouse.writing.outline.outlining import Heading


def press(card: DraftCard, words: str) -> None:
    next(one for one in card.findChildren(Button) if one.text() == words).click()


def test_escape_leaves_it_as_it_was_and_a_draft_is_taken_up(
    written: WritePage, house: House, until: Until
) -> None:
    edit = opened(written)
    QTest.keyClick(edit.text, Qt.Key.Key_X)
    QTest.keyClick(edit.text, Qt.Key.Key_Escape)
    until(lambda: written.editing.pen.edit is None)
    assert "It broke twice" in said(written)
    edit = opened(written)
    QTest.keyClicks(edit.text, " And then")
    row = written._row
    assert row is not None
    written._new()
    written.editing.close()
    until(lambda: house.jobs.idle)
    written.open_study(row)
    until(lambda: written.editing.pen.edit is not None)
    again = written.editing.pen.edit
    assert again is not None and again.words().endswith("And then")
    assert "typing this before" in again._note.text()


@pytest.mark.parametrize("end", ["closed", "typing"])
def test_what_is_typed_without_a_pause_is_kept(
    written: WritePage, house: House, until: Until, end: str
) -> None:
    edit = opened(written)
    QTest.keyClicks(edit.text, " Without a pause.")
    assert house.warehouse is not None and written._row is not None
    folder = house.warehouse.studies.folder(written._row.id)
    if end == "closed":
        house.close()
    else:
        edit._resting.typing.emit()
        until(lambda: True)
    with Revisions(folder) as kept:
        assert [one.text for one in kept.drafts()] == [f"{TEXT} Without a pause."]


@pytest.mark.parametrize("by_card", [True, False])
def test_a_draft_is_taken_up_where_its_paragraph_is_by_now(
    written: WritePage, until: Until, by_card: bool
) -> None:
    split_in_two(written, until)
    editor = written.editing.kept.editor()
    assert editor is not None
    editor.draft(Spot(1, 1), TEXT, f"{TEXT} My words.")
    editor.draft(Spot(2, 0), "The dam broke [1].", "The dam broke [1], they say.")
    editor.edit(NIGHT, "First of two.", "First of three.\n\nDear to somebody.")
    open_again(written, until)
    until(lambda: written.editing.pen.edit is not None and under(written, DraftCard))
    pen = written.editing.pen
    assert pen.spot == Spot(1, 2) and pen.edit is not None
    pen.edit.finish()
    until(lambda: pen.edit is None)
    assert "Dear to somebody." in said(written) and "My words." in said(written)
    [card] = under(written, DraftCard)
    if by_card:
        press(card, "Go on")
    else:
        written.editing.edit(Spot(2, 0))
    until(lambda: pen.edit is not None and not under(written, DraftCard))
    assert pen.edit is not None and pen.edit.words().endswith("they say.")
    assert [one.spot for one in editor.now().drafts] == [Spot(2, 0)]
    pen.edit.leave()
    until(lambda: not editor.now().drafts and not under(written, DraftCard))


def test_a_draft_goes_with_its_paragraph_when_those_before_it_move(
    written: WritePage, until: Until
) -> None:
    opened(written).done.emit("One.\n\nTwo.\n\nThree.")
    until(lambda: "Three." in said(written) and written.editing.pen.edit is None)
    editor, pen = written.editing.kept.editor(), written.editing.pen
    assert editor is not None
    editor.draft(Spot(1, 2), "Three.", "Three. Mine.")
    written.editing.kept.fetch(editor.now, written.editing.kept.show)
    until(lambda: under(written, DraftCard))
    opened(written).replace("One.\n\nOne and a half.")
    [card] = under(written, DraftCard)
    press(card, "Go on")
    until(lambda: pen.spot == Spot(1, 3))
    assert pen.edit is not None and pen.edit.words() == "Three. Mine."
    pen.put_away()
    until(lambda: pen.edit is None)
    written.editing.edit(Spot(1, 0))
    assert pen.edit is not None
    pen.edit.done.emit("")
    until(lambda: pen.edit is None)
    assert [one.spot for one in editor.now().drafts] == [Spot(1, 2)]
    written.editing.edit(Spot(1, 2))
    assert pen.edit is not None and pen.edit.words() == "Three. Mine."


def test_a_draft_whose_paragraph_is_gone_replaces_nothing(written: WritePage, until: Until) -> None:
    editor = written.editing.kept.editor()
    assert editor is not None
    editor.edit(NIGHT, TEXT, "Dear to somebody.")
    editor.draft(NIGHT, TEXT, "Mine.")
    open_again(written, until)
    until(lambda: written.editing.pen.edit is not None)
    edit = written.editing.pen.edit
    assert edit is not None and edit.words() == "Dear to somebody.\n\nMine."
    assert "one of its own" in edit._note.text()
    edit.finish()
    until(lambda: written.editing.pen.edit is None)
    assert written.editing.kept.part(NIGHT).text == "Dear to somebody."
    assert written.editing.kept.part(Spot(1, 1)).text == "Mine."


def test_a_draft_can_be_let_go_and_had_back(written: WritePage, house: House, until: Until) -> None:
    opened(written)
    editor = written.editing.kept.editor()
    assert editor is not None
    editor.draft(Spot(2, 0), "The dam broke [1].", "They say it did.")
    written.editing.kept.fetch(editor.now, written.editing.kept.show)
    until(lambda: under(written, DraftCard))
    [card] = under(written, DraftCard)
    press(card, "Let it go")
    until(lambda: not under(written, DraftCard))
    house.undo.undo()
    until(lambda: under(written, DraftCard))


def test_what_was_typed_and_left_can_be_had_back(
    written: WritePage, house: House, until: Until
) -> None:
    edit = opened(written)
    QTest.keyClick(edit.text, Qt.Key.Key_Escape)
    assert not house.undo.stack.canUndo()
    edit = opened(written)
    QTest.keyClicks(edit.text, " Kept after all.")
    QTest.keyClick(edit.text, Qt.Key.Key_Escape)
    until(lambda: written.editing.pen.edit is None)
    house.undo.undo()
    until(lambda: written.editing.pen.edit is not None)
    again = written.editing.pen.edit
    assert again is not None and again.words() == f"{TEXT} Kept after all."
    assert "put this away" in again._note.text()
    house.undo.redo()
    until(lambda: written.editing.pen.edit is None)
    edit = opened(written)
    house.undo.undo()
    until(lambda: edit.words() == f"{TEXT} Kept after all.")
    edit.finish()
    until(lambda: "Kept after all" in said(written))


def test_an_edit_while_it_is_written_again_is_not_lost(written: WritePage, until: Until) -> None:
    edit = opened(written)
    QTest.keyClicks(edit.text, " Not lost.")
    assert written._row is not None
    written.steer.wanted_again.emit()
    assert written.editing.pen.edit is None and written.editing.why_not
    until(lambda: written.editing.pen.edit is not None)
    again = written.editing.pen.edit
    assert again is not None and again.words().endswith("Not lost.")


def put_sections_first(page: WritePage, until: Until, *titles: str) -> None:
    kept = page.editing.kept
    editor, now = kept.editor(), kept.now
    assert editor is not None and now is not None
    plan = article_outline.of(now.article)
    plan = structs.replace(plan, sections=(*map(Heading, titles), *plan.sections))
    blocks = [Block(2, "New", "Told anew.", ())] * len(list(plan.walk()))
    write = partial(editor.restructured, plan, blocks, (), (), "Sections written")
    kept.fetch(write, kept.show)
    until(lambda: "Told anew." in said(page))


def test_what_is_typed_goes_with_its_paragraph_when_a_section_comes_before_it(
    written: WritePage, until: Until
) -> None:
    edit = opened(written)
    QTest.keyClicks(edit.text, " Mine.")
    put_sections_first(written, until, "New")
    kept, pen = written.editing.kept, written.editing.pen
    assert pen.edit is edit and pen.spot == Spot(2, 0)
    assert edit in written.article.text.insets and "It broke twice" not in said(written)
    edit.finish()
    until(lambda: pen.edit is None)
    editor = kept.editor()
    assert kept.part(Spot(2, 0)).text == f"{TEXT} Mine."
    assert editor is not None and not editor.now().drafts


@pytest.mark.parametrize("portion", [growing_text.PORTION_CHARACTERS, 10])
def test_the_keys_stay_in_a_paragraph_that_moves(
    written: WritePage, until: Until, monkeypatch: pytest.MonkeyPatch, portion: int
) -> None:
    """To where there was none before, and where the text comes in portions."""
    edit = opened(written)
    assert edit.text.hasFocus()
    lost: list[bool] = []
    edit.text.focused.connect(lost.append)
    monkeypatch.setattr(growing_text, "PORTION_CHARACTERS", portion)
    put_sections_first(written, until, "New", "Newer", "Newest")
    assert written.editing.pen.spot == Spot(4, 0) and edit in written.article.text.insets
    assert edit.text.hasFocus() and not lost
