"""Settings, made from the annotations of ``warehouse.settings``: nothing is described twice.

A change is kept at once and takes effect live; a value out of bounds is refused with its bounds
in words, beside the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct
from msgspec import inspect as msgspec_inspect
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.house import House
from desktop.pages.settings.backup import BackupSettings
from desktop.pages.settings.sites import AgreedSites
from desktop.pages.settings.watching import WatchedFolders
from desktop.staged_build import Making
from desktop.widgets.basics import Button, Card, label, row
from warehouse.settings import Settings, expanded

SECTIONS = {
    "warehouse": "Place and look",
    "model": "Model",
    "endpoint": "Model server",
    "passage_tokens": "Reading",
    "mcp_may_change": "Other programs",
    "retrieve": "Retrieval",
    "effort": "Research and writing",
}
WIDTH_PX = 720
FIELD_PX = 240
FAR = 2_147_483_647


class Field(Struct, frozen=True):
    """One setting as its annotation describes it. ``choices`` for a closed list of words."""

    name: str
    title: str
    description: str
    kind: str
    default: Any
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None


def fields() -> list[Field]:
    """In the order of the declaration."""
    info = msgspec_inspect.type_info(Settings)
    assert isinstance(info, msgspec_inspect.StructType)
    return [_field(one) for one in info.fields]


def _field(one: msgspec_inspect.Field) -> Field:
    extra, kind = {}, one.type
    if isinstance(kind, msgspec_inspect.Metadata):
        extra, kind = kind.extra_json_schema or {}, kind.type
    title, description = str(extra.get("title", one.name)), str(extra.get("description", ""))
    shape = partial(Field, one.name, title, description)
    if isinstance(kind, msgspec_inspect.LiteralType):
        others = [str(value) for value in kind.values if value != one.default]
        return shape("choice", one.default, (one.default, *others))
    if isinstance(kind, msgspec_inspect.BoolType):
        return shape("bool", one.default)
    if isinstance(kind, msgspec_inspect.IntType | msgspec_inspect.FloatType):
        word = "int" if isinstance(kind, msgspec_inspect.IntType) else "float"
        least = kind.ge if kind.ge is not None else kind.gt
        return shape(word, one.default, (), least, kind.le if kind.le is not None else kind.lt)
    return shape("text", one.default)


def make(house: House) -> Making:
    """The page, in pieces."""
    page = SettingsPage(house)
    yield from page.build()
    return page


class SettingsPage(QWidget):
    """Empty until ``build`` has come to its end."""

    side_full = False

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._house = house
        self._fields = fields()
        self._editors: dict[str, QWidget] = {}
        self._shown = house.settings
        self._title = label("Settings", "title")
        self._reset = Button(house.theme, "Starting values", "rotate-ccw")
        self._reset.clicked.connect(self._restore)

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        return [self._title, label("kept as soon as you change them", "quiet")], [self._reset]

    def side_widget(self) -> QWidget | None:
        return None

    def accept(self, wish: object) -> None:
        """The name of a setting: put the caret there."""
        if isinstance(wish, str) and wish in self._editors:
            self._editors[wish].setFocus()

    def focus_place(self) -> QWidget:
        """The page itself: what is typed by mistake must not change a setting."""
        return self._scroll

    # Putting together

    def build(self) -> Iterator[None]:
        """Section after section; it pauses after each."""
        body = QWidget()
        # Else it is as high as with every line of words broken, and ends in an empty screen.
        body.setMinimumHeight(1)
        column = QVBoxLayout(body)
        column.setContentsMargins(22, 18, 22, 40)
        column.setSpacing(10)
        grid = QGridLayout()
        for field in self._fields:
            if field.name in SECTIONS:
                yield
                self._new_heading(column, SECTIONS[field.name])
                grid = self._new_card(column)
            self._add_line(grid, field)
        yield
        self.watching = WatchedFolders(self._house)
        self._add_own(column, "Watched folders", self.watching)
        yield
        self.sites = AgreedSites(self._house)
        self._add_own(column, "Sites you agreed to", self.sites)
        yield
        self.keeping = BackupSettings(self._house)
        self._add_own(column, "Keeping it safe", self.keeping)
        column.addStretch(1)
        yield
        self._scroll = scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)
        self._house.settings_changed.connect(self._show_changed)
        self._show(self._house.settings)

    def _add_own(self, column: QVBoxLayout, words: str, card: QWidget) -> None:
        self._new_heading(column, words)
        card.setFixedWidth(WIDTH_PX)
        column.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter)

    def _new_heading(self, column: QVBoxLayout, words: str) -> None:
        heading = label(words, "heading")
        heading.setContentsMargins(0, 14, 0, 0)
        heading.setFixedWidth(WIDTH_PX)
        column.addWidget(heading, 0, Qt.AlignmentFlag.AlignHCenter)

    def _new_card(self, column: QVBoxLayout) -> QGridLayout:
        card = Card(margin_px=18)
        card.setFixedWidth(WIDTH_PX)
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(0, 1)
        card.column.addLayout(grid)
        # Not aligned in the column: an aligned card is not asked how high its wrapped words are.
        column.addLayout(row(1, card, 1, spacing_px=0))
        return grid

    def _add_line(self, grid: QGridLayout, field: Field) -> None:
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label(field.title, "ink"))
        words.addWidget(label(_describe(field), "small", wrap=True))
        editor = self._editor(field)
        editor.setAccessibleName(field.title)
        editor.setAccessibleDescription(_describe(field))
        self._editors[field.name] = editor
        line = grid.rowCount()
        grid.addLayout(words, line, 0)
        grid.addWidget(editor, line, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)

    def _editor(self, field: Field) -> QWidget:
        keep = partial(self._keep, field.name)
        if field.kind == "bool":
            box = QCheckBox()
            box.setProperty("bare", True)
            box.toggled.connect(keep)
            return box
        if field.kind == "choice":
            combo = _Combo()
            combo.addItems([choice.capitalize() for choice in field.choices])
            combo.setFixedWidth(FIELD_PX)
            combo.view().setAccessibleName(f"Choices for {field.title}")
            combo.activated.connect(partial(self._keep_choice, field))
            return combo
        if field.kind in ("int", "float"):
            return self._number(field, keep)
        line = QLineEdit()
        line.setFixedWidth(FIELD_PX)
        line.setPlaceholderText("in the home" if field.name == "warehouse" else "")
        line.editingFinished.connect(partial(self._keep_line, field.name, line))
        return line

    def _number(self, field: Field, keep: Any) -> QWidget:
        spin: QSpinBox | QDoubleSpinBox
        if field.kind == "int":
            spin = _Spin()
            spin.setRange(int(field.least or 0), int(FAR if field.most is None else field.most))
            spin.setGroupSeparatorShown(True)
        else:
            spin = _DoubleSpin()
            spin.setDecimals(2)
            spin.setSingleStep(0.05)
            spin.setRange(field.least or 0.0, float(FAR if field.most is None else field.most))
        spin.setKeyboardTracking(False)
        spin.lineEdit().setTextMargins(8, 0, 8, 0)
        spin.setFixedWidth(110)
        spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        spin.valueChanged.connect(keep)
        return spin

    # Values in and out

    def _show_changed(self, settings: Settings) -> None:
        """What is being typed for another setting stays."""
        before = self._shown
        self._show(settings, [f for f in self._fields if _of(settings, f) != _of(before, f)])

    def _show(self, settings: Settings, fields: Sequence[Field] | None = None) -> None:
        self._shown = settings
        for field in self._fields if fields is None else fields:
            editor, value = self._editors[field.name], _of(settings, field)
            with QSignalBlocker(editor):
                if isinstance(editor, QCheckBox):
                    editor.setChecked(value)
                elif isinstance(editor, QComboBox):
                    editor.setCurrentIndex(field.choices.index(value))
                elif isinstance(editor, QSpinBox | QDoubleSpinBox):
                    editor.setValue(value)
                elif isinstance(editor, QLineEdit) and editor.text() != value:
                    editor.setText(value)

    def _keep(self, name: str, value: Any) -> None:
        try:
            self._house.change(**{name: value})
        except msgspec.ValidationError as error:
            self._house.notices.say(f"Not kept: {error}.")
            self._show(self._house.settings)
        except OSError as error:
            self._house.notices.error(error)

    def _keep_choice(self, field: Field, index: int) -> None:
        self._keep(field.name, field.choices[index])

    def _keep_line(self, name: str, line: QLineEdit) -> None:
        text = line.text().strip()
        if name == "warehouse" and text:  # the same from wherever the program is started
            text = str(expanded(text).absolute())
        self._keep(name, text)
        if name == "warehouse":
            self._house.notices.say("The warehouse folder is opened at the next start.")

    def _restore(self) -> None:
        before = self._house.settings
        place = {"warehouse": before.warehouse, "model": before.model}
        values = {**msgspec.structs.asdict(Settings()), **place}
        self._house.change(**values)
        self._house.notices.offer(
            "All numbers are back at their starting values.",
            "Undo",
            partial(self._house.change, **msgspec.structs.asdict(before)),
        )


class _Combo(QComboBox):
    """The wheel scrolls the page, it does not change a setting in passing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class _Spin(QSpinBox):
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class _DoubleSpin(QDoubleSpinBox):
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def _of(settings: Settings, field: Field) -> Any:
    return getattr(settings, field.name)


def _describe(field: Field) -> str:
    """ "Steps of the knowledge chain. 1 to 12, at first 3." """
    words = field.description
    if field.least is not None and field.most is not None:
        words += f" {field.least:,g} to {field.most:,g}, at first {field.default:,g}."
    return words.strip()
