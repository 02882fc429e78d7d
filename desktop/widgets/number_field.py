"""A number as it was typed: one that cannot be is not set back, ``said`` tells why beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QSpinBox

from desktop.widgets.basics import give_room, label

FAR = 99_999


class NumberField(QSpinBox):
    """From ``least`` to ``most``, else ``why`` is said; the page lays ``said`` out."""

    def __init__(self, least: int, most: int, why: str, step: int = 1) -> None:
        super().__init__()
        self._least, self._most = least, most
        self.setRange(0, max(FAR, most))
        self.setSingleStep(step)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)  # a number is judged when it is whole
        give_room(self)
        self.said = label(why, "bad", wrap=True)
        self.said.hide()
        self.setAccessibleDescription(why)
        self.valueChanged.connect(self._judge)

    def can_be(self) -> bool:
        """Whether the number can be used; where not, the keys go to the field."""
        self.interpretText()
        if not self._fits:
            self.setFocus()
            self.selectAll()
        return self._fits

    def stepBy(self, steps: int) -> None:
        value = self.value() + steps * self.singleStep()
        self.setValue(max(self._least, min(self._most, value)))
        self.lineEdit().setModified(True)

    @property
    def _fits(self) -> bool:
        return self._least <= self.value() <= self._most

    def _judge(self) -> None:
        self.said.setVisible(not self._fits)
