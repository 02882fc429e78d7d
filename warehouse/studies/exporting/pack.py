"""An evidence pack: a study as a folder that somebody else can check without Muniment.

    article.html   the text with its claims and sources; each source leads to its page
    article.md     the same in Markdown, its figures beside it
    pages/         each cited page as an image, the cited words lit (what has no pages has none)
    result.json    the answer or article as it is stored, with its losses and what was steered
    journal.jsonl  every model call: prompt, request, reply, tokens
    origin.jsonl   those of the answer that an article was written from
    editing.jsonl  those of the edits of an article
    settings.json  the settings it was made with
    manifest.json  who is cited (by SHA-256 of the originals), and the SHA-256 of every file
    verify.html    compares all of it, in any browser, offline

The originals are not in it: they may not be the user's to give away. Written beside its name and
renamed when whole.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from indexers.errors import ReadingError
from indexers.records import Page
from indexers.text.places import Box, rects
from warehouse.disk.durable import put_in_place
from warehouse.engine.journal.journal import Call, Journal
from warehouse.errors import BadInput
from warehouse.library import Library
from warehouse.results.records import Answer, Article, Evidence
from warehouse.run import Run
from warehouse.settings import ASSETS
from warehouse.store.objects import sentences_for_disk
from warehouse.studies import study_files
from warehouse.studies.editing.edit_context import JOURNAL
from warehouse.studies.exporting import export
from warehouse.studies.exporting.picture import lit, png
from warehouse.studies.keeper import Studies
from warehouse.studies.report import ledger
from warehouse.studies.report.cited_places import standing
from warehouse.version import version

FORMAT = "muniment-evidence-pack-1"
SCALE = 2.0
PATHS = ("warehouse", "model", "processing_model", "found_folder", "embedder")
"""Settings that may hold a path."""
NAME = "evidence-pack"
LIST = "manifest.json"
_SLOT = '"@@MANIFEST@@"'


class Cited(Struct, frozen=True):
    """A document that is cited; ``pages`` are labels, ``evidence`` the numbers of its passages."""

    title: str
    source: str
    kind: str
    pages: tuple[str, ...]
    evidence: tuple[int, ...]


class Sealed(Struct, frozen=True):
    bytes: int
    sha256: str


class Manifest(Struct, frozen=True):
    """``documents`` by SHA-256 of the original; ``models`` are SHA-256 of GGUF files.

    ``not_shown`` are cited pages without an image, with the reason.
    """

    format: str
    made: str
    program: str
    question: str
    models: tuple[str, ...]
    documents: dict[str, Cited]
    not_shown: dict[str, str]
    files: dict[str, Sealed]


def save(study: str, library: Library, folder: Path, run: Run) -> Path:
    """Write ``folder/evidence-pack`` and return it.

    Raises BadInput for a study without a result or a pack that is there already, StorageError,
    Cancelled; then nothing is left behind.
    """
    studies = Studies(library)
    result = studies.load(study)
    if result is None:
        raise BadInput("This study has no result yet.", "Let it finish, then export it.")
    target = folder / NAME
    if target.exists():
        raise BadInput(f"{target} is there already.", "Choose another folder.")
    part = folder / f"{NAME}.part"
    try:
        with sentences_for_disk(folder):
            shutil.rmtree(part, ignore_errors=True)
            (part / "pages").mkdir(parents=True)
            _fill(part, study, result, studies, library, run)
            put_in_place(part, target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return target


def list_hash(pack: Path) -> str:
    """SHA-256 of the pack's list, by which somebody else knows that it is this pack."""
    return _seal(pack / LIST).sha256


def _fill(
    part: Path, study: str, result: Answer | Article, studies: Studies, library: Library, run: Run
) -> None:
    evidence = ledger.cited(result)
    pictures, not_shown = _pages(part, evidence, library, run)
    calls = _calls(studies.folder(study) / "journal.db")
    earlier = _calls(studies.folder(study) / study_files.ORIGIN)
    edits = _calls(studies.folder(study) / JOURNAL)
    _write(part / "article.html", export.html(result, library, pictures))
    export.save_markdown(result, library, part)
    _write(part / "result.json", msgspec.json.format(msgspec.json.encode(result)).decode())
    _write(part / "journal.jsonl", "".join(map(_line, calls)))
    for name, more in (("origin", earlier), ("editing", edits)):
        if more:
            _write(part / f"{name}.jsonl", "".join(map(_line, more)))
    settings = studies.folder(study) / "settings.json"
    if settings.exists():
        _write(part / "settings.json", _without_paths(settings.read_bytes()))
    manifest = Manifest(
        FORMAT,
        time.strftime("%Y-%m-%d %H:%M:%S %z"),
        f"muniment {version()}",
        result.question,
        tuple(dict.fromkeys(call.model for call in (*earlier, *calls, *edits))),
        _documents(evidence, library),
        not_shown,
        {path.relative_to(part).as_posix(): _seal(path) for path in _files(part)},
    )
    listed = msgspec.json.encode(manifest).decode()
    _write(part / LIST, listed)
    form = (ASSETS / "pack" / "verify.html").read_text("utf-8")
    _write(part / "verify.html", form.replace(_SLOT, _script_text(listed)))


