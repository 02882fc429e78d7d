"""What a PDF file carries beside the text of its pages: files within it, comments, layers, a form.

A file of a kind that is read comes along as ``enclosed`` and becomes a document of its own; any
other is named as not read, and comments and layers that are switched off are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from indexers.detect import FORMATS
from indexers.flowing.flow import one_line
from indexers.records import Enclosure, Loss

MOST_FILES = 1000
MOST_BYTES = 256 * 2**20
_LEAST_BYTES, _BYTES_A_BYTE = 16 * 2**20, 50  # a part of what bounds.py lets a reader send
_MARKS = ("Highlight", "Underline", "StrikeOut", "Squiggly", "Caret")
_DRAWN = ("Square", "Circle", "Ink", "Line", "Polygon", "PolyLine", "Stamp")
_REMARKS = frozenset(("Text", *_MARKS, *_DRAWN))
_HANGS = "FileAttachment"
_UNREAD = b"?"  # of a kind that is not read, and so not unpacked
_TOO_LARGE = "too large; save it and add it by itself"


def beside_pages(document: Any, size_bytes: int) -> tuple[tuple[Enclosure, ...], tuple[Loss, ...]]:
    """(files to be read by themselves, what is left out), of a PDF file of that size."""
    enclosed: list[Enclosure] = []
    losses: list[Loss] = []
    notes, hanging = _annotations(document)
    listed = _count(document)
    for what, count in (("attachments", listed), ("attachments on pages", len(hanging))):
        if count > MOST_FILES:
            left = f"only the first {MOST_FILES:,} of {count:,} are read"
            losses.append(Loss("reading", what, left))
    room = min(MOST_BYTES, _LEAST_BYTES + _BYTES_A_BYTE * size_bytes)
    files = _files(document, min(listed, MOST_FILES))
    for name, data in chain(files, _hanging(document, hanging[:MOST_FILES])):
        suffix = Path(name).suffix.lower()
        lack = _lack(data, suffix, room)
        if lack:
            losses.append(Loss("reading", f"attachment {name}", lack))
        else:
            room -= len(data)
            enclosed.append(Enclosure(name, suffix, data))
    if notes:
        losses.append(Loss("reading", "comments", f"not read: {notes:,}"))
    return tuple(enclosed), (*losses, *_unshown(document))


def _layers_off(document: Any) -> int:
    """As the file starts; MuPDF's own word is wrong where a layer names no use."""
    layers = set(document.get_ocgs())
    if not layers:
        return 0
    state = document.get_layer()
    if state.get("basestate") == "OFF":
        return len(layers.difference(state.get("on", ())))
    return len(layers.intersection(state.get("off", ())))


def _unshown(document: Any) -> Iterator[Loss]:
    try:
        off = _layers_off(document)
        root = document.pdf_catalog()
        form = document.xref_get_key(root, "AcroForm/XFA")[0] != "null"
        drawn = document.xref_get_key(root, "NeedsRendering")[1] == "true"
    except Exception:  # a broken catalog names none
        return
    if off:
        yield Loss("reading", "layers", f"switched off, and so not read: {off:,}")
    if form and drawn:
        lack = "its fields are drawn by another program; only what the pages hold is read"
        yield Loss("reading", "form", lack)


def _lack(data: bytes, suffix: str, room: int) -> str:
    """Why a file is not taken along; "" where it is."""
    if not data:
        return "it is empty or damaged"
    if suffix not in FORMATS:
        return "this kind of file is not supported"
    return _TOO_LARGE if len(data) > room else ""


def _is_read(name: str) -> bool:
    return Path(name).suffix.lower() in FORMATS


def _count(document: Any) -> int:
    try:
        return int(document.embfile_count())
    except Exception:  # a broken list of files is none
        return 0


def _files(document: Any, count: int) -> Iterator[tuple[str, bytes]]:
    for index in range(count):
        name, data = f"{index + 1}", b""
        try:
            told = document.embfile_info(index)
            name = one_line(told["ufilename"] or told["filename"] or told["name"]) or name
            data = bytes(document.embfile_get(index)) if _is_read(name) else _UNREAD
        except Exception:  # MuPDF raises many kinds; the other files go on
            data = b""
        yield name, data


def _annotations(document: Any) -> tuple[int, list[tuple[int, int]]]:
    """(remarks with words, where files hang: page and number of the annotation)."""
    notes = 0
    hanging: list[tuple[int, int]] = []
    for page in range(len(document)):
        try:
            for number, *_ in document.page_annot_xrefs(page):
                kind = document.xref_get_key(number, "Subtype")[1].lstrip("/")
                if kind == _HANGS:
                    hanging.append((page, number))
                elif kind in _REMARKS:
                    said, words = document.xref_get_key(number, "Contents")
                    notes += said == "string" and bool(words.strip())
        except Exception:  # the annotations of a broken page are none
            continue
    return notes, hanging


def _hanging(document: Any, places: list[tuple[int, int]]) -> Iterator[tuple[str, bytes]]:
    for page, number in places:
        name, data = f"on page {page + 1}", b""
        try:
            sheet = document.load_page(page)  # an annotation is lost with its page
            annotation = sheet.load_annot(number)
            name = one_line(annotation.file_info["filename"]) or name
            data = bytes(annotation.get_file()) if _is_read(name) else _UNREAD
        except Exception:  # as above
            data = b""
        yield name, data
