"""Values of other programs into the form the catalog keeps; what is no such value is left out, and
numbers and dates of which that is so are told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from indexers.text import identifiers
from warehouse.errors import BadInput
from warehouse.store.catalog.editing import TYPES, checked

_SHOWN_CHARS = 80
_WORDS = {"date": "Date", "doi": "DOI", "isbn": "ISBN"}
_ABOUT = re.compile(r"\b(?:c|ca|circa|cop|um|vers|\d{4}|0+)\b\.?|(?<=\d{4})[a-z]\b", re.IGNORECASE)
_EXTRA = re.compile(r"^\s*([A-Za-z ]+?)\s*:\s*(\S.*)$", re.M)


def kept(values: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Only what passes the checks of an edit; several texts of one field are its names."""
    fields_kept: dict[str, tuple[str, ...]] = {}
    for field, value in values.items():
        texts = [text for text in value if text.strip()]
        if not texts:
            continue
        try:
            (passed,) = checked({field: texts}).values()
        except BadInput:
            continue
        if passed:
            fields_kept[field] = tuple(passed)
    return fields_kept


def taken(
    values: Mapping[str, Sequence[str]], date: str
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """What is kept, and a sentence for each number or date that was not taken as it was said.

    ``date`` as its source has it.
    """
    fields_kept = kept(values)
    said = {"date": date, **{name: value[0] for name in ("doi", "isbn") if (value := values[name])}}
    sentences = []
    for field, text in said.items():
        text, value = " ".join(text.split())[:_SHOWN_CHARS], "".join(fields_kept.get(field, ()))
        if text and not value:
            sentences.append(f"{_WORDS[field]} “{text}” is none and was left out.")
        elif field == "date" and len(value) == 4 and _says_more(text):
            sentences.append(f"Of the date “{text}” only the year {value} was taken.")
    return fields_kept, tuple(sentences)


def _says_more(date: str) -> bool:
    """Whether there is more to it than years."""
    return re.search(r"\w", _ABOUT.sub(" ", date)) is not None


def kind(name: str) -> str:
    """A type of CSL, or "" where it says nothing."""
    return name if name in TYPES else ""


def arxiv(*texts: str) -> str:
    """An arXiv number in any of these, also one that stands there bare."""
    for text in texts:
        if number := identifiers.arxiv(text):
            return number
    return ""


def extra(text: str) -> dict[str, str]:
    """Lines of Zotero's field Extra, ``DOI: 10…``, by lower-case name."""
    return {name.lower(): value.strip() for name, value in _EXTRA.findall(text)}
