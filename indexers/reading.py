"""One file to one Reading. Runs inside a reader process and nowhere else."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import msgspec

from indexers import xray
from indexers.detect import format_of
from indexers.errors import NotReadable
from indexers.orders import in_metadata
from indexers.process.handed import Document
from indexers.process.recognition import Recognition
from indexers.records import OcrPlan, OnOcr, OnPage, Reading, StyleSheet, Told
from indexers.text import language, literature, sentences

_OCR_WHERE_NEEDED = OcrPlan()
MOST_BYTES = 256 * 1024 * 1024


def read(
    path: Document,
    password: str = "",
    on_page: OnPage | None = None,
    ocr: OcrPlan = _OCR_WHERE_NEEDED,
    on_ocr: OnOcr | None = None,
    styles: Sequence[StyleSheet] = (),
    charset: str = "",
) -> Reading:
    """``styles`` are those saved beside a web page, ``charset`` what was said of it when it was
    fetched. Raises NotReadable, NeedsPassword.
    """
    on_page = on_page or (lambda done, total: None)
    if not path.is_file():
        raise NotReadable("the file is gone")
    if path.stat().st_size == 0:
        raise NotReadable("the file is empty")
    format = format_of(path)
    loading = threading.Thread(target=language.prepare, name="language", daemon=True)
    try:
        loading.start()
    except RuntimeError as error:  # no memory for a thread: earlier files have left too little
        raise MemoryError from error
    try:
        if format in ("web", "mail", "csv", "text"):
            on_page(0, 1)
            reading = _written(format, path, on_page, styles, charset)
        else:
            reading = _parse(format, path, password, on_page, Recognition(ocr, on_ocr))
    except RecursionError as error:
        raise NotReadable("its parts are nested too deeply") from error
    while loading.is_alive():
        loading.join(0.2)
        on_page(len(reading.pages), len(reading.pages))
    return finish(reading)


def _parse(
    format: str,
    path: Document,
    password: str,
    on_page: OnPage,
    recognition: Recognition,
) -> Reading:
    """Each kind loads only its own libraries."""
    if format == "pdf":
        from indexers.paged import paper

        return paper.read_pdf(path, password, on_page, recognition)
    if format == "image":
        from indexers.paged import scans

        return scans.read_picture(path, on_page, recognition)
    on_page(0, 1)
    if format in ("docx", "pptx", "xlsx", "odf"):
        return _office(format, path, on_page)
    if format == "epub":
        from indexers.flowing import epub

        return epub.read_epub(path, on_page)
    from indexers.flowing import mail

    return mail.read_box(path, on_page)


def _office(format: str, path: Document, on_page: OnPage) -> Reading:
    from indexers.office import docx, odf, pptx, xlsx

    readers = {
        "docx": docx.read_docx,
        "pptx": pptx.read_pptx,
        "xlsx": xlsx.read_xlsx,
        "odf": odf.read_odf,
    }
    return readers[format](path, on_page)


def _written(
    format: str, path: Document, on_page: OnPage, styles: Sequence[StyleSheet], charset: str
) -> Reading:
    """Formats that are text themselves."""
    if path.stat().st_size > MOST_BYTES:
        raise NotReadable(f"it is larger than {MOST_BYTES // 1024 // 1024:,} MB")
    if format == "web":
        from indexers.flowing import web

        return web.read_web(path.read_bytes(), path.suffix.lower(), styles, charset)
    if format == "mail":
        from indexers.flowing import mail

        return mail.read_message(path.read_bytes())
    if format == "csv":
        from indexers.flowing import csvs

        return csvs.read_csv(path.read_bytes(), on_page)
    from indexers.flowing import plain

    return plain.read_text(path.read_bytes(), path.suffix.lower(), charset)


def finish(reading: Reading) -> Reading:
    """The part that all kinds share: sentences, what is suspect among them, and language."""
    reading = in_metadata.without(reading)
    entries = literature.entries(reading.text, reading.sections)
    all_sentences = sentences.split(reading.text, entries)
    code = reading.language or language.detect(reading.text)
    said = Told("language", (code,), "file" if reading.language else "text")
    return msgspec.structs.replace(
        reading,
        sentences=all_sentences,
        suspects=xray.look_through(reading.text, all_sentences, reading.suspects),
        language=code,
        told=(*reading.told, said) if code else reading.told,
    )
