"""How an answer was found, under its text: what it was taken for, what was done, and the lists.

A list unfolds under its name; a document in it leads to the library, a number to its evidence.
Where the question was taken for the wrong kind, another one is a click away.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, discard, label, pop_up, row
from desktop.widgets.experts import Experts
from desktop.widgets.flow import FlowLayout
from desktop.widgets.kindchoice import kinds_menu
from desktop.widgets.tips import as_it_stands
from warehouse.render import line
from warehouse.results.provenance import NAMES, Item, QuestionKind, Roll
from warehouse.results.records import Answer
from warehouse.studies.report import how_found
from warehouse.text import plural

LEFT_OUT = (
    "Documents, passages, searches and sentences that were not used, or only in part, each with "
    "the reason; one document may stand there for several reasons"
)
SHOWN = 100
_DOCUMENT, _NUMBER = "document:", "number:"


class HowFoundView(QWidget):
    """``kind_wanted(kind)``: ask the same as another kind; ``document_wanted(id)`` and
    ``number_wanted(number)``: a line of a list was followed; ``losses_wanted``: the loss ledger.
    Hidden until there is something.
    """

    kind_wanted = Signal(str)
    document_wanted = Signal(str)
    number_wanted = Signal(int)
    losses_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rolls: list[RollView] = []
        self._about = label("", "quiet", wrap=True)
        self._covered = label("", "quiet", wrap=True)
        self.other = Button(theme, "Ask as another kind", kind="link")
        self.other.setToolTip("Where the question was taken for the wrong thing")
        self.other.clicked.connect(self._offer)
        self.second = Button(theme, "", kind="link")
        self.second.setToolTip("The other thing that the question may want")
        self.second.setAccessibleName("Ask as the other thing that the question may want")
        self.second.clicked.connect(self._take_second)
        self._second: QuestionKind | None = None
        self.left_out = Button(theme, "See what was left out", kind="link")
        self.left_out.setToolTip(as_it_stands(LEFT_OUT))
        self.left_out.clicked.connect(self.losses_wanted)
        self._rolls = column_of(spacing_px=4)
        inside = column_of(
            label("How it was found", "section"),
            self._about,
            self._covered,
            into=self,
            margins_px=(12, 16, 12, 4),
            spacing_px=4,
        )
        links = FlowLayout(gap_px=12)
        for link in (self.left_out, self.second, self.other):
            links.addWidget(link)
        inside.addLayout(links)
        inside.addLayout(self._rolls)
        self.experts = Experts(theme)
        inside.addWidget(self.experts)
        self.setAccessibleName("How it was found")
        self.hide()

    def tell(self, answer: Answer | None) -> None:
        for view in self.rolls:
            self._rolls.removeWidget(view)
            discard(view)
        self.rolls = []
        said = how_found.lines(answer) if answer is not None else ()
        self.setVisible(bool(said))
        if answer is None:
            return
        self.other.setVisible(answer.way is not None)
        self._second = how_found.other(answer)
        self.second.setVisible(self._second is not None)
        if self._second is not None:
            self.second.set(f"Ask as: {NAMES[self._second].name}")
        self._about.setText("\n".join(said))
        covered = (how_found.sure(answer.claims), how_found.covered(answer))
        self._covered.setText("\n".join(filter(None, covered)))
        self.experts.tell(how_found.for_experts(answer))
        self.tell_left_out(0)
        for number, roll in enumerate(how_found.rolls(answer), start=1):
            view = RollView(self._theme, number, roll)
            view.followed.connect(self._follow)
            self._rolls.addWidget(view)
            self.rolls.append(view)

    def tell_left_out(self, many: int) -> None:
        """How many entries the loss ledger has."""
        self.left_out.set(f"See what was left out ({plural(many, 'entry', 'entries')})")
        self.left_out.setVisible(many > 0)

    def unfold(self, name: str) -> None:
        """The list of that name, and the keys to it; without one to all that was left out."""
        view = next((roll for roll in self.rolls if roll.name == name), None)
        if view is not None:
            view.open()
        elif not self.isHidden():
            (self.left_out if self.left_out.isVisibleTo(self) else self.other).setFocus()

    @property
    def said(self) -> str:
        return "" if self.isHidden() else f"{self._about.text()}\n{self._covered.text()}"

    def _offer(self) -> None:
        menu = kinds_menu(self.other, self.kind_wanted.emit)
        pop_up(menu, self.other.mapToGlobal(self.other.rect().bottomLeft()))

    def _take_second(self) -> None:
        if self._second is not None:
            self.kind_wanted.emit(self._second)

    def _follow(self, where: str) -> None:
        if where.startswith(_DOCUMENT):
            self.document_wanted.emit(where.removeprefix(_DOCUMENT))
        elif where.startswith(_NUMBER):
            self.number_wanted.emit(int(where.removeprefix(_NUMBER)))


class RollView(QWidget):
    """One list, folded: its name and length, and on request its lines, ``SHOWN`` more at a time."""

    followed = Signal(str)

    def __init__(self, theme: Theme, number: int, roll: Roll) -> None:
        super().__init__()
        self._theme, self._roll, self._shown = theme, roll, 0
        self.button = Button(theme, how_found.heading(number, roll), kind="link")
        self.button.clicked.connect(self._toggle)
        self._lines = label("", "quiet", wrap=True)
        self._lines.setTextFormat(Qt.TextFormat.RichText)
        self._lines.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self._lines.linkActivated.connect(self.followed)
        self._more = Button(theme, "", kind="link")
        self._more.clicked.connect(self._unfold)
        column_of(row(self.button, 1), self._lines, row(self._more, 1), into=self, spacing_px=2)
        theme.changed.connect(self._draw)
        self._draw()

    @property
    def said(self) -> str:
        return self._lines.accessibleName()

    @property
    def name(self) -> str:
        return self._roll.name

    def open(self) -> None:
        """Unfolded, in sight, with the keys."""
        self._shown = self._shown or SHOWN
        self._draw()
        self.button.setFocus(Qt.FocusReason.ShortcutFocusReason)
        QTimer.singleShot(0, self, self._come_into_sight)

    def _come_into_sight(self) -> None:
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if around is not None:
            around.ensureWidgetVisible(self, 0, 40)
            around.ensureWidgetVisible(self.button, 0, 40)

    def _toggle(self) -> None:
        self._shown = 0 if self._shown else SHOWN
        self._draw()

    def _unfold(self) -> None:
        self._shown += SHOWN
        self._draw()

    def _draw(self) -> None:
        items = self._roll.items[: self._shown]
        colour = self._theme.tokens.accent
        self._lines.setText("<br>".join(_line(item, colour) for item in items))
        self._lines.setAccessibleName("\n".join(how_found.told(item) for item in items))
        self._lines.setVisible(bool(items))
        left = len(self._roll.items) - self._shown
        self._more.set(f"{min(SHOWN, left):,} more")
        self._more.setVisible(self._shown > 0 and left > 0)


def _line(item: Item, colour: str) -> str:
    """Text of documents means nothing to the label; the only links are our own two."""
    name = line(" ".join(item.name.split()))
    if item.document and item.document.isalnum():
        name = _link(f"{_DOCUMENT}{item.document}", name, colour)
    note = f" ({line(' '.join(item.note.split()))})" if item.note else ""
    marks = " ".join(_link(f"{_NUMBER}{n}", f"[{n}]", colour) for n in item.numbers)
    return f"{name}{note} {marks}".rstrip()


def _link(target: str, words: str, colour: str) -> str:
    return f'<a href="{target}" style="color:{colour}; text-decoration:none">{words}</a>'
