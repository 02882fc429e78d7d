"""Three questions to begin with, made from the headers of what is there. No model is asked.

About what most documents name, a section or a topic of the longest, and a whole document, each in
the language of its documents. Same headers, same questions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from warehouse.ingest.headers_plain import is_common
from warehouse.records import Header
from warehouse.search import analyzer
from warehouse.text import shortened

WANTED = 3
LONGEST = 60  # characters
SHARED = 2  # documents that name it, at least
TOPICS = 4  # of a document, the first that may be asked about
_NUMBER = re.compile(r"^(?:[\d.]+|[A-Z](?:\.\d+)+\.?|第\w+?[章节節部分篇])\s+")
_MARKS = re.compile(r"[\s.:¶§*∗†‡]+$")
_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*")
_NO_PROSE = re.compile(r"[\\_@{}<>=|~^$#/*⟨⟩`\d\ufffd]|\w- |\.\w{2,4}$|^[.,;:)\]]|[(\[]$|\.{3,}")


_LANGUAGES = {
    "en": ("What do these documents say about “{}”?", "What are the main points of “{}”?"),
    "de": ("Was sagen diese Dokumente über „{}“?", "Was sind die wichtigsten Punkte von „{}“?"),
    "fr": ("Que disent ces documents sur « {} » ?", "Quels sont les points principaux de « {} » ?"),
    "es": (
        "¿Qué dicen estos documentos sobre «{}»?",
        "¿Cuáles son los puntos principales de «{}»?",
    ),
    "zh": ("这些文档关于“{}”说了什么？", "“{}”的要点是什么？"),
}
"""What is said of a subject, and the points of a document."""


def questions(headers: Sequence[Header]) -> tuple[str, ...]:
    """Up to three; none for an empty library, or where nothing in it has a name."""
    longest = sorted(headers, key=lambda header: (-header.words, header.title))
    titled = [header for header in longest if not _NO_PROSE.search(header.title)]
    shared = _shared(longest)
    subjects = [(subject, one.language) for one in titled for subject in _subjects(one)]
    others = [one for one in subjects if one not in shared][:1]
    asked = [_of(language)[0].format(subject) for subject, language in (*shared, *others)]
    points = (*titled[1:], *titled[:1])
    asked += [_of(header.language)[1].format(_said(header.title)) for header in points]
    return tuple(dict.fromkeys(asked))[:WANTED]


def _of(language: str) -> tuple[str, str]:
    return _LANGUAGES.get(language, _LANGUAGES["en"])


def _shared(headers: Sequence[Header]) -> list[tuple[str, str]]:
    """What most documents name, and their language; none where no two name the same."""
    named: dict[str, list[str]] = {}
    for header in headers:
        for subject in dict.fromkeys([*filter(_tells, header.entities), *_topics(header)]):
            named.setdefault(subject, []).append(header.language)
    best = max(named, key=lambda name: (len(named[name]), len(name), name), default="")
    often = Counter(named.get(best, ())).most_common(1)
    return [(best, often[0][0])] if len(named.get(best, ())) >= SHARED else []


def _subjects(header: Header) -> Iterator[str]:
    """Headings, else names and topics, that say something and are not in the title."""
    headings = [_said(entry.title) for entry in header.outline]
    for subject in (*headings, *header.entities, *_topics(header)):
        if _tells(subject) and subject.casefold() not in header.title.casefold():
            yield subject


def _topics(header: Header) -> list[str]:
    """What a model named: key phrases of a plain header may be any words that come back."""
    named = header.topics[:TOPICS] if header.made_by == "model" else ()
    return [one for one in named if _tells(one)]


def _tells(words: str) -> bool:
    """More than one word that says something: "Introduction" stands over every book."""
    if len(words) > LONGEST or _NO_PROSE.search(words):
        return False
    told = [word for word in _WORD.findall(words) if not is_common(word)]
    return len(told) > 1 or any(len(word) > 2 and analyzer.is_unspaced(word) for word in told)


def _said(title: str) -> str:
    """Without its number and the marks of notes."""
    return shortened(_MARKS.sub("", _NUMBER.sub("", " ".join(title.split()))), LONGEST)
