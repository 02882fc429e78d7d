"""The reader processes, as the rest of the program sees them: give a path, get a Reading.

Readers are started when first needed and kept warm. One more process draws pages, so that a click
on a citation never waits behind a long file. A reader that dies, falls silent or is cancelled is
killed and its place is taken by a fresh one at the next call.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from indexers.errors import NeedsPassword, NotReadable, ReaderFailed, Stopped
from indexers.process import bounds, handed, messages
from indexers.process.bounds import Bounds
from indexers.process.child import Child, ChildDied, ChildSilent
from indexers.process.messages import FromReader, Hello, PageDone, Rendered
from indexers.process.progress_mark import ProgressMark
from indexers.process.reception import Reception, refuse
from indexers.records import (
    OcrPage,
    OcrPlan,
    OnOcr,
    OnPage,
    Picture,
    Reading,
    StyleSheet,
)

_MODULE = "indexers.reader_process"
_POLL_S = 0.1
_STARTING_S = 60
_OPENING = "opening the file"
_OCR_WHERE_NEEDED = OcrPlan()

Cancelled = Callable[[], bool | None]


class ReaderPool:
    """``size`` readers at most, each with ``memory_mb`` of address space, and one that draws.

    Every method may be called from any thread; a call waits for a free reader.
    """

    def __init__(
        self, size: int, memory_mb: int = 2048, patience_s: int = 60, log_folder: Path | None = None
    ) -> None:
        self._readers = [_Reader(memory_mb, patience_s, log_folder) for _ in range(max(1, size))]
        self._painter = _Reader(memory_mb, patience_s, log_folder)
        self._free = list(self._readers)
        self._condition = threading.Condition()
        self._painting = threading.Lock()
        self._closed = False

    def read(
        self,
        path: Path,
        password: str = "",
        on_page: OnPage | None = None,
        cancelled: Cancelled | None = None,
        ocr: OcrPlan = _OCR_WHERE_NEEDED,
        on_ocr: OnOcr | None = None,
        styles: Sequence[StyleSheet] = (),
        charset: str = "",
    ) -> Reading:
        """Read one file; ``styles`` lay beside a web page, ``charset`` is what its server said.

        ``on_page(done, total)`` and ``on_ocr`` are called in the calling thread.
        ``cancelled`` is asked ten times a second; when it returns True the call raises Stopped,
        and what it raises goes through. Raises NotReadable, NeedsPassword, ReaderFailed, Stopped.
        """
        reader = self._take(cancelled)
        try:
            request = messages.Read(str(path), password, ocr, tuple(styles), charset)
            return reader.read(request, on_page, on_ocr, cancelled)
        finally:
            self._give(reader)

    def recognise(
        self,
        path: Path,
        page_index: int,
        password: str = "",
        cancelled: Cancelled | None = None,
    ) -> OcrPage:
        """What OCR makes of one page of a PDF. Raises what ``read`` raises."""
        reader = self._take(cancelled)
        try:
            return reader.recognise(messages.Recognise(str(path), password, page_index), cancelled)
        finally:
            self._give(reader)

    def render(self, path: Path, page_index: int, scale: float, password: str = "") -> Picture:
        """A page of a PDF as shown, ``scale`` pixels to the point (less for a huge page).

        Raises NotReadable, NeedsPassword, ReaderFailed.
        """
        return self._drawn(messages.Render(str(path), password, page_index, scale))

    def inset(self, path: Path, part: str, scale: float) -> Picture:
        """A picture that stands in what has no pages (records.Inset), as it is in the file.

        Raises NotReadable, ReaderFailed.
        """
        return self._drawn(messages.Render(str(path), "", 0, scale, part))

    def _drawn(self, request: messages.Render) -> Picture:
        with self._painting:
            if self._closed:
                raise Stopped
            return self._painter.render(request)

    def be_ready_to_draw(self) -> None:
        """Start what draws, so that the first page does not wait for it. Raises ReaderFailed."""
        with self._painting:
            if not self._closed and self._painter.pid is None:
                self._painter.greet()

    @property
    def sandbox(self) -> str:
        """What holds the readers on this system, in words; empty before the first was started."""
        return next((r.sandbox for r in [*self._readers, self._painter] if r.sandbox), "")

    def held(self) -> str:
        """The same, for which one is started if need be. Raises ReaderFailed, Stopped."""
        if not self.sandbox:
            reader = self._take(None)
            try:
                reader.greet()
            finally:
                self._give(reader)
        return self.sandbox

    def close(self) -> None:
        """End all processes. A call that still waits on one raises Stopped or ReaderFailed."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()
        for reader in [*self._readers, self._painter]:
            reader.end()

    def _take(self, cancelled: Cancelled | None) -> _Reader:
        with self._condition:
            while not self._closed:
                if self._free:
                    return self._free.pop()
                self._condition.wait(_POLL_S)
                if cancelled is not None and cancelled():
                    raise Stopped
            raise Stopped

    def _give(self, reader: _Reader) -> None:
        with self._condition:
            self._free.append(reader)
            if self._closed:
                reader.end()
            self._condition.notify()


