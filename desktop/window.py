"""The window: side bar, one page in the middle, one pane at the right.

The first page is made with the window; the others in pieces, when they are first visited or when
``prepare`` says that nobody waits. Each stands in a ``PageFrame`` that owns the line of title and
actions and the splitter to its right pane; widths and what is folded are remembered in
``window.json``. Files and links may be dropped anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from desktop import focus
from desktop import state as state_file
from desktop.drop import DropOverlay, local_paths
from desktop.fetching import web_addresses
from desktop.frame import PageFrame
from desktop.house import House, Page
from desktop.noticebar import NoticeBar
from desktop.sidebar import SideBar
from desktop.staged_build import Making, Pieces
from desktop.state import WindowState
from desktop.widgets.focus_order import bring_into_sight, next_in
from desktop.widgets.focus_ring import FocusRing

LEAST_PX = (1024, 680)
SIDE_MIN_PX, SIDE_MAX_PX = 168, 320
READER = "reader"  # no place of the side bar: one comes to it from another page, and goes back

PageMaker = Callable[[House], Making]


class Window(QMainWindow):
    """``painted`` comes once, after the first paint; ``closing`` before the window goes."""

    painted = Signal()
    closing = Signal()

    def __init__(
        self, house: House, makers: dict[str, PageMaker], state: WindowState | None = None
    ) -> None:
        super().__init__()
        self._house, self._makers = house, makers
        self._state = state or state_file.load()
        self._frames: dict[str, PageFrame] = {}
        self._wishes: dict[str, list[object]] = {}
        self._pieces = Pieces(self._made, self)
        self._was_painted = False
        self._before_reader = next(iter(makers))
        self.setWindowTitle("Muniment")
        self.setMinimumSize(*LEAST_PX)
        self.resize(self._state.width, self._state.height)
        if self._state.maximised:
            self.setWindowState(Qt.WindowState.WindowMaximized)
        self.setAcceptDrops(True)
        self._build()
        self._shortcuts()
        self._focus = focus.FocusReturn(self, self._focus_place)
        house.visited.connect(self.visit)
        house.return_wanted.connect(self._return)
        house.side_wanted.connect(self._show_side)
        house.counted.connect(self.sidebar.count)
        self.page(self._state.page if self._state.page in makers else next(iter(makers)))

    def visit(self, name: str, wish: object = None) -> None:
        """Bring a page to the front; one that is not made yet comes when its last piece is."""
        if name not in self._makers:
            return
        if self.current != READER:
            self._before_reader = self.current
        self._state.page = name
        self.sidebar.show_place(name)
        if wish is not None:
            self._wishes.setdefault(name, []).append(wish)
        if name in self._frames:
            self._bring(name)
        else:
            self._pieces.add(name, self._making(name))
            self._pieces.first(name)

    def page(self, name: str) -> QWidget:
        """The page itself; it is made and visited at once if it has not been."""
        if name not in self._frames:
            self.visit(name)
            self._pieces.finish(name)
        return self._frames[name].page

    def prepare(self) -> None:
        """Make the pages that are still missing, so that the first visit finds them."""
        for name in self._makers:
            if name not in self._frames:
                self._pieces.add(name, self._making(name))

    @property
    def prepared(self) -> bool:
        return not self._pieces.waiting

    @property
    def current(self) -> str:
        return self._state.page

    def _making(self, name: str) -> Making:
        page = yield from self._makers[name](self._house)
        yield
        frame = PageFrame(self._house, name, page, self._state)
        yield
        frame.fill()
        return frame

    def _made(self, name: str, frame: QWidget) -> None:
        self._frames[name] = cast(PageFrame, frame)
        self._stack.addWidget(frame)
        if name == self.current:
            self._bring(name)

    def _bring(self, name: str) -> None:
        page = self._frames[name].page
        self._stack.setCurrentWidget(self._frames[name])
        cast(Page, page).focus_place().setFocus()
        for wish in self._wishes.pop(name, ()):
            cast(Page, page).accept(wish)

    def _build(self) -> None:
        self.sidebar = SideBar(self._house)
        self.sidebar.setMinimumWidth(SIDE_MIN_PX)
        self.sidebar.setMaximumWidth(SIDE_MAX_PX)
        self.sidebar.chosen.connect(self.visit)
        self._stack = QStackedWidget()
        self._outer = QSplitter(Qt.Orientation.Horizontal)
        self._outer.setChildrenCollapsible(False)
        self._outer.setHandleWidth(1)
        self._outer.addWidget(self.sidebar)
        self._outer.addWidget(self._stack)
        self._outer.setStretchFactor(1, 1)
        self._outer.setSizes([self._state.bar, self._state.width - self._state.bar])
        self._ground = QWidget()
        whole = QHBoxLayout(self._ground)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._outer)
        self.setCentralWidget(self._ground)
        self._overlay = DropOverlay(self._house, self._ground)
        self.notice_bar = NoticeBar(self._house, self._ground)
        self._ring = FocusRing(self._house.theme, self)

    def _shortcuts(self) -> None:
        def bind(keys: str | QKeySequence, act: Callable[[], None]) -> None:
            QShortcut(QKeySequence(keys), self).activated.connect(act)

        for number, name in enumerate(self._makers, start=1):
            bind(f"Ctrl+{number}", partial(self.visit, name))
        bind("Ctrl+K", partial(self.visit, "library", "search"))
        bind("Ctrl+O", partial(self.visit, "library", "add"))
        bind("Ctrl+B", self._toggle_bar)
        bind("Ctrl+Z", self._house.undo.undo)
        bind("Ctrl+Shift+Z", self._house.undo.redo)
        bind("Ctrl+.", self._toggle_side)
        bind("Ctrl+Q", self._quit)

    def _return(self) -> None:
        self.visit(self._before_reader)

    def _quit(self) -> None:
        self.close()

    def come_forward(self) -> None:
        """Over the windows of other programs, as far as the system lets us."""
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Every Tab of the window ends here; where it leads to is shown."""
        wanted = next_in(self, self.focusWidget(), forward)
        if wanted is None:
            return False
        reasons = Qt.FocusReason
        wanted.setFocus(reasons.TabFocusReason if forward else reasons.BacktabFocusReason)
        bring_into_sight(wanted)
        self._ring.follow(wanted)
        return True

    def _toggle_bar(self) -> None:
        self.sidebar.setVisible(self.sidebar.isHidden())

    def _toggle_side(self) -> None:
        self._front().toggle_side()

    def _show_side(self, wanted: bool, page: str) -> None:
        frame = self._frames.get(page) if page else self._front()
        if frame is not None:
            frame.show_side(wanted)

    def _front(self) -> PageFrame:
        """What is seen; while a page is being made that is still the one before."""
        return self._frames.get(self.current) or cast(PageFrame, self._stack.currentWidget())

    def _focus_place(self) -> QWidget | None:
        frame = self._frames.get(self.current)
        return cast(Page, frame.page).focus_place() if frame is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What no widget had a use for, wherever the focus is."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._escape():
            return
        elif self.notice_bar.isVisible():
            self.notice_bar.dismiss()

    def _escape(self) -> bool:
        """Whether the page in front had a use for it."""
        frame = self._frames.get(self.current)
        escape = getattr(frame.page, "escape", None) if frame is not None else None
        return bool(escape is not None and escape())

    # Drag and drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        paths, pages = local_paths(event.mimeData()), web_addresses(event.mimeData())
        if paths or pages:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._overlay.hover(paths, self._stack.geometry(), pages[0].host() if pages else "")

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._overlay.leave()

    def dropEvent(self, event: QDropEvent) -> None:
        self._overlay.leave()
        paths, pages = local_paths(event.mimeData()), web_addresses(event.mimeData())
        if paths or pages:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.visit("library", paths or pages[0])

    # Beginning and end

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._state.maximised = self.isMaximized()
        if not self.isMaximized():
            self._state.width, self._state.height = self.width(), self.height()
        self._state.bar = self.sidebar.width()
        if self.current == READER:
            self._state.page = self._before_reader
        state_file.save(self._state)
        self._pieces.stop()
        self.hide()
        self.notice_bar.dismiss()
        self.closing.emit()
        super().closeEvent(event)
