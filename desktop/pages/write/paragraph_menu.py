"""What can be done with a paragraph of a finished article: its menu, with the keys that do it."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QApplication, QMenu

from desktop.pages.write.article import ArticleView
from desktop.pages.write.editing import ArticleEditing
from warehouse.writing.editing.records import Spot

ACTS: tuple[tuple[str, str, str], ...] = (
    ("Edit", "edit", "Alt+E"),
    ("", "", ""),
    ("Prove this", "prove", "Alt+Shift+P"),
    ("Rewrite from evidence", "rewrite", "Alt+R"),
    ("Shorter", "shorter", "Alt+S"),
    ("Add what the library says about …", "add", "Alt+A"),
    ("", "", ""),
    ("Comment", "comment", "Alt+N"),
)


def made(view: ArticleView, editing: ArticleEditing, spot: Spot) -> QMenu:
    """For the paragraph at ``spot``; what is selected can be copied."""
    menu = QMenu(view)
    for name, act, keys in ACTS:
        if not name:
            menu.addSeparator()
            continue
        action = menu.addAction(f"{name}\t{keys}")
        if act == "edit":
            action.triggered.connect(partial(editing.edit, spot))
        else:
            action.triggered.connect(partial(editing.here, act, spot))
    chosen = view.text.textCursor().selectedText()
    if chosen:
        menu.addSeparator()
        menu.addAction("Copy\tCtrl+C").triggered.connect(partial(_copy, chosen))
    return menu


def _copy(text: str) -> None:
    QApplication.clipboard().setText(text.replace("\u2029", "\n"))
