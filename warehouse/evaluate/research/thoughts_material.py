"""What thoughts are measured on: an article whose body is the library, its summary the gold.

The body is divided into parts of a few sentences, each a document of its own, so that a root source
is a part. Questions are of three levels, as in the paper (its appendix D): general forms filled in
with the title, one on every section, and what is said of the names in a part. They are asked in
turn, one of each level, in an order that is mixed once and the same ever after.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from itertools import zip_longest

import msgspec
from msgspec import Struct

from indexers.text import sentences
from warehouse.evaluate.articles import UNDER, Article, sections
from warehouse.evaluate.libraries import a_page
from warehouse.evaluate.metrics import rouge_l
from warehouse.ingest.intake import Admission
from warehouse.search.names import names

SENTENCES_A_PART = 5
LEAST_SAID = 0.3
SEED = 42
ON_THE_WHOLE = (
    "What is {}?",
    "Why is {} worth knowing about?",
    "When and where did {} begin or happen?",
    "Who had most to do with {}, and what did they do?",
    "What led to {}?",
    "What came of {}?",
    "How was {} received?",
    "How large or how grave was {}?",
    "What do people disagree about in {}?",
    "What is the latest that is known of {}?",
)

DESCRIBING = (
    "Describe {}: what is it, and what is most important about it?",
    "Tell me about {}.",
    "What is known about {}?",
)


class Part(Struct, frozen=True):
    """A few sentences of the body: a document of their own."""

    title: str
    text: str
    heading: str


def parts(article: Article) -> list[Part]:
    """The body in runs of sentences, in its order, each under its section and numbered in it."""
    made: list[Part] = []
    for path, said in sections(article.sections):
        heading = path.rpartition(UNDER)[2]
        for at in range(0, len(said), SENTENCES_A_PART):
            number = 1 + sum(part.heading == heading for part in made)
            text = " ".join(said[at : at + SENTENCES_A_PART])
            made.append(Part(f"{article.name}: {heading} {number}", text, heading))
    return made


def describing(article: Article) -> list[str]:
    """The same wish in several wordings: a single answer of a small model tells little."""
    return [form.format(article.name) for form in DESCRIBING]


def on_sections(article: Article) -> dict[str, set[str]]:
    """A question on every section: the titles of its parts."""
    by_question: dict[str, set[str]] = {}
    for part in parts(article):
        question = f"What is most important about “{part.heading}” of {article.name}?"
        by_question.setdefault(question, set()).add(part.title)
    return by_question


def questions(article: Article) -> list[str]:
    """On the whole, on every section, and on the names of every part, two at a time; in turn."""
    made = parts(article)
    chance = random.Random(SEED)
    levels = [
        [form.format(article.name) for form in ON_THE_WHOLE],
        [*on_sections(article)],
        [
            f"What is said about {' and '.join(called)} in “{part.heading}” of {article.name}?"
            for part in made
            for called in _by_two(_called(part.text))
        ],
    ]
    mixed = [
        chance.sample(level, len(level)) for level in (list(dict.fromkeys(all)) for all in levels)
    ]
    return [question for turn in zip_longest(*mixed) for question in turn if question]


def _called(text: str) -> list[str]:
    """The names in a text; neither dates and scores nor a word that but begins its sentence."""
    kept: dict[str, None] = {}
    for words in sentences.texts(text):
        all_names = names(words)
        inner = names(words.partition(" ")[2])
        kept.update((name, None) for name in all_names if " " in name or name in inner)
    return [name for name in kept if not name[0].isdigit()]


def _by_two(items: Sequence[str]) -> Iterator[Sequence[str]]:
    return (items[at : at + 2] for at in range(0, len(items), 2))


def gold(summary: str, made: Sequence[Part]) -> set[str]:
    """The titles of the parts that say most of a sentence of the summary, and enough of it."""
    titles = set()
    for words in sentences.texts(summary):
        best = max(made, key=lambda part: rouge_l(words, part.text, beta=0.0))
        if rouge_l(words, best.text, beta=0.0) >= LEAST_SAID:
            titles.add(best.title)
    return titles


def admission(part: Part) -> Admission:
    reading = a_page(part.title, part.text)
    raw = msgspec.json.encode(part)
    return Admission(reading, f"{hashlib.sha256(raw).hexdigest()[:8]}.html", raw)
