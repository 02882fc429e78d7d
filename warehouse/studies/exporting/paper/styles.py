"""Citation styles in the Citation Style Language: four by name, and any ``.csl`` file.

A file is looked at before it is used: a style that only names another one cannot be followed
offline, and one without a list of references makes no paper.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import lxml.etree
from msgspec import Struct

from warehouse.errors import BadInput
from warehouse.settings import ASSETS, expanded
from warehouse.studies.exporting.paper.wishes import STYLE_SUFFIX, STYLES

MOST_BYTES = 2_000_000
FILES = {
    "apa": "apa",
    "chicago": "chicago-author-date",
    "ieee": "ieee",
    "vancouver": "nlm-citation-sequence",
}
_SPACE = "{http://purl.org/net/xbiblio/csl}"


class Style(Struct, frozen=True):
    path: Path


def style(wanted: str) -> Style:
    """By its name or its file. Raises BadInput."""
    if wanted in FILES:
        return _read(ASSETS / "csl" / f"{FILES[wanted]}{STYLE_SUFFIX}")
    if not wanted.lower().endswith(STYLE_SUFFIX):
        names = ", ".join(STYLES)
        raise BadInput(
            f"“{wanted}” is no style.", f"Name one of {names}, or a {STYLE_SUFFIX} file."
        )
    return _read(expanded(wanted).resolve())


def _read(path: Path) -> Style:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadInput(f"{path.name} is too long for a citation style.")
        root = lxml.etree.fromstring(path.read_bytes(), _parser())
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except lxml.etree.XMLSyntaxError as error:
        raise BadInput(f"{path.name} is no citation style: it is no XML.") from error
    _examine(path, root)
    return Style(path)


def _parser() -> Any:
    return lxml.etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)


def _examine(path: Path, root: Any) -> None:
    if root.tag != f"{_SPACE}style":
        raise BadInput(f"{path.name} is no citation style.", "Choose a file in CSL.")
    links = root.iterfind(f"{_SPACE}info/{_SPACE}link")
    parent = next((link for link in links if link.get("rel") == "independent-parent"), None)
    if parent is not None:
        name = str(parent.get("href", "")).rpartition("/")[2]
        raise BadInput(
            f"{path.name} only says that it is like another style, “{name}”.",
            f"Choose the file of that one: {name}{STYLE_SUFFIX}",
        )
    if root.find(f"{_SPACE}bibliography") is None:
        raise BadInput(f"{path.name} makes no list of references.", "Choose another style.")
