"""Values of other programs into the form the catalog keeps; what is no such value is left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from indexers import identifiers
from warehouse.errors import BadInput
from warehouse.store.catalog.editing import TYPES, checked

_EXTRA = re.compile(r"^\s*([A-Za-z ]+?)\s*:\s*(\S.*)$", re.M)


def kept(values: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Only what passes the checks of an edit; several texts of one field are its names."""
    found: dict[str, tuple[str, ...]] = {}
    for field, value in values.items():
        texts = [text for text in value if text.strip()]
        if not texts:
            continue
        try:
            (one,) = checked({field: texts}).values()
        except BadInput:
            continue
        if one:
            found[field] = tuple(one)
    return found


def kind(name: str) -> str:
    """A type of CSL, or "" where it says nothing."""
    return name if name in TYPES else ""


def arxiv(*texts: str) -> str:
    """An arXiv number in any of these, also one that stands there bare."""
    for text in texts:
        if found := identifiers.arxiv(text):
            return found
    return ""


def extra(text: str) -> dict[str, str]:
    """Lines of Zotero's field Extra, ``DOI: 10…``, by lower-case name."""
    return {name.lower(): value.strip() for name, value in _EXTRA.findall(text)}
