"""Two things at once: one in a thread of its own while the caller does the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class InParallel(Generic[T]):
    """Begins at once; ``result`` waits, and raises what the work raised.

    Worth it where the work lets go of the interpreter: LanceDB, a child process, SQLite.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._results: list[T] = []
        self._errors: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name="beside", daemon=True)
        self._thread.start()

    def result(self) -> T:
        self._thread.join()
        if self._errors:
            raise self._errors[0]
        return self._results[0]

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except BaseException as error:  # handed over to the thread that waits
            self._errors.append(error)
