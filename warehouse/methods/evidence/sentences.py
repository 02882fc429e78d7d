"""The sentences of an opened document that can be evidence.

All of a short document is read, of a long one the passages that were found. Headings, lines of a
cover and tables of contents prove nothing; a row of a table or an item of a list may.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, structs

from indexers.records import Sentence
from indexers.text import cells
from indexers.text.literature import is_list
from indexers.text.sentences import NOTE
from warehouse.library import Library
from warehouse.methods.evidence.pool import Candidate
from warehouse.methods.evidence.prose import is_fragment, is_item, is_label
from warehouse.methods.evidence.screening import Screened
from warehouse.records import Hit
from warehouse.results.records import Evidence
from warehouse.search import analyzer
from warehouse.search.names import normal
from warehouse.text import titled

SHORT_PASSAGES = 6
LONG_PASSAGES = 3
FIRST_PASSAGES = 20
SHORTEST = 15
LONGEST = 700
SPOKEN_TERMS = 8
LIST_CHARACTERS = 600
ITEM_TERMS = 3
_ENDED = re.compile(rf"[.!?…:;。！？][\"'”’»」)\]]*{NOTE}*$")
CLOSED = re.compile(rf"[.!?…。！？][\"'”’»」)\]]*{NOTE}*$")
_ROW = re.compile(r"[|\t]|\s—\s")
_PAGE = re.compile(r"\t\s*(?:\d{1,4}|[ivxlc]+)$")  # behind a heading, in a table of contents
_ENTRY = re.compile(
    r"(?:^|(?<=\s))(?:\d{1,3}(?:\.\d{1,3})*\.?|[A-Z](?:\.\d{1,3})+|Appendix [A-Z])\s[^\t\n]{3,120}?"
    r"\t\s?(?:\d{1,4}|[ivxlc]{1,7})(?=\s|$)"
)
_DOTTED = re.compile(r"^\w+\.\d")
MOST_ENTRIES = 0.7
_ITEM = re.compile(r"^(?:[-–•*‣]|\(?\d{1,2}[.)])\s")


class Line(Struct, frozen=True):
    """One sentence that was read. ``lead`` marks the first of its document or section.

    ``near`` is 1 / (1 + rank) of its passage in the fused searches, 0 if not found.
    ``of_long`` marks one of a document that is too long to be read whole. ``term`` is where the
    term begins that stands above it and that it explains, -1 without one.
    """

    document: str
    title: str
    path: str
    start: int
    end: int
    text: str
    lead: bool
    source: float = 0.0
    near: float = 0.0
    of_long: bool = False
    term: int = -1

    @property
    def framed(self) -> str:
        return f"{titled(self.title, self.path)}: {self.text}"


def read(
    passed: Screened, library: Library, ranks: Mapping[str, int], most: int = LONG_PASSAGES
) -> list[Line]:
    """The sentences to judge in one document, in its order, each once; ``ranks`` by passage id.

    Of a long one those of the first FIRST_PASSAGES of the library are read, wherever they stand,
    and its own best, ``most`` at least; lists of references only where a search found them.
    """
    found_hits = passed.candidate.hits
    hits = library.catalog.passage_hits(passed.candidate.document)
    of_long = len(hits) > SHORT_PASSAGES
    if of_long:
        hits = passages(passed.candidate, ranks, most) or hits[:most]
    hits = [hit for hit in hits if hit.id in found_hits or not is_list(hit.path, hit.text)]
    lines = _lines(sorted(hits, key=lambda hit: hit.start), ranks, library)
    lines.sort(key=lambda line: line.start)
    return [structs.replace(line, source=passed.probability, of_long=of_long) for line in lines]


def passages(candidate: Candidate, ranks: Mapping[str, int], most: int) -> list[Hit]:
    """Those of a long document that are read, of what was found in it."""
    best = sorted(candidate.hits.values(), key=lambda hit: -hit.score)
    first = [hit for hit in best if ranks.get(hit.id, FIRST_PASSAGES) < FIRST_PASSAGES]
    return max(first, best[:most], key=len)


def is_long(document: str, library: Library) -> bool:
    """Is it too long to be read whole?"""
    return library.catalog.passage_count(document) > SHORT_PASSAGES


def are_long(evidence: Sequence[Evidence], library: Library) -> bool:
    """Is some of it of such a document?"""
    return any(
        is_long(document, library) for document in {piece.place.document for piece in evidence}
    )


def of_hits(hits: Sequence[Hit], library: Library) -> list[Line]:
    """The sentences to judge in found passages, wherever they stand, each once; best hit first."""
    lines = _lines(hits, {hit.id: rank for rank, hit in enumerate(hits)}, library)
    long = {id for id in {hit.document for hit in hits} if is_long(id, library)}
    return [structs.replace(line, of_long=line.document in long) for line in lines]


def _lines(hits: Sequence[Hit], ranks: Mapping[str, int], library: Library) -> list[Line]:
    catalog = library.catalog
    documents = {hit.document for hit in hits}
    headings = {document: _headings(document, library) for document in documents}
    sentences = {document: catalog.sentences(document) for document in documents}
    lines: dict[tuple[str, int, int], Line] = {}
    sections: set[tuple[str, str]] = set()
    for hit in hits:
        before = Sentence(hit.start, hit.start)
        for place in sentences[hit.document]:
            key = (hit.document, place.start, place.end)
            if place.start < hit.start or place.end > hit.end:
                continue
            term, before = _term(before, place, hit, headings[hit.document]), place
            text = hit.text[place.start - hit.start : place.end - hit.start]
            if key in lines:
                continue
            if cells.is_headings(text, hit.text[place.end - hit.start :]):
                continue
            if not (SHORTEST <= len(text.strip()) <= LONGEST and tells(text, headings[key[0]])):
                continue
            lines[key] = Line(
                document=hit.document,
                title=hit.title,
                path=hit.path,
                start=place.start,
                end=place.end,
                text=text,
                lead=(hit.document, hit.path) not in sections,
                near=1 / (1 + ranks[hit.id]) if hit.id in ranks else 0.0,
                term=term,
            )
            sections.add((hit.document, hit.path))
    return list(lines.values())


def _term(before: Sentence, place: Sentence, hit: Hit, headings: Collection[str]) -> int:
    """Where ``before`` begins, if it is a term above a sentence of ``hit`` and no heading; -1."""
    text = hit.text[before.start - hit.start : before.end - hit.start]
    apart = "\n" in hit.text[before.end - hit.start : place.start - hit.start]
    return before.start if apart and is_label(text) and normal(text) not in headings else -1


def tells(text: str, headings: Collection[str]) -> bool:
    """Is it more than a heading? ``headings`` are folded by ``names.normal``."""
    text = text.strip()
    if normal(text) in headings or normal(_PAGE.sub("", text)) in headings or is_contents(text):
        return False
    terms = len(analyzer.terms(text))
    if _ENDED.search(text) or _ROW.search(text) or _ITEM.match(text):
        return terms >= ITEM_TERMS
    return terms >= SPOKEN_TERMS


def with_lead(line: Line, library: Library) -> tuple[int, int]:
    """The range of a line, with the term above it that it explains; of one that introduces a list,
    or of an item that goes on from such a line, all of both, as far as LIST_CHARACTERS reach.
    """
    leads = line.text.rstrip().endswith((":", "："))
    if not (leads or is_fragment(line.text)):
        return line.start if line.term < 0 else line.term, line.end
    catalog, places = library.catalog, library.catalog.sentences(line.document)
    at = next(at for at, place in enumerate(places) if place.start >= line.start)

    def words(place: Sentence) -> str:
        return catalog.for_prompts(line.document, place.start, place.end).strip()

    start, end = line.start, line.end
    for place in () if leads else reversed(places[:at]):
        if line.end - place.start > LIST_CHARACTERS:
            return line.start, line.end
        if is_item(text := words(place)):
            continue
        closed = CLOSED.search(text) or cells.has_cells(text)
        if closed or normal(text) in _headings(line.document, library):
            return line.start, line.end
        start = place.start
        break
    goes_on = is_item if leads else is_fragment
    for place in places[at + 1 :]:
        if place.end - start > LIST_CHARACTERS or not goes_on(words(place)):
            break
        end = place.end
    return start, end


def is_contents(text: str) -> bool:
    """Is it a part of a table of contents: numbered titles, each with its page?

    One entry is enough where its number has a dot; "3 Oak, 24" may be a row of figures.
    """
    entries = [match[0] for match in _ENTRY.finditer(text)]
    plain = len(entries) == 1 and not _DOTTED.match(entries[0].strip())
    if not entries or plain:
        return False
    return sum(map(len, entries)) >= MOST_ENTRIES * len(text.strip())


def _headings(document: str, library: Library) -> frozenset[str]:
    titles = [library.catalog.document(document).title]
    titles += [section.title for section in library.catalog.sections(document)]
    return frozenset(normal(title) for title in titles)
