"""The middle of Write and what edits there: the article, its sentences, its versions, a heading.

How an article is edited stands in ``editing.py``, how its outline is shaped in ``shaping.py``; here
they meet: which of the sheets is in front, and what one tells the other.
"""

from __future__ import annotations

from functools import partial

from msgspec import structs
from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop.acts import bind
from desktop.house import House
from desktop.pages.studies.proof import StudyProof
from desktop.pages.write import paragraph_menu
from desktop.pages.write.article import ArticleView
from desktop.pages.write.editing import ArticleEditing
from desktop.pages.write.heading import HeadingSheet
from desktop.pages.write.outline import OutlinePane
from desktop.pages.write.shaping import OutlineShaping
from desktop.pages.write.versions import VersionsSheet
from desktop.widgets.basics import Chip, IconButton, pop_up
from desktop.widgets.claimtable import ClaimTable
from desktop.widgets.outline import Row
from warehouse.records import StudyRow
from warehouse.results.records import Article, Research
from warehouse.studies.editing.editor import Edited
from warehouse.studies.editing.outline_editor import Planned
from warehouse.studies.report import ledger
from warehouse.writing.editing import differences, outline_edits
from warehouse.writing.editing.differences import SectionChanges
from warehouse.writing.editing.outline_edits import Path
from warehouse.writing.editing.records import Spot


