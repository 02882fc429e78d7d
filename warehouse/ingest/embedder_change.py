"""From one embedder to another, while the library is in use: which shadow is built, and the switch.

The switch waits until no document is being taken in; documents and headers that changed while the
shadow was built are seen to first. Searches never wait.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from warehouse.ingest import shadow_index
from warehouse.ingest.reconcile import MadeBy
from warehouse.ingest.steps import Ingest
from warehouse.run import Run
from warehouse.search.embedding import Embeds
from warehouse.store.catalog import Catalog
from warehouse.store.lance.store import Store

PAUSE_S = 0.5
Adopt = Callable[[Store, Embeds], None]


class Change:
    """``adopt`` is called once, at the switch, with the store and the embedder to use from then.

    One thread calls ``to`` and ``finish``; the others may be called from any.
    """

    def __init__(self, catalog: Catalog, root: Path, ingest: Ingest, adopt: Adopt) -> None:
        self._catalog = catalog
        self._root = root
        self._ingest = ingest
        self._adopt = adopt
        self._shadow: shadow_index.Shadow | None = None
        self._turn = threading.Lock()

    @property
    def begun(self) -> str:
        """The embedder whose index is being built, or ""."""
        current = self._shadow
        return current.made.embedder if current is not None else ""

    def to(self, embedder: Embeds, place: str) -> None:
        """Begin, or go on with, the index of this embedder, whose model must be there; none is
        built where the index in use is its own.
        """
        with self._turn:
            self._drop()
            wanted = MadeBy(embedder.name, embedder.dimension, place=place)
            now = shadow_index.in_use(self._catalog)
            if now is not None and now.same(wanted):
                shadow_index.abandon(self._catalog)
                embedder.close()
            else:
                made = shadow_index.begin(self._catalog, wanted)
                self._shadow = shadow_index.Shadow(self._catalog, self._root, made, embedder)

    def finish(self, run: Run) -> None:
        """Build what is left and switch; returns at once when nothing was begun.

        Raises Cancelled, ModelRefused, EngineDied, StorageError; what is built stays.
        """
        with self._turn:
            current = self._shadow
            before: set[str] | None = None
            while current is not None:
                current.build(run)
                with self._ingest.alone() as is_alone:
                    left = {row.id for row in current.left()}
                    # What a second round could not make whole is for the repair at a start.
                    if is_alone and (not left or left == before):
                        self._switch(current)
                        return
                before = left if is_alone else None
                run.check()
                threading.Event().wait(PAUSE_S)

    def forget_header(self, document: str) -> None:
        current = self._shadow
        if current is not None:
            current.forget_header(document)

    def close(self) -> None:
        self._drop()

    def _switch(self, to: shadow_index.Shadow) -> None:
        shadow_index.switch(self._catalog, to.made)
        self._shadow = None
        self._adopt(to.store, to.embedder)

    def _drop(self) -> None:
        current, self._shadow = self._shadow, None
        if current is not None:
            current.close()