def _pages(
    part: Path, evidence: Sequence[Evidence], library: Library, run: Run
) -> tuple[dict[int, tuple[str, ...]], dict[str, str]]:
    """Evidence number -> images inside the pack, one for each page that its words stand on, and
    what could not be drawn, with the reason.
    """
    pictures: dict[int, tuple[str, ...]] = {}
    not_shown: dict[str, str] = {}
    for item in run.each("drawing pages", evidence, lambda item: item.title):
        try:
            drawn = _drawn(item, library)
        except (ReadingError, BadInput) as error:
            not_shown[str(item.number)] = str(error)
            continue
        if not drawn:
            not_shown[str(item.number)] = "a text without pages: its words stand in article.html"
            continue
        names = [f"pages/{item.number}.png"]
        names += [f"pages/{item.number}-{at}.png" for at in range(2, len(drawn) + 1)]
        for name, picture in zip(names, drawn, strict=True):
            (part / name).write_bytes(picture)
        pictures[item.number] = tuple(names)
    return pictures, not_shown


def _drawn(item: Evidence, library: Library) -> list[bytes]:
    """The cited pages as PNG, in their order; none for what has no pages. Raises ReadingError,
    BadInput.
    """
    place = item.place
    document = library.catalog.document(place.document)
    pages = _touched(item, document.pages, library)
    original = library.original(place.document)
    password = library.password(document.id)
    return [
        png(lit(library.readers.render(original, page.index, SCALE, password), boxes))
        for page, boxes in pages
    ]


def _touched(item: Evidence, pages: int, library: Library) -> list[tuple[Page, tuple[Box, ...]]]:
    """The pages on which words of the evidence stand, with the light; else the page it names."""
    place = item.place
    named = standing(library.catalog, place, item.text).page
    if not named.width:
        return []
    touched = []
    page, at = named, place.page
    while True:
        if boxes := rects(page, place.start, place.end):
            touched.append((page, boxes))
        at += 1
        if page.end >= place.end or at >= pages:
            return touched or [(named, ())]
        page = standing(library.catalog, place, item.text, at).page


def _documents(evidence: Sequence[Evidence], library: Library) -> dict[str, Cited]:
    by_document: dict[str, list[Evidence]] = {}
    for item in evidence:
        by_document.setdefault(item.place.document, []).append(item)
    return {id: _cited(id, items, library) for id, items in by_document.items()}


def _cited(id: str, items: list[Evidence], library: Library) -> Cited:
    pages = tuple(dict.fromkeys(item.page_label for item in items))
    numbers = tuple(item.number for item in items)
    if not library.catalog.knows(id):
        return Cited(items[0].title, "", "no longer in the library", pages, numbers)
    row = library.catalog.document(id)
    # A path would tell more about the user's machine than the reader of a pack need know.
    source = row.source if row.source.startswith(("http://", "https://")) else Path(row.source).name
    return Cited(row.title, source, row.kind, pages, numbers)


def _without_paths(settings: bytes) -> str:
    """The settings, a path by its last name: where things lie on this machine is nobody's business.

    What cannot be read is not in the pack.
    """
    try:
        fields = msgspec.json.decode(settings, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "{}\n"
    for name in PATHS:
        fields[name] = re.split(r"[\\/]", str(fields.get(name, "")))[-1]
    return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"


def _calls(file: Path) -> list[Call]:
    if not file.exists():
        return []
    with Journal(file) as journal:
        return journal.calls()


def _line(call: Call) -> str:
    fields: Mapping[str, object] = {
        "at": call.at,
        "verb": call.verb,
        "prompt": call.prompt,
        "model": call.model,
        "request": json.loads(call.request),
        "reply": json.loads(call.reply),
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "seconds": round(call.seconds, 3),
    }
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _seal(path: Path) -> Sealed:
    raw = path.read_bytes()
    return Sealed(len(raw), hashlib.sha256(raw).hexdigest())


def _files(part: Path) -> Iterator[Path]:
    return (path for path in sorted(part.rglob("*")) if path.is_file())


def _script_text(listed: str) -> str:
    """A JavaScript string; nothing in it can end the script element."""
    return json.dumps(listed).replace("<", "\\u003c").replace(">", "\\u003e")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
