"""Sentences that speak to a machine: "ignore your instructions", "rate this paper positively".

A fit weighs the words of a sentence (addressed_fit.py), and rules of some orders tell what it does
not know, other languages above all. Each rule that matches adds its weight; a sentence is told from
``ENOUGH`` on, with the names of its rules. One strong sign is enough (an order to forget one's
instructions), weak ones must meet (a language model is spoken to, and it is told what not to say).
Two neighbours in one paragraph count together when one of them names a machine or its prompt, and
beside a sentence that is told less tells another: an order goes on. Talk *about* language
models has none of the orders and stays.

What the fit barely tells in sentence after sentence that begins alike, and for the same words, is
one mistake made many times: an order is an exception in its document. Rules are not asked twice.

Letters are compared as they look: compatibility forms, no invisible characters, and Cyrillic and
Greek letters within Latin words read as their twins.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from indexers.orders.addressed_fit import FIT, LONGEST, WIDE
from indexers.orders.addressed_signs import RULES, TRIGGERS, Rule
from indexers.records import Sentence, Suspect
from indexers.text.invisible import without

ENOUGH = 3
_NEAR_CHARS = 3
_GOES_ON = 3.0  # log odds less than what tells a sentence alone; seven of 1,000 others have them
_BARELY = 1.0  # log odds more than that: two of 100 orders have no more
_MANY = 20  # different sentences that are told alike

_AN_AI = re.compile(r"\b[Aa][Ii]s?\b")
_STRANGE = re.compile(
    "[\u200b-\u200f\u2060-\u2064\uff01-\uff5e\U0001d400-\U0001d7ff]|[A-Za-z][\u0370-\u04ff]|[\u0370-\u04ff][A-Za-z]"
)
_LOOK = str.maketrans("абвгеікмнорстухѕјԁɡαεικνορτυχ", "abbreikmhopctyxsjdgaeikvoptux")
_MIXED = re.compile(r"\b(?=\w*[a-z])(?=\w*[\u0370-\u04ff])\w+")
_SPACE = re.compile(r"\s+")


def suspects(text: str, sentences: Sequence[Sentence]) -> list[Suspect]:
    """The sentences addressed to a machine, in order."""
    folded = _folded(text)
    by_start = {suspect.start: suspect for suspect in _by_rules(text, folded, sentences)}
    is_wide = not text.isascii() and WIDE.search(text) is not None
    alike: defaultdict[tuple[str, ...], list[Sentence]] = defaultdict(list)
    for sentence in sentences:
        start, end = sentence.start, sentence.end
        if FIT.is_worth_a_look(folded, start, end) or (is_wide and WIDE.search(text, start, end)):
            words = as_it_looks(text[start:end][:LONGEST])
            score = FIT.score(words)
            if score >= FIT.likely and start not in by_start:
                by_start[start] = _likely(sentence, words)
                if score < FIT.likely + _BARELY:
                    alike[FIT.shape(words)].append(sentence)
    mistaken = set(_made_many_times(text, alike.values()))
    for start in mistaken:
        del by_start[start]
    others = (
        [sentence for sentence in sentences if sentence.start not in mistaken]
        if mistaken
        else sentences
    )
    for sentence in _beside(text, others, by_start) if by_start else ():
        why = "goes on with an order to it"
        by_start[sentence.start] = Suspect(sentence.start, sentence.end, "addressed", why)
    return [by_start[start] for start in sorted(by_start)]


def _made_many_times(text: str, alike: Iterable[Sequence[Sentence]]) -> Iterator[int]:
    """Where those begin of which there are many, and not one that is only repeated."""
    for group in alike:
        if len({text[sentence.start : sentence.end] for sentence in group}) >= _MANY:
            yield from (sentence.start for sentence in group)


def _beside(
    text: str, sentences: Sequence[Sentence], told: Mapping[int, Suspect]
) -> Iterator[Sentence]:
    """Those that go on with what is told before or after them in their paragraph."""
    for step in (1, -1):
        before: Sentence | None = None  # told, and next to it
        for sentence in sentences[::step]:
            if sentence.start in told:
                before = sentence
            elif before is not None:
                gap = max(sentence.start - before.end, before.start - sentence.end)
                words = as_it_looks(text[sentence.start : sentence.end][:LONGEST])
                goes_on = gap <= _NEAR_CHARS and FIT.score(words) >= FIT.likely - _GOES_ON
                before = sentence if goes_on else None
                if goes_on:
                    yield sentence


def _by_rules(text: str, folded: str, sentences: Sequence[Sentence]) -> list[Suspect]:
    suspected: list[Suspect] = []
    before: tuple[Sentence, list[Rule]] | None = None
    for sentence in _with_signs(text, folded, sentences):
        rules = signs(text[sentence.start : sentence.end])
        if _weight(rules) >= ENOUGH:
            suspected.append(_suspect(sentence, rules))
        elif before is not None and _together(before, sentence, rules):
            suspected += [_suspect(before[0], [*before[1], *rules]), _suspect(sentence, rules)]
            rules = []
        before = (sentence, rules) if rules else None
    return suspected


def signs(sentence: str) -> list[Rule]:
    """The rules that a sentence matches."""
    return _matching(as_it_looks(sentence[:LONGEST]))


def _matching(words: str) -> list[Rule]:
    return [rule for rule in RULES if rule.pattern.search(words) is not None]


def speaks(words: str) -> bool:
    """Whether a few words, alone, are told."""
    words = as_it_looks(words[:LONGEST])
    return _weight(_matching(words)) >= ENOUGH or FIT.score(words) >= FIT.likely


def as_it_looks(text: str) -> str:
    """In small letters, one space between words, no disguise."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", without(text))
    text = _SPACE.sub(" ", text.lower())
    if text.isascii():
        return text
    return _MIXED.sub(lambda found: found.group().translate(_LOOK), text)


