"""A large drop: copied into the warehouse, or left where it is? Asked with the figures."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from warehouse.ingest.folders import readable
from warehouse.ingest.foreign_libraries import is_folder
from warehouse.run import Check, unstopped
from warehouse.text import plural

LARGE_BYTES = 2 * 2**30
LARGE_SHARE = 0.5
MARGIN_BYTES = 2**30


class Weight(Struct, frozen=True):
    files: int
    size_bytes: int
    free_bytes: int

    @property
    def is_large(self) -> bool:
        return self.size_bytes > min(LARGE_BYTES, LARGE_SHARE * self.free_bytes)

    @property
    def fits(self) -> bool:
        return self.size_bytes + MARGIN_BYTES < self.free_bytes


def weigh(paths: Sequence[Path], warehouse: Path, check: Check = unstopped) -> Weight:
    """What would be copied, and the room there is. Walks folders, asking ``check`` in each: for a
    worker.
    """
    files = size = 0
    for path in _files(paths, check):
        try:
            size += path.stat().st_size
        except OSError:
            continue  # gone, or not ours to read: the library names it when it is taken in
        files += 1
    return Weight(files, size, shutil.disk_usage(warehouse).free)


def _files(paths: Sequence[Path], check: Check) -> Iterator[Path]:
    for path in paths:
        if is_folder(path):
            yield from readable(path, check)
        else:
            yield path


def ask(window: QWidget, weight: Weight, add: Callable[[bool], None]) -> QMessageBox:
    """``add(in_place)`` is called when one of the two was chosen."""
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle("A large drop")
    box.setText(
        f"{plural(weight.files, 'file')}, {size(weight.size_bytes)}; {size(weight.free_bytes)} are "
        "free on the disk of the warehouse."
    )
    box.setInformativeText(
        "Copied, they are safe from changes. Left where they are they take no room, are watched, "
        "and a page can be shown only while its file is there unchanged; the text is kept."
        + ("" if weight.fits else " There is not enough room to copy them.")
    )
    copy = box.addButton("Copy them", QMessageBox.ButtonRole.AcceptRole)
    copy.setEnabled(weight.fits)
    leave = box.addButton("Leave them there", QMessageBox.ButtonRole.ActionRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    copy.clicked.connect(lambda: add(False))
    leave.clicked.connect(lambda: add(True))
    box.open()
    return box


def size(size_bytes: int) -> str:
    """``38 GB``, ``1.5 GB``, ``640 MB``, ``12 KB``."""
    if size_bytes < 10**6:
        return f"{size_bytes / 1e3:,.0f} KB"
    if size_bytes >= 10 * 10**9:
        return f"{size_bytes / 1e9:,.0f} GB"
    return f"{size_bytes / 1e9:.1f} GB" if size_bytes >= 10**9 else f"{size_bytes / 1e6:,.0f} MB"
