"""Colour and type: the tokens of the design, light and dark, and the style sheet made from them.

``Theme`` follows the system (``QStyleHints.colorScheme``) unless the settings say otherwise.
Widgets read ``theme.tokens`` when they paint and repaint on ``theme.changed``; everything a style
sheet can say is said once, in ``assets/theme/muniment.qss``, whose ``{{names}}`` are tokens.
No other file names a colour or a font.
"""

from __future__ import annotations

import re

import msgspec
from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from warehouse.settings import ASSETS

INTERFACE = "Inter"
READING = "Source Serif 4"
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


class Tokens(Struct, frozen=True, kw_only=True):
    """Hex colours by role. ``quiet`` keeps 4.5:1 on every ground; ``line`` only divides, ``edge``
    is around what can be used and keeps 3:1; ``faint`` are the words of what is out of use.

    ``groups`` tell the communities of a graph apart, the largest first. What has a value here
    has it in the dark, too.

    Of a page: ``lit`` words that prove, ``found`` ones, ``marked`` by the mouse, and the colours of
    highlights.
    """

    dark: bool
    background: str
    side: str
    card: str
    line: str
    edge: str
    selection: str
    ink: str
    quiet: str
    faint: str
    accent: str
    on_accent: str
    accent_deep: str
    wash: str
    quoted: str
    supported: str
    partly: str
    partly_wash: str
    missing: str
    missing_wash: str
    groups: tuple[str, ...]
    lit: str = "#FFE9A8"
    on_lit: str = "#23211D"
    paper: str = "#FFFFFF"
    ink_on_paper: str = "#23211D"
    found: str = "#F6D7B0"
    marked: str = "#B9D6E2"
    yellow: str = "#FFF0A3"
    green: str = "#CDEBC5"
    blue: str = "#CFE1F7"
    rose: str = "#F8D3DC"


LIGHT = Tokens(
    dark=False,
    background="#FBFAF7",
    side="#F3F1EB",
    card="#FFFFFF",
    line="#E4E0D7",
    edge="#8D877C",
    selection="#EAE6DC",
    ink="#23211D",
    quiet="#6B665E",
    faint="#9A948A",
    accent="#23566B",
    on_accent="#FFFFFF",
    accent_deep="#1B4557",
    wash="#E6EFF2",
    quoted="#2A7048",
    supported="#23566B",
    partly="#94590A",
    partly_wash="#FBF0DE",
    missing="#B23A3A",
    missing_wash="#F8E6E4",
    groups=(
        *("#23566B", "#94590A", "#2A7048", "#8A3B5C"),
        *("#5B4B9A", "#A8472B", "#4A6A1F", "#5C5F66"),
    ),
)
DARK = Tokens(
    dark=True,
    background="#1B1A18",
    side="#151412",
    card="#232220",
    line="#35332F",
    edge="#736E65",
    selection="#2E2C28",
    ink="#ECE8E0",
    quiet="#A19B90",
    faint="#6F6A61",
    accent="#7FB7C9",
    on_accent="#10242B",
    accent_deep="#9CCBDA",
    wash="#22343B",
    quoted="#7CC79B",
    supported="#7FB7C9",
    partly="#E0B062",
    partly_wash="#3A2F1C",
    missing="#E58B86",
    missing_wash="#3D2624",
    groups=(
        *("#7FB7C9", "#E0B062", "#7CC79B", "#DE9CB8"),
        *("#B3A6E8", "#E59A7E", "#B5C77C", "#A9AEB8"),
    ),
)


class Theme(QObject):
    """The one place that knows which tokens are in force.

    ``changed`` comes after palette and style sheet are in place. ``choice`` is "system", "light"
    or "dark".
    """

    changed = Signal()

    def __init__(self, app: QApplication, choice: str = "system") -> None:
        super().__init__(app)
        self._app = app
        self._choice = choice
        self.tokens = LIGHT
        load_fonts()
        app.setStyle("Fusion")
        app.setFont(interface_font())
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._refresh)
        self._apply()

    def choose(self, choice: str) -> None:
        """Follow ``choice`` from now on; live."""
        self._choice = choice
        self._refresh()

    def _refresh(self) -> None:
        if self._wanted() is not self.tokens:
            self._apply()
            self.changed.emit()

    def _wanted(self) -> Tokens:
        if self._choice == "system":
            scheme = QGuiApplication.styleHints().colorScheme()
            return DARK if scheme is Qt.ColorScheme.Dark else LIGHT
        return DARK if self._choice == "dark" else LIGHT

    def _apply(self) -> None:
        self.tokens = self._wanted()
        self._app.setPalette(palette(self.tokens))
        sheet = style_sheet(self.tokens)
        if self._app.styleSheet() != sheet:  # the same again would be read and polished anew
            self._app.setStyleSheet(sheet)


def style_sheet(tokens: Tokens) -> str:
    """``assets/theme/muniment.qss`` with the tokens put in. Raises KeyError on an unknown name."""
    values = msgspec.structs.asdict(tokens)
    values["icons"] = (ASSETS / "theme" / ("dark" if tokens.dark else "light")).as_posix()
    text = (ASSETS / "theme" / "muniment.qss").read_text("utf-8")
    return _PLACEHOLDER.sub(lambda match: str(values[match[1]]), text)


def palette(tokens: Tokens) -> QPalette:
    roles = QPalette.ColorRole
    colours = QPalette()
    for role, colour in (
        (roles.Window, tokens.background),
        (roles.Base, tokens.card),
        (roles.AlternateBase, tokens.side),
        (roles.Button, tokens.card),
        (roles.Text, tokens.ink),
        (roles.WindowText, tokens.ink),
        (roles.ButtonText, tokens.ink),
        (roles.PlaceholderText, tokens.quiet),
        (roles.Highlight, tokens.wash),
        (roles.HighlightedText, tokens.ink),
        (roles.Link, tokens.accent),
        (roles.LinkVisited, tokens.accent),
        (roles.ToolTipBase, tokens.card),
        (roles.ToolTipText, tokens.ink),
        (roles.Accent, tokens.accent),
        (roles.BrightText, tokens.on_accent),
        (roles.Mid, tokens.line),
    ):
        colours.setColor(role, QColor(colour))
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.faint))
    return colours


def load_fonts() -> None:
    """Register the bundled fonts; where a file is missing the system's font stands in."""
    known = set(QFontDatabase.families())
    if INTERFACE in known and READING in known:
        return
    for path in sorted((ASSETS / "fonts").glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))


def interface_font(size_px: int = 13, weight: int = 400) -> QFont:
    """Inter with tabular figures: numbers that change must not jump."""
    font = QFont(INTERFACE)
    font.setPixelSize(size_px)
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def code_font(size_px: int = 14) -> QFont:
    """The system's own with one width for all letters, for code; none is bundled."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(size_px)
    return font


def reading_font(size_px: int = 16, weight: int = 400) -> QFont:
    """Source Serif 4, for text people read; headings are 600 at 31, 22 and 18."""
    font = QFont(READING)
    font.setPixelSize(size_px)
    font.setWeight(QFont.Weight(weight))
    return font
