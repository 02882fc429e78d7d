"""The middle of Write: the article as it grows, exceptions marked with why; or its claim ledger."""

from __future__ import annotations

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.study_halt import StudyHalt
from desktop.widgets.basics import label
from desktop.widgets.claimtable import ClaimTable
from desktop.widgets.flush import Flush
from desktop.widgets.prose import ProseView
from warehouse import ledger
from warehouse.render import line, prose
from warehouse.research.records import Article, Block, Claim, Draft

Shown = tuple[Article, bool]


class ArticleView(QWidget):
    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._article: Article | None = None
        self._drafts: dict[str, str] = {}
        self._known: dict[Block, tuple[int, frozenset[int], str]] = {}
        self._flush: Flush[Shown] = Flush(self._draw, self)
        self.text = ProseView(house.theme, "Article")
        self.text.chosen.connect(self.reveal)
        self.ledger = ClaimTable(house.theme)
        self._build()
        self.clear()

    def clear(self, waiting: str = "") -> None:
        self._flush.drop()
        self._article, self._drafts, self._known = None, {}, {}
        self._title.setText("")
        self._facts.setText("")
        self.text.choose(-1)
        self.text.show_prose("")
        self.ledger.tell(())
        self.say(waiting)
        self.halt.hide()
        self.show_ledger(False)

    def tell_draft(self, draft: Draft) -> None:
        """A section while it is written."""
        self._drafts[draft.where] = draft.text
        if self._article is not None:
            self._flush.put((self._article, False))

    def tell_article(self, article: Article, final: bool) -> None:
        """What there is of it; ``final`` when every claim has been checked."""
        self._article = article
        if final:
            self._flush.drop()
            self._drafts = {}
            self._draw((article, True))
            self.ledger.tell(ledger.entries(article))
            self.say("")
        else:
            self._flush.put((article, False))

    def tell_trouble(self, notice: Notice) -> None:
        self.say("")
        self.halt.tell_trouble(notice)

    def tell_stopped(self) -> None:
        self.say("")
        self.halt.tell_stopped("What was written is kept.")

    def say(self, words: str) -> None:
        self._waiting.setText(words)
        self._waiting.setVisible(bool(words))

    def show_ledger(self, wanted: bool) -> None:
        self._stack.setCurrentIndex(1 if wanted else 0)

    def show_heading(self, ordinal: int) -> None:
        """Bring the n-th heading to the top."""
        self.show_ledger(False)
        inner = self._scroll.widget()
        assert inner is not None
        top = self.text.mapTo(inner, self.text.rect().topLeft()).y()
        bar = self._scroll.verticalScrollBar()
        bar.setValue(round(top + self.text.heading_y(ordinal)) - 12)

    def reveal(self, number: int) -> None:
        """Scroll to a claim."""
        place, inner = self.text.place_of(number), self._scroll.widget()
        if place is not None and inner is not None:
            top = self.text.mapTo(inner, place.topLeft().toPoint())
            self._scroll.ensureVisible(top.x(), top.y() + round(place.height() / 2), 20, 90)

    def _draw(self, shown: Shown) -> None:
        article, final = shown
        at_end = self._is_at_end()
        blocks = [self._with_draft(block) for block in ledger.blocks(article)]
        claims: list[Claim] = []
        pieces: list[str] = []
        numbers = frozenset(item.number for item in article.chain.evidence)
        for block in blocks:
            pieces.append(self._block_html(block, len(claims), numbers))
            claims += block.claims
        self._title.setText(article.title)
        whole = structs.replace(article, lead=blocks[0], blocks=tuple(blocks[1:]))
        self._facts.setText(f"{'' if final else 'Draft · '}{ledger.facts(whole)}")
        self.text.show_prose("".join(pieces), claims, notes=final)
        if at_end and not final:
            self._scroll.verticalScrollBar().setValue(self._scroll.verticalScrollBar().maximum())

    def _with_draft(self, block: Block) -> Block:
        if block.text or block.failed or block.title not in self._drafts:
            return block
        return structs.replace(block, text=self._drafts[block.title])

    def _block_html(self, block: Block, first: int, numbers: frozenset[int]) -> str:
        known = self._known.get(block)
        if known is None or known[:2] != (first, numbers):
            known = (first, numbers, block_html(block, first, numbers))
            self._known[block] = known
        return known[2]

    def _is_at_end(self) -> bool:
        bar = self._scroll.verticalScrollBar()
        return 0 < bar.maximum() <= bar.value() + 30

    def _build(self) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(22, 28, 22, 40)
        column.setSpacing(0)
        self._title = label("", "page", wrap=True)
        self._facts = label("", "quiet", wrap=True)
        self._waiting = label("", "quiet", wrap=True)
        for words in (self._title, self._facts, self._waiting):
            words.setContentsMargins(12, 0, 12, 6)
            words.setMaximumWidth(self.text.maximumWidth())
            column.addWidget(words)
        column.addSpacing(10)
        column.addWidget(self.text)
        self.halt = StudyHalt(self._house.theme)
        column.addWidget(self.halt)
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidget(inner)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName("Article")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._scroll)
        self._stack.addWidget(self.ledger)


def block_html(block: Block, first: int, numbers: frozenset[int]) -> str:
    """One section for the window, heading and all."""
    level = 2 if block.level <= 2 else 3
    head = f"<h{level}>{line(block.title)}</h{level}>" if block.title else ""
    lost = (
        f'<p class="quiet">This section was not written: {line(block.failed)}</p>'
        if block.failed
        else ""
    )
    return head + lost + prose(block.text, block.claims, numbers, first=first)
