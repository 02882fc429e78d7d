"""How many, how binding, which way: shades in which a claim says more than its source, or less.

"All" of what the source says of most, "must" where it may, "at most" for "at least", "rose" for
"fell", "larger" for "smaller": two words that share nothing but a place in the sentence, so a model
that weighs all words alike takes one for the other. Each is looked for in the nearest sentence of
the source, in the words of its language (lexicon.toml). What has no word there is left to the
model.
"""

from __future__ import annotations

import re

from warehouse.proof import checks, negation
from warehouse.proof.lexicon import Tongue, tongue
from warehouse.proof.numbers import numbers

RESTATED = 0.5  # least overlap at which an opposite word turns what is said
_EACH = re.compile(
    r"(?:\b(?:every|each|per|once an?|jede\w*|pro|chaque|par|cada|por)\s(?:\w+\s)?|每)$"
)
_DAILY = re.compile(r"(?:ly|lich\w*|annual|diari\w+|quotidien\w*)$")
_BEFORE_A_NUMBER = re.compile(r"\W*(?:\w+\W+){0,2}\d")
_ORDER = ("than", "before", "after")


def doubts(claim: str, near: str) -> tuple[str, ...]:
    """Reasons in words why the claim says another thing than ``near``; none across languages."""
    said, told = checks.fold(claim), checks.fold(near)
    own = tongue(told)
    if tongue(said).code != own.code:
        return ()
    found = [
        _how_many(said, told, own),
        _only(said, told, own),
        _bound(said, told, own),
        _how_binding(said, told, own),
        _when(said, told, own),
        _turned(said, told, own),
    ]
    return tuple(one for one in found if one)


def hedged(folded: str) -> bool:
    """Is it said as not certain?"""
    return tongue(folded).has("hedge", folded)


def _how_many(said: str, told: str, own: Tongue) -> str:
    mine, theirs = own.bare(said, "nearly"), own.bare(told, "nearly")
    has = {name: own.has(name, told) for name in ("most", "many", "some", "few")}
    has["may"] = own.has("may", told) and not own.has("may", said)
    every = own.has("all", theirs)
    if own.has("all", mine) and not every and any(has.values()) and not negation.nots(said):
        return "says all of what it cites says of some"
    if own.has("most", said) and not every and not has["most"] and (has["some"] or has["few"]):
        return "says most of what it cites says of some"
    if own.has("few", said) and (every or has["most"] or has["many"]) and not has["few"]:
        return "says few of what it cites says of many"
    return ""


def _only(said: str, told: str, own: Tongue) -> str:
    excludes = own.has("only", told) or own.has("excludes", told)
    return "the “only” is not in what it cites" if own.has("only", said) and not excludes else ""


def _bound(said: str, told: str, own: Tongue) -> str:
    """At least and at most, of the same number."""
    shared = {one.value for one in numbers(said)} & {one.value for one in numbers(told)}
    for one, other in (("least", "most_at"), ("most_at", "least")):
        mine = own.has(one, said) and not own.has(other, said)
        theirs = own.has(other, told) and not own.has(one, told)
        if shared and mine and theirs:
            return "the bound is the other way round in what it cites"
    return ""


def _how_binding(said: str, told: str, own: Tongue) -> str:
    if negation.nots(said) or negation.nots(told):
        return ""
    mine = {name for name in ("must", "should", "may") if own.has(name, said)}
    theirs = {name for name in ("must", "should", "may") if own.has(name, told)}
    open_to = theirs and "must" not in theirs and not own.has("only", told)
    if "must" in mine and open_to:
        return "what it cites does not demand it"
    whole = checks.overlap(said, told) >= RESTATED
    if mine == {"may"} and theirs == {"must"} and whole:
        return "what it cites demands it"
    return ""


def _when(said: str, told: str, own: Tongue) -> str:
    """How often, on which day, in which part of a time."""
    kinds = (
        (_rates(said, own), _rates(told, own)),
        (_which(said, own.days), _which(told, own.days)),
        (_which(said, own.seasons), _which(told, own.seasons)),
        (_parts(said, own), _parts(told, own)),
    )
    other = any(mine and theirs and not mine & theirs for mine, theirs in kinds)
    return "what it cites says another time" if other else ""


def _which(folded: str, patterns: tuple[re.Pattern[str], ...]) -> set[int]:
    return {at for at, one in enumerate(patterns) if one.search(folded)}


def _rates(folded: str, own: Tongue) -> set[int]:
    return {
        at
        for at, one in enumerate(own.rates)
        for found in one.finditer(folded)
        if found[0].startswith("每")
        or _DAILY.search(found[0])
        or _EACH.search(folded, 0, found.start())
    }


def _parts(folded: str, own: Tongue) -> set[str]:
    """Of a year or century: "the late 1970s"."""
    return {
        name
        for name in ("late", "mid", "early")
        for found in own.words[name].finditer(folded)
        if _BEFORE_A_NUMBER.match(folded, found.end())
    }


def _turned(said: str, told: str, own: Tongue) -> str:
    """A word whose opposite the source has, or the two sides of "than" or "before" exchanged."""
    if bool(negation.nots(said)) != bool(negation.nots(told)):
        return ""
    against = next(
        ((mine, theirs) for pair in _pairs(own) if (mine := _lone(said, *pair))
         and (theirs := _lone(told, pair[1], pair[0]))), None
    )  # fmt: skip
    alike = any(_lone(said, *pair) and _lone(told, *pair) for pair in _pairs(own))
    sides = _sides(said, own), _sides(told, own)
    if sides[0] and sides[1]:
        exchanged = _exchanged(sides[0], sides[1])
        if exchanged is None or (against is None and not alike and not _same_words(said, told)):
            return ""
        turned = exchanged == (against is None)
    else:
        same_form = not sides[0] and not sides[1]
        turned = against is not None and same_form and checks.overlap(said, told) >= RESTATED
    if not turned:
        return ""
    return f"“{against[0]}” where it says “{against[1]}”" if against else "told the other way round"


def _pairs(own: Tongue) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    return [pair for one, other in own.opposites for pair in ((one, other), (other, one))]


def _lone(folded: str, wanted: re.Pattern[str], other: re.Pattern[str]) -> str:
    """The word of one side where the other side has none."""
    found = wanted.search(folded)
    return found[0] if found and not other.search(folded) else ""


def _same_words(said: str, told: str) -> bool:
    return checks.content(said) == checks.content(told)


def _sides(folded: str, own: Tongue) -> tuple[frozenset[str], frozenset[str]] | None:
    """The words before and after "than", "before" or "after"; of a sentence that begins with it,
    those after its first comma stand before it."""
    for name in _ORDER:
        if found := own.words[name].search(folded):
            before, after = folded[: found.start()], folded[found.end() :]
            if not checks.content(before):
                after, _, before = after.partition(",")
            one, other = checks.content(before), checks.content(after)
            return (one - other, other - one) if one and other else None
    return None


def _exchanged(
    mine: tuple[frozenset[str], frozenset[str]], theirs: tuple[frozenset[str], frozenset[str]]
) -> bool | None:
    """Do the words of one side stand on the other? None where no word tells.

    The comparing words stand before "than" whichever way it is told, so that what stays there
    tells nothing.
    """
    straight = len(mine[1] & theirs[1])
    crossed = len(mine[0] & theirs[1]) + len(mine[1] & theirs[0])
    return None if straight == crossed else crossed > straight