class WriteEditors(QObject):
    """``edited(Article)``: it reads otherwise; ``go_on_wanted``: write by the outline that was
    drafted; ``turned``: another sheet came to the middle.

    ``middle`` is the stack of sheets, ``version`` and ``see_versions`` are for the title line.
    """

    edited = Signal(object)
    go_on_wanted = Signal()
    turned = Signal()

    def __init__(
        self,
        house: House,
        article: ArticleView,
        table: ClaimTable,
        proof: StudyProof,
        page: QWidget,
    ) -> None:
        """``page`` is what all of it comes to stand in."""
        super().__init__(article)
        self._page = page
        self._house, self._article, self._table, self._proof = house, article, table, proof
        self.shaping = OutlineShaping(house, self)
        self.outline = OutlinePane(house, self.shaping)
        self.heading = HeadingSheet(house.theme)
        self.editing = ArticleEditing(house, article)
        self.versions = VersionsSheet(house.theme)
        self.version = Chip("")
        self.see_versions = IconButton(house.theme, "history", "Versions of the article (Alt+V)")
        self.middle = QStackedWidget()
        for sheet in (article, table, self.versions, self.heading):
            self.middle.addWidget(sheet)
        self._connect()
        self._keys()

    # What is in front

    def open(self, row: StudyRow | None, article: Article) -> None:
        """A finished article."""
        self.outline.tell_growing(article)
        self.editing.open(row, article)
        self.shaping.open(row)

    def close(self) -> None:
        """It leaves, or is written again: what is being typed is kept."""
        self.editing.close()
        self.shaping.close()

    def _end(self) -> None:
        """Program or library closes: nothing that is being typed is lost."""
        self.editing.pen.keep()
        if self.middle.currentWidget() is self.heading:
            self.heading.save()
        self.shaping.end()

    def clear(self) -> None:
        """Another study comes to the front."""
        self.close()
        self.outline.clear()
        self.versions.clear()
        self.middle.setCurrentWidget(self._article)
        self.show_version()

    def show_version(self) -> None:
        """In the title line, where there is more than one."""
        now = self.editing.kept.now
        self.version.set(f"Version {now.head}" if now is not None else "")
        for part in (self.version, self.see_versions):
            part.setVisible(self.editing.has_versions)

    def focus_place(self) -> QWidget | None:
        """Of a sheet in place of the article; None while that is in front."""
        sheet = self.middle.currentWidget()
        if sheet is self._table:
            return self._table.table
        if sheet is self.versions:
            return self.versions.focus_place()
        return self.heading.focus_place() if sheet is self.heading else None

    def escape(self) -> bool:
        """Away from what stands in place of the article; whether anything does."""
        if self._has_article and self.middle.currentWidget() in (self.versions, self.heading):
            self.to_article()
            return True
        return False

    @property
    def _has_article(self) -> bool:
        """Is there something to go back to, be it why it stands still?"""
        return self._article.has_text or not self._article.halt.isHidden()

    def to_article(self) -> None:
        self.bring(self._article)
        self._article.focus_place().setFocus()

    def to_section(self, ordinal: int) -> None:
        self.bring(self._article)
        self._article.show_heading(ordinal)

    def bring(self, sheet: QWidget) -> None:
        self.middle.setCurrentWidget(sheet)
        self.turned.emit()

    # The article

    def _tell(self, edited: Edited) -> None:
        if self._article.article is None:
            return
        self.show_version()
        if self.middle.currentWidget() is self.versions:
            self.versions.tell(edited)
        self.editing.pen.bring_along()
        if edited.article != self._article.article:
            self.edited.emit(edited.article)
            self._proof.bring(edited.article.research)
            self._proof.tell_again([entry.claim for entry in ledger.entries(edited.article)])
            self.shaping.follow(edited.article)

    def _offer_menu(self, spot: Spot | None, where: QPoint) -> None:
        if spot is not None and not self.editing.why_not:
            pop_up(paragraph_menu.made(self._article, self.editing, spot), where)

    # Its versions

    def show_versions(self) -> None:
        if (now := self.editing.kept.now) is not None and now.versions:
            self.bring(self.versions)
            self.versions.tell(now)
            self.versions.focus_place().setFocus()
        elif now is not None:
            self._house.notices.say("It reads as it was written.")

    def _compare(self, number: int, other: int) -> None:
        editor, now = self.editing.kept.editor(), self.editing.kept.now
        if editor is not None and now is not None:
            show = partial(self.versions.tell_changes, number, other=other)

            def between() -> tuple[SectionChanges, ...]:
                after = editor.at(other) if other else now.article
                return differences.sections(editor.at(number), after)

            self._house.jobs.fetch(between, show)

    # Its outline

    def _shaped(self, planned: Planned, path: Path | None) -> None:
        """The outline stands otherwise; before anything is written a heading stands at large."""
        tree = self.outline.tree
        if planned.article is None:
            if planned.so_far is not None:
                self._article.tell_so_far(planned.so_far)
            self._bring_evidence(planned)
        if self._is_begun:
            self.tell_begun()
        elif planned.article is None:
            self._article.halt.hide()
            self._article.found.tell(())
            if tree.current() is None:
                tree.put_at((0,))
            self._look_at(tree.current() or (0,))
        if self.middle.currentWidget() is self.heading:
            self._look_at(path or tree.current() or (0,))

    @property
    def _is_begun(self) -> bool:
        """Was it stopped while it was written?"""
        planned = self.shaping.planned
        is_planned = planned is not None and planned.article is None
        return is_planned and (self._article.has_text or not self.shaping.waits)

    def tell_begun(self, *turned: object) -> None:
        """Once more where something else is in sight: there is always one button to go on."""
        if self._is_begun:
            self.outline.tell_begun(self._article.halt.go_on.isVisibleTo(self._page))

    def _bring_evidence(self, planned: Planned) -> None:
        """Of its headings, and of the text so far."""
        research = planned.so_far.research if planned.so_far else Research(planned.outline.title)
        pieces = {piece.number: piece for piece in research.evidence}
        for _, heading in planned.outline.walk():
            pieces |= {piece.number: piece for piece in outline_edits.evidence(heading)}
        self._proof.bring(structs.replace(research, evidence=tuple(pieces.values())))

    def _look_at(self, path: Path) -> None:
        """A heading at large, with its notes and its evidence."""
        if self.shaping.planned is not None:
            self.heading.tell(self.shaping.planned, path)
            self.heading.offer_back(self._has_article)
            self.bring(self.heading)

    def _to_outline(self) -> None:
        """The piece that had the keys is about to go."""
        self.outline.tree.setFocus()

    def _chose(self, row: Row) -> None:
        """A heading: where its section is written it comes to the top, else it stands at large."""
        if row.section >= 0 and self.middle.currentWidget() is not self.heading:
            self.to_section(row.section)
        elif self.shaping.planned is not None:
            self._look_at(row.path)

    def _rewritten(self, edited: Edited) -> None:
        self.editing.kept.did("Sections written by the outline", edited)
        self.editing.say_left_out(edited)
        self.to_article()

    # Making

    def _connect(self) -> None:
        outline, shaping, heading = self.outline, self.shaping, self.heading
        self._house.closing.connect(self._end)
        outline.chosen.connect(self._chose)
        outline.looked.connect(self._look_at)
        outline.go_on_wanted.connect(self.go_on_wanted)
        self._article.to_write.section_wanted.connect(self.shaping.write_again)
        self._article.to_write.part_wanted.connect(self.editing.write)
        shaping.shown.connect(self._shaped)
        shaping.written.connect(self._rewritten)
        self.middle.currentChanged.connect(self.tell_begun)
        heading.changed.connect(shaping.do)
        heading.wanted.connect(outline.do)
        heading.evidence_wanted.connect(self._proof.evidence)
        for moved in (heading.given, heading.left_out, outline.tree.rows.given):
            moved.connect(self._to_outline)
        heading.given.connect(shaping.give)
        heading.left_out.connect(shaping.leave_out)
        heading.left.connect(self.to_article)
        heading.stopped.connect(shaping.stop)
        shaping.busy.connect(heading.be_busy)
        shaping.busy.connect(self._article.to_write.be_busy)
        self.editing.kept.changed.connect(self._tell)
        self._article.menu_wanted.connect(self._offer_menu)
        self.see_versions.clicked.connect(self.show_versions)
        self.versions.compared.connect(self._compare)
        self.versions.wanted.connect(self.editing.kept.go_to)
        self.versions.left.connect(self.to_article)

    def _keys(self) -> None:
        here = self.editing.here
        for keys, where, act in (
            ("Alt+V", self.middle, self.show_versions),
            ("Alt+E", self._article, self.editing.edit),
            ("Alt+Shift+P", self._article, partial(here, "prove")),
            ("Alt+R", self._article, partial(here, "rewrite")),
            ("Alt+S", self._article, partial(here, "shorter")),
            ("Alt+A", self._article, partial(here, "add")),
            ("Alt+N", self._article, partial(here, "comment")),
        ):
            bind(keys, where, act)
