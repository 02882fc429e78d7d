"""Write: a topic becomes an article, and its outline, its claims and its proof stand around it.

At the left the outline with how much evidence each section has, and the chain it was made from;
in the middle the article or its ledger of claims; at the right the evidence. How a study runs and
how a claim leads to its proof stands in ``study.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop.house import House
from desktop.pages.exporting import ExportButton
from desktop.pages.studies.page import StudyPage
from desktop.pages.studies.work import Result
from desktop.pages.write.article import ArticleView
from desktop.pages.write.start import WriteStart
from desktop.staged_build import Making
from desktop.widgets.basics import Chip, label
from desktop.widgets.claimtable import ClaimTable
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.outline import OutlineView
from warehouse.app import NewStudy
from warehouse.records import StudyRow
from warehouse.results.records import Article, Draft
from warehouse.settings import Settings
from warehouse.studies.editing import library_changes
from warehouse.studies.editing.editor import Edited
from warehouse.studies.editing.library_changes import Mark
from warehouse.studies.report import ledger

OUTLINE_PX = 252


def make(house: House) -> Making:
    """The page, in pieces."""
    start = WriteStart(house.theme, house.settings)
    yield
    article = ArticleView(house)
    yield
    claims = ClaimTable(house.theme)
    yield
    pane = EvidencePane(house)
    yield
    return WritePage(house, start, article, claims, pane)


class WritePage(StudyPage):
    kind = "write"
    verb = "Writing"
    again_name = "New article"

    def __init__(
        self,
        house: House,
        start: WriteStart,
        article: ArticleView,
        table: ClaimTable,
        pane: EvidencePane,
    ) -> None:
        super().__init__(house, start, article, pane)
        self.topic, self.article, self.table = start, article, table
        self._asked = ("", 0)
        self._result: Article | None = None
        self.title, self.length = label("Write", "title"), Chip("")
        self.claims = Chip("Sentences", checkable=True)
        self.claims.setToolTip("Every sentence, how it is proven, and why")
        self.proven = Chip("Only proven", checkable=True)
        self.proven.setToolTip("Leave out every sentence that is neither quoted nor supported")
        self.export = ExportButton(house)
        self.outline = OutlineView(house.theme)
        self._middle = QStackedWidget()
        self._middle.addWidget(article)
        self._middle.addWidget(table)
        start.thoughts.setChecked(house.settings.thoughts)
        house.preferences.changed.connect(self._settled)
        start.asked.connect(self.write)
        article.anyway_wanted.connect(self._write_anyway)
        table.chosen.connect(self._from_table)
        self.living = article.living
        self.living.told.connect(self._tell_marks)
        self.living.chosen.connect(self._to_sentence)
        self.living.changed.connect(self._tell_edited)
        self.outline.chosen.connect(self._to_heading)
        self.claims.toggled.connect(self._show_claims)
        self.proven.toggled.connect(article.show_only_proven)
        names = "Outline and steps of the search"
        self._show_beside(self._make_column(), OUTLINE_PX, names, self._middle)

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        left = [self.title, self.method, self.length]
        right = [self.proof, self.claims, self.export, self.repeat.button, self.again, self.stop]
        return left, right

    def accept(self, wish: object) -> None:
        """A topic for the box, an article's StudyRow to open, an answer's to write from."""
        if isinstance(wish, str) and wish not in ("search", "add"):
            self._show_start(wish)
            self.topic.write_from(None)
        elif isinstance(wish, StudyRow) and wish.kind == "ask":
            self._show_start()
            self.topic.write_from(wish)
        elif isinstance(wish, StudyRow):
            self.open_study(wish)

    def focus_place(self) -> QWidget:
        shows_table = self._middle.currentWidget() is self.table and not self.start.isVisible()
        return self.table.table if shows_table else super().focus_place()

    # Writing

    def write(
        self, topic: str, words: int, anyway: bool = False, like: StudyRow | None = None
    ) -> None:
        """``anyway``: write even where the library seems to be about something else; ``like``: a
        study whose changes count here, too.
        """
        origin = self.topic.origin.id if self.topic.origin else ""
        self._row, self._asked = None, (topic, words)
        self._show_article(self.topic.way.chosen, words)
        self.article.clear("Making the outline." if origin else "Planning what to look for.")
        chosen = self.topic.wished()
        settings = structs.replace(self._house.settings, article_words=words, **chosen)
        if anyway:
            settings = structs.replace(settings, absence=False)
        within = self.start.within.chosen
        search = "" if within.name else within.query
        new = NewStudy("write", topic, self.topic.way.chosen, within.name, search, origin, like)
        self.work.start(new, settings)

    def _begin_again(self) -> None:
        self.write(*self._asked)

    def _settled(self, before: Settings, now: Settings) -> None:
        """What was chosen for the next article stays, whatever other setting changes."""
        if before.thoughts != now.thoughts:
            self.topic.thoughts.setChecked(now.thoughts)

    def _write_anyway(self) -> None:
        if self._row is not None:
            self.start.within.restore(self._row.within)
        self.write(*self._asked, anyway=True, like=self._row)

    def _open(self, row: StudyRow) -> None:
        self._asked = (row.question, self._house.settings.article_words)
        self._show_article(row.method, 0)

    def _tell_growing(self, snapshot: object) -> None:
        if isinstance(snapshot, Draft):
            self.article.tell_draft(snapshot)
        elif isinstance(snapshot, Article):
            self._tell_outline(snapshot)
            self.article.tell_article(snapshot, final=False)

    def _tell_result(self, result: Result) -> None:
        if not isinstance(result, Article):
            return
        self._tell_outline(result)
        self._metrics.setText(metrics(result))
        self.article.tell_article(result, final=True)
        self.table.tell(ledger.entries(result))
        self.export.offer(result, self._id)
        self.claims.setEnabled(True)
        self.proven.setVisible(bool(ledger.entries(result)))
        self._result = result
        self.living.open(self._row)

    # Since it was written

    def _tell_marks(self, marks: tuple[Mark, ...]) -> None:
        """Marked sentences say why under their paragraph."""
        if self._result is not None and self.living.isVisibleTo(self):
            shown = library_changes.marked(self._result, marks)
            self.article.tell_article(shown, final=True)
            self.table.tell(ledger.entries(shown))

    def _to_sentence(self, sentence: str) -> None:
        if self._result is not None:
            every = ledger.entries(self._result)
            found = next((one.number for one in every if one.claim.text == sentence), -1)
            self._from_table(found)

    def _tell_edited(self, edited: Edited) -> None:
        self._tell_result(edited.article)

    def _tell_outline(self, article: Article) -> None:
        self.outline.tell(article)
        self._outline_title.setVisible(bool(article.blocks))

    # Claims and headings

    def _show_claims(self, wanted: bool) -> None:
        self._middle.setCurrentIndex(1 if wanted else 0)

    def _from_table(self, claim: int) -> None:
        self.proven.setChecked(False)
        self.article.text.choose(claim)
        self.to_proof.choose(claim)

    def _to_heading(self, ordinal: int) -> None:
        self.claims.setChecked(False)
        self.article.show_heading(ordinal)

    def walk(self, by: int) -> None:
        self.claims.setChecked(False)
        super().walk(by)

    # What is in front

    def _of_study(self) -> Sequence[QWidget]:
        chips = (self.method, self.length, self.proof, self.claims)
        return (*chips, self.export, self.repeat.button, self.again, self.stop)

    def _show_article(self, method: str, words: int) -> None:
        self.method.set(ledger.method_name(method))
        self.length.set(f"{words:,} words")
        self.outline.clear()
        self._metrics.setText("")
        self._outline_title.hide()
        self.table.tell(())
        self._result = None
        self.living.close_article()
        self.export.offer(None, "")
        self._show_study()
        self.length.setVisible(words > 0)
        self.claims.setChecked(False)
        self.claims.setEnabled(False)
        self.proven.setChecked(False)
        self.proven.hide()

    def _come_back(self, row: StudyRow) -> None:
        super()._come_back(row)
        self.length.setVisible(not self.length.text().startswith("0 "))

    def _new(self) -> None:
        super()._new()
        self.topic.write_from(None)

    def _make_column(self) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(14, 20, 14, 8)
        column.setSpacing(6)
        self._outline_title = label("Outline", "quiet")
        column.addWidget(self._outline_title)
        column.addWidget(self.outline)
        self._metrics = label("", "quiet", wrap=True)
        self._metrics.setContentsMargins(0, 10, 0, 0)
        column.addWidget(self._metrics)
        column.addWidget(self.proven, 0, Qt.AlignmentFlag.AlignLeft)
        self.chain.set_margins(0, 12, 0, 12)
        column.addWidget(self.chain)
        column.addStretch(1)
        return made


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
        f"{ledger.plural(sources, 'source')} cited\n"
        f"{1 - proven / len(checked):.0%} of the sentences not proven\n"
        f"{covered:,} of {ledger.plural(len(article.blocks), 'section')} with proof"
    )
