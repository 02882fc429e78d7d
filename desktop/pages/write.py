"""Write: a topic becomes an article, and its outline, its claims and its proof stand around it.

At the left the outline with how much evidence each section has, and the chain it was made from;
in the middle the article or its ledger of claims; at the right the evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.exporting import ExportButton
from desktop.pages.study_work import StudyWork, in_a_sentence
from desktop.pages.write_article import ArticleView
from desktop.pages.write_start import WriteStart
from desktop.widgets.basics import Button, Chip, label
from desktop.widgets.beside import Beside
from desktop.widgets.chain import ChainView
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.outline import OutlineView
from desktop.widgets.studylist import unfinished
from warehouse import ledger
from warehouse.records import StudyRow
from warehouse.research.records import Article, Chain, Draft
from warehouse.run import Step

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.studies import Studies

OUTLINE_PX = 252


class WritePage(QWidget):
    side_full = True

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._house = house
        self._row: StudyRow | None = None
        self._asked = ("", 0)
        self.work = StudyWork(house, "write", "Writing")
        self.start = WriteStart(house.theme, house.settings.article_words)
        self.article = ArticleView(house)
        self.outline = OutlineView(house.theme)
        self.chain = ChainView(house.theme)
        self.pane = EvidencePane(house)
        self._make_title()
        self._lay_out()
        self._connect()
        self._keys()
        self._show_start()

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        left = [self.title, self.method, self.length]
        return left, [self.proof, self.claims, self.export, self.again, self.stop]

    def side_widget(self) -> QWidget:
        return self.pane

    def accept(self, wish: object) -> None:
        """A topic for the box, an article's StudyRow to open, an answer's to write from."""
        if isinstance(wish, str) and wish not in ("search", "add"):
            self._show_start()
            self.start.write_from(None)
            self.start.box.set_text(wish)
        elif isinstance(wish, StudyRow) and wish.kind == "ask":
            self._show_start()
            self.start.write_from(wish)
        elif isinstance(wish, StudyRow):
            self.open_study(wish)

    # Writing

    def write(self, topic: str, words: int) -> None:
        origin = self.start.origin.id if self.start.origin else ""
        self._row, self._asked = None, (topic, words)
        self._show_study("aware", words)
        self.article.clear("Making the outline." if origin else "Planning what to look for.")
        settings = structs.replace(self._house.settings, article_words=words)
        self.work.start(topic, "aware", settings, origin)

    def open_study(self, row: StudyRow) -> None:
        """Show an earlier article; what is unfinished goes on from its last model call."""
        self._row = row
        self._asked = (row.question, self._house.settings.article_words)
        self._show_study(row.method, 0)
        if unfinished(row):
            self.article.clear("Going on from the last model call.")
            self.work.go_on(row)
            return
        self.work.stop()
        self.article.clear()
        studies = self._house.studies
        if studies is not None:
            job = self._house.jobs.fetch(partial(studies.load, row.id), partial(self._load, row))
            job.failed.connect(self._house.notices.error)

    def _load(self, row: StudyRow, result: object) -> None:
        if isinstance(result, Article) and self._row == row:
            self._tell_article(result)

    def _begun(self, row: StudyRow) -> None:
        self._row = row

    def _shown(self, snapshot: object) -> None:
        if isinstance(snapshot, Chain):
            self.chain.tell(snapshot)
            self.pane.bring(snapshot.evidence)
        elif isinstance(snapshot, Draft):
            self.article.tell_draft(snapshot)
        elif isinstance(snapshot, Article):
            self.outline.tell(snapshot)
            self._outline_title.show()
            self.article.tell_article(snapshot, final=False)

    def _stepped(self, step: Step, left_s: float | None) -> None:
        self.chain.tell_step(step, left_s)
        self.article.say(in_a_sentence(step))

    def _finished(self, row: StudyRow, result: object) -> None:
        self._row = row
        if isinstance(result, Article):
            self._tell_article(result)
        self._look_at_studies()

    def _tell_article(self, article: Article) -> None:
        self._set_busy(False)
        self.outline.tell(article)
        self._outline_title.setVisible(bool(article.blocks))
        self.chain.tell_result(article)
        self._metrics.setText(metrics(article))
        self.pane.bring(article.chain.evidence)
        self.article.tell_article(article, final=True)
        self.export.offer(article, self._row.id if self._row else "")
        self.claims.setEnabled(True)
        for entry in ledger.entries(article):
            if entry.claim.cites:
                self._house.show_side(True)
                self.pane.show_evidence(entry.claim.cites[0], entry.claim)
                return

    def _failed(self, notice: Notice) -> None:
        self._set_busy(False)
        self.chain.rest()
        self.article.tell_trouble(notice)
        self._look_at_studies()

    def _stopped(self) -> None:
        self._set_busy(False)
        self.chain.rest()
        self.article.tell_stopped()
        self._look_at_studies()

    # Proof

    def _cited(self, claim: int, number: int) -> None:
        self._house.show_side(True)
        self.pane.show_evidence(number, self.article.text.claim(claim))

    def _chosen(self, claim: int) -> None:
        said = self.article.text.claim(claim)
        if said is not None and said.cites:
            self._cited(claim, said.cites[0])

    def _from_ledger(self, claim: int) -> None:
        self.article.text.choose(claim)
        self._chosen(claim)

    def _toggle_proof(self) -> None:
        self.proof.toggle()

    def _prove(self, wanted: bool) -> None:
        self.article.text.set_proof(wanted)

    def _walk(self, by: int) -> None:
        if self._stack.currentIndex() == 1:
            self.article.show_ledger(False)
            self.claims.setChecked(False)
            self.article.text.walk(by)

    def _fold(self) -> None:
        self._house.show_side(False)
        self.article.text.choose(-1)

    # The library

    def _look(self) -> None:
        library = self._house.library
        if library is not None:
            self._house.jobs.fetch(partial(_facts, self._house, library), self._tell_library)
            self._look_at_studies()

    def _tell_library(self, facts: tuple[int, bool]) -> None:
        self.start.tell_library(*facts)

    def _look_at_studies(self) -> None:
        studies = self._house.studies
        if studies is not None:
            self._house.jobs.fetch(partial(_written, studies), self.start.tell_studies)

    def _remove(self, row: StudyRow) -> None:
        studies = self._house.studies
        if studies is not None:
            job = self._house.jobs.fetch(partial(studies.delete, row.id), self._removed)
            job.failed.connect(self._house.notices.error)

    def _removed(self, nothing: object) -> None:
        self._look_at_studies()

    # What is in front

    def _show_start(self) -> None:
        self._stack.setCurrentIndex(0)
        for widget in self._of_study():
            widget.hide()
        self.start.setFocus()
        self._fold_for_start()
        self._look()

    def _show_study(self, method: str, words: int) -> None:
        self._stack.setCurrentIndex(1)
        self.method.set(ledger.method_name(method))
        self.length.set(f"{words:,} words")
        self.outline.clear()
        self.chain.clear()
        self.pane.clear()
        self._metrics.setText("")
        self._outline_title.hide()
        self.export.offer(None, "")
        for widget in self._of_study():
            widget.show()
        self.length.setVisible(words > 0)
        self.claims.setChecked(False)
        self.claims.setEnabled(False)
        self._set_busy(True)
        self.article.text.setFocus()

    def _set_busy(self, busy: bool) -> None:
        in_study = self._stack.currentIndex() == 1
        self.stop.setVisible(in_study and busy)
        self.again.setVisible(in_study and not busy)

    def _of_study(self) -> tuple[QWidget, ...]:
        chips = (self.method, self.length, self.proof, self.claims)
        return (*chips, self.export, self.again, self.stop)

    def _go_on(self) -> None:
        """From the last model call; where none was made yet, from the beginning."""
        if self._row is not None:
            self.open_study(self._row)
        else:
            self.write(*self._asked)

    def _new_article(self) -> None:
        self._show_start()
        self.start.write_from(None)
        self.start.box.set_text("")

    def _to_models(self) -> None:
        self._house.visit("models")

    def _to_library(self) -> None:
        self._house.visit("library", "add")

    # Making

    def _make_title(self) -> None:
        theme = self._house.theme
        self.title = label("Write", "title")
        self.method, self.length = Chip("AWARE"), Chip("")
        self.proof = Chip("Proof", checkable=True)
        self.proof.setToolTip("Underline every sentence by how it is proven (P)")
        self.claims = Chip("Claims", checkable=True)
        self.claims.setToolTip("Every claim with its state and its reason")
        self.export = ExportButton(self._house)
        self.again = Button(theme, "New", "plus")
        self.again.setAccessibleName("New article")
        self.again.setToolTip("New article")
        self.stop = Button(theme, "Stop", "square")

    def _lay_out(self) -> None:
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(14, 20, 14, 8)
        column.setSpacing(6)
        self._outline_title = label("Outline", "quiet")
        column.addWidget(self._outline_title)
        column.addWidget(self.outline)
        self._metrics = label("", "quiet", wrap=True)
        self._metrics.setContentsMargins(0, 10, 0, 0)
        column.addWidget(self._metrics)
        self.chain.set_margins(0, 12, 0, 12)
        column.addWidget(self.chain)
        column.addStretch(1)
        left = QScrollArea()
        left.setWidget(inner)
        left.setWidgetResizable(True)
        left.setFrameShape(QFrame.Shape.NoFrame)
        left.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left.setFixedWidth(OUTLINE_PX)
        left.setAccessibleName("Outline and knowledge chain")
        study = Beside(left, self.article)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.start)
        self._stack.addWidget(study)

    def _connect(self) -> None:
        house, work, article = self._house, self.work, self.article
        house.opened.connect(self._look)
        house.documents_changed.connect(self._documents_changed)
        work.begun.connect(self._begun)
        work.shown.connect(self._shown)
        work.stepped.connect(self._stepped)
        work.finished.connect(self._finished)
        work.failed.connect(self._failed)
        work.stopped.connect(self._stopped)
        self.start.asked.connect(self.write)
        self.start.opened.connect(self.open_study)
        self.start.removed.connect(self._remove)
        self.start.need.library_wanted.connect(self._to_library)
        self.start.need.models_wanted.connect(self._to_models)
        article.text.cited.connect(self._cited)
        article.text.chosen.connect(self._chosen)
        article.ledger.chosen.connect(self._from_ledger)
        article.halt.models_wanted.connect(self._to_models)
        article.halt.go_on_wanted.connect(self._go_on)
        self.outline.chosen.connect(article.show_heading)
        self.pane.left.connect(self._fold)
        self.stop.clicked.connect(work.stop)
        self.again.clicked.connect(self._new_article)
        self.proof.toggled.connect(self._prove)
        self.claims.toggled.connect(article.show_ledger)

    def _keys(self) -> None:
        for key, action in (
            ("P", self._toggle_proof),
            ("Right", partial(self._walk, 1)),
            ("Left", partial(self._walk, -1)),
            ("Esc", self._fold),
        ):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(action)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self._fold_for_start)

    def _fold_for_start(self) -> None:
        """Before there is an article there is no evidence to show."""
        if self.isVisible() and self._stack.currentIndex() == 0:
            self._house.show_side(False)

    def _documents_changed(self, documents: object) -> None:
        if self._stack.currentIndex() == 0 and self.isVisible():
            self._look()


def metrics(article: Article) -> str:
    """Hallucination and coverage (APOLLO), density and sources; empty without claims."""
    claims = [entry.claim for entry in ledger.entries(article)]
    checked = [claim for claim in claims if claim.state != "unchecked"]
    if not checked:
        return ""
    proven = sum(claim.state in ("quoted", "supported") for claim in checked)
    covered = sum(
        any(claim.state in ("quoted", "supported") for claim in block.claims)
        for block in article.blocks
    )
    sources = len({item.place.document for item in ledger.cited(article)})
    return (
        f"Not proven {1 - proven / len(checked):.0%} · "
        f"sections proven {covered} of {len(article.blocks)}\n"
        f"{ledger.plural(sources, 'source')} cited"
    )


def _facts(house: House, library: Library) -> tuple[int, bool]:
    known = library.catalog.documents()
    readable = sum(one.state not in ("failed", "locked") for one in known)
    return readable, house.model_installed()


def _written(studies: Studies) -> list[StudyRow]:
    return [row for row in studies.list() if row.kind == "write"]
