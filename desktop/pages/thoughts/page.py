"""Thoughts: what earlier answers found out, and the words each of them rests on.

In the middle the list and the one that is chosen, at the right the page with its words lit. The
switch in the title says whether new answers keep and use thoughts; nothing is kept without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.house import House
from desktop.newest import Newest
from desktop.pages.thoughts.card import ThoughtCard
from desktop.pages.thoughts.rows import Shown, ThoughtList
from desktop.widgets.basics import Button, Chip, column_of, label, row
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.studylist import page_of
from warehouse.documents.thoughts import Memory
from warehouse.library import Library
from warehouse.records import Root, StudyRow, Thought
from warehouse.text import plural, shortened

WIDEST_PX = 760
NEWS_MS = 400
NAME = "thoughts.md"
FORMS = ("Markdown (*.md)", "JSON (*.json)")
ABOUT = (
    "A thought is one point that an answer found out, with the words of your documents it rests "
    "on. Later answers read it beside your documents, and cite those same words."
)
OFF = (
    "There are no thoughts, and none are kept. Switch them on, and each answer that is proven "
    "leaves here what it found out."
)
ON = "There are no thoughts yet. The next answer that is proven leaves the first one here."
NONE_FOUND = "No thought has these words. Fewer words find more."


class ThoughtsPage(QWidget):
    side_full = True

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._chosen = ""
        self._found: Sequence[Shown] = ()
        self._title, self._count = label("Thoughts", "title"), label("", "quiet")
        self.switch = Chip("Keep and use thoughts", checkable=True)
        self.switch.setToolTip("New answers keep what they found out, and use what is kept")
        self.export = Button(house.theme, "Export", "download")
        self.export.setToolTip("All thoughts with the words they rest on, as a text file")
        self.list, self.card = ThoughtList(house.theme), ThoughtCard(house.theme)
        self.pane = EvidencePane(house)
        find = "Find a thought by its words"
        self.words = QLineEdit(placeholderText=find, clearButtonEnabled=True)
        self.words.setAccessibleName(find)
        self._empty = label(OFF, "reading", wrap=True)
        self.begin = Button(house.theme, "Keep thoughts from now on", "lightbulb", "primary")
        self.ask = Button(house.theme, "Ask a question", "message-circle-question-mark")
        self._filler = QWidget()
        self._looks = Newest(house.jobs, self)
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._news.timeout.connect(self._look)
        self._lay_out()
        self._connect()
        self.switch.setChecked(house.settings.thoughts)
        self._show(())

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        return [self._title, self._count], [self.export, self.switch]

    def side_widget(self) -> QWidget:
        return self.pane

    def accept(self, wish: object) -> None:
        """The id of a thought to show."""
        if isinstance(wish, str) and wish:
            self._choose_earlier(wish)

    def focus_place(self) -> QWidget:
        """The words to find one by; without thoughts the switch that begins to keep them."""
        return self.words if self.words.isVisibleTo(self) else self.switch

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._chosen:
            self._house.offer_side("thoughts")
        else:
            self._house.show_side(False)
        self._look()

    # The list

    def _look(self) -> None:
        if (library := self._house.library) is not None and self.isVisible():
            words = self.words.text()
            self._looks.ask(partial(_all, library, words), self._show, words)

    def _changed(self) -> None:
        """Many times a second while documents come in: looked at once for many."""
        if not self._news.isActive():
            self._news.start()

    def _show(self, found: Sequence[Shown]) -> None:
        sought = bool(self.words.text().strip())
        self._found = found
        self.list.rows.show(found)
        self._count.setText(plural(len(found), "thought") if found else "")
        self.list.setVisible(bool(found))
        self.words.setVisible(bool(found) or sought)
        self.export.setEnabled(bool(found) or sought)
        self._tell_empty(found, sought)
        self._filler.setVisible(not found)
        self.card.tell(next((shown for shown in found if shown.thought.id == self._chosen), None))

    def _tell_empty(self, found: Sequence[Shown], sought: bool) -> None:
        """Why nothing is there, and what to do about it."""
        kept = self._house.settings.thoughts
        self._empty.setText(NONE_FOUND if sought else ON if kept else OFF)
        self._empty.setVisible(not found)
        self.begin.setVisible(not found and not sought and not kept)
        self.ask.setVisible(not found and not sought)

    def _choose(self, shown: Shown) -> None:
        self.card.tell(shown)  # what was typed in the one before is still that one's
        self._chosen = shown.thought.id
        if shown.standing:
            self._show_root(shown.standing[0])
        else:
            self.pane.clear()

    def _choose_earlier(self, thought: str) -> None:
        """One that another was made with; what is sought gives way to it."""
        if self.words.text():
            self.words.clear()
        if (library := self._house.library) is not None:
            self._house.jobs.fetch(partial(_all, library), partial(self._lead_to, thought))

    def _lead_to(self, thought: str, found: Sequence[Shown]) -> None:
        self._show(found)
        places = [at for at, shown in enumerate(found) if shown.thought.id == thought]
        if places:
            self.list.setCurrentIndex(self.list.rows.index(places[0]))

    def _open_answer(self) -> None:
        if (library := self._house.library) is not None and self._chosen:
            self._house.jobs.fetch(partial(_answer, library, self._chosen), self._visit)

    def _visit(self, study: StudyRow | None) -> None:
        if study is not None:
            self._house.visit(page_of(study), study)

    def _show_root(self, root: Root) -> None:
        self._house.show_side(True)
        self.pane.show_place(root.place, "A thought rests on these words")

    # What is done with one

    def _edit(self, text: str) -> None:
        self._do(lambda memory, one: memory.edit(one, text))

    def _pin(self, pinned: bool) -> None:
        self._do(lambda memory, one: memory.pin(one, pinned))

    def _confirm(self) -> None:
        self._do(lambda memory, one: memory.confirm(one))

    def _forget(self) -> None:
        """Gone at once, with what it rests on; it can be taken back for a while."""
        chosen = next(
            (shown.thought for shown in self._found if shown.thought.id == self._chosen), None
        )
        if chosen is None:
            return
        self._house.show_side(False)
        again = partial(self._do_to, chosen.id, lambda memory, one: memory.forget(one))
        again()
        said = f"Forgot “{shortened(chosen.text, 60)}”"
        self._house.undo.did(said, partial(self._take_back, chosen), again)

    def _take_back(self, thought: Thought) -> None:
        if (library := self._house.library) is not None:
            self._house.jobs.keep(partial(_kept_again, library, thought), self._done)

    def _do(self, change: Callable[[Memory, Thought], object]) -> None:
        if self._chosen:
            self._do_to(self._chosen, change)

    def _do_to(self, thought: str, change: Callable[[Memory, Thought], object]) -> None:
        if (library := self._house.library) is not None:
            self._house.jobs.keep(partial(_changed, library, thought, change), self._done)

    def _done(self, nothing: object) -> None:
        self._look()

    def _ask_file(self) -> None:
        self._house.chosen.ask_new_file(
            self, "Export the thoughts", "export", self.export_to, NAME, ";;".join(FORMS)
        )

    def export_to(self, path: str) -> None:
        """Write all of them; the ending says in which form."""
        if (library := self._house.library) is not None:
            self._house.jobs.fetch(partial(_export, library, Path(path)), self._exported)

    def _exported(self, path: Path) -> None:
        self._house.notices.say(f"Exported to {path}.")

    def _switch(self, wanted: bool) -> None:
        if wanted != self._house.settings.thoughts:
            self._house.change(thoughts=wanted)

    # Making

    def _connect(self) -> None:
        house, card = self._house, self.card
        house.opened.connect(self._look)
        house.documents_changed.connect(self._changed)
        house.settings_changed.connect(self._settled)
        self.list.chosen.connect(self._choose)
        card.edited.connect(self._edit)
        card.pinned.connect(self._pin)
        card.confirmed.connect(self._confirm)
        card.forgotten.connect(self._forget)
        card.looked_at.connect(self._show_root)
        card.wanted.connect(self._choose_earlier)
        card.answer_wanted.connect(self._open_answer)
        self.words.textChanged.connect(self._changed)
        self.switch.toggled.connect(self._switch)
        self.export.clicked.connect(self._ask_file)
        self.begin.clicked.connect(self._begin)
        self.ask.clicked.connect(partial(house.visit, "ask", ""))
        self.pane.left.connect(partial(house.put_side_away, "thoughts"))

    def _settled(self) -> None:
        self.switch.setChecked(self._house.settings.thoughts)
        self._tell_empty(self._found, bool(self.words.text().strip()))

    def _begin(self) -> None:
        self.switch.setChecked(True)
        self.ask.setFocus()

    def _lay_out(self) -> None:
        middle = QWidget()
        middle.setMaximumWidth(WIDEST_PX)
        column_of(
            label(ABOUT, "quiet", wrap=True),
            self.words,
            self._empty,
            row(self.begin, self.ask, 1),
            (self.list, 1),
            (self._filler, 1),
            self.card,
            into=middle,
            margins_px=(28, 24, 28, 20),
            spacing_px=10,
        )
        column_of(row(1, (middle, 20), 1), into=self)


def _all(library: Library, words: str = "") -> list[Shown]:
    """In a worker."""
    memory = Memory(library)
    by_id = {thought.id: thought for thought in memory.all()}
    return [
        Shown(
            thought,
            memory.stale(thought),
            tuple(memory.standing(thought)),
            tuple(by_id[id] for id in thought.used if id in by_id),
            library.catalog.study(thought.study) is not None,
        )
        for thought in memory.about(words)
    ]


def _answer(library: Library, thought: str) -> StudyRow | None:
    """In a worker."""
    return library.catalog.study(Memory(library).find(thought).study)


def _export(library: Library, file: Path) -> Path:
    """In a worker."""
    from warehouse.studies.exporting import export_thoughts

    return export_thoughts.save(Memory(library), file)


def _kept_again(library: Library, thought: Thought) -> None:
    """In a worker: one that was forgotten, as it was."""
    Memory(library).pin(thought, thought.pinned)  # writes it whole


def _changed(library: Library, thought: str, change: Callable[[Memory, Thought], object]) -> None:
    """In a worker."""
    memory = Memory(library)
    change(memory, memory.find(thought))
