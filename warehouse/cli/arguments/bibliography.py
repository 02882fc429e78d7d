"""The arguments of edit, cite, notes, import, duplicates, versions and diff."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

OPTIONS = {
    "title": "title",
    "date": "date",
    "journal": "container",
    "publisher": "publisher",
    "volume": "volume",
    "issue": "issue",
    "pages": "pages",
    "doi": "doi",
    "arxiv": "arxiv",
    "isbn": "isbn",
    "url": "url",
    "language": "language",
    "type": "type",
}
"""Option to field, for what is one text."""


def commands(commands: Subparsers) -> None:
    edit = commands.add_parser(
        "edit", help="see what is known of a document and from where; correct it"
    )
    edit.add_argument("id", metavar="ID", help="as shown by ls; its beginning is enough")
    edit.add_argument("--author", action="append", metavar="NAME", help="again for each author")
    edit.add_argument("--editor", action="append", metavar="NAME", help="again for each editor")
    edit.add_argument("--year", metavar="YEAR")
    for option in OPTIONS:
        edit.add_argument(f"--{option}", metavar="TEXT")
    edit.add_argument(
        "--reset", action="append", metavar="FIELD", default=[], help="take your own word back"
    )
    cite = commands.add_parser("cite", help="documents as BibTeX or CSL-JSON")
    cite.add_argument("ids", nargs="*", metavar="ID", help="as shown by ls; without any: all")
    cite.add_argument(
        "--in", dest="within", metavar="NAME", help="a collection or saved search instead"
    )
    cite.add_argument("--study", metavar="ID", help="the sources of this study instead")
    cite.add_argument("--as", dest="form", choices=("bibtex", "csl"), default="bibtex")
    cite.add_argument("--out", metavar="FILE", help="write this file; without it: print")
    notes = commands.add_parser("notes", help="highlights and notes, as Markdown")
    notes.add_argument("id", nargs="?", metavar="ID", help="as shown by ls; without one: all")
    notes.add_argument("--out", metavar="FILE", help="write this file; without it: print")
    take = commands.add_parser(
        "import", help="a Zotero folder, a BibTeX or CSL-JSON file, with attached files"
    )
    take.add_argument("path", nargs="?", metavar="PATH", help="without it: entries without a file")
    duplicates = commands.add_parser(
        "duplicates", help="documents that are nearly the same, or versions of one work"
    )
    duplicates.add_argument("--prefer", metavar="ID", help="answers take this one of its versions")
    duplicates.add_argument(
        "--apart", nargs=2, metavar="ID", help="these two are different works, however alike"
    )
    versions = commands.add_parser(
        "versions", help="what stood at the address or in the file of a document, and when"
    )
    versions.add_argument("id", metavar="ID")
    versions.add_argument(
        "--take-back",
        action="store_true",
        help="undo what it took over from the version before: collections, tags, your words",
    )
    diff = commands.add_parser("diff", help="what differs between two documents, by sentences")
    diff.add_argument("before", metavar="ID")
    diff.add_argument("after", metavar="ID")
