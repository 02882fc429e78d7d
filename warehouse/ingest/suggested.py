"""Questions that a document answers, made from how it speaks: the quick way, without a model.

A heading that is a question is asked as it is ("What machines does R run on?"); one that says how,
why or what is turned into one ("How a claim is checked"), and so is one that begins with what is
done ("Installing R"). Where a sentence says what something is, that is asked. A heading without a
sentence under it (contents, an index) gives none. Turning needs a grammar: only English has it
here; what something is is asked in a few languages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from indexers.records import Reading
from warehouse.ingest.about import Spread, is_prose, words
from warehouse.search.common_words import is_common

KEPT = 8
LONGEST_CHARS, SHORTEST_CHARS = 90, 12
HEADINGS, SENTENCES = 400, 4000
UNDER_CHARS = 1500
OFTEN = 3
SPREAD_WORTH = 1.0
COUNTED_CHARS = 1_000_000
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"^(?:[\d.]+|[A-Z](?:\.\d+)*\.?|[IVX]+\.?|第\w+?[章节節部分篇])\s+")
_NO_WORDS = re.compile(r"[\\_@{}<>=|~^$#/*⟨⟩`\ufffd]|\.{3}|\w- ")
_ASKS = re.compile(r"^(?:how|why|what|when|where|who|which|is|are|can|does|do|should)\b", re.I)
_TO = re.compile(r"^(how|when|where|what) to (.+)$", re.I)
_TURNED = re.compile(
    r"^(how|why|what) (.{2,40}?) (is|are|was|were|can|cannot|does|do|must|should|will) "
    r"(.+)$",
    re.I,
)
_HAPPENS = re.compile(r"^what (?:happens|comes|goes|changes|stays|counts|matters)\b", re.I)
_ALSO_DOING = re.compile(r"\b(?:and|or|&) \w+ing\b|^(?:and|or|&)\b")
_DOING = re.compile(r"^([A-Z][a-z]{1,12}ing) (.+)$")
_POINTING = re.compile(r"\b(?:this|these|that|those|above|below|here)\b", re.I)
_DEFINITE = frozenset(("The", "Der", "Die", "Das", "Le", "La", "El"))
_ARTICLES = _DEFINITE | frozenset(("A", "An", "Ein", "Eine", "Un", "Une", "Una"))
_TO_DO = {
    "how": "How do I",
    "when": "When should I",
    "where": "Where can I",
    "what": "What should I",
}
_IS = {
    "en": (re.compile(r"^((?:An? |The )?[^\W\d_][^.,;:()]{2,40}?) is (?:an?|the) "), "What is {}?"),
    "de": (
        re.compile(r"^((?:Eine?|Der|Die|Das) [^\W\d_][^.,;:()]{2,40}?) ist (?:eine?|der|die|das) "),
        "Was ist {}?",
    ),
    "fr": (
        re.compile(r"^((?:Une?|Le|La) [^\W\d_][^.,;:()]{2,40}?) est (?:une?|le|la) "),
        "Qu’est-ce que {} ?",
    ),
    "es": (
        re.compile(r"^((?:Una?|El|La) [^\W\d_][^.,;:()]{2,40}?) es (?:una?|el|la) "),
        "¿Qué es {}?",
    ),
    "zh": (re.compile(r"^([\u4e00-\u9fff]{2,8}?)是(?:一|指)"), "什么是{}？"),
}


class Asked(Struct, frozen=True):
    question: str
    worth: float


class Told:
    """The words of a document as it writes them, and those of its headings."""

    def __init__(self, reading: Reading) -> None:
        self._as_written = Counter(
            match.group() for match in _WORD.finditer(reading.text, 0, COUNTED_CHARS)
        )
        titles = [reading.title, *(section.title for section in reading.sections)]
        self.headings = frozenset(words(" ".join(titles)))

    def times(self, word: str) -> int:
        """In either case."""
        forms = {word, word.lower(), word.capitalize(), word.upper()}
        return sum(self._as_written[form] for form in forms)

    def is_name(self, word: str) -> bool:
        """Whether it has its capital elsewhere than at a beginning: seldom is it written small."""
        small = self._as_written[word.lower()]
        return not word.islower() and self._as_written[word] > 2 * small


def suggested(reading: Reading, spread: Spread) -> tuple[str, ...]:
    """The best first, each once; none for a document that offers none."""
    told = Told(reading)
    offered = [*_from_headings(reading, told), *_from_sentences(reading, told)]
    worth = {
        asked.question: asked.worth + SPREAD_WORTH * _spread(asked, spread) for asked in offered
    }
    best = fitting(sorted(worth, key=lambda question: (-worth[question], question)))
    alike = {frozenset(words(question)): question for question in reversed(best)}
    return tuple(question for question in best if question in alike.values())[:KEPT]


def _spread(one: Asked, spread: Spread) -> float:
    """The mean of its words: what the whole document speaks of is worth more."""
    said = list(words(one.question))
    return sum(map(spread.of, said)) / len(said) if said and spread.slices else 0.0


def _from_headings(reading: Reading, told: Told) -> Iterator[Asked]:
    length = max(1, len(reading.text))
    for section in reading.sections[:HEADINGS]:
        title = _NUMBER.sub("", " ".join(section.title.split())).rstrip(" .:¶§*∗†‡")
        if _NO_WORDS.search(title) or not _has_prose(reading, section.start, section.end):
            continue
        if question := asked(title, told, reading.language):
            share = min(1.0, 10 * (section.end - section.start) / length)
            yield Asked(question, 1.0 + share + (0.5 if title.endswith("?") else 0.0))


def _has_prose(reading: Reading, start: int, end: int) -> bool:
    text = reading.text[start : min(end, start + UNDER_CHARS)]
    return any(is_prose(part) for part in re.split(r"(?<=[.!?])\s|\n\s*\n", text))


def asked(title: str, told: Told, language: str = "en") -> str:
    """A heading as a question a person would ask; "" where it makes none. A verb is put into a form
    that the document has.
    """
    if not SHORTEST_CHARS <= len(title) <= LONGEST_CHARS:
        return ""
    if title.endswith(("?", "？")):
        whole = len(title.split()) > 3 or _ASKS.match(title) or language == "zh"
        return title if whole else ""
    return _in_english(title, told) if language in ("", "en") else ""


def _in_english(title: str, told: Told) -> str:
    if to := _TO.match(title):
        return f"{_TO_DO[to[1].lower()]} {to[2]}?"
    if _HAPPENS.match(title):
        return f"{title}?"
    if turned := _TURNED.match(title):
        word, subject, verb, rest = turned.groups()
        verb = "can’t" if verb.lower() == "cannot" else verb.lower()
        return f"{word} {verb} {_small(subject, told)} {rest}?"
    doing = _DOING.match(title)
    if doing and _is_done_to(doing[2], told) and (verb := _infinitive(doing[1].lower(), told)):
        return f"How do I {verb} {_small(doing[2], told)}?"
    return ""


def _is_done_to(rest: str, told: Told) -> bool:
    """Whether something is done to it: several things, one with an article, or a name. A bare noun
    makes a compound with what stands before it ("Programming interface").
    """
    if _ALSO_DOING.search(rest):
        return False
    tokens = rest.split()
    bare = all(not is_common(token) and not token.endswith("s") for token in tokens)
    return not bare or told.is_name(tokens[0])


def _infinitive(doing: str, told: Told) -> str:
    """Of "installing" that which the document has most: install, installe, instal; "" for none."""
    stem = doing.removesuffix("ing")
    forms = [stem, f"{stem}e"]
    if len(stem) > 3 and stem[-1] == stem[-2]:
        forms.append(stem[:-1])
    best = max(forms, key=told.times)
    return best if told.times(best) else ""


def _small(subject: str, told: Told) -> str:
    """Without the capital of a beginning, unless it is a name."""
    first, space, rest = subject.partition(" ")
    is_word = is_common(first) or (first[1:].islower() and not told.is_name(first))
    return f"{first.lower() if is_word else first}{space}{rest}"


def _from_sentences(reading: Reading, told: Told) -> Iterator[Asked]:
    """What the document says that something is."""
    if reading.language not in _IS:
        return
    pattern, form = _IS[reading.language]
    for span in reading.sentences[:SENTENCES]:
        sentence = " ".join(reading.text[span.start : min(span.end, span.start + 300)].split())
        match = pattern.match(sentence)
        if match is None or _NO_WORDS.search(sentence):
            continue
        if reading.language == "zh":
            yield Asked(form.format(match[1]), 1.0)
        elif is_prose(sentence) and _is_worth_asking(match[1], told):
            often = told.times(match[1].split()[-1])
            yield Asked(_what_is(match[1], form, told), 0.3 + min(0.7, often / 70))


def _is_worth_asking(subject: str, told: Told) -> bool:
    """Something that comes back and that headings speak of: a thing with its article, two words
    with the definite one, or a name.
    """
    article, _, rest = subject.partition(" ")
    tokens = rest.split() if article in _ARTICLES else subject.split()
    if not 1 <= len(tokens) <= 3 or any(
        is_common(token) or token.endswith("ing") for token in tokens
    ):
        return False
    if article in _ARTICLES:
        alone = article in _DEFINITE and len(tokens) < 2
    else:
        alone = len(tokens) > 1 or not told.is_name(tokens[0])
    known = not told.headings or told.headings.intersection(token.lower() for token in tokens)
    return not alone and bool(known) and all(told.times(token) >= OFTEN for token in tokens)


def _what_is(subject: str, form: str, told: Told) -> str:
    article, _, rest = subject.partition(" ")
    said = f"{article.lower()} {rest}" if article in _ARTICLES else _small(subject, told)
    return form.format(said).replace("que un", "qu’un")


def fitting(questions: Iterable[str]) -> tuple[str, ...]:
    """Those that are one question that can be read at a glance and says itself what it is about,
    each once.
    """
    kept = dict.fromkeys(" ".join(question.split()) for question in questions)
    most = LONGEST_CHARS + 30
    return tuple(
        question
        for question in kept
        if question.endswith(("?", "？"))
        and 5 <= len(question) <= most
        and not _POINTING.search(question)
    )
