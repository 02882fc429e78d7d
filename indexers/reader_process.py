"""The reader: a child process that reads or draws one file after another, for one pool.

``python -m indexers.reader_process MEMORY_MB PATIENCE_S MARK FILES``. It shuts itself in
first, says Hello, then answers requests in order until its parent closes the pipe. The document of
each request is handed to it as an open file, over the socket FILES or by a number in the request;
where there is neither it is opened by its path. The page it is at stands in the file MARK, which
it inherits.
Whatever a file does to it, the worst is that it dies and is replaced.
"""

from __future__ import annotations

import gc
import importlib
import os
import socket
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from indexers import sandbox
from indexers.detect import format_of
from indexers.errors import NeedsPassword, NotReadable
from indexers.process import handed, messages
from indexers.process.child import pipes_of_child, read_frame, write_frame
from indexers.process.handed import Document
from indexers.process.messages import FromReader, Read, Recognise, Render, ToReader
from indexers.process.progress_mark import ProgressMark
from indexers.records import OcrPage, Page, Reading

_WORDS_IN_MESSAGE = 4000
_SENTENCES_IN_MESSAGE = 4000
_OPEN_DOCUMENTS = 4
_SIGN_OF_LIFE_S = 0.1
_SPENT = 0.75


def main() -> None:
    memory_mb, patience_s, mark = (
        int(sys.argv[1]),
        int(sys.argv[2]),
        ProgressMark.inherited(int(sys.argv[3])),
    )
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each would take its share of the memory
    incoming, outgoing = pipes_of_child()
    files = handed.socket_of(int(sys.argv[4]))
    held = sandbox.enter(memory_mb, files.fileno() if files is not None else -1)

    def send(message: FromReader) -> None:
        write_frame(outgoing, messages.encode(message))

    reader = _Reader(send, _Limits(memory_mb, patience_s), mark, files)
    try:
        _load()
        send(messages.Hello("; ".join(filter(None, [held, sandbox.seal()]))))
        while (frame := read_frame(incoming)) is not None:
            reader.answer(messages.decode_request(frame))
    except BrokenPipeError:
        pass


def _load() -> None:
    """Import what reads PDF files: inside the sandbox, and before the first request is timed.

    What is loaded now stays: no collection need look at it again.
    """
    importlib.import_module("indexers.paged.paper")
    gc.collect()
    gc.freeze()


class _Limits(msgspec.Struct, frozen=True):
    memory_mb: int
    patience_s: int


class _Reader:
    def __init__(
        self,
        send: Callable[[FromReader], None],
        limits: _Limits,
        mark: ProgressMark,
        files: socket.socket | None,
    ) -> None:
        self._send = send
        self._mark = mark
        self._limits = limits
        self._files = files
        self._open: OrderedDict[tuple[str, int, str], Any] = OrderedDict()
        self._told = 0.0

    def answer(self, request: ToReader) -> None:
        self._mark.note(0, 0)
        sandbox.allow_cpu(self._limits.patience_s)
        try:
            if isinstance(request, Read):
                self._read(request)
            elif isinstance(request, Recognise):
                self._recognise(request)
            else:
                self._render(request)
        except NeedsPassword:
            self._send(messages.Refused("password", "needs a password"))
        except NotReadable as error:
            self._send(messages.Refused("not readable", error.reason))
        except MemoryError:
            self._open.clear()
            self._send(messages.Refused("memory", "it needs more memory than a reader may use"))
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            self._send(messages.Refused("not readable", error.strerror or "it cannot be opened"))

    def _document(self, request: ToReader) -> Document:
        path = Path(request.path)
        if request.file >= 0:
            return handed.numbered(request.file, path.name)
        return path if self._files is None else handed.received(self._files, path.name)

    def _read(self, request: Read) -> None:
        document = self._document(request)
        gc.disable()  # thousands of words and no cycles among them
        try:
            from indexers.reading import read

            self._tell(
                read(
                    document,
                    request.password,
                    self._progress,
                    request.ocr,
                    self._recognised,
                    request.styles,
                    request.charset,
                )
            )
        finally:
            gc.enable()
            gc.collect()

    def _progress(self, done: int, total: int) -> None:
        self._mark.note(done, total)
        now = time.monotonic()
        if now - self._told >= _SIGN_OF_LIFE_S or (done == 0 < total):
            self._told = now
            sandbox.allow_cpu(self._limits.patience_s)
            self._send(messages.PageDone(done, total))

    def _recognised(self, page: OcrPage) -> None:
        self._send(messages.Recognised(page))

    def _tell(self, reading: Reading) -> None:
        batch: list[Page] = []
        words = 0
        for page in reading.pages:
            batch.append(page)
            words += len(page.words)
            if words >= _WORDS_IN_MESSAGE:
                self._send(messages.Pages(tuple(batch)))
                batch, words = [], 0
        self._send(messages.Pages(tuple(batch)))
        for start in range(0, len(reading.sentences), _SENTENCES_IN_MESSAGE):
            part = reading.sentences[start : start + _SENTENCES_IN_MESSAGE]
            self._send(messages.Sentences(part))
        rest = msgspec.structs.replace(reading, pages=(), sentences=())
        spent = sandbox.share_used(self._limits.memory_mb) > _SPENT
        self._send(messages.Finished(rest, spent))

    def _recognise(self, request: Recognise) -> None:
        from indexers.paged import scans

        document = self._document(request)
        seen = scans.recognise_page(document, request.password, request.page, self._progress)
        self._recognised(seen)

    def _render(self, request: Render) -> None:
        file = self._document(request)
        if request.part:
            from indexers import insets
            from indexers.paged import photo

            data = insets.picture(file, request.part)
            self._send(messages.Rendered(photo.drawn(data, request.scale)))
            return
        key = (request.path, file.stat().st_mtime_ns, request.password)
        from indexers.paged import pdf

        document = self._open.pop(key, None)
        if document is None:
            picture = format_of(file) == "image"
            document = pdf.open_picture(file) if picture else pdf.open_pdf(file, request.password)
        self._open[key] = document
        while len(self._open) > _OPEN_DOCUMENTS:
            self._open.popitem(last=False)[1].close()
        self._send(messages.Rendered(pdf.render(document, request.page, request.scale)))


if __name__ == "__main__":
    main()
