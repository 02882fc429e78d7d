"""A CSL-JSON file: entries only, with the files that some programs name beside them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from warehouse.documents.bibliography.csl import CSL_NAMES
from warehouse.documents.importing import fields
from warehouse.documents.importing.bibtex import MOST_FILE_BYTES
from warehouse.documents.importing.files import anywhere
from warehouse.documents.importing.records import Attached, Bundle, Found, Unread
from warehouse.errors import BadInput
from warehouse.store.catalog import people

_TEXTS = {"title": "title", **CSL_NAMES}
_FILES = ("file", "files", "attachments", "attachment", "link")


def read(path: Path) -> Bundle:
    """Raises BadInput where it is no list of entries."""
    try:
        if path.stat().st_size > MOST_FILE_BYTES:
            raise BadInput(f"{path.name} is larger than a bibliography that is read.")
        said = _with_utf8(json.loads(path.read_text("utf-8-sig")))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path.name} is no JSON.") from error
    items = said.get("items", said) if isinstance(said, dict) else said
    items = list(items.values()) if isinstance(items, dict) else items
    if not isinstance(items, list):
        raise BadInput(f"{path.name} is no list of entries.")
    entries: dict[str, Found] = {}
    unread: list[Unread] = []
    for number, item in enumerate(items, start=1):
        if not isinstance(item, dict) or not ("title" in item or "id" in item):
            unread.append(Unread(f"entry {number}", "It has no title and no id."))
            continue
        entry = _entry(item, number, path.parent)
        if entry.key in entries:
            unread.append(Unread(f"{entry.title}, entry {number}", "An entry before has its id."))
        else:
            entries[entry.key] = entry
    return Bundle("csl", str(path.absolute()), tuple(entries.values()), tuple(unread))


def _with_utf8(said: Any) -> Any:
    """With "?" for half a surrogate pair, which an escape can spell and no file can hold."""
    if isinstance(said, str):
        return said.encode("utf-8", "replace").decode()
    if isinstance(said, list):
        return [_with_utf8(item) for item in said]
    if isinstance(said, dict):
        return {_with_utf8(name): _with_utf8(value) for name, value in said.items()}
    return said


def _entry(item: Mapping[str, Any], number: int, folder: Path) -> Found:
    values: dict[str, tuple[str, ...]] = {
        name: (_text(item.get(key)),) for name, key in _TEXTS.items()
    }
    values["type"] = (fields.kind(_text(item.get("type"))),)
    values["authors"] = tuple(_names(item.get("author")))
    values["editors"] = tuple(_names(item.get("editor")))
    said = _date(item.get("issued"))
    values["date"] = (said,)
    sources = (item.get("number"), item.get("note"), item.get("URL"), item.get("DOI"))
    values["arxiv"] = (fields.arxiv(*map(_text, sources)),)
    key = _text(item.get("id")) or f"entry {number}"
    keywords = _text(item.get("keyword")).split(",")
    kept, left_out = fields.taken(values, said)
    return Found(
        key=key,
        title=values["title"][0] or key,
        fields=kept,
        files=tuple(_files(item, folder)),
        citation_key=_text(item.get("citation-key")) or key,
        tags=tuple(dict.fromkeys(word.strip() for word in keywords if word.strip())),
        whole=item,
        left_out=left_out,
    )


def _files(item: Mapping[str, Any], folder: Path) -> Iterable[Attached]:
    for name in _FILES:
        given = item.get(name)
        for file in given if isinstance(given, list) else [given]:
            path = file.get("path") or file.get("localPath") if isinstance(file, dict) else file
            if isinstance(path, str) and path.strip() and "://" not in path:
                yield anywhere(path, folder)


def _text(value: Any) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _names(value: Any) -> Iterable[str]:
    for person in value if isinstance(value, list) else []:
        if not isinstance(person, dict):
            continue
        particles = [
            _text(person.get("dropping-particle")),
            _text(person.get("non-dropping-particle")),
        ]
        family = " ".join(filter(None, [*particles, _text(person.get("family"))]))
        if literal := _text(person.get("literal")) or family:
            yield people.kept(literal, "" if person.get("literal") else _text(person.get("given")))


def _date(value: Any) -> str:
    if not isinstance(value, dict):
        return _text(value)
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list):
        numbers = [_text(part) for part in parts[0][:3]]
        if numbers and all(number.isdigit() for number in numbers):
            return "-".join([numbers[0], *(number.zfill(2) for number in numbers[1:])])
        if said := " ".join(numbers).strip():
            return said
    return _text(value.get("raw")) or _text(value.get("literal"))
