"""What kind of question it is: found out by itself, or said by the user."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from desktop.widgets.basics import Chip, pop_up
from desktop.widgets.tips import as_it_stands
from warehouse.results.provenance import KINDS, NAMES, QuestionKind

BY_ITSELF = "Kind of answer: automatic"


class KindChoice(Chip):
    """``chosen`` is a kind, or "" where the question's words are to tell."""

    def __init__(self) -> None:
        super().__init__(BY_ITSELF, checkable=True)
        self.chosen: QuestionKind | str = ""
        self.setToolTip("The program finds out what kind of answer is wanted; here you can say it")
        self.clicked.connect(self._offer)
        self.choose("")

    def choose(self, kind: QuestionKind | str) -> None:
        self.chosen = kind
        name = next((named.name for key, named in NAMES.items() if key == kind), "")
        self.set(f"Kind of answer: {name}" if name else BY_ITSELF)
        self.setAccessibleName(f"Kind of question: {name or 'found out by the program'}")
        self.setChecked(bool(name))

    def menu(self) -> QMenu:
        menu = kinds_menu(self, self.choose)
        first = menu.actions()[0]
        by_itself = menu.addAction("Automatic")
        by_itself.triggered.connect(partial(self.choose, ""))
        menu.insertAction(first, by_itself)
        return menu

    def _offer(self) -> None:
        self.setChecked(bool(self.chosen))
        pop_up(self.menu(), self.mapToGlobal(self.rect().bottomLeft()))


def kinds_menu(parent: QWidget, choose: Callable[[QuestionKind], None]) -> QMenu:
    """Every kind, with how it is answered as its tooltip."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    for kind in KINDS:
        action = menu.addAction(NAMES[kind].name)
        action.setToolTip(as_it_stands(NAMES[kind].about))
        action.triggered.connect(partial(choose, kind))
    return menu
