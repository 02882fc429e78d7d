"""Entries as BibTeX, in UTF-8, for BibTeX and biber alike.

Nothing that stands in a document can act in LaTeX: every character with a meaning there is
written by a command, with braces that balance, since BibTeX counts braces whatever stands before
them. Addresses are for ``\\url``, which takes them as they are: there, braces, backslashes and
spaces are percent-encoded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from indexers.text import identifiers
from warehouse.documents.bibliography.entry import Entry
from warehouse.store.catalog.people import Name
from warehouse.text import one_line

_TYPES = {
    "article-journal": "article",
    "article-newspaper": "article",
    "paper-conference": "inproceedings",
    "book": "book",
    "chapter": "incollection",
    "thesis": "phdthesis",
    "report": "techreport",
    "manuscript": "unpublished",
}
_CONTAINERS = {"article": "journal", "inproceedings": "booktitle", "incollection": "booktitle"}
_PUBLISHERS = {"phdthesis": "school", "techreport": "institution"}
_COMMANDS = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{mark: f"\\{mark}" for mark in "$&#_%"},
    }
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def bibtex(entries: Iterable[Entry]) -> str:
    return "\n".join(map(_entry, entries))


def escaped(untrusted: str) -> str:
    """Text that LaTeX prints and does not obey, on one line."""
    return one_line(untrusted).translate(_COMMANDS)


def _entry(entry: Entry) -> str:
    kind = _TYPES.get(entry.kind, "misc")
    lines = [f"  {name} = {{{value}}}," for name, value in _fields(kind, entry) if value]
    if month := _month(entry.date[5:]):
        lines.append(f"  month = {month},")
    return "\n".join([f"@{kind}{{{entry.key},", *lines, "}", ""])


def _fields(kind: str, entry: Entry) -> Iterator[tuple[str, str]]:
    yield "author", _names(entry.authors)
    yield "editor", _names(entry.editors)
    # Braces of its own: a style may not take the capitals from it.
    yield "title", f"{{{escaped(entry.title)}}}"
    yield _CONTAINERS.get(kind, "howpublished"), escaped(entry.container)
    yield _PUBLISHERS.get(kind, "publisher"), escaped(entry.publisher)
    yield "year", identifiers.year_of(entry.date)
    yield "volume", escaped(entry.volume)
    yield "number", escaped(entry.issue)
    yield "pages", re.sub(r"\s*[-–—]+\s*", "--", escaped(entry.pages))
    yield "doi", _verbatim(entry.doi)
    if entry.arxiv:
        yield "eprint", _verbatim(entry.arxiv)
        yield "archiveprefix", "arXiv"
    yield "isbn", escaped(entry.isbn)
    yield "url", _verbatim(entry.url)
    yield "urldate", entry.seen
    yield "language", escaped(entry.language)


def _names(names: Iterable[Name]) -> str:
    return " and ".join(map(_name, names))


def _name(name: Name) -> str:
    """Taken apart already, and guarded where BibTeX would take it apart otherwise."""
    family, given = _guarded(escaped(name.family)), _guarded(escaped(name.given))
    return f"{family}, {given}" if given else f"{{{escaped(name.family)}}}"


def _guarded(part: str) -> str:
    return f"{{{part}}}" if "," in part or " and " in f" {part} ".lower() else part


def _month(rest: str) -> str:
    month = rest[:2]
    return _MONTHS[int(month) - 1] if month.isdecimal() and 1 <= int(month) <= 12 else ""


def _verbatim(address: str) -> str:
    flat = one_line(address)
    return "".join(f"%{ord(mark):02X}" if mark in "\\{} " else mark for mark in flat)
