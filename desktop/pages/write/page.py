"""Write: a topic becomes an article, and its outline, its claims and its proof stand around it.

At the left the outline with how much evidence each section has, and the chain it was made from;
in the middle the article, or what stands in its place (``editors.py``); at the right the evidence.
How a study runs and how a claim leads to its proof stands in ``studies/page.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.exporting import ExportButton
from desktop.pages.studies.page import StudyPage
from desktop.pages.studies.work import Result
from desktop.pages.write.article import ArticleView
from desktop.pages.write.compare import ArticleCompare
from desktop.pages.write.editors import WriteEditors
from desktop.pages.write.start import WriteStart
from desktop.pages.write.together import WrittenTogether
from desktop.starting.staged_build import Making
from desktop.widgets.basics import Chip, column_of, label
from desktop.widgets.claimtable import ClaimTable
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.laid_out import holding
from desktop.widgets.scope_choice import Limit
from warehouse.app import NewStudy
from warehouse.proof import rates
from warehouse.records import Place, StudyRow
from warehouse.results.records import Article, Draft, Figure
from warehouse.settings import Settings
from warehouse.studies import article_so_far
from warehouse.studies.editing.outline_editor import Planned
from warehouse.studies.report import ledger, nearest_passages
from warehouse.text import plural, shortened
from warehouse.writing.outline.drafting import TITLE_CHARACTERS

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
        self._asked: tuple[str, int, bool, StudyRow | None] = ("", 0, False, None)
        self._looks_for_outline = False
        self.title, self.length = label("Write", "title"), Chip("")
        self.claims = Chip("Sentences", checkable=True)
        self.claims.setToolTip("Every sentence, how it is proven, and why")
        self.proven = Chip("Only proven", checkable=True)
        self.proven.setToolTip("Leave out every sentence that is neither quoted nor supported")
        self.export = ExportButton(house)
        self.editors = WriteEditors(house, article, table, self.to_proof, self)
        self.outline, self.editing = self.editors.outline, self.editors.editing
        self._middle = self.editors.middle
        self.compare = ArticleCompare(house)
        self.compare.setParent(self)
        self._middle.addWidget(self.compare.view)
        self.compare.turned.connect(self._turn_beside)
        self.together = WrittenTogether(house, self.work, self.compare)
        self.together.setParent(self)
        self.together.opened.connect(self.open_study)
        start.thoughts.setChecked(house.settings.thoughts)
        house.preferences.changed.connect(self._settled)
        start.asked.connect(self.write)
        article.unwritten.wanted.connect(self._write_anyway)
        article.unwritten.near_wanted.connect(self._show_near)
        article.figures.place_wanted.connect(self._show_figure)
        table.chosen.connect(self._from_table)
        self.editors.edited.connect(self._tell_article)
        self.editors.go_on_wanted.connect(self._go_on)
        self.editors.turned.connect(self._turned)
        self.editors.shaping.shown.connect(self._drafted)
        self.claims.toggled.connect(self._show_claims)
        self.proven.toggled.connect(article.show_only_proven)
        article.whole_wanted.connect(partial(self.proven.setChecked, False))
        names = "Outline and steps of the search"
        middle = holding(column_of(self.together.line, (self._middle, 1), spacing_px=0))
        self._show_beside(self._make_column(), OUTLINE_PX, names, middle)
        self.picture.sheets.currentChanged.connect(self.editors.tell_begun)
        self.beside.turned.connect(self.editors.tell_begun)

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        left = [self.title, self.method, self.length, self.editors.version]
        chips = [self.editors.see_versions, self.proof, self.claims, self.compare.button]
        return left, [*chips, self.export, self.repeat.button, self.again, self.stop]

    def accept(self, wish: object) -> None:
        """A topic for the box, an article's StudyRow to open, an answer's or a table's to write
        from.
        """
        if isinstance(wish, str) and wish not in ("search", "add"):
            self._show_start(wish)
            self.topic.write_from(None)
        elif isinstance(wish, StudyRow) and wish.kind != "write":
            self._show_start()
            self.topic.write_from(wish)
        elif isinstance(wish, StudyRow):
            self.open_study(wish)

    def focus_place(self) -> QWidget:
        if self.start.isVisible():
            return super().focus_place()
        if self._middle.currentWidget() is self.compare.view:
            return self.compare.view.back
        return self.editors.focus_place() or super().focus_place()

    def escape(self) -> bool:
        """Away from what stands in place of the article, before the evidence is folded."""
        return (not self.start.isVisible() and self.editors.escape()) or super().escape()

    # Writing

    def write(
        self, topic: str, words: int, anyway: bool = False, like: StudyRow | None = None
    ) -> None:
        """``anyway``: write even where the library seems to be about something else; ``like``: a
        study whose limit, method, origin and changes count here, too.
        """
        method, origin = self.topic.way.chosen, self.topic.origin.id if self.topic.origin else ""
        if like is not None:
            method, origin = like.method, like.origin
        self._row, self._asked = None, (topic, words, anyway, like)
        self._show_article(topic, method, words)
        self.together.tell(None)
        self.article.clear("Making the outline." if origin else "Planning what to look for.")
        chosen = self.topic.wished()
        settings = structs.replace(self._house.settings, article_words=words, **chosen)
        settings = self.topic.deepened(settings)
        if anyway:
            settings = structs.replace(settings, absence=False)
        within = Limit() if like else self.start.within.chosen
        where = (within.name, within.query)
        also = () if like else self.topic.methods[1:]
        new = NewStudy("write", topic, method, *where, origin, like, also=also)
        self.work.start(new, settings)

    def to_table(self) -> None:
        """Experts argue over what was found for the article in front."""
        if self._row is not None:
            self._house.visit("roundtable", self._row)

    def _begin_again(self) -> None:
        self.write(*self._asked)

    def _settled(self, before: Settings, now: Settings) -> None:
        """What was chosen for the next article stays, whatever other setting changes."""
        if before.thoughts != now.thoughts:
            self.topic.thoughts.setChecked(now.thoughts)

    def _write_anyway(self) -> None:
        topic, words, *_ = self._asked
        self.write(topic, words, anyway=True, like=self._row)

    def _open(self, row: StudyRow) -> None:
        self._looks_for_outline = False
        self._asked = (row.question, row.words or self._house.settings.article_words, False, None)
        self._show_article(row.title or row.question, row.method, row.words)
        self.together.tell(row)

    def _tell_growing(self, snapshot: object) -> None:
        if isinstance(snapshot, Draft):
            self.article.tell_draft(snapshot)
        elif isinstance(snapshot, Article):
            self.outline.tell_growing(snapshot)
            self.article.tell_article(snapshot, final=False)

    def _tell_result(self, result: Result) -> None:
        if not isinstance(result, Article):
            return
        self._tell_article(result)
        self.claims.setEnabled(True)
        self.proven.setVisible(bool(ledger.entries(result)))
        self.editors.open(self._row, result)
        library, nearest = self._house.library, result.research.nearest
        if not result.blocks and nearest and library is not None:
            read = partial(nearest_passages.in_words, library, nearest)
            self._house.jobs.fetch(read, self.article.unwritten.tell_nearest)

    def _tell_article(self, article: Article) -> None:
        """As it reads now."""
        self._tell_metrics(metrics(article))
        self.article.tell_article(article, final=True)
        self.table.tell(ledger.entries(article))
        self.export.offer(article, self._id)
        self.compare.tell(self._row, article)

    def _tell_metrics(self, words: str) -> None:
        self._metrics.setText(words)
        self._metrics.setVisible(bool(words))

    def _begun(self, row: StudyRow) -> None:
        """It is written, perhaps once more: nothing is edited meanwhile."""
        self.editors.close()
        super()._begun(row)
        self.together.tell(row)

    # An outline that waits to be shaped

    def _tell_kept(self, row: StudyRow) -> None:
        """With its outline, and what there is of it; that may be there without an outline."""
        super()._tell_kept(row)
        self._looks_for_outline = True
        self.editors.shaping.open(row)
        if (studies := self._house.studies) is not None:
            read = partial(article_so_far.read, studies.folder(row.id))
            self._house.jobs.fetch(read, partial(self._tell_so_far, row.id))

    def take_on(self, row: StudyRow) -> None:
        """What there is of it stays in sight meanwhile."""
        before = self.article.unfinished
        super().take_on(row)
        if before is not None:
            self.article.keep_in_sight(before)

    def _tell_so_far(self, study: str, found: Article | None) -> None:
        if found is not None and self._id == study and not self.article.has_text:
            self.article.tell_so_far(found)

    def _keep_open(self, row: StudyRow) -> None:
        self.editors.shaping.open(structs.replace(row, state="stopped"))

    def _drafted(self, planned: Planned) -> None:
        if self._looks_for_outline and planned.so_far is not None:
            self.chain.tell(planned.so_far.research)
            self.chain.rest()
            self.picture.tell(planned.so_far.research)
            self._tell_metrics(metrics(planned.so_far))
        self._looks_for_outline = False

    # Claims and headings

    def _show_claims(self, wanted: bool) -> None:
        if wanted or self._middle.currentWidget() is self.table:
            self._middle.setCurrentWidget(self.table if wanted else self.article)

    def _turn_beside(self, wanted: bool) -> None:
        """Two articles in place of the one, or that again as it was shown."""
        shown = self.compare.view if wanted else self.table if self.claims.isChecked() else None
        if wanted or self._middle.currentWidget() is self.compare.view:
            self._middle.setCurrentWidget(shown or self.article)

    def _turned(self) -> None:
        """Another sheet is in the middle, and has room there."""
        self.claims.setChecked(False)
        self.beside.bring(False)

    def _from_table(self, claim: int) -> None:
        self.proven.setChecked(False)
        self.article.text.choose(claim)
        self.to_proof.choose(claim)

    def _show_figure(self, figure: Figure) -> None:
        """The page it was cut out of, its caption lit."""
        self._house.show_side(True, self.kind)
        self.pane.show_place(figure.place, "A figure of the article", figure.caption)

    def _show_near(self, place: Place) -> None:
        self._house.show_side(True, self.kind)
        self.pane.show_place(place, "Near, but it does not tell of the topic")

    def walk(self, by: int) -> None:
        self.claims.setChecked(False)
        super().walk(by)

    # What is in front

    def _show_article(self, title: str, method: str, words: int) -> None:
        self.article.topic = shortened(title, TITLE_CHARACTERS)
        self.method.set(ledger.method_name(method))
        self.length.set(f"{words:,} words")
        self.editors.clear()
        self._tell_metrics("")
        self.table.tell(())
        self.export.offer(None, "")
        self.compare.tell(None, None)
        self._show_study()
        self.editors.show_version()
        self.length.setVisible(words > 0)
        self.claims.setChecked(False)
        self.claims.setEnabled(False)
        self.proven.setChecked(False)
        self.proven.hide()

    def _come_back(self, row: StudyRow) -> None:
        super()._come_back(row)
        self.length.setVisible(not self.length.text().startswith("0 "))
        self.editors.show_version()

    def _new(self) -> None:
        super()._new()
        self.topic.write_from(None)

    def _make_column(self) -> QWidget:
        widget = QWidget()
        column = column_of(self.outline, into=widget, margins_px=(14, 20, 14, 8), spacing_px=6)
        self._metrics = label("", "quiet", wrap=True)
        self._metrics.setContentsMargins(0, 10, 0, 0)
        column.addWidget(self._metrics)
        column.addWidget(self.proven, 0, Qt.AlignmentFlag.AlignLeft)
        self.chain.set_margins(0, 12, 0, 12)
        column.addWidget(self.chain)
        column.addStretch(1)
        return widget


def metrics(article: Article) -> str:
    """Sources, and how much is proven (APOLLO); empty without claims."""
    proven = rates.of(article)
    if not proven.sentences:
        return ""
    sources = len({item.place.document for item in ledger.cited(article)})
    return "\n".join((f"{plural(sources, 'source')} cited", *proven.told))
