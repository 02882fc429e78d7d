"""The few plain widgets everything is made of. Colours and sizes stand in the style sheet.

Each takes the theme first, follows ``theme.changed`` by itself, and has an accessible name.
``role`` and ``kind`` are dynamic properties the style sheet knows (assets/theme/muniment.qss).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop import icons
from desktop.theme import Theme
from desktop.widgets.tips import as_it_stands

Box = TypeVar("Box", QHBoxLayout, QVBoxLayout)

BAR_HEIGHT_PX = 4
ICON_GAP_PX = 4
RING_PX, RING_RADIUS_PX = 1.5, 4.5


def label(text: str = "", role: str = "ink", wrap: bool = False) -> QLabel:
    """Plain text, never markup. Roles: ink, quiet, small, strong, section, title, heading, page."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("role", role)
    made.setWordWrap(wrap)
    if wrap:
        made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return made


class ElidedLabel(QLabel):
    """One line that ends in an ellipsis when there is no room; the whole is its tooltip."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.whole = ""

    def say(self, text: str) -> None:
        if text != self.whole:
            self.whole = text
            self.setToolTip(as_it_stands(text))
            self.setAccessibleName(text)
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics = QFontMetricsF(self.font())
        self.setText(metrics.elidedText(self.whole, Qt.TextElideMode.ElideRight, self.width()))


def pressed_by_return(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Press it where the key is Return: Qt knows Space alone."""
    is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    if is_return and not event.isAutoRepeat():
        button.click()
    return is_return


class Button(QPushButton):
    """``kind``: plain (outlined), primary (filled), quiet (bare), link (underlined), danger.

    ``trailing``: the icon stands behind the word. An ampersand in the word marks no key.
    """

    def __init__(
        self, theme: Theme, text: str, icon: str = "", kind: str = "plain", trailing: bool = False
    ) -> None:
        super().__init__(text.replace("&", "&&"))
        if trailing:
            self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._theme, self._icon, self._kind = theme, icon, kind
        self.word, self._narrow, self._whole_px = text, False, 0
        self.setProperty("kind", kind)
        self.setAutoDefault(True)  # Return presses it, as Space does
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(text)
        theme.changed.connect(self._recolour)
        self._recolour()

    def set(self, text: str, icon: str | None = None) -> None:
        """Another word (and icon) on the same button: Stop for Ask."""
        if text == self.word and icon in (None, self._icon):
            return
        self.word = text
        self.setAccessibleName(text)
        if icon is not None:
            self._icon = icon
            self._recolour()
        self._say(self._narrow)

    def be_narrow(self, narrow: bool) -> None:
        """The icon alone, where there is one; the pointer is told the word."""
        if narrow != self._narrow:
            self._narrow = narrow
            self._say(narrow)

    @property
    def whole_px(self) -> int:
        """The width it has, or would have, with its word."""
        return self._whole_px if self._narrow else self.sizeHint().width()

    def _say(self, narrow: bool) -> None:
        self.setText(self.word.replace("&", "&&"))
        self._whole_px = self.sizeHint().width()
        if narrow and self._icon:
            self.setText("")
            self.setToolTip(self.toolTip() or self.word)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._kind == "primary" and self.hasFocus():
            paint_inner_ring(self, self._theme.tokens.on_accent)

    def _recolour(self) -> None:
        tokens = self._theme.tokens
        colours = {"primary": tokens.on_accent, "danger": tokens.missing, "link": tokens.accent}
        if self._icon:
            colour = colours.get(self._kind, tokens.quiet)
            gap = -ICON_GAP_PX if self.isRightToLeft() else ICON_GAP_PX
            self.setIcon(icons.icon(self._icon, colour, gap_px=gap))
            self.setIconSize(QSize(icons.SIZE_PX + ICON_GAP_PX, icons.SIZE_PX))


class IconButton(QToolButton):
    """A bare icon in the colour of a token; ``name`` is its tooltip and accessible name."""

    def __init__(
        self, theme: Theme, icon: str, name: str, small: bool = False, token: str = "ink"
    ) -> None:
        super().__init__()
        self._token = token
        self.setProperty("tight", small)
        self._theme, self._icon = theme, icon
        self.setProperty("kind", "icon")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(as_it_stands(name))
        self.setAccessibleName(name)
        self.setIconSize(QSize(icons.SIZE_PX, icons.SIZE_PX))
        theme.changed.connect(self._recolour)
        self._recolour()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_return(self, event):
            super().keyPressEvent(event)

    def _recolour(self) -> None:
        self.setIcon(icons.icon(self._icon, str(getattr(self._theme.tokens, self._token))))


def quiet_icon(theme: Theme, icon: str, name: str) -> IconButton:
    """Of what can be done to a line, beside it."""
    return IconButton(theme, icon, name, small=True, token="quiet")


class IconLabel(QLabel):
    """A still icon in the colour of a token ("quiet", "accent", "missing" ...)."""

    def __init__(self, theme: Theme, icon: str, token: str = "quiet", size_px: int = 16) -> None:
        super().__init__()
        self._theme, self._icon, self._token, self._size = theme, icon, token, size_px
        self.setFixedSize(size_px, size_px)
        theme.changed.connect(self._recolour)
        self._recolour()

    def set(self, icon: str, token: str = "quiet") -> None:
        self._icon, self._token = icon, token
        self._recolour()

    def _recolour(self) -> None:
        colour = str(getattr(self._theme.tokens, self._token))
        ratio = self.devicePixelRatioF()
        self.setPixmap(icons.pixmap(self._icon, colour, self._size, ratio))


