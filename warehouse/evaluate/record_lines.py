"""Results of a benchmark that are kept one by one, a line of JSON each, so that it can go on."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

_Record = TypeVar("_Record", bound=Struct)


class Kept(Generic[_Record]):
    """The records of a file by their ``key``. A line that was cut short by a kill is left out, and
    done again.
    """

    def __init__(self, file: Path, kind: type[_Record], key: Callable[[_Record], Hashable]) -> None:
        self._file, self._key = file, key
        self.records: dict[Hashable, _Record] = {}
        for line in file.read_bytes().splitlines() if file.exists() else ():
            with contextlib.suppress(msgspec.DecodeError):
                record = msgspec.json.decode(line, type=kind)
                self.records[key(record)] = record

    def of(self, key: Hashable, make: Callable[[], _Record]) -> _Record:
        """The one of that key, made and kept where it is not there."""
        if key not in self.records:
            self.add(make())
        return self.records[key]

    def add(self, record: _Record) -> None:
        self.records[self._key(record)] = record
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("ab") as out:
            out.write(b"\n" + msgspec.json.encode(record))
