"""Subjects that a claim joins, each told alone: "R and Perl fork" says "R fork" and "Perl fork".

What joins two is the "and" of the CLDR (babel) for a language. Joined are names on both sides of
it; and, where a sentence begins, two words or two phrases that begin alike ("the bridge and the
mill"). A list of names is taken apart into all of them.
"""

from __future__ import annotations

import re
from functools import cache

from babel import Locale, UnknownLocaleError
from msgspec import Struct

from warehouse.proof import checks

LONGEST = 4  # words of a subject that is no name
MOST = 4  # conjuncts of a sentence
_TOKEN = re.compile(r"[^\s,;:.()\"“”]+(?:[.][^\s,;:.()\"“”]+)*(?:\(\d\))?")
_BOTH = re.compile(r"\bboth\s+", re.IGNORECASE)
_Span = tuple[int, int]


class Conjunct(Struct, frozen=True):
    """``subject`` as the claim writes it; ``claim`` is the sentence with it in place of all."""

    subject: str
    claim: str


def apart(claim: str, language: str = "en") -> tuple[Conjunct, ...]:
    """The first subjects that are joined, in order, at most MOST; none where nothing is."""
    text = _BOTH.sub("", claim)
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    named = set(checks.names(f"Of {text}"))  # as if the first word began no sentence
    for at, (start, end) in enumerate(tokens):
        if text[start:end] != _and(language):
            continue
        if spans := _names(text, tokens, at, named) or _phrases(text, tokens, at):
            before, after = text[: spans[0][0]], text[spans[-1][1] :]
            subjects = [text[first:last] for first, last in spans[:MOST]]
            return tuple(Conjunct(one, f"{before}{one}{after}") for one in subjects)
    return ()


def _names(text: str, tokens: list[_Span], at: int, named: set[str]) -> list[_Span]:
    """The names before and after the joining token, with those of a list before them."""

    def is_name(index: int) -> bool:
        start, end = tokens[index]
        return all(part in named for part in re.split(r"[-(]", text[start:end])[:1])

    def beside(index: int) -> bool:
        return text[tokens[index][1] : tokens[index + 1][0]].isspace()

    last = at
    while last + 1 < len(tokens) and is_name(last + 1) and beside(last):
        last += 1
    if last == at:
        return []
    spans = [(tokens[at + 1][0], tokens[last][1])]
    before = at
    while before and is_name(before - 1):
        first = before - 1
        while first and is_name(first - 1) and beside(first - 1):
            first -= 1
        spans.insert(0, (tokens[first][0], tokens[before - 1][1]))
        before = first
    return spans if len(spans) > 1 else []


def _phrases(text: str, tokens: list[_Span], at: int) -> list[_Span]:
    """Two subjects of as many words where the sentence begins."""
    first, second = tokens[:at], tokens[at + 1 : 2 * at + 1]
    if not 0 < at <= LONGEST or len(second) < at or len(tokens) <= 2 * at + 1:
        return []
    spans = [(first[0][0], first[-1][1]), (second[0][0], second[-1][1])]
    plain = not re.search(r"[,;:.]\s", text[first[0][0] : spans[1][1]])
    heads = {text[start:end].casefold() for start, end in (first[0], second[0])}
    return spans if plain and (at == 1 or len(heads) == 1) else []


@cache
def _and(language: str) -> str:
    try:
        pattern = str(Locale.parse(language).list_patterns["standard"]["2"])
    except (UnknownLocaleError, ValueError):
        return ""
    return pattern.replace("{0}", "").replace("{1}", "").strip()
