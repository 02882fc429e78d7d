"""The first sight of Ask: a question, a method, three questions to begin with."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal

from desktop.pages.studies.start import Shelf, StudyStart, Words
from desktop.theme import Theme
from desktop.widgets.basics import Button, Chip, discard, label
from desktop.widgets.elided import ElidedButton
from desktop.widgets.kindchoice import KindChoice
from desktop.widgets.menu_choice import MenuChoice
from warehouse.methods.registry import FIRST, METHODS
from warehouse.text import plural

WORDS = Words(
    heading="Ask your library",
    name="Question",
    hint="What do you want to know?",
    verb="Ask",
    icon="message-circle-question-mark",
    earlier="Earlier questions",
)
PROMISE = (
    "Every sentence of an answer shows where it comes from; what is not in your documents is not "
    "answered."
)
CHOICES = {
    **{
        name: (method.title, f"{method.sentence} {method.cost}") for name, method in METHODS.items()
    },
    "check": (
        "Check a text",
        "Paste a text: each sentence is looked for in your documents. Nothing is written.",
    ),
}


class AskStart(StudyStart):
    """``asked(question, method, kind)``; the kind is empty where it is to be found out."""

    asked = Signal(str, str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, WORDS)
        self.examples: Sequence[Button] = ()
        self._suggested = label("Your documents may answer", "section")
        self._suggested.hide()
        self.late.addWidget(self._suggested)
        self.method = MenuChoice("Method", CHOICES, FIRST)
        self.kind = KindChoice()
        self.method.changed.connect(self._method_changed)
        self.thoughts = Chip("Thoughts", checkable=True)
        self.thoughts.setToolTip("Use what earlier answers found out, and keep what this one finds")
        self.thorough = Chip("Thorough", checkable=True)
        self.thorough.setToolTip(
            "Plan in steps, answer each, and weigh several answers: several times as long"
        )
        manner = (self.method, self.kind)
        self.box.add_choices(*manner, self.within, self.thoughts, self.thorough)
        self.box.asked.connect(self._ask)
        self.own.addWidget(label("Enter asks, Shift+Enter begins a new line.", "small"))

    def promise(self, documents: int) -> str:
        return f"{plural(documents, 'document')} to read. {PROMISE}" if documents else PROMISE

    def tell_library(self, shelf: Shelf) -> None:
        super().tell_library(shelf)
        if [button.word for button in self.examples] == list(shelf.questions):
            return
        for button in self.examples:
            self.late.removeWidget(button)
            discard(button)
        self.examples = [self._example(question) for question in shelf.questions]
        self._suggested.setVisible(bool(self.examples))

    def _example(self, question: str) -> Button:
        button = ElidedButton(self._theme, question, "lightbulb", kind="quiet")
        button.clicked.connect(partial(self._ask_example, question))
        self.late.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return button

    def _ask_example(self, question: str) -> None:
        self.box.set_text(question)
        self._ask(question)

    def _ask(self, question: str) -> None:
        method = self.method.chosen
        self.asked.emit(question, method, self.kind.chosen if _has_kinds(method) else "")

    def _method_changed(self, method: str) -> None:
        self.kind.setVisible(_has_kinds(method))
        self.thorough.setVisible(_has_kinds(method))


def _has_kinds(method: str) -> bool:
    """Whether questions of different kinds are answered in different ways."""
    return method in METHODS and METHODS[method].weighed
