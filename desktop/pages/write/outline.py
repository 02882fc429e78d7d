"""The outline at the left of Write: the tree, what can be done to it, what is to be written."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from desktop.house import House
from desktop.pages.write.shaping import OutlineShaping
from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, pop_up, quiet_icon, row
from desktop.widgets.laid_out import holding
from desktop.widgets.outline import OutlineView
from desktop.widgets.wrapped_field import WrappedField
from warehouse.results.records import Article
from warehouse.studies.editing.outline_editor import Planned
from warehouse.text import plural
from warehouse.writing.editing.outline_edits import Path
from warehouse.writing.outline.drafting import TITLE_CHARACTERS

WITHOUT = ("add", "undo", "redo")  # what is done where no heading is chosen, too
MENU: tuple[tuple[str, str, str], ...] = (
    ("Rename", "rename", "F2"),
    ("Evidence and notes", "look", "Space"),
    ("", "", ""),
    ("Add a heading after it", "add", "Insert"),
    ("Merge with the next one", "merge", "Ctrl+M"),
    ("Split in two", "split", "Ctrl+J"),
    ("", "", ""),
    ("Move up", "up", "Alt+Up"),
    ("Move down", "down", "Alt+Down"),
    ("Move below the one before", "indent", "Alt+Right"),
    ("Move one level up", "outdent", "Alt+Left"),
    ("", "", ""),
    ("Draft it again", "draft", ""),
    ("Write this section anew", "anew", ""),
    ("Remove", "remove", "Del"),
    ("", "", ""),
    ("Take the last change back", "undo", ""),
    ("Do it again", "redo", ""),
)

GO_ON = "Go on writing"
BEGUN = "Stopped while it was written. Shape the outline if you like, then go on."


class OutlinePane(QWidget):
    """``chosen(Row)``: a heading; ``looked(path)``: its evidence and notes are wanted;
    ``go_on_wanted``: the article is to be written by the outline.
    """

    chosen = Signal(object)
    looked = Signal(object)
    go_on_wanted = Signal()

    def __init__(self, house: House, shaping: OutlineShaping) -> None:
        super().__init__()
        self._shaping = shaping
        self.tree = OutlineView(house.theme)
        style = 'font-family: "Source Serif 4"; font-size: 15px; font-weight: 600;'
        self.name = WrappedField("Title of the article", TITLE_CHARACTERS, style)
        self._title = label("Outline", "quiet")
        self._waits = label("", "quiet", wrap=True)
        self.write = Button(house.theme, "Write the article", "sparkles", kind="primary")
        self._buttons = self._make_buttons(house.theme)
        inside = column_of(
            self.name, self._title, self.tree, self._buttons, self._waits, into=self, spacing_px=6
        )
        inside.addWidget(self.write, 0, Qt.AlignmentFlag.AlignLeft)
        self._connect()
        self.clear()

    def clear(self) -> None:
        self.tree.clear()
        for part in (self.name, self._title, self.tree, self._buttons, self._waits, self.write):
            part.hide()

    def tell_growing(self, article: Article) -> None:
        """The sections while they are written."""
        self.tree.tell_blocks(article.blocks)
        self._title.setVisible(bool(article.blocks))
        self.tree.setVisible(bool(article.blocks))
        self._hide_tools()

    def tell(self, planned: Planned, path: Path | None = None) -> None:
        """An outline that can be shaped; the heading at ``path`` becomes the current one."""
        article = planned.article
        self.tree.tell(planned.outline, article.blocks if article else ())
        if path is not None:
            self.tree.put_at(path)
        if not self.name.hasFocus():
            self.name.setText(planned.outline.title)
            self.name.to_begin()
        for part in (self.name, self._title, self.tree, self._buttons):
            part.show()
        self._waits.setText(_to_do(planned))
        self._waits.setVisible(bool(self._waits.text()))
        self.write.set("Write the article" if article is None else "Write what is new")
        self.write.setVisible(not planned.is_done)

    def tell_begun(self, is_offered: bool) -> None:
        """After ``tell``: the article was stopped while it was written; ``is_offered`` is whether
        what is in front has a button to go on.
        """
        self._waits.setText(BEGUN)
        self.write.set(GO_ON)
        self.write.setHidden(is_offered)

    def do(self, verb: str, path: Path | None = None) -> None:
        """To the heading at ``path``, or the current one."""
        path = path if path is not None else self.tree.current()
        if self._shaping.planned is None or (path is None and verb not in WITHOUT):
            return
        if verb == "rename":
            self.tree.setFocus()
            self.tree.rename()
        elif verb == "look" and path is not None:
            self.looked.emit(path)
        elif verb == "draft" and path is not None:
            self._shaping.draft(path)
        elif verb == "undo":
            self._shaping.take_back()
        elif verb == "redo":
            self._shaping.do_again()
        else:
            self._shaping.do(verb, path or ())
            if verb in ("add", "split"):
                self.do("rename")

    @property
    def why_not(self) -> str:
        """Why no heading can be shaped now; "" where one can."""
        return self.whole_not or ("" if self.tree.current() is not None else "no heading is chosen")

    @property
    def whole_not(self) -> str:
        """Why the outline cannot be changed now, whatever is chosen; "" where it can."""
        can_change = self._shaping.planned is not None and self.tree.rows.can_change
        return "" if can_change else "no outline is finished here"

    def menu(self) -> QMenu:
        """What can be done to the current heading, with the keys that do it in the tree."""
        menu = QMenu(self.tree)
        is_written = self._shaping.planned is not None and self._shaping.planned.article is not None
        for name, verb, keys in MENU:
            if not name:
                menu.addSeparator()
            elif verb != "anew" or is_written:
                action = menu.addAction(f"{name}\t{keys}" if keys else name)
                action.triggered.connect(partial(self.do, verb))
        return menu

    def _offer(self, at: QPoint) -> None:
        if not self.why_not:
            pop_up(self.menu(), self.tree.viewport().mapToGlobal(at))

    def _offer_under(self, button: QWidget) -> None:
        self._choose_one()
        if not self.why_not:
            pop_up(self.menu(), button.mapToGlobal(QPoint(0, button.height())))

    def _press(self, verb: str) -> None:
        """A button, to the current heading; where none is, it shows which one it would be."""
        if verb == "add" or not self._choose_one():
            self.do(verb)

    def _choose_one(self) -> bool:
        """The first heading, where none is chosen."""
        is_shaped = self._shaping.planned is not None and bool(self.tree.rows.rows)
        is_due = is_shaped and self.tree.current() is None
        if is_due:
            self.tree.put_at((0,))
        return is_due

    def _busy(self, is_busy: bool) -> None:
        self.name.setEnabled(not is_busy)
        self.write.setEnabled(not is_busy)
        self._buttons.setEnabled(not is_busy)
        self.tree.rows.can_change = not is_busy

    def _write(self) -> None:
        if (planned := self._shaping.planned) is not None and planned.article is not None:
            self._shaping.write()
        else:
            self.go_on_wanted.emit()

    def _retitle(self) -> None:
        if self._shaping.planned is not None and self.name.text().strip():
            self._shaping.do("title", self.tree.current() or (), self.name.text())

    def _make_buttons(self, theme: Theme) -> QWidget:
        more = quiet_icon(theme, "ellipsis", "More for this heading")
        more.clicked.connect(partial(self._offer_under, more))
        return holding(
            row(
                self._button(theme, "plus", "Heading", "Add a heading (Insert)", "add"),
                self._button(theme, "", "Merge", "Merge with the next one (Ctrl+M)", "merge"),
                self._button(theme, "", "Split", "Split it in two (Ctrl+J)", "split"),
                1,
                more,
                spacing_px=2,
            )
        )

    def _button(self, theme: Theme, icon: str, name: str, about: str, verb: str) -> Button:
        button = Button(theme, name, icon, kind="quiet")
        button.setStyleSheet("padding-left: 6px; padding-right: 6px;")
        button.setAccessibleName(about)
        button.setToolTip(about)
        button.clicked.connect(partial(self._press, verb))
        return button

    def _connect(self) -> None:
        tree, shaping = self.tree, self._shaping
        tree.chosen.connect(self.chosen)
        tree.wanted.connect(self.do)
        tree.rows.renamed.connect(partial(shaping.do, "rename"))
        tree.rows.moved.connect(shaping.move)
        tree.rows.given.connect(shaping.give)
        self.name.finished.connect(self._retitle)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tree.customContextMenuRequested.connect(self._offer)
        shaping.shown.connect(self.tell)
        shaping.none.connect(self._hide_tools)
        shaping.busy.connect(self._busy)
        self.write.clicked.connect(self._write)

    def _hide_tools(self) -> None:
        for part in (self.name, self._buttons, self._waits, self.write):
            part.hide()


def _to_do(planned: Planned) -> str:
    if planned.article is None:
        count = sum(1 for _ in planned.outline.walk())
        return f"{plural(count, 'heading')}. Shape it, then have it written."
    if planned.is_done:
        return ""
    if planned.waits:
        return f"{plural(planned.waits, 'section')} to be written. The others stay as they are."
    return "The order or the names changed. Nothing needs to be written anew."
