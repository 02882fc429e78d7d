"""Of whom, of what and of when does the source say it? Facts that stand there, in another place.

Names, years, numbers and options of a claim may all be in its source, and be exchanged: "Peter
carved the north portal" where Peter carved the south one, "B beat A" where A beat B. The clause of
the source is looked for that has the other words of the claim; a fact of the same kind
that stands there in place of the claimed one is what the source says it of. A clause that leans on
another ("he", "which") tells nothing by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from warehouse.proof import checks
from warehouse.proof.dates import months, years
from warehouse.proof.lexicon import tongue
from warehouse.proof.numbers import numbers

SAID = 0.6  # share of a claim's other words by which the clause that says it is known
FOREIGN = 0.5  # what the words of a clause that the claim has not count against it
_CLAUSE = re.compile(
    r"[,;]\s|\s[-–—]\s"
    r"|[,;]?\s(?:and|but|while|whereas|und|aber|während|et|mais|tandis|y|pero|mientras)\s"
)
_LEANS = re.compile(
    r"^\W*(?:he|she|it|they|er|sie|es|il|elle|ils|elles|él|ella|ellos|ellas|that|der|die|das|que)\b"
    r"|\b(?:who|which|whose|qui|dont|former|latter)\b",
    re.IGNORECASE,
)
_FULL_NAME = re.compile(r"(?=\b([A-ZÀ-Þ][\w'’]+) (?:(?:von|van|de|of|the) )?([A-ZÀ-Þ][\w'’]+)\b)")
_TOKEN = re.compile(r"(?<![\w/-])(?:--?[A-Za-z][\w-]*|/[\w./-]*\w)|\b\w+\(\)")
_COUNT = re.compile(
    r"(?<![\w.,])(\d{1,3})\.? (?=[^\W\d_]{3,})"
    r"|(?<=[^\W\d_]{3} )(\d{1,2})(?=, \d{4})"
)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_PAUSE = re.compile(r"[,;:()]|\s[-–—]\s")
_JOINED = re.compile(
    r"^[\s,]*(?:and|or|und|oder|et|ou|y|o|,|&)?[\s,]*$|\b(?:marr\w+|met|meets?|equals?|borders?)\b"
)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ARTICLES = _set("the a an le la les el los las l der die das den dem des")
_PLACES = _set(
    "in at on of near during by from to into with for as through over under between against von "
    "bei am im aus nach zu mit durch dans de à par sur en avec pour por con para"
)


def doubts(claim: str, near: str, source: str) -> tuple[str, ...]:
    """Reasons in words why ``near``, the nearest sentence of ``source``, says it of another."""
    if tongue(checks.fold(claim)).code != tongue(checks.fold(near)).code:
        return ()
    clauses = [one for sentence in checks.sentences(source) for one in _clauses(sentence)]
    kinds = (_first_names(f"{source}. {claim}"), _years, _counts, _values, _tokens)
    found = [
        reason
        for part in _clauses(claim)
        for kind in kinds
        for reason in _elsewhere(part, clauses, kind)
    ]
    return tuple(dict.fromkeys((*found, *_exchanged(claim, near))))


def _clauses(text: str) -> list[str]:
    return [one for one in _CLAUSE.split(" ".join(text.split())) if checks.content(one)]


def _first_names(known: str) -> Callable[[str], dict[str, str]]:
    """Of a text the first name by the last, for last names that ``known`` has with two of them.

    There a first name may stand alone: "Samuel" beside "John Adams and Samuel Adams".
    """
    named = ((checks.fold(one), checks.fold(last)) for one, last in _FULL_NAME.findall(known))
    full = {pair for pair in named if checks.content(pair[0]) and pair[0] not in _ARTICLES}
    several = {
        (one, last) for one, last in full for two, also in full if also == last and two != one
    }

    def found(text: str) -> dict[str, str]:
        words = frozenset(_WORD.findall(checks.fold(text)))
        pairs = [(last, first) for first, last in several if first in words]
        lasts = [last for last, _ in pairs]
        return {last: first for last, first in pairs if lasts.count(last) == 1}

    return found


def _years(text: str) -> dict[str, str]:
    found = years(text)
    return {"year": found[0]} if len(found) == 1 else {}


def _counts(text: str) -> dict[str, str]:
    """The one number that counts things, or is the day of a month."""
    found = [one or other for one, other in _COUNT.findall(text)]
    return {"count": found[0]} if len(found) == 1 else {}


def _values(text: str) -> dict[str, str]:
    """The one number of each unit."""
    by_unit: dict[str, list[str]] = {}
    for one in numbers(text):
        if one.unit:
            by_unit.setdefault(one.unit, []).append(one.raw)
    return {unit: values[0] for unit, values in by_unit.items() if len(values) == 1}


def _tokens(text: str) -> dict[str, str]:
    """An option, path or function, where there is one."""
    found = _TOKEN.findall(text)
    return {"token": found[0]} if len(found) == 1 else {}


def _elsewhere(
    part: str, clauses: Sequence[str], kind: Callable[[str], dict[str, str]]
) -> list[str]:
    """A fact of the claim where the clause that says the rest of it has another of the kind.

    The claimed one must stand in another clause of the source, and in none that says as much.
    """
    mine = kind(part)
    rest = checks.content(part) - _stems(mine)
    if not mine or not rest or not clauses:
        return []
    ranks = [_rank(rest, clause, {*_stems(mine), *_stems(kind(clause))}) for clause in clauses]
    best = [clause for clause, rank in zip(clauses, ranks, strict=True) if rank == max(ranks)]
    said = best[0]
    if len(rest & checks.content(said)) < SAID * len(rest) or _LEANS.search(said):
        return []
    theirs = kind(said)
    return [
        f"what it cites says it of {_shown(theirs[key], said)}, not of {_shown(fact, part)}"
        for key, fact in mine.items()
        if theirs.get(key, fact) != fact
        and all(kind(one).get(key) != fact for one in best)
        and any(kind(one).get(key) == fact for one in clauses)
    ]


def _rank(rest: frozenset[str], clause: str, facts: set[str]) -> float:
    """How much of the rest a clause says, less what it says besides."""
    own = checks.content(clause)
    besides = own - rest - facts
    return len(rest & own) / len(rest) - FOREIGN * len(besides) / max(1, len(own))


def _stems(facts: dict[str, str]) -> frozenset[str]:
    return checks.content(" ".join((*facts, *facts.values())))


def _shown(fact: str, text: str) -> str:
    """As it stands in the text."""
    found = re.search(re.escape(fact), text, re.IGNORECASE)
    return found[0] if found else fact


def _exchanged(claim: str, near: str) -> list[str]:
    """Two names that stand in each other's place, in a claim with no other words."""
    own = checks.content(claim)
    if not own or not own <= checks.content(near) or not _same_voice(claim, near):
        return []
    mine, theirs = _placed(claim), _placed(near)
    shared = [name for name in mine if name in theirs]
    for at, one in enumerate(shared):
        for other in shared[at + 1 :]:
            here, there = (mine[one][0], mine[other][0]), (theirs[one][0], theirs[other][0])
            first, last = sorted((theirs[one], theirs[other]), key=lambda place: place[1])
            between = claim[mine[one][2] : mine[other][1]], near[first[2] : last[1]]
            if _JOINED.search(between[0]) or any(_PAUSE.search(each) for each in between):
                continue
            crossed = here == there[::-1] and here != there
            turned = here == there == ("", "") and theirs[one][1] > theirs[other][1]
            if crossed or (turned and tongue(checks.fold(claim)).code != "de"):
                return [f"{_shown(one, near)} and {_shown(other, near)} are exchanged"]
    return []


def _same_voice(claim: str, near: str) -> bool:
    """Do both name who did it with a "by", or neither?"""
    one, other = checks.fold(claim), checks.fold(near)
    by = tongue(one).words["by"]
    return len(by.findall(one)) == len(by.findall(other))


def _placed(text: str) -> dict[str, tuple[str, int, int]]:
    """Each name with the preposition before it, "" for none, and its range; the first of each."""
    words = list(_WORD.finditer(text))
    found: dict[str, tuple[str, int, int]] = {}
    for at, word in enumerate(words):
        name = checks.fold(word[0])
        if not word[0][0].isupper() or name in _PLACES or not checks.content(name):
            continue
        if months(f"4 {word[0]} 2000"):
            continue
        before = [checks.fold(one[0]) for one in words[:at] if not one[0][0].isupper() or
                  checks.fold(one[0]) in _PLACES]  # fmt: skip
        before = [one for one in before if one not in _ARTICLES]
        preposition = before[-1] if before and before[-1] in _PLACES else ""
        found.setdefault(name, (preposition, word.start(), word.end()))
    return found
