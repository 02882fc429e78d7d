"""A text that grows in place is, to the letter and the format, the text set at once."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from desktop.theme import Theme
from desktop.widgets import growing_text
from desktop.widgets.prose import ProseView
from warehouse.render import prose
from warehouse.results.records import Claim

TEXT = """The dam broke [1]. It broke *twice* [2].

- one
- two
  1. deeper

> a word
>
> and another

#### A heading

| a | b |
|---|---|
| 1 | 2 |

---

Nobody slept."""
WHY = "the words do not say so"


def a_claim(words: str, number: int, state: str) -> Claim:
    start = TEXT.index(words)
    return Claim(start, start + len(words), words, (number,), state, WHY)  # type: ignore[arg-type]


CLAIMS = (
    a_claim("The dam broke [1].", 1, "partly"),
    a_claim("It broke *twice* [2].", 2, "not found"),
    a_claim("Nobody slept.", 1, "not found"),
)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> ProseView:
    made = ProseView(theme, "Answer")
    qtbot.addWidget(made)
    made.resize(420, 300)
    made.show()
    return made


def looks(document: QTextDocument) -> list[object]:
    """Every block with what makes it look as it does."""
    found: list[object] = []
    block = document.begin()
    while block.isValid():
        shape, pieces, at = block.blockFormat(), [], block.begin()
        while not at.atEnd():
            letters = at.fragment().charFormat()
            font = letters.font()
            pieces.append((at.fragment().text(), letters.anchorHref(), font.toString()))
            at += 1
        margins = (shape.topMargin(), shape.bottomMargin(), shape.leftMargin(), shape.indent())
        listed = block.textList()
        style = listed.format().style() if listed else None
        found.append((block.text(), shape.headingLevel(), margins, style, tuple(pieces)))
        block = block.next()
    return found


@pytest.mark.parametrize("noted", [False, True])
def test_growing_ends_where_setting_at_once_does(
    view: ProseView, theme: Theme, qtbot: QtBot, noted: bool
) -> None:
    for end in range(0, len(TEXT), 7):
        view.show_prose(prose(TEXT[:end], (), {1, 2}))
    view.show_prose(prose(TEXT, CLAIMS, {1, 2}), CLAIMS, notes=noted)
    fresh = ProseView(theme, "Answer")
    qtbot.addWidget(fresh)
    fresh.resize(420, 300)
    fresh.show()
    fresh.show_prose(prose(TEXT, CLAIMS, {1, 2}), CLAIMS, notes=noted)
    assert looks(view.document()) == looks(fresh.document())
    assert [fresh.walk(1) for _ in range(4)] == [view.walk(1) for _ in range(4)] == [0, 1, 2, 2]
    assert fresh.place_of(2) == view.place_of(2)


def test_what_stands_is_not_touched(view: ProseView) -> None:
    touched: list[int] = []
    view.show_prose(prose("First words.\n\nSecond words.\n\nThird"))
    third = view.document().findBlockByNumber(2).position()
    view.document().contentsChange.connect(lambda at, gone, come: touched.append(at))
    view.show_prose(prose("First words.\n\nSecond words.\n\nThird words."))
    assert view.toPlainText() == "First words.\nSecond words.\nThird words."
    assert min(touched) >= third - 1


def test_a_text_that_changes_early_is_set_anew_from_there(view: ProseView) -> None:
    view.show_prose(prose("One.\n\nTwo.\n\nThree."))
    view.show_prose(prose("One.\n\nOther."))
    assert view.toPlainText() == "One.\nOther."
    view.show_prose("")
    assert view.toPlainText() == ""


def test_a_long_text_comes_in_portions_and_whole(view: ProseView, qtbot: QtBot) -> None:
    paragraphs = [f"Paragraph {at}: {'word ' * 60}".strip() for at in range(60)]
    view.show_prose(prose("\n\n".join(paragraphs)))
    assert len(view.toPlainText()) < 2 * growing_text.PORTION_CHARACTERS
    qtbot.waitUntil(lambda: view.toPlainText() == "\n".join(paragraphs), timeout=5000)


def test_a_note_goes_under_the_paragraph_its_claim_ends_in(view: ProseView) -> None:
    view.show_prose(prose(TEXT, CLAIMS, {1, 2}), CLAIMS, notes=True)
    blocks = view.toPlainText().split("\n")
    said = [f"Partly: {WHY}  Show", f"Not found: {WHY}  Show", f"Not found: {WHY}  Show"]
    assert blocks[1:3] == said[:2]
    assert blocks[-1] == said[2]


def test_a_wash_lies_under_the_whole_note(view: ProseView) -> None:
    view.show_prose(prose(TEXT, CLAIMS, {1, 2}), CLAIMS, notes=True)
    view.resize(180, view.height())
    area, token = view._washes()[0]
    layout, document = view.document().documentLayout(), view.document()
    note = document.findBlockByNumber(1)
    assert token == "missing_wash"
    assert note.text().startswith("Partly")
    assert area.bottom() > layout.blockBoundingRect(note).bottom()
    assert area.bottom() < layout.blockBoundingRect(note.next()).top()
