"""Three questions to begin with, made from the headers of what is there. No model is asked.

The first is about what most documents share, the second about one section of the longest
document, the third about a whole document. Same headers, same questions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from warehouse.cutting import shortened
from warehouse.records import Header

WANTED = 3
TITLE_CHARS = 60
_NUMBERED = re.compile(
    r"^[\dIVXivx]+(?:[.\d]*[.)])?\s+|^(?:chapter|part|appendix)\s+\w+[.:]?\s+", re.I
)
_DULL = {
    "abstract", "acknowledgements", "acknowledgments", "appendix", "bibliography", "conclusion",
    "conclusions", "contents", "discussion", "index", "introduction", "license", "notes",
    "overview", "preface", "references", "summary", "table of contents",
}  # fmt: skip


def questions(headers: Sequence[Header]) -> tuple[str, ...]:
    """Up to three; none for an empty library."""
    longest = sorted(headers, key=lambda header: (-header.words, header.title))
    asked: list[str] = []
    shared = _shared_topic(longest)
    if shared:
        asked.append(f"What do these documents say about {shared}?")
    for header in longest:
        heading = _heading(header)
        if heading and heading.casefold() != (shared or "").casefold():
            asked.append(f"What is said about {heading} in “{_short(header.title)}”?")
            break
    asked += [f"What are the main points of “{_short(header.title)}”?" for header in longest[1:2]]
    asked += [
        f"What does “{_short(header.title)}” say about {topic}?"
        for header in longest
        for topic in header.topics[:2]
    ]
    asked += [f"What are the main points of “{_short(header.title)}”?" for header in longest]
    return tuple(dict.fromkeys(asked))[:WANTED]


def _shared_topic(headers: Sequence[Header]) -> str:
    """The topic of the most documents, at least two; phrases before single words."""
    tally: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for header in headers:
        for topic in dict.fromkeys(topic.strip() for topic in header.topics):
            tally[topic.casefold()] += 1
            spelled.setdefault(topic.casefold(), topic)
    shared = [
        (" " in topic, count, len(topic), topic) for topic, count in tally.items() if count > 1
    ]
    return spelled[max(shared)[-1]] if shared else ""


def _heading(header: Header) -> str:
    """The first heading that says something; a number before it is left out."""
    for entry in header.outline:
        words = _NUMBERED.sub("", " ".join(entry.title.split())).strip(" .:")
        telling = words.casefold() not in _DULL and words.casefold() != header.title.casefold()
        if telling and 4 <= len(words) <= TITLE_CHARS and any(letter.isalpha() for letter in words):
            return f"“{words}”"
    return ""


def _short(title: str) -> str:
    return shortened(title, TITLE_CHARS)
