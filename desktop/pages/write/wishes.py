"""What is wished of the next article beside its topic: purpose, readers, style, language."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from desktop.widgets.basics import label
from warehouse.settings import Settings

LANGUAGE = "article_language"
FIELDS = {
    "article_purpose": ("Purpose", "What it is for: to decide, to teach, to report"),
    "article_readers": ("Readers", "Whom it is for, and what they know"),
    "article_style": ("Style", "How it should sound: plain, scholarly, vivid"),
    LANGUAGE: ("Language", "That of the sources"),
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
        self._of_plans: list[QWidget] = []
        for field, (name, hint) in FIELDS.items():
            line = QLineEdit(getattr(settings, field), placeholderText=hint)
            line.setAccessibleName(name)
            caption = label(name, "quiet")
            caption.setBuddy(line)
            form.addRow(caption, line)
            self.lines[field] = line
            if field != LANGUAGE:
                self._of_plans += [caption, line]

    def let_plan(self, plans: bool) -> None:
        """Whether the article is planned: one that is not heeds the language alone."""
        for part in self._of_plans:
            part.setEnabled(plans)

    @property
    def wished(self) -> dict[str, str]:
        """What is heeded of it."""
        heeded = ((field, line) for field, line in self.lines.items() if line.isEnabledTo(self))
        return {field: line.text().strip() for field, line in heeded}
