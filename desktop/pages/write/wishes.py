"""What is wished of the next article beside its topic: purpose, readers, style, language."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from desktop.widgets.basics import label
from warehouse.settings import Settings

FIELDS = {
    "article_purpose": ("Purpose", "What it is for: to decide, to teach, to report"),
    "article_readers": ("Readers", "Whom it is for, and what they know"),
    "article_style": ("Style", "How it should sound: plain, scholarly, vivid"),
    "article_language": ("Language", "That of the sources"),
}
"""By the settings that they are for one article."""


class WishesForm(QWidget):
    """Empty lines wish for nothing."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        form = QFormLayout(self)
        form.setContentsMargins(0, 4, 0, 4)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(6)
        self.lines: dict[str, QLineEdit] = {}
        for field, (name, hint) in FIELDS.items():
            line = QLineEdit(getattr(settings, field), placeholderText=hint)
            line.setAccessibleName(name)
            caption = label(name, "quiet")
            caption.setBuddy(line)
            form.addRow(caption, line)
            self.lines[field] = line

    @property
    def wished(self) -> dict[str, str]:
        return {field: line.text().strip() for field, line in self.lines.items()}