def give_room(spin: QAbstractSpinBox) -> None:
    """Its figure does not touch the border; a style sheet does not reach the field in it."""
    spin.lineEdit().setTextMargins(8, 0, 8, 0)


class Chip(QPushButton):
    """A small pill. ``kind``: plain, amber, accent. ``checkable`` chips are filters."""

    def __init__(self, text: str, kind: str = "plain", checkable: bool = False) -> None:
        super().__init__()
        self.set(text)
        self.setProperty("kind", f"chip-{kind}")
        self.setCheckable(checkable)
        self.setAutoDefault(checkable)
        if not checkable:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set(self, text: str) -> None:
        """As it stands: an ampersand marks no key."""
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.isChecked() and self.hasFocus():
            paint_inner_ring(self, self.palette().brightText().color().name())


class Card(QFrame):
    """A white sheet with a line around it, radius 10; ``layout()`` is a ready QVBoxLayout."""

    def __init__(self, margin_px: int = 16, spacing_px: int = 8) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        margins = (margin_px, margin_px, margin_px, margin_px)
        self.column = column_of(into=self, spacing_px=spacing_px, margins_px=margins)

    def show_focus(self, has_focus: bool) -> None:
        """The sheet is the edge of the field in it that is written in."""
        self.setProperty("has_focus", has_focus)
        self.style().unpolish(self)
        self.style().polish(self)


class ThinBar(QWidget):
    """Progress as a line four pixels high; ``total`` 0 draws only the track."""

    def __init__(self, theme: Theme, name: str = "Progress") -> None:
        super().__init__()
        self._theme = theme
        self._fraction = 0.0
        self.setFixedHeight(BAR_HEIGHT_PX)
        self.setMinimumWidth(40)
        self.setAccessibleName(name)
        theme.changed.connect(self.update)

    def set(self, done: float, total: float) -> None:
        self._fraction = min(1.0, done / total) if total else 0.0
        self.setAccessibleDescription(f"{self._fraction:.0%}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_bar(painter, QRectF(self.rect()), self._fraction, self._theme)
        painter.end()


class Dot(QWidget):
    """A round mark eight pixels wide in the colour of a token; always beside a word."""

    def __init__(self, theme: Theme, token: str) -> None:
        super().__init__()
        self._theme, self._token = theme, token
        self.setFixedSize(8, 8)
        theme.changed.connect(self.update)

    def set(self, token: str) -> None:
        self._token = token
        self.update()

    @property
    def colour(self) -> str:
        return str(getattr(self._theme.tokens, self._token))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colour))
        painter.drawEllipse(self.rect())
        painter.end()


def paint_bar(painter: QPainter, area: QRectF, fraction: float, theme: Theme) -> None:
    """Track and filled part with round ends; shared with the table's delegate."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    radius = area.height() / 2
    painter.setBrush(QColor(theme.tokens.selection))
    painter.drawRoundedRect(area, radius, radius)
    if fraction > 0:
        filled = QRectF(area)
        filled.setWidth(max(area.height(), area.width() * fraction))
        painter.setBrush(QColor(theme.tokens.accent))
        painter.drawRoundedRect(filled, radius, radius)


def paint_inner_ring(widget: QWidget, colour: str) -> None:
    """The focus of what is filled: an edge of its own colour would not be seen."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colour), RING_PX))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = RING_PX * 1.5
    area = QRectF(widget.rect()).adjusted(inset, inset, -inset, -inset)
    painter.drawRoundedRect(area, RING_RADIUS_PX, RING_RADIUS_PX)
    painter.end()


def discard(widget: QWidget) -> None:
    """Out of sight at once, gone when Qt comes to it: a widget taken from a layout stays drawn."""
    widget.hide()
    widget.deleteLater()


def pop_up(menu: QMenu, where: QPoint) -> None:
    """Show a menu that was made for this once; it goes when it is put away."""
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(where)


Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""Of a row or a column; an int is a stretch of that weight, a pair has that weight of stretch."""
Margins = tuple[int, int, int, int]
"""In pixels: left, top, right, bottom."""
NO_MARGINS: Margins = (0, 0, 0, 0)


def row(
    *parts: Part, into: QWidget | None = None, spacing_px: int = 8, margins_px: Margins = NO_MARGINS
) -> QHBoxLayout:
    """From left to right; ``into`` is the widget that it lays out. -1: as far apart as usual."""
    return _filled(QHBoxLayout(), parts, into, spacing_px, margins_px)


def column_of(
    *parts: Part,
    into: QWidget | None = None,
    spacing_px: int = -1,
    margins_px: Margins = NO_MARGINS,
) -> QVBoxLayout:
    """From above to below, else as ``row``."""
    return _filled(QVBoxLayout(), parts, into, spacing_px, margins_px)


def _filled(
    made: Box, parts: Sequence[Part], into: QWidget | None, spacing_px: int, margins_px: Margins
) -> Box:
    if into is not None:
        into.setLayout(made)
    made.setContentsMargins(*margins_px)
    made.setSpacing(spacing_px)
    for part in parts:
        item, weight = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, int):
            made.addStretch(item)
        elif isinstance(item, QLayout):
            made.addLayout(item, weight)
        else:
            made.addWidget(item, weight)
    return made


def rule(vertical: bool = False) -> QFrame:
    """A hairline."""
    line = QFrame()
    line.setProperty("kind", "rule")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line