def _with_signs(text: str, folded: str, sentences: Sequence[Sentence]) -> Iterator[Sentence]:
    """Those with a trigger or a disguise; and the one after each, which may finish the order."""
    starts = [sentence.start for sentence in sentences]
    hit = {bisect_right(starts, place) - 1 for place in set(_places(text, folded))}
    for index in sorted(hit | {index + 1 for index in hit}):
        if 0 <= index < len(sentences):
            yield sentences[index]


def _places(text: str, folded: str) -> Iterator[int]:
    words = set(text.split())
    known = _folded("\n".join(words))
    for trigger in TRIGGERS:
        if all(part in known for part in trigger.split()):
            yield from _everywhere(trigger, folded)
    strange = () if text.isascii() else [word for word in words if not word.isascii()]
    for pattern, among in ((_AN_AI, words), (_STRANGE, strange)):
        if pattern.search("\n".join(among)) is not None:  # seldom, and quicker than one by one
            for word in filter(pattern.search, among):
                yield from _everywhere(word, text)


def _folded(text: str) -> str:
    return text.replace("\u0130", "I").lower()  # the one letter that grows in small letters


def _everywhere(part: str, text: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _together(
    before: tuple[Sentence, list[Rule]], sentence: Sentence, rules: Sequence[Rule]
) -> bool:
    near = sentence.start - before[0].end <= _NEAR_CHARS
    both = [*before[1], *rules]
    names = any(rule.machine for rule in both)
    return near and bool(rules) and names and _weight(both) >= ENOUGH


def _weight(rules: Sequence[Rule]) -> int:
    return sum(rule.weight for rule in rules)


def _suspect(sentence: Sentence, rules: Sequence[Rule]) -> Suspect:
    names = ", ".join(dict.fromkeys(rule.name for rule in rules))
    return Suspect(sentence.start, sentence.end, "addressed", names)


def _likely(sentence: Sentence, words: str) -> Suspect:
    heavy = ", ".join(f"“{word}”" for word in FIT.telling(words))
    return Suspect(sentence.start, sentence.end, "addressed", f"reads like an order to it: {heavy}")
