"""A new document that says the same is added as a source; meanwhile a card says so."""

from __future__ import annotations

from edited_articles import NIGHT, Until, under
from hands import press
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from studied import SENTENCES, evidence

from desktop.house import House
from desktop.pages.write.library_marks import MarkCard
from desktop.pages.write.page import WritePage
from desktop.pages.write.suggestion import SuggestionCard
from desktop.pages.write.waiting import WaitingCard
from warehouse.library import Library
from warehouse.studies.editing.library_changes import Mark


def test_it_is_offered_and_waited_for(
    written: WritePage, house: House, library: Library, until: Until, qtbot: QtBot
) -> None:
    piece = evidence(library, 2)
    mark = Mark(SENTENCES[1], "also", piece.place.document, "[1]: it says so", piece)
    [card] = [MarkCard(house.theme, [mark])]
    names = [label.text() for label in card.findChildren(QLabel)]
    assert any("A new document says so, too" in name for name in names)
    card.rewrite.connect(written.editing.marks.rewrite)
    press(card, "Add it as a source", qtbot)
    [waiting] = under(written, WaitingCard)
    assert waiting.accessibleName() == "Adding a source"
    until(lambda: not under(written, WaitingCard))
    assert written.editing.kept.now is not None
    [made] = written.editing.kept.now.suggestions
    assert made.spot == NIGHT and under(written, SuggestionCard)
