"""LanceDB imported beside everything else, a moment after a library was opened.

Importing it keeps the interpreter for a second, and the list of 10,000 documents would stand behind
it. A command that needs no search is done before, and does without.
"""

from __future__ import annotations

import contextlib
import threading

from warehouse.errors import MunimentError
from warehouse.run import Check, unstopped
from warehouse.store.lance.store import Store

LISTED_FIRST_S = 0.4
POLL_S = 0.05


class Warming:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._warm, name="opening lancedb")
        self._thread.start()

    def wait(self, check: Check = unstopped) -> None:
        """For work that may come after the first list; who cannot wait goes to the store.

        Raises what ``check`` raises.
        """
        while self._thread.is_alive():
            check()
            self._thread.join(POLL_S)

    def close(self) -> None:
        self._closing.set()
        self._thread.join()

    def _warm(self) -> None:
        # Whoever needs the store next meets the same error, and can show it.
        with contextlib.suppress(MunimentError):
            if not self._closing.wait(LISTED_FIRST_S):
                self._store.warm()