class _Reader:
    """One place in the pool: a child process, or none yet."""

    def __init__(self, memory_mb: int, patience_s: int, log_folder: Path | None) -> None:
        self._memory_mb = memory_mb
        self._patience_s = patience_s
        self._log = log_folder / "readers.log" if log_folder else None
        self._child: Child | None = None
        self._mark: ProgressMark | None = None
        self._served = self._ready = False
        self._bounds = Bounds(0, patience_s)
        self.sandbox = ""

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child is not None else None

    def read(
        self,
        request: messages.Read,
        on_page: OnPage | None,
        on_ocr: OnOcr | None,
        cancelled: Cancelled | None,
    ) -> Reading:
        served = self._served
        try:
            return self._converse(request, Reception(on_page, on_ocr), cancelled)
        except ReaderFailed as error:
            if not (served and isinstance(error.__cause__, ChildDied) and _OPENING in str(error)):
                raise
        # It died before the first page: an earlier file may have weakened it. Once more, afresh.
        return self._converse(request, Reception(on_page, on_ocr), cancelled)

    def recognise(self, request: messages.Recognise, cancelled: Cancelled | None) -> OcrPage:
        where = f"recognising page {request.page + 1}"
        try:
            self._ask(request)
            while isinstance(reply := self._next(cancelled, where), PageDone):
                continue
        except ChildDied as error:
            self.end()
            raise ReaderFailed(f"the reader stopped while {where}") from error
        except Stopped:
            self.end()
            raise
        if isinstance(reply, messages.Recognised):
            return reply.page
        refuse(reply, where)
        raise AssertionError(reply)

    def greet(self) -> None:
        """Start it, and hear what holds it."""
        try:
            reply = messages.decode_reply(self._running().receive(_STARTING_S))
        except (ChildDied, ChildSilent) as error:
            self.end()
            raise ReaderFailed("a reader could not be started") from error
        if isinstance(reply, Hello):
            self.sandbox, self._ready = reply.sandbox, True

    def render(self, request: messages.Render) -> Picture:
        return self._converse_for_picture(request).picture

    def end(self) -> None:
        child, self._child = self._child, None
        self._served = self._ready = False
        if child is not None:
            child.kill()

    def _converse(
        self, request: messages.ToReader, reception: Reception, cancelled: Cancelled | None
    ) -> Reading:
        try:
            self._ask(request)
            while reception.reading is None:
                reception.take(self._next(cancelled), self._where)
                self._bounds.told(reception.furthest, reception.pages)
        except ChildDied as error:
            self.end()
            raise ReaderFailed(f"the reader stopped while {self._where()}") from error
        except (NotReadable, NeedsPassword):
            self._served = True
            raise
        except BaseException:  # one that still works on what nobody waits for cannot take the next
            self.end()
            raise
        self._served = True
        if reception.spent:
            self.end()
        return reception.reading

    def _converse_for_picture(self, request: messages.Render) -> Rendered:
        where = f"drawing {request.what}"
        try:
            self._ask(request)
            reply = self._next(None, where)
        except ChildDied as error:
            self.end()
            raise ReaderFailed(f"the reader stopped while {where}") from error
        if isinstance(reply, Rendered):
            return reply
        refuse(reply, where)
        raise AssertionError(reply)

    def _ask(self, request: messages.ToReader) -> None:
        """Hand the document over where the system can, and say what is wished of it."""
        child = self._running()
        path = Path(request.path)
        if not child.hands_files:
            size = path.stat().st_size if path.is_file() else 0
        else:
            descriptor = handed.opened(path)
            try:
                size = os.fstat(descriptor).st_size
                request = msgspec.structs.replace(request, file=child.hand(descriptor))
            finally:
                os.close(descriptor)
            child.allow_memory(self._memory_mb * 1024 * 1024 + size)
        drawn = isinstance(request, messages.Render)
        self._bounds = Bounds(bounds.MOST_BYTES if drawn else size, self._patience_s)
        child.send(messages.encode(request))

    def _running(self) -> Child:
        if self._child is not None and not self._child.alive:
            self.end()
        if self._child is None:
            args = [str(self._memory_mb), str(self._patience_s)]
            with ProgressMark.made() as (self._mark, file):
                self._child = Child(
                    _MODULE, args, self._log, hands_files=True, lends=[file], reads=()
                )
        return self._child

    def _where(self) -> str:
        """What the child is or was doing, exact to the page, dead or alive."""
        done, total = self._mark.place() if self._mark is not None else (0, 0)
        if total == 0:
            return _OPENING
        if done < total:
            return f"reading page {done + 1} of {total}"
        return "putting the pages together"

    def _next(self, cancelled: Cancelled | None, doing: str = "") -> FromReader:
        patience = self._patience_s if self._ready else max(self._patience_s, _STARTING_S)
        deadline = time.monotonic() + patience
        while True:
            if cancelled is not None and cancelled():
                raise Stopped
            child = self._child
            if child is None:
                raise ChildDied("closed")
            self._check_bounds()
            try:
                frame = child.receive(_POLL_S)
            except ChildSilent:
                if time.monotonic() > deadline:
                    self.end()
                    where = doing or self._where()
                    raise ReaderFailed(f"the reader stopped answering while {where}") from None
                continue
            reply = self._checked(frame)
            if isinstance(reply, Hello):
                self.sandbox, self._ready = reply.sandbox, True
                deadline = time.monotonic() + self._patience_s
                continue
            return reply

    def _check_bounds(self) -> None:
        try:
            self._bounds.check()
        except ReaderFailed:
            self.end()
            raise

    def _checked(self, frame: bytes) -> FromReader:
        """A process that opened a hostile file may send anything."""
        try:
            self._bounds.heard(len(frame))
            return messages.decode_reply(frame)
        except ReaderFailed:
            self.end()
            raise
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self.end()
            raise ReaderFailed("the reader sent what is no message") from error
