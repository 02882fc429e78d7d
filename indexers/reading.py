"""One file to one Reading. Runs inside a reader process and nowhere else."""

from __future__ import annotations

import threading
from pathlib import Path

import msgspec

from indexers import language, sentences
from indexers.errors import NotReadable
from indexers.records import Reading
from indexers.sheets import OnPage

KINDS: dict[str, str] = {
    ".pdf": "pdf",
    ".html": "web",
    ".htm": "web",
    ".xhtml": "web",
    ".mhtml": "web",
    ".mht": "web",
    ".txt": "text",
    ".md": "text",
    ".markdown": "text",
}


def kind_of(path: Path) -> str:
    """By its first bytes, else by its name. Empty where we do not read such files."""
    with path.open("rb") as file:
        head = file.read(1024)
    if head.startswith(b"%PDF-"):
        return "pdf"
    return KINDS.get(path.suffix.lower(), "web" if _is_page(head) else "")


def _is_page(head: bytes) -> bool:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return start.startswith((b"<!doctype html", b"<html")) or b"multipart/related" in start


def read(path: Path, password: str = "", on_page: OnPage | None = None) -> Reading:
    """Raises NotReadable, NeedsPassword."""
    on_page = on_page or (lambda done, total: None)
    if not path.is_file():
        raise NotReadable("the file is gone")
    if path.stat().st_size == 0:
        raise NotReadable("the file is empty")
    kind = kind_of(path)
    if not kind:
        raise NotReadable("this kind of file is not supported")
    loading = threading.Thread(target=language.prepare, name="language", daemon=True)
    loading.start()
    reading = _parse(kind, path, password, on_page)
    while loading.is_alive():
        loading.join(0.2)
        on_page(len(reading.pages), len(reading.pages))
    return finish(reading)


def _parse(kind: str, path: Path, password: str, on_page: OnPage) -> Reading:
    if kind == "pdf":
        from indexers import paper  # each kind loads only its own libraries

        return paper.read_pdf(path, password, on_page)
    on_page(0, 1)
    if kind == "web":
        from indexers import web

        return web.read_web(path.read_bytes(), path.suffix.lower())
    from indexers import plain

    return plain.read_text(path.read_bytes(), path.suffix.lower())


def finish(reading: Reading) -> Reading:
    """The part that all kinds share: sentences and language."""
    return msgspec.structs.replace(
        reading,
        sentences=sentences.split(reading.text),
        language=reading.language or language.detect(reading.text),
    )
