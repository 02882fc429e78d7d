"""The middle of Write: the article as it grows, and as it is edited, exceptions marked with why.

A finished article is set paragraph by paragraph, so that each is known by its spot: one that is
under the pen makes room for its editor, and suggestions and comments lie under theirs; figures lie
at the end of their section.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import structs
from PySide6.QtCore import QEvent, QPoint, Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.studies.text import StudyText
from desktop.pages.write import chosen_words
from desktop.pages.write.figures import ArticleFigures
from desktop.pages.write.outline import GO_ON
from desktop.pages.write.pencil import Pencil
from desktop.pages.write.section_html import (
    Key,
    SectionsHtml,
    heading_html,
    html_of,
    lost_html,
    with_draft,
)
from desktop.pages.write.unwritten import Unwritten
from desktop.pages.write.write_buttons import WriteButtons
from desktop.widgets.basics import discard, label
from desktop.widgets.flush import Flush
from desktop.widgets.growing_text import pieces
from desktop.widgets.prose import INSET
from warehouse.results.records import Article, Claim, Draft, Research
from warehouse.studies import article_so_far as so_far
from warehouse.studies.editing import opening_and_end
from warehouse.studies.report import ledger
from warehouse.text import plural
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Spot

Shown = tuple[Article, bool]
AT_ONCE_CHARACTERS = 2_500
ABOVE_HEADING_PX = 12
DRAFT_COMES_BACK = "What else you saw was not proven yet; it comes back when it goes on."


class ArticleView(StudyText):
    """``opened(spot)``: a paragraph is to be edited; ``menu_wanted(spot, where)``: its menu;
    ``whole_wanted``: with what is not proven. ``to_write`` asks for what it lacks.
    """

    opened = Signal(object)
    menu_wanted = Signal(object, object)
    whole_wanted = Signal()
    kept = "What was found so far is kept."

    def __init__(self, house: House) -> None:
        super().__init__(house, "Article", follows=False)
        self.topic = ""  # the title until there is one
        self._article: Article | None = None
        self._before: Article | None = None
        self._only_proven = self._is_final = False
        self._drafts: dict[str, str] = {}
        self._sections = SectionsHtml()
        self._set: dict[Key, str] = {}
        self._editor: tuple[Spot, QWidget] | None = None
        self._under: dict[Spot, list[QWidget]] = {}
        self._leaving: list[QWidget] = []
        self._spots: list[Spot | None] = []
        self.to_write = WriteButtons(house.theme, self)
        self.figures = ArticleFigures(house, self)
        self._flush: Flush[Shown] = Flush(self._draw, self)
        self._title = self._head(label("", "page", wrap=True))
        self._facts = self._head(label("", "quiet", wrap=True))
        self._head(self._waiting)
        self.unwritten = Unwritten(house.theme)
        head = (self._title, self._facts, self._waiting, self.clock, self.halt)
        rest = (self.found, self.unwritten, self.sides, self.changes)
        self._put(*head, 10, self.text, *rest, top_px=28)
        sheet = self.widget()
        assert sheet is not None
        self._pencil = Pencil(house.theme, self.text, sheet)
        self._pencil.wanted.connect(self._open)
        self.text.hovered.connect(self._hover)
        self.text.opened.connect(self._open)
        self.text.menu_wanted.connect(self._want_menu)
        self.clear()

    def clear(self, waiting: str = "") -> None:
        super().clear(waiting)
        self._pencil.hide()
        self._flush.drop()
        self._article, self._drafts, self._set, self._spots = None, {}, {}, []
        self._sections.forget()
        self._is_final, self._before = False, None
        self.put_under({})
        self.figures.keep(())
        self.close_editor()
        self.to_write.clear()
        self._head_words(self.topic, "")
        self.unwritten.hide()

    def _head_words(self, title: str, facts: str) -> None:
        """What is empty takes no room."""
        for head, said in ((self._title, title), (self._facts, facts)):
            head.setText(said)
            head.setVisible(bool(said))

    def tell_draft(self, draft: Draft) -> None:
        """A section while it is written."""
        self.begin_writing()
        self._drafts[draft.where] = draft.text
        if self._article is not None:
            self._flush.put((self._article, False))

    def tell_article(self, article: Article, final: bool) -> None:
        """What there is of it; ``final`` when every claim has been checked."""
        self.begin_writing()
        if not final and self._before is not None and so_far.is_less(article, self._before):
            return
        self._before = None
        titles = {block.title for block in article.blocks if block.text or block.failed}
        self._drafts = {where: text for where, text in self._drafts.items() if where not in titles}
        self._article, self._is_final = article, final
        if final:
            self.unwritten.tell(article)
            self._flush.drop()
            self._draw((article, True))
            self.say("")
        else:
            self._flush.put((article, False))

    @property
    def unfinished(self) -> Article | None:
        """What there is of one that is not finished, as far as it is told."""
        return self._article if self.has_text and not self._is_final else None

    @property
    def has_text(self) -> bool:
        """Are there words to read, be it one sentence?"""
        if self._article is None:
            return False
        written = any(block.text for block in ledger.blocks(self._article))
        return self._is_final or written or any(self._drafts.values())

    def tell_so_far(self, article: Article) -> None:
        """What there is of one that was stopped, unless as much is in sight."""
        if self._article and so_far.words(article) <= so_far.words(self._article):
            return
        self.begin_writing()
        self._article = article
        self._draw((article, False))
        if not self.halt.tells_trouble:
            self.tell_stopped()

    def keep_in_sight(self, article: Article) -> None:
        """It goes on: what was written stays until as much of it is told again."""
        self.begin_writing()
        self._article = self._before = article
        self._draw((article, False))

    def tell_found(self, chain: Research) -> None:
        if self._before is None:
            super().tell_found(chain)

    def tell_stopped(self) -> None:
        """What is kept stays in sight, and nothing of a section that was being told."""
        self.say("")
        count = so_far.words(self._article) if self._article is not None else 0
        rest = ""
        if self._article is not None and count and self._drafts:
            rest = f" {DRAFT_COMES_BACK}"
            self._flush.drop()
            self._drafts = {}
            self._draw((self._article, False))
        kept = f"{plural(count, 'word')} written and kept.{rest}" if count else self.kept
        self.halt.tell_stopped(kept, GO_ON)

    def show_only_proven(self, wanted: bool) -> None:
        """Leave out of a finished article what is not proven, or show it again."""
        self._only_proven = wanted
        if self._article is not None:
            self.text.choose(-1)
            self._draw((self._article, True))

    def show_heading(self, ordinal: int) -> None:
        """Bring the n-th heading to the top."""
        self._bring(self.text.heading_y(ordinal))

    # Paragraphs

    @property
    def article(self) -> Article | None:
        """The one that is finished and in front, None while it is written."""
        return self._article if self._is_final else None

    def spot_here(self) -> Spot | None:
        """The paragraph of what is selected, of the chosen sentence, or that of the text cursor."""
        number = next(iter(self._selected()), self._whole_number(self.text.current()))
        if self._article is not None and number >= 0:
            paragraph = spots.of_claim(self._article, number)
            if paragraph is not None:
                return paragraph.spot
        return self._spot_of(self.text.piece_here())

    def _selected(self) -> list[int]:
        return [self._whole_number(number) for number in self.text.selected()]

    def _whole_number(self, number: int) -> int:
        """Of a sentence in sight, counted with those that are left out; -1 for none."""
        if self._only_proven and self._article is not None and number >= 0:
            states = [entry.claim.state for entry in ledger.entries(self._article)]
            shown = [at for at, state in enumerate(states) if state in ("quoted", "supported")]
            return shown[number] if number < len(shown) else -1
        return number

    def show_whole(self) -> None:
        """What is left out comes back: between proven sentences nothing can be edited."""
        if self._only_proven:
            self.whole_wanted.emit()

    def selection_in(self, spot: Spot) -> tuple[int, int] | None:
        """What is selected of a paragraph, a range in its text; None where nothing of it is."""
        words = " ".join(self.text.textCursor().selectedText().split())
        if self._article is None:
            return None
        return chosen_words.seen(self._article, spot, self._selected(), words)

    def open_editor(self, spot: Spot, editor: QWidget) -> None:
        """In place of the paragraph; it has the focus."""
        self.show_whole()
        self.close_editor()
        self._editor = (spot, editor)
        self._redraw()
        editor.setFocus()
        self._bring_into_sight(editor)

    def close_editor(self) -> None:
        if self._editor is not None:
            self._leaving.append(self._editor[1])
            self._editor = None
            self._redraw()

    def move_editor(self, spot: Spot) -> None:
        """It lies in place of that paragraph in the article that is told next."""
        self._editor = self._editor and (spot, self._editor[1])

    def put_under(self, cards: Mapping[Spot, Sequence[QWidget]]) -> None:
        """Under their paragraphs, in place of what lay there."""
        self._leaving += [card for many in self._under.values() for card in many]
        self._under = {spot: list(many) for spot, many in cards.items()}
        self._redraw()

    def _bring_into_sight(self, widget: QWidget) -> None:
        inner = self.widget()
        assert inner is not None
        top = widget.mapTo(inner, QPoint(0, 0)).y()
        bar = self.verticalScrollBar()
        seen = self.viewport().height()
        if not bar.value() <= top <= bar.value() + seen - min(seen, widget.height()):
            bar.setValue(top - ABOVE_HEADING_PX * 4)

    def _spot_of(self, piece: int) -> Spot | None:
        return self._spots[piece] if 0 <= piece < len(self._spots) else None

    def _open(self, piece: int) -> None:
        if (spot := self._spot_of(piece)) is not None:
            self.opened.emit(spot)

    def _hover(self, piece: int) -> None:
        if self._spot_of(piece) is None:
            self._pencil.hide()
        else:
            self._pencil.show_beside(piece)

    def leaveEvent(self, event: QEvent) -> None:
        self._pencil.hide()
        super().leaveEvent(event)

    def _want_menu(self, piece: int, where: QPoint) -> None:
        spot = self._spot_of(piece) if piece >= 0 else self.spot_here()
        self.menu_wanted.emit(spot, where)

    def _bring(self, y: float) -> None:
        inner = self.widget()
        assert inner is not None
        top = self.text.mapTo(inner, self.text.rect().topLeft()).y()
        self.verticalScrollBar().setValue(round(top + y) - ABOVE_HEADING_PX)

    # Drawing

    def _redraw(self) -> None:
        if self._article is not None and self._is_final:
            self._draw((self._article, True))
        else:
            self.text.drop_insets()
            self._let_go()

    def _let_go(self) -> None:
        """What no longer lies in the text; until that is drawn it holds its place there."""
        for widget in self._leaving:
            discard(widget)
        self._leaving = []

    def _draw(self, shown: Shown) -> None:
        article, final = shown
        self._pencil.hide()
        if self._only_proven:
            article = ledger.proven_article(article)
        self._remember_end()
        self._at_end = self._at_end and not final
        blocks = [with_draft(block, self._drafts) for block in ledger.blocks(article)]
        claims: list[Claim] = [claim for block in blocks for claim in block.claims]
        whole = structs.replace(article, lead=blocks[0], blocks=tuple(blocks[1:]))
        self._head_words(article.title, ledger.facts(whole) if final else ledger.growing(whole))
        if final and not self._only_proven:
            if not self._is_set(whole):
                return
            html, insets = self._by_paragraph(whole)
            self.text.show_prose(html, claims, notes=True, insets=insets)
            self.figures.keep(blocks)
        else:
            self._spots = []
            self.text.show_prose(self._sections.of(whole), claims, notes=final)
        self._let_go()

    def _is_set(self, article: Article) -> bool:
        """Is the HTML of all paragraphs there? Of a long text it is made in a worker, and drawn
        after that: what stands stays in sight so long.
        """
        numbers = frozenset(item.number for item in article.research.evidence)
        wanted: list[Key] = []
        first = 0
        for paragraph in spots.paragraphs(article):
            wanted.append((paragraph.part, first, numbers))
            first += len(paragraph.part.claims)
        self._set = {key: self._set[key] for key in wanted if key in self._set}
        missing = [key for key in wanted if key not in self._set]
        if sum(len(part.text) for part, _, _ in missing) <= AT_ONCE_CHARACTERS:
            self._set |= html_of(missing)
            return True
        self._house.jobs.fetch(partial(html_of, missing), partial(self._take, self._article))
        return False

    def _take(self, article: Article | None, made: dict[Key, str]) -> None:
        """From the worker."""
        if article is self._article:
            self._set |= made
            self._redraw()

    def _by_paragraph(self, article: Article) -> tuple[str, dict[int, QWidget]]:
        """Its HTML, and what lies over which element of it; ``_spots`` says whose each is."""
        numbers = frozenset(item.number for item in article.research.evidence)
        paragraphs: dict[int, list[spots.Paragraph]] = {}
        for paragraph in spots.paragraphs(article):
            paragraphs.setdefault(paragraph.spot.section, []).append(paragraph)
        parts: list[str] = []
        insets: dict[int, QWidget] = {}
        self._spots = []
        first = 0
        lacks = opening_and_end.lacking(article)

        def put(html: str, spot: Spot | None, over: QWidget | None = None) -> None:
            if over is not None:
                insets[len(self._spots)] = over
            parts.append(html)
            self._spots += [spot] * len(pieces(html))

        for at, block in enumerate(ledger.blocks(article)):
            put(heading_html(block), None)
            put(lost_html(block), Spot(at, 0))
            if not at and "opening" in lacks:
                put(INSET, None, self.to_write.of_part("opening", bool(block.failed)))
            elif at and block.failed:
                put(INSET, None, self.to_write.of_section(at - 1))
            for paragraph in paragraphs.get(at, ()):
                if self._editor is not None and self._editor[0] == paragraph.spot:
                    put(INSET, None, self._editor[1])
                else:
                    put(self._set[paragraph.part, first, numbers], paragraph.spot)
                first += len(paragraph.part.claims)
                for card in self._under.get(paragraph.spot, ()):
                    put(INSET, None, card)
            if at not in paragraphs:
                if self._editor is not None and self._editor[0].section == at:
                    put(INSET, None, self._editor[1])
                for card in self._under.get(Spot(at, 0), ()):
                    put(INSET, None, card)
            for view in self.figures.of(at, block):
                put(INSET, None, view)
        if "end" in lacks:
            put(INSET, None, self.to_write.of_part("end", has_failed=False))
        return "".join(parts), insets
