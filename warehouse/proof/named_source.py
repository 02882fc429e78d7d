"""A sentence that has the document it rests on in front: "R FAQ: Bugs are reported by mail [2]."

Put there by the program; what is to be proven is the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from warehouse.proof import citations
from warehouse.results.records import Claim, Evidence
from warehouse.text import shortened

MOST_CHARACTERS = 60
_SUBTITLE = re.compile(r"\s*(?:[:|]|\s[–—-])\s.*")
_ACTIVE = re.compile(r"[*\[\]`<>#|\\~&]|(?<!\w)_|_(?!\w)")  # in Markdown more than a letter


def lead(title: str) -> str:
    """The title without its subtitle, and what parts it from a sentence; "" where it has signs that
    a text may not.
    """
    name = _SUBTITLE.sub("", " ".join(title.split()), count=1).rstrip(".")
    return f"{shortened(name, MOST_CHARACTERS)}: " if name and not _ACTIVE.search(name) else ""


def named(sentence: str, title: str) -> str:
    """The sentence with its document in front; as it is where that would make two of it, or an item
    of a list ("1. Introduction").
    """
    begin = lead(title)
    told = f"{begin}{sentence}"
    sentences = citations.read(told)
    is_one = len(sentences) == 1 and sentences[0].bare.startswith(begin)
    return told if is_one and sentences[0].cites == citations.cited(sentence) else sentence


def said(claim: Claim, evidence: Mapping[int, Evidence]) -> str:
    """What a sentence says, without its marks and the document in front."""
    titles = (evidence[number].title for number in claim.cites if number in evidence)
    return without_lead(citations.without_marks(claim.text), titles)


def without_lead(bare: str, titles: Iterable[str]) -> str:
    """What it says, where it begins with one of the documents."""
    for begin in filter(None, map(lead, titles)):
        if bare.startswith(begin):
            return bare[len(begin) :]
    return bare
