"""The middle of Write: the article as it grows, exceptions marked with why."""

from __future__ import annotations

from msgspec import structs
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.studies.text import StudyText
from desktop.pages.write.living import LivingView
from desktop.widgets.basics import Button, label, row
from desktop.widgets.flush import Flush
from warehouse.render import line, prose
from warehouse.results.records import Article, Block, Claim, Draft
from warehouse.studies.report import ledger

Shown = tuple[Article, bool]
ABOVE_HEADING_PX = 12


class ArticleView(StudyText):
    """``anyway_wanted``: an article although the library seems to be about something else."""

    anyway_wanted = Signal()
    kept = "What was written is kept."

    def __init__(self, house: House) -> None:
        super().__init__(house, "Article", follows=False)
        self._article: Article | None = None
        self._only_proven = False
        self._drafts: dict[str, str] = {}
        self._known: dict[Block, tuple[int, frozenset[int], str]] = {}
        self._flush: Flush[Shown] = Flush(self._draw, self)
        self._title = self._head(label("", "page", wrap=True))
        self._facts = self._head(label("", "quiet", wrap=True))
        self._head(self._waiting)
        self.anyway = Button(house.theme, "Write from what was found")
        self.anyway.setToolTip("Write again, even if the documents are about something else")
        self.anyway.clicked.connect(self.anyway_wanted)
        self.living = LivingView(house)
        head = (self._title, self._facts, self._waiting, self.clock, self.living)
        self._offer = QWidget()
        self._offer.setLayout(row(self.anyway, 1))
        self._offer.setContentsMargins(12, 8, 12, 8)
        rest = (self.halt, self.found, self._offer, self.sides, self.changes)
        self._put(*head, 10, self.text, *rest, top_px=28)
        self.clear()

    def clear(self, waiting: str = "") -> None:
        super().clear(waiting)
        self._flush.drop()
        self._article, self._drafts, self._known = None, {}, {}
        self._title.setText("")
        self._facts.setText("")
        self._offer.hide()

    def tell_draft(self, draft: Draft) -> None:
        """A section while it is written."""
        self.begin_writing()
        self._drafts[draft.where] = draft.text
        if self._article is not None:
            self._flush.put((self._article, False))

    def tell_article(self, article: Article, final: bool) -> None:
        """What there is of it; ``final`` when every claim has been checked."""
        self.begin_writing()
        self._article = article
        weighed = any(loss.stage == "weighing" for loss in article.research.losses)
        self._offer.setVisible(final and weighed)
        if final:
            self._flush.drop()
            self._drafts = {}
            self._draw((article, True))
            self.say("")
        else:
            self._flush.put((article, False))

    def show_only_proven(self, wanted: bool) -> None:
        """Leave out of a finished article what is not proven, or show it again."""
        self._only_proven = wanted
        if self._article is not None:
            self.text.choose(-1)
            self._draw((self._article, True))

    def show_heading(self, ordinal: int) -> None:
        """Bring the n-th heading to the top."""
        inner = self.widget()
        assert inner is not None
        top = self.text.mapTo(inner, self.text.rect().topLeft()).y()
        place = round(top + self.text.heading_y(ordinal))
        self.verticalScrollBar().setValue(place - ABOVE_HEADING_PX)

    def _draw(self, shown: Shown) -> None:
        article, final = shown
        if self._only_proven:
            article = ledger.proven_article(article)
        self._remember_end()
        self._at_end = self._at_end and not final
        blocks = [self._with_draft(block) for block in ledger.blocks(article)]
        claims: list[Claim] = []
        pieces: list[str] = []
        numbers = frozenset(item.number for item in article.research.evidence)
        for block in blocks:
            pieces.append(self._block_html(block, len(claims), numbers))
            claims += block.claims
        self._title.setText(article.title)
        whole = structs.replace(article, lead=blocks[0], blocks=tuple(blocks[1:]))
        self._facts.setText(f"{'' if final else 'Draft · '}{ledger.facts(whole)}")
        self.text.show_prose("".join(pieces), claims, notes=final)

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
