"""Results of a benchmark that are kept one by one, a line of JSON each, so that it can go on."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

_Record = TypeVar("_Record")


def read(file: Path, kind: type[_Record]) -> list[_Record]:
    """A line that was cut short by a kill is left out, and done again."""
    records = []
    for line in file.read_bytes().splitlines() if file.exists() else ():
        with contextlib.suppress(msgspec.DecodeError):
            records.append(msgspec.json.decode(line, type=kind))
    return records


def add(file: Path, record: Struct) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as out:
        out.write(b"\n" + msgspec.json.encode(record))
