"""What a reader answers, put together again as it arrives."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from indexers.errors import NeedsPassword, NotReadable, ReaderFailed
from indexers.process import messages
from indexers.process.messages import Finished, FromReader, PageDone, Pages, Refused
from indexers.records import OnOcr, OnPage, Page, Reading, Sentence

_TELL_S = 0.05


def refuse(reply: FromReader, where: str) -> None:
    if not isinstance(reply, Refused):
        raise ReaderFailed(f"the reader answered out of turn while {where}")
    if reply.kind == "password":
        raise NeedsPassword
    if reply.kind == "memory":
        raise ReaderFailed(f"{reply.reason} (while {where})")
    raise NotReadable(reply.reason)


class Reception:
    """The parts of one Reading as they arrive."""

    def __init__(self, on_page: OnPage | None, on_ocr: OnOcr | None) -> None:
        self._on_page = on_page
        self._on_ocr = on_ocr
        self._pages: list[Page] = []
        self._sentences: list[Sentence] = []
        self.reading: Reading | None = None
        self.spent = False
        self.furthest = self.pages = self._done = 0
        self._told: PageDone | None = None
        self._told_at = 0.0

    def take(self, reply: FromReader, where: Callable[[], str]) -> None:
        if isinstance(reply, PageDone):
            self.pages = max(self.pages, reply.total)
            self._come_on(reply.done)
            self._progress(reply)
        elif isinstance(reply, messages.Recognised):
            if self._on_ocr is not None:
                self._on_ocr(reply.page)
        elif isinstance(reply, Pages):
            self._pages.extend(reply.pages)
            self.pages = max(self.pages, len(self._pages))
            self._come_on()
        elif isinstance(reply, messages.Sentences):
            self._sentences.extend(reply.sentences)
            self._come_on()
        elif isinstance(reply, Finished):
            self._progress(PageDone(len(self._pages), len(self._pages)))
            self.spent = reply.spent
            self.reading = msgspec.structs.replace(
                reply.reading, pages=tuple(self._pages), sentences=tuple(self._sentences)
            )
        else:
            refuse(reply, where())

    def _come_on(self, done: int = 0) -> None:
        """Pages that are read, then those that came, then sentences."""
        self._done = max(self._done, done)
        self.furthest = self._done + len(self._pages) + len(self._sentences)

    def _progress(self, reply: PageDone) -> None:
        if self._on_page is None or reply == self._told:
            return
        now = time.monotonic()
        if now - self._told_at >= _TELL_S or reply.done in (0, reply.total):
            self._told, self._told_at = reply, now
            self._on_page(reply.done, reply.total)
