"""What a place in a document is called: "p. iv", "slide 3", "message 12", the name of a chapter.

A label is shown as it is unless it looks like the number of a page.
"""

from __future__ import annotations

import re

_PAGE = re.compile(r"[A-Za-z]{0,3}[-–.]?\d+[A-Za-z]?|[ivxlcdm]+|[IVXLCDM]+")
LABEL_CHARS = 60


def is_page_number(label: str) -> bool:
    return _PAGE.fullmatch(label) is not None


def place_name(label: str, page: str = "p.") -> str:
    """``page`` is the word before a page number. Empty where the document has only one place."""
    return f"{page} {label}" if is_page_number(label) else label


def as_label(title: str, word: str) -> str:
    """A title cut to the length of a label; one that looks like a page number after ``word``."""
    if is_page_number(title):
        return f"{word} {title}"
    if len(title) <= LABEL_CHARS:
        return title
    cut = title[: LABEL_CHARS - 1]
    return (cut.rpartition(" ")[0] or cut) + " …"
