"""The settings in force here, and the file that other programs change, too.

A change takes effect at once and is written by a worker, that value alone. What a command, or an
editor, put into the file meanwhile takes effect here as soon as it is seen: the folder of the file
is watched, and where the system does not tell of changes it is looked at now and then.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from desktop.jobs import Jobs
from warehouse import settings as settings_file
from warehouse.errors import BadInput
from warehouse.settings import Settings
from warehouse.store.objects import Look, look_at

EVERY_MS = 10_000  # for file systems that do not tell of changes

OF_THE_ENGINE = (
    *("model", "processing_model", "gpu_layers"),
    *("context", "parallel", "kv_cache", "threads"),
)


class Preferences(QObject):
    """``now`` is in force. ``changed``: (the Settings of before, those of now). ``heard``: the
    names of those that another program changed.
    """

    changed = Signal(object, object)
    heard = Signal(object)

    def __init__(self, settings: Settings, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self.now = settings
        self._jobs = jobs
        self._in_file = settings
        self._seen: Look | None = None
        self._unwritten: dict[str, Any] = {}
        self._lock = threading.Lock()  # of the two above
        self._writing = threading.Lock()
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._look)
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._look)

    def watch(self) -> None:
        """From now on hear of what others change; what they changed before counts, too."""
        if not self._timer.isActive():
            self._watcher.addPath(str(settings_file.home()))
            self._timer.start()
            self._look()

    def stop(self) -> None:
        self._timer.stop()
        if watched := self._watcher.directories():
            self._watcher.removePaths(watched)

    def change(self, **values: Any) -> None:
        """Raises msgspec.ValidationError."""
        new = msgspec.convert({**msgspec.structs.asdict(self.now), **values}, Settings)
        if names := _differing(self.now, new):
            with self._lock:
                self._unwritten |= {name: getattr(new, name) for name in names}
            self._put_in_force(new)
            self._jobs.fetch(self.write, self._adopt)

    def write(self) -> set[str]:
        """Worker: what was changed here into the file; returns what others changed there.

        Raises OSError and BadInput; what was not written is tried again with the next change,
        and at the end.
        """
        with self._writing:
            with self._lock:
                mine, self._unwritten = self._unwritten, {}
            if not mine:
                return set()
            try:
                settings_file.change(mine, instead=self.now)
            except BaseException:
                with self._lock:
                    self._unwritten = mine | self._unwritten
                raise
            return self._compare()

    def _look(self) -> None:
        if look_at(_place()) not in (None, self._seen):
            self._jobs.fetch(self._read, self._adopt)

    def _read(self) -> set[str]:
        with self._writing:
            return self._compare()

    def _compare(self) -> set[str]:
        """The names of values that are not what they were in the file at the last look.

        Raises BadInput for a file that cannot be used, OSError.
        """
        self._seen = look_at(_place())
        try:
            settings = settings_file.load()
        except msgspec.DecodeError as error:
            stays = "What is in force stays; correct or remove the file."
            raise BadInput(f"{_place()} cannot be used: {error}.", stays) from error
        with self._lock:
            names = _differing(self._in_file, settings)
            self._in_file = settings
            return names

    def _adopt(self, names: set[str]) -> None:
        """Main thread. The file as it is now decides, and what is changed here right now."""
        with self._lock:
            theirs = {name: getattr(self._in_file, name) for name in names - set(self._unwritten)}
        new = msgspec.structs.replace(self.now, **theirs)
        if heard := _differing(self.now, new):
            self._put_in_force(new)
            self.heard.emit(heard)

    def _put_in_force(self, new: Settings) -> None:
        before, self.now = self.now, new
        self.changed.emit(before, new)


def _place() -> Path:
    return settings_file.home() / "settings.json"


def _differing(one: Settings, other: Settings) -> set[str]:
    return {name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)}


def wants_another_engine(before: Settings, new: Settings) -> bool:
    return any(
        getattr(before, name) != getattr(new, name)
        for name in new.__struct_fields__
        if name in OF_THE_ENGINE or name.startswith("endpoint")
    )
