"""The first sight of Write: topic, length, method, wishes, and perhaps an answer to write from."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.pages.studies.start import StudyStart, Words
from desktop.pages.write.wishes import WishesForm
from desktop.theme import Theme
from desktop.widgets.basics import Button, Chip, ElidedLabel, row
from desktop.widgets.laid_out import holding
from desktop.widgets.menu_choice import MenuChoice
from desktop.widgets.number_field import NumberField
from warehouse.methods.registry import has_depth
from warehouse.records import StudyRow
from warehouse.settings import Settings
from warehouse.studies.conversation import asked
from warehouse.text import plural
from warehouse.writing.depth import DEPTHS, USUAL, deepened
from warehouse.writing.ways import FIRST, RETELL, WAYS

WORDS = Words(
    heading="Write from your library",
    name="Topic",
    hint="What should the article be about?",
    verb="Write",
    icon="square-pen",
    earlier="Articles",
)
PROMISE = (
    "An article from {}: an outline, sections, and for every sentence the words that prove it."
)
NO_DEPTH = "This method does not search in several rounds: there is no depth to choose."
ALONE = ("none", "One article, by one method.")
CHOICES = {name: (way.title, f"{way.sentence} {way.cost}") for name, way in WAYS.items()}
LENGTH_PX = 92
LEAST_WORDS, MOST_WORDS, STEP_WORDS = 150, 10_000, 100
LENGTHS = f"An article has at least {LEAST_WORDS:,} words, and at most {MOST_WORDS:,}."


class WriteStart(StudyStart):
    """``asked(topic, words)``.

    ``origin`` is the answer whose chain the next article is written from, None for a new search.
    """

    asked = Signal(str, int)

    def __init__(self, theme: Theme, settings: Settings) -> None:
        super().__init__(theme, WORDS)
        self.length = _length(settings.article_words)
        self.way = MenuChoice("Method", CHOICES, FIRST)
        self.other = MenuChoice("Also by", {"": ALONE, **CHOICES}, "")
        self.how_deep = MenuChoice("Depth", DEPTHS, USUAL)
        self.thoughts = Chip("Thoughts", checkable=True)
        self.thoughts.setToolTip("Use what earlier answers found out")
        self.outline_first = Chip("Outline first", checkable=True)
        self.outline_first.setToolTip("Stop when the outline is drafted: change it, then go on")
        self.outline_first.setChecked(settings.outline_first)
        self.wishes = WishesForm(settings)
        self.for_whom = Chip("Purpose and style", checkable=True)
        self.for_whom.setToolTip("What it is for, for whom, and how it should sound")
        self.for_whom.toggled.connect(self.wishes.setVisible)
        form = (self.length, self.way, self.other, self.how_deep)
        use = (self.within, self.thoughts, self.outline_first, self.for_whom)
        self.box.add_choices(*form, *use)
        self.for_whom.setChecked(any(self.wishes.wished.values()))
        self.wishes.setVisible(self.for_whom.isChecked())
        for choice in (self.way, self.other):
            choice.changed.connect(self._ways_changed)
        self.box.asked.connect(self._ask)
        self.own.addWidget(self.length.said)
        self.own.addWidget(self.wishes)
        self.own.addWidget(self._make_origin())
        self.write_from(None)

    def promise(self, documents: int) -> str:
        return PROMISE.format(plural(documents, "document") if documents else "your documents")

    @property
    def methods(self) -> tuple[str, ...]:
        """By which it is written, one after the other."""
        return tuple(filter(None, (self.way.chosen, self.other.chosen)))

    def wished(self) -> dict[str, object]:
        """Settings that are chosen for the next article."""
        chosen = {"thoughts": self.thoughts.isChecked(), **self.wishes.wished}
        if self._plans:
            chosen["outline_first"] = self.outline_first.isChecked()
        return chosen

    def deepened(self, settings: Settings) -> Settings:
        """As deep as is chosen for the next article."""
        return deepened(settings, self.how_deep.chosen if self.how_deep.isEnabled() else USUAL)

    @property
    def _plans(self) -> bool:
        """What is retold is told in the sources' order, for nobody in particular; its language can
        be chosen.
        """
        return any(method != RETELL.name for method in self.methods)

    def _ways_changed(self) -> None:
        """A method is not compared with itself."""
        if self.other.chosen == self.way.chosen:
            self.other.choose("")
        plans = self._plans
        self.how_deep.refuse("" if any(map(has_depth, self.methods)) else NO_DEPTH)
        self.outline_first.setEnabled(plans)
        self.wishes.let_plan(plans)

    def write_from(self, answer: StudyRow | None) -> None:
        """Say whose chain is used; with None the library is explored anew."""
        self.origin = answer
        self._origin_line.setVisible(answer is not None)
        if answer is not None:
            self._origin_words.say(f"From the evidence of “{asked(answer)}”")
            self.box.set_text(asked(answer))

    def _make_origin(self) -> QWidget:
        self._origin_words = ElidedLabel("quiet")
        anew = Button(self._theme, "Search anew", kind="link")
        anew.setToolTip("Leave the answer aside and explore the library for this article")
        anew.clicked.connect(partial(self.write_from, None))
        self._origin_line = holding(row((self._origin_words, 1), anew))
        return self._origin_line

    def _ask(self, topic: str) -> None:
        if self.length.can_be():
            self.asked.emit(topic, self.length.value())


def _length(words: int) -> NumberField:
    field = NumberField(LEAST_WORDS, MOST_WORDS, LENGTHS, STEP_WORDS)
    field.setSuffix(" words")
    field.setProperty("kind", "chip")
    field.setFixedWidth(LENGTH_PX)
    field.setValue(words)
    field.setAccessibleName("Length of the article in words")
    return field
