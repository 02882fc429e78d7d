"""Three questions to begin with, made from the headers of what is there. No model is asked.

The first is about what most documents name, the second about a section of a long document, or a
name in it, the third about a whole document. A subject is a name, a heading that its author wrote,
or a topic that a model named; of the key phrases of a plain header, which may be any words that
come back, only one that is a title or a heading. What is no subject (subjects.py) is not asked for.
Each question is in the language of its documents. Same headers, same questions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from warehouse.question import subjects
from warehouse.records import Header
from warehouse.text import shortened

WANTED = 3
TITLE_CHARS = 60
SHARED = 2  # documents that name it, at least
_ARTICLE = re.compile(r"^(?:an?|the|der|die|das|les?|la|l['’]|los|las|el)\s+")
TOPICS = 4  # of a document, the first that may be asked about


class Words(Struct, frozen=True):
    """The questions in one language, and its quotation marks."""

    these: str
    section: str
    points: str
    quoted: str


_ENGLISH = Words(
    "What do these documents say about {}?",
    "What is said about {1} in {0}?",
    "What are the main points of {}?",
    "“{}”",
)
_LANGUAGES = {
    "de": Words(
        "Was sagen diese Dokumente über {}?",
        "Was steht in {0} über {1}?",
        "Was sind die wichtigsten Punkte von {}?",
        "„{}“",
    ),
    "fr": Words(
        "Que disent ces documents sur {} ?",
        "Que dit {0} sur {1} ?",
        "Quels sont les points principaux de {} ?",
        "« {} »",
    ),
    "es": Words(
        "¿Qué dicen estos documentos sobre {}?",
        "¿Qué dice {0} sobre {1}?",
        "¿Cuáles son los puntos principales de {}?",
        "«{}»",
    ),
    "zh": Words("这些文档关于{}说了什么？", "{0}中关于{1}说了什么？", "{}的要点是什么？", "“{}”"),
}


def questions(headers: Sequence[Header]) -> tuple[str, ...]:
    """Up to three; none for an empty library, or where nothing in it has a name."""
    longest = sorted(headers, key=lambda header: (-header.words, header.title))
    titled = [header for header in longest if subjects.is_title(subjects.heading(header.title))]
    asked: list[str] = []
    shared = _shared(longest)
    if shared:
        asked.append(shared)
    known = " ".join(asked).casefold()
    sections = [(header, one) for header in titled for one in _sections(header)]
    sections += [(header, name) for header in titled for name in _full_names(header)]
    asked += [_section(*pair) for pair in sections if pair[1].casefold() not in known][:1]
    asked += [_points(header) for header in titled[1:2]]
    asked += [
        _section(header, topic) for header in titled for topic in _topics(header, longest)[:1]
    ]
    asked += [_points(header) for header in titled]
    return tuple(dict.fromkeys(asked))[:WANTED]


def _words(language: str) -> Words:
    return _LANGUAGES.get(language, _ENGLISH)


def _section(header: Header, subject: str) -> str:
    words = _words(header.language)
    title = words.quoted.format(_short(header.title))
    return words.section.format(title, words.quoted.format(_short(subject)))


def _points(header: Header) -> str:
    words = _words(header.language)
    return words.points.format(words.quoted.format(_short(header.title)))


def _shared(headers: Sequence[Header]) -> str:
    """The question about what the most documents name, "" where no two name the same.

    Of as many the longer name, since "Lune" stands in "Lune Bridge", too.
    """
    written: dict[str, str] = {}
    named: dict[str, list[Header]] = {}
    quoted: set[str] = set()
    over = _overwritten(headers)
    said = _plain_words(headers)
    for header in headers:
        names = [name for name in header.entities if subjects.is_name(name, said, over)]
        topics = _topics(header, headers)
        for subject in dict.fromkeys([*names, *topics]):
            key = subject.casefold()
            written.setdefault(key, subject)
            named.setdefault(key, []).append(header)
        quoted |= {topic.casefold() for topic in topics}
    shared = [(len(having), " " in key, key) for key, having in named.items()]
    shared = [one for one in shared if one[0] >= SHARED]
    if not shared:
        return ""
    *_, best = max(shared, key=lambda one: (one[1], one[0], len(one[2]), one[2]))
    language, _ = Counter(one.language for one in named[best]).most_common(1)[0]
    words = _words(language)
    subject = written[best]
    told = words.quoted.format(subject) if best in quoted else subject
    return words.these.format(told)


def _sections(header: Header) -> Iterator[str]:
    """The headings that say something, numbers and marks of notes aside; phrases first."""
    told = [subjects.heading(entry.title) for entry in header.outline]
    title = header.title.casefold()
    good = [one for one in told if subjects.is_heading(one) and one.casefold() not in title]
    good = [one for one in good if one not in header.authors and one not in header.entities]
    yield from sorted(good, key=lambda one: not subjects.is_phrase(one))


def _full_names(header: Header) -> Iterator[str]:
    """Of those that the document speaks of; its title speaks for itself."""
    title = header.title.casefold()
    for name in header.entities:
        if " " in name and subjects.is_name(name) and name.casefold() not in title:
            yield name


def _topics(header: Header, headers: Sequence[Header]) -> list[str]:
    """What a model named; of key phrases those that are a title or heading of any document."""
    title = header.title.casefold()
    topics = [one for one in header.topics[:TOPICS] if subjects.is_topic(one)]
    topics = [one for one in topics if one.casefold() not in title]
    if header.made_by == "model":
        return topics
    whole = {_ARTICLE.sub("", one.casefold()): one for one in _titles(headers)}
    return [whole[one.casefold()] for one in topics if one.casefold() in whole]


def _titles(headers: Sequence[Header]) -> Iterator[str]:
    for header in headers:
        yield subjects.heading(header.title)
        yield from (subjects.heading(entry.title) for entry in header.outline)


def _overwritten(headers: Sequence[Header]) -> frozenset[str]:
    """The words of all titles and headings."""
    return frozenset(
        word for title in _titles(headers) for word in re.findall(r"[^\W_]+", title.casefold())
    )


def _plain_words(headers: Sequence[Header]) -> frozenset[str]:
    """The words that summaries and headings write small: no names, though some begin a line."""
    texts = [
        text
        for header in headers
        for text in (header.title, header.summary, *(entry.title for entry in header.outline))
    ]
    return frozenset(
        word for text in texts for word in re.findall(r"[^\W\d_]+", text) if word.islower()
    )


def _short(title: str) -> str:
    return shortened(subjects.heading(title), TITLE_CHARS)
