"""What every command is given: arguments, settings, a run that shows its progress on stderr.

Results go to stdout, progress to stderr: one line that is rewritten on a terminal, a sparse log
elsewhere. The first Ctrl-C cancels the run at its next check; the second ends at once.
"""

from __future__ import annotations

import argparse
import io
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TextIO

import msgspec
from msgspec import Struct

from indexers.records import Loss
from warehouse import app
from warehouse.app import Engines, Parts, Warehouse
from warehouse.cli.passphrases import passphrase
from warehouse.errors import InUse, MunimentError, PassphraseNeeded
from warehouse.records import LeftOut, StudyRow
from warehouse.results.records import Article
from warehouse.run import Run, Step, endings, in_words
from warehouse.settings import Settings
from warehouse.store.handover import handed_over

if TYPE_CHECKING:
    from warehouse.engine.protocol import Engine
    from warehouse.engine.slots import Slot
    from warehouse.library import Library

BEGIN_A_WAREHOUSE = ("add", "copy-in", "fetch", "import")
REDRAW_S = 0.1
SPARSE_S = 10.0


class Session:
    """One call of the program. Raises BadInput when the settings file cannot be used."""

    def __init__(self, arguments: argparse.Namespace, benches: Mapping[str, str]) -> None:
        self.arguments = arguments
        self.benches = benches
        self.passphrase_file: str = arguments.passphrase_file
        self.settings = _settings(arguments)
        self.progress = Progress(sys.stderr)
        self.run = Run(self.progress.show)
        self.engines = _Engines(self.settings)
        self._worked_on: Path | None = None
        self._imports_wait = False
        self._passphrase = ""

    @contextmanager
    def warehouse(self, folder: Path | None = None) -> Iterator[Warehouse]:
        """Open while a command works.

        Raises NoWarehouse where --warehouse names none and the command puts nothing in one.
        """
        from warehouse.documents.backup.moving import clear_moved
        from warehouse.opening import clear_removed

        given = self.arguments
        begin = folder is not None or given.command in BEGIN_A_WAREHOUSE or _adds_a_folder(given)
        named = folder or self.arguments.warehouse or None
        opened = self._opened(named, begin)
        with closing(self.engines), opened as warehouse:
            if warehouse.begun and self.settings.warehouse:
                sys.stderr.write(f"A new warehouse was begun in {warehouse.begun}.\n")
            if warehouse.to_tell:
                sys.stderr.write(f"{warehouse.to_tell}\n")
            self._worked_on = warehouse.library.medium
            clear_moved(warehouse.library.folder)
            clear_removed(warehouse.library)
            try:
                yield warehouse
                self._imports_wait = bool(warehouse.library.catalog.waiting_imports())
            finally:
                self.progress.clear()

    def take_handed(self) -> None:
        """Take in what other programs handed over while the command worked. Its own result is told
        by now, and what becomes of this is none of it.
        """
        folder = self._worked_on
        if folder is None or not (self._imports_wait or handed_over(folder)):
            return
        sys.stdout.flush()
        try:
            with closing(self.engines), self._opened(folder, begin=False) as warehouse:
                for imported in warehouse.take_handed(self.run):
                    self.progress.clear()
                    sys.stderr.write(f"{plain(imported)}\n")
        except InUse:
            pass  # who has it open takes it in
        except (MunimentError, OSError) as error:
            self.progress.clear()
            sys.stderr.write(f"{error}\n")
        finally:
            self.progress.clear()

    def _opened(self, named: Path | str | None, begin: bool) -> Warehouse:
        """The passphrase is asked for where one is needed."""
        parts = Parts(self.engines, passphrase=self._passphrase)
        try:
            return app.open(named, self.settings, begin, parts)
        except PassphraseNeeded:
            folder = Path(named) if named else self.settings.warehouse_folder
            self._passphrase = passphrase(folder, self.passphrase_file)
            parts = Parts(self.engines, passphrase=self._passphrase)
            return app.open(named, self.settings, begin, parts)

    @contextmanager
    def library(self, folder: Path | None = None) -> Iterator[Library]:
        """For commands that need the documents alone; see ``warehouse``."""
        with self.warehouse(folder) as warehouse:
            yield warehouse.library


