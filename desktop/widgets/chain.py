"""The steps of the search as they grow: one entry each, with counts that mean something.

Entries are updated in place, so that nothing flickers and figures do not jump. Below them stands
what the user steered, and what the whole study read, used and left out, with the loss ledger on
request. What the user asks of any of them leaves here as an ``Act``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from desktop.acts import PICTURE_KEY, key_words
from desktop.theme import Theme
from desktop.widgets.basics import Button, IconButton, column_of, label, row
from desktop.widgets.experts import Experts
from desktop.widgets.intententry import INDENT_PX, IntentEntry, count, doing, dotted, roomy
from desktop.widgets.lossview import LossView
from desktop.widgets.study_steering import StudySteering
from desktop.widgets.time_left import in_words
from indexers.records import Loss
from warehouse.results.records import Answer, Article, Claim, Coverage, Node, Research
from warehouse.run import Step
from warehouse.steering import Kind
from warehouse.structures.graph import NAMES, OTHER_NAME
from warehouse.studies.report import fell_back, how_found, steps
from warehouse.studies.report.ledger import entries, read_of
from warehouse.text import plural

LISTED = 60
DEEPER_PX = 14


class ChainView(QWidget):
    """Chain, account and losses in one column, at home in a scroll area. ``steered(Act)``,
    ``allowed(kinds)``: what can be steered from now on.

    ``picture`` switches to the structure as a picture, and back. ``LISTED`` of its nodes at most
    are listed.
    """

    steered = Signal(object)
    allowed = Signal(object)

    def __init__(self, theme: Theme, of_sections: bool = False) -> None:
        """``of_sections``: the intents are sections of an article."""
        super().__init__()
        self._theme, self._of_sections = theme, of_sections
        self.entries: list[IntentEntry] = []
        self._spare: list[IntentEntry] = []
        self._kinds: Collection[Kind] = ()
        self.setAccessibleName("Steps of the search")
        self._column = column_of(into=self, margins_px=(20, 20, 16, 20), spacing_px=0)
        self.title = label("Steps of the search", "quiet", wrap=True)
        about = f"Show as a picture ({key_words(PICTURE_KEY)})"
        self.picture = IconButton(theme, "network", about, small=True)
        self.picture.setCheckable(True)
        self._column.addLayout(row((self.title, 1), self.picture, spacing_px=4))
        self._column.addSpacing(12)
        self._entry_box = column_of(spacing_px=0)
        self._column.addLayout(self._entry_box)
        self._rest = Button(theme, "More in the picture", kind="link")
        self._rest.clicked.connect(self.picture.click)
        self._column.addWidget(self._rest)
        self._waiting = label("", "quiet", wrap=True)
        self._waiting.setContentsMargins(INDENT_PX, 0, 0, 10)
        self._column.addWidget(self._waiting)
        self.wishes = StudySteering(theme)
        self.wishes.steered.connect(self.steered)
        self._column.addWidget(self.wishes)
        self._column.addSpacing(6)
        self._account = label("", "quiet", wrap=True)
        self._column.addWidget(self._account)
        self._see = Button(theme, "see list", kind="link")
        self._see.setAccessibleName("See what was left out")
        self._see.clicked.connect(self._toggle_losses)
        self._left_out = label("", "quiet")
        left_out = row(self._left_out, self._see, 1, spacing_px=4)
        self._column.addLayout(left_out)
        self.ledger = LossView(theme)
        self.ledger.steered.connect(self.steered)
        self._column.addWidget(self.ledger)
        self.experts = Experts(theme)
        self._column.addWidget(self.experts)
        self._column.addStretch(1)
        self.clear()

    def set_margins(self, left: int, top: int, right: int, bottom: int) -> None:
        self._column.setContentsMargins(left, top, right, bottom)

    def clear(self) -> None:
        self._is_finished = False
        self._show_structure(Research(""))
        self.wishes.clear()
        self.let_steer(())
        self.experts.tell(())
        for words in (self._account, self._left_out, self._waiting):
            self._say(words, "")
        self.ledger.hide()
        self._see.set("see list")
        self._tell_losses((), ())

    def let_steer(self, kinds: Collection[Kind]) -> None:
        """What can be changed of the study in front; nothing where there is none."""
        self._kinds = kinds
        self.wishes.let(kinds)
        self.allowed.emit(kinds)
        for entry in self.entries:
            entry.let_steer(kinds)

    def show_losses(self) -> None:
        """The list of what was left out, unfolded."""
        if self.ledger.isHidden():
            self._toggle_losses()
        self.ledger.rows.setFocus()

    def tell(self, chain: Research) -> None:
        """A snapshot while it grows, or the chain of a finished study."""
        self._show_structure(chain)
        self.wishes.tell(chain.acts)
        self._tell_losses(chain.losses, ())
        if not self._is_finished:
            self._say(self._account, growing_account(chain))

    def tell_step(self, step: Step, left_s: float | None) -> None:
        """What is being done now; before the first intent it stands alone."""
        open_entries = [entry for entry in self.entries if entry.busy]
        if open_entries:
            self._waiting.hide()
            open_entries[-1].tell_step(step, left_s)
        else:
            self._say(self._waiting, dotted(doing(step), in_words(left_s)))

    def rest(self) -> None:
        self._waiting.hide()
        for entry in self.entries:
            entry.rest()

    def tell_result(self, result: Answer | Article) -> None:
        self.tell(result.research)
        claims = [entry.claim for entry in entries(result)]
        self._tell_losses(result.research.losses, claims, result.method)
        self.rest()
        self._is_finished = True
        self._say(self._account, "\n".join(accounted(result)))
        is_told = isinstance(result, Answer) and bool(how_found.lines(result))  # under the answer
        self.experts.tell(() if is_told else how_found.for_experts(result))

    def _show_structure(self, chain: Research) -> None:
        """Its nodes, a parent before its children, as far as a list is of use."""
        placed = list(islice(_with_depth(chain.structure.nodes), LISTED))
        while len(self.entries) > len(placed):
            self._put_aside(self.entries.pop())
        for at, (depth, node) in enumerate(placed):
            if at == len(self.entries):
                self._add_entry()
            entry = self.entries[at]
            entry.tell(node, steps.new_in(node.title, chain.task, self._of_sections))
            entry.setContentsMargins(DEEPER_PX * depth, 0, 0, 0)
        self.title.setText(NAMES.get(chain.structure.kind, OTHER_NAME))
        more = len(chain.nodes) - len(placed)
        self._rest.set(f"{more:,} more in the picture")
        self._rest.setVisible(more > 0)

    def _add_entry(self) -> None:
        """One that was put aside, or a new one: to make it takes longer than to fill it."""
        if self._spare:
            entry = self._spare.pop()
            entry.show()
        else:
            entry = IntentEntry(self._theme, self._of_sections)
            entry.steer.steered.connect(self.steered)
            self._entry_box.addWidget(entry)
        entry.let_steer(self._kinds)
        self.entries.append(entry)

    def _put_aside(self, entry: IntentEntry) -> None:
        """Kept for the next study; the last one first, so that their order stays."""
        entry.rest()
        entry.steer.hide()
        entry.hide()
        self._spare.append(entry)

    def _tell_losses(
        self, losses: Sequence[Loss], claims: Sequence[Claim], method: str = ""
    ) -> None:
        self.ledger.tell(losses, claims, method)
        count = len(self.ledger.dropped)
        counted = plural(count, "entry", "entries")
        self._say(self._left_out, f"Left out: {counted} ·" if count else "")
        self._see.setVisible(bool(count))

    def _toggle_losses(self) -> None:
        self.ledger.setVisible(self.ledger.isHidden())
        self._see.set("see list" if self.ledger.isHidden() else "hide list")

    def _say(self, words: QLabel, text: str) -> None:
        roomy(words, text)
        words.setVisible(bool(text))


def _with_depth(nodes: Sequence[Node], depth: int = 0) -> Iterator[tuple[int, Node]]:
    for node in nodes:
        yield depth, node
        yield from _with_depth(node.children, depth + 1)


def growing_account(chain: Research) -> str:
    read = len(chain.read) or sum(intent.read for intent in chain.nodes)
    kept = len(chain.evidence)
    return dotted(
        count(read, "document read", "documents read"),
        count(kept, "sentence kept", "sentences kept"),
        count(len(chain.recollections), "thought", "thoughts"),
    )


def accounted(result: Answer | Article) -> list[str]:
    """What was read, of an answer without passages what was looked at in their place; and what of
    an article was not proven as it was drafted.
    """
    way = result.way if isinstance(result, Answer) else None
    if way is not None and way.route.kind in ("library", "chat"):
        return [how_found.covered(result)]
    thoughts = len(result.research.recollections)
    fallen = fell_back.lines(result) if isinstance(result, Article) else ()
    return [*account(result.coverage, thoughts), *fallen]


def account(cover: Coverage, thoughts: int = 0) -> list[str]:
    """Read 12 of 48 documents; unreadable; passages used, said even when there are none."""
    lines = [read_of(cover)]
    if cover.unreadable:
        lines.append(f"{cover.unreadable:,} could not be read")
    lines.append(f"{plural(cover.passages_used, 'passage')} used")
    if thoughts:
        lines.append(f"{plural(thoughts, 'thought')} used")
    return lines
