"""One control for each kind of setting; none shows a number that stands for something else.

``tell(value)`` shows a value and says nothing, ``changed(value)`` is the user's. ``control`` is
what has the keys.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from desktop.file_dialogs import only_folders
from desktop.house import House
from desktop.pages.settings.fields import Field
from desktop.widgets.basics import Button, give_room, label, row
from warehouse.settings import expanded

FIELD_PX, FOLDER_PX, NUMBER_PX = 260, 360, 96
FAR = 2_147_483_647
LONGEST = 12  # characters of a number
Judged = tuple[QValidator.State, str, int]
FOLDERS = ("warehouse", "found_folder")
MODELS = {"model": "chat", "processing_model": "chat", "embedder": "embedder"}
A_NUMBER = "A number"
MORE = "More on the Models page …"


class Editor(QWidget):
    changed = Signal(object)
    refused = Signal(str)

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self.control: QWidget = self
        self.line = row(into=self)

    def tell(self, value: Any) -> None:
        raise NotImplementedError

    def put(self, control: QWidget, width_px: int = 0) -> None:
        """The control that has the keys, and what it is called."""
        control.setAccessibleName(self.field.title)
        control.setAccessibleDescription(self.field.about)
        if width_px:
            control.setFixedWidth(width_px)
        self.line.addWidget(control)
        self.control = control
        self.setFocusProxy(control)


class Switch(Editor):
    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.box = QCheckBox()
        self.box.setProperty("bare", True)
        self.box.toggled.connect(self.changed.emit)
        self.put(self.box)

    def tell(self, value: Any) -> None:
        with QSignalBlocker(self.box):
            self.box.setChecked(bool(value))


class Choices(Editor):
    """A closed list, each value by its name."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.combo = _combo(field)
        for value in field.choices:
            self.combo.addItem(field.words.get(value, value.capitalize()), value)
        self.combo.activated.connect(self._chosen)
        self.put(self.combo, FIELD_PX)

    def tell(self, value: Any) -> None:
        self.combo.setCurrentIndex(self.combo.findData(value))

    def _chosen(self, index: int) -> None:
        self.changed.emit(self.combo.itemData(index))


class Number(Editor):
    """A number with its unit; where the least of them stands for something, that is a choice."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.combo: QComboBox | None = None
        self.spin = _spin(field)
        self.spin.valueChanged.connect(self.changed.emit)
        self.spin.out_of_range.connect(self._refuse)
        if field.automatic:
            self.combo = _combo(field)
            self.combo.addItems([field.automatic, A_NUMBER])
            self.combo.activated.connect(self._chosen)
            self.put(self.combo, FIELD_PX - NUMBER_PX)
        self.put(self.spin, NUMBER_PX)
        if self.combo is not None:
            self.control = self.combo
            self.setFocusProxy(self.combo)
            self.spin.setAccessibleName(f"{field.title}, the number")
        elif field.unit:
            self.line.insertWidget(0, label(field.unit, "small"))

    def tell(self, value: Any) -> None:
        is_automatic = self.combo is not None and value == self.field.least
        if self.combo is not None:
            self.combo.setCurrentIndex(0 if is_automatic else 1)
        with QSignalBlocker(self.spin):
            if not is_automatic:
                self.spin.setValue(value)
        self.spin.setVisible(not is_automatic)

    def _refuse(self, typed: str) -> None:
        least, most = (f"{bound:,g}" for bound in (self.spin.minimum(), self.spin.maximum()))
        self.refused.emit(f"{typed} was not kept: it can be {least} to {most}.")

    def _chosen(self, index: int) -> None:
        self.changed.emit(self.spin.value() if index else int(self.field.least or 0))


class Words(Editor):
    """Free text; what none stands for is said in the empty field."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.text = QLineEdit(placeholderText=field.automatic, clearButtonEnabled=True)
        self.text.editingFinished.connect(self._typed)
        self.put(self.text, FIELD_PX)

    def tell(self, value: Any) -> None:
        if self.text.text() != value:
            with QSignalBlocker(self.text):
                self.text.setText(value)

    def _typed(self) -> None:
        self.changed.emit(self.text.text().strip())


class Folder(Words):
    """A path, typed or chosen in a dialog that opens where it is. A name alone is one in the user's
    own folder, from wherever the program is started.
    """

    def __init__(self, house: House, field: Field) -> None:
        super().__init__(field)
        self._house = house
        self.choose = Button(house.theme, "Choose …", "folder")
        self.choose.setAccessibleName(f"Choose: {field.title}")
        self.choose.clicked.connect(self._ask)
        self.text.setFixedWidth(FOLDER_PX - self.choose.sizeHint().width() - 8)
        self.line.addWidget(self.choose)
        self.dialog: QFileDialog | None = None

    def tell(self, value: Any) -> None:
        super().tell(value)
        self.text.setToolTip(value)

    def _typed(self) -> None:
        typed = self.text.text().strip()
        self.changed.emit(str(Path.home() / expanded(typed)) if typed else "")

    def _ask(self) -> None:
        self.dialog = folder_dialog(self, self.field.title, self._present())
        self.dialog.fileSelected.connect(self._chosen)
        self.dialog.show()

    def _chosen(self, name: str) -> None:
        self.text.setText(name)
        self._typed()

    def _present(self) -> Path:
        """Where the dialog opens: the folder there is now, else the nearest one that is there."""
        typed = self.text.text().strip()
        now = expanded(typed) if typed else Path.home()
        if not typed and self.field.name == "warehouse":
            now = self._house.settings.warehouse_folder
        return next((folder for folder in (now, *now.parents) if folder.is_dir()), Path.home())