class _Engines(Engines):
    """Says on stderr where the text goes before any does."""

    _said = False

    def engine(self, slot: Slot = "reasoning") -> Engine:
        if self.settings.endpoint and not self._said:
            self._said = True
            sys.stderr.write(f"The text goes to the model server {self.settings.endpoint}.\n")
        return super().engine(slot)


class Progress:
    """Shows steps; any thread. ``seconds`` is the time spent in each stage so far, ``left``
    what was not taken in. Of an article that is written each line ends with what is proven of it.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._tty = stream.isatty()
        self._lock = threading.Lock()
        self._shown_at = 0.0
        self._stage = self._proven = ""
        self._since = time.monotonic()
        self.seconds: dict[str, float] = {}
        self.left: list[Loss] = []

    def show(self, snapshot: Struct) -> None:
        if isinstance(snapshot, LeftOut):
            self.left += snapshot.losses
        if isinstance(snapshot, StudyRow | Article):
            self._proven = _proven(snapshot) if isinstance(snapshot, Article) else ""
        if not isinstance(snapshot, Step):
            return
        with self._lock:
            now = time.monotonic()
            self._count(snapshot.stage, now)
            changed = self._stage != snapshot.stage
            self._stage = snapshot.stage
            if changed or now - self._shown_at >= (REDRAW_S if self._tty else SPARSE_S):
                self._shown_at = now
                self._write(plain(in_words(snapshot)), self._proven)

    def clear(self) -> None:
        with self._lock:
            self._count("", time.monotonic())
            self._stage = self._proven = ""
            if self._tty:
                self._stream.write("\r\x1b[2K")
                self._stream.flush()

    def restart(self) -> None:
        with self._lock:
            self.seconds = {}
            self._stage, self._since = "", time.monotonic()

    def _count(self, stage: str, now: float) -> None:
        """Time belongs to the stage that was in hand until now."""
        spent_on = self._stage or stage
        if spent_on:
            self.seconds[spent_on] = self.seconds.get(spent_on, 0.0) + now - self._since
        self._since = now

    def _write(self, text: str, end: str) -> None:
        if self._tty:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\x1b[2K{text[: max(0, width - len(end))]}{end[:width]}")
        else:
            self._stream.write(f"{text}{end}\n")
        self._stream.flush()


def _proven(article: Article) -> str:
    from warehouse.proof import rates

    return "".join(f" · {told}" for told in rates.of(article).told)


def put_out(text: str) -> None:
    """What another program is to read: in UTF-8, whatever the locale's encoding."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    print(text, end="")


def plain(untrusted_text: str) -> str:
    """Text of a document or model for a terminal: no control characters, one line."""
    return "".join(char if char.isprintable() else " " for char in untrusted_text)


def table(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> str:
    """Columns as wide as their widest cell; ``right`` are the columns aligned to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


@contextmanager
def stoppable(current: Callable[[], Run]) -> Iterator[None]:
    """Ctrl-C cancels the run that is then the current one; a second one interrupts, and so does
    what else ends programs. Main thread only.
    """

    def stop(signum: int, frame: FrameType | None) -> None:
        run = current()
        if run.cancelled or signum != signal.SIGINT:
            raise KeyboardInterrupt
        run.cancel()
        sys.stderr.write("\nStopping…\n")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, stop) for number in endings()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _adds_a_folder(arguments: argparse.Namespace) -> bool:
    return (arguments.command, getattr(arguments, "verb", "")) == ("watch", "add")


def _settings(arguments: argparse.Namespace) -> Settings:
    settings = app.loaded()
    if arguments.warehouse:
        settings = msgspec.structs.replace(settings, warehouse=arguments.warehouse)
    return settings
