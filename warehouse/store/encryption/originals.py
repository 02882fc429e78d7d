"""Originals of an encrypted warehouse: each is decrypted when it is asked for.

Those that nobody has asked for in a while leave the memory again when there are many.
"""

from __future__ import annotations

import contextlib
import threading
import time
from pathlib import Path

from warehouse.errors import Damaged
from warehouse.run import Check, unstopped
from warehouse.store.encryption.mirror import ORIGINALS, Mirror
from warehouse.store.objects import Objects, look_at

MOST_BYTES = 256 * 2**20
LOOK_EVERY = 50  # calls
IN_USE_S = 120.0  # an original asked for so recently may be being read


class EncryptedOriginals(Objects):
    """``path`` leads to the plain file, in memory; to none where the encrypted one is damaged."""

    def __init__(self, folder: Path, mirror: Mirror) -> None:
        super().__init__(folder)
        self._mirror = mirror
        self._asked: dict[Path, float] = {}  # the longest unasked for first
        self._lock, self._calls = threading.Lock(), 0

    def path(self, document: str, suffix: str) -> Path:
        target = super().path(document, suffix)
        with self._lock:
            self._asked.pop(target, None)
            self._asked[target] = time.monotonic()
            if not target.exists() and self._mirror.has(target):
                with contextlib.suppress(Damaged):  # not there, for whoever asks: a check tells
                    self._mirror.open_one(target)
            self._calls += 1
            if self._calls % LOOK_EVERY == 0:
                self._leave()
        return target

    def is_whole(self, document: str, suffix: str) -> bool:
        """Of the encrypted file: nothing is laid in memory."""
        try:
            return self._mirror.digest(super().path(document, suffix)) == document
        except (Damaged, OSError):
            return False

    def discard(self, document: str) -> None:
        super().discard(document)
        beginning = super().path(document, "").relative_to(self._mirror.top).as_posix()
        for relative in self._mirror.known(beginning):
            self._mirror.drop(self._mirror.top / relative)

    def names(self, check: Check = unstopped) -> dict[str, Path]:
        originals = super().names(check)
        for relative in self._mirror.known(ORIGINALS):
            path = self._mirror.top / relative
            originals[path.stem] = path
        return originals

    def _leave(self) -> None:
        """The longest unasked for first, until the rest has room."""
        sizes = {path: about.size_bytes for path in self._asked if (about := look_at(path))}
        much, now = sum(sizes.values()), time.monotonic()
        for path, size in sizes.items():
            if much <= MOST_BYTES or now - self._asked[path] < IN_USE_S:
                return
            if self._mirror.has(path):
                path.unlink(missing_ok=True)
                del self._asked[path]
                much -= size
