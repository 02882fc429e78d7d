"""A BibTeX file and the files its entries name. bibtexparser takes it apart, pylatexenc turns
LaTeX into text; blocks that are broken are named with their line. An entry takes what it does not
say from the one it names as its crossref; files stand beside the file, or in the folders that
JabRef notes in it.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import bibtexparser
from bibtexparser.middlewares.names import (
    parse_single_name_into_parts,
    split_multiple_persons_names,
)
from bibtexparser.model import DuplicateBlockKeyBlock, Entry, ParsingFailedBlock
from pylatexenc.latex2text import LatexNodes2Text

from indexers.text.charsets import decode
from warehouse.documents.importing import fields
from warehouse.documents.importing.files import anywhere, leads_elsewhere
from warehouse.documents.importing.records import Attached, Bundle, Found, Unread
from warehouse.errors import BadInput
from warehouse.settings import expanded
from warehouse.store.catalog import people

for _chatty in ("bibtexparser", "pylatexenc"):
    logging.getLogger(_chatty).setLevel(logging.CRITICAL)

MOST_FILE_BYTES = 64 * 1024 * 1024
_TYPES = {
    "article": "article-journal",
    "book": "book",
    "booklet": "book",
    "inbook": "chapter",
    "incollection": "chapter",
    "inproceedings": "paper-conference",
    "conference": "paper-conference",
    "proceedings": "book",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "techreport": "report",
    "report": "report",
    "online": "webpage",
    "unpublished": "manuscript",
    "dataset": "dataset",
}
_TEXTS = {
    "title": ("title",),
    "container": ("journal", "journaltitle", "booktitle"),
    "publisher": ("publisher", "school", "institution"),
    "volume": ("volume",),
    "issue": ("number", "issue"),
    "pages": ("pages",),
    "isbn": ("isbn",),
    "language": ("langid", "language"),
}
_VERBATIM = {"doi": ("doi",), "url": ("url", "howpublished")}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SPAN = re.compile(r"[~?%-]*\d{4}[\d~?%-]*/")  # the first of two dates
_MARKUP = re.compile(r"[\\{}$~]|--|``|''")
_UNESCAPED = re.compile(r"(?<!\\)[%&]")  # no comment and no column of a table: it stands for itself
_CONVERTER = LatexNodes2Text(math_mode="verbatim")
_OWN = ("title", "file", "crossref", "author", "doi", "url", "pages", "keywords")
_FILE_DIRECTORY = re.compile(r"jabref-meta:\s*fileDirectory[^:;]*:((?:[^;\\]|\\.)*);")
_ESCAPED = re.compile(r"\\([:;\\_&%#$ ])")


def read(path: Path) -> Bundle:
    """Raises BadInput where it is no text, or larger than a bibliography is."""
    try:
        if path.stat().st_size > MOST_FILE_BYTES:
            raise BadInput(f"{path.name} is larger than a bibliography that is read.")
        text = re.sub(r"\r\n?", "\n", decode(path.read_bytes()))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    library = bibtexparser.parse_string(text)
    raws = {entry.key: _raw(entry) for entry in library.entries}
    places = [
        path.parent,
        *_folders([comment.comment for comment in library.comments], path.parent),
    ]
    entries = tuple(
        _entry(entry, _whole(raws[entry.key], raws), places) for entry in library.entries
    )
    unread = tuple(map(_unread, library.failed_blocks))
    return Bundle("bibtex", str(path.absolute()), entries, unread)


def _unread(block: ParsingFailedBlock) -> Unread:
    line = f"line {(block.start_line or 0) + 1}"
    if isinstance(block, DuplicateBlockKeyBlock):
        return Unread(f"{block.key}, {line}", "Another entry before it has the same key.")
    start = " ".join((block.raw or "").split())[:60]
    return Unread(f"{start}, {line}", "It is not well formed.")


def _raw(entry: Entry) -> dict[str, str]:
    return {field.key.lower(): str(field.value) for field in entry.fields}


def _whole(raw: Mapping[str, str], others: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """With what the entry that it names as its crossref says more: its title is the container's."""
    parent = others.get(raw.get("crossref", "").strip())
    if parent is None or parent is raw:
        return raw
    taken = {name: value for name, value in parent.items() if name not in _OWN}
    if title := parent.get("booktitle") or parent.get("title"):
        taken["booktitle"] = title
    return {**taken, **raw}


def _folders(comments: Iterable[str], beside: Path) -> Iterator[Path]:
    for comment in comments:
        for name in _FILE_DIRECTORY.findall(comment):
            if name.strip() and not leads_elsewhere(name):
                yield beside / expanded(_ESCAPED.sub(r"\1", name.strip()))


