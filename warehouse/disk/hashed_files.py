"""Files of one folder that know themselves: ``hashes.txt`` beside them has the SHA-256 of each.

Before a file is written anew its hash is taken out, and put in after it: a kill between the two
leaves a file that nothing is known of until ``learn``, and never a whole one that looks damaged.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from warehouse.disk import durable

HASHES = "hashes.txt"
_turn = threading.RLock()


def write_whole(file: Path, content: bytes) -> None:
    """As ``durable.write_whole``, with its hash. Raises OSError."""
    with _turn:
        forget(file)
        durable.write_whole(file, content)
        _keep(file.parent, {**_known(file.parent), file.name: sha256(content).hexdigest()})


def forget(file: Path) -> None:
    """Before it is changed, renamed or removed. Raises OSError."""
    with _turn:
        known = _known(file.parent)
        if known.pop(file.name, None) is not None:
            _keep(file.parent, known)


def learn(folder: Path, suffix: str = ".json") -> None:
    """Take files of which nothing is known for what they should be. Raises OSError."""
    with _turn:
        known = _known(folder)
        fresh = [path for path in _files(folder, suffix) if path.name not in known]
        if fresh:
            hashes = {path.name: sha256(path.read_bytes()).hexdigest() for path in fresh}
            _keep(folder, known | hashes)


def changed(folder: Path) -> list[str]:
    """Names of files that are not what was written, or are gone."""
    with _turn:
        known = _known(folder)
        return [name for name, digest in known.items() if _digest(folder / name) != digest]


def _files(folder: Path, suffix: str) -> list[Path]:
    return [path for path in sorted(folder.glob(f"*{suffix}")) if path.name != HASHES]


def _digest(file: Path) -> str:
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def _known(folder: Path) -> dict[str, str]:
    """Its first line is the hash of the rest: a list that was damaged itself knows nothing."""
    try:
        digest, _, listed = (folder / HASHES).read_bytes().partition(b"\n")
    except OSError:
        return {}
    if sha256(listed).hexdigest().encode() != digest:
        return {HASHES: digest.decode("ascii", "replace")}
    return msgspec.json.decode(listed, type=dict[str, str])


def _keep(folder: Path, known: Mapping[str, str]) -> None:
    listed = msgspec.json.encode({name: known[name] for name in known if name != HASHES})
    durable.write_whole(folder / HASHES, sha256(listed).hexdigest().encode() + b"\n" + listed)
