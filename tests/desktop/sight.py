"""What can be seen of the window: contrast and focus, measured on rendered pixels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QMargins, QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QWidget,
)

RATIO = 2
AROUND_PX = 4
TEXT_LEAST, EDGE_LEAST = 4.5, 3.0
FIELDS = (QLineEdit, QComboBox, QAbstractSpinBox)
EDGED = ("plain", "danger", "chip-plain")
Pixels = NDArray[np.uint8]


def seen(window: QWidget, ratio: int = RATIO) -> Pixels:
    """The whole window as (height, width, 3), ``ratio`` pixels to a point."""
    image = QImage(window.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    window.render(image)
    return _pixels(image)


def part(pixels: Pixels, area: QRect, ratio: int = RATIO) -> Pixels:
    left, top = max(0, area.left()) * ratio, max(0, area.top()) * ratio
    return pixels[top : (area.bottom() + 1) * ratio, left : (area.right() + 1) * ratio]


def luminance(colours: NDArray[np.generic]) -> NDArray[np.float64]:
    """WCAG 2.1, along the last axis."""
    parts = colours.astype(np.float64) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def contrast(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of two luminances."""
    lighter, darker = np.maximum(one, other), np.minimum(one, other)
    return (lighter + 0.05) / (darker + 0.05)


def text_contrast(pixels: Pixels) -> float:
    """Of the colour that stands out most from the one there is most of."""
    if pixels.size == 0:
        return 0.0
    packed = pixels.reshape(-1, 3).astype(np.uint32) @ np.array([65536, 256, 1], np.uint32)
    colours, counts = np.unique(packed, return_counts=True)
    apart = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=-1)
    found = luminance(apart)
    return float(contrast(found, found[counts.argmax()]).max())


def edge_contrast(pixels: Pixels, ratio: int = RATIO) -> float:
    """Of a control's left edge to what it stands on; ``pixels`` reach AROUND_PX around it."""
    middle = pixels[pixels.shape[0] // 2, : 2 * AROUND_PX * ratio]
    return float(contrast(luminance(middle), luminance(middle[0])).max())


def in_sight(widget: QWidget, window: QWidget) -> QRect:
    """Where it is seen, in the window's coordinates; empty where it is scrolled away."""
    area = widget.visibleRegion().boundingRect()
    return area.translated(widget.mapTo(window, QPoint(0, 0))) if not area.isEmpty() else area


def wholly_in_sight(window: QWidget) -> Iterator[tuple[QWidget, QRect]]:
    for widget in window.findChildren(QWidget):
        area = in_sight(widget, window)
        if widget.isVisible() and area.size() == widget.size():
            over = window.childAt(area.center())  # a notice may lie over it
            family = over is widget or (over is not None and _are_kin(over, widget))
            if over is None or family:
                yield widget, area


def _are_kin(one: QWidget, other: QWidget) -> bool:
    return one.isAncestorOf(other) or other.isAncestorOf(one)


def faint_words(window: QWidget, pixels: Pixels) -> list[str]:
    """Labels, buttons and fields whose words are too close to their ground."""
    found = []
    for widget, area in wholly_in_sight(window):
        if not widget.isEnabled() or not words_of(widget):
            continue
        inner = part(pixels, area.adjusted(3, 3, -3, -3) if has_edge(widget) else area)
        measured = text_contrast(inner)
        if measured < TEXT_LEAST:
            found.append(f"{type(widget).__name__} “{words_of(widget)[:40]}” {measured:.1f}")
    return found


def faint_edges(window: QWidget, pixels: Pixels) -> list[str]:
    """Fields and outlined buttons whose outline is too close to what they stand on."""
    found = []
    for widget, area in wholly_in_sight(window):
        if not widget.isEnabled() or not has_edge(widget):
            continue
        around = area.adjusted(-AROUND_PX, 0, 0, 0)
        measured = edge_contrast(part(pixels, around)) if around.left() >= 0 else EDGE_LEAST
        if measured < EDGE_LEAST:
            found.append(f"{type(widget).__name__} “{widget.accessibleName()[:40]}” {measured:.1f}")
    return found


def words_of(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton):
        return widget.text().strip()
    if isinstance(widget, QLineEdit):
        return widget.text() or widget.placeholderText()
    return widget.currentText() if isinstance(widget, QComboBox) else ""


def has_edge(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    if isinstance(parent, QAbstractSpinBox) or is_in_an_edge(widget):
        return False
    if isinstance(widget, FIELDS):
        return True
    if isinstance(widget, QCheckBox):
        return True
    if not isinstance(widget, QAbstractButton) or not widget.isEnabled():
        return False
    passive = widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return widget.property("kind") in EDGED and not passive


def is_in_an_edge(widget: QWidget) -> bool:
    """Whether the sheet around it tells its focus."""
    parent = widget.parentWidget()
    return parent is not None and parent.property("has_focus") is True


def focus_mark(window: QWidget, widget: QWidget) -> tuple[int, int]:
    """(pixels that tell the focus by a contrast of 3, how long its outline is). It has the focus
    afterwards, too.
    """
    margins = QMargins(AROUND_PX, AROUND_PX, AROUND_PX, AROUND_PX)
    parent = widget.parentWidget()
    is_its_edge = parent is not None and parent.focusProxy() is widget
    area = in_sight(parent if is_its_edge and parent is not None else widget, window)
    around = area.marginsAdded(margins).intersected(window.rect())
    with_focus = _grabbed(window, around)
    widget.clearFocus()
    QApplication.processEvents()
    without = _grabbed(window, around)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    told = contrast(luminance(with_focus), luminance(without)) >= EDGE_LEAST
    return int(told.sum()), 2 * (area.width() + area.height())


def _grabbed(window: QWidget, area: QRect) -> Pixels:
    return _pixels(window.grab(area).toImage())


def _pixels(image: QImage) -> Pixels:
    made = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(made.constBits(), np.uint8).reshape(made.height(), made.bytesPerLine())
    return rows[:, : made.width() * 3].reshape(made.height(), made.width(), 3).copy()
