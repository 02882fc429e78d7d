"""The plain header of a document, made without a model, right after reading.

Metadata as read; the sentences that say what it is about as summary (about.py); key phrases are
what comes back most, and all through the document, between stop words and punctuation (candidates
as in RAKE: Rose, Engel, Cramer and Cowley 2010); names by capitals inside sentences; the outline
with page labels; questions that it answers (suggested.py). AWARE, section 3.2.1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from indexers import xray
from indexers.records import Page, Reading, Section
from warehouse.extent import noun
from warehouse.ingest.about import FEWEST_SLICES, Spread, telling
from warehouse.ingest.suggested import suggested
from warehouse.records import Document, Header, OutlineEntry
from warehouse.search.common_words import is_common

SUMMARY_CHARS = 420
LEAD_SENTENCES = 3
TOPICS = 10
ENTITIES = 15
OUTLINE_ENTRIES = 20
SAMPLED_CHARS, STRETCHES = 60_000, 6
HEADER_WORDS = 260
_SHORT_SENTENCE_CHARS = 30
_LONGEST_PHRASE = 3
_WORTH = {1: 1.0, 2: 2.5, 3: 3.0}

_WORD = re.compile(r"[^\W\d_][\w’'-]*[^\W_]|[^\W\d_]")
_BREAK = re.compile(r"[.,;:!?()\[\]{}\"“”„«»\n\t/|]+|\s[-–—]\s|\d+")
_NO_WORDS = re.compile(r"(?<!\S)\S*(?:://|@|\\\w|_)\S*")  # addresses, code
_SPACE = re.compile(r"\s+")
_WHOLE_WORD = re.compile(r"\S+")


def plain_header(document: Document, reading: Reading) -> Header:
    """The header of a reading; at most about 400 tokens as text. Nothing withheld is in it."""
    sections = xray.quiet_sections(reading)
    seen = xray.masked(reading.text, 0, xray.withheld(reading.suspects))
    reading = msgspec.structs.replace(reading, text=seen, sections=sections)
    spread = Spread(reading.text)
    sample = _sample(reading.text)
    return Header(
        document=document.id,
        title=reading.title or document.title,
        kind=reading.kind,
        language=reading.language,
        date=reading.date,
        authors=reading.authors,
        summary=lead(reading, spread),
        topics=key_phrases(sample, [section.title for section in reading.sections], spread),
        entities=names(_sentence_texts(reading, SAMPLED_CHARS)),
        outline=outline(reading.sections, reading.pages),
        pages=len(reading.pages),
        words=sum(1 for _ in _WORD.finditer(reading.text)),
        tables=reading.tables,
        figures=reading.figures,
        made_by="plain",
        questions=suggested(reading, spread),
        asked_by="plain",
    )


def header_text(header: Header) -> str:
    """What is screened, searched and embedded: at most about 400 tokens."""
    about = [header.kind, header.date, ", ".join(header.authors)]
    size = f"{header.pages} {noun(header.kind)}s, {header.words} words"
    lines = [
        header.title,
        " · ".join(part for part in [*about, size] if part),
        header.summary,
        _listed("Topics", header.topics),
        _listed("Names", header.entities),
        _listed("Contents", [_contents(entry) for entry in header.outline]),
    ]
    return _within("\n".join(line for line in lines if line), HEADER_WORDS)


def lead(reading: Reading, spread: Spread) -> str:
    """The sentences that say what it is about, else the first that look like prose rather than
    like a title page.
    """
    chosen: list[str] = []
    first = _sentence_texts(reading, SAMPLED_CHARS // 4)
    for sentence in telling(reading, spread) or filter(_is_prose, first):
        chosen.append(sentence)
        if len(chosen) == LEAD_SENTENCES or sum(map(len, chosen)) > SUMMARY_CHARS:
            break
    text = " ".join(chosen) or _SPACE.sub(" ", reading.text[:SUMMARY_CHARS]).strip()
    return text if len(text) <= SUMMARY_CHARS else text[: SUMMARY_CHARS - 1].rsplit(" ", 1)[0] + "…"


def key_phrases(
    text: str, headings: Iterable[str] = (), spread: Spread | None = None
) -> tuple[str, ...]:
    """Sequences of at most three words that come back most; headings count three times, words that
    come back in one part only count little.
    """
    times = Counter(_phrases(_NO_WORDS.sub("\n", text)))
    for heading in headings:
        for phrase in _phrases(heading):
            times[phrase] += 3
    score = {phrase: (count - 0.9) * _WORTH[len(phrase)] for phrase, count in times.items()}
    if spread is not None and spread.slices >= FEWEST_SLICES:
        for phrase in score:
            score[phrase] *= 0.3 + 0.7 * min(map(spread.of, phrase))
    chosen: list[tuple[str, ...]] = []
    for phrase in sorted(score, key=lambda phrase: (-score[phrase], phrase)):
        if not any(set(phrase) & set(other) for other in chosen):
            chosen.append(phrase)
        if len(chosen) == TOPICS:
            break
    return tuple(" ".join(phrase) for phrase in chosen)


def names(sentences: Iterable[str]) -> tuple[str, ...]:
    """Runs of capitalised words that do not merely begin a sentence, the most frequent first."""
    counts: Counter[str] = Counter()
    for sentence in sentences:
        words = sentence.split()
        if sum(word[:1].isupper() for word in words) > 0.7 * len(words):
            continue
        counts.update(_runs_of_capitals(words))
    merged = [name for name, _ in counts.most_common(4 * ENTITIES)]
    whole = [
        name
        for name in merged
        if not any(name != other and name in other.split() for other in merged)
    ]
    return tuple(whole[:ENTITIES])


def outline(sections: Sequence[Section], pages: Sequence[Page]) -> tuple[OutlineEntry, ...]:
    """Headings with the labels of their first and last page, deep levels left out first."""
    depth = max((section.level for section in sections), default=0)
    kept = list(sections)
    while len(kept) > OUTLINE_ENTRIES and depth > 1:
        depth -= 1
        kept = [section for section in sections if section.level <= depth]
    return tuple(
        OutlineEntry(
            level=section.level,
            title=section.title,
            first=_label(pages, section.start),
            last=_label(pages, max(section.start, section.end - 1)),
        )
        for section in kept[:OUTLINE_ENTRIES]
    )


def _sample(text: str) -> str:
    """All of it, or stretches at even distances."""
    if len(text) <= SAMPLED_CHARS:
        return text
    length = SAMPLED_CHARS // STRETCHES
    stride = (len(text) - length) / (STRETCHES - 1)
    starts = (round(at * stride) for at in range(STRETCHES))
    return "\n".join(text[start : start + length] for start in starts)


def _label(pages: Sequence[Page], at: int) -> str:
    low, high = 0, len(pages)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if pages[middle].start <= at else (low, middle)
    return pages[low - 1].label if low else ""


def _sentence_texts(reading: Reading, limit: int) -> list[str]:
    return [
        _SPACE.sub(" ", reading.text[sentence.start : sentence.end]).strip()
        for sentence in reading.sentences
        if sentence.start < limit
    ]


def _is_prose(sentence: str) -> bool:
    letters = sum(mark.isalpha() for mark in sentence)
    return len(sentence) >= _SHORT_SENTENCE_CHARS and letters > 0.6 * len(sentence)


def _phrases(text: str) -> Iterator[tuple[str, ...]]:
    """Every sequence of one to three words between stop words, punctuation and numbers."""
    for stretch in _BREAK.split(text):
        run: list[str] = []
        for match in _WORD.finditer(stretch):
            word = match.group().lower()
            if is_common(word) or len(word) < 3:
                run = []
                continue
            run = [*run[1 - _LONGEST_PHRASE :], word]
            for length in range(1, len(run) + 1):
                yield tuple(run[-length:])


def _runs_of_capitals(words: Sequence[str]) -> list[str]:
    runs: list[str] = []
    run: list[str] = []
    for position, raw in enumerate(words):
        word = raw.strip("()[]{}\"“”„'’‘«»,;:.!?…")
        named = word[:1].isupper() and len(word) > 1 and not is_common(word)
        if named and (position > 0 or run):
            run.append(word.removesuffix("’s").removesuffix("'s"))
        if not named or raw[-1:] in ",;:.!?)":
            runs += [" ".join(run)] if 0 < len(run) <= 5 else []
            run = []
    return runs + ([" ".join(run)] if 0 < len(run) <= 5 else [])


def _contents(entry: OutlineEntry) -> str:
    span = entry.first if entry.first == entry.last else f"{entry.first}–{entry.last}"
    return f"{entry.title} ({span})" if span else entry.title


def _listed(name: str, values: Sequence[str]) -> str:
    return f"{name}: {'; '.join(values)}" if values else ""


def _within(text: str, words: int) -> str:
    for count, word in enumerate(_WHOLE_WORD.finditer(text)):
        if count == words:
            return text[: word.start()].rstrip() + " …"
    return text
