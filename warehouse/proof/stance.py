"""Does the source say it as a fact, and of the same name? Checks that need no model.

A small model takes "if a claim fails, it is repaired" for the proof of "a claim failed and was
repaired", a quoted example for a fact, and a name for another of the same page. Each check looks
at the sentence of the source that is nearest to the claim, and gives its doubt in words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from warehouse.proof import attribution, checks, negation, shades
from warehouse.proof.lexicon import tongue

QUOTED = 0.7  # share of the claim's words that stand between the quotation marks of a source
AS_NEAR = 0.9  # of the overlap of the nearest sentence
CLOSE = 0.5  # least overlap at which a sentence of the source counts as the one that is told
_IF = re.compile(
    r"\b(?:if|unless|provided that|in case|would have|wenn|falls|sofern|si|à moins)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(?:if|unless|when|whenever|without|provided|wenn|falls|ohne)\b"
    r"|^(?:with|after|once|where|should|in)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\b(?:ask|see|know|say|tell|learn|check|judge|wonder)\w* if\b", re.IGNORECASE)
_MARKS = re.compile(r"[\"“”„«»]")
_QUOTES = re.compile(r"[\"“„«]([^\"“”„«»]{12,}?)[\"”“»]")
_MAY = re.compile(
    r"\b(?:may|might|uncertain|unclear|not (?:certain|sure)|perhaps|possibly|probably|likely"
    r"|claim(?:s|ed) that|argue[sd]? that|said to (?:be|have)|accused of|rumou?rs?"
    r"|alleged(?:ly)?|reportedly|supposedly"
    r"|purportedly|rumou?red|suspected|believed|thought to|expected to|planned to|proposed"
    r"|intended to|hoped|feared|could have|würde)\b"
)
_DENIED = re.compile(
    r"\b(?:den(?:y|ies|ied)|falsely|myth|misconception|disproved|debunked|refuted|rejected the"
    r"|contrary to|wrongly|fiction(?:al)?|in the (?:novel|film|story))\b",
    re.IGNORECASE,
)
_UNSURE = "what it cites does not say it for certain"
_UNTRUE = "what it cites denies it or tells it as untrue"
_PAUSE = re.compile(r"[,;:()]\s|\s[-–—]\s")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def doubts(claim: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Reasons in words why ``claim`` is not what the sources say as a fact."""
    near = nearest(claim, sources)
    if not near:
        return ()
    return (*_stances(claim, near), *_swapped(claim, sources), *_other_facts(claim, near, sources))


def _other_facts(claim: str, near: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Shades and exchanged facts, unless a sentence that is as near has none."""
    least = AS_NEAR * checks.overlap(claim, near)
    told = (part for source in sources for part in checks.sentences(source))
    whole = "\n\n".join(sources)
    found: tuple[str, ...] = ()
    for part in (near, *(one for one in told if checks.overlap(claim, one) >= least)):
        found = (*shades.doubts(claim, part), *attribution.doubts(claim, part, whole))
        if not found:
            break
    return found


def nearest(claim: str, sources: Sequence[str]) -> str:
    """The sentence of the sources that shares most words with the claim; "" where all are far."""
    found = [part for source in sources for part in checks.sentences(source)]
    best = max(found, key=lambda part: (checks.overlap(claim, part), -len(part)), default="")
    return best if best and checks.overlap(claim, best) >= CLOSE else ""


def _stances(claim: str, near: str) -> list[str]:
    """What the source says with a reserve that the claim has not, or a condition it made up."""
    told = _clause(claim, near)
    folded = checks.fold(told)
    found = []
    reserved = _MAY.search(folded) or (tongue(folded).code != "en" and shades.hedged(folded))
    if reserved and not (_MAY.search(claim) or shades.hedged(checks.fold(claim))):
        found.append(_UNSURE)
    denies = _DENIED.search(told)
    if denies and not (_DENIED.search(claim) or negation.says_not(claim)):
        found.append(_UNTRUE)
    if _IF.search(told) and not _WHEN.search(claim):
        found.append("what it cites says it under a condition")
    if _IF.search(claim) and not _ASKED.search(claim) and not _WHEN.search(near):
        found.append("the condition is not in what it cites")
    if not _MARKS.search(claim) and any(
        checks.overlap(claim, part) >= QUOTED for part in _QUOTES.findall(near)
    ):
        found.append("what it cites only quotes it")
    return found


def _clause(claim: str, near: str) -> str:
    """The sentence up to the end of the clause told last: what follows qualifies something else."""
    near = " ".join(near.split())
    words = [word for word in _WORD.findall(claim) if checks.content(word) and word in near]
    end = max((near.find(word) + len(word) for word in words), default=len(near))
    rest = _PAUSE.search(near, end)
    return near[: rest.start()] if rest else near


def _swapped(claim: str, sources: Sequence[str]) -> list[str]:
    """A name between two words between which the source has another name, and never this one."""
    told = [_WORD.findall(checks.fold(source)) for source in sources]
    places: dict[tuple[str, str], set[str]] = {}
    for words in told:
        for before, word, after in zip(words, words[1:], words[2:], strict=False):
            places.setdefault((before, after), set()).add(word)
    own = {checks.fold(name): name for name in checks.names(claim)}
    known = {checks.fold(name) for source in sources for name in checks.names(source)}
    words = ["", *_WORD.findall(checks.fold(claim)), ""]
    found = []
    for before, word, after in zip(words, words[1:], words[2:], strict=False):
        there = places.get((before, after), set())
        others = there & known - {word}
        if word in own and others and word not in there:
            found.append(f"what it cites names another than {own[word]} there")
    return found
