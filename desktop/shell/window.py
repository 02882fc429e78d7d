"""The window: side bar, one page in the middle, one pane at the right.

The first page is made with the window; the others in pieces, when they are first visited or when
``prepare`` says that nobody waits. Each stands in a ``PageFrame`` that owns the line of title and
actions and the splitter to its right pane; widths and what is folded are remembered in
``window.json``. Files and links may be dropped anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QSplitter, QStackedWidget, QWidget
from shiboken6 import delete

from desktop import state as state_file
from desktop.acts import Act
from desktop.drop import DropOverlay, local_paths
from desktop.fetching import web_addresses
from desktop.house import House, Page
from desktop.kept_inside import KeptInside
from desktop.locked.cover import LockedCover
from desktop.palette.keylist import KeyList
from desktop.palette.of_pages import every
from desktop.palette.palette import ActPalette
from desktop.palette.search import SearchEverything
from desktop.shell import focus, placing
from desktop.shell.frame import PageFrame, SideWish
from desktop.shell.noticebar import NoticeBar
from desktop.shell.sidebar import RAIL_PX, SideBar
from desktop.starting.staged_build import Making, Pieces
from desktop.state import WindowState
from desktop.widgets.basics import row
from desktop.widgets.focus_order import give_keys, next_in
from desktop.widgets.focus_ring import ring

LEAST_PX = (1024, 680)
READER = "reader"  # no place of the side bar: one comes to it from another page, and goes back
SELDOM = "settings"  # made when somebody comes: a third of all widgets
OF_NO_LIBRARY = ("models", "settings")

PageMaker = Callable[[House], Making]


class Window(QMainWindow):
    """``painted`` comes once, after the first paint; ``closing`` before the window goes."""

    painted = Signal()
    closing = Signal()

    def __init__(
        self, house: House, makers: dict[str, PageMaker], state: WindowState | None = None
    ) -> None:
        super().__init__()
        self.house: House = house
        self._house = house
        self._makers = makers
        self._state = state or state_file.load()
        KeptInside(house, self._state, self)
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
        house.acts.add(every())
        house.acts.recent = list(self._state.acts)
        house.acts.wanted.connect(self.do)
        self._build()
        self._bind("", self)
        self._focus = focus.FocusReturn(self, self._focus_place)
        house.library_left.connect(self._begin_anew)
        house.visited.connect(self.visit)
        house.return_wanted.connect(self._return)
        house.side_wanted.connect(self._turn_side)
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
            if name not in self._frames and name != SELDOM:
                self._pieces.add(name, self._making(name))

    def place(self) -> None:
        """Before it is shown: where it was left, as far as the screens that are there let it."""
        placing.place(self, self._state, QSize(*LEAST_PX))
        keep = partial(placing.keep_on_screen, self)
        self.painted.connect(partial(QTimer.singleShot, placing.FRAMED_MS, self, keep))

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
        self._frames[name].side_shown.connect(self._fit_bar)
        self._bind(name, frame)
        self._stack.addWidget(frame)
        if name == self.current:
            self._bring(name)

    def _bring(self, name: str) -> None:
        page = self._frames[name].page
        self._stack.setCurrentWidget(self._frames[name])
        self._fit_bar()
        self.notice_bar.lie_over(page)
        self._give_keys(cast(Page, page).focus_place())
        for wish in self._wishes.pop(name, ()):
            if isinstance(wish, Act):
                self._do_there(wish, page)
            else:
                cast(Page, page).accept(wish)

    def _begin_anew(self) -> None:
        """Pages hold a library's words in a hundred places: they are made anew for another."""
        for name in self._pieces.waiting:
            self._pieces.finish(name)
        of_it = [name for name in self._frames if name not in OF_NO_LIBRARY]
        left = [self._frames.pop(name) for name in of_it]
        self._wishes.clear()
        self.visit(self._before_reader if self.current == READER else self.current)
        self._pieces.finish(self.current)
        for frame in left:
            delete(frame)  # at once: none of them hears of the library that comes
        self._house.jobs.forget_ending()

    def _give_keys(self, place: QWidget) -> None:
        """A page that was long in the making takes them from nothing that lies over the window."""
        over = next((over for over in self._overs if over.isVisible()), None)
        if over is None:
            place.setFocus()
        else:
            over.give_back_to(place)

    def _build(self) -> None:
        self.sidebar = SideBar(self._house)
        self.sidebar.chosen.connect(self.visit)
        self._stack = QStackedWidget()
        self._outer = QSplitter(Qt.Orientation.Horizontal)
        self._outer.setChildrenCollapsible(False)
        self._outer.setHandleWidth(1)
        self._outer.addWidget(self.sidebar)
        self._outer.addWidget(self._stack)
        self._outer.setStretchFactor(1, 1)
        self._outer.splitterMoved.connect(self._bar_moved)
        self._ground = QWidget()
        row(self._outer, into=self._ground, spacing_px=-1)
        self.setCentralWidget(self._ground)
        self._overlay = DropOverlay(self._house, self._ground)
        self.notice_bar: NoticeBar = NoticeBar(self._house, self._ground)
        self._search = SearchEverything(self._house, self._ground, self.why_not, self._in_front)
        self._palette = ActPalette(self._house, self._ground, self.why_not, self._in_front)
        self._keys = KeyList(self._house, self._ground, self.find_an_act)
        self._overs = (self._search, self._palette, self._keys)
        self.locked = LockedCover(self._house, self._ground)

    def _fit_bar(self) -> None:
        """As wide as the user left it, whatever a narrow page has left of that before."""
        is_rail = self.sidebar.fit(self.width(), self._front().needs_room)
        bar = RAIL_PX if is_rail else self._state.bar
        self._outer.setSizes([bar, self.width() - bar])

    def _bar_moved(self) -> None:
        if self.sidebar.width() > RAIL_PX:
            self._state.bar = self.sidebar.width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.current in self._frames:
            self._fit_bar()

    def _in_front(self) -> str:
        return self.current

    # Acts

    def do(self, act: Act[Any]) -> None:
        """Here, or on its page, which comes to the front first; nothing under a closed library."""
        if self.locked.isVisible() and act.id != "quit":
            return
        if act.page:
            self.visit(act.page, act)
        else:
            self._do_there(act, self)

    def why_not(self, act: Act[Any]) -> str:
        """Why it cannot be done now."""
        if not act.page:
            return act.why_not(self)
        frame = self._frames.get(act.page)
        if frame is not None:
            return act.why_not(frame.page)
        return "" if act.always else "its page was not opened yet"

    def _do_there(self, act: Act[Any], where: QWidget) -> None:
        why_not = act.why_not(where)
        if why_not:
            self._house.notices.say(f"{act.name}: not now, {why_not}.")
        elif act.do is not None:
            act.do(where)

    def _bind(self, page: str, where: QWidget) -> None:
        """The keys of a page's acts, while the focus is in its frame; "": those of all pages."""
        context = Qt.ShortcutContext
        for act in self._house.acts.all:
            bound = "" if act.from_anywhere else act.page
            if bound == page and act.keys and not act.listens:
                action = QAction(where)
                action.setShortcuts([QKeySequence(keys) for keys in act.keys])
                within = context.WidgetWithChildrenShortcut if page else context.WindowShortcut
                action.setShortcutContext(within)
                action.triggered.connect(partial(self._house.acts.do, act.id))
                where.addAction(action)

    def search_everything(self) -> None:
        self._over(self._search)

    def find_an_act(self) -> None:
        self._over(self._palette)

    def show_keys(self) -> None:
        self._over(self._keys)

    def _over(self, wanted: SearchEverything | ActPalette | KeyList) -> None:
        """One at a time; the same key puts it away."""
        was_open = wanted.isVisible()
        for over in self._overs:
            over.close_over()
        if not was_open:
            wanted.open()

    def undo(self) -> None:
        self._house.undo.undo()

    def stop_what_runs(self) -> None:
        for job in self._house.jobs.running():
            job.cancel()

    def _return(self) -> None:
        self.visit(self._before_reader)

    def quit(self) -> None:
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
        if wanted is not None and give_keys(wanted, forward):
            ring(self._house.theme, wanted)
        return wanted is not None

    def toggle_bar(self) -> None:
        self.sidebar.fold()
        self._fit_bar()

    def toggle_side(self) -> None:
        self._front().toggle_side()

    @property
    def has_side(self) -> bool:
        return self._front().side is not None

    def _turn_side(self, wish: SideWish, page: str) -> None:
        frame = self._frames.get(page) if page else self._front()
        if frame is not None:
            frame.turn_side(wish)

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
            self._overlay.hover(paths, self._stack.geometry(), [page.host() for page in pages])

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._overlay.leave()

    def dropEvent(self, event: QDropEvent) -> None:
        self._overlay.leave()
        paths, pages = local_paths(event.mimeData()), web_addresses(event.mimeData())
        if paths or pages:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.visit("library", [*paths, *pages])

    # Beginning and end

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._state.maximised = self.isMaximized()
        if not self.isMaximized():
            inner = self.geometry()
            self._state.left, self._state.top = inner.left(), inner.top()
            self._state.width, self._state.height = inner.width(), inner.height()
        self._state.acts = list(self._house.acts.recent)
        if self.current == READER:
            self._state.page = self._before_reader
        state_file.save(self._state)
        self._pieces.stop()
        self.hide()
        self.notice_bar.dismiss()
        self.closing.emit()
        super().closeEvent(event)
