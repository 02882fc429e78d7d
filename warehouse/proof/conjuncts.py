"""Subjects that a claim joins, each told alone: "R and Perl fork" says "R fork" and "Perl fork".

What joins is the "and" of the CLDR (babel) for the language of the evidence. Joined are names on
both sides of it; and, where a sentence begins, two words, or phrases that are as long and begin
alike ("the bridge and the mill").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from babel import Locale, UnknownLocaleError
from msgspec import Struct

from indexers.text import language
from warehouse.proof import checks

LONGEST = 4  # words of a subject that is no name
MOST = 4  # subjects of a sentence
_ASIDE = re.compile(r"^(\w+),\s+")
_BOTH = re.compile(r"\bboth\s+", re.IGNORECASE)
_MARKS = ".,;:()\"'“”‘’"
_Spans = list[tuple[int, int]]


class Conjunct(Struct, frozen=True):
    """``subject`` as the claim writes it; ``claim`` is the sentence with it in place of all, or the
    whole sentence where the subject is empty.
    """

    subject: str
    claim: str


def apart(claim: str, evidence: str) -> tuple[Conjunct, ...]:
    """The first subjects that are joined in the language of the evidence, at most MOST.

    A word before a comma that the evidence has not ("Yes, Ann and Bea are painters") may be an
    aside or a subject, so that the whole sentence is judged as well.
    """
    text = _BOTH.sub("", claim)
    aside = _ASIDE.match(text)
    if aside and not checks.has_word_of(aside[1], evidence):
        rest = apart(text[aside.end() :], evidence)
        return (*rest, Conjunct("", claim)) if rest else ()
    words, joining = text.split(), _and(language.detect(evidence) or "en")
    named = set(checks.names(f"Of {text}"))  # as if the first word began no sentence
    is_name = [re.split(r"[-('’]", word.strip(_MARKS))[0] in named for word in words]
    for at in [index for index, word in enumerate(words) if word == joining]:
        if spans := _names(words, at, is_name) or _phrases(words, at):
            before, after = words[: spans[0][0]], words[spans[-1][1] :]
            subjects = [" ".join(words[start:end]).strip(",.;:") for start, end in spans[:MOST]]
            return tuple(
                Conjunct(subject, " ".join((*before, subject, *after))) for subject in subjects
            )
    return ()


def _names(words: Sequence[str], at: int, is_name: Sequence[bool]) -> _Spans:
    """The names on both sides of the joining word, with those of a list before them."""
    stop = at + 1
    while stop < len(words) and is_name[stop] and (stop == at + 1 or _goes_on(words[stop - 1])):
        stop += 1
    spans, start = [(at + 1, stop)], at
    while start and is_name[start - 1] and (start == at or not _goes_on(words[start - 1])):
        end, start = start, start - 1
        while start and is_name[start - 1] and _goes_on(words[start - 1]):
            start -= 1
        spans.insert(0, (start, end))
    return spans if stop > at + 1 and len(spans) > 1 else []


def _phrases(words: Sequence[str], at: int) -> _Spans:
    """Two subjects of as many words where the sentence begins."""
    first, second = words[:at], words[at + 1 : 2 * at + 1]
    if not 0 < at <= LONGEST or len(words) <= 2 * at + 1 or not all(map(_goes_on, words[: 2 * at])):
        return []
    alike = at == 1 or first[0].casefold() == second[0].casefold()
    meant = checks.content(" ".join(first)) and checks.content(" ".join(second))
    return [(0, at), (at + 1, 2 * at + 1)] if alike and meant else []


def _goes_on(word: str) -> bool:
    return word[-1] not in _MARKS or word.endswith(")")


@cache
def _and(spoken: str) -> str:
    try:
        pattern = str(Locale.parse(spoken).list_patterns["standard"]["2"])
    except (UnknownLocaleError, ValueError):
        return ""
    return pattern.replace("{0}", "").replace("{1}", "").strip()
