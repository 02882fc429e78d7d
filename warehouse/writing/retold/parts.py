"""What the library has on a topic: the parts of documents that an article can be planned from.

A part is a section of a document (a few pages where a document has no sections). Only its prose
counts: headings, tables and code carry no sentence that an article could state. Prose is taken in
short windows of neighbouring sentences, so that "it" and "this" keep what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from indexers.records import Loss, Sentence
from warehouse.library import Library
from warehouse.methods.evidence import relevance
from warehouse.methods.evidence.pool import Found, Pool, search
from warehouse.methods.evidence.prose import is_prose, is_term, leans
from warehouse.methods.evidence.screening import HOPELESS, LEAST
from warehouse.records import Hit
from warehouse.results import for_experts
from warehouse.search.names import TitleIndex

SURVEYED = 40
PARTS = 14
PAGES_A_PART = 3
WINDOW_SENTENCES = 2
WINDOW_CHARACTERS = 420
_NUMBERED = re.compile(r"^(?:chapter|part|section)?\s*[\dIVX]+(?:\.\d+)*[.:)]?\s+", re.IGNORECASE)

Key = tuple[str, str, int]


class Part(Struct, frozen=True):
    """``key`` is (document, section path, block of pages); ``score`` that of its best passage.

    ``start`` is where that passage begins, ``opening`` its first sentences of prose.
    """

    key: Key
    title: str
    score: float
    start: int
    opening: str

    @property
    def headings(self) -> tuple[str, ...]:
        """Those above the part, without their numbers, its own first."""
        headings = (
            _NUMBERED.sub("", heading.strip()).strip() for heading in self.key[1].split(" › ")
        )
        return tuple(filter(None, reversed(list(headings))))

    @property
    def name(self) -> str:
        """The part's own heading without its number, or the document's title."""
        return next(iter(self.headings), self.title)

    @property
    def head(self) -> str:
        return f"{self.title} › {self.name}" if self.key[1] else self.title


class Window(Struct, frozen=True):
    """One to four neighbouring sentences, verbatim."""

    hit: Hit
    start: int
    end: int
    text: str

    @property
    def framed(self) -> str:
        head = f"{self.hit.title} › {self.hit.path}" if self.hit.path else self.hit.title
        return f"{head}: {self.text}"


class Survey(Struct, frozen=True):
    """``parts`` best first; ``documents`` are those that passed, the others are in ``losses``."""

    parts: tuple[Part, ...]
    documents: frozenset[str]
    losses: tuple[Loss, ...]
    found: Found


class Prose:
    """The windows of the library's documents; what was read once is kept."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._sentences: dict[str, tuple[Sentence, ...]] = {}
        self._passages: dict[str, list[Hit]] = {}

    def passages(self, key: Key) -> list[Hit]:
        """All passages of a part, in the order of the document."""
        document = key[0]
        if document not in self._passages:
            self._passages[document] = self._library.catalog.passage_hits(document)
        return [hit for hit in self._passages[document] if key_of(hit) == key]

    def windows(self, hits: Iterable[Hit]) -> list[Window]:
        """Prose of the passages, each sentence once, in the order of the documents."""
        lines: dict[tuple[str, int, int], Window] = {}
        for hit in sorted(hits, key=lambda hit: (hit.document, hit.start)):
            for window in self._lines(hit):
                lines.setdefault((hit.document, window.start, window.end), window)
        groups: list[list[Window]] = []
        for line in lines.values():
            if groups and _joins(groups[-1], line):
                groups[-1].append(line)
            else:
                groups.append([line])
        return [self._window(group) for group in groups]

    def _lines(self, hit: Hit) -> list[Window]:
        if hit.document not in self._sentences:
            self._sentences[hit.document] = self._library.catalog.sentences(hit.document)
        windows = []
        term_ends = -1
        for sentence in self._sentences[hit.document]:
            if hit.start <= sentence.start and sentence.end <= hit.end:
                text = hit.text[sentence.start - hit.start : sentence.end - hit.start]
                between = hit.text[max(0, term_ends - hit.start) : sentence.start - hit.start]
                defines = term_ends >= 0 and "\n" not in between
                if is_prose(text) and not defines:
                    windows.append(Window(hit, sentence.start, sentence.end, text))
                term_ends = sentence.end if is_term(text) else -1
        return windows

    def _window(self, group: Sequence[Window]) -> Window:
        first, last = group[0], group[-1]
        text = self._library.catalog.for_prompts(first.hit.document, first.start, last.end)
        return Window(first.hit, first.start, last.end, text)


def survey(task: str, library: Library, prose: Prose) -> Survey:
    """One search for the topic; documents screened by what the search knows of them."""
    result = search(library, [task], SURVEYED)[0]
    pool = Pool(library)
    pool.add([result])
    titles = TitleIndex((document.id, document.title) for document in library.documents())
    pool.name(titles.mentioned(task), task)
    documents, losses = _screened(pool)
    best: dict[Key, Hit] = {}
    for hit in sorted(result.hits, key=lambda hit: -hit.score):
        if hit.document in documents and key_of(hit) not in best and prose.windows([hit]):
            best[key_of(hit)] = hit
    parts = [_part(key, hit, prose) for key, hit in list(best.items())[:PARTS]]
    return Survey(tuple(parts), documents, tuple(losses), result)


def key_of(hit: Hit) -> Key:
    return hit.document, hit.path, 0 if hit.path else 1 + hit.page // PAGES_A_PART


def _screened(pool: Pool) -> tuple[frozenset[str], list[Loss]]:
    passed, losses = set(), []
    for rank, (candidate, signals) in enumerate(pool.ranked()):
        chance, enough = relevance.by_search(signals)
        if chance >= (HOPELESS if rank < LEAST else enough):
            passed.add(candidate.document)
        else:
            reason = for_experts.noted(
                "by what it is about it would not help", f"{chance:.0%} likely to help"
            )
            title = pool.title(candidate.document)
            losses.append(Loss("screening", title, reason, candidate.document))
    return frozenset(passed), losses


def _part(key: Key, hit: Hit, prose: Prose) -> Part:
    return Part(key, hit.title, hit.score, hit.start, prose.windows([hit])[0].text)


def _joins(group: Sequence[Window], line: Window) -> bool:
    """Does the sentence go on where the group ends, and is there room?"""
    first, last = group[0], group[-1]
    if last.hit.document != line.hit.document or last.hit.path != line.hit.path:
        return False
    if not 0 <= line.start - last.end <= 2 or line.end - first.start > WINDOW_CHARACTERS:
        return False
    return len(group) < WINDOW_SENTENCES or (leans(line.text) and len(group) < 4)
