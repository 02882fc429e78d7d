"""The desktop's one handle: what every page and pane is given.

A page is a ``QWidget`` made as ``SomePage(house, parent)`` that offers (see ``Page``)

    title_widgets() -> (left, right)   what stands in the one line of title and actions
    side_widget()   -> QWidget | None  what the right pane shows while the page is in front
    side_full: bool                    True: the pane reaches the top and has its own title line,
                                       which ends with a FoldButton
    accept(wish)                       a wish handed over with ``house.visit(page, wish)``
    focus_place() -> QWidget           where its keys belong: when it comes to the front, and when
                                       what had the focus is gone
    escape() -> bool                   optional: Escape, where no widget had a use for it; whether
                                       the page had
    remember(state)                    optional; what it keeps in ``window.json`` between starts

``house.library`` is None until ``opened`` (it is opened by a job: LanceDB is heavy). Everything
that takes more than a few milliseconds goes through ``house.jobs``; ``engines`` is for workers.
All signals here are emitted in the main thread.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop import notices
from desktop.acts import Acts
from desktop.changed_documents import ChangedDocuments
from desktop.collections import Order
from desktop.file_dialogs import ChosenFolders
from desktop.jobs import Job, Jobs, Work
from desktop.preferences import Preferences, wants_another_engine
from desktop.theme import Theme
from desktop.undo import Undo
from warehouse import app
from warehouse import settings as settings_file
from warehouse.app import Engines, Parts, Warehouse
from warehouse.errors import BadInput, InUse, NoWarehouse, PassphraseNeeded
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.store.encryption import is_encrypted

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.search.embedding import Embeds
    from warehouse.studies.keeper import Studies

Mark = tuple[Path, bytes]
PATIENCE_S = 0.5


class Page(Protocol):
    side_full: bool

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]: ...

    def side_widget(self) -> QWidget | None: ...

    def accept(self, wish: object) -> None: ...

    def focus_place(self) -> QWidget: ...


class House(QObject):
    """Library, engine, jobs, theme and settings under one roof, and how pages reach each other.

    opened             the library is there
    library_left       before that, where it is another one: no word of the one before may stay
    refused            the folder of a library that another program has open
    locked             (the folder of an encrypted library that waits for its passphrase, a sentence
                       on the one that was tried, "" for none)
    documents_changed  tuple[Document, ...]: rows that changed, at most ten times a second
    document_removed   the id of a document that is gone
    settings_changed   the new Settings
    engine_changed     an EngineInfo, or None while no model is loaded
    visited            (page name, wish): bring that page to the front
    return_wanted      bring the page to the front from which the reader was opened
    side_wanted        (what is to become of the right pane; whose: "" in front)
    closing            program or library closes: what is being typed is kept with ``jobs.keep``
    counted            (page name, number): the figure beside a place in the side bar
    """

    opened = Signal()
    library_left = Signal()
    refused = Signal(object)
    locked = Signal(object, str)
    documents_changed = Signal(object)
    document_removed = Signal(str)
    settings_changed = Signal(object)
    engine_changed = Signal(object)
    visited = Signal(str, object)
    return_wanted = Signal()
    side_wanted = Signal(str, str)
    closing = Signal()
    counted = Signal(str, int)

    def __init__(
        self,
        theme: Theme,
        settings: Settings | None = None,
        parent: QObject | None = None,
        embedder: Embeds | None = None,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.jobs = Jobs(self)
        self.acts = Acts(self)
        self.preferences = Preferences(settings or Settings(), self.jobs, self)
        self.preferences.changed.connect(self._take_effect)
        self.preferences.heard.connect(self._say_heard)
        self.notices = notices.Notices(self)
        self.jobs.unexpected.connect(self.notices.error)
        self.undo = Undo(self.notices, self)
        self.order = Order(self.jobs, self.notices, self.undo, lambda: self.library, self)
        self.engines = Engines(self.settings)
        self.chosen = ChosenFolders(lambda: self.is_encrypted)
        self.warehouse: Warehouse | None = None
        self._folder: Path | None = None
        self._waiting: Path | None = None  # while another folder is tried in its place
        self._in_sight: Mark | None = None
        self._passphrase = ""
        self._embedder = embedder
        self._looking = self._look_again = False
        self._changed = ChangedDocuments(self)
        self._changed.told.connect(self.documents_changed)
        self.document_removed.connect(self._changed.forget)

    # The library

    @property
    def library(self) -> Library | None:
        return None if self.warehouse is None else self.warehouse.library

    @property
    def is_encrypted(self) -> bool:
        """Is the library that is open an encrypted one?"""
        return self.library is not None and self.library.walls is not None

    @property
    def studies(self) -> Studies | None:
        return None if self.warehouse is None else self.warehouse.studies

    def open(self, folder: Path | None = None, begin: bool = True) -> Job:
        """Open the warehouse in the background; ``opened`` follows, or a notice.

        That of the settings without a ``folder``, and the one of before where it was in use. Only
        to ``begin`` one a folder may hold none yet.
        """
        self._folder = folder = folder or self._folder
        where = folder or self.settings.warehouse_folder
        work = partial(self._open, folder, begin)
        was_tried = bool(self._passphrase)
        job = self.jobs.start("Opening the library", work, visible=False)
        job.finished.connect(self._opened)
        job.failed.connect(partial(self._not_opened, where, was_tried))
        self._changed.start()
        self.preferences.watch()
        return job

    def _open(self, folder: Path | None, begin: bool, run: Run) -> Warehouse:
        passphrase, self._passphrase = self._passphrase, ""
        parts = Parts(self.engines, self._embedder, self._changed.hear, passphrase)
        return app.open(folder, self.settings, begin, parts)

    def _not_opened(self, folder: Path, was_tried: bool, error: BaseException) -> None:
        """``was_tried``: with a passphrase; who gave it is told that it is closed still."""
        if isinstance(error, InUse):
            self.refused.emit(folder)
        elif was_tried or (not isinstance(error, OSError) and is_encrypted(folder)):
            said = "" if isinstance(error, PassphraseNeeded) else notices.words(error).sentence
            self.locked.emit(folder, said)
        elif isinstance(error, NoWarehouse):
            self.notices.offer(str(error), "Begin one", partial(self.open, folder), seconds=600)
        else:
            self._tell_closed(folder, error)

    def _tell_closed(self, folder: Path, error: BaseException) -> None:
        """Where another was tried in place of one that waits, that waits on."""
        again: Callable[[Path], object] = self.open if self._waiting is None else self.use_instead
        self._folder, self._waiting = self._waiting or self._folder, None
        with contextlib.suppress(OSError):
            if is_encrypted(closed := self._folder or folder):
                self.locked.emit(closed, "")
        self.notices.error(error, "Try again", partial(again, folder))

    def _opened(self, made: Warehouse) -> None:
        if self.warehouse is not None:  # opened beside it
            self.jobs.keep(self.warehouse.close, lambda _: None)
        before, self._in_sight = self._in_sight, _mark(made.library)
        if before is not None and _is_another(before, self._in_sight):
            self.library_left.emit()
            self.order.leave()
            self.chosen.leave()
        self.warehouse = made
        if self._waiting is not None:
            self._waiting = None
            self.change(warehouse=str(made.library.medium))
        self.undo.forget()
        if made.begun and self.settings.warehouse:
            self.notices.say(f"A new library was begun in {made.begun}.")
        if made.to_tell:
            self.notices.say(made.to_tell)
        if self.is_encrypted:
            self.chosen.keep_none()
        self.order.look()
        self.opened.emit()

    def move(self, folder: Path, prepare: Callable[[Run], object] | None = None) -> Job | None:
        """Close the library, ``prepare`` (a worker), then use ``folder`` from now on.

        When it fails or is stopped the old one is opened again. None, and a notice, while there
        is work in hand. Where none is open ``folder`` is opened.
        """
        if self.warehouse is None and prepare is None and not self.jobs.running():
            self.use_instead(folder)
            return None
        warehouse = self._at_rest()
        if warehouse is None:
            return None
        before = warehouse.library.medium
        self._folder = None
        label = "Moving the library" if prepare else "Changing the library"
        job = self.jobs.start(label, self._closing(warehouse, prepare))
        job.finished.connect(partial(self._moved, folder, prepare is not None))
        job.ended.connect(partial(self._reopen, folder, before))
        return job

    def shut_for(self, label: str, prepare: Callable[[Run], object] | None = None) -> Job | None:
        """Close the library, ``prepare`` (a worker), and open it again; None as ``move``."""
        warehouse = self._at_rest()
        if warehouse is None:
            return None
        job = self.jobs.start(label, self._closing(warehouse, prepare))
        job.ended.connect(lambda: self.open())
        return job

    def lock(self) -> None:
        """Close an encrypted library; ``locked`` follows."""
        if self.is_encrypted:
            self.shut_for("Closing the library")

    def unlock(self, passphrase: str) -> None:
        """``opened`` follows, or ``locked`` again."""
        self._passphrase = passphrase
        self.open()

    def use_instead(self, folder: Path) -> Job:
        """Another library from now on, where none is open: once it is; else that which waits."""
        self._waiting = self._waiting or self._folder or self.settings.warehouse_folder
        return self.open(folder)

    def _at_rest(self) -> Warehouse | None:
        """The open one while nothing that can be stopped is in work; else None, and a notice."""
        if self.warehouse is None or self.jobs.running():
            self.notices.say("Something is still in work.", "Stop it under Now, or let it finish.")
            return None
        self.notices.withdrawn.emit(None)  # what waits behind one is done first
        self.closing.emit()
        return self.warehouse

    def _closing(self, warehouse: Warehouse, prepare: Callable[[Run], object] | None) -> Work:
        """The work of a job; nobody has the library from now on."""
        self.warehouse = None
        wait_for_work = self.jobs.end_unseen()

        def work(run: Run) -> None:
            wait_for_work()
            warehouse.close()
            if prepare is not None:
                prepare(run)

        return work

    def _moved(self, folder: Path, is_same: bool, _: None) -> None:
        if is_same and self._in_sight is not None:
            self._in_sight = (folder, self._in_sight[1])
        self.change(warehouse=str(folder))

    def _reopen(self, folder: Path, before: Path) -> None:
        self.open(folder if self.settings.warehouse_folder == folder else before)

    # The engine

    def look_at_engine(self) -> None:
        """Fetch the engine's info in the background and tell it by ``engine_changed``.

        One look at a time: a model server that does not answer holds up this one alone.
        """
        self._look_again = self._looking
        if not self._looking:
            self._looking = True
            job = self.jobs.fetch(self.engines.info, self.engine_changed.emit)
            job.ended.connect(self._looked)

    def _looked(self) -> None:
        self._looking = False
        if self._look_again:
            self.look_at_engine()

    def drop_engine(self) -> None:
        """Close the engine in the background; the next use loads the model of the settings."""
        self.engine_changed.emit(None)
        for close in self.engines.let_go():
            self.jobs.fetch(close, lambda _: self.engine_changed.emit(None))

    # Settings

    @property
    def settings(self) -> Settings:
        """Those in force."""
        return self.preferences.now

    def change(self, **values: Any) -> None:
        """Keep changed settings and tell everybody. Raises msgspec.ValidationError."""
        self.preferences.change(**values)

    def _take_effect(self, before: Settings, new: Settings) -> None:
        self.theme.choose(new.theme)
        self.engines.settings = new
        if wants_another_engine(before, new):
            self.drop_engine()
        self.settings_changed.emit(new)

    def _say_heard(self, names: set[str]) -> None:
        """Another program changed settings; a library is not changed under the user's hands."""
        folder = self.settings.warehouse_folder
        if "warehouse" in names and self.library is not None and folder != self.library.medium:
            words = f"Another library was chosen outside of this window: {folder}"
            self.notices.offer(words, "Open it", partial(self._use, folder))
        else:
            titles = ", ".join(sorted(settings_file.title(name) for name in names))
            self.notices.say(f"Changed outside of this window: {titles}.", "It is in force here.")

    def _use(self, folder: Path) -> None:
        self.move(folder)

    # From page to page

    def visit(self, page: str, wish: object = None) -> None:
        """Bring ``page`` to the front ("library", "ask", "write", "reader", …)."""
        self.visited.emit(page, wish)

    def show_side(self, wanted: bool = True, page: str = "") -> None:
        """Of ``page``, which need not be in front when its work ends; else of the one in front."""
        self.side_wanted.emit("shown" if wanted else "folded", page)

    def offer_side(self, page: str) -> None:
        """Unfold it where the user did not put it away."""
        self.side_wanted.emit("offered", page)

    def put_side_away(self, page: str) -> None:
        """The user folds it: it stays so until something is asked for that it shows."""
        self.side_wanted.emit("put away", page)

    # The end

    def close(self) -> None:
        """Stop the work, end the children, close the warehouse. What is unfinished is kept."""
        self.closing.emit()
        self._changed.stop()
        self.preferences.stop()
        self.jobs.cancel_all()
        if not self.jobs.wait(PATIENCE_S):
            self._end_children()
        self.jobs.close()
        self.engines.close()
        with contextlib.suppress(OSError, BadInput):  # said already, when it was changed
            self.preferences.write()
        if self.warehouse is not None:
            self.warehouse.close()
            self.warehouse = None

    def _end_children(self) -> None:
        """A worker that waits for a child's answer gets an error instead, and leaves."""
        self.engines.close()
        if self.library is not None:
            self.library.embedder.close()
            self.library.readers.close()


def _mark(library: Library) -> Mark:
    """Its place, and what its key is known by."""
    return library.medium, library.walls.mirror.mark if library.walls is not None else b""


def _is_another(before: Mark, now: Mark) -> bool:
    """One that was encrypted is not taken for the same under another key, nor without any."""
    return before[0] != now[0] or before[1] not in (b"", now[1])