class ModelChoice(Editor):
    """The models on this computer, and the way to more."""

    def __init__(self, house: House, field: Field) -> None:
        super().__init__(field)
        self._house, self._value = house, ""
        self._here: tuple[tuple[str, str], ...] = ()
        self.combo = _combo(field)
        self.combo.activated.connect(self._chosen)
        self.put(self.combo, FIELD_PX)
        self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._house.jobs.fetch(partial(_installed, MODELS[self.field.name]), self._look)

    def tell(self, value: Any) -> None:
        self._value = value
        self._fill()

    def _look(self, here: tuple[tuple[str, str], ...]) -> None:
        self._here = here
        self._fill()

    def _fill(self) -> None:
        self.combo.clear()
        if self.field.automatic:
            self.combo.addItem(self.field.automatic, "")
        for id, title in self._here:
            self.combo.addItem(title, id)
        if self._value and self.combo.findData(self._value) < 0:
            self.combo.addItem(Path(self._value).name, self._value)
        self.combo.addItem(MORE, None)
        self.combo.setCurrentIndex(self.combo.findData(self._value))

    def _chosen(self, index: int) -> None:
        if (value := self.combo.itemData(index)) is None:
            self.combo.setCurrentIndex(self.combo.findData(self._value))
            self._house.visit("models")
        else:
            self.changed.emit(value)


def editor(house: House, field: Field) -> Editor:
    if field.kind == "bool":
        return Switch(field)
    if field.kind == "choice":
        return Choices(field)
    if field.kind in ("int", "float"):
        return Number(field)
    if field.name in FOLDERS:
        return Folder(house, field)
    return ModelChoice(house, field) if field.name in MODELS else Words(field)


def folder_dialog(parent: QWidget, title: str, where: Path) -> QFileDialog:
    """Not modal; gone when it is closed."""
    dialog = QFileDialog(parent.window(), title, str(where))
    only_folders(dialog)
    dialog.setModal(False)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


def _installed(kind: str) -> tuple[tuple[str, str], ...]:
    """In a worker: (id, title) of the models of that kind that are here."""
    from warehouse.engine import models

    return tuple((model.id, model.title) for model in models.installed() if model.kind == kind)


def _combo(field: Field) -> QComboBox:
    combo = _Combo()
    combo.view().setAccessibleName(f"Choices for {field.title}")
    return combo


def _spin(field: Field) -> _Spin | _DoubleSpin:
    spin: _Spin | _DoubleSpin
    most = FAR if field.most is None else field.most
    if field.kind == "int":
        spin = _Spin()
        spin.setRange(int(field.least or 0) + bool(field.automatic), int(most))
        spin.setGroupSeparatorShown(True)
    else:
        spin = _DoubleSpin()
        spin.setDecimals(2)
        spin.setSingleStep(0.05)
        spin.setRange(field.least or 0.0, float(most))
    spin.setKeyboardTracking(False)
    give_room(spin)
    spin.setAlignment(Qt.AlignmentFlag.AlignRight)
    return spin


def _unfinished(judged: Judged, text: str) -> Judged:
    """A number that is too large can be typed, so that it is said why it is not kept."""
    is_number = text.replace(",", "").replace(".", "", 1).isdecimal()
    if judged[0] == QValidator.State.Invalid and is_number and len(text) < LONGEST:
        return (QValidator.State.Intermediate, *judged[1:])
    return judged


class _Combo(QComboBox):
    """The wheel scrolls the page, it does not change a setting in passing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class _Spin(QSpinBox):
    """``out_of_range(text)``: what was typed goes back to what was there."""

    out_of_range = Signal(str)

    def validate(self, text: str, at: int) -> Judged:
        return _unfinished(super().validate(text, at), text)

    def fixup(self, text: str) -> str:
        self.out_of_range.emit(text)
        return super().fixup(text)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class _DoubleSpin(QDoubleSpinBox):
    """As ``_Spin``."""

    out_of_range = Signal(str)

    def validate(self, text: str, at: int) -> Judged:
        return _unfinished(super().validate(text, at), text)

    def fixup(self, text: str) -> str:
        self.out_of_range.emit(text)
        return super().fixup(text)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
