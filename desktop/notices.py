"""The only place where errors become words.

A known error is its sentence and what to do next. Anything else is a bug of ours: it is said so,
its traceback goes to the log and can be copied. A stop by the user is shown to nobody. Nothing
here is modal: the window shows the latest notice in a quiet bar and can show the earlier ones.
"""

from __future__ import annotations

import logging
import platform
import traceback
from collections.abc import Callable
from typing import Literal

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from warehouse.errors import Cancelled, MunimentError

log = logging.getLogger("muniment")
KEPT = 50
UNDO_S = 8.0


class Notice(Struct, frozen=True):
    """``report`` is the traceback of a bug, for the clipboard, else empty.

    ``action`` is the word on a button that calls ``act``; ``lapse`` is called when the notice goes
    away unused (after ``seconds``, when it is closed, or when another takes its place).
    """

    kind: Literal["said", "error", "bug"]
    sentence: str
    next_step: str = ""
    report: str = ""
    action: str = ""
    act: Callable[[], object] | None = None
    lapse: Callable[[], None] | None = None
    seconds: float | None = 6.0


class Notices(QObject):
    """``raised`` carries each Notice as it comes; ``recent`` holds the last ones, newest last.
    ``withdrawn(act)``: what offers this ``act``, or anything for None, is offered no more.
    """

    raised = Signal(object)
    withdrawn = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.recent: list[Notice] = []

    def say(self, sentence: str, next_step: str = "") -> None:
        self._raise(Notice("said", sentence, next_step))

    def offer(
        self,
        sentence: str,
        action: str,
        act: Callable[[], object],
        lapse: Callable[[], None] | None = None,
        seconds: float | None = None,
    ) -> None:
        """Say something that can be followed, until it is closed; what is for now only, UNDO_S."""
        self._raise(Notice("said", sentence, action=action, act=act, lapse=lapse, seconds=seconds))

    def error(
        self,
        error: BaseException,
        action: str = "",
        act: Callable[[], object] | None = None,
        before: str = "",
    ) -> None:
        """Words for any exception that reached the window, ``before`` them others; ``act`` is a
        way on from a known one.
        """
        if not isinstance(error, Cancelled):
            notice = words(error)
            notice = structs.replace(notice, sentence=before + notice.sentence)
            known = notice.kind == "error" and act is not None
            self._raise(structs.replace(notice, action=action, act=act) if known else notice)

    def _raise(self, notice: Notice) -> None:
        self.recent = [*self.recent[1 - KEPT :], notice]
        self.raised.emit(notice)


def words(error: BaseException) -> Notice:
    """Known error: its sentence. Full disk and the like: the system's words. Else: a bug."""
    if isinstance(error, MunimentError):
        return Notice("error", str(error), error.next_step)
    if isinstance(error, OSError) and error.strerror:
        where = f": {error.filename}" if error.filename else ""
        return Notice("error", f"{error.strerror}{where}.", "Nothing was lost; try again.")
    report = "".join(traceback.format_exception(error))
    log.error("unexpected error\n%s", report)
    return Notice(
        "bug",
        "Something in Muniment itself went wrong. Your documents are untouched.",
        "Copy the report to tell us what happened.",
        f"Python {platform.python_version()} on {platform.platform()}\n{report}",
    )
