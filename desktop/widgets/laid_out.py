"""Layouts and the widgets in them: told in their order, emptied, or made a widget.

No item that stays is asked for. ``QLayout.itemAt`` leaves a Python wrapper with the layout that
outlives the item: Qt deletes an item with its widget and tells nobody. When another widget comes to
lie at the same address, its end takes the wrong wrapper along, and the program with it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QWidget

from desktop.widgets.basics import discard


def parts_of(layout: QLayout) -> list[QWidget | QLayout]:
    """Widgets and layouts directly in it; spaces are left out."""
    ground = layout.parentWidget()
    only = Qt.FindChildOption.FindDirectChildrenOnly
    widgets = ground.findChildren(QWidget, options=only) if ground is not None else []
    inner = layout.findChildren(QLayout, options=only)
    places: list[tuple[int, QWidget | QLayout]] = []
    places += ((layout.indexOf(widget), widget) for widget in widgets)
    places += ((layout.indexOf(nested), nested) for nested in inner)
    places.sort(key=lambda one: one[0])
    return [part for at, part in places if at >= 0]


def holding(layout: QLayout) -> QWidget:
    """A widget that it lays out."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def empty(layout: QLayout) -> None:
    """The widgets in it go."""
    while layout.count():
        if (item := layout.takeAt(0)) is not None and (widget := item.widget()) is not None:
            discard(widget)