def _entry(entry: Entry, raw: Mapping[str, str], places: Sequence[Path]) -> Found:
    texts = {name: _first(raw, names) for name, names in _TEXTS.items()}
    values: dict[str, tuple[str, ...]] = {name: (plain(t),) for name, t in texts.items()}
    values |= {name: (_bare(_first(raw, names)),) for name, names in _VERBATIM.items()}
    values["type"] = (_TYPES.get(entry.entry_type.lower(), ""),)
    values["authors"] = _names(raw.get("author", ""))
    values["editors"] = _names(raw.get("editor", ""))
    said = _date(raw)
    values["date"] = (said,)
    values["arxiv"] = (_arxiv(raw),)
    values["pages"] = (re.sub(r"\s*[-–—]+\s*", "–", values["pages"][0]),)
    keywords = re.split(r"[,;]", plain(raw.get("keywords", "")))
    kept, left_out = fields.taken(values, said)
    return Found(
        key=entry.key,
        title=values["title"][0] or entry.key,
        fields=kept,
        files=_files(raw.get("file", ""), places),
        citation_key=entry.key,
        tags=tuple(dict.fromkeys(tag.strip() for tag in keywords if tag.strip())),
        whole={"type": entry.entry_type, "fields": raw},
        left_out=left_out,
    )


def plain(latex: str) -> str:
    """LaTeX as text; as it stands where it cannot be understood."""
    if not _MARKUP.search(latex):
        return " ".join(latex.split())
    try:
        text = str(_CONVERTER.latex_to_text(_UNESCAPED.sub(r"\\\g<0>", latex)))
    except Exception:  # it walks arbitrary markup; the entry is worth more than its accents
        text = latex
    return " ".join(text.split())


def _first(raw: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((raw[name] for name in names if raw.get(name)), "")


def _bare(address: str) -> str:
    wrapped = re.fullmatch(r"\s*\\url\{(.*)\}\s*", address)
    return re.sub(r"\\([_&%#$~])", r"\1", wrapped.group(1) if wrapped else address).strip()


def _names(text: str) -> tuple[str, ...]:
    try:
        parts = [parse_single_name_into_parts(name) for name in split_multiple_persons_names(text)]
    except Exception:  # names that are no names: kept as one
        return (people.kept(plain(text)),)
    return tuple(filter(None, map(_name, parts)))


def _name(parts: Any) -> str:
    family = plain(" ".join([*parts.von, *parts.last]))
    given = plain(" ".join(parts.first))
    suffix = plain(" ".join(parts.jr))
    if not family or family.lower() == "others":
        return ""
    return people.kept(f"{family} {suffix}".strip(), given)


def _date(raw: Mapping[str, str]) -> str:
    if date := plain(raw.get("date", "")):
        return date.partition("/")[0] if _SPAN.match(date) else date
    year, month = plain(raw.get("year", "")), plain(raw.get("month", ""))
    short = month.lower()[:3]
    number = _MONTHS.index(short) + 1 if short in _MONTHS else 0
    number = number or (int(month) if month.isdecimal() and 1 <= int(month) <= 12 else 0)
    return f"{year}-{number:02}" if number and year else f"{month} {year}".strip()


def _arxiv(raw: Mapping[str, str]) -> str:
    kind = (raw.get("archiveprefix") or raw.get("eprinttype") or "").lower()
    number = f"arXiv:{raw['eprint']}" if kind == "arxiv" and raw.get("eprint") else ""
    return fields.arxiv(number, raw.get("journal", ""), raw.get("url", ""), raw.get("doi", ""))


def _files(text: str, places: Sequence[Path]) -> tuple[Attached, ...]:
    """``description:path:type`` of JabRef, Mendeley and Zotero, parted by semicolons; or a path."""
    names = dict.fromkeys(_path(part) for part in re.split(r"(?<!\\);", text) if part.strip())
    return tuple(_found(name, places) for name in names if name)


def _found(name: str, places: Sequence[Path]) -> Attached:
    """In the first of the folders that has it; as beside the bibliography where none has."""
    tried = [anywhere(name, place) for place in places]
    return next((file for file in tried if file.path is not None), tried[0])


def _path(text: str) -> str:
    parts = re.split(r"(?<!\\):", text.strip())
    inner = ":".join(parts[1:-1]) if len(parts) >= 3 else text.strip()
    return _ESCAPED.sub(r"\1", inner)
