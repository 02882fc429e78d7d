"""What a place in a document is called: "p. iv", "slide 3", "message 12", the name of a chapter.

A label is shown as it is unless it looks like the number of a page.
"""

from __future__ import annotations

import re

_PAGE = re.compile(r"[A-Za-z]{0,3}[-–.]?\d+[A-Za-z]?|[ivxlcdm]+|[IVXLCDM]+")
_OF_APPENDIX = re.compile(r"[A-Z]{1,3}–\d+[A-Za-z]?")
_NUMBER = re.compile(r"\d+")
TO = "–"
FEW = 5  # pages that words go over; "3–14" is page 14 of chapter 3
LABEL_CHARS = 60


def is_page_number(label: str) -> bool:
    """Of one page, or of the first and the last of several."""
    return _PAGE.fullmatch(label) is not None or are_pages(label)


def are_pages(label: str) -> bool:
    """The first and the last of a FEW, and not page 1 of appendix C."""
    ends = label.split(TO)
    if _OF_APPENDIX.fullmatch(label) or len(ends) != 2 or not all(map(_PAGE.fullmatch, ends)):
        return False
    numbers = [_NUMBER.search(end) for end in ends]
    first, last = (int(match[0]) if match else 0 for match in numbers)
    return not all(numbers) or 0 < last - first <= FEW


def pages_label(first: str, last: str) -> str:
    """``45–46``; the first alone where they are no numbers of a FEW pages, or the same."""
    both = f"{first}{TO}{last}"
    return both if first != last and are_pages(both) else first


def place_name(label: str, page: str = "p.") -> str:
    """``page`` is the word before a page number. Empty where the document has only one place."""
    if not is_page_number(label):
        return label
    page = "pp." if are_pages(label) else page
    return f"{page} {label}"


def as_label(title: str, word: str) -> str:
    """A title cut to the length of a label; one that looks like a page number after ``word``."""
    if is_page_number(title):
        return f"{word} {title}"
    if len(title) <= LABEL_CHARS:
        return title
    cut = title[: LABEL_CHARS - 1]
    return (cut.rpartition(" ")[0] or cut) + " …"
