"""Write: a topic becomes an article, and its outline, its claims and its proof stand around it.

At the left the outline with how much evidence each section has, and the chain it was made from;
in the middle the article, its ledger of claims, its versions, or a heading at large; at the right
the evidence. How a study runs and how a claim leads to its proof stands in ``studies/page.py``, how
an article is edited in ``editing.py``, how its outline is shaped in ``shaping.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop.house import House
from desktop.pages.exporting import ExportButton
from desktop.pages.studies.page import StudyPage
from desktop.pages.studies.work import Result
from desktop.pages.write import paragraph_menu
from desktop.pages.write.article import ArticleView
from desktop.pages.write.compare import ArticleCompare
from desktop.pages.write.editing import ArticleEditing
from desktop.pages.write.heading import HeadingSheet
from desktop.pages.write.outline import OutlinePane
from desktop.pages.write.shaping import OutlineShaping
from desktop.pages.write.start import WriteStart
from desktop.pages.write.versions import VersionsSheet
from desktop.staged_build import Making
from desktop.widgets.basics import Button, Chip, label, pop_up
from desktop.widgets.claimtable import ClaimTable
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.outline import Row
from warehouse.app import NewStudy
from warehouse.records import StudyRow
from warehouse.results.records import Article, Draft, Research
from warehouse.settings import Settings
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.studies.editing.outline_editor import Planned
from warehouse.studies.report import ledger
from warehouse.writing.editing import differences, outline_edits
from warehouse.writing.editing.outline_edits import Path
from warehouse.writing.editing.records import Spot

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
        self.title, self.length = label("Write", "title"), Chip("")
        self.claims = Chip("Sentences", checkable=True)
        self.claims.setToolTip("Every sentence, how it is proven, and why")
        self.proven = Chip("Only proven", checkable=True)
        self.proven.setToolTip("Leave out every sentence that is neither quoted nor supported")
        self.export = ExportButton(house)
        self.shaping = OutlineShaping(house, self)
        self.outline = OutlinePane(house, self.shaping)
        self.heading = HeadingSheet(house.theme)
        self.editing = ArticleEditing(house, article)
        self.versions = VersionsSheet(house.theme)
        self.version = Button(house.theme, "Versions", "history", kind="quiet")
        self.compare = ArticleCompare(house)
        self._middle = QStackedWidget()
        for sheet in (article, table, self.versions, self.heading, self.compare.view):
            self._middle.addWidget(sheet)
        self.compare.turned.connect(self._turn_beside)
        start.thoughts.setChecked(house.settings.thoughts)
        house.preferences.changed.connect(self._settled)
        start.asked.connect(self.write)
        article.anyway_wanted.connect(self._write_anyway)
        table.chosen.connect(self._from_table)
        self._connect_editors()
        self.claims.toggled.connect(self._show_claims)
        self.proven.toggled.connect(article.show_only_proven)
        names = "Outline and steps of the search"
        self._show_beside(self._make_column(), OUTLINE_PX, names, self._middle)

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        left = [self.title, self.method, self.length]
        chips = [self.version, self.proof, self.claims, self.compare.button]
        return left, [*chips, self.export, self.repeat.button, self.again, self.stop]

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
        sheet = self._middle.currentWidget()
        if self.start.isVisible() or sheet is self.article:
            return super().focus_place()
        if sheet is self.table:
            return self.table.table
        if sheet is self.compare.view:
            return self.compare.view.back
        return self.versions.focus_place() if sheet is self.versions else self.heading.focus_place()

    def escape(self) -> bool:
        """Away from what stands in place of the article, before the evidence is folded."""
        if not self.start.isVisible() and self._middle.currentWidget() in (
            self.versions,
            self.heading,
        ):
            self._to_article()
            return True
        return super().escape()

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
            self.outline.tell_growing(snapshot)
            self.article.tell_article(snapshot, final=False)

    def _tell_result(self, result: Result) -> None:
        if not isinstance(result, Article):
            return
        self.outline.tell_growing(result)
        self._tell_article(result)
        self.claims.setEnabled(True)
        self.proven.setVisible(bool(ledger.entries(result)))
        self.editing.open(self._row, result)
        self.shaping.open(self._row)

    def _tell_article(self, article: Article) -> None:
        """As it reads now."""
        self._metrics.setText(metrics(article))
        self.article.tell_article(article, final=True)
        self.table.tell(ledger.entries(article))
        self.export.offer(article, self._id)
        self.compare.tell(self._row, article)

    def _begun(self, row: StudyRow) -> None:
        """It is written, perhaps once more: what is being typed is kept, and nothing is edited."""
        self.editing.close()
        self.shaping.close()
        super()._begun(row)

    def _stopped(self) -> None:
        """Where its outline is drafted it can be shaped before it is written."""
        super()._stopped()
        if self._row is not None:
            self.shaping.open(self._row)

    # The editors

    def _edited(self, edited: Edited) -> None:
        if self.article.article is None:
            return
        self.version.set(f"Version {edited.head}" if edited.head else "Versions")
        self.version.setVisible(bool(edited.versions))
        self.versions.tell(edited)
        if edited.article != self.article.article:
            self._tell_article(edited.article)
            self.to_proof.bring(edited.article.research)
            self.shaping.follow(edited.article)

    def _shaped(self, planned: Planned, path: Path | None) -> None:
        """The outline stands otherwise; before there is an article a heading stands at large."""
        if path is None and self._middle.currentWidget() is self.heading:
            path = self.outline.tree.current()
        if planned.article is None:
            self.study.halt.hide()
            every = {
                piece.number: piece
                for _, one in planned.outline.walk()
                for piece in outline_edits.evidence(one)
            }
            self.to_proof.bring(Research(planned.outline.title, evidence=tuple(every.values())))
            if path is None:
                self.outline.tree.put_at((0,))
            self._look_at(self.outline.tree.current() or (0,))
        elif path is not None and self._middle.currentWidget() is self.heading:
            self._look_at(path)

    def _look_at(self, path: Path) -> None:
        """A heading at large, with its notes and its evidence."""
        if self.shaping.planned is not None:
            self.heading.tell(self.shaping.planned, path)
            self._bring(self.heading)

    def _chose(self, row: Row) -> None:
        """A heading: where its section is written it comes to the top, else it stands at large."""
        if row.section >= 0 and self._middle.currentWidget() is not self.heading:
            self._to_heading(row.section)
        elif self.shaping.planned is not None:
            self._look_at(row.path)

    def show_versions(self) -> None:
        if self.editing.kept.now is not None:
            self._bring(self.versions)
            self.versions.tell(self.editing.kept.now)
            self.versions.focus_place().setFocus()

    def _compare(self, number: int) -> None:
        editor, now = self.editing.kept.editor(), self.editing.kept.now
        if editor is not None and now is not None:
            read = partial(_changes, editor, number, now.article)
            job = self._house.jobs.fetch(read, partial(self.versions.tell_changes, number))
            job.failed.connect(self._house.notices.error)

    def _rewritten(self, edited: Edited) -> None:
        self.editing.kept.did("Sections written by the outline", edited)
        self._to_article()

    def _bring(self, sheet: QWidget) -> None:
        """To the middle; the column at the left makes room where there is none for both."""
        self.claims.setChecked(False)
        self._middle.setCurrentWidget(sheet)

    def _to_article(self) -> None:
        self._bring(self.article)
        self.focus_place().setFocus()

    def _offer_menu(self, spot: Spot | None, where: QPoint) -> None:
        if spot is not None and not self.editing.why_not:
            pop_up(paragraph_menu.made(self.article, self.editing, spot), where)

    def _connect_editors(self) -> None:
        outline, shaping, heading = self.outline, self.shaping, self.heading
        outline.chosen.connect(self._chose)
        outline.looked.connect(self._look_at)
        outline.go_on_wanted.connect(self._go_on)
        shaping.shown.connect(self._shaped)
        shaping.written.connect(self._rewritten)
        heading.changed.connect(shaping.do)
        heading.wanted.connect(outline.do)
        heading.evidence_wanted.connect(self.to_proof.evidence)
        heading.left.connect(self._to_article)
        self.editing.kept.changed.connect(self._edited)
        self.article.menu_wanted.connect(self._offer_menu)
        self.version.clicked.connect(self.show_versions)
        self.version.setToolTip("What was changed, and the way back (V)")
        self.versions.compared.connect(self._compare)
        self.versions.wanted.connect(self.editing.kept.go_to)
        self.versions.left.connect(self._to_article)
        for keys, act in (
            ("E", self.editing.edit),
            ("V", self.show_versions),
            ("Shift+P", partial(self.editing.here, "prove")),
            ("R", partial(self.editing.here, "rewrite")),
            ("S", partial(self.editing.here, "shorter")),
            ("A", partial(self.editing.here, "add")),
            ("N", partial(self.editing.here, "comment")),
        ):
            shortcut = QShortcut(QKeySequence(keys), self._middle)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    # Claims and headings

    def _show_claims(self, wanted: bool) -> None:
        if wanted or self._middle.currentWidget() is self.table:
            self._middle.setCurrentWidget(self.table if wanted else self.article)

    def _turn_beside(self, wanted: bool) -> None:
        """Two articles in place of the one, or that again as it was shown."""
        shown = self.compare.view if wanted else self.table if self.claims.isChecked() else None
        if wanted or self._middle.currentWidget() is self.compare.view:
            self._middle.setCurrentWidget(shown or self.article)

    def _from_table(self, claim: int) -> None:
        self.proven.setChecked(False)
        self.article.text.choose(claim)
        self.to_proof.choose(claim)

    def _to_heading(self, ordinal: int) -> None:
        self._bring(self.article)
        self.article.show_heading(ordinal)

    def walk(self, by: int) -> None:
        self.claims.setChecked(False)
        super().walk(by)

    # What is in front

    def _of_study(self) -> Sequence[QWidget]:
        chips = (self.method, self.length, self.version, self.proof, self.claims)
        return (*chips, self.compare.button, self.export, self.repeat.button, self.again, self.stop)

    def _show_article(self, method: str, words: int) -> None:
        self.method.set(ledger.method_name(method))
        self.length.set(f"{words:,} words")
        self.editing.close()
        self.shaping.close()
        self.outline.clear()
        self.versions.clear()
        self._metrics.setText("")
        self._middle.setCurrentWidget(self.article)
        self.table.tell(())
        self.export.offer(None, "")
        self.compare.tell(None, None)
        self._show_study()
        self.version.hide()
        self.length.setVisible(words > 0)
        self.claims.setChecked(False)
        self.claims.setEnabled(False)
        self.proven.setChecked(False)
        self.proven.hide()

    def _come_back(self, row: StudyRow) -> None:
        super()._come_back(row)
        self.length.setVisible(not self.length.text().startswith("0 "))
        self.version.setVisible(self.editing.has_versions)

    def _new(self) -> None:
        super()._new()
        self.topic.write_from(None)

    def _make_column(self) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(14, 20, 14, 8)
        column.setSpacing(6)
        column.addWidget(self.outline)
        self._metrics = label("", "quiet", wrap=True)
        self._metrics.setContentsMargins(0, 10, 0, 0)
        column.addWidget(self._metrics)
        column.addWidget(self.proven, 0, Qt.AlignmentFlag.AlignLeft)
        self.chain.set_margins(0, 12, 0, 12)
        column.addWidget(self.chain)
        column.addStretch(1)
        return made


def _changes(
    editor: ArticleEditor, number: int, article: Article
) -> tuple[differences.SectionChanges, ...]:
    """In a worker."""
    return differences.sections(editor.at(number), article)


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
