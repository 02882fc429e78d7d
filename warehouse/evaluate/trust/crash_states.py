"""What a disk may hold after the power failed: every state that is allowed, drawn by dice.

What a flush returned for is kept: bytes of a file by a flush of the file, a name by a flush of its
folder. Of all else any part may be there, whatever the order in which it was asked for:

    kept     all of it, as after a kill
    none     nothing of it
    prefix   of each file the first few writes, of all names the first few changes
    some     any writes and any changes of names
    torn     the same, and of each write any of its sectors; the others read as before, or as zeros
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from warehouse.evaluate.trust.file_operations import (
    Cut,
    Disk,
    Done,
    Entry,
    History,
    Node,
    Operation,
    Synced,
    Written,
)

WAYS = ("none", "prefix", "some", "torn", "torn", "kept")
SECTORS = (512, 4096)


def moment(history: History, chance: random.Random) -> int:
    """How many operations were asked for when the power failed. As often beside something that was
    told or flushed as anywhere.
    """
    last = len(history.operations)
    marks = [at for at, operation in enumerate(history.operations) if isinstance(operation, Done)]
    flushes = [
        at for at, operation in enumerate(history.operations) if isinstance(operation, Synced)
    ]
    at = chance.choice((chance.randrange(last), chance.choice(marks), chance.choice(flushes)))
    return max(1, min(last, at + chance.randint(-1, 1)))


def after(history: History, moment: int, way: str, chance: random.Random) -> Disk:
    """The disk after the power failed at that moment."""
    operations = history.operations[:moment]
    flushed = {
        operation.node: at
        for at, operation in enumerate(operations)
        if isinstance(operation, Synced)
    }
    pending = [
        at for at, operation in enumerate(operations) if not _is_safe(operation, at, flushed)
    ]
    lost = set(pending) - _kept(operations, pending, way, chance)
    disk = history.before.copy()
    # Whatever was made since is known by its number; what no name leads to is not there.
    for node in history.after.files:
        disk.files.setdefault(node, bytearray())
    for node in history.after.folders:
        disk.folders.setdefault(node, {})
    disk.links |= history.after.links
    for at, operation in enumerate(operations):
        if at not in lost:
            disk.do(operation)
        elif way == "torn" and isinstance(operation, Written) and chance.random() < 0.5:
            _tear(disk, operation, chance)
    return disk


def _is_safe(one: Operation, at: int, flushed: Mapping[Node, int]) -> bool:
    match one:
        case Entry(folder, _, _, former):
            places = [folder, *([former[0]] if former else [])]
            return any(flushed.get(place, -1) > at for place in places)
        case Written(node, _, _) | Cut(node, _):
            return flushed.get(node, -1) > at
    return True


def _kept(
    asked: Sequence[Operation], pending: Sequence[int], way: str, chance: random.Random
) -> frozenset[int]:
    if way == "kept":
        return frozenset(pending)
    if way == "none":
        return frozenset()
    if way != "prefix":
        share = chance.choice((0.2, 0.5, 0.8))
        return frozenset(at for at in pending if chance.random() < share)
    lines: dict[Node | str, list[int]] = {}
    for at in pending:
        operation = asked[at]
        lines.setdefault(
            operation.node if isinstance(operation, Written | Cut) else "names", []
        ).append(at)
    return frozenset(at for line in lines.values() for at in line[: chance.randint(0, len(line))])


def _tear(disk: Disk, one: Written, chance: random.Random) -> None:
    """Some sectors of a write; the file is as long as after all of it."""
    size = chance.choice(SECTORS)
    file, end = disk.files[one.node], one.at + len(one.content)
    file.extend(bytes(max(0, end - len(file))))
    at = one.at
    while at < end:
        until = min(end, (at // size + 1) * size)
        if chance.random() < 0.5:
            file[at:until] = one.content[at - one.at : until - one.at]
        at = until
