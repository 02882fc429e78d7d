"""Pairs of sentences made from articles: some contradict each other, some only look like it.

A sentence is told by two documents. *Contradicting*: the second has another number, another year of
something that happens once, another name in one place, or a "not". *Agreeing or apart*: the same
told in other words; the same number rounded; the value of another year; the value of another thing
(a name and the number changed); the neighbouring sentence; a sentence on the same subject that
shares words. All by rule and by seed, from ``articles.jsonl``, the same every time.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from warehouse.evaluate.articles import Article, flat
from warehouse.evaluate.proof.material import (
    read,
    reworded,
    with_other_name,
    with_other_number,
)
from warehouse.proof import checks

Kind = Literal[
    "number", "date", "name", "negation", "same", "rounded", "year", "thing", "neighbour", "subject"
]
CONTRADICTING: tuple[Kind, ...] = ("number", "date", "name", "negation")
APART: tuple[Kind, ...] = ("same", "rounded", "year", "thing", "neighbour", "subject")
FEWEST_WORDS, MOST_WORDS = 7, 40
SHARED = 0.45
_NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?(?![\w-]|[,.]\d)")
_YEAR = re.compile(r"(?<![\w.,-])(?:1[0-9]|20)\d{2}(?![\w-]|[,.]\d)")
_VERB = re.compile(r"\b(was|were|is|are|has|have|had|could|will|can|did)\b(?! not)")


class Twins(Struct, frozen=True):
    """``first`` and ``second`` are told by documents of these titles; ``article`` is the source."""

    kind: Kind
    article: str
    titles: tuple[str, str]
    first: str
    second: str

    @property
    def contradicting(self) -> bool:
        return self.kind in CONTRADICTING


class _Told(Struct, frozen=True):
    article: str
    sentence: str
    after: str
    content: frozenset[str]


def twins(folder: Path, limit: int = 0) -> list[Twins]:
    """Half contradicting and half not, the kinds in equal parts. Raises BadInput without data."""
    chance = random.Random(7)
    sentences = [sentence for article in read(folder) for sentence in _told(article)]
    chance.shuffle(sentences)
    of_kind: dict[Kind, list[Twins]] = {kind: [] for kind in (*CONTRADICTING, *APART)}
    for first in sentences:
        for kind, second in _seconds(first, sentences, chance):
            of_kind[kind].append(_twins(kind, first, second, chance))
    sides = [[kind for kind in kinds if of_kind[kind]] for kinds in (CONTRADICTING, APART)]
    if not all(sides):
        return []
    half = min(len(kinds) * min(len(of_kind[kind]) for kind in kinds) for kinds in sides)
    half = min(half, limit // 2) if limit else half
    return [
        pair for kinds in sides for kind in kinds for pair in of_kind[kind][: half // len(kinds)]
    ]


def sections(folder: Path) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Of each article its sections with their sentences: a text that agrees with itself."""
    return {
        article.name: [(section.title, section.sentences) for section in flat(article.sections)]
        for article in read(folder)
    }


def _told(article: Article) -> Iterator[_Told]:
    for section in flat(article.sections):
        for sentence, after in zip(section.sentences, section.sentences[1:], strict=False):
            if FEWEST_WORDS <= len(sentence.split()) <= MOST_WORDS and sentence[0].isupper():
                whole = f"{sentence.rstrip('.')}."
                yield _Told(article.name, whole, f"{after.rstrip('.')}.", checks.content(whole))


def _seconds(one: _Told, told: list[_Told], chance: random.Random) -> Iterator[tuple[Kind, str]]:
    again = reworded(one.sentence) or one.sentence
    if reworded(one.sentence):
        yield "same", again
    if number := _another_number(again, chance):
        yield "number", number
        if other := _another_name(number, one.after, chance):
            yield "thing", other
    if rounded := _rounded(again):
        yield "rounded", rounded
    years = _YEAR.findall(again)
    if len(years) == 1:
        later = again.replace(years[0], str(int(years[0]) + chance.choice((1, 2, 3, 5, 8))))
        if not _plain_numbers(again):
            yield "date", later
        elif other := _another_number(later, chance):
            yield "year", other
    if name := _another_name(again, one.after, chance):
        yield "name", name
    changed = _VERB.sub(r"\1 not", again, count=1)
    if changed != again:
        yield "negation", changed
    yield "neighbour", one.after
    if near := _near(one, told):
        yield "subject", near


def _plain_numbers(text: str) -> list[re.Match[str]]:
    years = {match.start() for match in _YEAR.finditer(text)}
    return [match for match in _NUMBER.finditer(text) if match.start() not in years]


def _another_number(text: str, chance: random.Random) -> str:
    return with_other_number(text, _plain_numbers(text), chance)


def _rounded(text: str) -> str:
    """A number of four digits or more said as about its first two: what a reader would agree to."""
    for number in _plain_numbers(text):
        digits = number[0].replace(",", "")
        if digits.isdigit() and len(digits) >= 4 and digits[2:].strip("0"):
            near = round(int(digits), 2 - len(digits))
            return f"{text[: number.start()]}about {near:,}{text[number.end() :]}"
    return ""


def _another_name(text: str, beside: str, chance: random.Random) -> str:
    names = [name for name in checks.names(text) if name.isalpha() and len(name) > 3]
    return with_other_name(text, names, beside, chance)


def _near(one: _Told, told: list[_Told]) -> str:
    """Another sentence of the article that shares most of its words, "" where all are far."""
    mates = (
        other
        for other in told
        if other.article == one.article and other.sentence not in (one.sentence, one.after)
    )
    best = max(mates, key=lambda mate: len(one.content & mate.content), default=None)
    far = best is None or len(one.content & best.content) < SHARED * len(one.content)
    return "" if best is None or far else best.sentence


def _twins(kind: Kind, one: _Told, second: str, chance: random.Random) -> Twins:
    years = sorted(chance.sample(range(1990, 2024), 2))
    titles = (f"{one.article}, a report of {years[0]}", f"{one.article}, a survey of {years[1]}")
    return Twins(kind, one.article, titles, one.sentence, second)
