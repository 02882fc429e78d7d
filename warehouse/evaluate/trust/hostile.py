"""A folder of hostile files is added: is each of them taken in, or named with its reason?

Most are good files that were changed (``mutations``); the others are what a folder may hold besides
files that are read: pipes, sockets, links, empty, hidden and foreign files, and odd names. Nothing
is embedded: what can be found by words counts as taken in.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from warehouse import app
from warehouse.errors import ModelMissing
from warehouse.evaluate.trust import fuzz, planting
from warehouse.ingest.file_names import shown
from warehouse.ingest.reconcile import INDEXED
from warehouse.run import Run
from warehouse.settings import ASSETS, Settings
from warehouse.store.catalog import Catalog

PATIENCE_S = 20


class Hostile(Struct, frozen=True):
    """``fate`` is its state, or why it was not taken in; "" where nobody was told."""

    name: str
    fate: str


def plant(folder: Path, number: int, seeds: Path | None) -> list[Path]:
    """``number`` of them in ``folder``; ``seeds`` is a folder of good files."""
    folder.mkdir(parents=True)
    made = list(_odd(folder))[:number]
    kinds = fuzz.seeds(seeds) if seeds else {}
    if not kinds:
        planted = folder.with_name("planted")
        planted.mkdir()
        for case in planting.cases():
            if case.carrier not in (planting.THOUGHT, "name"):
                planting.plant(case, planted)
        kinds = fuzz.seeds(planted) | fuzz.seeds(ASSETS / "sample")
    for at in range(len(made), number):
        suffix, raw = fuzz.changed(kinds, at)
        path = folder / f"{at:03}{suffix}"
        path.write_bytes(raw)
        made.append(path)
    return made


def fates(folder: Path, paths: list[Path], run: Run) -> Iterator[Hostile]:
    """Add the ``folder`` to a new warehouse beside it."""
    settings = Settings(embedder=str(folder / "none"), reader_patience_s=PATIENCE_S)
    with app.open(folder.with_name("papers"), settings, begin=True) as warehouse:
        with contextlib.suppress(ModelMissing):  # all can be found by words by then
            warehouse.add([folder], run)
        catalog = warehouse.library.catalog
        known = _known(catalog)
        lines = [(loss.what, loss.reason) for loss in catalog.losses()]
    for path in paths:
        named = [reason for what, reason in lines if what in (shown(path), str(path), path.name)]
        yield Hostile(path.name, known.get(str(path), "") or next(iter(named), ""))


def _known(catalog: Catalog) -> dict[str, str]:
    """By source: how far its document came. Nothing for one that failed without a reason, or that
    counts as whole and has neither text nor a word about that.
    """
    by_source: dict[str, str] = {}
    for row in catalog.documents():
        is_told = bool(row.problem or catalog.losses(row.id))
        is_read = row.state in INDEXED and (row.passages > 0 or is_told)
        fate = f"{row.state} {row.problem}".strip() if is_read or row.problem else ""
        by_source |= dict.fromkeys(catalog.sources(row.id), fate)
    return by_source


def _odd(folder: Path) -> Iterator[Path]:
    """Not the content is hostile here."""
    contents = {
        "empty.pdf": b"",
        "empty.txt": b"",
        "blank.txt": b" \n" * 9,
        "zeros.txt": bytes(4096),
        "program": b"\x7fELF" + bytes(range(256)) * 8,
        "program.pdf": b"MZ" + bytes(4096),
        ".hidden.txt": b"Nobody sees this one.",
        "unknown.xyz": b"\x00\x01\x02" * 99,
        "two\nlines.txt": b"A name with a line break in it.",
        "right\u202eto-left.txt": b"A name that is shown backwards.",
        "a" * 240 + ".txt": b"A very long name.",
        "half.zip": b"PK\x03\x04" + bytes(60),
        "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(99),
        "not-utf8.txt": b"\xff\xfe\xfa\xc3\x28" * 50,
    }
    for name, content in contents.items():
        path = folder / name
        path.write_bytes(content)
        yield path
    links = {"out.txt": "/etc/passwd", "nowhere.txt": "/no/such/file", "round.txt": "round.txt"}
    for name, target in {**links, "folder": "/etc"}.items():
        (folder / name).symlink_to(target)
        yield folder / name
    for name, kind in (("pipe.txt", stat.S_IFIFO), ("socket.txt", stat.S_IFSOCK)):
        os.mknod(folder / name, kind | 0o600)
        yield folder / name
