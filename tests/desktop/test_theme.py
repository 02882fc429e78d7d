from __future__ import annotations

import msgspec
import pytest
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop import icons, theme
from desktop.theme import DARK, LIGHT, Theme, Tokens
from warehouse.settings import ASSETS

GROUNDS = ("background", "side", "card", "selection", "wash")
STATES = ("quoted", "supported", "partly", "missing")
READ_ON = [
    ("ink", "background"),
    ("ink", "side"),
    ("ink", "card"),
    ("ink", "selection"),
    ("quiet", "background"),
    ("quiet", "side"),
    ("quiet", "card"),
    ("quiet", "selection"),
    ("quiet", "wash"),
    ("accent", "background"),
    ("accent", "wash"),
    ("on_accent", "accent"),
    ("partly", "partly_wash"),
    ("partly", "background"),
    ("missing", "background"),
    ("missing", "missing_wash"),
    *((state, ground) for state in STATES for ground in GROUNDS),
]


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), READ_ON)
def test_words_can_be_read(tokens: Tokens, ink: str, ground: str) -> None:
    assert contrast(getattr(tokens, ink), getattr(tokens, ground)) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_controls_have_an_edge_and_the_focus_a_stronger_one(tokens: Tokens) -> None:
    for ground in ("background", "side", "card"):
        on = getattr(tokens, ground)
        assert contrast(tokens.edge, on) >= 3
        assert contrast(tokens.accent, on) >= 4.5
        assert contrast(tokens.faint, on) < 0.75 * contrast(tokens.quiet, on)


def test_style_sheet_knows_every_token_it_names() -> None:
    for tokens in (LIGHT, DARK):
        sheet = theme.style_sheet(tokens)
        assert "{{" not in sheet
        assert tokens.accent in sheet


def test_bundled_fonts_are_there(qapp: QApplication) -> None:
    theme.load_fonts()
    assert {"Regular", "Medium", "Semi Bold", "Italic"} <= set(QFontDatabase.styles("Inter"))
    assert {"Regular", "Italic", "Semibold"} <= set(QFontDatabase.styles("Source Serif 4"))


def test_choice_switches_live(theme: Theme, qapp: QApplication, qtbot: QtBot) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.choose("dark")
    assert theme.tokens is DARK
    assert DARK.background in qapp.styleSheet()
    assert qapp.palette().window().color() == QColor(DARK.background)
    with qtbot.waitSignal(theme.changed):
        theme.choose("light")
    with qtbot.assertNotEmitted(theme.changed):
        theme.choose("light")


def test_system_is_followed(theme: Theme) -> None:
    theme.choose("system")
    from PySide6.QtCore import Qt

    dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    assert theme.tokens is (DARK if dark else LIGHT)


def test_icon_takes_its_colour(qapp: QApplication) -> None:
    image = icons.pixmap("square", "#23566B").toImage()
    colours = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() > 200
    }
    assert colours == {"#23566b"}


def test_every_icon_is_a_drawing_without_addresses() -> None:
    drawings = sorted((ASSETS / "icons").glob("*.svg"))
    assert drawings
    for path in drawings:
        text = path.read_text("utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert "currentColor" in text or path.stem == "muniment"
        assert "http" not in text
        assert "<script" not in text


def contrast(one: str, other: str) -> float:
    """WCAG 2.1 contrast ratio."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    made = QColor(colour)
    parts = (made.redF(), made.greenF(), made.blueF())
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_tokens_are_colours() -> None:
    for tokens in (LIGHT, DARK):
        values = msgspec.structs.asdict(tokens)
        assert all(QColor(value).isValid() for value in values.values() if isinstance(value, str))


def test_the_program_has_a_mark_of_its_own(theme: Theme) -> None:
    picture = icons.program_icon().pixmap(64, 64).toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(64) for y in range(64)}
    assert LIGHT.accent.lower() in colours
    assert picture.pixelColor(0, 0).alpha() == 0
